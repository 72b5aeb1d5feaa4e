//! The functions exp, erf and tanh and functions derived from them, applied element by element.
//!
//! Each function is a polynomial or a quotient of two polynomials.
//! The operations are plain `f32` multiplications, additions and divisions, without tables, branches or fused operations.
//! The compiler can therefore vectorize the loops, and vector instructions round like scalar instructions.
//! The C library's exp and tanh, in contrast, differ between systems.

use std::f32::consts::{FRAC_1_SQRT_2, LOG2_E};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Exp,
    Erf,
    Tanh,
    /// The logistic function 1 / (1 + e⁻ˣ).
    Sigmoid,
    /// The activation SiLU, x·sigmoid(x).
    Silu,
    /// The activation GELU in its exact form, x·½(1 + erf(x/√2)).
    Gelu,
    /// The activation GELU in its tanh form, x·½(1 + tanh(√(2/π)·(x + 0.044715·x³))).
    GeluTanh,
}

impl Function {
    pub fn apply(self, numbers: &mut [f32]) {
        fn each(numbers: &mut [f32], function: impl Fn(f32) -> f32) {
            for number in numbers {
                *number = function(*number);
            }
        }
        match self {
            Function::Exp => each(numbers, exp),
            Function::Erf => each(numbers, erf),
            Function::Tanh => each(numbers, tanh),
            Function::Sigmoid => each(numbers, sigmoid),
            Function::Silu => each(numbers, |x| x * sigmoid(x)),
            Function::Gelu => each(numbers, gelu),
            Function::GeluTanh => each(numbers, |x| {
                0.5 * x * (1.0 + tanh(0.797_884_6 * (x + 0.044_715 * (x * x * x))))
            }),
        }
    }
}

/// Computes eˣ with a relative error of at most 1.3·10⁻⁷.
/// The result is exactly 0 for x below −86.9, where eˣ is close to the smallest normal number.
/// The result is infinite for x above 88.7.
///
/// The attention score of a masked token is thousands below the highest score.
/// The softmax weight of a masked token is therefore exactly 0, and padding has no effect.
///
/// eˣ = 2ⁿ·eʳ with n = round(x/ln 2); ln 2 is split into two parts. The polynomial comes from Cephes' expf (Moshier 1989).
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    /// Constant for rounding: adding the constant to a float leaves the rounded float as an integer in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let clamped = if x > 88.8 { 88.8 } else { x };
    let shifted = clamped * LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = clamped - n * 0.693_359_4;
    let r = r + n * 2.121_944_4e-4;
    let mut p = 1.987_569_1e-4;
    p = p * r + 1.398_199_9e-3;
    p = p * r + 8.333_452e-3;
    p = p * r + 4.166_579_6e-2;
    p = p * r + 1.666_666_5e-1;
    p = p * r + 0.5;
    p = p * (r * r) + r + 1.0;
    // 2ⁿ is computed as 2ⁿ⁻¹·2, because n may be 128.
    let exponent = (shifted.to_bits() << 23).wrapping_add(126 << 23);
    let value = p * f32::from_bits(exponent) * 2.0;
    if x < -86.9 { 0.0 } else { value }
}

/// Computes erf(x) with an absolute error below 5·10⁻⁷, as a quotient of polynomials whose coefficients come from Eigen.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    let x = if x > 4.0 { 4.0 } else { x };
    let x = if x < -4.0 { -4.0 } else { x };
    let square = x * x;
    let mut p = -2.726_142_3e-10;
    p = p * square + 2.770_681_4e-8;
    p = p * square + -2.101_024e-6;
    p = p * square + -5.692_506_5e-5;
    p = p * square + -7.349_906_3e-4;
    p = p * square + -2.954_6e-3;
    p = p * square + -1.609_603_3e-2;
    let mut q = -1.456_607_2e-5;
    q = q * square + -2.133_740_6e-4;
    q = q * square + -1.682_827e-3;
    q = q * square + -7.373_329e-3;
    q = q * square + -1.426_473_9e-2;
    x * p / q
}

