// The float operations of the device that corrected.wgsl and division.wgsl use, with the errors that WGSL permits.

// Returns the product of two numbers in [1, 2): either neighbor of the exact product.
fn native_product(a: u32, b: u32) -> u32 {
    return bitcast<u32>(bitcast<f32>(a) * bitcast<f32>(b));
}

// Returns 1 / x for x in [1, 2), with an error of at most 2.5 units in the last place.
fn native_inverse(x: u32) -> f32 {
    return 1.0 / bitcast<f32>(x);
}

// Returns √x for x in [1, 4), with an error of at most six units in the last place.
fn native_root(x: u32) -> f32 {
    return sqrt(bitcast<f32>(x));
}
