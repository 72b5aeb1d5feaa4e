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

/// The whole tour. Each word of the trade is explained where it comes first.
pub const STOPS: [Stop; 14] = [
    stop(
        "Twenty sentences",
        "sentences",
        Place::Start,
        "Each dot is a sentence; the algorithm calls it a “vertex”. A line, an “edge”, joins sentences that mean similar things: \
         each with the three nearest to it. Dots and lines together are the graph. You have time to label four sentences. Which \
         four tell you the most about the other sixteen?",
    ),
    stop(
        "First cut, then pick",
        "sentences",
        Place::After(|event| matches!(event, Event::Bisect { .. })),
        "The four best-connected dots might all be about the weather. So the graph is first divided into four parts. A line \
         between two parts is “cut”: the fewer are cut, the more each part is about one thing. Parts of equal size are \
         “balanced”. The graph is cut in two, then each half in two again.",
    ),
    stop(
        "A region grows",
        "sentences",
        Place::Into(|event| matches!(event, Event::Grow { .. }), 5),
        "To cut in two, start at any dot, here the ringed one, and take in its neighbors, then their neighbors, until half of \
         the dots are inside. Five are inside; red dashed lines would be cut. Press → (or ›, below the picture) to see the \
         next dot join.",
    ),
    stop(
        "Ten tries, one winner",
        "sentences",
        Place::After(|event| matches!(event, Event::Choose { .. })),
        "Where one starts makes a difference, so ten regions grow from ten starts. The sentence below the picture tells how many \
         lines each of them would cut. The one that cuts fewest is kept: it is what you see.",
    ),
    stop(
        "Better move by move",
        "sentences",
        Place::After(|event| matches!(event, Event::Pass { .. })),
        "Now single dots change sides. A dot’s “gain” is what the cut falls by: its lines to the other side, less those to its \
         own. The highest gain moves first, each dot at most once, and also where the cut rises: a better place may lie behind \
         a hill. In the end all moves after the best moment are undone. Full rings moved; dashed rings moved and went back.",
    ),
    stop(
        "Four parts",
        "sentences",
        Place::After(|event| matches!(event, Event::Quotas { .. })),
        "Each half was cut in two in the same way. Nobody told the algorithm what the sentences are about, but read the words \
         beside the dots of one color.",
    ),
    stop(
        "The first pick",
        "sentences",
        Place::After(|event| matches!(event, Event::Pick { .. })),
        "In each part the dot with the most lines inside its part is picked: the ringed one. Its lines, thick and blue, are used \
         up. What a dot has left is its “residual degree”, so the next pick of a part is one that stands for others. This \
         is the greedy selection: take the most, again and again.",
    ),
    stop(
        "The four to label",
        "sentences",
        Place::End,
        "One from each part, each with a ring. Label these four, and each of the other sixteen has a similar labeled one nearby.",
    ),
    stop(
        "Large graphs: find pairs",
        "grid",
        Place::Into(|event| matches!(event, Event::Match { .. }), 1),
        "Another graph: 256 dots, each joined with those beside it. On thousands of dots, growing and moving one by one would be \
         slow and shortsighted. So the graph is first made small: each dot is paired with a neighbor at random, by the \
         thick lines …",
    ),
    stop(
        "… and make them one",
        "grid",
        Place::After(|event| matches!(event, Event::Match { .. })),
        "… and each pair becomes one heavier dot. That is one “level”; it goes on until about a hundred dots are left. Lines that \
         fall together add up, so a cut of the small graph is a cut of the large one. “Levels” shows the way: down the left side \
         of the V the graph gets smaller.",
    ),
    stop(
        "Back up, refining on every level",
        "grid",
        Place::After(|event| matches!(event, Event::Split)),
        "The smallest graph is cut, at the bottom of the V. Then, up its right side, each heavy dot becomes its two again, and \
         the cut is refined: first in large moves, then in small ones. Here 16 lines are cut, and no cut in two halves does \
         better.",
    ),
    stop(
        "Greedy is good, not perfect",
        "spider",
        Place::End,
        "Three picks should touch as many of these six lines as they can. Greedy took 0, the dot with the most lines; then 1 and 2, \
         and the line from 3 to 6 is left. But 1, 2 and 3 touch all six. The paper’s Proposition 1 says that greedy is the best; \
         this small graph shows that it is not always. What is true: it reaches at least 63 % of the best.",
    ),
    Stop {
        title: "The paper’s way and ours",
        text: "On the left the paper’s way, on the right what this page does unless you say otherwise: all parts are found and \
               refined together. Thirty groups do not go into seven parts, so some must be torn. Compare “Cut” of the two. On \
               graphs this small either may win; on thousands of texts the right one does.",
        world: "cliques",
        beside: true,
        size: [7, 7],
        place: Place::End,
    },
    stop(
        "Now yourself",
        "karate",
        Place::Start,
        "The friendships in a karate club, shortly before it split in two. Press P to watch the algorithm split it, or “You \
         cut” to do it by hand and compare. “You pick” lets you choose what to label. Once you have selected from a file of your own, \
         “See it think” shows the same on your texts.",
    ),
];
