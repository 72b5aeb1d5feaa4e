//! In which language the page is.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen_futures::spawn_local;

use super::dom::{leave_field, mounted};
use super::in_tongues;
use crate::words::{Language, Messages, core, language, say, speak};
use fastgas_platform::{declare_language, fetch_words, fragment, keep_language, kept_language, read_languages};

/// The language in use, as the page knows it.
#[derive(Clone, Copy)]
pub struct Speaking {
    /// The components are made anew when it changes.
    pub language: RwSignal<Language>,
    /// Why the language that was wanted last is not in use.
    problem: RwSignal<Option<String>>,
    /// Whether a person chose it on this visit.
    was_chosen: StoredValue<bool>,
}

/// The language that the page begins in.
fn wanted() -> Language {
    let asked = fragment().strip_prefix("lang=").and_then(Language::of_tag);
    if let Some(asked) = asked {
        keep_language(asked.code());
    }
    let chosen = asked.or_else(|| Language::of_tag(&kept_language()?));
    let read = || read_languages().iter().find_map(|tag| Language::of_tag(tag));
    chosen.or_else(read).unwrap_or_default()
}

/// Speaks the language that is wanted, then shows the page: at once in English, else when the messages are there.
pub fn begin(show: impl FnOnce(Speaking) + 'static) {
    let shown = move |problem: Option<String>| {
        show(Speaking {
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

/// Speaks that language from now on.
///
/// # Errors
/// Why not, in words of the language that stays.
async fn change_to(wanted: Language) -> Result<(), String> {
    let own = match wanted {
        Language::English => None,
        _ => Some(messages(wanted).await.map_err(|problem| {
            let language = wanted.own_name();
            say!("language-not-had", language, problem)
        })?),
    };
    speak(wanted, own);
    declare_language(wanted.code());
    Ok(())
}

async fn messages(wanted: Language) -> Result<Messages, String> {
    let source = fetch_words(wanted.code()).await;
    let source = source.map_err(|error| core::as_said(&error.to_string()))?;
    Messages::read(&source).map_err(|error| core::as_said(&error.to_string()))
}

impl Speaking {
    fn choose(self, wanted: Language) {
        spawn_local(async move {
            let changed = change_to(wanted).await;
            if changed.is_ok() {
                keep_language(wanted.code());
                self.was_chosen.set_value(true);
                // All fields are made anew: what was typed into one is taken before.
                leave_field();
                self.language.set(wanted);
            }
            self.problem.set(changed.err());
        });
    }
}

/// The languages, each by its own name.
#[component]
pub fn LanguageChoice() -> impl IntoView {
    let speaking = expect_context::<Speaking>();
    let field = NodeRef::<html::Select>::new();
    // The former field went with the former language, and the focus with it.
    Effect::new(move |_| {
        if let Some(field) = field.get().filter(|_| speaking.was_chosen.get_value()) {
            speaking.was_chosen.set_value(false);
            let _ = field.focus();
        }
    });
    let choose = move |event: ev::Event| {
        if let Some(wanted) = Language::of_tag(&event_target_value(&event)) {
            speaking.choose(wanted);
        }
    };
    let option = move |each: Language| {
        view! {
            <option value=each.code() lang=each.code() prop:selected=move || speaking.language.get() == each>{each.own_name()}</option>
        }
    };
    view! {
        <select id="language" class="quiet" node_ref=field aria-label=say!("language-of-page") on:change=mounted(choose)>
            {Language::ALL.map(option)}
        </select>
        <span class="problem" role="alert">{move || speaking.problem.get().map(|problem| in_tongues(&problem))}</span>
    }
}
