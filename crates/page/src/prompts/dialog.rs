//! The dialog for trying a prompt: the query text, the prompt settings, and the resulting prompt.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::prompts::settings_form::{PromptSettings, edit};
use crate::prompts::{BuiltPrompt, Msg, PromptField, PromptProblem};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state;
use crate::ui::dialog::LargeDialog;
use crate::ui::{capitalized, with_lang_spans};
use fastgas_annotation::retrieve::{ChatMessage, Prompt, Shot};

/// The content of a closed dialog stays in the document until the dialog is opened again.
#[component]
pub fn PromptDialog() -> impl IntoView {
    let is_open = use_state(|state| state.prompts.is_open);
    let close = act(|| Msg::Close);
    let stay = |event: ev::SubmitEvent| event.prevent_default();
    view! {
        <LargeDialog name="prompt" class="prompting" title=t!("prompts-dialog-title") is_open close=move |()| close()>
            <div class="prompting-columns">
                <form class="prompt-query" on:submit=stay><QueryText/><QueryColumns/></form>
                <section class="prompt-shown" aria-label=t!("prompts-prompt-label")><Shown/><PromptActions/></section>
                <form class="prompt-settings" novalidate on:submit=stay><PromptSettings/></form>
            </div>
        </LargeDialog>
    }
}

#[component]
fn QueryText() -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // Focusing fails only if the field has already been removed.
            let _ = field.focus();
        }
    });
    let text = use_state(|state| state.prompts.query.text.clone());
    view! {
        <label for="query">{t!("prompts-query-label")}</label>
        <textarea id="query" node_ref=field autofocus rows="4" dir="auto" placeholder=t!("prompts-query-placeholder")
            prop:value=text on:input=edit(Msg::EditText)></textarea>
    }
}

/// One field for each column that the template uses in addition to the text column.
#[component]
fn QueryColumns() -> impl IntoView {
    let columns = use_state(|state| state.prompts.columns.clone());
    let field = |(place, column): (usize, String)| {
        let (name, id) = (column.clone(), format!("query-column-{place}"));
        let text = use_state(move |state| state.prompts.query.columns.get(&name).cloned().unwrap_or_default());
        let set = {
            let column = column.clone();
            move |text| Msg::EditColumn {
                column: column.clone(),
                text,
            }
        };
        view! {
            <label for=id.clone()>{t!("prompts-column-label")}" " <code>{column}</code></label>
            <textarea id=id rows="2" prop:value=text on:input=edit(set)></textarea>
        }
    };
    let columns = move || columns.get().into_iter().enumerate();
    view! { <For each=columns key=|column| column.clone() let(column)>{field(column)}</For> }
}

#[component]
fn Shown() -> impl IntoView {
    let made = use_state(|state| state.prompts.made.clone());
    let problem = use_state(|state| state.prompts.problem.clone());
    let is_making = use_state(|state| state.prompts.is_making);
    let as_chat = use_project(|project| project.view.prompt.as_chat);
    let paper = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(paper) = paper.get().filter(|_| made.read().is_some()) {
            // Scrolls to the end of the prompt, where the query follows the most similar labeled text.
            paper.set_scroll_top(paper.scroll_height());
        }
    });
    let elsewhere = move || problem.get().filter(|problem| problem.place == PromptField::Elsewhere);
    let nothing = move || match (problem.read().is_some(), is_making.get()) {
        (true, _) => t!("prompts-blocked-status"),
        (false, true) => t!("prompts-making-status"),
        (false, false) => t!("prompts-empty-hint"),
    };
    view! {
        <div aria-live="polite">
            {move || elsewhere().map(|PromptProblem { problem, advice, .. }| view! {
                <p class="note caution" id="prompt-problem">{with_lang_spans(&capitalized(&problem))} ". " {advice}</p>
            })}
        </div>
        <div class="prompt-paper" node_ref=paper class:old=move || is_making.get() aria-busy=move || is_making.get().to_string() tabindex="0" role="group" aria-label=t!("prompts-prompt-label")>
            {move || match (made.get(), as_chat.get()) {
                (None, _) => view! { <p class="faint">{nothing}</p> }.into_any(),
                (Some(made), true) => view! { <Chat messages=made.prompt.messages()/> }.into_any(),
                (Some(made), false) => view! { <Text prompt=made.prompt/> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn Text(prompt: Prompt) -> impl IntoView {
    let shown = prompt.text();
    let Prompt { shots, behind, .. } = prompt;
    let mut rest = shown.as_str();
    let shots = shots.into_iter().map(|Shot { input, label }| {
        let after = format!("{behind}\n\n");
        rest = &rest[input.len() + label.len() + after.len()..];
        view! { <span class="shot">{input}<mark>{label}</mark>{after}</span> }
    });
    let shots = shots.collect_view();
    view! { <pre id="prompt-text">{shots}<b>{rest.to_owned()}</b></pre> }
}

#[component]
fn Chat(messages: Vec<ChatMessage>) -> impl IntoView {
    let message = |ChatMessage { role, content }| {
        view! { <li class=role><span class="faint">{role}</span><p>{content}</p></li> }
    };
    view! { <ol id="prompt-chat" class="chat">{messages.into_iter().map(message).collect_view()}</ol> }
}

#[component]
fn PromptActions() -> impl IntoView {
    let made = use_state(|state| state.prompts.made.clone());
    let limit = use_project(|project| project.view.prompt.config.max_tokens);
    let as_chat = use_project(|project| project.view.prompt.as_chat);
    let is_copied = use_state(|state| state.prompts.is_copied);
    let none = move || made.read().is_none();
    let n_proposed = move || made.read().as_ref().map_or(0, |made| made.n_proposed);
    let (copy, save) = (act(|| Msg::Copy), act(|| Msg::Save));
    view! {
        <div class="prompt-foot">
            <p id="prompt-length" class="faint" role="status" data-tokens=move || made.read().as_ref().map(|made| made.tokens.to_string())>
                {move || made.get().map(|made| length(&made, limit.get()))}
            </p>
            <p id="prompt-proposed" class="faint" role="status">
                {move || match n_proposed() {
                    0 => None,
                    n => Some(t!("prompts-proposed-hint", n = grouped(n as u64))),
                }}
            </p>
            <p class="problem" role="status">
                {move || (is_copied.get() == Some(false)).then(|| t!("prompts-copy-failed-problem"))}
            </p>
            <div class="actions">
                <button type="button" id="copy-prompt" class="primary" disabled=none on:click=move |_| copy()>
                    {move || if is_copied.get() == Some(true) { t!("prompts-copied-status") } else { t!("prompts-copy-button") }}
                </button>
                <button type="button" id="save-prompt" disabled=none on:click=move |_| save()>
                    {move || if as_chat.get() { t!("prompts-save-jsonl-button") } else { t!("prompts-save-txt-button") }}
                </button>
            </div>
        </div>
    }
}

fn length(made: &BuiltPrompt, limit: Option<u32>) -> String {
    let (shots, tokens) = (made.prompt.shots.len(), made.tokens);
    let above = match limit {
        Some(limit) if tokens > limit => t!("prompts-length-above-limit", limit = grouped(limit.into())),
        _ => String::new(),
    };
    t!(
        "prompts-length-status",
        shots,
        tokens = grouped(tokens.into()),
        counted_by = isolated(&made.counted_by),
        above
    )
}

fn act(msg: fn() -> Msg) -> impl Fn() + Copy + Send + Sync + 'static {
    let app = use_app();
    move || app.dispatch(state::Msg::Prompt(msg()))
}
