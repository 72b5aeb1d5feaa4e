//! Tests of the native program: each runs `fastgas` in a folder of its own.
#![cfg(feature = "cli")]

mod arguments;
mod attacks;
mod confidences;
mod files;
mod import;
mod labels;
mod stages;
mod support;
mod trace;