/// Computes tanh(x) from e²ˣ with an absolute error below 2.5·10⁻⁷.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

/// The activation GELU, x·½(1 + erf(x/√2)).
#[inline(always)]
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))
}

#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest weighted error of the function `ours` against the reference function `theirs`.
    /// The error is the maximum of |ours(x) − theirs(x)| · weight(theirs(x)) over a fine grid of x from −range to range.
    fn worst(range: f32, ours: fn(f32) -> f32, theirs: fn(f64) -> f64, weight: fn(f64) -> f64) -> f64 {
        (-200_000..=200_000)
            .map(|step| step as f32 * (range / 200_000.0))
            .map(|x| {
                let truth = theirs(f64::from(x));
                (f64::from(ours(x)) - truth).abs() * weight(truth)
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn exp_is_accurate() {
        assert!(worst(86.9, exp, libm::exp, |truth| 1.0 / truth) < 1.3e-7);
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(88.7), libm::exp(88.7f32 as f64) as f32);
        assert_eq!(
            [exp(-86.91), exp(-10_000.0), exp(f32::MIN), exp(f32::NEG_INFINITY)],
            [0.0; 4]
        );
        assert_eq!([exp(89.0), exp(f32::INFINITY)], [f32::INFINITY; 2]);
        assert!(exp(f32::NAN).is_nan());
    }

    #[test]
    fn erf_and_tanh_are_accurate() {
        assert!(worst(10.0, erf, libm::erf, |_| 1.0) < 5e-7);
        assert!(worst(20.0, tanh, libm::tanh, |_| 1.0) < 2.5e-7);
        assert!(worst(100.0, sigmoid, |x| 1.0 / (1.0 + libm::exp(-x)), |_| 1.0) < 2.5e-7);
        assert!(erf(f32::NAN).is_nan() && tanh(f32::NAN).is_nan());
    }

    #[test]
    fn gelu_matches_definition() {
        let definition = |x: f64| x * 0.5 * (1.0 + libm::erf(x / 2f64.sqrt()));
        let mut numbers: Vec<f32> = (-800..800).map(|step| step as f32 / 100.0).collect();
        let expected: Vec<f64> = numbers.iter().map(|&x| definition(f64::from(x))).collect();
        Function::Gelu.apply(&mut numbers);
        for (number, expected) in numbers.iter().zip(expected) {
            assert!((f64::from(*number) - expected).abs() < 1e-6, "{number} {expected}");
        }
    }

    /// The shaders of crates/gpu compute exp and GELU with the same operations as crates/encoder.
    /// The test `reference_has_the_checksums_of_the_encoder` in crates/gpu contains the same checksums.
    /// Every change to an operation must therefore be made in crates/encoder and in crates/gpu.
    #[test]
    fn functions_have_the_checksums_of_the_shaders() {
        let checksum = |function: fn(f32) -> f32| {
            let values = (-40_000..40_000).map(|step| function(step as f32 * 0.003));
            values.fold(0, |sum: u32, y| sum.rotate_left(5) ^ y.to_bits())
        };
        assert_eq!([checksum(exp), checksum(gelu)], [2_185_496_127, 4_098_059_652]);
    }

    /// Long slices are computed with vector instructions, and single numbers with scalar instructions.
    #[test]
    fn single_number_has_the_same_bits_as_in_a_row() {
        let numbers: Vec<f32> = (-3000..3000).map(|step| step as f32 * 0.037).collect();
        for function in [
            Function::Exp,
            Function::Erf,
            Function::Tanh,
            Function::Sigmoid,
            Function::Silu,
            Function::Gelu,
            Function::GeluTanh,
        ] {
            let mut together = numbers.clone();
            function.apply(&mut together);
            for (&number, together) in numbers.iter().zip(together) {
                let mut alone = [std::hint::black_box(number)];
                function.apply(&mut alone);
                assert_eq!(alone[0].to_bits(), together.to_bits(), "{function:?}({number})");
            }
        }
    }
}
