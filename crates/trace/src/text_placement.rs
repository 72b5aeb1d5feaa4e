//! The positions of large texts next to dots. A text without a free position is omitted.

/// Width and height of the picture in pixels.
pub const SIDE: f64 = 1000.0;

/// Estimated average width of a character in em. The estimate also covers the wider screen fonts.
const CHAR_WIDTH: f64 = 0.55;

/// Distance in pixels between a dot and a text to the left or right of the dot.
pub(super) const SIDE_GAP: f64 = 6.0;

/// Distance in pixels between a dot and a text above or below the dot.
const ROW_GAP: f64 = 2.0;

/// Maximum share of a text's area that may overlap with dots and other texts.
pub(super) const MAX_HIDDEN: f64 = 0.02;

/// Cost per pixel of line length that a text covers. The cost per square pixel of a covered dot or text is 1.
const LINE_COST: f64 = 10.0;

/// The constraints of one attempt to place a text: its maximum length, and its minimum distance to other dots.
#[derive(Clone, Copy)]
struct PlacementAttempt {
    max_chars: usize,
    /// Minimum distance to other dots in pixels, so that the text does not seem to belong to another dot.
    margin: f64,
}

const ATTEMPTS: [PlacementAttempt; 4] = [
    PlacementAttempt {
        max_chars: 18,
        margin: 16.0,
    },
    PlacementAttempt {
        max_chars: 12,
        margin: 16.0,
    },
    PlacementAttempt {
        max_chars: 12,
        margin: 4.0,
    },
    PlacementAttempt {
        max_chars: 9,
        margin: 4.0,
    },
];

/// The number of attempts to place the text of a dot that is not picked.
const N_ATTEMPTS_WITHOUT_PICK: usize = 2;

/// A rectangle in the picture, in pixels: [left, top, right, bottom].
#[derive(Clone, Copy, Debug)]
pub(super) struct TextFrame(pub(super) [f64; 4]);

impl TextFrame {
    pub(super) fn of_dot([x, y]: [f64; 2], radius: f64) -> TextFrame {
        TextFrame([x - radius, y - radius, x + radius, y + radius])
    }

    pub(super) fn around(points: &[[f64; 2]]) -> TextFrame {
        let empty = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        TextFrame(points.iter().fold(empty, |[left, top, right, bottom], &[x, y]| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        }))
    }

    /// The bounding box of a text. The text starts at the position (x, y) or, with `to_left`, ends at this position.
    pub(super) fn of_words([x, y]: [f64; 2], to_left: bool, words: &str, size: f64) -> TextFrame {
        let (width, half) = (width_of(words, size), 0.5 * size);
        let left = if to_left { x - width } else { x };
        TextFrame([left, y - half, left + width, y + half])
    }

    pub(super) fn area(&self) -> f64 {
        let TextFrame([left, top, right, bottom]) = *self;
        (right - left) * (bottom - top)
    }

    fn grown(&self, margin: f64) -> TextFrame {
        let TextFrame([left, top, right, bottom]) = *self;
        TextFrame([left - margin, top - margin, right + margin, bottom + margin])
    }

    pub(super) fn common(&self, other: &TextFrame) -> f64 {
        let (TextFrame([left, top, right, bottom]), TextFrame([l, t, r, b])) = (*self, *other);
        let (width, height) = (right.min(r) - left.max(l), bottom.min(b) - top.max(t));
        width.max(0.0) * height.max(0.0)
    }

    /// The area of this rectangle that other rectangles cover, plus three times its area outside the picture.
    pub(super) fn hidden(&self, others: impl Iterator<Item = TextFrame>) -> f64 {
        let outside = self.area() - self.common(&TextFrame([0.0, 0.0, SIDE, SIDE]));
        // The part of a text outside the picture is unreadable, so its weight is higher than that of an overlap.
        others.map(|other| self.common(&other)).sum::<f64>() + 3.0 * outside
    }

    /// The length in pixels of the part of a line that is inside the rectangle.
    /// Source: Liang & Barsky 1984, A new concept and method for line clipping.
    fn length_inside(&self, [from, to]: [[f64; 2]; 2]) -> f64 {
        let TextFrame([left, top, right, bottom]) = *self;
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let borders = [
            (-dx, from[0] - left),
            (dx, right - from[0]),
            (-dy, from[1] - top),
            (dy, bottom - from[1]),
        ];
        let (mut enters, mut leaves) = (0.0f64, 1.0f64);
        for (speed, distance) in borders {
            if speed < 0.0 {
                enters = enters.max(distance / speed);
            } else if speed > 0.0 {
                leaves = leaves.min(distance / speed);
            } else if distance < 0.0 {
                return 0.0;
            }
        }
        (leaves - enters).max(0.0) * (dx * dx + dy * dy).sqrt()
    }
}

