//! What DESIGN.md states as absences, held against the sources: from loading to export there is no browser, no clock, no
//! thread, no file and no global, no stage knows a later one, and no order of a hash map is ever seen.
//!
//! The sources are read as words, without comments and without what only tests compile. Each exception stands here with its
//! reason; one that is not needed any more fails as well.

use std::collections::BTreeSet;
use std::fs;
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The stages, each of which knows those before it alone. Behind the selection the pipeline of DESIGN.md branches; what is
/// taken there from one another goes in this order too, from the map to the export.
const STAGES: [&str; 11] = [
    "load",
    "embed",
    "graph",
    "partition",
    "select",
    "map",
    "label",
    "evaluate",
    "retrieve",
    "export",
    "pipeline",
];

/// What knows no stage, and is known to all.
const BEFORE: [&str; 5] = ["config", "error", "matmul", "progress", "xml"];

/// Stands beside the stages: they tell it what they do, in their own types.
const BESIDE: &str = "trace";

/// File, what, and why it may.
type Exception = (&'static str, &'static str, &'static str);

/// Where a stage touches the world.
const TOUCHES: &[Exception] = &[
    ("src/embed/encoder.rs", "Instant", MEASURES),
    ("src/embed/encoder.rs", "web_time", MEASURES),
    ("src/graph/gpu/engine.rs", "Instant", GIVES_MORE),
    ("src/graph/gpu/engine.rs", "std::time", GIVES_MORE),
    ("src/graph/gpu/engine.rs", "web_time", GIVES_MORE),
    (
        "src/graph/gpu/mod.rs",
        "std::thread",
        "natively it yields while it waits for the GPU; it starts no thread",
    ),
];

const MEASURES: &str = "measures how fast a model is that a person brought; no embedding depends on it";
const GIVES_MORE: &str = "a fast GPU is given more at a time; what it finds is the same";

/// Where a stage knows a later one.
const POINTS_BACK: &[Exception] = &[];

/// Where there are hash maps and hash sets, and why nobody sees their order.
const HASHED: &[(&str, &str)] = &[
    (
        "src/embed/onnx.rs",
        "weights are counted by their type, and looked up by their name",
    ),
    (
        "src/embed/onnx/check.rs",
        "asked whether a name is known; where one set is added to another, only that",
    ),
    (
        "src/embed/onnx/direct.rs",
        "values are looked up by name; the nodes go in the file's order",
    ),
    (
        "src/embed/onnx/dynamic.rs",
        "nodes are looked up by name; they go in the file's order",
    ),
    ("src/embed/onnx/typed.rs", "tract's, handed on as it is"),
    ("src/embed/onnx/widen.rs", "asked whether a name is in it"),
    (
        "src/embed/tokens.rs",
        "what tokenizers looks words up in; each has its number beside it",
    ),
    ("src/label/alike.rs", "texts are looked up; the rows go in their order"),
    (
        "src/map/names.rs",
        "words are looked up; they stand in the order in which they first came",
    ),
];

/// Paths that lead out of the computation.
const WORLD: [&str; 18] = [
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "serde_wasm_bindgen",
    "web_time",
    "leptos",
    "idb",
    "getrandom",
    "std::env",
    "std::fs",
    "std::io::stderr",
    "std::io::stdin",
    "std::io::stdout",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
];

/// Words that do, by whatever path they came.
const WORDS: [&str; 5] = ["Instant", "SystemTime", "UNIX_EPOCH", "static", "thread_local"];

/// Macros that do.
const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Whatever begins so keeps its keys in an order that differs from run to run, or from version to version.
const HASHES: [&str; 6] = ["HashMap", "HashSet", "AHashMap", "AHashSet", "FnvHashMap", "FnvHashSet"];

/// A word or a sign of a source, and its line. Of a literal of text there is a quote and what is in it, of a letter a quote.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    is: String,
    line: usize,
}

