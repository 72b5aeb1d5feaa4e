// Computes softmax(q·kᵀ·scale)·v of each head, like `attend_head` of crates/encoder/src/operators/attention.rs.
// One workgroup computes one query of one head. All sums add their terms in the same order as on the CPU.

struct Task {
    zero: u32,
    n_heads: u32,
    head_width: u32,
    // Factor that scales the attention scores, as the bits of an `f32`.
    scale: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// Queries, keys and values with the axes [token][query, key, value][head][dimension], as bits of `f32`.
@group(0) @binding(1) var<storage, read> tokens: array<u32>;
// For each token: the first token of its text, and the end of its text.
@group(0) @binding(2) var<storage, read> texts: array<vec2<u32>>;
// Weighted sums of the values with the axes [token][head][dimension], as bits of `f32`.
@group(0) @binding(3) var<storage, read_write> outputs: array<u32>;

const MAX_LENGTH = 512u;
// 2⁻⁶⁰. Smaller weights count as 0, so that products of weights and values are not subnormal numbers.
const MIN_WEIGHT = 0x21800000u;

var<workgroup> scores: array<F, MAX_LENGTH>;
var<workgroup> lanes: array<F, 16>;
var<workgroup> highest: F;
var<workgroup> share: F;

@compute @workgroup_size(64)
fn attention(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let token = group.x;
    let head = group.y;
    let width = task.n_heads * task.head_width;
    let begin = texts[token].x;
    let length = texts[token].y - begin;
    let query = token * 3u * width + head * task.head_width;
    let first_key = begin * 3u * width + width + head * task.head_width;
    for (var j = index; j < length; j += 64u) {
        let key = first_key + j * 3u * width;
        var sum = number(0u);
        for (var d = 0u; d < task.head_width; d++) {
            sum = mul_add(number(tokens[query + d]), number(tokens[key + d]), sum);
        }
        scores[j] = mul(sum, number(task.scale));
    }
    workgroupBarrier();
    if index == 0u {
        highest = scores[0];
        for (var j = 1u; j < length; j++) {
            highest = select(highest, scores[j], less(highest, scores[j]));
        }
    }
    workgroupBarrier();
    for (var j = index; j < length; j += 64u) {
        let weight = exponential(sub(scores[j], highest));
        scores[j] = select(weight, number(0u), bits(weight) < MIN_WEIGHT);
    }
    workgroupBarrier();
    if index < 16u {
        var sum = number(0u);
        for (var j = index; j < length; j += 16u) {
            sum = add(sum, scores[j]);
        }
        lanes[index] = sum;
    }
    for (var half = 8u; half > 0u; half >>= 1u) {
        workgroupBarrier();
        if index < half {
            lanes[index] = add(lanes[index], lanes[index + half]);
        }
    }
    if index == 0u {
        share = div(number(0x3f800000u), lanes[0]);
    }
    workgroupBarrier();
    let first_value = first_key + width;
    for (var d = index; d < task.head_width; d += 64u) {
        var sum = number(0u);
        for (var j = 0u; j < length; j++) {
            sum = mul_add(scores[j], number(tokens[first_value + j * 3u * width + d]), sum);
        }
        outputs[token * width + head * task.head_width + d] = bits(mul(sum, share));
    }
}
