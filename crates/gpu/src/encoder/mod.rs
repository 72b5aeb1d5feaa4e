//! The encoder on a GPU. The results must be bit-identical to the results on the CPU.
//! docs/gpu-encoder.md contains the measurements and the next steps.
//!
//! ```text
//!  guarded.wgsl or corrected.wgsl   sums, products, comparisons, conversions
//!  natives.wgsl, division.wgsl      quotients and square roots
//!  functions.wgsl                   exp, erf, GELU
//!  embed, norm, quantize, linear, attention, pool, conformance   kernels, one file each
//! ```
//!
//! A shader is the concatenation of some of the files in the diagram.
//! Kernels use floats only through the functions in the first three lines of the diagram.
//! Each kernel therefore works with the guarded and with the corrected arithmetic.

mod conformance;
mod kernel;
mod plan;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
mod verify;

pub use plan::{GpuEncoder, GpuVectors};
pub use verify::ChunkError;

use crate::engine::Engine;
use fastgas_graph::CpuReason;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    /// Arithmetic with float operations of the device, hidden from the optimizer. The device must round to nearest.
    Guarded,
    /// Arithmetic in which integer operations correct the products of the device exactly, on every device.
    Corrected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Products {
    /// The WGSL function `dot4I8Packed` multiplies the bytes. On many devices, the function is a single instruction.
    Packed,
    /// The bytes are unpacked and multiplied as `i32`.
    #[cfg(test)]
    Unpacked,
    /// The bytes are unpacked and multiplied as `f32`. The sums of a column must be below 2²⁴.
    #[cfg(test)]
    Float,
}

const GUARDED: &str = include_str!("guarded.wgsl");
const CORRECTED: &str = include_str!("corrected.wgsl");
const NATIVES: &str = include_str!("natives.wgsl");
const DIVISION: &str = include_str!("division.wgsl");
const FUNCTIONS: &str = include_str!("functions.wgsl");
const CONFORMANCE: &str = include_str!("conformance.wgsl");
const QUANTIZE: &str = include_str!("quantize.wgsl");
const LINEAR: &str = include_str!("linear.wgsl");
const NORM: &str = include_str!("norm.wgsl");
const ATTENTION: &str = include_str!("attention.wgsl");
const EMBED: &str = include_str!("embed.wgsl");
const POOL: &str = include_str!("pool.wgsl");

/// Number of test cases for each operation.
/// Half of the test cases would suffice: a device with different arithmetic fails many of 1,024 test cases.
/// See docs/gpu-encoder.md.
const N_TEST_CASES: usize = 2_048;

impl Arithmetic {
    /// Runs the conformance test on the device with the guarded arithmetic and, if it fails, with the corrected arithmetic.
    /// Returns the first arithmetic that passes the conformance test, or an error if both fail.
    async fn of(engine: &Engine) -> Result<Arithmetic, CpuReason> {
        let guarded = conformance::check(engine, &Arithmetic::Guarded.source(), N_TEST_CASES).await?;
        // Wrong results with subnormal numbers are accepted, because the kernels flag the texts that may be affected.
        // The CPU embeds the flagged texts.
        if guarded.wrong.is_empty() {
            return Ok(Arithmetic::Guarded);
        }
        let corrected = conformance::check(engine, &Arithmetic::Corrected.source(), N_TEST_CASES).await?;
        if corrected.wrong.is_empty() && corrected.n_wrong_subnormal == 0 {
            return Ok(Arithmetic::Corrected);
        }
        Err(CpuReason::Wrong)
    }

    /// WGSL source of the arithmetic functions that kernels call.
    /// In a shader, the source of the kernel follows the arithmetic functions.
    fn source(self) -> String {
        let own = match self {
            Arithmetic::Guarded => GUARDED,
            Arithmetic::Corrected => CORRECTED,
        };
        [own, NATIVES, DIVISION, FUNCTIONS].concat()
    }
}

impl Products {
    /// WGSL source of the `products` function, which linear.wgsl calls.
    fn source(self) -> &'static str {
        match self {
            Products::Packed => include_str!("products_packed.wgsl"),
            #[cfg(test)]
            Products::Unpacked => include_str!("products_unpacked.wgsl"),
            #[cfg(test)]
            Products::Float => include_str!("products_float.wgsl"),
        }
    }
}