/// The words of a source, without comments.
fn words(source: &str) -> Vec<Word> {
    let letters: Vec<char> = source.chars().collect();
    let at = |place: usize| letters.get(place).copied().unwrap_or('\0');
    let starts = |place: usize, with: &str| {
        with.chars()
            .enumerate()
            .all(|(index, letter)| at(place + index) == letter)
    };
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = Vec::new();
    let (mut place, mut line) = (0, 1);
    while place < letters.len() {
        let begin = place;
        let mut is = None;
        if starts(place, "//") {
            while place < letters.len() && at(place) != '\n' {
                place += 1;
            }
        } else if starts(place, "/*") {
            let mut depth = 0;
            loop {
                match (starts(place, "/*"), starts(place, "*/")) {
                    (true, _) => (depth, place) = (depth + 1, place + 2),
                    (_, true) => (depth, place) = (depth - 1, place + 2),
                    _ => place += 1,
                }
                if depth == 0 || place >= letters.len() {
                    break;
                }
            }
        } else if let Some(hashes) = raw_text(&letters[place..]) {
            let open = place
                + letters[place..]
                    .iter()
                    .position(|&letter| letter == '"')
                    .expect("it opens")
                + 1;
            let end = format!("\"{}", "#".repeat(hashes));
            place = open;
            while place < letters.len() && !starts(place, &end) {
                place += 1;
            }
            is = Some(format!("\"{}", String::from_iter(&letters[open..place])));
            place += end.len();
        } else if at(place) == '"' {
            place += 1;
            while place < letters.len() && at(place) != '"' {
                place += 1 + usize::from(at(place) == '\\');
            }
            is = Some(String::from_iter(&letters[begin..place.min(letters.len())]));
            place += 1;
        } else if at(place) == '\'' && (at(place + 1) == '\\' || at(place + 2) == '\'') {
            place += 2 + usize::from(at(place + 1) == '\\');
            while place < letters.len() && at(place) != '\'' {
                place += 1;
            }
            place += 1;
            is = Some("'".to_owned());
        } else if is_name(at(place)) || at(place) == '\'' {
            place += 1;
            while is_name(at(place)) {
                place += 1;
            }
            is = Some(String::from_iter(&letters[begin..place]));
        } else {
            place += if starts(place, "::") { 2 } else { 1 };
            is = Some(String::from_iter(&letters[begin..place])).filter(|sign| !sign.trim().is_empty());
        }
        words.extend(is.map(|is| Word { is, line }));
        let passed = &letters[begin..place.min(letters.len())];
        line += passed.iter().filter(|&&letter| letter == '\n').count();
    }
    words
}

/// With how many `#` a raw literal of text begins here, where one does.
fn raw_text(letters: &[char]) -> Option<usize> {
    let mut rest = letters.iter().skip_while(|&&letter| letter == 'b').skip(1).peekable();
    let begins = letters.iter().find(|&&letter| letter != 'b') == Some(&'r');
    let mut hashes = 0;
    while begins && rest.next_if(|&&letter| letter == '#').is_some() {
        hashes += 1;
    }
    (begins && rest.next() == Some(&'"')).then_some(hashes)
}

/// Where the bracket that opens at `open` closes.
fn closes(words: &[Word], open: usize) -> usize {
    let mut depth = 0;
    for (place, word) in words.iter().enumerate().skip(open) {
        match &*word.is {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place;
        }
    }
    words.len() - 1
}

/// What is compiled without tests, and the modules with files of their own that are compiled for tests alone.
fn without_tests(words: Vec<Word>) -> (Vec<Word>, Vec<String>) {
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let is = |place: usize, with: &str| words.get(place).is_some_and(|word| word.is == with);
    let mut place = 0;
    while place < words.len() {
        if !(is(place, "#") && is(place + 1, "[")) {
            kept.push(words[place].clone());
            place += 1;
            continue;
        }
        let end = closes(&words, place + 1);
        let attribute: Vec<&str> = words[place + 2..end].iter().map(|word| &*word.is).collect();
        let names = |name: &str| attribute.contains(&name);
        let is_of_tests =
            attribute == ["test"] || (attribute[0] == "cfg" && names("test") && !names("any") && !names("not"));
        place = end + 1;
        if !is_of_tests {
            continue;
        }
        // The item behind it and its other attributes.
        while place < words.len() {
            match &*words[place].is {
                "mod" if is(place + 2, ";") => {
                    modules.push(words[place + 1].is.clone());
                    place += 1;
                }
                ";" => break,
                "{" => {
                    place = closes(&words, place);
                    break;
                }
                "(" | "[" => place = closes(&words, place) + 1,
                _ => place += 1,
            }
        }
        place += 1;
    }
    (kept, modules)
}

