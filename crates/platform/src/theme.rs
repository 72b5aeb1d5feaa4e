//! The color theme: the user's choice, or by default the theme of the system.
//! `www/theme.js` applies the theme, even before the program is loaded.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::local_storage::{get_item, set_item};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = fastgasTheme)]
    fn show(name: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// `www/theme.js` also reads this key of `localStorage`.
const KEY: &str = "fastgas-theme";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The page uses the theme of the operating system or browser.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// The name of the theme. `www/theme.js` uses the same names.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub fn of_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// If no theme is stored or the browser refuses access, the theme is [`Theme::System`].
pub fn stored_theme() -> Theme {
    let kept = get_item(KEY).ok().flatten();
    kept.and_then(|name| Theme::of_name(&name)).unwrap_or_default()
}

/// If the browser refuses to store the theme, the theme applies until the page is closed.
pub fn store_theme(theme: Theme) {
    if show(theme.name()).is_err() {
        console_error("theme.js is missing: the theme does not change");
    }
    let _ = set_item(KEY, theme.name());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theme_names_are_those_of_the_script() {
        let script = include_str!("../../../www/theme.js");
        assert!(script.contains(&format!("const KEY = \"{KEY}\";")));
        let (_, conditions) = script.split_once("const CONDITIONS = {").expect("the conditions");
        let (conditions, _) = conditions.split_once('}').expect("their end");
        let names: Vec<&str> = conditions
            .split(", ")
            .filter_map(|pair| Some(pair.split_once(':')?.0.trim()))
            .collect();
        assert_eq!(names, Theme::ALL.map(Theme::name));
        for theme in Theme::ALL {
            assert_eq!(Theme::of_name(theme.name()), Some(theme));
        }
        assert_eq!(Theme::of_name("sepia"), None);
    }
}
