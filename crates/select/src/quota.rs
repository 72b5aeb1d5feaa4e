//! Determines the number of picks from each part.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Divides `budget` equally among the parts: each part gets the paper's n = M/K, rounded to an integer.
///
/// Every part gets ⌊M/K⌋ or ⌈M/K⌉ picks.
/// The remainders of all parts are equal, so the parts with the lowest ids get the larger quotas.
/// A part smaller than its quota contributes all its instances, and the other parts share the remaining picks equally.
/// The quotas sum to exactly min(M, N), where N is the sum of `part_sizes`. Returns one quota per part.
/// O((M + K) log K) time.
pub fn quotas(part_sizes: &[u32], budget: u32) -> Vec<u32> {
    quotas_given(part_sizes, &vec![0; part_sizes.len()], budget)
}

/// Divides `budget` among the parts and makes the parts' total numbers of picks as equal as possible.
/// The totals include the numbers of earlier picks of each part, which are given in `has`.
/// The picks are assigned one by one to the part with the fewest picks. Ties: the lowest part id.
/// A part gets no more picks once all of its instances are picked. `part_sizes` contains the numbers of instances.
///
/// Returns the number of new picks of each part. O((M + K) log K) time.
pub fn quotas_given(part_sizes: &[u32], has: &[u32], budget: u32) -> Vec<u32> {
    let mut quotas = vec![0; part_sizes.len()];
    let open = (0..part_sizes.len()).filter(|&part| part_sizes[part] > 0);
    let mut fewest: BinaryHeap<Reverse<(u32, usize)>> = open.map(|part| Reverse((has[part], part))).collect();
    for _ in 0..budget {
        let Some(Reverse((n_picks, part))) = fewest.pop() else {
            break;
        };
        quotas[part] += 1;
        if quotas[part] < part_sizes[part] {
            fewest.push(Reverse((n_picks + 1, part)));
        }
    }
    quotas
}

/// Divides `budget` among the parts in proportion to their sizes, by largest remainder. Ties: the lowest part id.
///
/// No part gets more picks than its size. The quotas sum to exactly min(M, N), where N is the sum of `part_sizes`.
/// Returns one quota per part. O(K log K) time.
pub fn proportional_quotas(part_sizes: &[u32], budget: u32) -> Vec<u32> {
    let n: u64 = part_sizes.iter().map(|&size| u64::from(size)).sum();
    let budget = u64::from(budget).min(n);
    let shares = part_sizes.iter().map(|&size| budget * u64::from(size));
    let mut quotas: Vec<u32> = shares
        .clone()
        .map(|share| share.checked_div(n).unwrap_or(0) as u32)
        .collect();
    let mut by_remainder: Vec<(u64, usize)> = shares.map(|share| share.checked_rem(n).unwrap_or(0)).zip(0..).collect();
    by_remainder.sort_unstable_by_key(|&(remainder, part)| (Reverse(remainder), part));
    let given: u64 = quotas.iter().map(|&quota| u64::from(quota)).sum();
    for &(_, part) in &by_remainder[..(budget - given) as usize] {
        quotas[part] += 1;
    }
    quotas
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quotas_are_proportional_to_sizes() {
        assert_eq!(proportional_quotas(&[50, 30, 20], 10), [5, 3, 2]);
        // The exact shares of the five picks are 2.2, 1.8 and 1.
        assert_eq!(proportional_quotas(&[44, 36, 20], 5), [2, 2, 1]);
        // Both parts have the exact share 1.5, and the first part gets the larger quota.
        assert_eq!(proportional_quotas(&[7, 7], 3), [2, 1]);
        assert_eq!(proportional_quotas(&[1, 1, 98], 2), [0, 0, 2]);
        assert_eq!(proportional_quotas(&[2, 3], 9), [2, 3]);
        assert!(proportional_quotas(&[], 4).is_empty());
    }

    #[test]
    fn quotas_are_equal_and_the_remainder_goes_to_the_first_parts() {
        assert_eq!(quotas(&[10, 10, 10], 6), [2, 2, 2]);
        assert_eq!(quotas(&[10, 10, 10], 8), [3, 3, 2]);
        assert_eq!(quotas(&[10, 10, 10], 2), [1, 1, 0]);
        assert_eq!(quotas(&[10, 10, 10], 0), [0, 0, 0]);
        assert!(quotas(&[], 5).is_empty());
    }

    #[test]
    fn small_part_gives_all_and_others_share_the_rest() {
        assert_eq!(quotas(&[1, 10, 10], 9), [1, 4, 4]);
        assert_eq!(quotas(&[1, 2, 10], 9), [1, 2, 6]);
        assert_eq!(quotas(&[0, 3, 10], 9), [0, 3, 6]);
        assert_eq!(quotas(&[3, 4, 5], 12), [3, 4, 5]);
        assert_eq!(quotas(&[3, 4, 5], u32::MAX), [3, 4, 5]);
    }

    #[test]
    fn parts_with_earlier_picks_get_fewer() {
        assert_eq!(quotas_given(&[9, 9, 9], &[3, 1, 0], 4), [0, 2, 2]);
        assert_eq!(quotas_given(&[9, 9, 9], &[1, 1, 1], 4), [2, 1, 1]);
        assert_eq!(quotas_given(&[9, 1, 0], &[5, 0, 0], 4), [3, 1, 0]);
    }

    proptest! {
        #[test]
        fn proportional_quota_differs_from_its_share_by_less_than_one(part_sizes in prop::collection::vec(0u32..50, 1..20), budget in 0u32..600) {
            let n: u32 = part_sizes.iter().sum();
            let quotas = proportional_quotas(&part_sizes, budget);
            prop_assert_eq!(quotas.iter().sum::<u32>(), budget.min(n));
            for (&quota, &size) in quotas.iter().zip(&part_sizes) {
                let share = f64::from(budget.min(n)) * f64::from(size) / f64::from(n.max(1));
                prop_assert!(quota <= size && (f64::from(quota) - share).abs() < 1.0);
            }
        }

        #[test]
        fn sum_is_exact_and_quotas_are_balanced(part_sizes in prop::collection::vec(0u32..50, 1..20), budget in 0u32..600) {
            let quotas = quotas(&part_sizes, budget);
            prop_assert_eq!(quotas.iter().sum::<u32>(), budget.min(part_sizes.iter().sum()));
            let most = quotas.iter().max().unwrap();
            for (quota, size) in quotas.iter().zip(&part_sizes) {
                prop_assert!(quota <= size);
                // Each quota is at least the largest quota minus 1, unless all instances of the part are picked.
                prop_assert!(quota == size || quota + 1 >= *most);
            }
        }
    }
}
