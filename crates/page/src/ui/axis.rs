//! Maps values to pixels for plots. Pure arithmetic, independent of the browser.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    is_log: bool,
}

/// A mean and its standard error, converted to positions on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    pub at: f64,
    /// The positions of the mean minus and plus its standard error. `None` if the mean has no standard error.
    pub whisker: Option<(f64, f64)>,
}

impl Axis {
    /// The axis converts `low` to the position `from`, and `high` to the position `to`. `low` and `high` must differ.
    pub fn linear((low, high): (f64, f64), (from, to): (f64, f64)) -> Axis {
        let is_log = false;
        Axis {
            low,
            high,
            from,
            to,
            is_log,
        }
    }

    /// A logarithmic axis with base 10. `low` and `high` must be positive.
    pub fn logarithmic((low, high): (f64, f64), (from, to): (f64, f64)) -> Axis {
        Axis {
            low: low.log10(),
            high: high.log10(),
            from,
            to,
            is_log: true,
        }
    }

    /// A value outside the axis gets the position of the nearest end.
    pub fn at(&self, value: f64) -> f64 {
        let value = if self.is_log {
            value.max(f64::MIN_POSITIVE).log10()
        } else {
            value
        };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    pub fn dot(&self, mean: f64, standard_error: Option<f64>) -> Dot {
        Dot {
            at: self.at(mean),
            whisker: standard_error.map(|error| (self.at(mean - error), self.at(mean + error))),
        }
    }
}

/// Round numbers for the ticks of an axis: 1, 2 or 5 times a power of ten apart, in at most `most` steps.
/// The first number is at most `low`, and the last number is at least `high`. `most` must be at least 2.
pub fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let width = if high > low { high - low } else { low.abs().max(1.0) };
    let mut power = (width / most as f64).log10().floor() as i32;
    loop {
        for times in [1.0, 2.0, 5.0] {
            // Divides by an integer power of ten, so that 3 tenths are 0.3 and not 0.30000000000000004.
            let tick = |index: i64| match power {
                0.. => index as f64 * times * 10f64.powi(power),
                _ => index as f64 * times / 10f64.powi(-power),
            };
            let step = tick(1);
            let mut first = (low / step + 1e-9).floor() as i64;
            let mut last = (high / step - 1e-9).ceil() as i64;
            if last <= first {
                // An axis needs two ticks, but has only one tick if `low` and `high` are the same round number.
                // If the tick is positive, add the next lower tick. Otherwise, add the next higher tick.
                (first, last) = if first > 0 {
                    (first - 1, first)
                } else {
                    (first, first + 1)
                };
            }
            if (last - first) as usize <= most {
                return (first..=last).map(tick).collect();
            }
        }
        power += 1;
    }
}

/// Powers of ten that cover the range from `low` to `high`, which must be positive.
pub fn powers_of_ten(low: f64, high: f64) -> Vec<f64> {
    let first = (low.log10() + 1e-9).floor() as i32;
    let last = ((high.log10() - 1e-9).ceil() as i32).max(first + 1);
    let power = |exponent: i32| match exponent {
        0.. => 10f64.powi(exponent),
        _ => 1.0 / 10f64.powi(-exponent),
    };
    (first..=last).map(power).collect()
}

/// The path through `points` as a value of the SVG `d` attribute, rounded to a tenth of a pixel.
pub fn line(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        path.push(if path.is_empty() { 'M' } else { 'L' });
        path.push_str(&format!("{x:.1} {y:.1}"));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_are_proportional_and_clamped() {
        let axis = Axis::linear((0.0, 4.0), (100.0, 20.0));
        assert_eq!(
            [0.0, 1.0, 4.0, 9.0, -3.0].map(|value| axis.at(value)),
            [100.0, 80.0, 20.0, 20.0, 100.0]
        );
        let axis = Axis::logarithmic((0.01, 10.0), (0.0, 30.0));
        let drawn = [0.01, 0.1, 1.0, 10.0, 0.0].map(|value| axis.at(value));
        for (drawn, expected) in drawn.into_iter().zip([0.0, 10.0, 20.0, 30.0, 0.0]) {
            assert!((drawn - expected).abs() < 1e-9, "{drawn}");
        }
    }

    #[test]
    fn whiskers_are_one_standard_error_long() {
        let axis = Axis::linear((0.0, 1.0), (0.0, 200.0));
        let dot = axis.dot(0.5, Some(0.125));
        assert_eq!((dot.at, dot.whisker), (100.0, Some((75.0, 125.0))));
        assert_eq!(axis.dot(0.25, None).whisker, None);
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(ticks(0.0, 0.43, 5), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
        assert_eq!(ticks(0.272, 0.345, 4), [0.25, 0.3, 0.35]);
        assert_eq!(ticks(1.0, 18.0, 4), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks(0.0, 2_990.0, 3), [0.0, 1_000.0, 2_000.0, 3_000.0]);
        assert_eq!(ticks(1.0, 1.0, 4), [0.9, 1.0]);
        assert_eq!(ticks(0.0, 0.0, 4), [0.0, 0.1]);
        assert_eq!(powers_of_ten(0.004, 2.0), [0.001, 0.01, 0.1, 1.0, 10.0]);
        assert_eq!(powers_of_ten(1.0, 1.0), [1.0, 10.0]);
    }

    #[test]
    fn line_has_one_move_command() {
        assert_eq!(line([(0.0, 1.0), (2.5, 3.25)]), "M0.0 1.0L2.5 3.2");
        assert_eq!(line([]), "");
    }

    proptest! {
        #[test]
        fn ticks_cover_their_values(low in -1e4f64..1e4, width in 0.0f64..1e4, most in 2usize..9) {
            let high = low + width;
            let ticks = ticks(low, high, most);
            let slack = 1e-6 * width.max(1.0);
            prop_assert!(ticks.len() >= 2 && ticks.len() <= most + 1);
            prop_assert!(ticks[0] <= low + slack && ticks[ticks.len() - 1] >= high - slack, "{ticks:?}");
            prop_assert!(ticks.is_sorted());
        }
    }
}
