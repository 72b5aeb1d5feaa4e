//! Prompt settings: template, demonstrations and output format.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::prompts::{Form, Msg, PromptField, built_in};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state;
use crate::ui::dom::mounted;
use crate::ui::{capitalized, with_lang_spans};
use fastgas_annotation::retrieve::{BUILT_IN, BuiltIn};

/// Maximum number of columns in the list of placeholders for the template.
const MAX_LISTED_COLUMNS: usize = 40;

/// The value of the user's own template in the list of templates.
const OWN_TEMPLATE: &str = "own";

#[component]
pub fn PromptSettings() -> impl IntoView {
    let form = use_state(|state| state.prompts.form.clone());
    let is_random = move || form.read().is_random;
    view! {
        <TemplateField/>
        <NumberField id="shots" name=t!("prompts-demonstrations-label") place=PromptField::Shots hint=t!("prompts-demonstrations-hint")
            value=Signal::derive(move || form.read().shots.clone()) set=|form, value| form.shots = value/>
        <RetrievalField form/>
        <Show when=is_random>
            <NumberField id="prompt-seed" name=t!("common-seed") place=PromptField::Seed hint=t!("prompts-seed-hint")
                value=Signal::derive(move || form.read().seed.clone()) set=|form, value| form.seed = value/>
        </Show>
        <Show when=move || !is_random()><GivenEmbeddings/></Show>
        <NumberField id="max-tokens" name=t!("prompts-max-tokens-label") place=PromptField::MaxTokens placeholder=t!("prompts-max-tokens-placeholder")
            hint=t!("prompts-max-tokens-hint")
            value=Signal::derive(move || form.read().max_tokens.clone()) set=|form, value| form.max_tokens = value/>
        <FormField/>
    }
}

#[component]
fn TemplateField() -> impl IntoView {
    let template = use_project(|project| project.view.prompt.template.clone());
    let own = use_project(|project| project.view.prompt.own_template.clone());
    let fitting = use_project(|project| {
        BUILT_IN
            .map(|built_in| project.has_columns_of(&built_in.template()))
            .to_vec()
    });
    let placeholders = use_project(|project| {
        let columns = project.source.pool.columns().iter().enumerate();
        let others =
            columns.filter(|&(column, name)| column != project.source.text_column && name != "text" && name != "label");
        others
            .map(|(_, name)| name.clone())
            .take(MAX_LISTED_COLUMNS)
            .collect::<Vec<_>>()
    });
    let options = move || {
        let fits = fitting.get();
        let option = |(BuiltIn { name, task, source }, fits): (BuiltIn, bool)| {
            view! {
                <option value=name disabled=!fits selected=move || *template.read() == source>
                    {format!("{name}: {}", core_messages::named("task", name, task))} {(!fits).then(|| t!("prompts-template-unavailable"))}
                </option>
            }
        };
        BUILT_IN.into_iter().zip(fits).map(option).collect_view()
    };
    let is_own = Memo::new(move |_| built_in(&template.read()).is_none());
    let choose = edit(move |value| {
        let chosen = BuiltIn::named(&value).map(|built_in| built_in.source.to_owned());
        Msg::EditTemplate(chosen.unwrap_or_else(|| own.get_untracked()))
    });
    let wrong = use_state(|state| {
        state
            .prompts
            .problem
            .as_ref()
            .is_some_and(|problem| problem.place == PromptField::Template)
    });
    view! {
        <label for="template">{t!("common-template-label")}</label>
        <select id="template" on:change=mounted(choose)>
            {options}
            <Show when=move || is_own.get() || !own.read().is_empty()>
                <option value=OWN_TEMPLATE selected=move || is_own.get()>{t!("prompts-template-own")}</option>
            </Show>
        </select>
        <div class="field tall" class:wrong=move || wrong.get()>
            <textarea id="template-text" rows="4" spellcheck="false" aria-label=t!("prompts-template-text-label")
                aria-invalid=move || wrong.get().to_string() aria-describedby="template-hint"
                prop:value=template on:input=edit(Msg::EditTemplate)></textarea>
            <p class="hint" id="template-hint" aria-live="polite">
                <ProblemAt place=PromptField::Template/>
                <Show when=move || !wrong.get()>
                    {t!("prompts-template-edit-hint")}" " <code>"{text}"</code> " "{t!("prompts-template-text-meaning")}" " <code>"{label}"</code> " "{t!("prompts-template-label-meaning")}
                    {move || {
                        let placeholders = placeholders.get();
                        let named = |name: String| view! { " " <code>"{"<bdi>{name}</bdi>"}"</code> };
                        (!placeholders.is_empty()).then(|| view! { {t!("prompts-template-other-columns")} {placeholders.into_iter().map(named).collect_view()} })
                    }}
                    "."
                </Show>
            </p>
        </div>
    }
}

