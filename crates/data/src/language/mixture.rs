//! Estimates the shares of the languages in a pool from all texts of the pool together.
//!
//! A short text may be valid in several languages.
//! Among thousands of English texts, an ambiguous text is probably English.
//! The texts are therefore modeled as drawn from a mixture of languages.
//! Expectation maximization estimates the shares of the mixture (Dempster, Laird and Rubin 1977).
//! Only additions, multiplications and divisions in a fixed order are used.
//! The result is therefore bit-identical on every machine.

const N_ROUNDS: usize = 30;
/// Pseudocount: a number of texts that is added to each language, so that no share becomes 0.
const SMOOTHING: f64 = 0.01;

/// Likelihood of a text in each language, divided by the likelihood of the text in its most likely language.
/// For each language, `digits` contains the sum of the rarities of the text's trigrams.
/// Each rarity is one digit, see [`Rarity`](super::profiles::Rarity).
///
/// A difference of 1 between two trigram digits corresponds to a factor of 4 in likelihood.
/// Each letter is in three trigrams, which are not independent, so each trigram has a weight of one third.
/// A difference of 1 between two trigram digits therefore counts only as a factor of the cube root of 4.
pub(super) fn likelihoods(digits: &[u16]) -> Vec<f64> {
    let least = digits.iter().copied().min().unwrap_or(0);
    digits
        .iter()
        .map(|sum| inverse_of_power_of_two(2 * u64::from(sum - least)))
        .collect()
}

/// Returns 2 to the power of −`thirds` / 3, but at least 2 to the power of −1000.
fn inverse_of_power_of_two(thirds: u64) -> f64 {
    const ROOTS: [f64; 3] = [1.0, 0.793_700_525_984_099_8, 0.629_960_524_947_436_6];
    let exponent = (thirds / 3).min(1_000);
    let root = ROOTS[(thirds % 3) as usize];
    root * f64::from_bits((1_023 - exponent) << 52)
}

/// Estimates the shares of the languages, which sum to 1.
/// All `texts` must have the same number of likelihoods. O(texts · languages).
pub(super) fn shares(texts: &[&[f64]]) -> Vec<f64> {
    let n_languages = texts.first().map_or(0, |text| text.len());
    let mut shares = vec![1.0 / n_languages as f64; n_languages];
    for _ in 0..N_ROUNDS {
        let mut sums = vec![SMOOTHING; n_languages];
        for text in texts {
            let total: f64 = text
                .iter()
                .zip(&shares)
                .map(|(likelihood, share)| likelihood * share)
                .sum();
            for ((sum, likelihood), share) in sums.iter_mut().zip(*text).zip(&shares) {
                *sum += likelihood * share / total;
            }
        }
        let total: f64 = sums.iter().sum();
        shares = sums.into_iter().map(|sum| sum / total).collect();
    }
    shares
}

/// The most probable language of a text. Ties go to the first language.
pub(super) fn most_probable(text: &[f64], shares: &[f64]) -> usize {
    let probabilities = text.iter().zip(shares).map(|(likelihood, share)| likelihood * share);
    let mut best = (0, 0.0);
    for (language, probability) in probabilities.enumerate() {
        if probability > best.1 {
            best = (language, probability);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihood_is_divided_by_the_cube_root_of_4_per_digit() {
        let found = likelihoods(&[7, 5, 8, 6, 5]);
        let root = 4f64.cbrt();
        let expected = [1.0 / (root * root), 1.0, 0.25, 1.0 / root, 1.0];
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15),
            "{found:?}"
        );
        let far = likelihoods(&[0, u16::MAX]);
        assert!(far[1] > 0.0 && far[1] < 1e-300);
        assert!(likelihoods(&[]).is_empty());
    }

    #[test]
    fn shares_are_those_of_the_texts() {
        let (first, second): (&[f64], &[f64]) = (&[1.0, 1e-9], &[1e-9, 1.0]);
        let texts = [vec![first; 30], vec![second; 10]].concat();
        let found = shares(&texts);
        assert!(
            (found[0] - 0.75).abs() < 1e-3 && (found[0] + found[1] - 1.0).abs() < 1e-12,
            "{found:?}"
        );
        assert!(shares(&[]).is_empty());
    }

    #[test]
    fn ambiguous_text_has_the_language_of_the_others() {
        let (clear, ambiguous): (&[f64], &[f64]) = (&[1.0, 1e-6], &[0.3, 1.0]);
        let alone = shares(&[ambiguous]);
        assert_eq!(most_probable(ambiguous, &alone), 1);
        let texts = [vec![clear; 20], vec![ambiguous]].concat();
        let together = shares(&texts);
        assert_eq!(most_probable(ambiguous, &together), 0);
        assert_eq!(most_probable(&[1.0, 1.0], &[0.5, 0.5]), 0, "ties");
    }
}
