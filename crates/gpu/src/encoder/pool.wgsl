// Pools the vectors of the tokens of each text, like `Pool::pool` of crates/encoder/src/operators/pool.rs.
// Each workgroup pools one text. Afterwards, the CPU scales the pooled vectors to unit length.

struct Task {
    zero: u32,
    width: u32,
    // Pooling method: 1 for the maximum of the token vectors, 0 for their sum.
    is_maximum: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// Token vectors with the axes [token][column], as bits of `f32`.
@group(0) @binding(1) var<storage, read> tokens: array<u32>;
// For each text: the first token to pool, and the end of the tokens to pool. At least one token is pooled.
@group(0) @binding(2) var<storage, read> texts: array<vec2<u32>>;
// Pooled vectors with the axes [text][column], as bits of `f32`.
@group(0) @binding(3) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn pool(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let begin = texts[group.x].x;
    let end = texts[group.x].y;
    for (var column = index; column < task.width; column += 64u) {
        let first = number(tokens[begin * task.width + column]);
        // The CPU adds the first token to 0, which changes −0 to 0.
        var pooled = add(number(0u), first);
        if task.is_maximum != 0u {
            pooled = first;
        }
        for (var token = begin + 1u; token < end; token++) {
            let x = number(tokens[token * task.width + column]);
            if task.is_maximum != 0u {
                pooled = select(pooled, x, less(pooled, x));
            } else {
                pooled = add(pooled, x);
            }
        }
        outputs[group.x * task.width + column] = bits(pooled);
    }
}
