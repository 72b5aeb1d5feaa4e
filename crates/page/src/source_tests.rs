//! Tests of rules for the page's source code that the compiler cannot check. The tests read the source files.

use std::path::{Path, PathBuf};

/// The path and the text of each source file of the page, without comments and test code.
fn sources() -> Vec<(PathBuf, String)> {
    fn read(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.to_string_lossy().ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.lines().take_while(|line| *line != "mod tests {");
                let is_comment = |line: &str| line.trim_start().starts_with("//");
                let code = code.map(|line| if is_comment(line) { "" } else { line });
                found.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    let mut found = Vec::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
    found
}

/// Handlers of events that can arrive after their view is removed must be wrapped in [`mounted`](crate::ui::dom::mounted).
/// The macro `view!` also accepts a handler that is not wrapped.
#[test]
fn handlers_of_late_events_are_mounted() {
    let mut unguarded = Vec::new();
    let mut n = 0;
    for (path, source) in sources() {
        for event in ["blur", "change", "close", "focusout", "scroll", "toggle"] {
            for (at, _) in source.match_indices(&format!("on:{event}")) {
                let rest = &source[at + "on:".len() + event.len()..];
                let rest = rest.strip_prefix(":target").unwrap_or(rest);
                n += 1;
                if !rest.starts_with("=mounted(") {
                    let line = 1 + source[..at].matches('\n').count();
                    unguarded.push(format!("{}:{line}", path.display()));
                }
            }
        }
    }
    assert!(n > 50, "{n}");
    assert_eq!(unguarded, [] as [String; 0], "write on:change=mounted(…)");
}

/// The compiler does not compare element ids. If two elements have the same id, the browser finds only the first one.
#[test]
fn lists_have_ids_of_their_own() {
    let sources: String = sources().into_iter().map(|(_, source)| source).collect();
    let named = sources.split("ListNavigation::of(\"").skip(1);
    let ids: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    assert!(ids.len() > 3, "{ids:?}");
    for id in ids.into_iter().chain(["picks", "former"]) {
        let given = [format!(" id=\"{id}\""), format!(" id: \"{id}\"")];
        let n: usize = given.iter().map(|given| sources.matches(given).count()).sum();
        assert_eq!(n, 1, "{id}");
    }
}
