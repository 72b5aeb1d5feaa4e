//! The guided tour of the explainer. Each stop shows a step on a small example graph and explains it in a short text.

use crate::explainer::Settings;
use crate::i18n::{Key, key};
use fastgas_partition::Event;
use fastgas_partition::Preset;

#[derive(Clone, Copy)]
pub enum StopPosition {
    Start,
    /// A number of ticks after the start of the first event for which the function returns true.
    /// A position after the end of the event becomes the end of the event.
    Into(fn(&Event) -> bool, u32),
    After(fn(&Event) -> bool),
    End,
}

/// A panel next to the picture that the text of a tour stop mentions.
/// In a lecture, all other panels are hidden during the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    Queue,
    Levels,
    Exercise,
    Prompt,
}

impl Panel {
    pub fn name(self) -> &'static str {
        match self {
            Panel::Queue => "queue",
            Panel::Levels => "levels",
            Panel::Exercise => "exercise",
            Panel::Prompt => "prompt",
        }
    }
}

#[derive(Clone, Copy)]
pub struct TourStop {
    /// The name of the stop in addresses. The name must never change, because teachers keep links to stops.
    pub name: &'static str,
    pub words: [Key; 2],
    pub example: &'static str,
    pub preset: Preset,
    pub side_by_side: bool,
    /// Number of parts (K) and number of picks (M). A 0 stands for the default of the example graph.
    pub size: [u32; 2],
    pub place: StopPosition,
    pub panel: Option<Panel>,
}

impl TourStop {
    /// A 0 in `size` is replaced by the default of the example graph, which is taken from `example`.
    pub fn settings(&self, example: Settings) -> Settings {
        let or = |own: u32, other: u32| if own == 0 { other } else { own };
        Settings {
            preset: self.preset,
            n_parts: or(self.size[0], example.n_parts),
            budget: or(self.size[1], example.budget),
            seed: 0,
            n_neighbors: example.n_neighbors,
            side_by_side: self.side_by_side,
        }
    }
}

const fn stop(name: &'static str, words: [Key; 2], example: &'static str, place: StopPosition) -> TourStop {
    TourStop {
        name,
        words,
        example,
        preset: Preset::Paper,
        side_by_side: false,
        size: [0, 0],
        place,
        panel: None,
    }
}

const fn with_panel(panel: Panel, stop: TourStop) -> TourStop {
    TourStop {
        panel: Some(panel),
        ..stop
    }
}

const fn of_default(stop: TourStop) -> TourStop {
    TourStop {
        preset: Preset::Best,
        ..stop
    }
}

pub const FIRST_WITH_LEVELS: usize = 9;

