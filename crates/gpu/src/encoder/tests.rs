use std::time::Duration;

use super::conformance::{ConformanceReport, Random};
use super::kernel::{Job, Kernel};
use super::plan::{LinearWords, TILE};
use super::reference::{self, Layer, Levels};
use super::*;
use crate::block_on;
use crate::tests::engine;

const PRODUCTS: [Products; 3] = [Products::Packed, Products::Unpacked, Products::Float];

/// Replaces `from`, which must occur exactly once in `text`.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

fn check(engine: &Engine, arithmetic: &str, count: usize) -> ConformanceReport {
    block_on(conformance::check(engine, arithmetic, count)).expect("the GPU answers")
}

/// WGSL source of the arithmetic `own`, with the functions in `natives` as the operations of the device.
fn emulated(own: &str, natives: &str) -> String {
    [own, natives, DIVISION, FUNCTIONS].concat()
}

/// WGSL source of device operations with pseudorandom results among the results that WGSL permits.
/// The argument `seed` determines the results.
fn adversarial(seed: u32) -> String {
    replaced(
        include_str!("adversarial.wgsl"),
        "const SEED = 0u;",
        &format!("const SEED = {seed}u;"),
    )
}

/// Emulates [`Arithmetic::Guarded`] on a device that fuses a·b + c.
/// The emulation adds the exact errors of the product and of the sum, which Dekker's and Knuth's algorithms compute.
fn contracting() -> String {
    let fused = "
fn high_bits(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

fn fused(a: f32, b: f32, c: f32) -> f32 {
    let product = keep(a * b);
    let a_high = high_bits(a);
    let a_low = keep(a - a_high);
    let b_high = high_bits(b);
    let b_low = keep(b - b_high);
    let first = keep(keep(a_high * b_high) - product);
    let product_error = keep(keep(keep(first + keep(a_high * b_low)) + keep(a_low * b_high)) + keep(a_low * b_low));
    let sum = keep(product + c);
    let part = keep(sum - product);
    let sum_error = keep(keep(product - keep(sum - part)) + keep(c - part));
    return keep(sum + keep(sum_error + product_error));
}
";
    let own = replaced(GUARDED, "return keep(keep(a * b) + c);", "return fused(a, b, c);");
    emulated(&[&own, fused].concat(), NATIVES)
}

/// Emulates [`Arithmetic::Guarded`] on a device that replaces subnormal results with zero.
fn flushing() -> String {
    let own = replaced(
        GUARDED,
        "    return bitcast<f32>(bitcast<u32>(x) ^ task.zero);",
        "    let kept = bitcast<u32>(x) ^ task.zero;
    return bitcast<f32>(select(kept, kept & 0x80000000u, (kept & 0x7f800000u) == 0u));",
    );
    emulated(&own, NATIVES)
}

/// [`Arithmetic::Corrected`] with an error: `round_to_even` rounds toward zero.
fn truncating() -> String {
    let own = replaced(
        CORRECTED,
        "return (significand + 63u + ((significand >> 7u) & 1u)) >> 7u;",
        "return significand >> 7u;",
    );
    emulated(&own, NATIVES)
}

/// [`Arithmetic::Guarded`] without the guard, so that the compiler may fuse and reorder operations.
fn unguarded() -> String {
    let own = replaced(GUARDED, "bitcast<f32>(bitcast<u32>(x) ^ task.zero)", "x");
    emulated(&own, NATIVES)
}

/// Emulates conformance.wgsl on a device that computes (a + b) + c as a + (b + c).
fn reordering() -> String {
    replaced(
        CONFORMANCE,
        "result = add(add(a, b), c);",
        "result = add(a, add(b, c));",
    )
}

/// WGSL sources of all kernels. The source of the function `products` precedes each copy of linear.wgsl.
fn kernels() -> Vec<String> {
    let mut kernels = [CONFORMANCE, EMBED, QUANTIZE, NORM, ATTENTION, POOL]
        .map(str::to_owned)
        .to_vec();
    kernels.extend(PRODUCTS.map(|products| [products.source(), LINEAR].concat()));
    kernels
}

#[test]
fn shaders_are_valid() {
    let arithmetics = [
        Arithmetic::Guarded.source(),
        Arithmetic::Corrected.source(),
        emulated(CORRECTED, &adversarial(1)),
    ];
    for arithmetic in arithmetics {
        for kernel in kernels() {
            let source = [arithmetic.as_str(), &kernel].concat();
            let module = wgpu::naga::front::wgsl::parse_str(&source)
                .unwrap_or_else(|error| panic!("{}", error.emit_to_string(&source)));
            let mut validator = wgpu::naga::valid::Validator::new(
                wgpu::naga::valid::ValidationFlags::all(),
                wgpu::naga::valid::Capabilities::empty(),
            );
            validator.validate(&module).expect("it is valid");
        }
    }
}

/// The tests of crates/encoder contain the same checksums: functions.rs contains the checksums of exp and GELU.
/// The file int8/tests.rs contains the checksums of a linear layer without and with GELU.
#[test]
fn reference_has_the_checksums_of_the_encoder() {
    let checksum = |bits: &[u32]| bits.iter().fold(0, |sum: u32, y| sum.rotate_left(5) ^ y);
    let [exp, gelu] = [reference::exp, reference::gelu].map(|function: fn(f32) -> f32| {
        let values: Vec<f32> = (-40_000..40_000).map(|step| function(step as f32 * 0.003)).collect();
        checksum(&bits(&values))
    });
    assert_eq!([exp, gelu], [2_185_496_127, 4_098_059_652]);

    let [m, k, n] = [7, 70, 37];
    let mut state = 1u32;
    let mut number = |range: f32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0 * range - range / 2.0
    };
    let rows: Vec<f32> = (0..m * k).map(|_| number(6.0)).collect();
    let input_scales: Vec<f32> = (0..k).map(|_| 1.0 + number(1.0)).collect();
    let mut layer = Layer {
        n,
        weights: (0..k * n).map(|_| number(254.0) as i8).collect(),
        scales: (0..n).map(|_| number(0.01)).collect(),
        biases: (0..n).map(|_| number(2.0)).collect(),
        with_gelu: false,
    };
    let levels = reference::quantize(&rows, &input_scales, k.next_multiple_of(TILE));
    let checksums = [false, true].map(|with_gelu| {
        layer.with_gelu = with_gelu;
        checksum(&bits(&reference::linear(&levels, &layer)))
    });
    assert_eq!(checksums, [4_022_474_708, 457_249_879]);
}

