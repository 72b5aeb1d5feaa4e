// Quantizes rows of activations, like `quantize` of crates/encoder/src/int8/mod.rs. One workgroup computes one row.

struct Task {
    zero: u32,
    width: u32,
    // Number of words per row of quantized activations.
    depth: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;
// The input scale of each column, as the bits of an `f32`.
@group(0) @binding(2) var<storage, read> input_scales: array<u32>;
@group(0) @binding(3) var<storage, read_write> levels: array<u32>;
// For each row: the bits of its scale, and its zero point.
// The scale is NaN if a number of the row is not finite, or if the scale is neither 0 nor from 2⁻¹⁰⁰ to less than 2²⁰.
// With any other scale, no later operation of the encoder overflows.
// The results of later operations then do not depend on whether the GPU replaces subnormal numbers with 0.
@group(0) @binding(4) var<storage, read_write> rows: array<vec2<u32>>;
// 1 for each row whose scale is NaN; other elements are unchanged. The CPU must embed each text with such a row.
@group(0) @binding(5) var<storage, read_write> is_unfit: array<u32>;

const ROUND = 0x4b400000u;
const NAN = 0x7fc00000u;

var<workgroup> lows: array<F, 64>;
var<workgroup> highs: array<F, 64>;
var<workgroup> infinite: array<u32, 64>;

@compute @workgroup_size(64)
fn quantize(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let first = group.x * task.width;
    var low = number(0u);
    var high = number(0u);
    var is_infinite = 0u;
    for (var column = index; column < task.width; column += 64u) {
        let x = scaled(first, column);
        low = select(low, x, less(x, low));
        high = select(high, x, less(high, x));
        is_infinite |= u32((bits(x) & 0x7f800000u) == 0x7f800000u);
    }
    lows[index] = low;
    highs[index] = high;
    infinite[index] = is_infinite;
    // The minimum and the maximum of a row do not depend on the order of its numbers.
    for (var half = 32u; half > 0u; half >>= 1u) {
        workgroupBarrier();
        if index < half {
            let other_low = lows[index + half];
            let other_high = highs[index + half];
            lows[index] = select(lows[index], other_low, less(other_low, lows[index]));
            highs[index] = select(highs[index], other_high, less(highs[index], other_high));
            infinite[index] |= infinite[index + half];
        }
    }
    workgroupBarrier();
    let scale = div(sub(highs[0], lows[0]), number(0x42fe0000u));
    // A positive scale below 2⁻¹⁰⁰ is too small.
    let is_small = bits(scale) != 0u && bits(scale) < 0x0d800000u;
    // A scale of at least 2²⁰ is too large.
    let is_large = bits(scale) >= 0x49800000u;
    var per_level = number(0u);
    if less(number(0u), scale) {
        per_level = div(number(0x3f800000u), scale);
    }
    let zero = sub(mul_add(negated(lows[0]), per_level, number(ROUND)), number(ROUND));
    let shift = add(zero, number(ROUND));
    for (var word = index; word < task.depth; word += 64u) {
        var four = 0u;
        for (var i = 0u; i < 4u; i++) {
            let column = 4u * word + i;
            var level = bits(shift) - ROUND;
            if column < task.width {
                let x = mul_add(scaled(first, column), per_level, shift);
                level = min(max(bits(x), ROUND), ROUND + 127u) - ROUND;
            }
            four |= level << (8u * i);
        }
        levels[group.x * task.depth + word] = four;
    }
    if index == 0u {
        let is_bad = infinite[0] != 0u || is_small || is_large;
        if is_bad {
            is_unfit[group.x] = 1u;
        }
        rows[group.x] = vec2(select(bits(scale), NAN, is_bad), bits(shift) - ROUND);
    }
}

fn scaled(first: u32, column: u32) -> F {
    return mul(number(inputs[first + column]), number(input_scales[column]));
}
