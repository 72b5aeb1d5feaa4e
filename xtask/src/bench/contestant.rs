//! A program that does work when it is asked to, and says what that took.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A program of lines: requests on its standard input and answers on its standard output are JSON, one a line; the
/// first answer comes by itself, when the program is ready. It ends with its input.
pub struct Contestant {
    /// What reports call it.
    pub name: &'static str,
    child: Child,
    /// There until it is dropped.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What a piece of work took.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Cost {
    /// Seconds on all cores together.
    pub cpu_s: f64,
    /// Seconds on the clock.
    pub wall_s: f64,
}

impl Contestant {
    /// Starts the program and waits until it is ready; gives its first answer too.
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
        let ready = contestant.hear().with_context(|| format!("{name} did not start"))?;
        Ok((contestant, ready))
    }

    /// Asks for one thing and waits for the answer.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &Value) -> Result<T> {
        let input = self.input.as_mut().expect("it is there until the end");
        writeln!(input, "{request}")
            .map_err(Into::into)
            .and_then(|()| self.hear())
            .with_context(|| format!("{} was asked {request}", self.name))
    }

    fn hear<T: DeserializeOwned>(&mut self) -> Result<T> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line)?;
        ensure!(length > 0, "it ended; what it said stands above");
        serde_json::from_str(&line).with_context(|| format!("it said {line:?}"))
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        drop(self.input.take());
        // Whether it ended well no longer matters: it has answered, or its failure is on the way up.
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
    fn it_answers_line_by_line_and_ends_with_its_input() {
        let (mut contestant, ready) = start("echo '{\"version\": 1}'; cat").unwrap();
        assert_eq!(ready, json!({ "version": 1 }));
        for number in 0..3 {
            let request = json!({ "do": "work", "number": number });
            assert_eq!(contestant.ask::<Value>(&request).unwrap(), request);
        }
    }

    #[test]
    fn one_that_ends_early_is_named() {
        let error = start("exit 3").err().unwrap();
        assert!(format!("{error:#}").contains("a test did not start"), "{error:#}");
        let (mut contestant, _) = start("echo 1; read line").unwrap();
        let error = contestant.ask::<Value>(&json!({ "do": "work" })).unwrap_err();
        assert!(format!("{error:#}").contains("work"), "{error:#}");
    }

    #[test]
    fn an_answer_that_is_none_is_shown() {
        let error = start("echo oops").err().unwrap();
        assert!(format!("{error:#}").contains("oops"), "{error:#}");
    }
}
