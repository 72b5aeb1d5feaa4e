//! The field where the user chooses the page's language.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen_futures::spawn_local;

use crate::i18n::core_messages;
use crate::i18n::{Language, Messages, language, set_language, split_language, t};
use crate::ui::dom::{leave_field, mounted};
use crate::ui::page_history;
use crate::ui::with_lang_spans;
use fastgas_platform::{declare_language, fetch_words, fragment, read_languages, store_language, stored_language};

#[derive(Clone, Copy)]
pub struct LanguageState {
    /// The language of the page. A change rebuilds all components.
    pub language: RwSignal<Language>,
    problem: RwSignal<Option<String>>,
    /// Whether the user has just changed the language in the field.
    /// After the change, the field is rebuilt and must receive focus again.
    was_chosen: StoredValue<bool>,
}

fn linked() -> Option<Language> {
    let fragment = fragment();
    split_language(&fragment).0.and_then(Language::of_tag)
}

/// The initial language: from the page's address, else the user's stored choice, else the browser's languages.
fn wanted() -> Language {
    let asked = linked();
    if let Some(asked) = asked {
        store_language(asked.code());
    }
    let chosen = asked.or_else(|| Language::of_tag(&stored_language()?));
    let read = || read_languages().iter().find_map(|tag| Language::of_tag(tag));
    chosen.or_else(read).unwrap_or_default()
}

/// Loads the messages of the initial language before the page is shown. English messages are part of the page.
pub fn begin(show: impl FnOnce(LanguageState) + 'static) {
    let shown = move |problem: Option<String>| {
        show(LanguageState {
            language: RwSignal::new(language()),
            problem: RwSignal::new(problem),
            was_chosen: StoredValue::new(false),
        });
    };
    match wanted() {
        Language::English => shown(None),
        wanted => spawn_local(async move { shown(change_to(wanted).await.err()) }),
    }
}

/// If the messages of the language cannot be loaded, returns the reason as an error and keeps the current language.
async fn change_to(wanted: Language) -> Result<(), String> {
    let own = match wanted {
        Language::English => None,
        _ => Some(messages(wanted).await.map_err(|problem| {
            let language = wanted.own_name();
            t!("i18n-language-problem", language, problem)
        })?),
    };
    set_language(wanted, own);
    declare_language(wanted.code());
    Ok(())
}

async fn messages(wanted: Language) -> Result<Messages, String> {
    let source = fetch_words(wanted.code()).await;
    let source = source.map_err(|error| core_messages::quote_untranslated(&error.to_string()))?;
    Messages::read(&source).map_err(|error| core_messages::quote_untranslated(&error.to_string()))
}

impl LanguageState {
    pub fn follow_links(self) {
        page_history::on_link(move || {
            if let Some(wanted) = linked().filter(|wanted| *wanted != language()) {
                self.change(wanted, false);
            }
        });
    }

    fn change(self, wanted: Language, is_of_field: bool) {
        spawn_local(async move {
            let changed = change_to(wanted).await;
            if changed.is_ok() {
                store_language(wanted.code());
                self.was_chosen.set_value(is_of_field);
                // Remove the focus before the rebuild, because a field saves its input when it loses the focus.
                leave_field();
                self.language.set(wanted);
            }
            self.problem.set(changed.err());
        });
    }
}

/// The field shows each language's name in that language.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let speaking = expect_context::<LanguageState>();
    let field = NodeRef::<html::Select>::new();
    // Rebuilding the page removed the focus from the language field.
    Effect::new(move |_| {
        if let Some(field) = field.get().filter(|_| speaking.was_chosen.get_value()) {
            speaking.was_chosen.set_value(false);
            let _ = field.focus();
        }
    });
    let choose = move |event: ev::Event| {
        if let Some(wanted) = Language::of_tag(&event_target_value(&event)) {
            speaking.change(wanted, true);
        }
    };
    let option = move |each: Language| {
        view! {
            <option value=each.code() lang=each.code() prop:selected=move || speaking.language.get() == each>{each.own_name()}</option>
        }
    };
    view! {
        <select id="language" class="quiet" node_ref=field aria-label=t!("i18n-language-label") on:change=mounted(choose)>
            {Language::ALL.map(option)}
        </select>
        <span class="problem" role="alert">{move || speaking.problem.get().map(|problem| with_lang_spans(&problem))}</span>
    }
}
