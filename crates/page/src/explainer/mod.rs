//! Animated explanation of a selection, with exercises and a tour.
//! The explanation shows the graph, its coarsening, the cut and the picks.

pub mod animation;
pub mod animation_view;
pub mod apng;
pub mod canvas;
pub mod controls;
pub mod cut_chart;
pub mod dialog;
pub mod exercise;
pub mod exercise_view;
pub mod graph_draft;
pub mod graph_draft_view;
pub mod graph_view;
pub mod inspect;
pub mod playback;
pub mod prompt_example;
pub mod pseudo_code;
pub mod question;
pub mod queue_view;
pub mod side_panel;
pub mod signal;
pub mod source_graph;
pub mod state;
#[cfg(test)]
pub mod tests;
pub mod text;
#[cfg(test)]
pub mod text_tests;
pub mod tour;
pub mod url;
pub mod v_cycle_view;
pub mod vertex_info;
pub mod webm;

pub use state::*;
