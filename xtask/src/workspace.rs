//! Paths of the workspace, and functions that run other programs.

use std::env;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};

pub fn root() -> PathBuf {
    // `cargo run` sets the environment variable with the path of the package.
    // If the program is started directly, the path at compile time is used.
    let package = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(package)
        .join("..")
        .canonicalize()
        .expect("the workspace's folder is there")
}

/// Cargo's target folder. Cargo is queried only once.
pub fn target() -> Result<PathBuf> {
    static TARGET: OnceLock<PathBuf> = OnceLock::new();
    if let Some(folder) = TARGET.get() {
        return Ok(folder.clone());
    }
    let output = cargo(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("running cargo metadata")?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).context("reading cargo's metadata")?;
    let folder = metadata["target_directory"]
        .as_str()
        .context("cargo names no target folder")?;
    Ok(TARGET.get_or_init(|| folder.into()).clone())
}

pub fn cargo<I: IntoIterator<Item = S>, S: AsRef<std::ffi::OsStr>>(arguments: I) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    // `cargo run` sets the variables `CARGO_PKG_*` and `CARGO_MANIFEST_*` for xtask.
    // If cargo inherited the variables, cargo would compile crates again.
    for (name, _) in env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a command. An exit status other than 0 is an error that shows the command.
pub fn run(command: &mut Command) -> Result<()> {
    let line = [command.get_program()]
        .into_iter()
        .chain(command.get_args())
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ");
    let status = command.status().with_context(|| format!("could not start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs `command`, and prints its output in one piece, so that the outputs of simultaneous commands do not mix.
pub fn run_then_print(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("could not start `{name}`"))?;
    let mut out = stdout().lock();
    out.write_all(&output.stdout)?;
    out.write_all(&output.stderr)?;
    out.flush()?;
    if !output.status.success() {
        bail!("failed ({})", output.status);
    }
    Ok(())
}
