//! Draws the pictures of docs/algorithm.md. The comment above each picture contains the command that draws it.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::browser::native_program;
use crate::workspace::{root, run};

pub fn draw() -> Result<()> {
    let (program, docs) = (native_program()?, root().join("docs"));
    let text = fs::read_to_string(docs.join("algorithm.md")).context("reading docs/algorithm.md")?;
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("<!-- fastgas ")?.strip_suffix(" -->"))
        .collect();
    ensure!(!commands.is_empty(), "docs/algorithm.md has no command");
    for command in commands {
        run(Command::new(&program).args(command.split(' ')).current_dir(&docs))?;
    }
    Ok(())
}
