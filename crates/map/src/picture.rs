//! What the map shows, in the order in which it is drawn, before anyone draws it: dots, lines, discs, words.
//!
//! Places are points of the plane, sizes are pixels of the page. Three programs draw a [`Picture`] alike: WebGL2,
//! [`paint_dots`](super::paint_dots) for pages without a GPU, and [`to_svg`](super::to_svg).

use crate::Layout;

/// One of the colors of a [`Palette`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink(pub u8);

/// Colors for kinds of things; further kinds begin again at the first.
pub const N_CATEGORIES: u32 = 16;
/// Colors from little to much.
pub const N_SHADES: u32 = 8;

impl Ink {
    /// The paper.
    pub const SURFACE: Ink = Ink(24);
    /// Words, and what is marked.
    pub const TEXT: Ink = Ink(25);
    /// What belongs to no kind.
    pub const NONE: Ink = Ink(26);
    /// What is searched for, and the text that is being labeled.
    pub const ACCENT: Ink = Ink(27);
    /// Edges that the partition cuts.
    pub const CUT: Ink = Ink(28);
    /// How many inks there are.
    pub const COUNT: usize = 29;

    /// The color of the kind with this number.
    pub const fn category(index: u32) -> Ink {
        Ink((index % N_CATEGORIES) as u8)
    }

    /// Whether it is the color of a kind.
    pub const fn is_category(self) -> bool {
        (self.0 as u32) < N_CATEGORIES
    }

    /// The color at this step, from 0 to [`N_SHADES`] − 1.
    pub const fn shade(step: u32) -> Ink {
        let last = N_SHADES - 1;
        Ink((N_CATEGORIES + if step < last { step } else { last }) as u8)
    }
}

/// Red, green and blue of every [`Ink`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette(pub [[u8; 3]; Ink::COUNT]);

impl Palette {
    /// Red, green and blue.
    pub fn rgb(&self, ink: Ink) -> [u8; 3] {
        self.0[ink.0 as usize]
    }

    /// The color as a style sheet writes it.
    pub fn hex(&self, ink: Ink) -> String {
        let [red, green, blue] = self.rgb(ink);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The looks of one dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Paint {
    /// Its color.
    pub ink: Ink,
    /// Whether it stands back or stands out: a sum of [`Paint::DIM`], [`Paint::HIT`], [`Paint::MARKED`] and
    /// [`Paint::MISSED`].
    pub state: u8,
}

impl Paint {
    /// A filter hides it, so it stands back.
    pub const DIM: u8 = 1;
    /// The search found it.
    pub const HIT: u8 = 2;
    /// A person marked it.
    pub const MARKED: u8 = 4;
    /// The search found others, so it stands back a little.
    pub const MISSED: u8 = 8;

    /// Whether it stands back, be it for a filter or for a search. What is marked never does.
    pub const fn stands_back(self) -> bool {
        self.state & (Paint::DIM | Paint::MISSED) != 0 && self.state & Paint::MARKED == 0
    }
}

/// Dots are drawn in rounds, so that nothing that stands back covers what does not, and what was found has one outline where
/// it lies close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// What stands back.
    Dim,
    /// A disc that shows as a ring around each dot that was found.
    Ring,
    /// A disc behind each dot that stands out.
    Halo,
    /// All the others.
    Plain,
}

/// How one dot is drawn in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its color.
    pub ink: Ink,
    /// In pixels.
    pub radius: f64,
    /// From 0 to 1.
    pub opacity: f64,
}

/// Opacity of what stands back.
pub const DIM_OPACITY: f64 = 0.14;
/// Opacity of what stands back for a search, which hides nothing.
pub const MISSED_OPACITY: f64 = 0.3;
/// Opacity of dots; many of them in one place are darker than one.
pub const PLAIN_OPACITY: f64 = 0.72;
/// By how much a halo is larger than its dot, in pixels.
pub const HALO: f64 = 2.0;
/// By how much a ring is larger than the halo in it, in pixels.
pub const RING: f64 = 1.75;

impl Round {
    /// All of them, in their order.
    pub const ALL: [Round; 4] = [Round::Dim, Round::Ring, Round::Halo, Round::Plain];

