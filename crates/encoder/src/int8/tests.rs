use proptest::prelude::*;

use super::*;

fn integers(count: usize, seed: u64, limit: i16) -> Vec<i8> {
    let mut state = seed;
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as i16 % (limit + 1) * if state >> 63 == 0 { 1 } else { -1 }) as i8
        })
        .collect()
}

fn numbers(count: usize, seed: u64) -> Vec<f32> {
    integers(count, seed, 127)
        .iter()
        .map(|&x| f32::from(x) * 0.037)
        .collect()
}

/// Reference implementation of a linear layer by definition, one number at a time, with 64-bit sums.
fn plainly(levels: &Levels, weights: &[i8], n: usize, finish: &Finish) -> Vec<f32> {
    let k = weights.len() / n;
    let mut out = Vec::new();
    for (row, (scale, zero)) in levels
        .levels
        .chunks_exact(levels.depth)
        .zip(levels.scales.iter().zip(&levels.zeros))
    {
        for o in 0..n {
            let sum: i64 = (0..k)
                .map(|i| (row[i] as i64 - i64::from(*zero)) * i64::from(weights[i * n + o]))
                .sum();
            let y = sum as f32 * scale * finish.scales[o] + finish.biases[o];
            out.push(if finish.gelu { gelu(y) } else { y });
        }
    }
    out
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn unpacked_weights_are_those_that_were_packed() {
    for (k, n) in [(1, 1), (3, 16), (4, 17), (70, 37), (64, 96)] {
        let weights = integers(k * n, 5, 127);
        for with_runs in [false, true] {
            let packed = Weights::pack_for(&weights, k, n, with_runs).expect("few inputs");
            assert_eq!(packed.unpacked(), weights, "{k}×{n}");
        }
    }
    let [a, b] = [16, 37].map(|n| integers(5 * n, 6, 127));
    let packed = [(&a, 16), (&b, 37)].map(|(weights, n)| Weights::pack(weights, 5, n).expect("few inputs"));
    let expected: Vec<i8> = a
        .chunks_exact(16)
        .zip(b.chunks_exact(37))
        .flat_map(|(a, b)| [a, b].concat())
        .collect();
    assert_eq!(Weights::joined(packed.iter()).unpacked(), expected);
}

type Multiply = fn(&Levels, &Weights, &Finish, &mut [f32]);

fn ways() -> Vec<(&'static str, Multiply)> {
    let mut ways: Vec<(&str, Multiply)> = vec![("chosen", multiply), ("plain", plain::multiply)];
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            ways.push(("AVX2", |a, b, c, d| unsafe { x86::with_avx2(a, b, c, d) }));
        }
        if is_x86_feature_detected!("avxvnni") {
            // SAFETY: the processor has AVX-VNNI, which implies AVX2.
            ways.push(("AVX-VNNI", |a, b, c, d| unsafe { x86::with_avxvnni(a, b, c, d) }));
        }
        if is_x86_feature_detected!("avx512vnni") {
            // SAFETY: the processor has AVX-512 VNNI.
            ways.push(("AVX-512 VNNI", |a, b, c, d| unsafe { x86::with_avx512vnni(a, b, c, d) }));
        }
    }
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    if amx::is_available() {
        ways.push(("AMX", |a, b, c, d| match amx::fits(b) {
            // SAFETY: this process may use AMX.
            true => unsafe { amx::multiply(a, b, c, d) },
            false => multiply(a, b, c, d),
        }));
    }
    #[cfg(target_arch = "aarch64")]
    {
        ways.push(("NEON", neon::with_neon));
        if std::arch::is_aarch64_feature_detected!("dotprod") {
            // SAFETY: the processor has the dot product instructions.
            ways.push(("NEON, dot products", |a, b, c, d| unsafe {
                neon::with_dot_products(a, b, c, d)
            }));
        }
    }
    ways
}

