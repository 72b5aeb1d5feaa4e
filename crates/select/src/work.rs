//! Estimates the work of a selection, so that a program can predict the selection's duration.

use super::choose_k::values_of_k;
use super::propose::PROPOSALS_PER_PICK;
use crate::{Method, ValidConfig};
use fastgas_partition::Preset;

/// Number of inner products per pair of candidate and instance: 1 for the first gain, the others for updates.
/// Simulations with 12,000 instances, 800 candidates and 100 picks needed 4.6 to 5.4 products per pair.
/// The pools in the simulations had 40, 300 and 2,000 clusters.
const PRODUCTS_PER_CANDIDATE: f64 = 5.0;

/// Number of products per pair of instance and pick while picks move to the medoids of their clusters.
const PRODUCTS_PER_MOVED_PICK: f64 = 3.0;

impl ValidConfig {
    /// Estimated number of inner products of two embeddings that the method computes after the neighbor search.
    /// `None` for methods whose number of products depends on the texts.
    pub fn multiplied_pairs(&self) -> Option<f64> {
        let config = self.config();
        let (n, budget) = (f64::from(self.n_instances()), f64::from(config.budget));
        let n_trials = match self.n_parts() {
            None => values_of_k(config.budget).len() as f64,
            Some(_) => 0.0,
        };
        // With automatic K, each value of K that is tried needs its own inner products.
        // With the `fast` preset, the picks of the best trial are final, so no further selection requires products.
        let n_final = match config.preset {
            Preset::Fast if n_trials > 0.0 => 0.0,
            _ => 1.0,
        };
        match config.method {
            Method::Fastgas if config.preset == Preset::Paper => Some(n * budget * n_trials),
            Method::Fastgas => {
                let candidates = (f64::from(PROPOSALS_PER_PICK) * budget).min(n);
                let of_trial = PRODUCTS_PER_CANDIDATE * candidates;
                Some(n * ((n_trials + n_final) * of_trial + PRODUCTS_PER_MOVED_PICK * budget))
            }
            Method::FacilityLocation => Some(PRODUCTS_PER_CANDIDATE * n * n),
            // The selection computes n·budget products, and the assignment to parts computes another n·budget products.
            Method::KCenter => Some(2.0 * n * budget),
            Method::Random | Method::TopDegree | Method::Pagerank | Method::GraphCover | Method::FastVoteK => {
                Some(n * budget)
            }
            Method::Louvain => Some(0.0),
            Method::VoteK | Method::Ideal | Method::Subclustering | Method::KMeans | Method::Typical => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Preset;
    use crate::{Config, Method, Parts};

    #[test]
    fn work_grows_with_pool_budget_and_trials() {
        let pairs = |n: u32, budget, n_parts, method| {
            let config = Config {
                budget,
                n_parts,
                method,
                ..Config::default()
            };
            config.check(n).expect("it fits").multiplied_pairs()
        };
        let auto = pairs(1_000_000, 100, Parts::Auto, Method::Fastgas).expect("known");
        let fast = Config {
            budget: 100,
            preset: Preset::Fast,
            ..Config::default()
        };
        let fast = fast
            .check(1_000_000)
            .expect("it fits")
            .multiplied_pairs()
            .expect("known");
        assert!(fast < 0.7 * auto, "{fast} of {auto}");
        assert_eq!(pairs(2_000_000, 100, Parts::Auto, Method::Fastgas), Some(2.0 * auto));
        assert_eq!(pairs(1_000_000, 200, Parts::Auto, Method::Fastgas), Some(2.0 * auto));
        assert!(pairs(1_000_000, 100, Parts::Count(100), Method::Fastgas).expect("known") < auto / 2.0);
        assert!(pairs(1_000_000, 100, Parts::Auto, Method::FacilityLocation).expect("known") > 100.0 * auto);
        assert_eq!(pairs(1_000_000, 100, Parts::Auto, Method::KMeans), None);
    }
}