/// Kernels must use floats only through the arithmetic functions.
/// The compiler could fuse or reorder float operations outside the arithmetic functions.
#[test]
fn kernels_use_no_floats_of_the_device() {
    for source in [FUNCTIONS, CONFORMANCE, EMBED, QUANTIZE, LINEAR, NORM, ATTENTION, POOL] {
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            assert!(!line.contains("f32") && !line.contains("bitcast<f"), "{line}");
        }
    }
}

fn assert_right(what: &str, report: &ConformanceReport) {
    let ConformanceReport {
        wrong,
        n_wrong_subnormal,
    } = report;
    assert!(
        wrong.is_empty() && *n_wrong_subnormal == 0,
        "{what}: {} results are wrong, and {n_wrong_subnormal} with subnormal numbers; {:x?}",
        wrong.len(),
        wrong.first()
    );
}

#[test]
fn arithmetic_is_that_of_ieee_754_or_skipped_without_an_adapter() {
    let Some(engine) = engine("arithmetic_is_that_of_ieee_754") else {
        return;
    };
    let corrected = check(&engine, &Arithmetic::Corrected.source(), 8_192);
    assert_right("corrected", &corrected);
    let guarded = check(&engine, &Arithmetic::Guarded.source(), 8_192);
    // A device may replace subnormal numbers with zero. All other results must be right.
    assert!(guarded.wrong.is_empty(), "guarded: {:x?}", guarded.wrong.first());
}

/// WGSL permits either neighbor of an exact product, and errors of several units in the last place in quotients and roots.
#[test]
fn corrections_hold_for_every_permitted_rounding_or_skipped_without_an_adapter() {
    let Some(engine) = engine("corrections_hold_for_every_permitted_rounding") else {
        return;
    };
    for seed in [1, 0x9e37_79b9, 0xffff_ffff] {
        let source = emulated(CORRECTED, &adversarial(seed));
        assert_right("corrected", &check(&engine, &source, 4_096));
    }
    let uncorrected = replaced(CORRECTED, "+ product + u32(correction)", "+ product");
    let report = check(&engine, &emulated(&uncorrected, &adversarial(1)), 1_024);
    assert!(report.wrong.len() > 100, "{}", report.wrong.len());
}

