//! Kernel for the matrix unit AMX of Intel Xeon processors (since 2023) on Linux.
//!
//! One instruction multiplies 16 rows of 64 levels with 64×16 weights, and adds the products to 16×16 sums of 32 bits.
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
use super::{Finish, LEVEL_ROWS, Levels, Weights, for_each_block};

/// Number of levels of a row, and of weights of a column, that one instruction multiplies.
const TILE_DEPTH: usize = 64;

/// Number of bytes of a row of a weight tile, and of a row of sums.
const PANEL_ROW_BYTES: usize = 64;

const _: () = assert!(GROUP == 4 && WIDTH == 16 && LEVEL_ROWS == 16 && TILE_DEPTH == 16 * GROUP);

/// Whether this process may use AMX. The first call asks the operating system for permission.
pub fn is_available() -> bool {
    static IS_AVAILABLE: OnceLock<bool> = OnceLock::new();
    *IS_AVAILABLE.get_or_init(|| has_instructions() && is_permitted())
}

fn has_instructions() -> bool {
    const AMX_TILE: u32 = 1 << 24;
    const AMX_INT8: u32 = 1 << 25;
    const LAST_LEAF_WITH_FEATURES: u32 = 7;
    // The result is in the same format on every processor, and 0 if the processor does not have the leaf.
    let features = match __cpuid_count(0, 0).eax {
        LAST_LEAF_WITH_FEATURES.. => __cpuid_count(LAST_LEAF_WITH_FEATURES, 0).edx,
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

/// All eight registers have 16 rows of 64 bytes.
static TILE_SIZES: TileSizes = TileSizes {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    bytes_per_row: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// The sums of 16 rows and of the columns of one panel.
type Sums = [[i32; WIDTH]; LEVEL_ROWS];

/// # Safety
/// [`is_available`] must be true, and the processor must have AVX-512.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn multiply(levels: &Levels, weights: &Weights, finish: &Finish, out: &mut [f32]) {
    assert!(fits(weights) && levels.depth == weights.depth);
    // SAFETY: the caller guarantees that this process may use AMX.
    // The compiler never uses tile registers, so the sizes remain set until `tilerelease`.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const TILE_SIZES, options(nostack, readonly, preserves_flags)) };
    let mut sums: [Sums; 2] = [[[0; WIDTH]; LEVEL_ROWS]; 2];
    for_each_block(levels, weights, |panel, begin, end| {
        let mut row = begin;
        while row < end {
            let tile = &levels.levels[row * levels.depth..];
            // Two tiles of rows share each loaded tile of weights.
            let n_tiles = (end - row).div_ceil(LEVEL_ROWS).min(2);
            let tile = &tile[..n_tiles * LEVEL_ROWS * levels.depth];
            // SAFETY: the caller guarantees that this process may use AMX, and the sizes of the registers are set.
            // The levels are padded to whole tiles of rows, and the depth is a multiple of `TILE_DEPTH`.
            unsafe {
                match n_tiles {
                    2 => sum_two(tile, levels.depth, panel.weights, &mut sums),
                    _ => sum_one(tile, levels.depth, panel.weights, &mut sums[0]),
                }
            }
            let n_rows = (end - row).min(n_tiles * LEVEL_ROWS);
            panel.write(&sums.as_flattened()[..n_rows], 0, levels, row, finish, out);
            row += n_rows;
        }
    });
    // SAFETY: this process may use AMX.
    unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) };
}

/// Computes the sums of 16 rows.
///
/// # Safety
/// This process must be allowed to use AMX, and all tile registers must have 16 rows of 64 bytes.
/// `levels` must hold 16 rows of `depth` levels, and `panel` must hold `depth` rows of [`WIDTH`] weights.
/// `depth` must be a positive multiple of [`TILE_DEPTH`].
#[inline(always)]
unsafe fn sum_one(levels: &[u8], depth: usize, panel: &[i8], sums: &mut Sums) {
    debug_assert!(levels.len() == LEVEL_ROWS * depth && panel.len() == depth * WIDTH);
    // SAFETY: each step reads 64 levels of 16 rows and 64·16 weights, and `depth / 64` steps stay within the slices.
    unsafe {
        asm!(
            "tilezero tmm0",
            "2:",
            "tileloadd tmm2, [{levels} + {depth}]",
            "tileloadd tmm3, [{panel} + {width}]",
            "tdpbusd tmm0, tmm2, tmm3",
            "add {levels}, 64",
            "add {panel}, 1024",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {width}], tmm0",
            levels = inout(reg) levels.as_ptr() => _,
            panel = inout(reg) panel.as_ptr() => _,
            steps = inout(reg) depth / TILE_DEPTH => _,
            depth = in(reg) depth,
            width = in(reg) PANEL_ROW_BYTES,
            sums = in(reg) sums.as_mut_ptr(),
            out("tmm0") _, out("tmm2") _, out("tmm3") _,
            options(nostack),
        );
    }
}

/// Computes the sums of 32 rows.
///
/// # Safety
/// As for [`sum_one`], but `levels` must hold 32 rows.
#[inline(always)]
unsafe fn sum_two(levels: &[u8], depth: usize, panel: &[i8], sums: &mut [Sums; 2]) {
    debug_assert!(levels.len() == 2 * LEVEL_ROWS * depth && panel.len() == depth * WIDTH);
    // SAFETY: each step reads 64 levels of 32 rows and 64·16 weights, and `depth / 64` steps stay within the slices.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "2:",
            "tileloadd tmm3, [{panel} + {width}]",
            "tileloadd tmm2, [{levels} + {depth}]",
            "tdpbusd tmm0, tmm2, tmm3",
            "tileloadd tmm4, [{further} + {depth}]",
            "tdpbusd tmm1, tmm4, tmm3",
            "add {levels}, 64",
            "add {further}, 64",
            "add {panel}, 1024",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {width}], tmm0",
            "tilestored [{sums} + {width} + 1024], tmm1",
            levels = inout(reg) levels.as_ptr() => _,
            further = inout(reg) levels[LEVEL_ROWS * depth..].as_ptr() => _,
            panel = inout(reg) panel.as_ptr() => _,
            steps = inout(reg) depth / TILE_DEPTH => _,
            depth = in(reg) depth,
            width = in(reg) PANEL_ROW_BYTES,
            sums = in(reg) sums.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _,
            options(nostack),
        );
    }
}
