//! `cargo xtask test`: runs every check and every test. The first step that fails ends the run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::browser;
use crate::model::multilingual;
use crate::times::{Background, Times};
use crate::tools;
use crate::vendor;
use crate::workspace::{cargo, root, run, target};

/// The site's programs use all crates except the native crates.
/// One run of clippy with the listed features lints all crates of the site.
const SITE_FEATURES: &str = "app,split,worker,relaxed-simd,encoder-gpu,worker-gpu,worker-tables";

/// Prints the duration of each step, and writes the durations into `target/test-times.json`.
/// The file keeps the durations of end-to-end test files that only earlier runs have executed.
pub fn all(without_browser: bool, soak: bool) -> Result<()> {
    let path = target()?.join("test-times.json");
    let (mut times, result) = Times::measure(|times| steps(times, without_browser, soak));
    times.keep_end_to_end(Times::read(&path).unwrap_or_default());
    times.write(&path)?;
    result?;
    println!("All steps passed.");
    Ok(())
}

fn steps(times: &mut Times, without_browser: bool, soak: bool) -> Result<()> {
    // Steps with tools that may be missing run first, so that the run fails early.
    let mut spark = None;
    times.step("tools", || {
        vendor::restore_times()?;
        tools::wasm_target()?;
        tools::vulkan();
        tools::node_packages(&root())?;
        multilingual::write_if_possible();
        spark = tools::spark()?;
        if !without_browser {
            tools::headless_shell(&tools::chromium()?);
        }
        Ok(())
    })?;
    let mut step = |name: &str, arguments: &str| {
        times.step(name, || {
            let mut command = cargo(arguments.split(' '));
            if soak {
                command.env("FASTGAS_SOAK", "1");
            }
            if let Some(python) = &spark {
                command.env("FASTGAS_SPARK_PYTHON", python);
            }
            run(&mut command)
        })
    };
    step("format", "fmt --all --check")?;
    // The end-to-end tests use the release build, because users get the release build.
    // Each step leaves a core idle at times, so the site is built while the other steps run.
    // Cargo does not block, because the profiles of the site have their own folders.
    let site = target()?.join("dist");
    let mut dist = Command::new(env::current_exe().context("this program has no path")?);
    dist.args(["dist", "--out"]).arg(&site).current_dir(root());
    let building = Background::start("site", dist)?;
    // Lints the native programs. The page is linted as a test here, and as part of the site in the next run.
    step(
        "clippy, native",
        "clippy --workspace --all-features --tests --bins --examples -- -D warnings",
    )?;
    let lint_site = format!(
        "clippy --target {} --package fastgas --features {SITE_FEATURES} --lib --bins -- -D warnings",
        tools::WASM
    );
    step("clippy, site", &lint_site)?;
    // The previous run of clippy does not lint the kernels that the `relaxed-simd` feature replaces.
    // All other features are the features of the previous run, so that cargo need not compile the dependencies again.
    let lint_encoder = format!(
        "clippy --target {} --package fastgas --features {} --lib -- -D warnings",
        tools::WASM,
        SITE_FEATURES.replace("relaxed-simd", "encoder")
    );
    step("clippy, encoder without relaxed SIMD", &lint_encoder)?;
    step("compile the tests", "test --workspace --all-features --no-run")?;
    step("tests", "test --workspace --all-features")?;
    times.finish(building)?;
    // Only a soak run runs the tests of the GPU on SwiftShader, because they take more than six minutes.
    // In every run, `gpu-embedding.test.mjs` compares both encoders on SwiftShader.
    match tools::swiftshader() {
        _ if !soak => {}
        Some(driver) => times.step("tests of the GPU, SwiftShader", || gpu_tests_with(&driver))?,
        None => println!("\nTests of the GPU on SwiftShader: skipped, because Chromium's Vulkan driver is missing."),
    }
    if without_browser {
        println!("\nEnd-to-end tests: skipped, because of --without-browser.");
        return Ok(());
    }
    let fastgas = browser::built_by_tests()?;
    times.end_to_end(|files| browser::end_to_end(&site, &fastgas, &[], soak, files))
}

/// Runs the GPU tests with the Vulkan driver `driver` instead of the machine's own driver.
///
/// The two tests of real encoders are left out, because they take minutes on SwiftShader.
/// `gpu-embedding.test.mjs` compares both encoders in Chromium on SwiftShader.
fn gpu_tests_with(driver: &Path) -> Result<()> {
    run(Command::new(test_program("fastgas_gpu")?)
        .args([
            "--skip",
            "built_in_encoder_has_the_bits",
            "--skip",
            "multilingual_encoder_has_the_bits",
        ])
        .current_dir(root().join("crates/gpu"))
        .env("VK_DRIVER_FILES", driver)
        // Older Vulkan loaders read only the variable `VK_ICD_FILENAMES`, and ignore `VK_DRIVER_FILES`.
        .env("VK_ICD_FILENAMES", driver))
}

/// Path of the test program of `library`, which the step “compile the tests” has built.
fn test_program(library: &str) -> Result<PathBuf> {
    let arguments = "test --workspace --all-features --no-run --quiet --message-format json";
    let output = cargo(arguments.split(' ')).stderr(Stdio::inherit()).output()?;
    ensure!(
        output.status.success(),
        "the tests could not be built ({})",
        output.status
    );
    let lines = output.stdout.split(|&byte| byte == b'\n');
    let mut messages = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    messages
        .find_map(|message| program_of(&message, library))
        .with_context(|| format!("cargo has built no test program of {library}"))
}

/// Path of the test program in a message from cargo, if the message is about the test program of `library`.
fn program_of(message: &Value, library: &str) -> Option<PathBuf> {
    let target = &message["target"];
    let is_it = message["profile"]["test"] == true
        && target["kind"][0] == "lib"
        && target["name"]
            .as_str()
            .is_some_and(|name| name.replace('-', "_") == library);
    message["executable"].as_str().filter(|_| is_it).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn test_program_is_the_one_of_the_library() {
        let message = |name: &str, kind: &str, is_test: bool| {
            json!({
                "reason": "compiler-artifact",
                "target": { "name": name, "kind": [kind] },
                "profile": { "test": is_test },
                "executable": "/target/debug/deps/program",
            })
        };
        let found = |message: Value| program_of(&message, "fastgas_gpu").is_some();
        assert!(found(message("fastgas_gpu", "lib", true)));
        assert!(found(message("fastgas-gpu", "lib", true)));
        assert!(!found(message("fastgas_graph", "lib", true)));
        assert!(!found(message("fastgas_gpu", "test", true)));
        assert!(!found(message("fastgas_gpu", "lib", false)));
        assert!(!found(json!({ "reason": "build-finished", "success": true })));
    }
}