#[test]
fn conformance_test_detects_deviating_devices_or_skipped_without_an_adapter() {
    let Some(engine) = engine("conformance_test_detects_deviating_devices") else {
        return;
    };
    for (what, source) in [("contracting", contracting()), ("truncating", truncating())] {
        let report = check(&engine, &source, 1_024);
        assert!(report.wrong.len() > 100, "{what}: {}", report.wrong.len());
    }
    let kernel = Kernel::new(&engine, &[Arithmetic::Guarded.source(), reordering()].concat());
    let report = block_on(conformance::check_kernel(&kernel, 1_024)).expect("the GPU answers");
    assert!(report.wrong.len() > 20, "reordering: {}", report.wrong.len());
    let report = check(&engine, &flushing(), 1_024);
    assert!(report.n_wrong_subnormal > 20, "{}", report.n_wrong_subnormal);
    assert!(report.wrong.is_empty(), "flushing: {:x?}", report.wrong.first());
}

/// Counts the test cases that fail without the guard because the compiler simplifies (x + c) − c to x.
/// Lavapipe's compiler simplifies (x + c) − c. No other compiler is known to simplify this expression.
#[test]
fn conformance_test_detects_a_missing_guard_or_skipped_without_an_adapter() {
    let Some(engine) = engine("conformance_test_detects_a_missing_guard") else {
        return;
    };
    let report = check(&engine, &unguarded(), 1_024);
    let n_wrong = report.wrong.len();
    if engine.name().contains("llvmpipe") {
        assert!(n_wrong > 20, "{n_wrong}");
    } else {
        use std::io::Write;
        let _ = writeln!(
            std::io::stderr(),
            "conformance_test_detects_a_missing_guard: {}: {n_wrong} results are wrong, and {} with subnormal numbers",
            engine.name(),
            report.n_wrong_subnormal
        );
    }
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Random numbers in [−1.5·range, 1.5·range].
/// With `with_outliers`, some numbers are zero, tiny, equal, or 10,000 times as large.
fn numbers(random: &mut Random, count: usize, range: f32, with_outliers: bool) -> Vec<f32> {
    let mut number = || {
        let x = (random.unit() + random.unit() + random.unit() - 1.5) * range;
        match random.below(12) {
            0 if with_outliers => 0.0,
            1 if with_outliers => -0.0,
            2 if with_outliers => x * 1e-20,
            3 if with_outliers => x * 1e4,
            4 if with_outliers => range,
            _ => x,
        }
    };
    (0..count).map(|_| number()).collect()
}

#[track_caller]
fn assert_bits(what: &str, found: &[u32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let wrong = found
        .iter()
        .zip(expected)
        .position(|(found, expected)| *found != expected.to_bits());
    if let Some(index) = wrong {
        let found = f32::from_bits(found[index]);
        panic!("{what}: number {index} is {found:e} instead of {:e}", expected[index]);
    }
}

struct Linear {
    levels: Levels,
    layer: Layer,
}

impl Linear {
    /// A random layer of k×n weights from −`max_weight` to `max_weight`, and m rows of k quantized inputs.
    fn new(random: &mut Random, [m, k, n]: [usize; 3], max_weight: u32, with_gelu: bool) -> Linear {
        let rows = numbers(random, m * k, 3.0, false);
        let mut weight = || (random.below(2 * max_weight + 1) as i32 - max_weight as i32) as i8;
        let weights = (0..k * n).map(|_| weight()).collect();
        Linear {
            levels: reference::quantize(&rows, &vec![1.0; k], k.next_multiple_of(TILE)),
            layer: Layer {
                n,
                weights,
                scales: numbers(random, n, 0.003, false),
                biases: numbers(random, n, 1.0, false),
                with_gelu,
            },
        }
    }

    /// Makes the sums of the products as large as possible.
    /// All quantized inputs become 127. In three of four columns, all weights become 127, −127 or −128.
    fn with_limits(mut self) -> Linear {
        let n = self.layer.n;
        self.levels.levels.fill(127);
        self.levels.zeros.fill(0);
        for (index, weight) in self.layer.weights.iter_mut().enumerate() {
            *weight = [127, -127, -128, *weight][index % n % 4];
        }
        self
    }

    fn with_job<T>(&self, run: impl FnOnce(&Job<'_>) -> T) -> T {
        let Linear { levels, layer } = self;
        let (m, n) = (levels.scales.len(), layer.n);
        let padded_m = m.next_multiple_of(TILE);
        let words = LinearWords::new(&layer.weights, &layer.scales, &layer.biases);
        let fours = levels.levels.as_chunks::<4>().0;
        let mut level_words: Vec<u32> = fours.iter().map(|four| u32::from_le_bytes(*four)).collect();
        level_words.resize(padded_m * words.depth, 0);
        let rows = levels.scales.iter().zip(&levels.zeros);
        let mut row_words: Vec<u32> = rows.flat_map(|(scale, &zero)| [scale.to_bits(), zero as u32]).collect();
        row_words.resize(2 * padded_m, 0);
        run(&Job {
            task: &[0, m as u32, n as u32, words.depth as u32, u32::from(layer.with_gelu)],
            inputs: &[&level_words, &words.weights, &row_words, words.columns.as_flattened()],
            outputs: &[m * n],
            workgroups: [words.columns.len() / TILE, padded_m / TILE],
        })
    }
}

/// WGSL sources of the guarded and the corrected arithmetic, each for the real device and for an emulated device.
/// The emulated device of the corrected arithmetic chooses every rounding pseudorandomly.
/// The emulated device of the guarded arithmetic replaces subnormal results with zero.
/// Replacing subnormal results with zero does not change the tested results.
pub fn emulated_arithmetics() -> [(&'static str, String); 4] {
    [
        ("guarded", Arithmetic::Guarded.source()),
        ("corrected", Arithmetic::Corrected.source()),
        ("adversarial", emulated(CORRECTED, &adversarial(7))),
        ("flushing", flushing()),
    ]
}

fn with_each_arithmetic<'a>(engine: &'a Engine, check: impl Fn(&str, &dyn Fn(&str) -> Kernel<'a>)) {
    for (arithmetic, source) in emulated_arithmetics() {
        let compile = |kernel: &str| Kernel::new(engine, &[source.as_str(), kernel].concat());
        check(arithmetic, &compile);
    }
}

#[test]
fn linear_layers_have_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("linear_layers_have_the_bits_of_the_cpu") else {
        return;
    };
    with_each_arithmetic(&engine, |arithmetic, compile| {
        let mut random = Random(1);
        for products in PRODUCTS {
            let kernel = compile(&[products.source(), LINEAR].concat());
            let sizes = [[1, 1, 1], [3, 5, 70], [65, 64, 64], [67, 200, 129], [5, 384, 384]];
            let mut layers = Vec::new();
            for with_gelu in [false, true] {
                layers.extend(sizes.map(|size| Linear::new(&mut random, size, 127, with_gelu)));
                layers.push(Linear::new(&mut random, [9, 1_536, 20], 127, with_gelu).with_limits());
            }
            for linear in layers {
                let found = linear.with_job(|job| kernel.run(job)).remove(0);
                let expected = reference::linear(&linear.levels, &linear.layer);
                assert_bits(&format!("{arithmetic}, {products:?}"), &found, &expected);
            }
        }
    });
}

#[test]
fn norms_have_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("norms_have_the_bits_of_the_cpu") else {
        return;
    };
    let epsilon = 1e-12_f32;
    with_each_arithmetic(&engine, |arithmetic, compile| {
        let mut random = Random(2);
        let kernel = compile(NORM);
        for (m, width) in [(1, 1), (5, 7), (9, 16), (7, 384), (3, 1_000)] {
            for (with_added, with_outliers) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut rows = numbers(&mut random, m * width, 2.0, with_outliers);
                // A constant row has the variance 0.
                rows[..width].fill(1.5);
                let mut added = numbers(&mut random, m * width, 1.0, with_outliers);
                added[..width].fill(0.25);
                let columns: Vec<[f32; 2]> = numbers(&mut random, 2 * width, 1.0, false).as_chunks().0.to_vec();
                let found = kernel.run(&Job {
                    task: &[0, m as u32, width as u32, epsilon.to_bits(), u32::from(with_added)],
                    inputs: &[&bits(&rows), &bits(&added), &bits(columns.as_flattened())],
                    outputs: &[m * width, m],
                    workgroups: [m.div_ceil(4), 1],
                });
                if with_added {
                    rows.iter_mut().zip(&added).for_each(|(x, added)| *x += added);
                }
                reference::norm(&columns, epsilon, &mut rows);
                let what = format!("{arithmetic}, {m}×{width}");
                assert_bits(&what, &found[0], &rows);
                assert!(with_outliers || found[1] == vec![0; m], "{what}: {:?}", found[1]);
            }
        }
    });
}

/// The weight and the bias of the first column are so small that a product with the weight can be subnormal.
/// The emulated device replaces subnormal products with zero.
/// all-MiniLM-L6-v2 also has a column with a very small weight and bias.
#[test]
fn subnormal_products_of_norms_are_reported_or_skipped_without_an_adapter() {
    let Some(engine) = engine("subnormal_products_of_norms_are_reported") else {
        return;
    };
    let tiny = 2.0_f32.powi(-110);
    let columns = [[tiny, tiny], [1.0, 0.1], [1.0, 0.1], [1.0, 0.1]];
    let rows = [
        // The first number is just above the row's mean, so the nonzero product with the tiny weight is subnormal.
        [1.0 + 2.0_f32.powi(-20), 2.0, 0.0, 1.0],
        // The first number is far from the row's mean, so the product with the tiny weight is a normal number.
        [3.0, 2.0, 0.0, 1.0],
        // The first number equals the row's mean, so the product with the tiny weight is 0.
        [1.0, 2.0, 0.0, 1.0],
        // All numbers of the row are so small that the squares of their differences from the mean are subnormal.
        [2.0_f32.powi(-105), 0.0, 0.0, 0.0],
    ];
    let epsilon = 1e-12_f32;
    let mut expected = rows.as_flattened().to_vec();
    reference::norm(&columns, epsilon, &mut expected);
    let row_words = bits(rows.as_flattened());
    let column_words = bits(columns.as_flattened());
    let job = Job {
        task: &[0, 4, 4, epsilon.to_bits(), 0],
        inputs: &[&row_words, &row_words, &column_words],
        outputs: &[16, 4],
        workgroups: [1, 1],
    };
    let outputs = Kernel::new(&engine, &[&flushing(), NORM].concat()).run(&job);
    assert_eq!(outputs[0][0], tiny.to_bits());
    assert_ne!(outputs[0][0], expected[0].to_bits());
    assert_bits("other rows", &outputs[0][4..12], &expected[4..12]);
    assert_eq!(outputs[1], [1, 0, 0, 1]);
    let corrected = Kernel::new(&engine, &[&Arithmetic::Corrected.source(), NORM].concat());
    assert_bits("corrected", &corrected.run(&job)[0], &expected);
}

/// Quantizes rows on the GPU. Asserts that the shader flags exactly the rows with the scale NaN.
/// Returns the quantized activations, the scales and the zero points.
fn quantized(kernel: &Kernel<'_>, rows: &[f32], input_scales: &[f32], depth: usize) -> (Vec<u8>, Vec<u32>, Vec<i32>) {
    let m = rows.len() / input_scales.len();
    let outputs = kernel.run(&Job {
        task: &[0, input_scales.len() as u32, (depth / 4) as u32],
        inputs: &[&bits(rows), &bits(input_scales)],
        outputs: &[m * depth / 4, 2 * m, m],
        workgroups: [m, 1],
    });
    let scales = outputs[1].iter().step_by(2).map(|&scale| f32::from_bits(scale));
    let unfit: Vec<u32> = scales.map(|scale| u32::from(scale.is_nan())).collect();
    assert_eq!(outputs[2], unfit);
    let levels = outputs[0].iter().flat_map(|word| word.to_le_bytes()).collect();
    let (scales, zeros) = outputs[1]
        .as_chunks()
        .0
        .iter()
        .map(|&[scale, zero]| (scale, zero as i32))
        .unzip();
    (levels, scales, zeros)
}

#[test]
fn levels_are_those_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("levels_are_those_of_the_cpu") else {
        return;
    };
    with_each_arithmetic(&engine, |arithmetic, compile| {
        let mut random = Random(3);
        let kernel = compile(QUANTIZE);
        for (m, width) in [(1, 1), (5, 7), (9, 384), (4, 1_536)] {
            for with_outliers in [false, true] {
                let mut rows = numbers(&mut random, m * width, 2.0, with_outliers);
                if m > 1 {
                    rows[..width].fill(0.0);
                    rows[width..2 * width].fill(-3.0);
                }
                let input_scales: Vec<f32> = (0..width).map(|_| 0.5 + random.unit()).collect();
                let depth = width.next_multiple_of(TILE);
                let (levels, scales, zeros) = quantized(&kernel, &rows, &input_scales, depth);
                let expected = reference::quantize(&rows, &input_scales, depth);
                let what = format!("{arithmetic}, {m}×{width}");
                assert!(levels == expected.levels, "{what}");
                assert_eq!(zeros, expected.zeros, "{what}");
                assert_bits(&what, &scales, &expected.scales);
            }
        }
        // The shader flags every row with a number that is not finite, very small or very large.
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-32, 1e9] {
            let (_, scales, _) = quantized(&kernel, &[0.0, x, 0.0, 1.0, 2.0, 3.0], &[1.0; 3], TILE);
            assert!(f32::from_bits(scales[0]).is_nan(), "{arithmetic}, {x}");
            assert!(!f32::from_bits(scales[1]).is_nan(), "{arithmetic}, {x}");
        }
    });
}

