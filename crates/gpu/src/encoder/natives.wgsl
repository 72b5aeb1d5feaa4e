// The float operations of the device that corrected.wgsl and division.wgsl use, with the errors that WGSL permits.

// Both numbers are in [1, 2). The result may be either of the two floats next to the exact product.
fn native_product(a: u32, b: u32) -> u32 {
    return bitcast<u32>(bitcast<f32>(a) * bitcast<f32>(b));
}

// x is in [1, 2). The error of 1 / x is at most 2.5 units in the last place.
fn native_inverse(x: u32) -> f32 {
    return 1.0 / bitcast<f32>(x);
}

// x is in [1, 4). The error of √x is at most six units in the last place.
fn native_root(x: u32) -> f32 {
    return sqrt(bitcast<f32>(x));
}
