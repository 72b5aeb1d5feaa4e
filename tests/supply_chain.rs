//! What this project is made of: why each dependency is there stands beside it, and each is pinned.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The dependencies before which no comment stands, neither directly nor above others with no empty line between.
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
                // A comment above a list is for the first of it.
                is_explained &= is_list;
            }
            Some(first) if is_list && first.is_alphanumeric() && !is_explained => {
                unexplained.push(line.split(['=', ' ']).next().unwrap_or(line));
            }
            Some(_) => {}
        }
    }
    unexplained
}

#[test]
fn why_each_dependency_is_there_stands_beside_it() {
    for manifest in ["Cargo.toml", "xtask/Cargo.toml", "tests/fuzz/Cargo.toml"] {
        assert_eq!(unexplained(&read(manifest)), Vec::<&str>::new(), "{manifest}");
    }
    let without = "[dependencies]\n# Why.\na = \"1\"\nb = \"1\"\n\nc = \"1\"\n[dependencies.d]\nversion = \"1\"\n[features]\ne = []\n";
    assert_eq!(unexplained(without), ["c", "dependencies.d"]);
}

#[test]
fn every_crate_is_of_the_registry_and_pinned_by_its_checksum() {
    for lock in ["Cargo.lock", "tests/fuzz/Cargo.lock"] {
        let lock = read(lock);
        let packages = lock.split("[[package]]").skip(1);
        for package in packages {
            let name = package.lines().find(|line| line.starts_with("name")).expect("a name");
            let is_own = ["fastgas", "fastgas-fuzz", "xtask", "inventory"]
                .iter()
                .any(|own| name == format!("name = \"{own}\""));
            let is_pinned = package.contains("\nsource = \"registry+") && package.contains("\nchecksum = \"");
            assert!(is_pinned != is_own, "{package}");
        }
    }
}

/// `NAME@VERSION` of what Cargo.lock has in a newer version too.
fn older_versions(lock: &str) -> BTreeSet<String> {
    let value = |package: &str, key: &str| {
        let line = package
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = \"")));
        line.expect("it is there").trim_end_matches('"').to_owned()
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
fn no_crate_is_there_in_two_versions_but_those_that_deny_toml_names() {
    let deny = read("deny.toml");
    let named = deny.lines().filter_map(|line| line.trim().strip_prefix("{ crate = \""));
    let named: BTreeSet<String> = named
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect();
    assert_eq!(older_versions(&read("Cargo.lock")), named);
    let lock = "[[package]]\nname = \"a\"\nversion = \"0.9.1\"\n[[package]]\nname = \"a\"\nversion = \"0.10.0\"\n";
    assert_eq!(older_versions(lock), ["a@0.9.1".to_owned()].into());
}

#[test]
fn every_package_of_npm_is_pinned_by_its_checksum() {
    for folder in ["", "benches/embed/", "benches/knn/"] {
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
