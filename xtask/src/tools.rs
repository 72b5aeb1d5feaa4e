//! The tools that a build or test step needs. A missing tool is installed if possible, or reported with instructions.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::{root, run, target};

/// Compilation target of the page and the workers.
pub const WASM: &str = "wasm32-unknown-unknown";

pub fn wasm_target() -> Result<()> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .current_dir(root())
        .output()
        .context("running rustc")?;
    if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", WASM]).current_dir(root()))
        .with_context(|| format!("Rust's {WASM} target is missing; get rustup from https://rustup.rs"))
}

/// Ensures that node_modules in `folder` matches package-lock.json in `folder`.
pub fn node_packages(folder: &Path) -> Result<PathBuf> {
    let modules = folder.join("node_modules");
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let installed = modified(&modules.join(".package-lock.json"));
    if installed.is_none() || installed < modified(&folder.join("package-lock.json")) {
        run(Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
            .current_dir(folder))
        .context("Node.js 20 or newer with npm is needed: https://nodejs.org")?;
    }
    Ok(modules)
}

/// Ensures that the Python environment in `folder` has exactly the packages that the file `requirements` lists.
pub fn python(folder: &Path, requirements: &Path) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    let wanted = fs::read(requirements).with_context(|| format!("reading {}", requirements.display()))?;
    // The file `installed` is written after the installation, so that an interrupted installation is repeated.
    let installed = folder.join("installed");
    if fs::read(&installed).ok() != Some(wanted.clone()) {
        const ADVICE: &str =
            "Python 3.11 or newer with venv and pip is needed; on Debian `apt-get install python3-venv`";
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder)).context(ADVICE)?;
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ];
        run(Command::new(&python)
            .args(install)
            .arg("--requirement")
            .arg(requirements))
        .context(ADVICE)?;
        fs::write(installed, wanted)?;
    }
    Ok(python)
}

