//! Tests of the command-line program. Each test runs `fastgas` in a separate folder.
#![cfg(feature = "cli")]

mod answers;
mod arguments;
mod attacks;
mod beyond_one_machine;
mod cases;
mod compare_answers;
mod confidences;
mod documentation;
mod evaluate_answers;
mod files;
mod import;
mod labels;
mod reference;
mod stages;
mod support;
mod tables;
mod trace;
