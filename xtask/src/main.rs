//! Every set-up step, so that the README needs two commands.
fn main() {}
