//! Passphrase dialogs, and the lock symbol of a protected project.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::t;
use crate::projects;
use crate::protection::{Dialog, Msg, PassphrasePurpose};
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::state::Msg as StateMsg;
use crate::ui::checkbox::Checkbox;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::keyboard::is_composing;
use fastgas_platform::Secret;

fn on_click_dispatch<E: 'static>(msg: impl Fn() -> Msg + 'static) -> impl Fn(E) + 'static {
    let app = use_app();
    move |_| app.dispatch(StateMsg::Protection(msg()))
}

pub fn lock_icon() -> impl IntoView {
    view! {
        <svg class="lock" viewBox="0 0 16 16" aria-hidden="true">
            <path d={"M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z"}/>
        </svg>
    }
}

#[component]
pub fn Protection() -> impl IntoView {
    let app = use_app();
    let is_protected = use_project(|open| open.storage.is_protected);
    let waits = use_state(|state| !state.can_protect());
    let is_read_only = read_only();
    view! {
        <div class="protection" role="group" aria-label=t!("protection-group-label")>
            <Show when=move || is_protected.get() fallback=move || view! {
                <Show when=move || !is_read_only.get()>
                    <button type="button" class="quiet" id="protect" aria-haspopup="dialog" disabled=move || waits.get() title=t!("protection-protect-tooltip")
                        on:click=on_click_dispatch(|| Msg::Choose(PassphrasePurpose::Protect))>{t!("protection-protect-button")}</button>
                </Show>
            }>
                <span class="faint" id="protected">{lock_icon()}" "{t!("protection-protected-status")}</span>
                <button type="button" id="lock-now" title=t!("protection-lock-tooltip")
                    on:click=move |_| app.dispatch(StateMsg::Projects(projects::Msg::New))>{t!("protection-lock-button")}</button>
                <Show when=move || !is_read_only.get()>
                    <button type="button" class="quiet" id="change-passphrase" aria-haspopup="dialog" disabled=move || waits.get()
                        on:click=on_click_dispatch(|| Msg::Choose(PassphrasePurpose::Change))>{t!("protection-change-button")}</button>
                    <button type="button" class="quiet" id="remove-protection" aria-haspopup="dialog" disabled=move || waits.get()
                        on:click=on_click_dispatch(|| Msg::Remove)>{t!("protection-remove-button")}</button>
                </Show>
            </Show>
        </div>
    }
}

/// The passphrase is chosen before the project exists, so that its texts are never stored without encryption.
#[component]
pub fn NextProtection() -> impl IntoView {
    let is_next = use_state(|state| state.protection.next);
    view! {
        <p class="cache faint protection" id="next-protection">
            <Show when=move || is_next.get() fallback=|| view! {
                <button type="button" class="quiet" id="protect-next" aria-haspopup="dialog" title=t!("protection-next-project-tooltip")
                    on:click=on_click_dispatch(|| Msg::Choose(PassphrasePurpose::Next))>{t!("protection-next-project-button")}</button>
            }>
                <span role="status">{lock_icon()}" "{t!("protection-next-project-status")}</span>
                <button type="button" class="quiet" id="forget-next" on:click=on_click_dispatch(|| Msg::ForgetNext)>{t!("protection-next-project-cancel-button")}</button>
            </Show>
        </p>
    }
}

#[component]
fn PassphraseField(
    id: &'static str,
    label: String,
    typed: RwSignal<String>,
    is_shown: RwSignal<bool>,
    #[prop(into)] enter: Callback<()>,
    described_by: &'static str,
    #[prop(into)] is_wrong: Signal<bool>,
    #[prop(optional)] field: NodeRef<html::Input>,
) -> impl IntoView {
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !is_composing(&event) {
            event.prevent_default();
            enter.run(());
        }
    };
    view! {
        <label class="passphrase-field">
            <span>{label}</span>
            // The field is neither in a form nor of type `password`, so that no browser offers to save the passphrase.
            // CSS hides the characters of the passphrase.
            <input id=id node_ref=field type="text" class:secret=move || !is_shown.get() form="" autocomplete="off" spellcheck="false"
                translate="no" dir="auto" prop:value=typed aria-describedby=described_by aria-invalid=move || is_wrong.get().to_string()
                on:input:target=move |event| typed.set(event.target().value()) on:keydown=on_key/>
        </label>
    }
}

#[component]
fn ShowPassphrase(id: &'static str, is_shown: RwSignal<bool>) -> impl IntoView {
    view! {
        <Checkbox class="on-off" id checked=is_shown change=move |shows: bool| is_shown.set(shows)>
            {t!("protection-show-passphrase-label")}
        </Checkbox>
    }
}

#[component]
pub fn UnlockDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let app = use_app();
    let words = use_state(|state| match &state.protection.dialog {
        Some(Dialog::Ask(asking)) => Some(asking.words()),
        _ => None,
    });
    show_while(dialog, Signal::derive(move || words.read().is_some()));
    let give_up = move || app.dispatch(StateMsg::Protection(Msg::GiveUp));
    view! {
        <dialog node_ref=dialog id="unlock-dialog" class="passphrase" aria-labelledby="unlock-title" aria-describedby="unlock-words"
            on:cancel=move |event: ev::Event| { event.prevent_default(); give_up() }>
            {dialog_head("unlock", t!("protection-passphrase-label"), give_up)}
            {move || words.get().map(|words| view! { <p id="unlock-words">{words}</p><Unlock/> })}
        </dialog>
    }
}

