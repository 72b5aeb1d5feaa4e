//! What the page asked of the network, to be looked at; and the newer version of the page.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::{dialog_head, show_while};
use super::{select, use_store};
use crate::app::confidences::Confidences;
use crate::app::network::{Action as NetworkAction, Network, Offline};
use crate::app::store::Action;

/// What leaves this page, in a few words; a click shows every request.
#[component]
pub fn NetworkButton() -> impl IntoView {
    let store = use_store();
    let sending = select(|state| {
        let Confidences { asking, sent_to, .. } = &state.confidences;
        sent_to.as_ref().map(|host| match asking {
            Some(_) => format!("Texts go to {host}"),
            None => format!("Texts went to {host}"),
        })
    });
    let count = select(|state| (state.network.n_elsewhere(), state.network.n_asked()));
    let offline = select(|state| match state.network.offline {
        Offline::Unknown => "unknown",
        Offline::Storing => "storing",
        Offline::Ready => "ready",
        Offline::No(_) => "no",
    });
    let warns = move || sending.read().is_some() || count.get().0 > 0;
    let words = move || {
        let elsewhere = match count.get().0 {
            0 => "Nothing leaves this page".to_owned(),
            _ => "Something went elsewhere".to_owned(),
        };
        sending.get().unwrap_or(elsewhere)
    };
    view! {
        <button type="button" class="private" id="network" class:sending=warns aria-haspopup="dialog"
            data-offline=move || offline.get()
            title="What this page has asked the network for since it was loaded"
            on:click=move |_| store.dispatch(Action::Network(NetworkAction::Show))>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"/>
            </svg>
            <span id="privacy">{words}</span>
            <span class="count" id="network-count" data-elsewhere=move || count.get().0 data-asked=move || count.get().1>
                {move || { let (elsewhere, asked) = count.get(); format!("{elsewhere} of {asked} requests") }}
                <span class="where">" elsewhere"</span>
            </span>
        </button>
    }
}

/// Every request since the page was loaded, and where it went.
#[component]
pub fn NetworkDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = select(|state| state.network.shown);
    let network = select(|state| match state.network.shown {
        true => state.network.clone(),
        false => Network::default(),
    });
    let store = use_store();
    let hide = move || store.dispatch(Action::Network(NetworkAction::Hide));
    show_while(dialog, shown.into());
    view! {
        <dialog node_ref=dialog id="network-dialog" class="network" aria-labelledby="network-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); hide() }>
            {dialog_head("network", "What this page asked of the network", hide)}
            {move || view_of(&network.read())}
        </dialog>
    }
}

fn view_of(network: &Network) -> impl IntoView + use<> {
    let hosts = network.by_origin().into_iter().map(|(origin, n)| {
        let whose = match origin == network.own {
            true => "from where this page comes: its own files",
            false => "somebody else",
        };
        view! {
            <li data-origin=origin.to_owned() class:elsewhere=origin != network.own>
                <strong>{requests(n)}</strong> " to " <code>{origin.to_owned()}</code> ", " {whose}
            </li>
        }
    });
    let places = network.asked.iter().map(|(place, n)| {
        view! {
            <tr class:elsewhere=place.origin != network.own>
                <td><code>{match place.origin == network.own {
                    true => place.path.clone(),
                    false => format!("{}{}", place.origin, place.path),
                }}</code></td>
                <td>{place.asker.name()}</td>
                <td class="number">{*n}</td>
            </tr>
        }
    });
    let refused = network
        .refused
        .iter()
        .map(|(address, n)| view! { <li><code>{address.clone()}</code> {format!(", {n}×")}</li> });
    let refused = (!network.refused.is_empty()).then(|| {
        view! {
            <p>"The page’s policy forbids these, so the browser refused them and nothing was sent:"</p>
            <ul id="refused">{refused.collect_view()}</ul>
        }
    });
    view! {
        <p>"Since it was loaded, this page has made "{requests(network.n_asked())}". "
            <strong id="went-elsewhere">{match network.n_elsewhere() {
                0 => "None went anywhere else than to where the page comes from.".to_owned(),
                1 => "1 went elsewhere.".to_owned(),
                n => format!("{n} went elsewhere."),
            }}</strong>
        </p>
        <ul id="origins">{hosts.collect_view()}</ul>
        {refused}
        <p id="offline">{match &network.offline {
            Offline::Unknown => "Whether the page opens without a network is not known yet.".to_owned(),
            Offline::Storing => "The page’s files are being stored, so that it will open without a network.".to_owned(),
            Offline::Ready => "The page’s files are stored: it opens and works without a network.".to_owned(),
            Offline::No(reason) => format!("The page does not open without a network: {reason}."),
        }}</p>
        <details>
            <summary>"Every file"</summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Every file">
                <table id="places">
                    <thead><tr><th scope="col">"What"</th><th scope="col">"Asked by"</th><th scope="col">"Times"</th></tr></thead>
                    <tbody>{places.collect_view()}</tbody>
                </table>
            </div>
        </details>
        <details>
            <summary>"What this list can and cannot see"</summary>
            <p>"It holds what the browser tells of requests of the page, of its workers and of the service worker that keeps its files, also "
                "where the answer came out of the browser’s own store. It cannot see what the browser itself or its extensions send, nor what a "
                "worker asked that ended before it could tell."</p>
            <p>"You need not believe it: the developer tools (F12, “Network”) show the same, and the page works with the network cut."</p>
        </details>
    }
}

fn requests(n: u32) -> String {
    match n {
        1 => "1 request".into(),
        n => format!("{n} requests"),
    }
}

/// Says that a newer version of the page is there. It never begins of itself.
#[component]
pub fn NewVersion() -> impl IntoView {
    let newer = select(|state| state.network.newer);
    let other_tabs = select(|state| state.network.other_tabs);
    let store = use_store();
    view! {
        <Show when=move || newer.get()>
            <section class="message" id="new-version" role="status">
                <div>
                    <strong>"A new version of this page is ready."</strong>
                    <p>{move || match other_tabs.get() {
                        None => "It begins when you want it; what is saved stays as it is.".to_owned(),
                        Some(1) => "Another tab still uses this version. Close it, then try again.".to_owned(),
                        Some(n) => format!("{n} other tabs still use this version. Close them, then try again."),
                    }}</p>
                </div>
                <div class="actions">
                    <button type="button" id="use-new-version" on:click=move |_| {
                        store.dispatch(Action::Network(NetworkAction::UseNewer))
                    }>"Load it"</button>
                </div>
            </section>
        </Show>
    }
}
