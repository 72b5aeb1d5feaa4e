// Multiplies four bytes of a row by four bytes of each of four columns, and returns the four sums. Unpacks the bytes.
fn products(row: u32, columns: vec4<u32>) -> vec4<i32> {
    let x = unpacked_bytes(row);
    let a = x * unpacked_bytes(columns.x);
    let b = x * unpacked_bytes(columns.y);
    let c = x * unpacked_bytes(columns.z);
    let d = x * unpacked_bytes(columns.w);
    return vec4(a.x, b.x, c.x, d.x) + vec4(a.y, b.y, c.y, d.y) + vec4(a.z, b.z, c.z, d.z) + vec4(a.w, b.w, c.w, d.w);
}

fn unpacked_bytes(word: u32) -> vec4<i32> {
    return vec4<i32>(vec4(word << 24u, word << 16u, word << 8u, word)) >> vec4(24u);
}
