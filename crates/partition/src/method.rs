//! The settings of each partitioner preset.

use super::bisect::GrowthOrder;
use super::local_search::Search;
use super::matching::Matching;
use super::refine::Effort;
use crate::Preset;

#[derive(Clone, Copy, Debug)]
pub(super) struct Method {
    pub(super) matching: Matching,
    /// Coarsening stops at this number of vertices.
    pub(super) coarsest: u32,
    pub(super) growing: GrowthOrder,
    /// Number of trial regions grown on the coarsest graph. The best trial bisection is kept.
    pub(super) trials: usize,
    /// Whether each trial bisection is refined before the trial bisections are compared.
    pub(super) refine_trials: bool,
    pub(super) effort: Effort,
    /// Settings of the k-way method, which uses bisections only to partition the coarsest graph.
    /// `None` if the graph is partitioned by bisections alone.
    pub(super) kway: Option<Kway>,
}

impl Method {
    pub(super) fn of(preset: Preset) -> Method {
        let together = |trials, search, cycles| Method {
            matching: Matching::HeavyEdge,
            coarsest: 60,
            growing: GrowthOrder::Greedy,
            trials: 4,
            refine_trials: true,
            effort: Effort { passes: 2, stall: 30 },
            kway: Some(Kway { trials, search, cycles }),
        };
        let search = |rounds, seeds, stall| Search { rounds, seeds, stall };
        match preset {
            Preset::Paper => Method {
                matching: Matching::Random,
                coarsest: 100,
                growing: GrowthOrder::BreadthFirst,
                trials: 10,
                refine_trials: false,
                effort: Effort { passes: 10, stall: 50 },
                kway: None,
            },
            Preset::Fast => together(1, search(2, 200, 20), 0),
            Preset::Best => together(1, search(2, 500, 50), 3),
            Preset::Strong => together(4, search(3, 200, 20), 20),
        }
    }

    /// Settings for [`halve`](super::multilevel::halve), which doubles the number of parts.
    /// Two grown regions per bisection suffice, because the parts are small.
    /// With all presets except `fast`, the resulting parts are refined later.
    pub(super) fn to_halve() -> Method {
        Method {
            trials: 2,
            ..Method::of(Preset::Fast)
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Kway {
    /// Number of trial partitions of the coarsest graph. The best trial partition is kept.
    pub(super) trials: u32,
    pub(super) search: Search,
    /// The number of V-cycles after the first partition.
    pub(super) cycles: u32,
}

impl Kway {
    pub(super) fn n_steps(&self, n_parts: u32) -> u32 {
        self.trials.saturating_mul(n_parts - 1).saturating_add(1 + self.cycles)
    }
}
