//! The list of all network requests, and the notice about a newer version of the page.

use leptos::prelude::*;

use crate::confidences::Confidences;
use crate::i18n::say;
use crate::network::{Action as NetworkAction, Network, Offline};
use crate::state::Action;
use crate::ui::dialog::LargeDialog;
use crate::ui::{in_tongues, select, use_app};

/// A summary of what leaves the page. A click opens the list of all requests.
#[component]
pub fn NetworkButton() -> impl IntoView {
    let app = use_app();
    let sending = select(|state| {
        let Confidences { asking, sent_to, .. } = &*state.confidences;
        sent_to.as_ref().map(|host| match asking {
            Some(_) => say!("network-texts-go", host),
            None => say!("network-texts-went", host),
        })
    });
    let count = select(|state| (state.network.n_elsewhere(), state.network.n_asked()));
    let offline = select(|state| match state.network.offline {
        Offline::Unknown => "unknown",
        Offline::Storing => "storing",
        Offline::Ready => "ready",
        Offline::No(_) => "no",
    });
    let embeds = select(|state| match state.network.embeds {
        true => "yes",
        false => "no",
    });
    let warns = move || sending.read().is_some() || count.get().0 > 0;
    let words = move || {
        let elsewhere = match count.get().0 {
            0 => say!("network-nothing-leaves-page"),
            _ => say!("network-something-went-elsewhere"),
        };
        sending.get().unwrap_or(elsewhere)
    };
    view! {
        <button type="button" class="private" id="network" class:sending=warns aria-haspopup="dialog"
            data-offline=move || offline.get() data-embeds=move || embeds.get()
            title=say!("network-what-page-has-asked")
            on:click=move |_| app.dispatch(Action::Network(NetworkAction::Show))>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={"M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"}/>
            </svg>
            <span id="privacy">{words}</span>
            <span class="count" id="network-count" data-elsewhere=move || count.get().0 data-asked=move || count.get().1>
                {move || { let (elsewhere, asked) = count.get(); say!("network-requests", elsewhere, asked) }}
                <span class="where">" "{say!("network-elsewhere")}</span>
            </span>
        </button>
    }
}

/// Every request since the page was loaded, with its destination.
#[component]
pub fn NetworkDialog() -> impl IntoView {
    let is_open = select(|state| state.network.shown);
    let network = select(|state| match state.network.shown {
        true => (*state.network).clone(),
        false => Network::default(),
    });
    let app = use_app();
    let close = move |()| app.dispatch(Action::Network(NetworkAction::Hide));
    view! {
        <LargeDialog name="network" title=say!("network-what-page-asked-network") is_open close>
            {move || view_of(&network.read())}
        </LargeDialog>
    }
}

fn view_of(network: &Network) -> impl IntoView + use<> {
    let hosts = network.by_origin().into_iter().map(|(origin, n)| {
        let whose = match origin == network.own {
            true => say!("network-from-where-page-comes"),
            false => say!("network-somebody-else"),
        };
        view! {
            <li data-origin=origin.to_owned() class:elsewhere=origin != network.own>
                <strong>{requests(n)}</strong> " "{say!("network-to")}" " <code>{origin.to_owned()}</code> ", " {whose}
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
            <p>{say!("network-pages-policy-forbids-these")}</p>
            <ul id="refused">{refused.collect_view()}</ul>
        }
    });
    view! {
        <p>{say!("network-since-was-loaded-page")}" "{requests(network.n_asked())}". "
            <strong id="went-elsewhere">{match network.n_elsewhere() {
                0 => say!("network-none-went-anywhere-else"),
                n => say!("network-went-elsewhere", n),
            }}</strong>
        </p>
        <ul id="origins">{hosts.collect_view()}</ul>
        {refused}
        <p id="offline">{in_tongues(&network.offline_words())}</p>
        <details>
            <summary>{say!("common-every-file")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=say!("common-every-file")>
                <table id="places">
                    <thead><tr><th scope="col">{say!("network-what")}</th><th scope="col">{say!("network-asked")}</th><th scope="col">{say!("network-times")}</th></tr></thead>
                    <tbody>{places.collect_view()}</tbody>
                </table>
            </div>
        </details>
        <details>
            <summary>{say!("network-what-list-can-cannot")}</summary>
            <p>{say!("network-holds-what-browser-tells")}" "
                {say!("network-where-answer-came-out")}
                {say!("network-worker-asked-ended-before")}</p>
            <p>{say!("network-you-need-not-believe")}</p>
        </details>
    }
}

fn requests(n: u32) -> String {
    say!("network-requests-2", n)
}

/// Shows that a newer version of the page is available. It is never loaded without the user's request.
#[component]
pub fn NewVersion() -> impl IntoView {
    let newer = select(|state| state.network.newer);
    let other_tabs = select(|state| state.network.other_tabs);
    let waits = select(|state| state.network.wants_newer);
    let app = use_app();
    view! {
        <Show when=move || newer.get()>
            <section class="message" id="new-version" role="status">
                <div>
                    <strong>{say!("network-new-version-page-ready")}</strong>" "
                    <p>{move || match other_tabs.get() {
                        _ if waits.get() => say!("network-begins-once-stored"),
                        None => say!("network-begins-when-you-want"),
                        Some(n) => say!("network-other-tabs-still-use", n),
                    }}</p>
                </div>
                <div class="actions">
                    <button type="button" id="use-new-version" on:click=move |_| {
                        app.dispatch(Action::Network(NetworkAction::UseNewer))
                    }>{say!("network-load")}</button>
                </div>
            </section>
        </Show>
    }
}
