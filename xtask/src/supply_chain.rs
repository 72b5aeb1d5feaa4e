//! Checks the dependencies of this project: each has a stated reason, a pinned version, and a license that allows its use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::process::Command;

use serde_json::Value;

use crate::workspace::root;

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns dependencies without a comment directly above the dependency or its group.
/// Crates of this workspace need no comment. The manifest of the workspace explains inherited dependencies.
fn unexplained(manifest: &str) -> Vec<&str> {
    let (mut is_list, mut is_explained) = (false, false);
    let mut unexplained = Vec::new();
    for line in manifest.lines() {
        match line.chars().next() {
            None => is_explained = false,
            Some('#') => is_explained = true,
            Some('[') => {
                let section = line.trim_matches(['[', ']']);
                let is_dependency = section.contains("dependencies.");
                is_list = section.ends_with("dependencies");
                if is_dependency && !is_explained {
                    unexplained.push(section);
                }
                // A comment above the header of a dependency list applies to the first group in the list.
                is_explained &= is_list;
            }
            Some(_) if line.contains("workspace = true") || line.contains("{ path = \"crates/") => {}
            Some(first) if is_list && first.is_alphanumeric() && !is_explained => {
                unexplained.push(line.split(['=', ' ']).next().unwrap_or(line));
            }
            Some(_) => {}
        }
    }
    unexplained
}

#[test]
fn every_dependency_has_a_stated_reason() {
    let crates = root().join("crates");
    let entries = fs::read_dir(crates)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    let crates = folders.map(|folder| format!("crates/{}/Cargo.toml", folder.file_name().to_string_lossy()));
    let manifests = ["Cargo.toml", "xtask/Cargo.toml", "tests/fuzz/Cargo.toml"].map(str::to_owned);
    for manifest in manifests.into_iter().chain(crates) {
        assert_eq!(unexplained(&read(&manifest)), Vec::<&str>::new(), "{manifest}");
    }
    let without = "[dependencies]\n# Why.\na = \"1\"\nb = \"1\"\n\nc = \"1\"\ne.workspace = true\n[dependencies.d]\nversion = \"1\"\n[features]\ne = []\n";
    assert_eq!(unexplained(without), ["c", "dependencies.d"]);
}

#[test]
fn every_crate_is_from_registry_and_pinned_by_checksum() {
    for lock in ["Cargo.lock", "tests/fuzz/Cargo.lock"] {
        let lock = read(lock);
        let packages = lock.split("[[package]]").skip(1);
        for package in packages {
            let name = package.lines().find(|line| line.starts_with("name")).expect("a name");
            let is_own = name.starts_with("name = \"fastgas")
                || ["xtask", "inventory"]
                    .iter()
                    .any(|own| name == format!("name = \"{own}\""));
            let is_pinned = package.contains("\nsource = \"registry+") && package.contains("\nchecksum = \"");
            assert!(is_pinned != is_own, "{package}");
        }
    }
}

/// Returns `NAME@VERSION` of each package version in Cargo.lock that is not the newest version.
fn older_versions(lock: &str) -> BTreeSet<String> {
    let value = |package: &str, key: &str| {
        let line = package
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = \"")));
        line.expect("it exists").trim_end_matches('"').to_owned()
    };
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let of_name = versions.entry(value(package, "name")).or_default();
        of_name.push(value(package, "version"));
    }
    let mut older = BTreeSet::new();
    for (name, mut of_name) in versions {
        let numbers = |version: &str| -> Vec<u64> {
            let numbers = version.split(['.', '-', '+']).map(str::parse);
            numbers.map_while(Result::ok).collect()
        };
        of_name.sort_by_key(|version| numbers(version));
        of_name.pop();
        older.extend(of_name.into_iter().map(|version| format!("{name}@{version}")));
    }
    older
}

#[test]
fn only_crates_named_in_deny_toml_have_two_versions() {
    let deny = read("deny.toml");
    let named = deny.lines().filter_map(|line| line.trim().strip_prefix("{ crate = \""));
    let named: BTreeSet<String> = named
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    assert_eq!(older_versions(&read("Cargo.lock")), named);
    let lock = "[[package]]\nname = \"a\"\nversion = \"0.9.1\"\n[[package]]\nname = \"a\"\nversion = \"0.10.0\"\n";
    assert_eq!(older_versions(lock), ["a@0.9.1".to_owned()].into());
}

