//! The content of the map in drawing order: dots, lines, discs and words. The content does not depend on the renderer.
//!
//! Positions are points of the plane, and sizes are CSS pixels.
//! Three renderers draw the same picture from a [`Picture`]:
//!
//! - The WebGL2 renderer draws the picture on the screen.
//! - [`paint_dots`](super::paint_dots) draws the dots in pages without a GPU.
//! - [`to_svg`](super::to_svg) exports the picture as an SVG file.

use crate::Layout;
use fastgas_partition::PartForm;

/// Index of a color in a [`Palette`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PaletteColor(pub u8);

/// Number of category colors. Categories are labels, values of a column, and lines of a chart.
/// The categories from index [`N_CATEGORIES`] on are gray. Each earlier category has its own color.
pub const N_CATEGORIES: u32 = 24;
/// Number of colors for parts. Every part color differs from all category colors.
/// If there are more parts, part colors are reused, see [`part_colors`](super::part_colors).
pub const N_PART_COLORS: u32 = 16;
/// Number of colors in the sequential scale from low to high values.
pub const N_SHADES: u32 = 8;

impl PaletteColor {
    /// Color of the background.
    pub const SURFACE: PaletteColor = PaletteColor(48);
    /// Color of text and of marked dots.
    pub const TEXT: PaletteColor = PaletteColor(49);
    /// Color of dots without a category.
    pub const NONE: PaletteColor = PaletteColor(50);
    /// Color of highlights, such as the ring around the text that is being labeled.
    pub const ACCENT: PaletteColor = PaletteColor(51);
    /// Color of edges that the partition cuts.
    pub const CUT: PaletteColor = PaletteColor(52);
    /// Number of colors in a palette.
    pub const COUNT: usize = 53;

    /// Color of the category with the given index. Indexes from [`N_CATEGORIES`] have the color [`PaletteColor::NONE`].
    pub const fn category(index: u32) -> PaletteColor {
        if index < N_CATEGORIES {
            PaletteColor(index as u8)
        } else {
            PaletteColor::NONE
        }
    }

    /// Color of the part with the given index. Indexes from [`N_PART_COLORS`] reuse the colors.
    pub const fn part(index: u32) -> PaletteColor {
        PaletteColor((N_CATEGORIES + index % N_PART_COLORS) as u8)
    }

    /// Whether the color belongs to a category or to a part.
    pub const fn is_category(self) -> bool {
        (self.0 as u32) < N_CATEGORIES + N_PART_COLORS
    }

    /// Color of one step in the sequential scale. Steps are numbered from 0 to [`N_SHADES`] − 1.
    pub const fn shade(step: u32) -> PaletteColor {
        let last = N_SHADES - 1;
        PaletteColor((N_CATEGORIES + N_PART_COLORS + if step < last { step } else { last }) as u8)
    }
}

/// The red, green and blue values of every [`PaletteColor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette(pub [[u8; 3]; PaletteColor::COUNT]);

impl Palette {
    /// Red, green and blue value of the given color.
    pub fn rgb(&self, ink: PaletteColor) -> [u8; 3] {
        self.0[ink.0 as usize]
    }

    /// The given color in CSS hexadecimal notation.
    pub fn hex(&self, ink: PaletteColor) -> String {
        let [red, green, blue] = self.rgb(ink);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Color of one dot, and whether the dot is dimmed or highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Paint {
    /// Color of the dot.
    pub ink: PaletteColor,
    /// Sum of the flags that determine whether the dot is dimmed or highlighted.
    /// The flags are [`Paint::DIM`], [`Paint::HIT`], [`Paint::MARKED`] and [`Paint::MISSED`].
    pub state: u8,
}

impl Paint {
    /// The dot is dimmed, because a filter hides it.
    pub const DIM: u8 = 1;
    /// The dot matches the search.
    pub const HIT: u8 = 2;
    /// The user has marked the dot.
    pub const MARKED: u8 = 4;
    /// The dot is slightly dimmed, because a search matches other dots but not this dot.
    pub const MISSED: u8 = 8;

    /// Whether a filter or a search dims the dot. Marked dots are never dimmed.
    pub const fn is_dimmed(self) -> bool {
        self.state & (Paint::DIM | Paint::MISSED) != 0 && self.state & Paint::MARKED == 0
    }
}

/// Drawing pass. The dots are drawn in several passes, so that dimmed dots never cover other dots.
/// Separate passes also give adjacent search matches a common outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingPass {
    /// Draws the dimmed dots.
    Dim,
    /// Draws a disc behind each search match. The disc appears as a ring around the dot.
    Ring,
    /// Draws a disc behind each highlighted dot.
    Halo,
    /// Draws all dots that are not dimmed. This pass is the last pass.
    Plain,
}

/// Appearance of one dot in a drawing pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Color of the dot.
    pub ink: PaletteColor,
    /// Radius of the dot in pixels.
    pub radius: f64,
    /// Opacity of the dot, from 0 to 1.
    pub opacity: f64,
}

