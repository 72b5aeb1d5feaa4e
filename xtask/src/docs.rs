//! `cargo xtask docs`: writes the generated parts of the documentation.

use anyhow::Result;

use crate::workspace::{cargo, run};

/// The test that compares docs/cli.md with the program's help also writes the file.
/// `cargo xtask test` uses the same cargo features, so that both commands share one build.
pub fn write() -> Result<()> {
    let arguments = "test --workspace --all-features --test cli -- reference::";
    run(cargo(arguments.split(' ')).env("FASTGAS_WRITE_DOCS", "1"))
}