/// Every path of a source, from the crate on where it is of this crate, and its line. `module` is the source's own.
fn paths(words: &[Word], module: &[String]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    // Modules within the file, and where they end.
    let mut within: Vec<(String, usize)> = Vec::new();
    let mut place = 0;
    while place < words.len() {
        within.retain(|(_, end)| place < *end);
        let is = |place: usize, with: &str| words.get(place).is_some_and(|word| word.is == with);
        if is(place, "mod") && is(place + 2, "{") {
            within.push((words[place + 1].is.clone(), closes(words, place + 2)));
            place += 3;
            continue;
        }
        let here: Vec<&str> = module
            .iter()
            .chain(within.iter().map(|(name, _)| name))
            .map(|name| &**name)
            .collect();
        if is(place, "use") {
            let end = place + words[place..].iter().position(|word| word.is == ";").unwrap_or(0);
            let mut tree = words[place + 1..end].iter().peekable();
            let mut leaves = Vec::new();
            leaves_of(&mut tree, &[], &mut leaves);
            found.extend(leaves.into_iter().map(|(path, line)| (from_crate(&path, &here), line)));
            place = end.max(place + 1);
            continue;
        }
        let mut path = vec![&*words[place].is];
        let line = words[place].line;
        place += 1;
        while is(place, "::")
            && words
                .get(place + 1)
                .is_some_and(|word| word.is.starts_with(char::is_alphabetic))
        {
            path.push(&words[place + 1].is);
            place += 2;
        }
        if path[0].starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
            found.push((from_crate(&path, &here), line));
        }
    }
    found
}

/// The paths that a `use` names.
fn leaves_of<'a>(
    tree: &mut Peekable<impl Iterator<Item = &'a Word>>,
    before: &[&'a str],
    leaves: &mut Vec<(Vec<&'a str>, usize)>,
) {
    let mut path = before.to_vec();
    let mut line = 0;
    while let Some(word) = tree.next_if(|word| !matches!(&*word.is, "," | "}")) {
        match &*word.is {
            "::" => {}
            "as" => {
                tree.next();
            }
            "{" => {
                while tree.next_if(|word| word.is == "}").is_none() && tree.peek().is_some() {
                    leaves_of(tree, &path, leaves);
                    tree.next_if(|word| word.is == ",");
                }
                return;
            }
            name => {
                path.push(name);
                line = word.line;
            }
        }
    }
    leaves.push((path, line));
}

/// The path from the crate on; `here` is the module in which it is written.
fn from_crate(path: &[&str], here: &[&str]) -> String {
    let n_up = path
        .iter()
        .take_while(|name| matches!(**name, "super" | "self"))
        .count();
    let up = path.iter().take(n_up).filter(|name| **name == "super").count();
    let mut whole: Vec<&str> = Vec::new();
    if n_up > 0 {
        whole.push("crate");
        whole.extend(&here[..here.len().saturating_sub(up)]);
    }
    whole.extend(&path[n_up..]);
    whole.join("::")
}

/// Something of a source that DESIGN.md says is not there: its line, and what it is.
type Finding = (usize, String);

/// What of a stage's source touches the world.
fn touches(words: &[Word], module: &[String]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, line) in paths(words, module) {
        let path = path
            .strip_prefix("core::")
            .map_or(path.clone(), |path| format!("std::{path}"));
        let leads = |world: &&&str| path == **world || path.starts_with(&format!("{world}::"));
        found.extend(WORLD.iter().find(leads).map(|world| (line, (*world).to_owned())));
    }
    for (place, word) in words.iter().enumerate() {
        let is_macro = words.get(place + 1).is_some_and(|next| next.is == "!") && MACROS.contains(&&*word.is);
        if is_macro || WORDS.contains(&&*word.is) {
            found.push((word.line, word.is.clone()));
        }
    }
    found.sort();
    found
}

