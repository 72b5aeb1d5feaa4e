//! Tests of the public library: whole runs, files from real programs, and the inputs that fuzzing found.

#[cfg(feature = "model")]
mod embedding;
mod files;
mod fuzz;
#[cfg(feature = "model")]
mod multilingual;
mod pipeline;