fn width_of(words: &str, size: f64) -> f64 {
    CHAR_WIDTH * size * words.chars().count() as f64
}

/// Returns the text or, if the text is longer than `max_chars` characters, its beginning with an ellipsis.
pub(super) fn shortened(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

pub(super) struct DotText<'a> {
    pub dot: usize,
    /// The center of the dot in pixels.
    pub at: [f64; 2],
    pub text: &'a str,
    /// Whether the dot is or was a pick. Texts of picks are placed first and may be shorter.
    pub is_pick: bool,
}

impl DotText<'_> {
    fn attempts(&self) -> impl Iterator<Item = PlacementAttempt> {
        let n = if self.is_pick {
            ATTEMPTS.len()
        } else {
            N_ATTEMPTS_WITHOUT_PICK
        };
        ATTEMPTS.into_iter().take(n)
    }
}

pub(super) struct PlacedText {
    /// The position where the text starts or, with `to_left`, ends.
    pub at: [f64; 2],
    /// True if the text ends at the position `at`, and false if the text starts at this position.
    pub to_left: bool,
    pub words: String,
    frame: TextFrame,
    /// The area of dots and texts that the text covers, plus the weighted length of the lines that the text covers.
    cost: f64,
}

/// The content of a picture that texts must not cover.
pub(super) struct TextPlacement {
    /// The bounding box of each dot, including dots without a text.
    pub dots: Vec<TextFrame>,
    /// The two end points of each line, in pixels.
    pub lines: Vec<[[f64; 2]; 2]>,
    /// The bounding boxes of the gains, and of the texts that are already placed.
    pub taken: Vec<TextFrame>,
    /// Font size of the texts in pixels.
    pub size: f64,
}

