// Finds the best candidates of every query by dot product. The products of a tile never leave their workgroup.
//
//             candidates, TILE at a time ──▶
//            ┌──────┬──────┬──────┬──
//   queries  │ sums │      │      │          A workgroup processes one row of tiles. A candidate of a tile that is better
//   TILE  ┌──┴──────┴──────┴──────┴──        than the worst kept candidate of its query replaces the worst one in `kept`.
//
// Workgroup (x, y) processes the queries from x·TILE on and every y-th tile of candidates.
// The shader needs 16 KiB of workgroup memory, which every WebGPU device has.
// The workgroup memory first holds one step of both operands and then the products.

struct Task {
    // The rows of the first query, of the first candidate, and of the end of the candidates.
    // The first two numbers are multiples of TILE.
    first_query: u32,
    first_candidate: u32,
    end_candidate: u32,
    // Row numbers in the pool of the first row of `queries` and of the first row of `candidates`.
    query_id: u32,
    candidate_id: u32,
    // Number of vec4 per row; a multiple of STEP.
    depth: u32,
    // Number of candidates that are kept for each query and workgroup.
    n_kept: u32,
    // 1 if `kept` contains no candidates yet, otherwise 0.
    is_first: u32,
}

struct Kept {
    score: f32,
    id: u32,
}

@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> candidates: array<vec4<f32>>;
// Kept candidates with the axes [y of the workgroup][position][query].
@group(0) @binding(2) var<storage, read_write> kept: array<Kept>;
@group(0) @binding(3) var<uniform> task: Task;

const TILE = 64u;
// A tile contains the dot products of TILE queries with TILE candidates.
// COLUMNS threads share the candidates of a tile, and ROWS threads share its queries.
// Each thread computes the dot products of four candidates (every COLUMNS-th) with eight queries (every ROWS-th).
const COLUMNS = 16u;
const ROWS = 8u;
// Number of vec4 of a row that are multiplied in one step.
const STEP = 4u;
// Each row has one more vec4 than needed, so that neighboring threads read from different memory banks.
const STRIDE = STEP + 1u;
// Number of rows of an operand that all threads together fetch at once; each thread fetches two vec4.
const FETCHED = TILE / 2u;
const NOTHING = Kept(-3.0, 0xffffffffu);

var<workgroup> tile: array<vec4<f32>, TILE * COLUMNS>;

