//! The list of all network requests, and the notice about a newer version of the page.

use leptos::prelude::*;

use crate::i18n::t;
use crate::network::{Msg as NetworkMsg, Network, OfflineState};
use crate::runtime::access::{use_app, use_state};
use crate::state::Msg;
use crate::ui::dialog::LargeDialog;
use crate::ui::with_lang_spans;

#[component]
pub fn NetworkButton() -> impl IntoView {
    let app = use_app();
    let sending = use_state(|state| {
        let (confidences, answers, exam) = (&*state.confidences, &state.answers.runs, &state.comparison.exam.runs);
        let mut hosts = [
            (confidences.is_sending(), &confidences.sent_to),
            (answers.is_sending(), &answers.sent_to),
            (exam.is_sending(), &exam.sent_to),
        ];
        // The host that currently receives texts comes first.
        hosts.sort_by_key(|(is_sending, _)| !is_sending);
        let is_sending = hosts[0].0;
        let host = hosts.into_iter().find_map(|(_, host)| host.as_ref());
        host.map(|host| match is_sending {
            true => t!("network-texts-sending-status", host),
            false => t!("network-texts-sent-status", host),
        })
    });
    let count = use_state(|state| (state.network.n_elsewhere(), state.network.n_asked()));
    let offline = use_state(|state| match state.network.offline {
        OfflineState::Unknown => "unknown",
        OfflineState::Storing => "storing",
        OfflineState::Ready => "ready",
        OfflineState::No(_) => "no",
    });
    let embeds = use_state(|state| match state.network.embeds {
        true => "yes",
        false => "no",
    });
    let warns = move || sending.read().is_some() || count.get().0 > 0;
    let words = move || {
        let elsewhere = match count.get().0 {
            0 => t!("network-private-status"),
            _ => t!("network-foreign-requests-status"),
        };
        sending.get().unwrap_or(elsewhere)
    };
    view! {
        <button type="button" class="private" id="network" class:sending=warns aria-haspopup="dialog"
            data-offline=move || offline.get() data-embeds=move || embeds.get()
            title=t!("network-summary-tooltip")
            on:click=move |_| app.dispatch(Msg::Network(NetworkMsg::Show))>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d={"M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"}/>
            </svg>
            <span id="privacy">{words}</span>
            <span class="count" id="network-count" data-elsewhere=move || count.get().0 data-asked=move || count.get().1>
                {move || { let (elsewhere, asked) = count.get(); t!("network-foreign-request-ratio", elsewhere, asked) }}
                <span class="where">" "{t!("network-foreign-request-target")}</span>
            </span>
        </button>
    }
}

#[component]
pub fn NetworkDialog() -> impl IntoView {
    let is_open = use_state(|state| state.network.shown);
    let network = use_state(|state| match state.network.shown {
        true => (*state.network).clone(),
        false => Network::default(),
    });
    let app = use_app();
    let close = move |()| app.dispatch(Msg::Network(NetworkMsg::Hide));
    view! {
        <LargeDialog name="network" title=t!("network-dialog-title") is_open close>
            {move || view_of(&network.read())}
        </LargeDialog>
    }
}

fn view_of(network: &Network) -> impl IntoView + use<> {
    let hosts = network.by_origin().into_iter().map(|(origin, n)| {
        let whose = match origin == network.own {
            true => t!("network-own-server"),
            false => t!("network-other-server"),
        };
        view! {
            <li data-origin=origin.to_owned() class:elsewhere=origin != network.own>
                <strong>{requests(n)}</strong> " "{t!("network-count-before-server")}" " <code>{origin.to_owned()}</code> ", " {whose}
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
            <p>{t!("network-blocked-requests-hint")}</p>
            <ul id="refused">{refused.collect_view()}</ul>
        }
    });
    view! {
        <p>{t!("network-total-before-count")}" "{requests(network.n_asked())}". "
            <strong id="went-elsewhere">{match network.n_elsewhere() {
                0 => t!("network-no-foreign-requests"),
                n => t!("network-foreign-request-count", n),
            }}</strong>
        </p>
        <ul id="origins">{hosts.collect_view()}</ul>
        {refused}
        <p id="offline">{with_lang_spans(&network.offline_words())}</p>
        <details>
            <summary>{t!("network-requests-title")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=t!("network-requests-title")>
                <table id="places">
                    <thead><tr><th scope="col">{t!("network-address-column")}</th><th scope="col">{t!("network-requester-column")}</th><th scope="col">{t!("network-count-column")}</th></tr></thead>
                    <tbody>{places.collect_view()}</tbody>
                </table>
            </div>
        </details>
        <details>
            <summary>{t!("network-limits-title")}</summary>
            <p>{t!("network-limits-listed")}" "
                {t!("network-limits-unlisted")}
                {t!("network-limits-ended-workers")}</p>
            <p>{t!("network-verify-advice")}</p>
        </details>
    }
}

fn requests(n: u32) -> String {
    t!("network-request-count", n)
}

/// The message about a newer version of the page, which the page loads only when the user requests it.
#[component]
pub fn NewVersion() -> impl IntoView {
    let newer = use_state(|state| state.network.newer);
    let other_tabs = use_state(|state| state.network.other_tabs);
    let waits = use_state(|state| state.network.wants_newer);
    let app = use_app();
    view! {
        <Show when=move || newer.get()>
            <section class="message" id="new-version" role="status">
                <div>
                    <strong>{t!("network-update-title")}</strong>" "
                    <p>{move || match other_tabs.get() {
                        _ if waits.get() => t!("network-update-unsaved-hint"),
                        None => t!("network-update-hint"),
                        Some(n) => t!("network-update-other-tabs-advice", n),
                    }}</p>
                </div>
                <div class="actions">
                    <button type="button" id="use-new-version" on:click=move |_| {
                        app.dispatch(Msg::Network(NetworkMsg::UseNewer))
                    }>{t!("network-update-button")}</button>
                </div>
            </section>
        </Show>
    }
}