impl TextPlacement {
    /// Places texts next to their dots: texts of picks first, and then texts with few possible positions.
    /// A text gets the possible position with the lowest cost, which depends on the covered area and the covered lines.
    /// A text without a possible position is omitted.
    /// Ties are ordered by the vertical position of the dot, from top to bottom, and then by the order of `texts`.
    /// The time is O(n · (n + |E|)) for n dots.
    pub(super) fn place(mut self, texts: Vec<DotText<'_>>) -> Vec<PlacedText> {
        let n_positions =
            |text: &DotText<'_>| -> usize { text.attempts().map(|each| self.positions(text, each).len()).sum() };
        let mut ordered: Vec<(usize, DotText<'_>)> = texts.into_iter().map(|text| (n_positions(&text), text)).collect();
        ordered.sort_by(|(n_of_a, a), (n_of_b, b)| {
            let by_freedom = b.is_pick.cmp(&a.is_pick).then(n_of_a.cmp(n_of_b));
            by_freedom.then(a.at[1].total_cmp(&b.at[1]))
        });
        let mut placed: Vec<PlacedText> = Vec::new();
        for (_, text) in &ordered {
            let best = text.attempts().find_map(|attempt| {
                let positions = self.positions(text, attempt).into_iter();
                positions.min_by(|a, b| a.cost.total_cmp(&b.cost))
            });
            if let Some(best) = best {
                self.taken.push(best.frame);
                placed.push(best);
            }
        }
        placed
    }

    /// Returns the positions where dots and placed texts hide at most the share [`MAX_HIDDEN`] of a text's area.
    fn positions(
        &self,
        text: &DotText<'_>,
        PlacementAttempt { max_chars, margin }: PlacementAttempt,
    ) -> Vec<PlacedText> {
        let words = shortened(text.text, max_chars);
        let (half, line, width) = (0.5 * self.size, 0.75 * self.size, width_of(&words, self.size));
        let [x, y] = text.at;
        let TextFrame([left, top, right, bottom]) = self.dots[text.dot];
        let at_sides = [0.0, -line, line].into_iter().flat_map(|down| {
            [
                ([right + SIDE_GAP, y + down], false),
                ([left - SIDE_GAP, y + down], true),
            ]
        });
        let above_or_below = [top - half - ROW_GAP, bottom + half + ROW_GAP]
            .into_iter()
            .flat_map(|row| {
                [
                    ([x - width / 2.0, row], false),
                    ([right, row], true),
                    ([left, row], false),
                ]
            });
        let possible = |(at, to_left): ([f64; 2], bool)| {
            let frame = TextFrame::of_words(at, to_left, &words, self.size);
            let other_dots = self.dots.iter().enumerate().filter(|&(dot, _)| dot != text.dot);
            let other_dots = other_dots.map(|(_, dot)| dot.grown(margin));
            let hidden = frame.hidden(other_dots.chain(self.taken.iter().copied()));
            let crossed: f64 = self.lines.iter().map(|&line| frame.length_inside(line)).sum();
            (hidden <= MAX_HIDDEN * frame.area()).then(|| PlacedText {
                at,
                to_left,
                words: words.clone(),
                frame,
                cost: hidden + LINE_COST * crossed,
            })
        };
        at_sides.chain(above_or_below).filter_map(possible).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(dots: &[[f64; 2]], lines: Vec<[[f64; 2]; 2]>, is_pick: bool) -> Vec<PlacedText> {
        let placement = TextPlacement {
            dots: dots.iter().map(|&at| TextFrame::of_dot(at, 37.0)).collect(),
            lines,
            taken: Vec::new(),
            size: 54.0,
        };
        placement.place(vec![DotText {
            dot: 0,
            at: dots[0],
            text: "It will rain in the north tomorrow.",
            is_pick,
        }])
    }

    #[test]
    fn text_avoids_lines_and_other_dots() {
        let alone = placed(&[[100.0, 500.0]], Vec::new(), false);
        assert_eq!((alone[0].at, alone[0].to_left), ([143.0, 500.0], false));
        assert_eq!(alone[0].words, "It will rain in th…");
        let line = [[100.0, 500.0], [900.0, 500.0]];
        let beside_line = placed(&[[100.0, 500.0]], vec![line], false);
        assert!((beside_line[0].at[1] - 500.0).abs() > 27.0, "the text covers no line");
        let beside_dot = placed(&[[100.0, 500.0], [400.0, 520.0]], Vec::new(), false);
        assert!((beside_dot[0].at[1] - 500.0).abs() > 64.0, "the text covers no dot");
    }

    #[test]
    fn text_without_room_is_omitted_and_the_text_of_a_pick_is_shortened() {
        // The picture has a dot with a text, and three other dots to the right of this dot.
        let around = |distance: f64| {
            let mut dots = vec![[100.0, 500.0]];
            dots.extend([410.0, 500.0, 590.0].map(|y| [100.0 + distance, y]));
            dots
        };
        assert!(placed(&around(200.0), Vec::new(), false).is_empty());
        assert_eq!(placed(&around(450.0), Vec::new(), false)[0].words, "It will rain…");
        let of_pick = placed(&around(370.0), Vec::new(), true);
        assert_eq!(of_pick[0].words, "It will r…");
        assert!(placed(&around(370.0), Vec::new(), false).is_empty());
    }

    #[test]
    fn length_inside_is_the_length_of_the_line_within_the_frame() {
        let frame = TextFrame([10.0, 10.0, 30.0, 20.0]);
        assert!((frame.length_inside([[0.0, 15.0], [100.0, 15.0]]) - 20.0).abs() < 1e-9);
        assert!((frame.length_inside([[12.0, 12.0], [15.0, 16.0]]) - 5.0).abs() < 1e-9);
        assert!(frame.length_inside([[0.0, 25.0], [100.0, 25.0]]).abs() < 1e-9);
        assert!(frame.length_inside([[20.0, 0.0], [20.0, 5.0]]).abs() < 1e-9);
    }
}
