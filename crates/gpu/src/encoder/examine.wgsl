// Computes the answer to each question: the result of one operation, or of a short expression that compilers like to rewrite.

struct Task {
    // The constant 0, hidden from the compiler in a buffer; guarded.wgsl reads it.
    // Every encoder shader has this field in its struct `Task`.
    zero: u32,
    n_questions: u32,
}

@group(0) @binding(0) var<uniform> task: Task;
// The operation of each question, and the bits of its operands.
@group(0) @binding(1) var<storage, read> questions: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> answers: array<u32>;

@compute @workgroup_size(64)
fn examine(@builtin(global_invocation_id) thread: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = thread.x + thread.y * groups.x * 64u;
    if index >= task.n_questions {
        return;
    }
    let question = questions[index];
    let a = number(question.y);
    let b = number(question.z);
    let c = number(question.w);
    var answer = number(0u);
    switch question.x {
        case 0u: {
            answer = add(a, b);
        }
        case 1u: {
            answer = sub(a, b);
        }
        case 2u: {
            answer = mul(a, b);
        }
        case 3u: {
            answer = mul_add(a, b, c);
        }
        case 4u: {
            answer = add(add(a, b), c);
        }
        case 5u: {
            answer = sub(add(a, b), a);
        }
        case 6u: {
            answer = sub(mul(a, c), mul(b, c));
        }
        case 7u: {
            answer = div(a, b);
        }
        case 8u: {
            answer = root(a);
        }
        case 9u: {
            answer = from_i32(bitcast<i32>(question.y));
        }
        case 10u: {
            answer = exponential(a);
        }
        case 11u: {
            answer = gelu(a);
        }
        default: {
            answer = number(u32(less(a, b)));
        }
    }
    answers[index] = bits(answer);
}
