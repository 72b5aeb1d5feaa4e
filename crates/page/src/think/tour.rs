//! The guided tour: stops on small worlds, each with a few words.

use super::Settings;
use crate::words::{Key, key};
use fastgas_partition::Event;
use fastgas_partition::Preset;

/// Where in a trace a stop is.
#[derive(Clone, Copy)]
pub enum Place {
    /// Before anything is done.
    Start,
    /// So many ticks into the first event of a kind; all of them where there are fewer.
    Into(fn(&Event) -> bool, u32),
    /// After the first event of a kind.
    After(fn(&Event) -> bool),
    /// When all is done.
    End,
}

#[derive(Clone, Copy)]
pub struct Stop {
    /// A few words; then what there is to see, and why.
    pub words: [Key; 2],
    pub world: &'static str,
    /// `paper` alone, or beside `best`.
    pub beside: bool,
    /// K and M; 0 for what the world begins with.
    pub size: [u32; 2],
    pub place: Place,
}

impl Stop {
    /// The settings of the stop, where the world's are these.
    pub fn settings(&self, world: Settings) -> Settings {
        let or = |own: u32, other: u32| if own == 0 { other } else { own };
        Settings {
            preset: Preset::Paper,
            n_parts: or(self.size[0], world.n_parts),
            budget: or(self.size[1], world.budget),
            seed: 0,
            beside: self.beside,
        }
    }
}

const fn stop(words: [Key; 2], world: &'static str, place: Place) -> Stop {
    Stop {
        words,
        world,
        beside: false,
        size: [0, 0],
        place,
    }
}

/// The first stop at which the graph has levels.
pub const FIRST_WITH_LEVELS: usize = 8;

/// The whole tour. Each word of the trade is explained where it comes first.
pub const STOPS: [Stop; 15] = [
    stop([key!("tour-start"), key!("tour-start-text")], "sentences", Place::Start),
    stop(
        [key!("tour-parts"), key!("tour-parts-text")],
        "sentences",
        Place::After(|event| matches!(event, Event::Bisect { .. })),
    ),
    stop(
        [key!("tour-region"), key!("tour-region-text")],
        "sentences",
        Place::Into(|event| matches!(event, Event::Grow { .. }), 5),
    ),
    stop(
        [key!("tour-tries"), key!("tour-tries-text")],
        "sentences",
        Place::After(|event| matches!(event, Event::Choose { .. })),
    ),
    stop(
        [key!("tour-moves"), key!("tour-moves-text")],
        "sentences",
        Place::Into(|event| matches!(event, Event::Pass { .. }), 1),
    ),
    stop(
        [key!("tour-four"), key!("tour-four-text")],
        "sentences",
        Place::After(|event| matches!(event, Event::Quotas { .. })),
    ),
    stop(
        [key!("tour-pick"), key!("tour-pick-text")],
        "sentences",
        Place::After(|event| matches!(event, Event::Pick { .. })),
    ),
    stop([key!("tour-end"), key!("tour-end-text")], "sentences", Place::End),
    stop(
        [key!("tour-pairs"), key!("tour-pairs-text")],
        "grid",
        Place::Into(|event| matches!(event, Event::Match { .. }), 1),
    ),
    stop(
        [key!("tour-one"), key!("tour-one-text")],
        "grid",
        Place::After(|event| matches!(event, Event::Match { .. })),
    ),
    stop(
        [key!("tour-bottom"), key!("tour-bottom-text")],
        "grid",
        Place::After(|event| matches!(event, Event::Choose { .. })),
    ),
    stop(
        [key!("tour-up"), key!("tour-up-text")],
        "grid",
        Place::After(|event| matches!(event, Event::Split)),
    ),
    stop([key!("tour-spider"), key!("tour-spider-text")], "spider", Place::End),
    Stop {
        words: [key!("tour-beside"), key!("tour-beside-text")],
        world: "cliques",
        beside: true,
        size: [7, 7],
        place: Place::End,
    },
    stop(
        [key!("tour-yourself"), key!("tour-yourself-text")],
        "karate",
        Place::Start,
    ),
];
