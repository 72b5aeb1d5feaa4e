//! The range of lines of a long table that are in the document: the visible lines, and some lines above and below.

use std::ops::Range;

/// Number of lines above and below the visible lines, so that the next lines are in the document when arrow keys reach them.
const OVERSCAN: usize = 20;
/// The range of rendered lines moves by this many lines, so that most scroll events change nothing.
const STEP: usize = 10;
/// Height of a line before the first line is measured, in pixels.
const INITIAL_LINE_HEIGHT: f64 = 36.0;

/// The scroll position of a table whose lines have equal heights, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub top: f64,
    pub height: f64,
    pub line_height: f64,
}

impl Default for Viewport {
    fn default() -> Viewport {
        Viewport {
            top: 0.0,
            height: 600.0,
            line_height: INITIAL_LINE_HEIGHT,
        }
    }
}

impl Viewport {
    /// The range of lines that are in the document, for a table with `n` lines.
    pub fn window(self, n: usize) -> Range<usize> {
        // Conversions of floats to integers saturate, so that every scroll position gives a valid range.
        let first = (self.top / self.line_height).floor() as usize;
        let n_visible = (self.height / self.line_height).ceil() as usize;
        let first = first / STEP * STEP;
        let end = first.saturating_add(n_visible).saturating_add(STEP + OVERSCAN).min(n);
        first.saturating_sub(OVERSCAN).min(end)..end
    }

    /// Number of lines that fit into the viewport below the header, but at least 1.
    pub fn page(self, header_height: f64) -> usize {
        let n = ((self.height - header_height) / self.line_height).floor() as usize;
        n.max(1)
    }

    /// The scroll position at which the line at `index` is completely visible below the header.
    /// If the line is already visible, the scroll position does not change.
    pub fn revealing(self, index: usize, header_height: f64) -> f64 {
        let top = index as f64 * self.line_height;
        let bottom = top + self.line_height;
        let room = self.height - header_height;
        if top < self.top {
            top
        } else if bottom > self.top + room {
            (bottom - room).max(0.0)
        } else {
            self.top
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(top: f64) -> Viewport {
        Viewport {
            top,
            height: 300.0,
            line_height: 30.0,
        }
    }

    #[test]
    fn window_contains_the_visible_lines_and_is_small() {
        for line in 0..2_990_usize {
            let window = at(line as f64 * 30.0).window(3_000);
            assert!(window.start <= line && line + 10 <= window.end, "{line}: {window:?}");
            assert!(window.len() <= 70, "{line}: {window:?}");
        }
        assert_eq!(at(0.0).window(3_000), 0..40);
        assert_eq!(at(0.0).window(12), 0..12);
        assert_eq!(at(0.0).window(0), 0..0);
        assert_eq!(at(1e9).window(12), 12..12, "the table became shorter");
    }

    #[test]
    fn window_stays_while_the_table_scrolls_by_a_few_lines() {
        assert_eq!(at(1_500.0).window(3_000), at(1_560.0).window(3_000));
    }

    #[test]
    fn line_is_revealed_with_as_little_scrolling_as_possible() {
        // Lines 10 to 18 are visible below a header of 30 pixels.
        let viewport = at(300.0);
        assert_eq!(viewport.page(30.0), 9);
        assert_eq!(viewport.revealing(10, 30.0), 300.0);
        assert_eq!(viewport.revealing(18, 30.0), 300.0);
        assert_eq!(viewport.revealing(19, 30.0), 330.0);
        assert_eq!(viewport.revealing(4, 30.0), 120.0);
        assert_eq!(viewport.revealing(0, 30.0), 0.0);
    }
}
