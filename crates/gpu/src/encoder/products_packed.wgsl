// Returns the sum of four products of row and column values for each of four columns, computed by `dot4I8Packed`.
fn products(row: u32, columns: vec4<u32>) -> vec4<i32> {
    return vec4(
        dot4I8Packed(row, columns.x),
        dot4I8Packed(row, columns.y),
        dot4I8Packed(row, columns.z),
        dot4I8Packed(row, columns.w),
    );
}