#[component]
fn Unlock() -> impl IntoView {
    let app = use_app();
    let state = use_state(|state| match &state.protection.dialog {
        Some(Dialog::Ask(asking)) => (asking.is_busy, asking.problem.clone()),
        _ => (false, None),
    });
    let (typed, is_shown) = (RwSignal::new(String::new()), RwSignal::new(false));
    let field = NodeRef::<html::Input>::new();
    // The field receives focus when the dialog opens and after a wrong passphrase.
    Effect::new(move |_| {
        if let (Some(field), (false, _)) = (field.get(), state.get()) {
            let _ = field.focus();
        }
    });
    let is_empty = move || typed.read().is_empty();
    let open = move || {
        if !typed.read_untracked().is_empty() {
            let passphrase = Secret(typed.get_untracked());
            app.dispatch(StateMsg::Protection(Msg::Answer(passphrase)));
        }
    };
    view! {
        <PassphraseField id="passphrase" label=t!("protection-passphrase-label") typed is_shown enter=move |()| open() described_by="passphrase-problem"
            is_wrong=Signal::derive(move || state.get().1.is_some()) field/>
        <p class="problem" id="passphrase-problem" role="alert">{move || state.get().1}</p>
        <ShowPassphrase id="show-passphrase" is_shown/>
        <div class="actions">
            <button type="button" on:click=on_click_dispatch(|| Msg::GiveUp)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="unlock" disabled=move || is_empty() || state.get().0
                on:click=move |_| open()>{move || if state.get().0 { t!("protection-unlocking-status") } else { t!("protection-unlock-button") }}</button>
        </div>
    }
}

/// The user enters the new passphrase twice.
#[component]
pub fn ChooseDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let app = use_app();
    let purpose = use_state(|state| match &state.protection.dialog {
        Some(Dialog::Choose(choosing)) => Some(choosing.purpose),
        _ => None,
    });
    show_while(dialog, Signal::derive(move || purpose.read().is_some()));
    let stop = move || app.dispatch(StateMsg::Protection(Msg::StopChoosing));
    view! {
        <dialog node_ref=dialog id="protect-dialog" class="passphrase" aria-labelledby="protect-title" aria-describedby="protect-lost"
            on:cancel=move |event: ev::Event| { event.prevent_default(); stop() }>
            {dialog_head("protect", t!("protection-dialog-title"), stop)}
            {move || purpose.get().map(|purpose| view! { <Choose purpose/> })}
        </dialog>
    }
}

#[component]
fn Choose(purpose: PassphrasePurpose) -> impl IntoView {
    let app = use_app();
    let state = use_state(|state| match &state.protection.dialog {
        Some(Dialog::Choose(choosing)) => (choosing.is_busy, choosing.problem.clone()),
        _ => (false, None),
    });
    let [first, second] = [RwSignal::new(String::new()), RwSignal::new(String::new())];
    let is_shown = RwSignal::new(false);
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
    let is_short = Memo::new(move |_| !Secret(first.get()).fits());
    let is_ready = Memo::new(move |_| !is_short.get() && first.get() == second.get());
    // Reports a problem only after the user has typed into the field with the problem.
    let lacks = move || match (first.read().is_empty(), second.read().is_empty()) {
        (false, _) if is_short.get() => Some(t!("protection-too-short-problem")),
        (_, false) if !is_ready.get() => Some(t!("protection-mismatch-problem")),
        _ => None,
    };
    let message = move || state.get().1.or_else(lacks);
    let choose = move || {
        if is_ready.get_untracked() {
            let passphrase = Secret(first.get_untracked());
            app.dispatch(StateMsg::Protection(Msg::Chosen(passphrase)));
        }
    };
    let (what, earlier) = match purpose {
        PassphrasePurpose::Next => (t!("protection-next-project-hint"), None),
        PassphrasePurpose::Protect => (t!("protection-protect-hint"), Some(t!("protection-earlier-files-hint"))),
        PassphrasePurpose::Change => (
            t!("protection-change-hint"),
            Some(t!("protection-former-passphrase-hint")),
        ),
    };
    let done = match purpose {
        PassphrasePurpose::Next => t!("protection-next-project-confirm-button"),
        PassphrasePurpose::Protect => t!("protection-protect-confirm-button"),
        PassphrasePurpose::Change => t!("protection-change-confirm-button"),
    };
    let wrong = Signal::derive(move || message().is_some());
    view! {
        <p>{what}</p>
        <p class="note" id="protect-lost"><strong>{t!("protection-lost-passphrase-hint")}</strong></p>
        {earlier.map(|words| view! { <p class="hint">{words}</p> })}
        <p class="hint">{t!("protection-names-readable-hint")}</p>
        <PassphraseField id="new-passphrase" label=t!("protection-new-passphrase-label") typed=first is_shown enter=move |()| choose() described_by="protect-problem" is_wrong=wrong field/>
        <PassphraseField id="same-passphrase" label=t!("protection-repeat-passphrase-label") typed=second is_shown enter=move |()| choose() described_by="protect-problem" is_wrong=wrong/>
        <p class="problem" id="protect-problem" role="alert">{message}</p>
        <ShowPassphrase id="show-new-passphrase" is_shown/>
        <div class="actions">
            <button type="button" disabled=move || state.get().0 on:click=on_click_dispatch(|| Msg::StopChoosing)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="use-passphrase" disabled=move || !is_ready.get() || state.get().0
                on:click=move |_| choose()>{move || if state.get().0 { t!("protection-encrypting-status") } else { done.clone() }}</button>
        </div>
    }
}
