// Computes the result of each test case: one operation, or a short expression that compilers often rewrite.

struct Task {
    // The constant 0, hidden from the compiler in a buffer; guarded.wgsl reads it.
    // Every encoder shader has this field in its struct `Task`.
    zero: u32,
    n_cases: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// The operation of each test case, and the bits of its operands.
@group(0) @binding(1) var<storage, read> cases: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(64)
fn check(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = thread.x + thread.y * groups.x * 64u;
    if index >= task.n_cases {
        return;
    }
    let test_case = cases[index];
    let a = number(test_case.y);
    let b = number(test_case.z);
    let c = number(test_case.w);
    var result = number(0u);
    switch test_case.x {
        case 0u: {
            result = add(a, b);
        }
        case 1u: {
            result = sub(a, b);
        }
        case 2u: {
            result = mul(a, b);
        }
        case 3u: {
            result = mul_add(a, b, c);
        }
        case 4u: {
            result = add(add(a, b), c);
        }
        case 5u: {
            result = sub(add(a, b), a);
        }
        case 6u: {
            result = sub(mul(a, c), mul(b, c));
        }
        case 7u: {
            result = div(a, b);
        }
        case 8u: {
            result = root(a);
        }
        case 9u: {
            result = from_i32(bitcast<i32>(test_case.y));
        }
        case 10u: {
            result = exponential(a);
        }
        case 11u: {
            result = gelu(a);
        }
        default: {
            result = number(u32(less(a, b)));
        }
    }
    results[index] = bits(result);
}
