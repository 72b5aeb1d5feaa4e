//! A folder in which a test runs the command-line program.

pub mod language_model;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ndarray::Array2;
use ndarray_npy::write_npy;

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder under target");
        Folder(path)
    }

    pub fn run(&self, arguments: &str) -> Output {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// Like [`Folder::run`], but each argument may contain spaces.
    pub fn run_with(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_fastgas"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .expect("the program starts")
    }

    /// Runs the program without a terminal and without a proxy.
    /// Returns the messages, and whether the program succeeded.
    pub fn run_unattended(&self, arguments: &str) -> (String, bool) {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fastgas"));
        program
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            .stdin(Stdio::null());
        for proxy in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
            program.env_remove(proxy);
        }
        let output = program.output().expect("the program starts");
        (String::from_utf8(output.stderr).expect("text"), output.status.success())
    }

    pub fn succeed(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            output.stderr.is_empty(),
            "progress is for terminals only: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("text")
    }

    /// Runs the program, which must fail, and returns the error text.
    pub fn refuse(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        String::from_utf8(output.stderr).expect("text")
    }

    /// Runs a shell script where the `fastgas` command is the program under test.
    pub fn shell(&self, script: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_fastgas"));
        let folder = program.parent().expect("the program is in a folder");
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [folder.to_owned()].into_iter().chain(env::split_paths(&others));
        let output = Command::new("sh")
            .args(["-c", script])
            .env(
                "PATH",
                env::join_paths(folders).expect("no folder has a separator in its name"),
            )
            .current_dir(&self.0)
            .output();
        output.expect("a shell")
    }

    /// Row i belongs to subject i mod 4. Rows on the same subject are most similar.
    pub fn write_subject_vectors(&self, name: &str, n: usize) {
        let number = |(row, column): (usize, usize)| match column {
            4 => row as f32 * 0.001,
            subject => f32::from(u8::from(row % 4 == subject)),
        };
        write_npy(self.0.join(name), &Array2::from_shape_fn((n, 5), number)).expect("a file under target");
    }

    pub fn write_vectors(&self, name: &str, n: usize) {
        let number = |(row, column): (usize, usize)| ((row * 37 + column * 101 + row * column) % 61) as f32 - 30.0;
        let vectors = Array2::from_shape_fn((n, 8), number);
        write_npy(self.0.join(name), &vectors).expect("a file under target");
    }

    pub fn write(&self, name: &str, content: &str) {
        fs::write(self.0.join(name), content).expect("a file under target");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the program wrote it")
    }
}

/// True if the soak tests run in full, as in `cargo xtask test --soak`.
pub fn is_soak() -> bool {
    env::var_os("FASTGAS_SOAK").is_some()
}

/// A pool of forty texts on four subjects.
pub fn pool() -> String {
    let subjects = [
        "the bank blocked my card",
        "a soup of lentils",
        "pictures of Mars",
        "pruning roses",
    ];
    let row = |n: usize| format!("{n},\"{} number {n}, please\",{}\n", subjects[n % 4], n % 4);
    format!("id,text,topic\n{}", (0..40).map(row).collect::<String>())
}

pub fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}
