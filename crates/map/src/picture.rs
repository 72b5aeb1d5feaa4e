//! The content of the map in drawing order, independent of the renderer: dots, lines, discs, words.
//!
//! Positions are points of the plane, sizes are CSS pixels. Three renderers draw a [`Picture`] in the same way: WebGL2,
//! [`paint_dots`](super::paint_dots) for pages without a GPU, and [`to_svg`](super::to_svg).

use crate::Layout;

/// Index of a color in a [`Palette`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PaletteColor(pub u8);

/// Number of category colors, for labels, values of a column and lines of a chart. Further categories reuse them from the
/// first.
pub const N_CATEGORIES: u32 = 24;
/// Number of colors of parts, none of which is a category color. Further parts reuse them, see
/// [`part_colors`](super::part_colors).
pub const N_PART_COLORS: u32 = 16;
/// Number of colors of the sequential scale, from low to high.
pub const N_SHADES: u32 = 8;

impl PaletteColor {
    /// The background.
    pub const SURFACE: PaletteColor = PaletteColor(48);
    /// Text and marked dots.
    pub const TEXT: PaletteColor = PaletteColor(49);
    /// Dots without a category.
    pub const NONE: PaletteColor = PaletteColor(50);
    /// The searched text, and the text that is being labeled.
    pub const ACCENT: PaletteColor = PaletteColor(51);
    /// Edges that the partition cuts.
    pub const CUT: PaletteColor = PaletteColor(52);
    /// Number of inks.
    pub const COUNT: usize = 53;

    /// The color of the category with this number.
    pub const fn category(index: u32) -> PaletteColor {
        PaletteColor((index % N_CATEGORIES) as u8)
    }

    /// The color with this number among the colors of parts.
    pub const fn part(index: u32) -> PaletteColor {
        PaletteColor((N_CATEGORIES + index % N_PART_COLORS) as u8)
    }

    /// Whether this is the color of a category or of a part.
    pub const fn is_category(self) -> bool {
        (self.0 as u32) < N_CATEGORIES + N_PART_COLORS
    }

    /// The color of this step of the sequential scale, from 0 to [`N_SHADES`] − 1.
    pub const fn shade(step: u32) -> PaletteColor {
        let last = N_SHADES - 1;
        PaletteColor((N_CATEGORIES + N_PART_COLORS + if step < last { step } else { last }) as u8)
    }
}

/// Red, green and blue of every [`PaletteColor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette(pub [[u8; 3]; PaletteColor::COUNT]);

impl Palette {
    /// Red, green and blue of an ink.
    pub fn rgb(&self, ink: PaletteColor) -> [u8; 3] {
        self.0[ink.0 as usize]
    }

    /// The color in CSS hexadecimal notation.
    pub fn hex(&self, ink: PaletteColor) -> String {
        let [red, green, blue] = self.rgb(ink);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Color and state of one dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Paint {
    /// The color of the dot.
    pub ink: PaletteColor,
    /// Whether the dot is dimmed or highlighted: a sum of [`Paint::DIM`], [`Paint::HIT`], [`Paint::MARKED`] and
    /// [`Paint::MISSED`].
    pub state: u8,
}

impl Paint {
    /// A filter hides the dot, so it is dimmed.
    pub const DIM: u8 = 1;
    /// The dot matches the search.
    pub const HIT: u8 = 2;
    /// The user marked the dot.
    pub const MARKED: u8 = 4;
    /// The search has matches but the dot is not one of them, so it is slightly dimmed.
    pub const MISSED: u8 = 8;

    /// Whether the dot is dimmed, by a filter or a search. Marked dots are never dimmed.
    pub const fn is_dimmed(self) -> bool {
        self.state & (Paint::DIM | Paint::MISSED) != 0 && self.state & Paint::MARKED == 0
    }
}

/// Dots are drawn in rounds, so that dimmed dots never cover others, and adjacent search matches share one outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingPass {
    /// Dimmed dots.
    Dim,
    /// A disc that appears as a ring around each search match.
    Ring,
    /// A disc behind each highlighted dot.
    Halo,
    /// All dots that are not dimmed.
    Plain,
}

/// The appearance of one dot in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The color of the dot.
    pub ink: PaletteColor,
    /// Radius in pixels.
    pub radius: f64,
    /// Opacity from 0 to 1.
    pub opacity: f64,
}

/// Opacity of dots that a filter hides.
pub const DIM_OPACITY: f64 = 0.14;
/// Opacity of dots that a search does not match; a search hides nothing.
pub const MISSED_OPACITY: f64 = 0.3;
/// Opacity of normal dots; several of them at one position appear darker.
pub const PLAIN_OPACITY: f64 = 0.72;
/// Difference between the radii of a halo and its dot, in pixels.
pub const HALO: f64 = 2.0;
/// Difference between the radii of a ring and the halo inside it, in pixels.
pub const RING: f64 = 1.75;

impl DrawingPass {
    /// All rounds in drawing order.
    pub const ALL: [DrawingPass; 4] = [
        DrawingPass::Dim,
        DrawingPass::Ring,
        DrawingPass::Halo,
        DrawingPass::Plain,
    ];

