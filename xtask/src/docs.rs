//! `cargo xtask docs`: the parts of the documentation that are generated.

use anyhow::Result;

use crate::workspace::{cargo, run};

/// Writes docs/cli.md. The test that compares this file with the program's help also writes it. The features are those of
/// `cargo xtask test`, so that the build is shared.
pub fn write() -> Result<()> {
    let arguments = "test --workspace --all-features --test cli -- reference::";
    run(cargo(arguments.split(' ')).env("FASTGAS_WRITE_DOCS", "1"))
}
