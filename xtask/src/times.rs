//! Measures how long each step of `cargo xtask test` and each end-to-end test file takes.

use std::fs;
use std::io::{self, Read, Write, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Name of a step, or file name of an end-to-end test without the ending `.test.mjs`.
    pub name: String,
    pub seconds: f64,
    #[serde(default)]
    pub failed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// Durations of the steps. Their sum exceeds the total, because some steps run at the same time.
    pub steps: Vec<Entry>,
    /// Wall-clock time of the whole run.
    pub total_seconds: f64,
    /// Durations of the end-to-end test files. Two files run at the same time, so the sum exceeds the duration of the step.
    pub end_to_end: Vec<Entry>,
}

/// The output of a process, and the time of its end.
type Output = (Vec<u8>, Instant);

/// A step that runs as a separate process while other steps run.
/// [`Times::finish`] waits for its end. If the step is dropped instead, because another step failed, its process is ended.
/// A program that the process has started, such as cargo, ends at the next line that the program prints.
pub struct Background {
    name: String,
    child: Child,
    reader: Option<JoinHandle<io::Result<Output>>>,
    start: Instant,
}

impl Background {
    pub fn start(name: &str, mut command: Command) -> Result<Background> {
        let (mut output, input) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(input.try_clone()?).stderr(input);
        let child = command.spawn().with_context(|| format!("starting step `{name}`"))?;
        // The output ends only if no process has the input, which `command` contains.
        drop(command);
        let reader = thread::spawn(move || {
            let mut bytes = Vec::new();
            output.read_to_end(&mut bytes)?;
            Ok((bytes, Instant::now()))
        });
        println!("\n== {name}: runs in the background");
        Ok(Background {
            name: name.to_owned(),
            child,
            reader: Some(reader),
            start: Instant::now(),
        })
    }

    /// Waits for the end of the output. Returns the output, and the seconds from the start of the step until the end.
    fn read_output(&mut self) -> Result<(Vec<u8>, f64)> {
        let reader = self.reader.take().expect("the output is read once");
        let (output, end) = reader.join().expect("reading does not panic")?;
        Ok((output, (end - self.start).as_secs_f64()))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // A process that has already ended cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Entry {
    pub fn since(name: &str, start: Instant, failed: bool) -> Entry {
        let milliseconds = start.elapsed().as_millis() as f64;
        Entry {
            name: name.to_owned(),
            seconds: milliseconds / 1000.0,
            failed,
        }
    }
}

impl Times {
    /// Prints tables of the durations even if a step fails.
    pub fn measure(steps: impl FnOnce(&mut Times) -> Result<()>) -> (Times, Result<()>) {
        let start = Instant::now();
        let mut times = Times::default();
        let result = steps(&mut times);
        times.total_seconds = start.elapsed().as_secs_f64();
        println!("\n{}", times.table());
        (times, result)
    }

    /// Records the duration of the step even if the step fails.
    pub fn step(&mut self, name: &str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step();
        let entry = Entry::since(name, start, result.is_err());
        let outcome = if entry.failed { "FAILED" } else { "passed" };
        println!("== {name}: {outcome} after {:.1} s", entry.seconds);
        self.steps.push(entry);
        result.with_context(|| format!("step `{name}`"))
    }

    pub fn end_to_end(&mut self, step: impl FnOnce(&mut Vec<Entry>) -> Result<()>) -> Result<()> {
        let mut files = Vec::new();
        let result = self.step("end-to-end tests", || step(&mut files));
        self.end_to_end = files;
        result
    }

    /// Waits for the end of a step in the background, prints its output and records its duration.
    pub fn finish(&mut self, mut step: Background) -> Result<()> {
        let (output, seconds) = step.read_output()?;
        let status = step.child.wait()?;
        let mut out = stdout().lock();
        writeln!(out, "\n== {}", step.name)?;
        out.write_all(&output)?;
        let outcome = if status.success() { "passed" } else { "FAILED" };
        writeln!(out, "== {}: {outcome} after {seconds:.1} s", step.name)?;
        self.steps.push(Entry {
            name: step.name.clone(),
            seconds,
            failed: !status.success(),
        });
        ensure!(status.success(), "step `{}`: failed ({status})", step.name);
        Ok(())
    }

