//! Unfinished files, which contain the user's texts.
//! An unfinished file is removed when its `TemporaryFile` is dropped or when a signal terminates the program.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(any(unix, windows))]
use crate::interruption::print_message;

static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An unfinished file. The file is removed when this value is dropped, unless the file was renamed.
pub struct TemporaryFile(PathBuf);

impl TemporaryFile {
    #[expect(clippy::disallowed_methods, reason = "an unfinished file is removed or renamed")]
    pub fn create(path: PathBuf, options: &OpenOptions) -> io::Result<(TemporaryFile, File)> {
        // The lock delays signal handling until the file is in the list.
        let mut all = all();
        let file = options.open(&path)?;
        all.push(path.clone());
        Ok((TemporaryFile(path), file))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let mut all = all();
        // Removing fails if the file was renamed, which is not an error.
        let _ = fs::remove_file(&self.0);
        all.retain(|path| *path != self.0);
    }
}

/// While the caller holds the returned lock, no new unfinished file can be created.
fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
    let all = all();
    for path in &*all {
        let _ = fs::remove_file(path);
    }
    all
}

/// Handles SIGINT, SIGTERM and SIGHUP.
/// The handler removes the unfinished files and prints the interrupted command's message.
/// After the handler, the default action of the signal terminates the program, so the exit status reports the signal.
/// Signals that are ignored, as under `nohup`, remain ignored.
#[cfg(unix)]
pub fn remove_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let handled = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|&signal| !is_ignored(signal));
    let Ok(mut signals) = Signals::new(handled) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in &mut signals {
            let _held = remove_all();
            print_message();
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action, the call only writes the current action into `action`, which has the right type.
    let known = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) } == 0;
    // SAFETY: `action` is initialized: zero bytes are a valid `sigaction`, and the system call has overwritten them.
    known && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
}

#[cfg(windows)]
pub fn remove_on_signals() {
    /// Exit status of a program that Windows terminates on Ctrl-C.
    const STATUS_CONTROL_C_EXIT: i32 = 0xC000_013A_u32 as i32;
    let _ = ctrlc::set_handler(|| {
        let _held = remove_all();
        print_message();
        std::process::exit(STATUS_CONTROL_C_EXIT);
    });
}

#[cfg(not(any(unix, windows)))]
pub fn remove_on_signals() {}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

    use super::*;

    const INNER: &str = "FASTGAS_UNFINISHED";
    const NAME: &str = "temporary_file::tests::signal_removes_unfinished_files";
    const SIGNALS: [(&str, i32); 3] = [("INT", libc::SIGINT), ("TERM", libc::SIGTERM), ("HUP", libc::SIGHUP)];

    /// Starts the calling test in a separate process, which creates an unfinished file.
    /// The process ignores the signal `ignored`, and resets the other signals to their default action.
    /// A process inherits ignored signals from its parent, for example under `nohup` or in a background job.
    fn start_writer(path: &Path, ignored: Option<i32>) -> UnfinishedWriter {
        let mut command = Command::new(std::env::current_exe().expect("a path"));
        command
            .args(["--exact", NAME, "--nocapture"])
            .env(INNER, path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let set_signals = move || {
            for (_, signal) in SIGNALS {
                let action = if ignored == Some(signal) {
                    libc::SIG_IGN
                } else {
                    libc::SIG_DFL
                };
                // SAFETY: `signal` may be called between fork and exec, and both actions are valid.
                if unsafe { libc::signal(signal, action) } == libc::SIG_ERR {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        };
        // SAFETY: the closure does not allocate, takes no lock and calls only `signal`.
        unsafe { command.pre_exec(set_signals) };
        let mut child = command.spawn().expect("this program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut lines = out.by_ref().lines().map_while(Result::ok);
        assert!(lines.any(|line| line.ends_with("started")) && path.exists());
        let end = child.stdin.take();
        UnfinishedWriter { child, end, out }
    }

    /// Child process with an unfinished file. The process runs until the pipe `end` is closed.
    struct UnfinishedWriter {
        child: Child,
        end: Option<ChildStdin>,
        out: BufReader<ChildStdout>,
    }

    fn send(UnfinishedWriter { child, .. }: &UnfinishedWriter, signal: &str) {
        let sent = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("there is kill").success());
    }

    fn wait(writer: &mut UnfinishedWriter) -> ExitStatus {
        let mut rest = String::new();
        writer.out.read_to_string(&mut rest).expect("text");
        writer.child.wait().expect("it ends")
    }

    #[test]
    fn signal_removes_unfinished_files() {
        if let Some(path) = std::env::var_os(INNER) {
            remove_on_signals();
            let (_unfinished, mut file) =
                TemporaryFile::create(path.into(), OpenOptions::new().write(true).create_new(true)).expect("a file");
            file.write_all(b"half").expect("written");
            println!("started");
            // The child process ends when the parent process closes the pipe.
            let _ = std::io::stdin().lines().last();
            return;
        }
        let folder = std::env::temp_dir().join(format!("fastgas-unfinished-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.new");
        for (name, number) in SIGNALS {
            let mut writer = start_writer(&path, None);
            send(&writer, name);
            let status = wait(&mut writer);
            assert_eq!(
                status.signal(),
                Some(number),
                "{name}: the parent process sees the signal"
            );
            assert!(!path.exists(), "{name}");
            // The child process ignores the signal, as under nohup.
            let mut writer = start_writer(&path, Some(number));
            send(&writer, name);
            drop(writer.end.take());
            assert!(wait(&mut writer).success(), "{name} is ignored");
            assert!(!path.exists(), "{name}");
        }
        fs::remove_dir_all(folder).expect("removed");
    }
}
