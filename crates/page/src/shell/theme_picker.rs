//! The menu for choosing the light theme, the dark theme or the theme of the system.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::t;
use crate::ui::dom::mounted;
use fastgas_platform::{Theme, store_theme, stored_theme};

/// All menus for the theme show the same value.
#[derive(Clone, Copy)]
pub struct ThemeState(RwSignal<Theme>);

impl ThemeState {
    /// The stored theme of the page, which `www/theme.js` has already applied.
    pub fn stored() -> ThemeState {
        ThemeState(RwSignal::new(stored_theme()))
    }
}

/// On narrow screens, the menu in the header shows only the symbol of the chosen theme.
#[component]
pub fn ThemeChoice(id: &'static str) -> impl IntoView {
    let ThemeState(chosen) = expect_context::<ThemeState>();
    let choose = move |event: ev::Event| {
        if let Some(theme) = Theme::of_name(&event_target_value(&event)) {
            store_theme(theme);
            chosen.set(theme);
        }
    };
    let option = move |theme: Theme| {
        let words = match theme {
            Theme::System => t!("shell-theme-system"),
            Theme::Light => t!("shell-theme-light"),
            Theme::Dark => t!("shell-theme-dark"),
        };
        view! { <option value=theme.name() prop:selected=move || chosen.get() == theme>{words}</option> }
    };
    view! {
        <select id=id class="quiet theme" aria-label=t!("shell-theme-label") title=t!("shell-theme-label") on:change=mounted(choose)>
            {Theme::ALL.map(option)}
        </select>
    }
}

/// The theme in the settings of an open project. It is visible only if the header has no space for the menu.
#[component]
pub fn ThemeField() -> impl IntoView {
    view! {
        <section class="panel theme-field">
            <label class="field">
                <span>{t!("shell-theme-label")}</span>
                <ThemeChoice id="settings-theme"/>
            </label>
        </section>
    }
}