/// The stops of the tour. Each technical term is explained at its first occurrence.
pub const STOPS: [TourStop; 20] = [
    stop(
        "start",
        [key!("explainer-tour-start-title"), key!("explainer-tour-start-text")],
        "sentences",
        StopPosition::Start,
    ),
    stop(
        "parts",
        [key!("explainer-tour-parts-title"), key!("explainer-tour-parts-text")],
        "sentences",
        StopPosition::After(|event| matches!(event, Event::Bisect { .. })),
    ),
    stop(
        "region",
        [key!("explainer-tour-region-title"), key!("explainer-tour-region-text")],
        "sentences",
        StopPosition::Into(|event| matches!(event, Event::Grow { .. }), 5),
    ),
    stop(
        "restarts",
        [
            key!("explainer-tour-restarts-title"),
            key!("explainer-tour-restarts-text"),
        ],
        "sentences",
        StopPosition::After(|event| matches!(event, Event::Choose { .. })),
    ),
    with_panel(
        Panel::Queue,
        stop(
            "refinement",
            [
                key!("explainer-tour-refinement-title"),
                key!("explainer-tour-refinement-text"),
            ],
            "sentences",
            StopPosition::Into(|event| matches!(event, Event::Pass { .. }), 1),
        ),
    ),
    stop(
        "four-parts",
        [
            key!("explainer-tour-four-parts-title"),
            key!("explainer-tour-four-parts-text"),
        ],
        "sentences",
        StopPosition::After(|event| matches!(event, Event::Quotas { .. })),
    ),
    stop(
        "pick",
        [key!("explainer-tour-pick-title"), key!("explainer-tour-pick-text")],
        "sentences",
        StopPosition::After(|event| matches!(event, Event::Pick { .. })),
    ),
    stop(
        "result",
        [key!("explainer-tour-result-title"), key!("explainer-tour-result-text")],
        "sentences",
        StopPosition::End,
    ),
    TourStop {
        size: [1, 4],
        ..stop(
            "without-parts",
            [
                key!("explainer-tour-without-parts-title"),
                key!("explainer-tour-without-parts-text"),
            ],
            "sentences",
            StopPosition::End,
        )
    },
    stop(
        "pairs",
        [key!("explainer-tour-pairs-title"), key!("explainer-tour-pairs-text")],
        "grid",
        StopPosition::Into(|event| matches!(event, Event::Match { .. }), 1),
    ),
    with_panel(
        Panel::Levels,
        stop(
            "merge",
            [key!("explainer-tour-merge-title"), key!("explainer-tour-merge-text")],
            "grid",
            StopPosition::After(|event| matches!(event, Event::Match { .. })),
        ),
    ),
    with_panel(
        Panel::Levels,
        stop(
            "coarsest",
            [
                key!("explainer-tour-coarsest-title"),
                key!("explainer-tour-coarsest-text"),
            ],
            "grid",
            StopPosition::After(|event| matches!(event, Event::Choose { .. })),
        ),
    ),
    with_panel(
        Panel::Levels,
        stop(
            "uncoarsening",
            [
                key!("explainer-tour-uncoarsening-title"),
                key!("explainer-tour-uncoarsening-text"),
            ],
            "grid",
            StopPosition::After(|event| matches!(event, Event::Split)),
        ),
    ),
    stop(
        "greedy",
        [key!("explainer-tour-greedy-title"), key!("explainer-tour-greedy-text")],
        "spider",
        StopPosition::End,
    ),
    TourStop {
        name: "presets",
        words: [
            key!("explainer-tour-presets-title"),
            key!("explainer-tour-presets-text"),
        ],
        example: "cliques",
        preset: Preset::Paper,
        side_by_side: true,
        size: [7, 7],
        place: StopPosition::End,
        panel: None,
    },
    of_default(stop(
        "propose",
        [
            key!("explainer-tour-propose-title"),
            key!("explainer-tour-propose-text"),
        ],
        "sentences",
        StopPosition::After(|event| matches!(event, Event::Propose { .. })),
    )),
    of_default(stop(
        "cover",
        [key!("explainer-tour-cover-title"), key!("explainer-tour-cover-text")],
        "sentences",
        // The stop shows the step before the medoids of the clusters replace the picks.
        StopPosition::Into(|event| matches!(event, Event::Medoids { .. }), 0),
    )),
    TourStop {
        // With two parts and four picks, each pick would be in the middle of its part before the last step.
        // The tour stop has only three picks, so that the last step visibly moves a pick.
        size: [2, 3],
        ..of_default(stop(
            "middles",
            [
                key!("explainer-tour-middles-title"),
                key!("explainer-tour-middles-text"),
            ],
            "sentences",
            StopPosition::End,
        ))
    },
    with_panel(
        Panel::Exercise,
        stop(
            "exercise",
            [
                key!("explainer-tour-exercise-title"),
                key!("explainer-tour-exercise-text"),
            ],
            "karate",
            StopPosition::Start,
        ),
    ),
    with_panel(
        Panel::Prompt,
        stop(
            "prompt",
            [key!("explainer-tour-prompt-title"), key!("explainer-tour-prompt-text")],
            "sentences",
            StopPosition::End,
        ),
    ),
];
