//! Error bounds of floating-point products.

/// Upper bound on the rounding error if the product of two rows is computed in `f32`.
/// The bound holds for any order of the terms, including the ascending order of `matmul`.
/// The bound also holds with fused multiply-add, and if subnormal numbers are flushed to zero.
///
/// The bound is γ_d·|a|·|b| plus a bound on the errors from underflow.
/// The source is Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3.
/// Two computations of the same product differ by at most twice the bound.
pub fn rounding_error(dimensions: usize) -> f32 {
    let roundings = dimensions as f64 * f64::from(f32::EPSILON) / 2.0;
    let underflow = dimensions as f64 * 4.0 * f64::from(f32::MIN_POSITIVE);
    ((roundings / (1.0 - roundings) * MAX_ROW_LENGTH * MAX_ROW_LENGTH + underflow) as f32).next_up()
}

/// Upper bound on the Euclidean length of an embedding, which is a unit vector up to rounding errors.
pub const MAX_ROW_LENGTH: f64 = 1.000_001;
