//! The fast operators that the [`rewrites`](super::rewrites) put into tract's graph.
//!
//! An operator has the inputs and outputs of the subgraph that it replaces.
//! tract can therefore check shapes and run the other operators.
//! All sums of `f32` have an order that depends neither on the machine nor on the other texts in the batch.

mod attention;
mod attention_head;
#[cfg(target_family = "wasm")]
mod attention_wasm;
mod block_table;
mod linear;
mod norm;
mod pool;

pub use attention::{Attention, Heads};
pub use block_table::{BlockTable, TableBytes};
pub use linear::Linear;
pub use norm::Norm;
pub use pool::Pool;

/// Number of parallel partial sums: the number of `f32` values in the widest SIMD register of any machine.
const LANES: usize = 16;

/// Returns the sum of `term` over the numbers. Each of the LANES partial sums adds its terms in ascending order.
/// Then lane 8 is added to lane 0, lane 9 to lane 1, and so on.
/// Each subsequent step halves the number of lanes.
/// Trailing zeros do not change the sum.
#[inline(always)]
fn sum(numbers: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane += term(x);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        *lane += term(x);
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// Compiles a function for several instruction sets and calls the best copy that the processor supports.
/// All compiled copies of the function return the same results, because no copy fuses multiplications with additions.
macro_rules! best_instructions {
    (fn $name:ident($($argument:ident: $type:ty),* $(,)?) = $body:path;) => {
        fn $name($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn with_avx512($($argument: $type),*) {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn with_avx2($($argument: $type),*) {
                    $body($($argument),*)
                }
                if is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                {
                    // SAFETY: the processor has the AVX-512 instructions.
                    return unsafe { with_avx512($($argument),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has the AVX2 instructions.
                    return unsafe { with_avx2($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    };
}
use best_instructions;
