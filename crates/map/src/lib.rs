//! The map: a position in the plane for each instance, and the picture of all positions.
//!
//! ```text
//!  Neighbors ──initial_layout──▶ Layout ──tsne::layout──▶ Layout ──Picture──▶ SVG, canvas, WebGL
//! ```
//!
//! This crate must never depend on picks, on labels or on a browser. Colors are passed to the crate as numbers.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod bounds;
mod camera;
mod find;
mod function_words;
mod hit;
mod label_placement;
mod legend;
mod part_colors;
mod part_keywords;
mod pca_preview;
mod picture;
mod raster;
mod shape;
mod spectral_init;
mod svg;
mod tooltip_placement;
mod type_ahead;

pub use bounds::{Bounds, bounds_without_outliers, median_point};
pub use camera::{Camera, Viewport};
pub use find::Query;
pub use hit::PointIndex;
pub use label_placement::place_without_overlap;
pub use legend::{Legend, LegendClass, PlacedLegend};
pub use part_colors::part_colors;
pub use part_keywords::extract_keywords;
pub use pca_preview::PcaPreview;
pub use picture::{
    DASH, DIM_OPACITY, Disc, DrawingPass, HALO, LINE_WIDTH, Line, MISSED_OPACITY, MapText, N_CATEGORIES, N_PART_COLORS,
    N_SHADES, PLAIN_OPACITY, Paint, Palette, PaletteColor, Picture, RING, bytes_of,
};
pub use raster::{Pixels, paint_dots};
pub use shape::Shape;
pub use spectral_init::{Layout, initial_layout};
pub use svg::{FONT, to_svg};
pub use tooltip_placement::place_tooltip;
pub use type_ahead::typed_to;
