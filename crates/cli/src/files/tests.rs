use std::cell::RefCell;

use super::*;

/// A disk that records all file operations. The operation with the name `refused` fails.
#[derive(Default)]
struct Recorder {
    steps: RefCell<Vec<String>>,
    refused: &'static str,
}

impl Recorder {
    fn record(&self, name: &str, step: String) -> io::Result<()> {
        self.steps.borrow_mut().push(step);
        match self.refused == name {
            true => Err(ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

impl Disk for Recorder {
    fn sync(&self, file: &File) -> io::Result<()> {
        self.record("sync", format!("sync {} bytes", file.metadata()?.len()))?;
        SystemDisk.sync(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let name = to.file_name().expect("a file").to_string_lossy();
        self.record(
            "rename",
            format!("rename {} bytes to {name}", fs::metadata(from)?.len()),
        )?;
        SystemDisk.rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.record("sync folder", format!("sync the names {:?}", names(folder)))?;
        SystemDisk.sync_folder(folder)
    }
}

/// Replaces the file `a.csv` in `folder` with a file of 100,000 bytes. Returns the file operations and the result.
fn recorded(folder: &Path, refused: &'static str) -> (Vec<String>, io::Result<()>) {
    let path = folder.join("a.csv");
    let there = fs::metadata(&path).ok();
    let disk = Recorder {
        refused,
        ..Recorder::default()
    };
    let replaced = replace(&disk, &path, there.as_ref(), |out| {
        let is_new = |name: &String| name.ends_with(".new");
        disk.record(
            "write",
            format!("write a new file: {}", names(folder).iter().any(is_new)),
        )?;
        out.write_all(&[b'x'; 100_000])
    });
    (disk.steps.into_inner(), replaced)
}

#[test]
fn file_is_synced_before_it_is_renamed_and_its_folder_afterwards() {
    let folder = folder("order");
    // The first call creates the file. The second call replaces the file.
    for _ in 0..2 {
        let (steps, replaced) = recorded(&folder, "");
        replaced.expect("written");
        assert_eq!(
            steps,
            [
                "write a new file: true",
                "sync 100000 bytes",
                "rename 100000 bytes to a.csv",
                r#"sync the names ["a.csv"]"#
            ]
        );
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn file_that_cannot_be_synced_is_not_renamed() {
    let folder = folder("unsynced");
    let path = folder.join("a.csv");
    let content = || fs::read(&path).expect("it exists");
    for (refused, n_steps, is_replaced, is_error) in [
        ("write", 1, false, true),
        ("sync", 2, false, true),
        // If the system refuses the rename, the content is copied.
        ("rename", 4, true, false),
        ("sync folder", 4, true, true),
    ] {
        fs::write(&path, "old").expect("written");
        let (steps, replaced) = recorded(&folder, refused);
        assert_eq!((steps.len(), replaced.is_err()), (n_steps, is_error), "{steps:?}");
        let expected = if is_replaced {
            vec![b'x'; 100_000]
        } else {
            b"old".to_vec()
        };
        assert!(content() == expected, "{refused}");
        assert_eq!(names(&folder), ["a.csv"], "{refused}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("fastgas-files-{name}-{}", process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: io::Result<fs::DirEntry>| entry.expect("a file").file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

fn why(refused: Result<Output, CliError>) -> PathConflict {
    match refused.map(|output| output.path).expect_err("it is refused") {
        CliError::PathConflict { why, .. } => why,
        other => panic!("{other}"),
    }
}

#[test]
fn failed_write_leaves_only_the_old_file() {
    let folder = folder("fails");
    let path = folder.join("a.csv");
    fs::write(&path, "old").expect("written");
    let output = Files::read(&[]).and_then(|mut files| files.output(&path));
    let output = output.expect("a file that may be written");
    let failed = output.write(|out| {
        out.write_all(b"half of the new")?;
        Err(ErrorKind::StorageFull.into())
    });
    assert!(matches!(failed, Err(CliError::File { path: of, .. }) if of == path));
    assert_eq!(fs::read_to_string(&path).expect("it exists"), "old");
    assert_eq!(names(&folder), ["a.csv"]);
    output.write(|out| out.write_all(b"new")).expect("written");
    assert_eq!(fs::read_to_string(&path).expect("it exists"), "new");
    assert_eq!(names(&folder), ["a.csv"]);
    fs::remove_dir_all(folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn unfinished_file_is_private() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("private");
    let modes = || -> Vec<(String, u32)> {
        let mode = |name: String| {
            let about = fs::metadata(folder.join(&name)).expect("it exists");
            (name, about.permissions().mode() & 0o777)
        };
        names(&folder).into_iter().map(mode).collect()
    };
    // A file that is created in the usual way has the expected permissions.
    fs::write(folder.join("usual"), "").expect("written");
    let usual = modes()[0].1;
    for name in ["a.csv", "shared.csv"] {
        let path = folder.join(name);
        let mode = if name == "shared.csv" {
            fs::write(&path, "old").expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).expect("permitted");
            0o666
        } else {
            usual
        };
        let output = Files::read(&[])
            .and_then(|mut files| files.output(&path))
            .expect("a file");
        let mut modes_during_write = Vec::new();
        let write = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 100_000])?;
            modes_during_write = modes();
            Ok(())
        };
        output.write(write).expect("written");
        let new: Vec<u32> = (modes_during_write
            .iter()
            .filter(|(name, _)| name.ends_with(".new"))
            .map(|new| new.1))
        .collect();
        assert_eq!(new, [0o600]);
        assert!(modes().contains(&(name.to_owned(), mode)), "{name}: {:?}", modes());
    }
    assert_eq!(names(&folder), ["a.csv", "shared.csv", "usual"]);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn file_is_recognized_under_any_name() {
    let folder = folder("names");
    fs::create_dir(folder.join("in")).expect("a folder");
    let path = folder.join("a.csv");
    let around = folder.join("in/../a.csv");
    fs::write(&path, "text\na\n").expect("written");
    let mut files = Files::read(&[Some(&path), None]).expect("one file");
    for name in [&path, &around] {
        assert_eq!(why(files.output(name)), PathConflict::Read { read: path.clone() });
    }
    // A file that does not exist is identified by its path.
    files.output(&folder.join("b.csv")).expect("a new file");
    assert_eq!(why(files.output(&folder.join("in/../b.csv"))), PathConflict::Twice);
    assert!(matches!(
        files.output(&folder.join("none/b.csv")),
        Err(CliError::File { .. })
    ));
    assert!(matches!(files.output(&folder.join("in")), Err(CliError::File { .. })));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn dev_shm_is_not_a_device() {
    for (path, expected) in [
        ("/dev/stdout", true),
        ("/proc/self/fd/1", true),
        ("/dev/shm/a.csv", false),
        ("a.csv", false),
    ] {
        assert_eq!(is_device(Path::new(path)), expected, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("links");
    let [path, hard, soft, open] = ["a.csv", "hard.csv", "soft.csv", "open.csv"].map(|name| folder.join(name));
    fs::write(&path, "old").expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permitted");
    fs::hard_link(&path, &hard).expect("linked");
    symlink("a.csv", &soft).expect("linked");
    symlink("made.csv", &open).expect("linked");
    let mut files = Files::read(&[Some(&path)]).expect("one file");
    for name in [&hard, &soft] {
        assert_eq!(why(files.output(name)), PathConflict::Read { read: path.clone() });
    }
    let mut files = Files::read(&[]).expect("no file");
    for name in [&soft, &open] {
        let output = files.output(name).expect("a file");
        output.write(|out| out.write_all(b"new")).expect("written");
        assert!(fs::symlink_metadata(name).expect("it exists").is_symlink());
    }
    for name in [&path, &folder.join("made.csv")] {
        assert_eq!(fs::read_to_string(name).expect("it exists"), "new");
    }
    assert_eq!(fs::read_to_string(&hard).expect("it exists"), "old");
    let mode = fs::metadata(&path).expect("it exists").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(names(&folder).len(), 5, "{:?}", names(&folder));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn stdin_and_stdout_are_used_once_each() {
    let dash = Path::new("-");
    let twice = Files::read(&[Some(dash), Some(Path::new("a.csv")), Some(dash)]);
    assert!(matches!(
        twice,
        Err(CliError::PathConflict {
            why: PathConflict::Stdin,
            ..
        })
    ));
    let mut files = Files::read(&[Some(dash)]).expect("one");
    files.output(dash).expect("one");
    assert_eq!(why(files.output(dash)), PathConflict::Twice);
    let mut files = Files::read(&[]).expect("none").printing(true);
    assert_eq!(why(files.output(dash)), PathConflict::Stdout);
}