    /// How a dot of this paint is drawn in this round, if it is. What is marked stands out even where a filter hides it.
    pub fn dot(self, paint: Paint, radius: f64) -> Option<Dot> {
        let stands_out = paint.state & (Paint::HIT | Paint::MARKED) != 0;
        let marked = paint.state & Paint::MARKED != 0;
        let is_back = paint.stands_back();
        let (ink, radius, opacity) = match self {
            Round::Dim if is_back && paint.state & Paint::DIM == 0 => (paint.ink, radius, MISSED_OPACITY),
            Round::Dim if is_back => (paint.ink, radius, DIM_OPACITY),
            // Neither has a color: each of these is that of some part.
            Round::Ring if stands_out && !marked && !is_back => (Ink::TEXT, radius + HALO + RING, 1.0),
            Round::Halo if stands_out && !is_back => {
                let ink = if marked { Ink::TEXT } else { Ink::SURFACE };
                (ink, radius + HALO, 1.0)
            }
            Round::Plain if !is_back => (paint.ink, radius, if stands_out { 1.0 } else { PLAIN_OPACITY }),
            _ => return None,
        };
        Some(Dot { ink, radius, opacity })
    }
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end.
    pub from: [f64; 2],
    /// The other.
    pub to: [f64; 2],
    /// Its color.
    pub ink: Ink,
    /// Dashes, so that it is told from others without colors.
    pub dashed: bool,
}

/// Width of a [`Line`], in pixels.
pub const LINE_WIDTH: f64 = 1.5;
/// Length of a dash and of the gap after it, in pixels.
pub const DASH: f64 = 5.0;

/// A pick, or a ring around a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Its middle.
    pub at: [f64; 2],
    /// Of the middle of its border, in pixels.
    pub radius: f64,
    /// Nothing inside a ring.
    pub fill: Option<Ink>,
    /// Of its border.
    pub stroke: Ink,
    /// Of its border, in pixels.
    pub width: f64,
}

/// Something to be read.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Its middle.
    pub at: [f64; 2],
    /// What.
    pub text: String,
    /// Its color.
    pub ink: Ink,
    /// Height of the letters, in pixels.
    pub size: f64,
    /// Whether the paper shines around the letters, so that they can be read over dots.
    pub outlined: bool,
}

/// What the map shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<'a> {
    /// A place for each dot.
    pub layout: &'a Layout,
    /// As many.
    pub paints: &'a [Paint],
    /// Of every dot, in pixels.
    pub radius: f64,
    /// Over the dots.
    pub lines: Vec<Line>,
    /// Over the lines; the last lies on top.
    pub discs: Vec<Disc>,
    /// Over everything.
    pub words: Vec<Word>,
}

/// The bytes of the paints, two for each, as they lie.
pub fn bytes_of(paints: &[Paint]) -> Vec<u8> {
    paints.iter().flat_map(|paint| [paint.ink.0, paint.state]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(state: u8) -> [Option<Dot>; 4] {
        let paint = Paint {
            ink: Ink::category(3),
            state,
        };
        Round::ALL.map(|round| round.dot(paint, 2.0))
    }

    #[test]
    fn every_dot_is_drawn_once_and_halos_go_before() {
        for state in 0..16 {
            let [dim, ring, halo, plain] = rounds(state);
            assert!(dim.is_some() != plain.is_some(), "{state}");
            assert!(
                ring.is_none() || halo.is_some_and(|halo| halo.ink == Ink::SURFACE),
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
    fn what_is_marked_stands_out_through_a_filter_and_a_hit_does_not() {
        assert!(rounds(Paint::DIM | Paint::HIT)[0].is_some());
        let halo = rounds(Paint::DIM | Paint::MARKED)[2].expect("a halo");
        assert_eq!((halo.ink, halo.radius), (Ink::TEXT, 4.0));
        let ring = rounds(Paint::HIT)[1].expect("a ring");
        assert_eq!((ring.ink, ring.radius), (Ink::TEXT, 5.75));
        assert_eq!(rounds(Paint::HIT | Paint::MARKED)[1], None, "what is marked is told so");
    }

    #[test]
    fn what_a_search_missed_stands_back_less_than_what_a_filter_hides() {
        let opacity = |state| rounds(state)[0].map(|dot| dot.opacity);
        assert_eq!(opacity(Paint::MISSED), Some(MISSED_OPACITY));
        assert_eq!(opacity(Paint::MISSED | Paint::DIM), Some(DIM_OPACITY));
        assert_eq!(opacity(Paint::MISSED | Paint::MARKED), None);
    }

    #[test]
    fn inks_do_not_overlap() {
        assert_eq!(Ink::category(17), Ink::category(1));
        assert_eq!(Ink::shade(99), Ink(23));
        assert!(Ink::shade(7) < Ink::SURFACE);
        let mut palette = Palette([[0; 3]; Ink::COUNT]);
        palette.0[Ink::CUT.0 as usize] = [1, 254, 16];
        assert_eq!(palette.hex(Ink::CUT), "#01fe10");
    }
}