@compute @workgroup_size(COLUMNS, ROWS)
fn nearest(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    // Each of the first TILE threads keeps the best candidates of one query.
    let keeps = index < TILE;
    let n_queries = groups.x * TILE;
    let query = group.x * TILE + index;
    let own_id = task.query_id + task.first_query + query;
    let first_place = group.y * task.n_kept * n_queries + query;
    var worst = Worst(first_place, NOTHING.score);
    if keeps {
        if task.is_first != 0u {
            for (var place = 0u; place < task.n_kept; place++) {
                kept[first_place + place * n_queries] = NOTHING;
            }
        }
        worst = worst_of(first_place, n_queries);
    }

    // Each thread fetches two vec4 of the queries and two of the candidates per step.
    // `place_a` and `place_b` are the positions in workgroup memory where this thread stores the first vec4 of each.
    let row = index / STEP;
    let part = index % STEP;
    let query_0 = (task.first_query + group.x * TILE + row) * task.depth + part;
    let query_1 = query_0 + FETCHED * task.depth;
    let place_a = row * STRIDE + part;
    let place_b = place_a + TILE * STRIDE;
    // Positions in workgroup memory of the first query and of the first candidate that this thread multiplies.
    let a = thread.y * STRIDE;
    let b = (TILE + thread.x) * STRIDE;
    for (var first = task.first_candidate + group.y * TILE; first < task.end_candidate; first += groups.y * TILE) {
        let candidate_0 = (first + row) * task.depth + part;
        let candidate_1 = candidate_0 + FETCHED * task.depth;
        var sums_0 = vec4<f32>();
        var sums_1 = vec4<f32>();
        var sums_2 = vec4<f32>();
        var sums_3 = vec4<f32>();
        var sums_4 = vec4<f32>();
        var sums_5 = vec4<f32>();
        var sums_6 = vec4<f32>();
        var sums_7 = vec4<f32>();
        // The next step is fetched while the current step is multiplied.
        var a_0 = queries[query_0];
        var a_1 = queries[query_1];
        var b_0 = candidates[candidate_0];
        var b_1 = candidates[candidate_1];
        for (var next = STEP; next <= task.depth; next += STEP) {
            tile[place_a] = a_0;
            tile[place_a + FETCHED * STRIDE] = a_1;
            tile[place_b] = b_0;
            tile[place_b + FETCHED * STRIDE] = b_1;
            workgroupBarrier();
            if next < task.depth {
                a_0 = queries[query_0 + next];
                a_1 = queries[query_1 + next];
                b_0 = candidates[candidate_0 + next];
                b_1 = candidates[candidate_1 + next];
            }
            for (var i = 0u; i < STEP; i++) {
                let of_four = transpose(mat4x4(
                    tile[b + i],
                    tile[b + COLUMNS * STRIDE + i],
                    tile[b + 2u * COLUMNS * STRIDE + i],
                    tile[b + 3u * COLUMNS * STRIDE + i],
                ));
                sums_0 = plus_products(sums_0, tile[a + i], of_four);
                sums_1 = plus_products(sums_1, tile[a + ROWS * STRIDE + i], of_four);
                sums_2 = plus_products(sums_2, tile[a + 2u * ROWS * STRIDE + i], of_four);
                sums_3 = plus_products(sums_3, tile[a + 3u * ROWS * STRIDE + i], of_four);
                sums_4 = plus_products(sums_4, tile[a + 4u * ROWS * STRIDE + i], of_four);
                sums_5 = plus_products(sums_5, tile[a + 5u * ROWS * STRIDE + i], of_four);
                sums_6 = plus_products(sums_6, tile[a + 6u * ROWS * STRIDE + i], of_four);
                sums_7 = plus_products(sums_7, tile[a + 7u * ROWS * STRIDE + i], of_four);
            }
            workgroupBarrier();
        }
        let sums = thread.y * COLUMNS + thread.x;
        tile[sums] = sums_0;
        tile[sums + ROWS * COLUMNS] = sums_1;
        tile[sums + 2u * ROWS * COLUMNS] = sums_2;
        tile[sums + 3u * ROWS * COLUMNS] = sums_3;
        tile[sums + 4u * ROWS * COLUMNS] = sums_4;
        tile[sums + 5u * ROWS * COLUMNS] = sums_5;
        tile[sums + 6u * ROWS * COLUMNS] = sums_6;
        tile[sums + 7u * ROWS * COLUMNS] = sums_7;
        workgroupBarrier();
        if keeps {
            for (var turn = 0u; turn < COLUMNS; turn++) {
                // Each thread begins at a different column, so that the threads read from different memory banks.
                let column = (turn + index) % COLUMNS;
                let scores = tile[index * COLUMNS + column];
                if any(scores > vec4(worst.score)) {
                    for (var i = 0u; i < 4u; i++) {
                        let candidate = first + column + i * COLUMNS;
                        let id = task.candidate_id + candidate;
                        if scores[i] > worst.score && candidate < task.end_candidate && id != own_id {
                            kept[worst.place] = Kept(scores[i], id);
                            worst = worst_of(first_place, n_queries);
                        }
                    }
                }
            }
        }
        workgroupBarrier();
    }
}

// Adds four terms to each of the sums of one query with four candidates. The operation fma adds each term separately.
// A product of a vector and a matrix would first add up the four terms.
fn plus_products(sums: vec4<f32>, query: vec4<f32>, of_four: mat4x4<f32>) -> vec4<f32> {
    let x = fma(query.xxxx, of_four[0], sums);
    let y = fma(query.yyyy, of_four[1], x);
    let z = fma(query.zzzz, of_four[2], y);
    return fma(query.wwww, of_four[3], z);
}

struct Worst {
    place: u32,
    score: f32,
}

// Returns the position to overwrite next: a position without a candidate, or the position with the lowest score.
fn worst_of(first_place: u32, n_queries: u32) -> Worst {
    var worst = Worst(first_place, kept[first_place].score);
    for (var i = 1u; i < task.n_kept; i++) {
        let place = first_place + i * n_queries;
        let score = kept[place].score;
        if score < worst.score {
            worst = Worst(place, score);
        }
    }
    return worst;
}
