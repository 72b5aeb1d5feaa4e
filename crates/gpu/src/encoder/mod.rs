//! GPU shaders of the encoder, which return the same bits as the CPU.
//! Only tests use these shaders so far; docs/gpu-encoder.md contains the measurements and the next steps.
//!
//! ```text
//!  guarded.wgsl or corrected.wgsl   sums, products, comparisons, conversions
//!  natives.wgsl, division.wgsl      quotients and square roots
//!  functions.wgsl                   exp, erf, GELU
//!  quantize, linear, norm, attention, examine
//! ```
//!
//! A shader is the concatenation of these files. Kernels use floats only through functions of the first three lines above,
//! so the same kernels work with the guarded and with the corrected arithmetic.

mod examine;
mod kernel;
mod reference;
mod tests;

/// How a shader computes with `f32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    /// The device's float operations, hidden from the optimizer. Requires a device that rounds to nearest.
    Guarded,
    /// Integer operations, and products of the device with exact corrections. This arithmetic is correct on every device.
    Corrected,
}

/// How a shader multiplies levels by weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Products {
    /// The function `dot4I8Packed`, which is one instruction on many devices.
    Packed,
    /// Products of type `i32` of unpacked bytes.
    Unpacked,
    /// Products of type `f32` of unpacked bytes.
    Float,
}

const GUARDED: &str = include_str!("guarded.wgsl");
const CORRECTED: &str = include_str!("corrected.wgsl");
const NATIVES: &str = include_str!("natives.wgsl");
const DIVISION: &str = include_str!("division.wgsl");
const FUNCTIONS: &str = include_str!("functions.wgsl");
const EXAMINE: &str = include_str!("examine.wgsl");
const QUANTIZE: &str = include_str!("quantize.wgsl");
const LINEAR: &str = include_str!("linear.wgsl");
const NORM: &str = include_str!("norm.wgsl");
const ATTENTION: &str = include_str!("attention.wgsl");

impl Arithmetic {
    /// WGSL source of the functions that kernels use. A kernel must follow this source.
    fn source(self) -> String {
        let own = match self {
            Arithmetic::Guarded => GUARDED,
            Arithmetic::Corrected => CORRECTED,
        };
        [own, NATIVES, DIVISION, FUNCTIONS].concat()
    }
}

impl Products {
    /// WGSL source of the function `products`, which linear.wgsl uses.
    fn source(self) -> &'static str {
        match self {
            Products::Packed => include_str!("products_packed.wgsl"),
            Products::Unpacked => include_str!("products_unpacked.wgsl"),
            Products::Float => include_str!("products_float.wgsl"),
        }
    }
}
