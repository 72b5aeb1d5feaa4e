//! A benchmarked program that runs a piece of work on request and reports the cost of the work.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A child process that reads requests as JSON lines from stdin and writes one answer per line to stdout.
/// When the process is ready, it sends the first answer without waiting for a request. It exits when its input is closed.
pub struct Contestant {
    pub name: &'static str,
    child: Child,
    /// Stdin of the child process; `None` only while the contestant is being dropped.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Cost {
    /// CPU seconds, summed over all processor cores.
    pub cpu_s: f64,
    pub wall_s: f64,
}

impl Contestant {
    /// Waits until the program is ready. Also returns the first answer of the program.
    pub fn start<T: DeserializeOwned>(name: &'static str, command: &mut Command) -> Result<(Contestant, T)> {
        eprintln!("{name} starts");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start {name}: {command:?}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut contestant = Contestant {
            name,
            child,
            input,
            output,
        };
        let ready = contestant
            .read_line()
            .with_context(|| format!("{name} did not start"))?;
        Ok((contestant, ready))
    }

    pub fn ask<T: DeserializeOwned>(&mut self, request: &Value) -> Result<T> {
        let input = self.input.as_mut().expect("it is there until the end");
        writeln!(input, "{request}")
            .map_err(Into::into)
            .and_then(|()| self.read_line())
            .with_context(|| format!("{} was asked {request}", self.name))
    }

    fn read_line<T: DeserializeOwned>(&mut self) -> Result<T> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line)?;
        ensure!(length > 0, "the program ended; its messages are above");
        serde_json::from_str(&line).with_context(|| format!("the program wrote {line:?}"))
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        drop(self.input.take());
        // The exit status is ignored: the program has answered, or its failure is already being reported.
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn start(script: &str) -> Result<(Contestant, Value)> {
        Contestant::start("a test", Command::new("sh").args(["-c", script]))
    }

    #[test]
    fn contestant_answers_each_line_until_its_input_closes() {
        let (mut contestant, ready) = start("echo '{\"version\": 1}'; cat").unwrap();
        assert_eq!(ready, json!({ "version": 1 }));
        for number in 0..3 {
            let request = json!({ "do": "work", "number": number });
            assert_eq!(contestant.ask::<Value>(&request).unwrap(), request);
        }
    }

    #[test]
    fn program_that_exits_early_is_named() {
        let error = start("exit 3").err().unwrap();
        assert!(format!("{error:#}").contains("a test did not start"), "{error:#}");
        let (mut contestant, _) = start("echo 1; read line").unwrap();
        let error = contestant.ask::<Value>(&json!({ "do": "work" })).unwrap_err();
        assert!(format!("{error:#}").contains("work"), "{error:#}");
    }

    #[test]
    fn malformed_answer_is_shown() {
        let error = start("echo oops").err().unwrap();
        assert!(format!("{error:#}").contains("oops"), "{error:#}");
    }
}