fn check(m: usize, n: usize, k: usize, limit: i16, gelu: bool, seed: u64) -> Result<(), TestCaseError> {
    let weights = integers(k * n, seed, limit);
    // The weights are packed with runs, so that kernels that use runs can be tested even if another kernel is chosen.
    let packed = Weights::pack_for(&weights, k, n, true).unwrap();
    let finish = Finish {
        scales: numbers(n, seed + 1),
        biases: numbers(n, seed + 2),
        gelu,
    };
    let levels = Levels::quantize(&numbers(m * k, seed + 3), &numbers(k, seed + 4), packed.depth());
    let expected = bits(&plainly(&levels, &weights, n, &finish));
    for (name, way) in ways() {
        let mut out = vec![f32::NAN; m * n];
        way(&levels, &packed, &finish, &mut out);
        prop_assert_eq!(&bits(&out), &expected, "{}", name);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_kernel_matches_the_definition_bit_for_bit(
        m in 0usize..30, n in 1usize..50, k in 1usize..70, limit in prop::sample::select(vec![1i16, 40, 127]),
        gelu: bool, seed in 0u64..1 << 40,
    ) {
        check(m, n, k, limit, gelu, seed)?;
    }

    /// The tolerance is 1.01 quantization steps. The expected error is at most half a step plus float rounding errors.
    #[test]
    fn dequantized_levels_are_close_to_the_numbers(k in 1usize..60, seed in 0u64..1 << 40) {
        let rows = numbers(3 * k, seed);
        let scales = numbers(k, seed + 9);
        let levels = Levels::quantize(&rows, &scales, k.next_multiple_of(8));
        for (r, row) in rows.chunks_exact(k).enumerate() {
            for (i, (x, scale)) in row.iter().zip(&scales).enumerate() {
                let level = i32::from(levels.levels[r * levels.depth + i]);
                prop_assert!((0..128).contains(&level));
                let back = (level - levels.zeros[r]) as f32 * levels.scales[r];
                prop_assert!((back - x * scale).abs() <= 1.01 * levels.scales[r], "{} {}", back, x * scale);
            }
        }
    }

    /// For all possible quantized activations, the sum in each 16-bit lane of a weight run fits into 16 bits.
    /// A run with one more group of weights could exceed 16 bits.
    #[test]
    fn runs_are_maximal_without_overflow(k in 1usize..80, limit in 1i16..128, seed in 0u64..1 << 40) {
        let weights = integers(k, seed, limit);
        let packed = Weights::pack_for(&weights, k, 1, true).unwrap();
        let lanes = |group: usize| {
            let weight = |i: usize| weights.get(i).map_or(0, |&w| i32::from(w));
            let first = group * GROUP;
            (0..GROUP / 2).map(|lane| [2 * lane, 2 * lane + 1].map(|i| weight(first + i))).collect::<Vec<_>>()
        };
        let extremes = |groups: std::ops::Range<usize>, lane: usize| {
            let weights = || groups.clone().flat_map(|group| lanes(group)[lane]);
            let at = |above: i32, below: i32| weights().map(|w| w * if w > 0 { above } else { below }).sum::<i32>();
            (at(0 - CENTER, 127 - CENTER), at(127 - CENTER, 0 - CENTER))
        };
        let mut end = 0;
        for run in &packed.runs {
            let begin = end;
            end += run.groups;
            for lane in 0..GROUP / 2 {
                let (lowest, highest) = extremes(begin..end, lane);
                prop_assert!(i32::from(i16::MIN) <= lowest && highest <= i32::from(i16::MAX));
                let at_center: i32 = (begin..end).flat_map(|group| lanes(group)[lane]).sum();
                prop_assert_eq!(i32::from(run.begin[lane]), -CENTER * at_center);
            }
            let size = |lane: usize| (begin..end + 1).flat_map(|group| lanes(group)[lane]).map(i32::abs).sum::<i32>();
            prop_assert!(end == packed.depth / GROUP || (0..GROUP / 2).any(|lane| size(lane) > SAFE_SUM));
        }
        prop_assert_eq!(end, packed.depth / GROUP);
    }
}

/// The shaders of crates/gpu compute the same linear layer.
/// The test `reference_has_the_checksums_of_the_encoder` in crates/gpu contains the same checksums.
/// Every change to an operation must therefore be made in crates/encoder and in crates/gpu.
#[test]
fn layers_have_the_checksums_of_the_shaders() {
    let [m, k, n] = [7, 70, 37];
    let mut state = 1u32;
    let mut number = |range: f32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0 * range - range / 2.0
    };
    let rows: Vec<f32> = (0..m * k).map(|_| number(6.0)).collect();
    let input_scales: Vec<f32> = (0..k).map(|_| 1.0 + number(1.0)).collect();
    let weights: Vec<i8> = (0..k * n).map(|_| number(254.0) as i8).collect();
    let scales: Vec<f32> = (0..n).map(|_| number(0.01)).collect();
    let biases: Vec<f32> = (0..n).map(|_| number(2.0)).collect();
    let packed = Weights::pack(&weights, k, n).unwrap();
    let levels = Levels::quantize(&rows, &input_scales, packed.depth());
    let checksums = [false, true].map(|gelu| {
        let finish = Finish {
            scales: scales.clone(),
            biases: biases.clone(),
            gelu,
        };
        let mut out = vec![0.0; m * n];
        multiply(&levels, &packed, &finish, &mut out);
        bits(&out).into_iter().fold(0, |sum: u32, y| sum.rotate_left(5) ^ y)
    });
    assert_eq!(checksums, [4_022_474_708, 457_249_879]);
}

