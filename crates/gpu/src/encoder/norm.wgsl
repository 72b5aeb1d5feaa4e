// Layer normalization of rows, or of sums of two rows, like `norm_rows` of crates/encoder/src/operators/norm.rs.
//
// A workgroup of 64 threads normalizes four rows with 16 lanes each. A lane sums every 16th number of the row.
// Then the lanes are added in pairs, in the same order as on the CPU.

struct Task {
    zero: u32,
    n_rows: u32,
    width: u32,
    // Number that is added to the variance, as the bits of an `f32`.
    epsilon: u32,
    with_added: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;
@group(0) @binding(2) var<storage, read> added: array<u32>;
// For each column: the bits of its weight and of its bias.
@group(0) @binding(3) var<storage, read> columns: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> outputs: array<u32>;

var<workgroup> lanes: array<F, 64>;

@compute @workgroup_size(64)
fn norm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let lane = index % 16u;
    let row = group.x * 4u + index / 16u;
    // Threads beyond the last row must also reach the barriers.
    let end = select(0u, task.width, row < task.n_rows);
    let first = row * task.width;
    let width = from_i32(i32(task.width));
    var sum = number(0u);
    for (var column = lane; column < end; column += 16u) {
        let x = input(first + column);
        outputs[first + column] = bits(x);
        sum = add(sum, x);
    }
    let mean = div(added_lanes(sum, index, lane), width);
    sum = number(0u);
    for (var column = lane; column < end; column += 16u) {
        let x = sub(number(outputs[first + column]), mean);
        outputs[first + column] = bits(x);
        sum = add(sum, mul(x, x));
    }
    let variance = div(added_lanes(sum, index, lane), width);
    let factor = div(number(0x3f800000u), root(add(variance, number(task.epsilon))));
    for (var column = lane; column < end; column += 16u) {
        let x = mul(number(outputs[first + column]), factor);
        outputs[first + column] = bits(mul_add(x, number(columns[column].x), number(columns[column].y)));
    }
}

fn input(index: u32) -> F {
    if task.with_added != 0u {
        return add(number(inputs[index]), number(added[index]));
    }
    return number(inputs[index]);
}

// Returns the sum of the 16 lanes of a row to each of these lanes.
fn added_lanes(sum: F, index: u32, lane: u32) -> F {
    workgroupBarrier();
    lanes[index] = sum;
    for (var width = 8u; width > 0u; width >>= 1u) {
        workgroupBarrier();
        if lane < width {
            lanes[index] = add(lanes[index], lanes[index + width]);
        }
    }
    workgroupBarrier();
    return lanes[index - lane];
}