/// Finds or installs a Python with pyspark for the test of the Spark example, if Java is installed.
/// Returns `None` if `python3` has pyspark, if there is no suitable Java, or if pyspark cannot be installed.
pub fn spark() -> Result<Option<PathBuf>> {
    let has_pyspark = || {
        let output = Command::new("python3").args(["-c", "import pyspark"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let java = Command::new("java").arg("-version").output();
    let java = java.ok().filter(|output| output.status.success());
    let version = java.and_then(|output| java_version(&String::from_utf8_lossy(&output.stderr)));
    if !version.is_some_and(|version| (17..=21).contains(&version)) || has_pyspark() {
        return Ok(None);
    }
    let requirements = root().join("tests/cli/spark/requirements.txt");
    match python(&target()?.join("spark"), &requirements) {
        Ok(python) => Ok(Some(python)),
        Err(why) => {
            eprintln!("the test of the Spark example has no pyspark: {why:#}");
            Ok(None)
        }
    }
}

/// The major version in the output of `java -version`, such as `openjdk version "17.0.12" 2024-07-16`.
/// Returns 1 for versions up to 8, which begin with `1.`, such as `1.8.0_412`.
fn java_version(output: &str) -> Option<u32> {
    let version = output.split('"').nth(1)?;
    let major = version.split(['.', '-', '+']).next()?;
    major.parse().ok()
}

/// Path of Chromium: the program in `CHROMIUM`, or else a program on the PATH, or else a program that apt installs.
pub fn chromium() -> Result<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        let path = PathBuf::from(named);
        if !path.is_file() {
            bail!("CHROMIUM is {}, which is no file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = installed_chromium() {
        return Ok(path);
    }
    const ADVICE: &str = "install Chromium or Chrome, or name one in the variable CHROMIUM, or leave the browser test out \
                          with `cargo xtask test --without-browser`";
    if !can_install() {
        bail!("Chromium is missing, and only root can install it by apt-get: {ADVICE}");
    }
    install("chromium").context(ADVICE)?;
    installed_chromium().with_context(|| format!("apt-get installed no program `chromium`: {ADVICE}"))
}

/// Finds the headless shell, which is Chromium without the windows of a browser, or installs it with apt.
/// The tests need about 30 % less CPU time in the headless shell than in Chromium.
///
/// Returns `None` if the headless shell cannot be installed or its version differs from that of `chromium`.
/// Also returns `None` if the user chose a browser with `CHROMIUM` or a GPU with `FASTGAS_CHROMIUM_GPU`.
pub fn headless_shell(chromium: &Path) -> Option<PathBuf> {
    const PACKAGE: &str = "chromium-headless-shell";
    if ["CHROMIUM", "FASTGAS_CHROMIUM_GPU"]
        .iter()
        .any(|name| env::var_os(name).is_some())
    {
        return None;
    }
    if on_path(PACKAGE).is_none()
        && can_install()
        && let Err(error) = install(PACKAGE)
    {
        eprintln!("the tests run in Chromium, without the headless shell: {error:#}");
    }
    let shell = on_path(PACKAGE)?;
    let (version, expected) = (version_of(&shell), version_of(chromium));
    if version.is_none() || version != expected {
        eprintln!(
            "the tests run in Chromium: its version is {}, and that of the headless shell is {}",
            expected.as_deref().unwrap_or("unknown"),
            version.as_deref().unwrap_or("unknown")
        );
        return None;
    }
    Some(shell)
}

/// Version of a browser, such as 156.0.8078.108.
fn version_of(browser: &Path) -> Option<String> {
    let output = Command::new(browser).arg("--version").output().ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// The first word of `text` that begins with a digit.
fn version_in(text: &str) -> Option<String> {
    text.split_whitespace()
        .find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
        .map(str::to_owned)
}

/// Ensures that there is a Vulkan driver for the GPU tests, if apt can install a driver. That driver uses the CPU.
/// Without a driver, the GPU tests report that they are skipped, or fail with `FASTGAS_GPU=required`.
pub fn vulkan() {
    let has_drivers = |folder: &str| fs::read_dir(folder).is_ok_and(|mut drivers| drivers.next().is_some());
    let is_there = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
        .into_iter()
        .any(has_drivers);
    if !is_there
        && can_install()
        && let Err(why) = install("mesa-vulkan-drivers")
    {
        eprintln!("tests of the GPU have none: {why:#}");
    }
}

/// Finds the Vulkan driver of SwiftShader, the software implementation of a GPU in Chromium.
pub fn swiftshader() -> Option<PathBuf> {
    ["/usr/lib/chromium", "/usr/lib/chromium-browser", "/opt/google/chrome"]
        .into_iter()
        .map(|folder| Path::new(folder).join("vk_swiftshader_icd.json"))
        .find(|driver| driver.is_file())
}

/// True if packages can be installed, which needs root and apt.
fn can_install() -> bool {
    on_path("apt-get").is_some() && is_root()
}

fn install(package: &str) -> Result<()> {
    eprintln!("{package} is missing: installing it by apt-get");
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"])
        .and_then(|()| apt(&["install", "--yes", "--no-install-recommends", package]))
        .with_context(|| format!("{package} could not be installed"))
}

fn installed_chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        .into_iter()
        .find_map(on_path)
}

fn on_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_read_from_the_output_of_both_browsers() {
        let expected = Some("156.0.8078.108".to_owned());
        let chromium = "Chromium 156.0.8078.108 built on Debian GNU/Linux 12 (bookworm)\n";
        assert_eq!(version_in(chromium), expected);
        assert_eq!(version_in("Chromium 156.0.8078.108\n"), expected);
        assert_eq!(version_in("Chromium\n"), None);
    }

    #[test]
    fn major_version_is_read_from_the_output_of_java() {
        let version = |version: &str| java_version(&format!("openjdk version \"{version}\" 2024-07-16\nOpenJDK"));
        assert_eq!(
            ["17.0.12", "21", "24-ea", "1.8.0_412"].map(version),
            [Some(17), Some(21), Some(24), Some(1)]
        );
        assert_eq!(java_version("No Java runtime present."), None);
    }
}
