// Returns, for each of four columns, the sum of the four products of the row with this column, computed by `dot4I8Packed`.
fn products(row: u32, columns: vec4<u32>) -> vec4<i32> {
    return vec4(
        dot4I8Packed(row, columns.x),
        dot4I8Packed(row, columns.y),
        dot4I8Packed(row, columns.z),
        dot4I8Packed(row, columns.w),
    );
}
