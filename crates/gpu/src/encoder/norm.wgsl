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
// 1 for each row in which a subnormal number may have affected an output, otherwise 0.
// A device that replaces subnormal numbers with 0 cannot embed the text of such a row.
// Requirements: epsilon is at least 2⁻¹⁰⁰; weights and biases are 0 or normal numbers; weights are at most 2²⁰.
@group(0) @binding(5) var<storage, read_write> is_tiny: array<u32>;

const SMALLEST_NORMAL = 0x00800000u;

var<workgroup> lanes: array<F, 64>;

@compute @workgroup_size(64)
fn norm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let lane = index % 16u;
    let row = group.x * 4u + index / 16u;
    // Threads beyond the last row skip the loops but do not return early, because all threads must reach the barriers.
    let end = select(0u, task.width, row < task.n_rows);
    let first = row * task.width;
    let width = from_i32(i32(task.width));
    var tiny = 0u;
    var sum = number(0u);
    for (var column = lane; column < end; column += 16u) {
        let x = input(first + column);
        outputs[first + column] = bits(x);
        // Numbers of at least 2⁻¹⁰⁰ are multiples of 2⁻¹²³, and so are their sums, which therefore are not subnormal.
        tiny |= u32(magnitude(bits(x)) < 0x0d800000u && summands(first + column) != 0u);
        sum = add(sum, x);
    }
    let mean = div(added_lanes(sum, index, lane), width);
    sum = number(0u);
    for (var column = lane; column < end; column += 16u) {
        let x = outputs[first + column];
        let difference = sub(number(x), mean);
        outputs[first + column] = bits(difference);
        // The square of a difference below 2⁻⁶³ is subnormal. The device may have replaced the difference itself with 0.
        tiny |= u32(magnitude(bits(difference)) < 0x20000000u && differ(x, bits(mean)));
        sum = add(sum, mul(difference, difference));
    }
    let variance = div(added_lanes(sum, index, lane), width);
    let factor = div(number(0x3f800000u), root(add(variance, number(task.epsilon))));
    for (var column = lane; column < end; column += 16u) {
        let difference = outputs[first + column];
        let weight = columns[column].x;
        let bias = columns[column].y;
        let product = mul(mul(number(difference), factor), number(weight));
        let output = bits(add(product, number(bias)));
        outputs[first + column] = output;
        let y = magnitude(output);
        // A subnormal product that the device replaced with 0 does not affect a sum of at least 2⁻⁸⁰.
        let is_factor = magnitude(difference) != 0u && magnitude(weight) != 0u;
        tiny |= u32(y < 0x17800000u && magnitude(bits(product)) < SMALLEST_NORMAL && is_factor);
        tiny |= u32(y < SMALLEST_NORMAL && (magnitude(bits(product)) | magnitude(bias)) != 0u);
    }
    if tiny != 0u {
        is_tiny[row] = 1u;
    }
}

// The bits of the absolute value.
fn magnitude(bits: u32) -> u32 {
    return bits & 0x7fffffffu;
}

// Whether two floats differ; 0 and −0 are equal. Bits are compared, because the device may treat subnormal numbers as 0.
fn differ(a: u32, b: u32) -> bool {
    return a != b && (magnitude(a) | magnitude(b)) != 0u;
}

// Returns 0 if and only if all summands of an input are 0.
fn summands(index: u32) -> u32 {
    if task.with_added != 0u {
        return magnitude(inputs[index]) | magnitude(added[index]);
    }
    return magnitude(inputs[index]);
}

fn input(index: u32) -> F {
    if task.with_added != 0u {
        return add(number(inputs[index]), number(added[index]));
    }
    return number(inputs[index]);
}

// Adds the numbers in the 16 lanes of a row. Every lane of the row gets the sum.
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
