//! Error bounds of products in floating point.

/// The most by which a product of two rows in `f32` is off the real one: the strict product, or one with its terms added
/// in any order, with or without fused multiply-add, subnormal numbers kept or flushed.
///
/// γ_d·|a|·|b| of Higham (Accuracy and Stability of Numerical Algorithms, 2002, chapter 3), and what may underflow. Two
/// products of the same rows are at most twice this apart.
pub fn rounding_error(dimensions: usize) -> f32 {
    let roundings = dimensions as f64 * f64::from(f32::EPSILON) / 2.0;
    let underflow = dimensions as f64 * 4.0 * f64::from(f32::MIN_POSITIVE);
    ((roundings / (1.0 - roundings) * LONGEST * LONGEST + underflow) as f32).next_up()
}

/// No row of the embeddings is longer.
pub const LONGEST: f64 = 1.000_001;