fn quoted(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the licenses that deny.toml allows for every crate, and the additional licenses for named crates.
fn allowed(deny: &str) -> (BTreeSet<String>, BTreeMap<String, BTreeSet<String>>) {
    let section = deny
        .split("\n[")
        .find_map(|section| section.strip_prefix("licenses]\n"));
    let section = section.expect("[licenses]");
    let list = |key: &str| {
        let begin = section.split_once(&format!("{key} = [\n")).expect("a list of lines").1;
        begin.split_once("\n]").expect("it ends").0
    };
    let lines = list("exceptions").lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    let exceptions = lines.into_iter().map(|line| {
        let line = line.strip_prefix("{ allow = [").expect("an exception");
        let (licenses, name) = line.split_once("], crate = ").expect("for a crate");
        (quoted(name).pop_first().expect("a name"), quoted(licenses))
    });
    (quoted(list("allow")), exceptions.collect())
}

/// True if a license expression allows the use of a package. `is_known` is true for an allowed license.
/// The format of `expression` is SPDX, or the older format with `/` for OR.
fn is_allowed(expression: &str, is_known: &impl Fn(&str) -> bool) -> bool {
    fn any<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, is_known: &impl Fn(&str) -> bool) -> bool {
        let mut is_allowed = all(words, is_known);
        while words.next_if(|word| matches!(*word, "OR" | "/")).is_some() {
            is_allowed |= all(words, is_known);
        }
        is_allowed
    }
    fn all<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, is_known: &impl Fn(&str) -> bool) -> bool {
        let mut is_allowed = one(words, is_known);
        while words.next_if_eq(&"AND").is_some() {
            is_allowed &= one(words, is_known);
        }
        is_allowed
    }
    fn one<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, is_known: &impl Fn(&str) -> bool) -> bool {
        let word = words.next().expect("a license");
        if word == "(" {
            let is_allowed = any(words, is_known);
            assert_eq!(words.next(), Some(")"));
            return is_allowed;
        }
        match words.next_if_eq(&"WITH").and_then(|_| words.next()) {
            Some(exception) => is_known(&format!("{word} WITH {exception}")),
            None => is_known(word),
        }
    }
    let spaced = ["(", ")", "/"].iter().fold(expression.to_owned(), |spaced, sign| {
        spaced.replace(sign, &format!(" {sign} "))
    });
    let mut words = spaced.split_whitespace().peekable();
    let is_allowed = any(&mut words, is_known);
    assert_eq!(words.next(), None, "{expression}");
    is_allowed
}

/// Packages that the manifest depends on, with all features enabled and for all operating systems.
fn packages(manifest: &str) -> Vec<Value> {
    let metadata = |network: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
            "--manifest-path",
        ]);
        let manifest = root().join(manifest);
        command.arg(manifest).args(network).output().expect("cargo runs")
    };
    // The first run needs a network, because packages for other systems are missing until they are downloaded once.
    let mut output = metadata(&["--offline"]);
    if !output.status.success() {
        output = metadata(&[]);
    }
    assert!(
        output.status.success(),
        "{manifest}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn every_license_is_allowed_by_deny_toml() {
    let (allow, exceptions) = allowed(&read("deny.toml"));
    let mut needless: BTreeSet<&String> = exceptions.keys().collect();
    for folder in ["", "tests/fuzz/"] {
        let packages = packages(&format!("{folder}Cargo.toml"));
        let n_locked = read(&format!("{folder}Cargo.lock")).matches("[[package]]").count();
        assert_eq!(
            packages.len(),
            n_locked,
            "every package of {folder}Cargo.lock is checked"
        );
        for package in packages {
            let name = package["name"].as_str().expect("a name");
            let Some(license) = package["license"].as_str() else {
                // Only fastgas-fuzz has no license. That crate belongs to this project and is not distributed.
                assert_eq!((name, &package["source"]), ("fastgas-fuzz", &Value::Null));
                continue;
            };
            if is_allowed(license, &|license| allow.contains(license)) {
                continue;
            }
            let besides = exceptions.get(name).unwrap_or_else(|| panic!("{name}: {license}"));
            let is_known = |license: &str| allow.contains(license) || besides.contains(license);
            assert!(is_allowed(license, &is_known), "{name}: {license}");
            needless.remove(&name.to_owned());
        }
    }
    assert_eq!(
        needless,
        BTreeSet::new(),
        "deny.toml has exceptions that are not needed"
    );
}

#[test]
fn license_expressions_follow_spdx() {
    let known = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
    let is_known = |license: &str| known.contains(&license);
    for allowed in [
        "MIT",
        "GPL-3.0-only OR MIT",
        "GPL-3.0-only/MIT",
        "MIT AND Zlib",
        "(MIT OR X) AND Zlib",
        "X OR MIT AND Zlib",
    ] {
        assert!(is_allowed(allowed, &is_known), "{allowed}");
    }
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR X", &is_known));
    for refused in [
        "GPL-3.0-only",
        "MIT AND X",
        "(MIT OR Zlib) AND X",
        "Apache-2.0",
        "MIT WITH LLVM-exception",
        "X OR MIT AND Y",
        "mit",
    ] {
        assert!(!is_allowed(refused, &is_known), "{refused}");
    }
    let deny = "[licenses]\nallow = [\n    \"A\", \"B\",\n]\nexceptions = [\n    # Why.\n    { allow = [\"C\"], crate = \"c\" },\n]\n\n[bans]\nallow = [\n    \"D\",\n]\n";
    let of = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(
        allowed(&format!("[graph]\n{deny}")),
        (of(&["A", "B"]), [("c".to_owned(), of(&["C"]))].into())
    );
}

