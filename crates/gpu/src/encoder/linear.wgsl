// A linear layer: computes integer sums of products of quantized inputs and weights.
// Then the shader performs the float operations of crates/encoder/src/int8/mod.rs.
//
// A workgroup computes TILE rows × TILE columns, and each of its 128 threads computes eight rows × four columns.
// The integer sums are exact, so all implementations of `products` give the same result.

struct Task {
    zero: u32,
    n_rows: u32,
    n_columns: u32,
    // Number of words per row of quantized inputs; a multiple of STEP. A word holds four quantized inputs or four weights.
    depth: u32,
    with_gelu: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// Quantized inputs with the axes [row][word]. Rows and words are padded with zeros to whole tiles.
@group(0) @binding(1) var<storage, read> levels: array<u32>;
// Weights with the axes [word][column]. Columns are padded to whole tiles.
@group(0) @binding(2) var<storage, read> weights: array<u32>;
// For each row: the bits of its scale, and its zero point.
@group(0) @binding(3) var<storage, read> rows: array<vec2<u32>>;
// For each column: the bits of its scale and of its bias, the sum of its weights, and 0 as padding.
@group(0) @binding(4) var<storage, read> columns: array<vec4<u32>>;
// Outputs with the axes [row][column], as bits of `f32`.
@group(0) @binding(5) var<storage, read_write> outputs: array<u32>;

const TILE = 64u;
const STEP = 16u;
const STRIDE = STEP + 1u;

var<workgroup> row_tile: array<u32, TILE * STRIDE>;
var<workgroup> column_tile: array<u32, STEP * TILE>;

@compute @workgroup_size(16, 8)
fn linear(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let first_row = group.y * TILE;
    let first_column = group.x * TILE;
    let width = (task.n_columns + TILE - 1u) / TILE * TILE;
    var sums: array<vec4<i32>, 8>;
    for (var first = 0u; first < task.depth; first += STEP) {
        for (var i = index; i < TILE * STEP; i += 128u) {
            let row = i / STEP;
            let word = i % STEP;
            row_tile[row * STRIDE + word] = levels[(first_row + row) * task.depth + first + word];
            column_tile[i] = weights[(first + i / TILE) * width + first_column + i % TILE];
        }
        workgroupBarrier();
        for (var word = 0u; word < STEP; word++) {
            let at = word * TILE + thread.x;
            let four_columns = vec4(
                column_tile[at],
                column_tile[at + 16u],
                column_tile[at + 32u],
                column_tile[at + 48u],
            );
            for (var i = 0u; i < 8u; i++) {
                sums[i] += products(row_tile[(thread.y + 8u * i) * STRIDE + word], four_columns);
            }
        }
        workgroupBarrier();
    }
    for (var i = 0u; i < 8u; i++) {
        let row = first_row + thread.y + 8u * i;
        for (var j = 0u; j < 4u; j++) {
            let column = first_column + thread.x + 16u * j;
            if row < task.n_rows && column < task.n_columns {
                outputs[row * task.n_columns + column] = bits(finished(sums[i][j], rows[row], columns[column]));
            }
        }
    }
}

// Converts an integer sum to an output, like `finish` of crates/encoder/src/int8/mod.rs.
fn finished(sum: i32, row: vec2<u32>, column: vec4<u32>) -> F {
    let centered = sum - bitcast<i32>(row.y) * bitcast<i32>(column.z);
    let scaled = mul(from_i32(centered), number(row.x));
    let y = mul_add(scaled, number(column.x), number(column.y));
    if task.with_gelu != 0u {
        return gelu(y);
    }
    return y;
}