/// Queries, keys and values of some texts. `lengths` contains the number of tokens in each text.
struct Texts {
    lengths: Vec<usize>,
    n_heads: usize,
    head_width: usize,
    tokens: Vec<f32>,
}

impl Texts {
    fn new(random: &mut Random, lengths: &[usize], n_heads: usize, head_width: usize, range: f32) -> Texts {
        let n_tokens: usize = lengths.iter().sum();
        Texts {
            lengths: lengths.to_vec(),
            n_heads,
            head_width,
            tokens: numbers(random, n_tokens * 3 * n_heads * head_width, range, false),
        }
    }

    fn scale(&self) -> f32 {
        1.0 / (self.head_width as f32).sqrt()
    }

    fn on_cpu(&self) -> Vec<f32> {
        let mut rest = self.tokens.as_slice();
        let mut outputs = Vec::new();
        for length in &self.lengths {
            let (text, further) = rest.split_at(length * 3 * self.n_heads * self.head_width);
            outputs.extend(reference::attention(text, self.n_heads, self.head_width, self.scale()));
            rest = further;
        }
        outputs
    }

    fn with_job<T>(&self, run: impl FnOnce(&Job<'_>) -> T) -> T {
        let mut texts = Vec::new();
        let mut begin = 0;
        for &length in &self.lengths {
            let end = begin + length as u32;
            texts.extend((0..length).flat_map(|_| [begin, end]));
            begin = end;
        }
        let n_tokens = begin as usize;
        run(&Job {
            task: &[0, self.n_heads as u32, self.head_width as u32, self.scale().to_bits()],
            inputs: &[&bits(&self.tokens), &texts],
            outputs: &[n_tokens * self.n_heads * self.head_width],
            workgroups: [n_tokens, self.n_heads],
        })
    }
}

#[test]
fn attention_has_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("attention_has_the_bits_of_the_cpu") else {
        return;
    };
    with_each_arithmetic(&engine, |arithmetic, compile| {
        let mut random = Random(4);
        let kernel = compile(ATTENTION);
        for texts in [
            Texts::new(&mut random, &[1], 1, 1, 1.0),
            Texts::new(&mut random, &[3, 17, 1, 40], 2, 32, 1.0),
            Texts::new(&mut random, &[70, 5], 3, 32, 3.0),
            Texts::new(&mut random, &[66], 2, 20, 8.0),
        ] {
            let outputs = texts.with_job(|job| kernel.run(job));
            assert_bits(arithmetic, &outputs[0], &texts.on_cpu());
        }
    });
}

