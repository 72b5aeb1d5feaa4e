//! Which of many belong together, when pairs are joined one after another: union-find by the lowest (Tarjan, J. ACM 22, 1975).

/// Numbers from 0, each in one group; the lowest of a group stands for it.
#[derive(Clone, Debug)]
pub struct Lowest(Vec<u32>);

impl Lowest {
    /// All n alone.
    pub fn alone(n: usize) -> Lowest {
        Lowest((0..n as u32).collect())
    }

    /// Each with a lower one of its group, or itself where it is the lowest.
    pub fn joined(lower: Vec<u32>) -> Lowest {
        Lowest(lower)
    }

    /// The groups of `a` and `b` are one. O(log n) time, amortized.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// The lowest of the group of `number`; shortens the way to it.
    pub fn of(&mut self, number: u32) -> u32 {
        let lower = &mut self.0;
        let mut at = number;
        while lower[at as usize] != at {
            lower[at as usize] = lower[lower[at as usize] as usize];
            at = lower[at as usize];
        }
        at
    }

    /// Of each the lowest of its group.
    pub fn of_all(mut self) -> Vec<u32> {
        (0..self.0.len() as u32).for_each(|number| self.0[number as usize] = self.of(number));
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_are_those_of_a_search(pairs in prop::collection::vec((0_u32..12, 0_u32..12), 0..14)) {
            let mut lowest = Lowest::alone(12);
            pairs.iter().for_each(|&(a, b)| lowest.join(a, b));
            let reached = |start: u32| {
                let mut found = vec![start];
                let mut next = 0;
                while let Some(&at) = found.get(next) {
                    for &(a, b) in &pairs {
                        let other = if a == at { b } else if b == at { a } else { continue };
                        if !found.contains(&other) {
                            found.push(other);
                        }
                    }
                    next += 1;
                }
                found.into_iter().min().expect("itself")
            };
            prop_assert_eq!(lowest.of_all(), (0..12).map(reached).collect::<Vec<_>>());
        }
    }
}