/// What a stage's source knows that it should not: later stages, and what is no stage.
fn points_back(words: &[Word], module: &[String]) -> Vec<Finding> {
    let rank = |stage: &str| STAGES.iter().position(|other| *other == stage);
    let own = rank(&module[0]);
    let mut found = BTreeSet::new();
    for (path, line) in paths(words, module) {
        let mut names = path.split("::");
        let Some(name) = names
            .next()
            .filter(|first| *first == "crate")
            .and_then(|_| names.next())
        else {
            continue;
        };
        let is_fine = match (own, rank(name)) {
            // What stands before the stages knows none.
            (None, stage) => stage.is_none() && BEFORE.contains(&name),
            (Some(own), Some(stage)) => stage <= own,
            (Some(_), None) => BEFORE.contains(&name) || name == BESIDE,
        };
        if !is_fine {
            found.insert((line, name.to_owned()));
        }
    }
    found.into_iter().collect()
}

/// Where a hash map or a hash set is named.
fn hashes(words: &[Word]) -> Vec<Finding> {
    let named = words.iter().filter(|word| HASHES.contains(&&*word.is));
    named.map(|word| (word.line, word.is.clone())).collect()
}

/// The outermost function around a word, as places of words.
fn function_around(words: &[Word], place: usize) -> Option<Range<usize>> {
    let mut begin = 0;
    while let Some(offset) = words[begin..place].iter().position(|word| word.is == "fn") {
        let from = begin + offset;
        let mut end = from;
        while end + 1 < words.len() && !matches!(&*words[end].is, "{" | ";") {
            end = match &*words[end].is {
                "(" | "[" => closes(words, end) + 1,
                _ => end + 1,
            };
        }
        let end = if words[end].is == "{" { closes(words, end) } else { end };
        if end >= place {
            return Some(from..end);
        }
        begin = end;
    }
    None
}

/// Where one is gone through, as far as its name tells: `name: HashMap` and `let name = HashSet::new()` in the same function,
/// or as a field.
fn gone_through(words: &[Word]) -> Vec<Finding> {
    const GOES: [&str; 11] = [
        "drain",
        "extract_if",
        "into_iter",
        "into_keys",
        "into_values",
        "iter",
        "iter_mut",
        "keys",
        "retain",
        "values",
        "values_mut",
    ];
    let is = |place: usize, with: &str| words.get(place).is_some_and(|word| word.is == with);
    let mut names = Vec::new();
    for place in (0..words.len()).filter(|&place| HASHES.contains(&&*words[place].is)) {
        let mut before = place;
        while before > 0
            && (matches!(&*words[before - 1].is, "&" | "mut" | "::" | "collections" | "std")
                || words[before - 1].is.starts_with('\''))
        {
            before -= 1;
        }
        if before > 1 && matches!(&*words[before - 1].is, ":" | "=") {
            names.push((&words[before - 2].is, function_around(words, place)));
        }
    }
    let mut found = Vec::new();
    let is_one = |place: &usize| {
        let is_field = *place > 0 && is(*place - 1, ".");
        let mut of_name = names.iter().filter(|(name, _)| **name == words[*place].is);
        of_name.any(|(_, within)| within.as_ref().map_or(is_field, |within| within.contains(place)))
    };
    for place in (0..words.len()).filter(is_one) {
        let goes = is(place + 1, ".") && words.get(place + 2).is_some_and(|word| GOES.contains(&&*word.is));
        // `for x in &self.name {`
        let mut before = place;
        while before > 1 && is(before - 1, ".") {
            before -= 2;
        }
        while before > 0 && matches!(&*words[before - 1].is, "&" | "mut") {
            before -= 1;
        }
        let is_in_for = before > 0 && is(before - 1, "in") && is(place + 1, "{");
        if goes || is_in_for {
            found.push((words[place].line, words[place].is.clone()));
        }
    }
    found
}