/// Multiplies activations quantized to the highest level, 127, by weights with magnitudes of 64 to 128.
/// A 16-bit lane would overflow if the sums were not split into short runs.
#[test]
fn largest_numbers_do_not_overflow() {
    let (k, n) = (1536, WIDTH);
    for weight in [127, 65, 64, -64, -65, -128] {
        let packed = Weights::pack_for(&vec![weight; k * n], k, n, true).unwrap();
        // Each group adds two weights per 16-bit lane. The magnitudes of the weights in a lane may add up to at most 511.
        // The expected run length is therefore 511 / (2·|weight|) groups, rounded down, but at least one group.
        let longest = packed.runs.iter().map(|run| run.groups).max();
        assert_eq!(
            longest,
            Some((511 / (2 * i32::from(weight).abs())) as usize).max(Some(1))
        );
        let finish = Finish {
            scales: vec![1.0; n],
            biases: vec![0.0; n],
            gelu: false,
        };
        let levels = Levels::quantize(&vec![1.0; 13 * k], &vec![1.0; k], packed.depth());
        assert!(levels.levels[..13 * packed.depth()].iter().all(|&level| level == 127));
        for (name, way) in ways() {
            let mut out = vec![0.0; 13 * n];
            way(&levels, &packed, &finish, &mut out);
            let expected = k as f32 * f32::from(weight) * 127.0 * levels.scales[0];
            assert!(
                out.iter().all(|&y| y == expected),
                "{name}: {} instead of {expected}",
                out[0]
            );
        }
    }
    assert_eq!(Weights::pack(&vec![1; MAX_INPUTS + 1], MAX_INPUTS + 1, 1), None);
}

/// AMX multiplies tiles of 16 rows and 64 inputs. Incomplete tiles of rows are padded.
#[test]
fn every_number_of_rows_gives_the_sums_of_the_definition() {
    for m in 1..=50 {
        for k in [64, 128, 190] {
            check(m, 21, k, 127, false, m as u64).unwrap();
        }
    }
}

#[test]
fn rows_beyond_one_block_are_computed() {
    check(2 * MAX_ROWS_AT_ONCE + 7, 19, 384, 127, true, 5).unwrap();
}

/// Puts the lowest and the highest number of a row at every pair of positions, so that each SIMD lane contains an extreme.
#[test]
fn extremes_of_a_row_are_found_in_every_place() {
    let k = 2 * QUANTIZE_LANES + 3;
    for highest in 0..k {
        for lowest in (0..k).filter(|&lowest| lowest != highest) {
            let mut row = vec![0.5; k];
            row[lowest] = -3.0;
            row[highest] = 5.0;
            let levels = Levels::quantize(&row, &vec![1.0; k], k.next_multiple_of(4));
            let at = |i: usize| i32::from(levels.levels[i]);
            let expected = (0, 127, 8.0 / MAX_LEVEL);
            assert_eq!(
                (at(lowest), at(highest), levels.scales[0]),
                expected,
                "{lowest}, {highest}"
            );
        }
    }
}

#[test]
fn zero_rows_and_non_finite_rows_are_handled() {
    let packed = Weights::pack(&[1, 2, 3], 3, 1).unwrap();
    let finish = Finish {
        scales: vec![1.0],
        biases: vec![0.5],
        gelu: false,
    };
    for (row, expected) in [
        ([0.0; 3], 0.5f32),
        ([0.0, f32::NAN, 1.0], f32::NAN),
        ([f32::INFINITY, 1.0, 0.0], f32::NAN),
        ([f32::NEG_INFINITY, 1.0, 0.0], f32::NAN),
    ] {
        let levels = Levels::quantize(&row, &[1.0; 3], packed.depth());
        let mut out = [0.0];
        multiply(&levels, &packed, &finish, &mut out);
        assert!(
            out[0] == expected || (expected.is_nan() && !out[0].is_finite()),
            "{row:?} gives {}",
            out[0]
        );
    }
}