/// The weights exp(−41.5) and exp(−41.6) are just above and just below the limit 2⁻⁶⁰.
/// The value with the largest weight is 0, so the output shows whether a small weight was replaced by 0.
/// Products with weights of at least 2⁻⁶⁰ are not subnormal.
/// A device that replaces subnormal numbers with zero therefore has the same results.
#[test]
fn attention_weights_below_the_limit_count_as_zero_or_skipped_without_an_adapter() {
    let Some(engine) = engine("attention_weights_below_the_limit_count_as_zero") else {
        return;
    };
    let key_and_value = |key: f32, value: f32| [1.0, key, value];
    let text = |key: f32| {
        [
            key_and_value(0.0, 0.0),
            key_and_value(key, 0.01),
            key_and_value(-86.0, 0.02),
        ]
    };
    let texts = Texts {
        lengths: vec![3, 3],
        n_heads: 1,
        head_width: 1,
        tokens: [text(-41.5), text(-41.6)].as_flattened().as_flattened().to_vec(),
    };
    let expected = texts.on_cpu();
    assert!((9e-21..1e-20).contains(&expected[0]), "{}", expected[0]);
    assert_eq!(expected[3], 0.0);
    for source in [flushing(), Arithmetic::Guarded.source(), Arithmetic::Corrected.source()] {
        let kernel = Kernel::new(&engine, &[&source, ATTENTION].concat());
        assert_bits(
            "limit of the weights",
            &texts.with_job(|job| kernel.run(job))[0],
            &expected,
        );
    }
}

