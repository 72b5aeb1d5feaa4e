//! What a person turned on or off for this browser, whatever the project.

use super::kept::{keep, kept};

const ON: &str = "on";
const OFF: &str = "off";

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Whether single keys do something.
    SingleKeys,
    /// Whether the files that spreadsheets open have an apostrophe before each formula.
    GuardFormulas,
    /// Whether files tell when each text was labeled, and how long that took.
    TellTimes,
    /// Whether the text to label is larger, and the map beside it smaller.
    LargeText,
}

/// Each choice as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    single_keys: bool,
    guard_formulas: bool,
    tell_times: bool,
    large_text: bool,
}

impl Default for Choices {
    /// As it is before anything was chosen.
    fn default() -> Choices {
        Choices {
            single_keys: true,
            guard_formulas: false,
            tell_times: false,
            large_text: false,
        }
    }
}

impl Choices {
    /// As they were kept; what was never chosen is as at first.
    pub fn kept() -> Choices {
        let mut choices = Choices::default();
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

    /// Turns that on or off.
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
    /// Its name in the browser's store.
    const fn key(self) -> &'static str {
        match self {
            Choice::SingleKeys => "fastgas-single-keys",
            Choice::GuardFormulas => "fastgas-guard-formulas",
            Choice::TellTimes => "fastgas-tell-times",
            Choice::LargeText => "fastgas-large-text",
        }
    }
}

/// Keeps the choice; where the browser refuses, it holds until the page is left.
pub fn keep_choice(choice: Choice, on: bool) {
    // It holds already.
    let _ = keep(choice.key(), if on { ON } else { OFF });
}