/// A source of a stage.
struct Source {
    /// From the root of the repository on.
    file: String,
    module: Vec<String>,
    words: Vec<Word>,
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The sources of these modules, without what is compiled for tests alone.
fn sources(modules: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    files.sort();
    let (mut sources, mut of_tests) = (Vec::new(), BTreeSet::new());
    for path in files {
        let inside = path.strip_prefix(root.join("src")).expect("in src").with_extension("");
        let mut module: Vec<String> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        module.pop_if(|name| name == "mod");
        if !modules.contains(&&*module[0]) {
            continue;
        }
        let (words, only_tests) = without_tests(words(&fs::read_to_string(&path).expect("UTF-8")));
        of_tests.extend(only_tests.into_iter().map(|name| [&module[..], &[name]].concat()));
        let file = path
            .strip_prefix(root)
            .expect("in the repository")
            .to_string_lossy()
            .into_owned();
        sources.push(Source { file, module, words });
    }
    sources.retain(|source| !of_tests.iter().any(|module| source.module.starts_with(module)));
    let found: BTreeSet<&str> = sources.iter().map(|source| &*source.module[0]).collect();
    assert_eq!(found, modules.iter().copied().collect(), "every module has a source");
    sources
}

/// Fails where `find` finds what no exception names, and where an exception names what is not found.
fn are_only(exceptions: &[Exception], modules: &[&str], find: impl Fn(&Source) -> Vec<Finding>) {
    assert!(
        exceptions.iter().all(|(.., reason)| !reason.is_empty()),
        "each has a reason"
    );
    let mut needless: BTreeSet<(String, String)> = exceptions
        .iter()
        .map(|(file, what, _)| ((*file).to_owned(), (*what).to_owned()))
        .collect();
    let named = needless.clone();
    let mut unexplained = Vec::new();
    for source in sources(modules) {
        for (line, what) in find(&source) {
            let found = (source.file.clone(), what);
            needless.remove(&found);
            if !named.contains(&found) {
                unexplained.push(format!("{}:{line}: {}", found.0, found.1));
            }
        }
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
    assert!(needless.is_empty(), "no longer needed: {needless:?}");
}

#[test]
fn from_loading_to_export_nothing_touches_the_world() {
    let modules = [&STAGES[..], &BEFORE, &[BESIDE]].concat();
    are_only(TOUCHES, &modules, |source| touches(&source.words, &source.module));
}

#[test]
fn no_stage_knows_a_later_one() {
    // Each but the first two builds on one before it, or nothing is seen here.
    let mut building = BTreeSet::new();
    for source in sources(&STAGES) {
        for (path, _) in paths(&source.words, &source.module) {
            let is_of = |stage: &&str| path.starts_with(&format!("crate::{stage}::"));
            if STAGES.iter().any(|stage| is_of(stage) && source.module[0] != *stage) {
                building.insert(source.module[0].clone());
            }
        }
    }
    assert!(
        STAGES[2..].iter().all(|stage| building.contains(*stage)),
        "{building:?}"
    );
    let modules = [&STAGES[..], &BEFORE].concat();
    are_only(POINTS_BACK, &modules, |source| {
        points_back(&source.words, &source.module)
    });
}

#[test]
fn nobody_sees_the_order_of_a_hash_map() {
    let modules = [&STAGES[..], &BEFORE, &[BESIDE]].concat();
    let in_file = |source: &Source| {
        hashes(&source.words)
            .into_iter()
            .map(|(line, _)| (line, String::new()))
            .collect()
    };
    let exceptions: Vec<_> = HASHED.iter().map(|&(file, reason)| (file, "", reason)).collect();
    are_only(&exceptions, &modules, in_file);
    are_only(&[], &modules, |source| gone_through(&source.words));
}

/// What is found in a source of this stage.
fn planted(stage: &str, source: &str) -> Vec<String> {
    let (words, _) = without_tests(words(source));
    let module = [stage.to_owned(), "inside".to_owned()];
    let found = [
        touches(&words, &module),
        points_back(&words, &module),
        gone_through(&words),
    ]
    .concat();
    found
        .into_iter()
        .map(|(line, what)| format!("{line}: {what}"))
        .collect()
}

#[test]
fn what_is_planted_is_found() {
    for (line, what) in [
        ("use std::time::Instant;", &["1: Instant", "1: std::time"][..]),
        (
            "use std::{collections::BTreeMap, fs::{self, File}, io};",
            &["1: std::fs", "1: std::fs"],
        ),
        ("fn f() { let now = web_time::now(); }", &["1: web_time"]),
        ("fn f() { core::time::Duration::ZERO; }", &["1: std::time"]),
        (
            "fn f() -> js_sys::Array { std::thread::spawn(|| ()) }",
            &["1: js_sys", "1: std::thread"],
        ),
        ("fn f() {\n    println!(\"{}\", 1);\n}", &["2: println"]),
        ("static N: AtomicUsize = AtomicUsize::new(0);", &["1: static"]),
        ("use crate::label::Labels;", &["1: label"]),
        (
            "use crate::{error::GraphError, select::{greedy, Pick}};",
            &["1: select"],
        ),
        ("use super::super::export;", &["1: export"]),
        ("mod deep { use super::super::super::pipeline; }", &["1: pipeline"]),
        (
            "fn f() -> crate::protocol::JobId { crate::load::f() }",
            &["1: protocol"],
        ),
        (
            "fn f(names: &'a HashMap<u32, u32>) { names.keys().min() }",
            &["1: names"],
        ),
        (
            "struct S { of: std::collections::HashMap<u8, u8> }\nfn f(s: &S) { for x in &s.of {} }\nfn g(of: &[u8]) { of.iter() }",
            &["2: of"],
        ),
        ("fn f() { let mut of = HashSet::new();\nfor x in &of {} }", &["2: of"]),
        ("#[cfg(not(test))]\nfn f() { dbg!(1) }", &["2: dbg"]),
        ("#[cfg(any(test, feature = \"app\"))]\nfn f() { dbg!(1) }", &["2: dbg"]),
        ("const A: &str = \"//\"; /* /* */ */ use std::env;", &["1: std::env"]),
        (
            "fn f<'a>(x: &'a str) { x == '\\''; x == '\"'; r#\"\"x\"#; std::env::args() }",
            &["1: std::env"],
        ),
        (
            "#[cfg(test)]\nmod tests { fn f() { dbg!(1) } }\nfn g() { dbg!(1) }",
            &["3: dbg"],
        ),
        ("#[cfg(test)]\nuse std::{env, fs};\nuse std::net;", &["3: std::net"]),
    ] {
        assert_eq!(planted("graph", line), what, "{line}");
    }
    let hash = "use std::collections::HashMap;\nstruct S(HashMap<u8, u8>);";
    assert_eq!(
        hashes(&words(hash)),
        [(1, "HashMap".to_owned()), (2, "HashMap".to_owned())]
    );
    // A helper of all knows no stage.
    assert_eq!(planted("error", "use crate::load::Pool;"), ["1: load"]);
}

#[test]
fn what_is_fine_is_let_be() {
    for source in [
        "//! std::time\n// println!(\"\")\n/* std::fs */ const A: &str = \"std::env\"; const B: &str = r#\"std::env\"#;",
        "use std::io::{BufRead, Write};\nfn f(x: &'static str) -> std::io::Result<()> { write!(x, \"{x}\") }",
        "use crate::embed::Embeddings;\nuse crate::trace::Rule;\nuse super::csr;\nuse crate::config::ValidConfig;",
        "#[cfg(test)]\n#[allow(unused)]\nmod tests { use crate::select::Pick; fn f() { std::env::args(); } }",
        "#[cfg(all(test, feature = \"model\"))]\nmod fixtures;\n#[test]\nfn t() { println!(\"\") }",
        "fn f(of: &HashMap<u8, u8>) { of.get(&1) }\nfn g(by: &BTreeMap<u8, u8>) { by.iter() }",
    ] {
        assert_eq!(planted("graph", source), Vec::<String>::new(), "{source}");
    }
    let (_, of_tests) = without_tests(words("#[cfg(test)]\nmod a;\nmod b;\n#[cfg(test)]\npub(crate) mod c;"));
    assert_eq!(of_tests, ["a", "c"]);
}