/// Folders that contain an npm package, relative to the root.
const NPM: [&str; 4] = ["", "benches/embed/", "benches/icl/", "benches/knn/"];

/// Reasons for the npm packages that our programs are compared with.
/// The reasons for all other packages are in package.json under `//devDependencies`, because JSON has no comments.
const PEERS: [(&str, &str); 5] = [
    (
        "@huggingface/transformers",
        "the encoder that pages use most, on onnxruntime-web",
    ),
    (
        "edgevec",
        "approximate neighbors in Rust, as ours: its graph in WebAssembly",
    ),
    (
        "hnswlib-wasm",
        "approximate neighbors: the field's reference for HNSW in WebAssembly",
    ),
    (
        "onnxruntime-web",
        "the encoder's runtime at its best, without what transformers.js adds",
    ),
    ("voy-search", "neighbors in Rust and WebAssembly by a k-d tree"),
];

/// Returns the direct dependencies of an npm package that no reason explains, and the reasons that explain no dependency.
fn unexplained_of_npm(package: &Value, peers: &[(&str, &str)]) -> Vec<String> {
    let mut unexplained = Vec::new();
    for kind in [
        "dependencies",
        "devDependencies",
        "optionalDependencies",
        "peerDependencies",
    ] {
        let names = |key: &str| package[key].as_object().into_iter().flatten();
        let reasons: BTreeMap<&str, &str> = names(&format!("//{kind}"))
            .map(|(name, why)| (&**name, why.as_str().unwrap_or_default()))
            .collect();
        let is_there = |name: &str| package[kind].get(name).is_some();
        let why = |name: &str| {
            let peer = peers.iter().find(|(peer, _)| *peer == name);
            reasons
                .get(name)
                .copied()
                .or(peer.map(|(_, why)| *why))
                .unwrap_or_default()
        };
        let without = names(kind)
            .map(|(name, _)| &**name)
            .filter(|name| why(name).trim().is_empty());
        let gone = reasons.keys().copied().filter(|name| !is_there(name));
        unexplained.extend(without.chain(gone).map(str::to_owned));
    }
    unexplained
}

#[test]
fn every_npm_package_has_a_stated_reason() {
    let mut known = BTreeSet::new();
    for folder in NPM {
        let package: Value = serde_json::from_str(&read(&format!("{folder}package.json"))).expect("JSON");
        // The npm package in the root folder contains only tools. The other npm packages also contain peers.
        let peers = if folder.is_empty() { &[][..] } else { &PEERS };
        assert_eq!(
            unexplained_of_npm(&package, peers),
            Vec::<String>::new(),
            "{folder}package.json"
        );
        known.extend(
            package["devDependencies"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, _)| name.clone()),
        );
    }
    let gone: Vec<_> = PEERS.iter().filter(|(peer, _)| !known.contains(*peer)).collect();
    assert!(gone.is_empty(), "{gone:?}");
    let package = serde_json::json!({
        "dependencies": { "a": "1" },
        "devDependencies": { "b": "1", "c": "1", "d": "1" },
        "//devDependencies": { "b": "Why.", "c": " ", "e": "Why." },
    });
    assert_eq!(unexplained_of_npm(&package, &[("d", "Why.")]), ["a", "c", "e"]);
}

#[test]
fn every_npm_package_is_pinned_by_checksum() {
    for folder in NPM {
        let json = |file: &str| serde_json::from_str::<Value>(&read(&format!("{folder}{file}"))).expect("JSON");
        let package = json("package.json");
        for kind in ["dependencies", "devDependencies"] {
            for (name, version) in package[kind].as_object().into_iter().flatten() {
                let version = version.as_str().unwrap_or_default();
                let is_exact = version.starts_with(|letter: char| letter.is_ascii_digit());
                assert!(is_exact, "{folder}package.json: {name} {version}");
            }
        }
        let lock = json("package-lock.json");
        let packages = lock["packages"].as_object().expect("packages");
        assert!(packages.len() > 1);
        for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
            let checksum = package["integrity"].as_str().unwrap_or_default();
            assert!(checksum.starts_with("sha512-"), "{folder}package-lock.json: {path}");
        }
    }
}
