//! The guided tour: stops on small worlds, each with a few words.

use super::Settings;
use crate::config::Preset;
use crate::trace::Event;

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

/// One stop.
#[derive(Clone, Copy)]
pub struct Stop {
    /// A few words.
    pub title: &'static str,
    /// What there is to see, and why.
    pub text: &'static str,
    /// On which world.
    pub world: &'static str,
    /// `paper` alone, or beside `best`.
    pub beside: bool,
    /// K and M; 0 for what the world begins with.
    pub size: [u32; 2],
    /// Where.
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

const fn stop(title: &'static str, world: &'static str, place: Place, text: &'static str) -> Stop {
    Stop {
        title,
        text,
        world,
        beside: false,
        size: [0, 0],
        place,
    }
}

/// The whole tour.
pub const STOPS: [Stop; 14] = [
    stop(
        "Twenty sentences",
        "sentences",
        Place::Start,
        "Each dot is a sentence. Sentences that mean similar things are joined by a line: each with its three nearest. You have \
         time to label four. Which four tell you the most about the other sixteen?",
    ),
    stop(
        "First cut, then pick",
        "sentences",
        Place::After(|event| matches!(event, Event::Bisect { .. })),
        "If you simply took the four best-connected dots, they might all be about the weather. So the graph is first cut into \
         four parts of equal size, with as few cut lines as can be. Four parts are made by cutting in two, twice.",
    ),
    stop(
        "A region grows",
        "sentences",
        Place::Into(|event| matches!(event, Event::Grow { .. }), 5),
        "To cut in two, start anywhere and take in neighbors, and neighbors of neighbors, until half of the dots are inside. \
         Press → to see the next one join.",
    ),
    stop(
        "Ten tries, one winner",
        "sentences",
        Place::After(|event| matches!(event, Event::Choose { .. })),
        "Where one starts makes a difference, so ten regions are grown from ten starts. The sentence below tells what each would \
         cut; the one with the fewest cut lines is kept.",
    ),
    stop(
        "Better move by move",
        "sentences",
        Place::After(|event| matches!(event, Event::Pass { .. })),
        "A dot with more friends on the other side should change sides: what the cut falls by is its gain. The dot with the \
         highest gain moves first, and moves go on for a while even when they cost something, for a better place may lie \
         behind a hill. What came after the best moment is undone.",
    ),
    stop(
        "Four parts",
        "sentences",
        Place::After(|event| matches!(event, Event::Quotas { .. })),
        "Each half was cut in two in the same way. Nobody told the algorithm what a sentence is about: look at the colors.",
    ),
    stop(
        "The first pick",
        "sentences",
        Place::After(|event| matches!(event, Event::Pick { .. })),
        "In each part, the dot with the most lines inside its part is picked. It leaves with its lines, so the next pick of the \
         same part is someone who stands for others.",
    ),
    stop(
        "The four to label",
        "sentences",
        Place::End,
        "One from each part. Label these four, and each unlabeled sentence has a similar labeled one nearby.",
    ),
    stop(
        "Large graphs: find pairs",
        "grid",
        Place::Into(|event| matches!(event, Event::Match { .. }), 1),
        "Growing and refining on thousands of dots would be slow and shortsighted. So the graph is first made small: pairs of \
         neighbors are found at random …",
    ),
    stop(
        "… and make them one",
        "grid",
        Place::After(|event| matches!(event, Event::Match { .. })),
        "… and each pair becomes one heavier dot. Again and again, until about a hundred are left. A cut of the small graph is a \
         cut of the large one, for weights add up.",
    ),
    stop(
        "Back up, refining on every level",
        "grid",
        Place::After(|event| matches!(event, Event::Split)),
        "The small graph is cut; then each heavy dot becomes its two light ones again, and the cut is refined: first in large \
         moves, then in small ones. The best cut of this grid in two cuts 16 lines.",
    ),
    stop(
        "Greedy is good, not perfect",
        "spider",
        Place::End,
        "Three picks should touch as many of the six lines as can be. Greedy took the middle, and ended at five. 1, 2 and 3 \
         touch all six. The paper’s Proposition 1 says that greedy is the best; this small graph shows that it is not always \
         so. What is true: it always reaches at least 63 % of the best. Try it yourself with “You pick”.",
    ),
    Stop {
        title: "The paper’s way and ours",
        text: "On the left the paper’s way, on the right what this page does unless you say otherwise: all parts are found \
               together and refined together. Thirty groups do not go into seven parts, so some must be torn; compare the \
               cuts. On graphs this small either may win; on thousands of texts the right one does.",
        world: "cliques",
        beside: true,
        size: [7, 7],
        place: Place::End,
    },
    stop(
        "Now yourself",
        "karate",
        Place::Start,
        "This club fell apart in two soon after. Press Space to watch, or “You cut” to find a better cut than the algorithm. With your \
         own file open, “See it think” shows the same on your texts.",
    ),
];
