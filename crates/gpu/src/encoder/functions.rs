//! Functions of the encoder on the CPU, whose results the examination of a device expects.

use std::f32::consts::{FRAC_1_SQRT_2, LOG2_E};

/// Adding this constant to a float rounds the float to an integer and leaves the integer in the lowest bits.
pub const ROUND: f32 = 12_582_912.0;

/// Same operations as `exp` of crates/encoder/src/deterministic/functions.rs.
pub fn exp(x: f32) -> f32 {
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
    let exponent = (shifted.to_bits() << 23).wrapping_add(126 << 23);
    let value = p * f32::from_bits(exponent) * 2.0;
    if x < -86.9 { 0.0 } else { value }
}

/// Same operations as `erf` of crates/encoder/src/deterministic/functions.rs.
fn erf(x: f32) -> f32 {
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

/// Same operations as `gelu` of crates/encoder/src/deterministic/functions.rs.
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))
}
