//! On/off settings that apply to all projects in this browser.

use super::local_storage::{get_item, set_item};

const ON: &str = "on";
const OFF: &str = "off";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    SingleKeys,
    /// True if exported spreadsheets have an apostrophe before each formula, so that no program runs the formula.
    GuardFormulas,
    /// True if exported files contain the time each text was labeled, and how long the labeling took.
    TellTimes,
    /// True if exported tables start with the columns that the page adds, as in earlier versions.
    OwnColumnsFirst,
    LargeText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    single_keys: bool,
    guard_formulas: bool,
    tell_times: bool,
    own_columns_first: bool,
    large_text: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            single_keys: true,
            guard_formulas: false,
            tell_times: false,
            own_columns_first: false,
            large_text: false,
        }
    }
}

impl Preferences {
    /// The stored settings. Settings that were never changed have their default value.
    pub fn stored() -> Preferences {
        let mut choices = Preferences::default();
        for choice in [
            Preference::SingleKeys,
            Preference::GuardFormulas,
            Preference::TellTimes,
            Preference::OwnColumnsFirst,
            Preference::LargeText,
        ] {
            match get_item(choice.key()).ok().flatten().as_deref() {
                Some(ON) => choices.choose(choice, true),
                Some(OFF) => choices.choose(choice, false),
                _ => {}
            }
        }
        choices
    }

    pub const fn is_on(&self, choice: Preference) -> bool {
        match choice {
            Preference::SingleKeys => self.single_keys,
            Preference::GuardFormulas => self.guard_formulas,
            Preference::TellTimes => self.tell_times,
            Preference::OwnColumnsFirst => self.own_columns_first,
            Preference::LargeText => self.large_text,
        }
    }

    pub const fn choose(&mut self, choice: Preference, on: bool) {
        *match choice {
            Preference::SingleKeys => &mut self.single_keys,
            Preference::GuardFormulas => &mut self.guard_formulas,
            Preference::TellTimes => &mut self.tell_times,
            Preference::OwnColumnsFirst => &mut self.own_columns_first,
            Preference::LargeText => &mut self.large_text,
        } = on;
    }
}

impl Preference {
    const fn key(self) -> &'static str {
        match self {
            Preference::SingleKeys => "fastgas-single-keys",
            Preference::GuardFormulas => "fastgas-guard-formulas",
            Preference::TellTimes => "fastgas-tell-times",
            Preference::OwnColumnsFirst => "fastgas-own-columns-first",
            Preference::LargeText => "fastgas-large-text",
        }
    }
}

/// A setting that the browser refuses to store applies until the page is closed.
pub fn store_preference(choice: Preference, on: bool) {
    // An error is ignored, because the setting is already in effect.
    let _ = set_item(choice.key(), if on { ON } else { OFF });
}
