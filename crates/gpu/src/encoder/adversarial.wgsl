// Replaces natives.wgsl in tests. Each result is a pseudorandom choice from the results that WGSL permits.

const SEED = 0u;

fn chosen(a: u32, b: u32) -> u32 {
    var x = (a ^ SEED) * 0x9e3779b9u + b;
    x = (x ^ (x >> 16u)) * 0x85ebca6bu;
    x = (x ^ (x >> 13u)) * 0xc2b2ae35u;
    return x ^ (x >> 16u);
}

// The device's product is one of the two floats next to the exact product.
// The sign of the remainder determines whether the other float is the next larger or the next smaller float.
fn native_product(a: u32, b: u32) -> u32 {
    let product = bitcast<u32>(bitcast<f32>(a) * bitcast<f32>(b));
    let shift = 23u + (((product >> 23u) & 1u) ^ 1u);
    let significand = (product & 0x7fffffu) | 0x800000u;
    let x = (a & 0x7fffffu) | 0x800000u;
    let y = (b & 0x7fffffu) | 0x800000u;
    let rest = i32(x * y - (significand << shift));
    return product + u32(sign(rest)) * (chosen(a, b) & 1u);
}

fn native_inverse(x: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(1.0 / bitcast<f32>(x)) + chosen(x, 1u) % 5u - 2u);
}

fn native_root(x: u32) -> f32 {
    return bitcast<f32>(bitcast<u32>(sqrt(bitcast<f32>(x))) + chosen(x, 2u) % 11u - 5u);
}
