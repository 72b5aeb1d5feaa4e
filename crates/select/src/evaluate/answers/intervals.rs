//! Confidence intervals and tests for shares of right answers.

use serde::Serialize;

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval, which contains the true value in about 95 % of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

/// Wilson's 95 % score interval for the share `part` / `whole`, where `whole` is at least 1.
/// The bounds of the interval are between 0 and 1.
/// Unlike the normal approximation, Wilson's interval is useful for small samples and for shares near 0 and 1.
///
/// Wilson 1927, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22(158).
/// The interval has no continuity correction.
pub fn wilson(part: u32, whole: u32) -> Interval {
    wilson_of_share(f64::from(part) / f64::from(whole), whole)
}

/// Like [`wilson`], for a `share` from 0 to 1 that is the mean of `whole` values, each from 0 to 1.
/// If some of the values are neither 0 nor 1, for example means over seeds, the interval is wider than necessary.
pub fn wilson_of_share(share: f64, whole: u32) -> Interval {
    let n = f64::from(whole);
    let center = share + Z * Z / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval {
        low: if share == 0.0 { 0.0 } else { (center - margin) / scale },
        high: if share == 1.0 { 1.0 } else { (center + margin) / scale },
    }
}

/// The two-sided p-value of McNemar's exact test for two models that answer the same texts.
/// `b` texts are answered correctly only by the first model, and `c` texts only by the second model.
/// In b + c tosses of a fair coin, let D be the absolute difference between the numbers of heads and tails.
/// The p-value is the probability that D is at least |b − c|.
/// Texts that both models or neither model answers correctly have no effect. The p-value is 1 if b + c is 0.
///
/// McNemar 1947, Note on the sampling error of the difference between correlated proportions, Psychometrika 12(2).
/// The test is exact because it uses the binomial distribution. O(b + c) time.
pub fn mcnemar(b: u32, c: u32) -> f64 {
    let (n, fewer) = (b + c, b.min(c));
    if b == c {
        return 1.0;
    }
    // In n = b + c tosses of a fair coin, the probability of `fewer` heads is C(n, fewer) / 2ⁿ.
    // Multiplications alternate with halvings, so that no intermediate result overflows.
    let (mut probability, mut n_halvings) = (1.0, n);
    for factor in 1..=fewer {
        probability *= f64::from(n - fewer + factor) / f64::from(factor);
        while probability > 1.0 && n_halvings > 0 {
            probability /= 2.0;
            n_halvings -= 1;
        }
    }
    for _ in 0..n_halvings {
        probability /= 2.0;
    }
    // Sums the probabilities of 0 to `fewer` heads in n tosses. Each term is computed from the previous term.
    let (mut tail, mut term) = (0.0, probability);
    for count in (0..=fewer).rev() {
        tail += term;
        term *= f64::from(count) / f64::from(n - count + 1);
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wilson_intervals_equal_those_of_statsmodels() {
        // The intervals are from statsmodels.stats.proportion.proportion_confint(part, whole, method='wilson').
        for (part, whole, low, high) in [
            (17, 18, 0.742426992181, 0.990124809022),
            (0, 10, 0.0, 0.277532799863),
            (10, 10, 0.722467200137, 1.0),
            (1, 1, 0.206549314377, 1.0),
            (50, 100, 0.403831530366, 0.596168469634),
            (93, 3080, 0.024712110450, 0.036847947470),
        ] {
            let interval = wilson(part, whole);
            assert!((interval.low - low).abs() < 1e-9, "{part} of {whole}: {interval:?}");
            assert!((interval.high - high).abs() < 1e-9, "{part} of {whole}: {interval:?}");
        }
    }

    #[test]
    fn mcnemar_p_values_equal_values_by_hand_and_by_scipy() {
        // For n texts, the expected p-value is twice a sum of binomial coefficients, divided by 2ⁿ.
        // The p-values are 2 · 1/8 (0 of 3 texts), 2 · (1 + 5)/32 (1 of 5 texts) and 2 · (1 + 7 + 21)/128 (2 of 7 texts).
        for (b, c, expected) in [
            (0, 0, 1.0),
            (4, 4, 1.0),
            (0, 1, 1.0),
            (3, 0, 0.25),
            (1, 4, 0.375),
            (5, 2, 58.0 / 128.0),
        ] {
            assert!((mcnemar(b, c) - expected).abs() < 1e-15, "{b}, {c}: {}", mcnemar(b, c));
        }
        // The expected p-values are from scipy.stats.binomtest(b, b + c).pvalue.
        for (b, c, expected) in [
            (12, 30, 7.915897334897e-03),
            (100, 140, 1.166409231768e-02),
            (40, 400, 8.428859502918e-76),
            (1000, 1100, 3.072070786424e-02),
        ] {
            let p = mcnemar(b, c);
            assert!((p - expected).abs() <= 1e-9 * expected, "{b}, {c}: {p}");
        }
        assert_eq!(mcnemar(0, 2_000), 0.0, "2⁻¹⁹⁹⁹ is below the smallest number");
    }

    proptest! {
        #[test]
        fn intervals_contain_the_share_and_are_mirrored(whole in 1u32..5_000, part in 0u32..5_000) {
            let part = part.min(whole);
            let (interval, share) = (wilson(part, whole), f64::from(part) / f64::from(whole));
            prop_assert!(0.0 <= interval.low && interval.low <= share, "{interval:?}");
            prop_assert!(share <= interval.high && interval.high <= 1.0, "{interval:?}");
            let mirrored = wilson(whole - part, whole);
            prop_assert!((interval.low - (1.0 - mirrored.high)).abs() < 1e-12);
            let larger = wilson(2 * part, 2 * whole);
            prop_assert!(larger.high - larger.low < interval.high - interval.low, "twice the texts have a narrower interval");
        }

        #[test]
        fn p_values_equal_the_sum_of_binomials(b in 0u32..60, c in 0u32..60) {
            let n = b + c;
            let binomial = |k: u32| (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1));
            let sum: f64 = (0..=b.min(c)).map(binomial).sum();
            let expected = (2.0 * sum / 2f64.powi(n as i32)).min(1.0);
            prop_assert!((mcnemar(b, c) - expected).abs() < 1e-12, "{} instead of {expected}", mcnemar(b, c));
            prop_assert_eq!(mcnemar(b, c), mcnemar(c, b));
        }
    }
}
