//! FastGAS (paper, Section 3): parts of the kNN graph, and in each the largest residual degrees.

use super::{Choice, Input, Selector, greedy, quotas};
use crate::config::{Preset, ValidConfig};
use crate::error::Error;
use crate::partition::partition;
use crate::progress::Report;

/// Cuts the graph, shares the budget equally and is greedy in each part. As long as [`partition`] and [`greedy`] take.
pub(super) struct Fastgas {
    n_parts: u32,
    preset: Preset,
    imbalance: f64,
}

impl Fastgas {
    pub(super) fn of(config: &ValidConfig) -> Fastgas {
        Fastgas {
            n_parts: config.n_parts(),
            preset: config.config().preset,
            imbalance: config.config().imbalance,
        }
    }
}

impl Selector for Fastgas {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, Error> {
        let Input {
            graph, budget, seed, ..
        } = *input;
        let partition = partition(graph, self.n_parts, self.preset, self.imbalance, seed, report)?;
        let rows = greedy(graph, &partition, &quotas(&partition.sizes(), budget), report);
        Ok(Choice {
            rows,
            partition: Some(partition),
        })
    }
}
