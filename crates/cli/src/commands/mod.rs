//! The commands of the program: one file per command, with the arguments and the function `run` of the command.

pub mod answer;
pub mod check;
pub mod compare;
pub mod compare_answers;
pub mod confidences;
pub mod embed;
pub mod evaluate;
pub mod evaluate_answers;
pub mod graph;
pub mod knn;
pub mod model;
pub mod partition;
pub mod prompt;
pub mod quality;
pub mod select;
pub mod trace;
