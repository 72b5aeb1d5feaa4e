//! Matrix products that are bit-identical on every machine.
//!
//! [`matmul`] multiplies in `f32` and always adds the terms in the same order.
//! [`int16_products`] multiplies in 16-bit integers, for searches that first exclude most pairs.
//! [`rounding_error`] and [`int16_products::error`] bound the errors of the products.
//!
//! ```text
//!  rows, columns (f32) ──matmul──▶ products (f32), strict order
//!            └──quantize──▶ i16 ──int16_products──▶ products (i32), exact ──± error──▶ bounds of the f32 products
//! ```
//!
//! This crate has no dependencies.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod int16_products;
pub mod matmul;
mod rounding;

pub use rounding::{MAX_ROW_LENGTH, rounding_error};
