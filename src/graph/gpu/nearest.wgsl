// The best candidates of every query by dot product. No product of a tile ever leaves its workgroup.
//
//             candidates, TILE at a time ──▶
//            ┌──────┬──────┬──────┬──
//   queries  │ sums │      │      │          a workgroup goes along one row of tiles; of each tile, what is better than
//   TILE  ┌──┴──────┴──────┴──────┴──        the worst that is kept of its query takes that one's place in `kept`
//
// Workgroup (x, y) has queries x·TILE … and every y-th tile of candidates. 16 KiB of workgroup memory, which every
// WebGPU has: first a step of both operands, then the products.

struct Task {
    // Rows in `queries` and `candidates`; the first ones are multiples of TILE.
    first_query: u32,
    first_candidate: u32,
    end_candidate: u32,
    // Ids of the first row of `queries` and of `candidates`.
    query_id: u32,
    candidate_id: u32,
    // Of a row, in vec4; a multiple of STEP.
    depth: u32,
    // Of each query and workgroup.
    n_kept: u32,
    // Whether nothing is kept yet.
    is_first: u32,
}

struct Kept {
    score: f32,
    id: u32,
}

@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> candidates: array<vec4<f32>>;
// [workgroup y][place][query]
@group(0) @binding(2) var<storage, read_write> kept: array<Kept>;
@group(0) @binding(3) var<uniform> task: Task;

const TILE = 64u;
// Threads along each side of a tile; each has the sums of every SIDE-th row and column.
const SIDE = 16u;
// vec4 of a row that are multiplied at once.
const STEP = 4u;
// A vec4 more than needed, so that neighbouring threads read from different banks.
const STRIDE = STEP + 1u;
const NOTHING = Kept(-3.0, 0xffffffffu);

var<workgroup> tile: array<vec4<f32>, TILE * SIDE>;

@compute @workgroup_size(SIDE, SIDE)
fn nearest(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    // The first TILE threads keep what is best of a query each.
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

    // What this thread fetches of a step.
    let row = index / STEP;
    let part = index % STEP;
    let query_row = (task.first_query + group.x * TILE + row) * task.depth + part;
    var first = task.first_candidate + group.y * TILE;
    for (; first < task.end_candidate; first += groups.y * TILE) {
        let candidate_row = (first + row) * task.depth + part;
        var sums_0 = vec4<f32>();
        var sums_1 = vec4<f32>();
        var sums_2 = vec4<f32>();
        var sums_3 = vec4<f32>();
        for (var step = 0u; step < task.depth; step += STEP) {
            tile[row * STRIDE + part] = queries[query_row + step];
            tile[(TILE + row) * STRIDE + part] = candidates[candidate_row + step];
            workgroupBarrier();
            let a = thread.y * STRIDE;
            let b = (TILE + thread.x) * STRIDE;
            for (var i = 0u; i < STEP; i++) {
                let b_0 = tile[b + i];
                let b_1 = tile[b + SIDE * STRIDE + i];
                let b_2 = tile[b + 2u * SIDE * STRIDE + i];
                let b_3 = tile[b + 3u * SIDE * STRIDE + i];
                let a_0 = tile[a + i];
                sums_0 += vec4(dot(a_0, b_0), dot(a_0, b_1), dot(a_0, b_2), dot(a_0, b_3));
                let a_1 = tile[a + SIDE * STRIDE + i];
                sums_1 += vec4(dot(a_1, b_0), dot(a_1, b_1), dot(a_1, b_2), dot(a_1, b_3));
                let a_2 = tile[a + 2u * SIDE * STRIDE + i];
                sums_2 += vec4(dot(a_2, b_0), dot(a_2, b_1), dot(a_2, b_2), dot(a_2, b_3));
                let a_3 = tile[a + 3u * SIDE * STRIDE + i];
                sums_3 += vec4(dot(a_3, b_0), dot(a_3, b_1), dot(a_3, b_2), dot(a_3, b_3));
            }
            workgroupBarrier();
        }
        tile[thread.y * SIDE + thread.x] = sums_0;
        tile[(SIDE + thread.y) * SIDE + thread.x] = sums_1;
        tile[(2u * SIDE + thread.y) * SIDE + thread.x] = sums_2;
        tile[(3u * SIDE + thread.y) * SIDE + thread.x] = sums_3;
        workgroupBarrier();
        if keeps {
            for (var turn = 0u; turn < SIDE; turn++) {
                // Each thread begins elsewhere, again for the banks.
                let column = (turn + index) % SIDE;
                let scores = tile[index * SIDE + column];
                if any(scores > vec4(worst.score)) {
                    for (var i = 0u; i < 4u; i++) {
                        let candidate = first + column + i * SIDE;
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

struct Worst {
    place: u32,
    score: f32,
}

// The place to be given up next: one that holds nothing, or the lowest score.
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
