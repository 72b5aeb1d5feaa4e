//! The products of attention: a few rows of numbers with many.

/// Rows that are multiplied together.
pub const ROWS: usize = 4;

/// Numbers of each that are summed in registers at a time.
pub const BLOCK: usize = if cfg!(target_family = "wasm") { 8 } else { 16 };

/// Σ `factors[i][row]` · `numbers[i * stride + column]` for each row and the first [`BLOCK`] columns, in rising order of
/// i.
///
/// # Panics
/// When there are fewer numbers.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub fn products(factors: &[[f32; ROWS]], numbers: &[f32], stride: usize) -> [[f32; BLOCK]; ROWS] {
    let mut sums = [[0.0; BLOCK]; ROWS];
    for (factors, numbers) in factors.iter().zip(numbers.chunks(stride)) {
        let numbers: &[f32; BLOCK] = numbers.first_chunk().expect("a block");
        for (sums, factor) in sums.iter_mut().zip(factors) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += factor * number;
            }
        }
    }
    sums
}

/// As above, by hand: the browser's compiler keeps the sums in registers only if nothing stands between the products.
#[cfg(target_family = "wasm")]
#[inline(always)]
pub fn products(factors: &[[f32; ROWS]], numbers: &[f32], stride: usize) -> [[f32; BLOCK]; ROWS] {
    use core::arch::wasm32::*;
    assert!(factors.is_empty() || numbers.len() >= (factors.len() - 1) * stride + BLOCK);
    let mut sums = [[f32x4_splat(0.0); 2]; ROWS];
    let mut numbers = numbers.as_ptr();
    for factors in factors {
        // SAFETY: the assertion above; a block is two registers.
        let halves = unsafe { [v128_load(numbers.cast()), v128_load(numbers.add(4).cast())] };
        for (sums, &factor) in sums.iter_mut().zip(factors) {
            let factor = f32x4_splat(factor);
            for (sum, half) in sums.iter_mut().zip(halves) {
                *sum = f32x4_add(*sum, f32x4_mul(factor, half));
            }
        }
        numbers = numbers.wrapping_add(stride);
    }
    let mut blocks = [[0.0; BLOCK]; ROWS];
    for (block, sums) in blocks.iter_mut().zip(sums) {
        // SAFETY: a block is two registers.
        unsafe {
            v128_store(block.as_mut_ptr().cast(), sums[0]);
            v128_store(block.as_mut_ptr().add(4).cast(), sums[1]);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_summed_row_by_row() {
        let factors = [[1.0, 2.0, 3.0, 4.0], [10.0, 20.0, 30.0, 40.0]];
        let stride = BLOCK + 3;
        let numbers: Vec<f32> = (0..stride + BLOCK).map(|i| i as f32).collect();
        let sums = products(&factors, &numbers, stride);
        for (row, sums) in sums.iter().enumerate() {
            for (column, &sum) in sums.iter().enumerate() {
                let expected = factors[0][row] * numbers[column] + factors[1][row] * numbers[stride + column];
                assert_eq!(sum, expected);
            }
        }
        assert_eq!(products(&[], &[], 1), [[0.0; BLOCK]; ROWS]);
    }

    #[test]
    #[should_panic]
    fn too_few_numbers_are_refused() {
        products(&[[1.0; ROWS]; 2], &[1.0; BLOCK + 2], 3);
    }
}
