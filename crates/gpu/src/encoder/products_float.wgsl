// Returns the sum of four products of row and column values for each of four columns, computed in `f32`.
// Integers below 2²⁴ are exact in `f32`, even if operations are fused or reordered.
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
