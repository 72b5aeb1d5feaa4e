//! The map: a position in the plane for every instance, and the picture drawn from the positions.
//!
//! ```text
//!  Embeddings + Neighbors ──first_layout──▶ Layout ──layout (t-SNE)──▶ Layout ──Picture──▶ SVG, canvas, WebGL
//! ```
//!
//! This crate must never depend on picks, on labels or on a browser: colors arrive as numbers.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod beside;
mod bounds;
mod camera;
mod find;
mod first;
mod hit;
mod layout;
mod legend;
mod names;
mod part_inks;
mod picture;
mod raster;
mod shape;
mod sketch;
mod svg;
mod typed;
mod words;

pub use beside::beside;
pub use bounds::{Bounds, middle, most_of};
pub use camera::{Camera, Viewport};
pub use find::Query;
pub use first::first_layout;
pub use hit::PointIndex;
pub use layout::{Layout, layout};
pub use legend::{Legend, PlacedLegend};
pub use names::name_parts;
pub use part_inks::part_inks;
pub use picture::{
    DASH, DIM_OPACITY, Disc, HALO, Ink, LINE_WIDTH, Line, MISSED_OPACITY, N_CATEGORIES, N_SHADES, PLAIN_OPACITY, Paint,
    Palette, Picture, RING, Round, Word, bytes_of,
};
pub use raster::{Pixels, paint_dots};
pub use shape::Shape;
pub use sketch::PcaPreview;
pub use svg::{FONT, to_svg};
pub use typed::typed_to;
pub use words::apart;
