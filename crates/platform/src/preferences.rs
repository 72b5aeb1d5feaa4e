//! On/off settings that apply to all projects in this browser.

use super::local_storage::{keep, kept};

const ON: &str = "on";
const OFF: &str = "off";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Whether single-key shortcuts are active.
    SingleKeys,
    /// Whether exported files for spreadsheets have an apostrophe before each formula.
    GuardFormulas,
    /// Whether exported files contain the time at which each text was labeled, and how long that took.
    TellTimes,
    /// Whether the text to label is larger and the map next to it smaller.
    LargeText,
}

/// The current value of each setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    single_keys: bool,
    guard_formulas: bool,
    tell_times: bool,
    large_text: bool,
}

impl Default for Preferences {
    /// The values before the user changes any setting.
    fn default() -> Preferences {
        Preferences {
            single_keys: true,
            guard_formulas: false,
            tell_times: false,
            large_text: false,
        }
    }
}

impl Preferences {
    /// Returns the stored values. Settings that were never changed have their default.
    pub fn kept() -> Preferences {
        let mut choices = Preferences::default();
        for choice in [
            Choice::SingleKeys,
            Choice::GuardFormulas,
            Choice::TellTimes,
            Choice::LargeText,
        ] {
            match kept(choice.key()).ok().flatten().as_deref() {
                Some(ON) => choices.choose(choice, true),
                Some(OFF) => choices.choose(choice, false),
                _ => {}
            }
        }
        choices
    }

    pub const fn is_on(&self, choice: Choice) -> bool {
        match choice {
            Choice::SingleKeys => self.single_keys,
            Choice::GuardFormulas => self.guard_formulas,
            Choice::TellTimes => self.tell_times,
            Choice::LargeText => self.large_text,
        }
    }

    pub const fn choose(&mut self, choice: Choice, on: bool) {
        *match choice {
            Choice::SingleKeys => &mut self.single_keys,
            Choice::GuardFormulas => &mut self.guard_formulas,
            Choice::TellTimes => &mut self.tell_times,
            Choice::LargeText => &mut self.large_text,
        } = on;
    }
}

impl Choice {
    /// The key in `localStorage`.
    const fn key(self) -> &'static str {
        match self {
            Choice::SingleKeys => "fastgas-single-keys",
            Choice::GuardFormulas => "fastgas-guard-formulas",
            Choice::TellTimes => "fastgas-tell-times",
            Choice::LargeText => "fastgas-large-text",
        }
    }
}

/// Stores the setting. If the browser refuses, it applies until the page is closed.
pub fn keep_choice(choice: Choice, on: bool) {
    // The setting is already in effect.
    let _ = keep(choice.key(), if on { ON } else { OFF });
}
