//! Converts numbers to and from little-endian buffers.

pub fn bytes_of_f32(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Reads little-endian `f32` numbers. Returns `None` if the length is not a multiple of 4.
pub fn f32_of_bytes(bytes: &[u8]) -> Option<Vec<f32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty()
        .then(|| chunks.iter().map(|&chunk| f32::from_le_bytes(chunk)).collect())
}

pub fn bytes_of_u32(values: &[u32]) -> Vec<u8> {
    // Reserves the whole capacity, so that a growing vector does not copy the bytes several times.
    // The page converts the end offsets of all cells in one task, which must not take long.
    let mut bytes = Vec::with_capacity(size_of_val(values));
    for value in values {
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    bytes
}

/// Reads little-endian `u32` numbers. Returns `None` if the length is not a multiple of 4.
pub fn u32_of_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty()
        .then(|| chunks.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect())
}