/// Measures the kernels with the matrix sizes of all-MiniLM-L6-v2. The times are in ms.
#[test]
#[ignore = "a measurement; run with --ignored --nocapture"]
fn measured_times_of_kernels_are_printed() {
    let Some(engine) = engine("measured_times_of_kernels_are_printed") else {
        return;
    };
    println!("{}", engine.name());
    let sources = [
        unguarded(),
        Arithmetic::Guarded.source(),
        Arithmetic::Corrected.source(),
    ];
    let n_tokens = 1_024;
    println!(
        "{n_tokens} tokens{:>28}{:>10}{:>10}",
        "unguarded", "guarded", "corrected"
    );
    let measure = |what: &str, kernel: &str, job: &Job<'_>| {
        let compiled = sources
            .each_ref()
            .map(|source| Kernel::new(&engine, &[source, kernel].concat()));
        let mut best = [Duration::MAX; 3];
        for _ in 0..5 {
            for (best, kernel) in best.iter_mut().zip(&compiled) {
                *best = kernel.time(job).min(*best);
            }
        }
        let [a, b, c] = best.map(|time| time.as_secs_f64() * 1e3);
        println!("{what:<29}{a:10.1}{b:10.1}{c:10.1}");
    };
    let mut random = Random(5);
    for (k, n, with_gelu) in [
        (384, 1_152, false),
        (384, 384, false),
        (384, 1_536, true),
        (1_536, 384, false),
    ] {
        let linear = Linear::new(&mut random, [n_tokens, k, n], 60, with_gelu);
        for products in PRODUCTS {
            let gelu = if with_gelu { ", GELU" } else { "" };
            let kernel = [products.source(), LINEAR].concat();
            linear.with_job(|job| measure(&format!("linear {k}×{n}{gelu}, {products:?}"), &kernel, job));
        }
    }
    for width in [384, 1_536] {
        let rows = bits(&numbers(&mut random, n_tokens * width, 2.0, false));
        let columns = bits(&numbers(&mut random, 2 * width, 1.0, false));
        let job = Job {
            task: &[0, width as u32, (width / 4) as u32],
            inputs: &[&rows, &columns[..width]],
            outputs: &[n_tokens * width / 4, 2 * n_tokens, n_tokens],
            workgroups: [n_tokens, 1],
        };
        measure(&format!("quantize {width}"), QUANTIZE, &job);
        if width == 384 {
            let job = Job {
                task: &[0, n_tokens as u32, width as u32, 1e-12_f32.to_bits(), 1],
                inputs: &[&rows, &rows, &columns],
                outputs: &[n_tokens * width, n_tokens],
                workgroups: [n_tokens / 4, 1],
            };
            measure("norm 384", NORM, &job);
        }
    }
    for length in [16, 64] {
        let texts = Texts::new(&mut random, &vec![length; n_tokens / length], 12, 32, 1.0);
        texts.with_job(|job| measure(&format!("attention, texts of {length}"), ATTENTION, job));
    }
}