#[component]
fn RetrievalField(form: Memo<Form>) -> impl IntoView {
    let change = edit_form(|form, value| form.is_random = value == "random");
    let is_random = move || form.read().is_random;
    view! {
        <label class="field">
            <span>{t!("prompts-retrieval-label")}</span>
            <select id="retrieval" on:change=mounted(change)>
                <option value="similar" selected=move || !is_random()>{t!("prompts-retrieval-similar")}</option>
                <option value="random" selected=is_random>{t!("prompts-retrieval-random")}</option>
            </select>
        </label>
    }
}

/// The note names the encoder that embeds the query of the prompt in a project with imported embeddings.
/// The imported embeddings cannot be used for the query, because they contain only the texts of the project.
#[component]
fn GivenEmbeddings() -> impl IntoView {
    let given = use_state(|state| {
        let file = state.project.as_ref()?.source.embeddings.as_ref()?;
        Some((file.name.clone(), state.encoder.name().name))
    });
    move || {
        given.get().map(|(file, encoder)| {
            view! {
                <p class="note" id="prompt-encoder">
                    {t!("prompts-query-encoder-hint", file = isolated(&file), encoder = isolated(&encoder))}
                </p>
            }
        })
    }
}

#[component]
fn FormField() -> impl IntoView {
    let as_chat = use_project(|project| project.view.prompt.as_chat);
    view! {
        <label class="field">
            <span>{t!("prompts-form-label")}</span>
            <select id="prompt-form" on:change=mounted(edit(|value| Msg::SetChat(value == "chat")))>
                <option value="text" selected=move || !as_chat.get()>{t!("prompts-form-text")}</option>
                <option value="chat" selected=move || as_chat.get()>{t!("prompts-form-chat")}</option>
            </select>
        </label>
    }
}

#[component]
fn NumberField(
    id: &'static str,
    name: String,
    place: PromptField,
    hint: String,
    #[prop(default = String::new())] placeholder: String,
    value: Signal<String>,
    set: fn(&mut Form, String),
) -> impl IntoView {
    let wrong = use_state(move |state| {
        state
            .prompts
            .problem
            .as_ref()
            .is_some_and(|problem| problem.place == place)
    });
    view! {
        <div class="field" class:wrong=move || wrong.get()>
            <label for=id>{name}</label>
            <input id=id type="text" inputmode="numeric" autocomplete="off" placeholder=placeholder prop:value=value
                aria-invalid=move || wrong.get().to_string() aria-describedby=format!("{id}-hint") on:input=edit_form(set)/>
            <div id=format!("{id}-hint") class="hint" aria-live="polite">
                <Show when=move || wrong.get() fallback=move || hint.clone()><ProblemAt place/></Show>
            </div>
        </div>
    }
}

#[component]
fn ProblemAt(place: PromptField) -> impl IntoView {
    let problem = use_state(move |state| state.prompts.problem.clone().filter(|problem| problem.place == place));
    move || {
        problem.get().map(|problem| {
            view! { <span class="problem">"⚠ " {with_lang_spans(&capitalized(&problem.problem))} ". " {problem.advice}</span> }
        })
    }
}

fn edit_form(change: impl Fn(&mut Form, String) + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    move |event| {
        let mut form = app.state().with_untracked(|state| state.prompts.form.clone());
        change(&mut form, event_target_value(&event));
        app.dispatch(state::Msg::Prompt(Msg::EditForm(form)));
    }
}

pub(crate) fn edit(msg: impl Fn(String) -> Msg + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    move |event| app.dispatch(state::Msg::Prompt(msg(event_target_value(&event))))
}
