// Guarded arithmetic: the device's own sums and products, each rounded before the next operation reads it.
//
// `keep` combines each result by XOR with a number. The number is always 0, but the compiler does not know its value.
// Compilers have no rule that rewrites float operations across an XOR.
// The device must round to nearest, ties to even; conformance.wgsl tests this rounding.

alias F = f32;

fn keep(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) ^ task.zero);
}

fn number(bits: u32) -> F {
    return bitcast<f32>(bits);
}

fn bits(x: F) -> u32 {
    return bitcast<u32>(x);
}

fn negated(x: F) -> F {
    return bitcast<f32>(bitcast<u32>(x) ^ 0x80000000u);
}

fn add(a: F, b: F) -> F {
    return keep(a + b);
}

fn mul(a: F, b: F) -> F {
    return keep(a * b);
}

// Computes a·b + c, rounded after each of the two operations.
fn mul_add(a: F, b: F, c: F) -> F {
    return keep(keep(a * b) + c);
}

fn less(a: F, b: F) -> bool {
    return a < b;
}

fn from_i32(i: i32) -> F {
    return keep(f32(i));
}