    /// Adds the durations of end-to-end test files that only an earlier run has executed, so that the next run can use them.
    pub fn keep_end_to_end(&mut self, earlier: Times) {
        let is_missing = |entry: &Entry| self.end_to_end.iter().all(|own| own.name != entry.name);
        let missing: Vec<Entry> = earlier.end_to_end.into_iter().filter(is_missing).collect();
        self.end_to_end.extend(missing);
    }

    fn table(&self) -> String {
        let line = |entry: &Entry| {
            let mark = if entry.failed { "  FAILED" } else { "" };
            format!("{:>9.1} s  {}{mark}\n", entry.seconds, entry.name)
        };
        let mut table: String = self.steps.iter().map(line).collect();
        table += &format!("{:>9.1} s  total\n", self.total_seconds);
        if !self.end_to_end.is_empty() {
            let mut files = self.end_to_end.clone();
            files.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
            table += "\nEnd-to-end files, two at a time:\n";
            table.extend(files.iter().map(line));
        }
        table
    }

    pub fn write(&self, path: &Path) -> Result<()> {
        let mut json = serde_json::to_string_pretty(self)?;
        json.push('\n');
        fs::write(path, json).with_context(|| format!("writing {}", path.display()))
    }

    /// Returns `None` if the file does not exist or has a different format.
    pub fn read(path: &Path) -> Option<Times> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn step_in_background_is_recorded_when_it_is_finished() {
        let cargo = |argument| {
            let mut command = Command::new(env!("CARGO"));
            command.arg(argument);
            command
        };
        let mut times = Times::default();
        let version = Background::start("version", cargo("--version")).unwrap();
        let unknown = Background::start("unknown", cargo("--unknown-option")).unwrap();
        times.step("tests", || Ok(())).unwrap();
        times.finish(version).unwrap();
        times.finish(unknown).unwrap_err();
        let steps: Vec<_> = times
            .steps
            .iter()
            .map(|entry| (entry.name.as_str(), entry.failed))
            .collect();
        assert_eq!(steps, [("tests", false), ("version", false), ("unknown", true)]);
    }

    #[test]
    fn durations_of_files_that_did_not_run_are_kept() {
        let of_files = |files: &[(&str, f64)]| Times {
            end_to_end: files
                .iter()
                .map(|&(name, seconds)| Entry {
                    name: name.to_owned(),
                    seconds,
                    failed: false,
                })
                .collect(),
            ..Times::default()
        };
        let mut times = of_files(&[("map", 2.0)]);
        times.keep_end_to_end(of_files(&[("map", 3.0), ("page", 4.0)]));
        assert_eq!(times, of_files(&[("map", 2.0), ("page", 4.0)]));
    }

    #[test]
    fn failed_step_is_recorded_and_named() {
        let mut times = Times::default();
        times.step("good", || Ok(())).unwrap();
        let error = times.step("bad", || bail!("no")).unwrap_err();
        assert_eq!(format!("{error:#}"), "step `bad`: no");
        let failed: Vec<_> = times
            .steps
            .iter()
            .map(|entry| (entry.name.as_str(), entry.failed))
            .collect();
        assert_eq!(failed, [("good", false), ("bad", true)]);
        assert!(times.table().contains("bad  FAILED\n"), "{}", times.table());
    }

    #[test]
    fn written_table_is_read_back() {
        let entry = |name: &str, seconds| Entry {
            name: name.to_owned(),
            seconds,
            failed: false,
        };
        let times = Times {
            steps: vec![entry("tests", 74.25)],
            total_seconds: 80.25,
            end_to_end: vec![entry("page", 1.5), entry("map", 2.5)],
        };
        let path = std::env::temp_dir().join(format!("xtask-times-{}.json", std::process::id()));
        times.write(&path).unwrap();
        assert_eq!(Times::read(&path), Some(times.clone()));
        fs::write(&path, "{}").unwrap();
        assert_eq!(Times::read(&path), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(Times::read(&path), None);
        assert_eq!(
            times.table(),
            "     74.2 s  tests\n     80.2 s  total\n\nEnd-to-end files, two at a time:\n      2.5 s  map\n      1.5 s  page\n"
        );
    }
}