/// Opacity of dots that a filter dims.
pub const DIM_OPACITY: f64 = 0.14;
/// Opacity of dots that do not match a search. A search never hides dots.
pub const MISSED_OPACITY: f64 = 0.3;
/// Opacity of normal dots. Overlapping dots appear darker.
pub const PLAIN_OPACITY: f64 = 0.72;
/// Difference between the radii of a halo and its dot, in pixels.
pub const HALO: f64 = 2.0;
/// Difference between the radii of a ring and of the halo inside the ring, in pixels.
pub const RING: f64 = 1.75;

impl DrawingPass {
    /// All drawing passes in their order.
    pub const ALL: [DrawingPass; 4] = [
        DrawingPass::Dim,
        DrawingPass::Ring,
        DrawingPass::Halo,
        DrawingPass::Plain,
    ];

    /// Appearance of a dot in this drawing pass. `None` if the pass does not draw the dot.
    /// `paint` is the color and the state of the dot, and `radius` is its normal radius in pixels.
    /// A marked dot is highlighted even if a filter hides the dot.
    pub fn dot(self, paint: Paint, radius: f64) -> Option<Dot> {
        let is_highlighted = paint.state & (Paint::HIT | Paint::MARKED) != 0;
        let marked = paint.state & Paint::MARKED != 0;
        let is_back = paint.is_dimmed();
        let (ink, radius, opacity) = match self {
            DrawingPass::Dim if is_back && paint.state & Paint::DIM == 0 => (paint.ink, radius, MISSED_OPACITY),
            DrawingPass::Dim if is_back => (paint.ink, radius, DIM_OPACITY),
            // Rings and halos use neutral colors, because every other color belongs to a part or to a category.
            DrawingPass::Ring if is_highlighted && !marked && !is_back => {
                (PaletteColor::TEXT, radius + HALO + RING, 1.0)
            }
            DrawingPass::Halo if is_highlighted && !is_back => {
                let ink = if marked {
                    PaletteColor::TEXT
                } else {
                    PaletteColor::SURFACE
                };
                (ink, radius + HALO, 1.0)
            }
            DrawingPass::Plain if !is_back => (paint.ink, radius, if is_highlighted { 1.0 } else { PLAIN_OPACITY }),
            _ => return None,
        };
        Some(Dot { ink, radius, opacity })
    }
}

/// A line that represents an edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Start of the line, as a point of the plane.
    pub from: [f64; 2],
    /// End of the line, as a point of the plane.
    pub to: [f64; 2],
    /// Color of the line that represents the edge.
    pub ink: PaletteColor,
    /// Whether the line is dashed. Dashed lines can be distinguished without color.
    pub dashed: bool,
}

/// Width of each [`Line`], in pixels.
pub const LINE_WIDTH: f64 = 1.5;
/// Length of each dash, and of each gap between dashes, in a dashed [`Line`], in pixels.
pub const DASH: f64 = 5.0;

/// A disc that represents a pick, or a ring.
/// A ring surrounds the text under the pointer or the text that is being labeled, or is a gap in the disc of a pick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Center of the disc or ring, as a point of the plane.
    pub at: [f64; 2],
    /// Shape of the disc or ring: a circle, or the dot shape of the pick's part.
    pub form: PartForm,
    /// Distance from the center of a circle to the middle of its border, in pixels.
    /// Every other shape has the area of the circle with this radius.
    pub radius: f64,
    /// Fill color of the disc that represents a pick. `None` for a ring.
    pub fill: Option<PaletteColor>,
    /// Color of the border of the disc, or of the ring.
    pub stroke: PaletteColor,
    /// Width of the border of the disc, or of the ring, in pixels.
    pub width: f64,
}

/// A word or another text on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapText {
    /// Center of the text, as a point of the plane.
    pub at: [f64; 2],
    /// The displayed text.
    pub text: String,
    /// Color of the text.
    pub ink: PaletteColor,
    /// Font size of the text, in pixels.
    pub size: f64,
    /// Whether the letters have an outline in the background color, so that the text is legible over dots.
    pub outlined: bool,
}

/// The content of the map in drawing order.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<'a> {
    /// Position of each dot.
    pub layout: &'a Layout,
    /// Color of each dot, and whether the dot is dimmed or highlighted.
    pub paints: &'a [Paint],
    /// Radius of all dots, in pixels.
    pub radius: f64,
    /// Lines that represent graph edges. The lines are drawn over the dots.
    pub lines: Vec<Line>,
    /// Discs of picks, and rings, which are drawn over the lines. The last disc or ring is on top.
    pub discs: Vec<Disc>,
    /// Words and other texts, which are drawn over dots, lines and discs.
    pub words: Vec<MapText>,
}

/// Converts the paints to bytes. Each dot has two bytes: [`Paint::ink`] and [`Paint::state`].
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
    fn palette_colors_do_not_overlap() {
        assert_eq!(PaletteColor::category(24), PaletteColor::NONE);
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
