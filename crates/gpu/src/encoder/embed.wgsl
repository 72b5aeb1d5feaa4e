// Adds the row of a table to the sum of each token. A token's sum starts with the row of the first table.
// One workgroup computes one token.

struct Task {
    zero: u32,
    // Number of columns of the table.
    width: u32,
    // FLOATS, BYTES or BLOCKS: how the table stores its numbers.
    format: u32,
    // Number of consecutive numbers that share a scale, if the format is BLOCKS.
    block: u32,
    is_first: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// The table row of each token.
@group(0) @binding(1) var<storage, read> rows: array<u32>;
// Values of the table with the axes [row][column]: bits of `f32`, or signed bytes, or signed integers of 4 bits.
// A word contains several bytes or integers, beginning with the lowest bits.
@group(0) @binding(2) var<storage, read> table: array<u32>;
// Scale of each column (format BYTES) or of each block (format BLOCKS), as the bits of an `f32`.
@group(0) @binding(3) var<storage, read> scales: array<u32>;
// Sums of table rows with the axes [token][column], as bits of `f32`.
@group(0) @binding(4) var<storage, read_write> sums: array<u32>;

const FLOATS = 0u;
const BYTES = 1u;
const BLOCKS = 2u;

@compute @workgroup_size(64)
fn embed(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) index: u32) {
    let first = rows[group.x] * task.width;
    for (var column = index; column < task.width; column += 64u) {
        let output = group.x * task.width + column;
        var x = entry(first + column, column);
        if task.is_first == 0u {
            x = add(number(sums[output]), x);
        }
        sums[output] = bits(x);
    }
}

// The right shifts extend the sign of the number.
fn entry(position: u32, column: u32) -> F {
    if task.format == FLOATS {
        return number(table[position]);
    }
    if task.format == BYTES {
        let byte = i32(table[position / 4u] << (24u - 8u * (position % 4u))) >> 24u;
        return mul(from_i32(byte), number(scales[column]));
    }
    let four_bits = i32(table[position / 8u] << (28u - 4u * (position % 8u))) >> 28u;
    return mul(from_i32(four_bits), number(scales[position / task.block]));
}