    /// The appearance of a dot with this paint in this round. None if this round does not draw it. Marked dots are
    /// highlighted even if a filter hides them.
    pub fn dot(self, paint: Paint, radius: f64) -> Option<Dot> {
        let stands_out = paint.state & (Paint::HIT | Paint::MARKED) != 0;
        let marked = paint.state & Paint::MARKED != 0;
        let is_back = paint.is_dimmed();
        let (ink, radius, opacity) = match self {
            DrawingPass::Dim if is_back && paint.state & Paint::DIM == 0 => (paint.ink, radius, MISSED_OPACITY),
            DrawingPass::Dim if is_back => (paint.ink, radius, DIM_OPACITY),
            // Rings and halos use neutral inks, because every other color belongs to some part or category.
            DrawingPass::Ring if stands_out && !marked && !is_back => (PaletteColor::TEXT, radius + HALO + RING, 1.0),
            DrawingPass::Halo if stands_out && !is_back => {
                let ink = if marked {
                    PaletteColor::TEXT
                } else {
                    PaletteColor::SURFACE
                };
                (ink, radius + HALO, 1.0)
            }
            DrawingPass::Plain if !is_back => (paint.ink, radius, if stands_out { 1.0 } else { PLAIN_OPACITY }),
            _ => return None,
        };
        Some(Dot { ink, radius, opacity })
    }
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// First end.
    pub from: [f64; 2],
    /// Second end.
    pub to: [f64; 2],
    /// Color of the line.
    pub ink: PaletteColor,
    /// Whether the line is dashed, so that it can be distinguished without color.
    pub dashed: bool,
}

/// Width of a [`Line`], in pixels.
pub const LINE_WIDTH: f64 = 1.5;
/// Length of a dash and of the gap after it, in pixels.
pub const DASH: f64 = 5.0;

/// A pick, or a ring around a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Center of the disc.
    pub at: [f64; 2],
    /// Radius to the middle of the border, in pixels.
    pub radius: f64,
    /// Fill color; None for a ring.
    pub fill: Option<PaletteColor>,
    /// Color of the border.
    pub stroke: PaletteColor,
    /// Width of the border, in pixels.
    pub width: f64,
}

/// A text on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapText {
    /// Center of the text.
    pub at: [f64; 2],
    /// The text.
    pub text: String,
    /// Color of the text.
    pub ink: PaletteColor,
    /// Font size, in pixels.
    pub size: f64,
    /// Whether the letters have an outline in the background color, which keeps them legible over dots.
    pub outlined: bool,
}

/// The content of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<'a> {
    /// A position for each dot.
    pub layout: &'a Layout,
    /// A paint for each dot.
    pub paints: &'a [Paint],
    /// Radius of every dot, in pixels.
    pub radius: f64,
    /// Drawn over the dots.
    pub lines: Vec<Line>,
    /// Drawn over the lines; the last is on top.
    pub discs: Vec<Disc>,
    /// Drawn over everything.
    pub words: Vec<MapText>,
}

/// The paints as bytes, ink and state for each.
pub fn bytes_of(paints: &[Paint]) -> Vec<u8> {
    paints.iter().flat_map(|paint| [paint.ink.0, paint.state]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(state: u8) -> [Option<Dot>; 4] {
        let paint = Paint {
            ink: PaletteColor::category(3),
            state,
        };
        DrawingPass::ALL.map(|round| round.dot(paint, 2.0))
    }

    #[test]
    fn every_dot_is_drawn_once_and_halos_are_drawn_before_dots() {
        for state in 0..16 {
            let [dim, ring, halo, plain] = rounds(state);
            assert!(dim.is_some() != plain.is_some(), "{state}");
            assert!(
                ring.is_none() || halo.is_some_and(|halo| halo.ink == PaletteColor::SURFACE),
                "{state}"
            );
            assert!(
                halo.is_none() || plain.is_some_and(|plain| plain.opacity == 1.0),
                "{state}"
            );
        }
        assert_eq!(rounds(0)[1], None);
    }

    #[test]
    fn filter_dims_search_matches_but_not_marked_dots() {
        assert!(rounds(Paint::DIM | Paint::HIT)[0].is_some());
        let halo = rounds(Paint::DIM | Paint::MARKED)[2].expect("a halo");
        assert_eq!((halo.ink, halo.radius), (PaletteColor::TEXT, 4.0));
        let ring = rounds(Paint::HIT)[1].expect("a ring");
        assert_eq!((ring.ink, ring.radius), (PaletteColor::TEXT, 5.75));
        assert_eq!(
            rounds(Paint::HIT | Paint::MARKED)[1],
            None,
            "a marked dot has no ring of a search result"
        );
    }

    #[test]
    fn search_dims_less_than_a_filter() {
        let opacity = |state| rounds(state)[0].map(|dot| dot.opacity);
        assert_eq!(opacity(Paint::MISSED), Some(MISSED_OPACITY));
        assert_eq!(opacity(Paint::MISSED | Paint::DIM), Some(DIM_OPACITY));
        assert_eq!(opacity(Paint::MISSED | Paint::MARKED), None);
    }

    #[test]
    fn inks_do_not_overlap() {
        assert_eq!(PaletteColor::category(25), PaletteColor::category(1));
        assert_eq!(PaletteColor::part(17), PaletteColor::part(1));
        assert_eq!(PaletteColor::part(0), PaletteColor(PaletteColor::category(23).0 + 1));
        assert_eq!(PaletteColor::shade(0), PaletteColor(PaletteColor::part(15).0 + 1));
        assert!(PaletteColor::part(15).is_category() && !PaletteColor::shade(0).is_category());
        assert_eq!(PaletteColor::shade(99), PaletteColor(47));
        assert!(PaletteColor::shade(7) < PaletteColor::SURFACE);
        let mut palette = Palette([[0; 3]; PaletteColor::COUNT]);
        palette.0[PaletteColor::CUT.0 as usize] = [1, 254, 16];
        assert_eq!(palette.hex(PaletteColor::CUT), "#01fe10");
    }
}
