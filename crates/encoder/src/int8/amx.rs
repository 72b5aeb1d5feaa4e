//! Kernel for the matrix unit AMX of Intel Xeon processors (since 2023) on Linux.
//!
//! One instruction multiplies 16×64 quantized activations by 64×16 weights, and adds the products to 16×16 32-bit sums.
//! The weights of a panel already have the layout of AMX: 16 columns, each with 4 consecutive weights in a group.
//! Rust has no stable functions for AMX, so the kernel is written in assembly.

#![expect(
    clippy::disallowed_types,
    reason = "the permission to use AMX belongs to the process, and is asked for once"
)]

use core::arch::asm;
use core::arch::x86_64::__cpuid_count;
use std::sync::OnceLock;

use super::plain::{GROUP, WIDTH};
use super::{Finish, LEVEL_ROWS, Levels, MAX_ROWS_AT_ONCE, Weights, blocks, panels};

/// Number of quantized activations per row, and of weights per column, that one instruction multiplies.
const TILE_DEPTH: usize = 64;

/// Number of bytes in a row of a weight tile, and in a row of sums.
const PANEL_ROW_BYTES: usize = 64;

const _: () = assert!(GROUP == 4 && WIDTH == 16 && LEVEL_ROWS == 16 && TILE_DEPTH == 16 * GROUP);
// Every block of rows except the last block consists of whole tiles.
const _: () = assert!(MAX_ROWS_AT_ONCE.is_multiple_of(ROWS));

/// Whether this process may use AMX, and the processor also has AVX-512.
/// The first call asks the operating system for permission to use AMX.
pub fn is_available() -> bool {
    static IS_AVAILABLE: OnceLock<bool> = OnceLock::new();
    *IS_AVAILABLE.get_or_init(|| is_x86_feature_detected!("avx512bw") && has_instructions() && is_permitted())
}

fn has_instructions() -> bool {
    const AMX_TILE: u32 = 1 << 24;
    const AMX_INT8: u32 = 1 << 25;
    const LAST_LEAF_WITH_FEATURES: u32 = 7;
    #[allow(
        unused_unsafe,
        reason = "the function is safe in current versions of Rust, but unsafe in Rust 1.91"
    )]
    // SAFETY: every x86-64 processor has the instruction `cpuid`.
    let leaf = |leaf| unsafe { __cpuid_count(leaf, 0) };
    // On a processor without the CPUID leaf 7, `cpuid` would return the values of another leaf.
    let features = match leaf(0).eax {
        LAST_LEAF_WITH_FEATURES.. => leaf(LAST_LEAF_WITH_FEATURES).edx,
        _ => 0,
    };
    features & AMX_TILE != 0 && features & AMX_INT8 != 0
}

/// Linux saves the 8 KB of AMX registers only for processes that have asked for permission.
fn is_permitted() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;
    // SAFETY: the call changes only which registers this process may use.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
}

/// Whether the kernel can multiply `weights`. The number of inputs must fill whole tiles.
pub fn fits(weights: &Weights) -> bool {
    weights.depth.is_multiple_of(TILE_DEPTH)
}

/// Sizes of the tile registers, in the format of the instruction `ldtilecfg`.
#[repr(C, align(64))]
struct TileSizes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_per_row: [u16; 16],
    rows: [u8; 16],
}

/// All eight tile registers have 16 rows of 64 bytes.
static TILE_SIZES: TileSizes = TileSizes {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    bytes_per_row: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// Number of activation rows for which the kernel computes sums at once: two tiles.
const ROWS: usize = 2 * LEVEL_ROWS;

/// The sums of two tiles of rows with the columns of one panel.
type Sums = [[i32; WIDTH]; ROWS];

/// # Safety
/// [`is_available`] must be true.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    assert!(fits(weights) && levels.depth == weights.depth);
    let depth = levels.depth;
    // SAFETY: the caller guarantees that this process may use AMX.
    // The compiler never uses tile registers, so the sizes remain set until `tilerelease`.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const TILE_SIZES, options(nostack, readonly, preserves_flags)) };
    let mut sums: [Sums; 2] = [[[0; WIDTH]; ROWS]; 2];
    for block in blocks(levels) {
        let mut panels = panels(weights);
        while let Some(first) = panels.next() {
            let second = panels.next();
            for row in block.clone().step_by(ROWS) {
                let n_rows = (block.end - row).min(ROWS);
                // Without a second tile of rows or a second panel, the kernel multiplies the first tile or panel twice.
                // A special case with fewer independent chains of products would take nearly as long.
                let further = if n_rows > LEVEL_ROWS { row + LEVEL_ROWS } else { row };
                let tiles = [row, further].map(|row| &levels.levels[row * depth..][..LEVEL_ROWS * depth]);
                let pair = [first.weights, second.as_ref().unwrap_or(&first).weights];
                // SAFETY: the caller guarantees that this process may use AMX, and the sizes of the registers are set.
                // The levels are padded to whole tiles of rows, and the depth is a multiple of `TILE_DEPTH`.
                unsafe { sum(tiles, pair, depth, &mut sums) };
                first.write(&sums[0][..n_rows], 0, levels, row, finish, out);
                if let Some(second) = &second {
                    second.write(&sums[1][..n_rows], 0, levels, row, finish, out);
                }
            }
        }
    }
    // SAFETY: this process may use AMX.
    unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) };
}

/// Multiplies two tiles of rows by the columns of two panels. `sums[panel]` receives the sums of products.
/// Four independent chains of products hide most of the latency of an instruction.
///
/// # Safety
/// This process must be allowed to use AMX, and all tile registers must have 16 rows of 64 bytes.
/// Each of `tiles` must hold 16 rows of `depth` levels, and each of `panels` must hold `depth` rows of [`WIDTH`] weights.
/// `depth` must be a positive multiple of [`TILE_DEPTH`].
#[inline(always)]
unsafe fn sum(tiles: [&[u8]; 2], panels: [&[i8]; 2], depth: usize, sums: &mut [Sums; 2]) {
    debug_assert!(tiles.iter().all(|tile| tile.len() == LEVEL_ROWS * depth));
    debug_assert!(panels.iter().all(|panel| panel.len() == depth * WIDTH));
    // SAFETY: each step reads 64 levels of 16 rows and 64·16 weights, and `depth / 64` steps stay within the slices.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "tileloadd tmm4, [{tile} + {depth}]",
            "tileloadd tmm6, [{panel} + {width}]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tileloadd tmm7, [{second_panel} + {width}]",
            "tdpbusd tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{second_tile} + {depth}]",
            "tdpbusd tmm2, tmm5, tmm6",
            "tdpbusd tmm3, tmm5, tmm7",
            "add {tile}, 64",
            "add {second_tile}, 64",
            "add {panel}, 1024",
            "add {second_panel}, 1024",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {width}], tmm0",
            "tilestored [{sums} + {width} + 1024], tmm2",
            "tilestored [{sums} + {width} + 2048], tmm1",
            "tilestored [{sums} + {width} + 3072], tmm3",
            tile = inout(reg) tiles[0].as_ptr() => _,
            second_tile = inout(reg) tiles[1].as_ptr() => _,
            panel = inout(reg) panels[0].as_ptr() => _,
            second_panel = inout(reg) panels[1].as_ptr() => _,
            steps = inout(reg) depth / TILE_DEPTH => _,
            depth = in(reg) depth,
            width = in(reg) PANEL_ROW_BYTES,
            sums = in(reg) sums.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
