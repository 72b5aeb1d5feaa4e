// Multiplies four bytes of a row by four bytes of each of four columns, and returns the four sums. Uses `dot4I8Packed`.
fn products(row: u32, columns: vec4<u32>) -> vec4<i32> {
    return vec4(
        dot4I8Packed(row, columns.x),
        dot4I8Packed(row, columns.y),
        dot4I8Packed(row, columns.z),
        dot4I8Packed(row, columns.w),
    );
}
