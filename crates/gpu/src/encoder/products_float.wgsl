// Multiplies four bytes of a row by four bytes of each of four columns, and returns the four sums. Computes in `f32`.
fn products(row: u32, columns: vec4<u32>) -> vec4<i32> {
    let x = unpacked_bytes(row);
    return vec4<i32>(vec4(
        dot(x, unpacked_bytes(columns.x)),
        dot(x, unpacked_bytes(columns.y)),
        dot(x, unpacked_bytes(columns.z)),
        dot(x, unpacked_bytes(columns.w)),
    ));
}

fn unpacked_bytes(word: u32) -> vec4<f32> {
    return vec4<f32>(vec4<i32>(vec4(word << 24u, word << 16u, word << 8u, word)) >> vec4(24u));
}
