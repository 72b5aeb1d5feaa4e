//! Groups values by keys.

/// Groups the values of pairs by their keys (counting sort). O(values + keys) time and space.
///
/// `pairs` returns the (key, value) pairs. The function is called twice and must return the same pairs both times.
/// All keys are below `n_keys`.
/// Returns the offsets, with length `n_keys` + 1, and the values.
/// The values with the key `k` are at `offsets[k]..offsets[k + 1]`, in the order of the pairs.
pub fn group_by_key<I: Iterator<Item = (u32, u32)>>(n_keys: usize, pairs: impl Fn() -> I) -> (Vec<u32>, Vec<u32>) {
    let mut offsets = vec![0; n_keys + 1];
    for (key, _) in pairs() {
        offsets[key as usize + 1] += 1;
    }
    for key in 0..n_keys {
        offsets[key + 1] += offsets[key];
    }
    let mut next = offsets.clone();
    let mut values = vec![0; offsets[n_keys] as usize];
    for (key, value) in pairs() {
        let slot = &mut next[key as usize];
        values[*slot as usize] = value;
        *slot += 1;
    }
    (offsets, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_grouped_in_their_order() {
        let pairs = [(2, 7), (0, 5), (2, 3), (0, 9)];
        let grouped = group_by_key(4, || pairs.into_iter());
        assert_eq!(grouped, (vec![0, 2, 2, 4, 4], vec![5, 9, 7, 3]));
        assert_eq!(group_by_key(0, || [].into_iter()), (vec![0], vec![]));
    }
}
