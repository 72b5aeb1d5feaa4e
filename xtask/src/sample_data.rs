//! Writes the sample pool: short descriptions of Debian packages.
//!
//! The sample consists of the packages in Debian's archive area `main` that apt knows.
//! The sections `debug`, `metapackages` and `oldlibs` are left out, because they do not describe programs.
//! The packages are ordered by the SHA-256 of their name, and packages whose description occurred before are dropped.
//! The first 3,000 packages in this order are kept.
//! Therefore a row's position does not depend on alphabetical order or on package families.
//! The same package index gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

#[cfg(feature = "model")]
use crate::workspace::root;

const ROWS: usize = 3_000;
const LEFT_OUT: [&str; 3] = ["debug", "metapackages", "oldlibs"];

pub fn write(path: &Path) -> Result<()> {
    let available = available()?;
    let rows = first(&available, ROWS)?;
    let mut csv = csv::Writer::from_path(path).with_context(|| format!("writing {}", path.display()))?;
    csv.write_record(["package", "section", "text"])?;
    for row in rows {
        csv.write_record(row)?;
    }
    csv.flush()?;
    Ok(())
}

#[cfg(feature = "model")]
pub fn texts() -> Result<Vec<String>> {
    let path = root().join("www/samples/debian-packages.csv");
    let mut csv = csv::Reader::from_path(&path).with_context(|| format!("reading {}", path.display()))?;
    let rows = csv
        .deserialize()
        .map(|row| row.map(|(_, _, text): (String, String, String)| text));
    Ok(rows.collect::<Result<_, _>>()?)
}

pub fn available() -> Result<String> {
    let output = Command::new("apt-cache")
        .arg("dumpavail")
        .output()
        .context("running apt-cache, which only Debian and its descendants have")?;
    String::from_utf8(output.stdout).context("apt's list is not UTF-8")
}

/// Returns the package, section and description of the first `n` packages in sample order.
pub fn first(available: &str, n: usize) -> Result<Vec<[&str; 3]>> {
    let mut rows = ordered(available);
    ensure!(
        rows.len() >= n,
        "apt knows only {} fitting packages, {n} are needed; run `apt-get update` first",
        rows.len()
    );
    rows.truncate(n);
    Ok(rows)
}

/// Returns the package, section and description of all packages that the sample may contain, in sample order.
fn ordered(available: &str) -> Vec<[&str; 3]> {
    let mut rows = every(available);
    rows.retain(|[_, section, _]| !section.contains('/') && !LEFT_OUT.contains(section));
    let mut seen = BTreeSet::new();
    rows.retain(|[_, _, text]| seen.insert(*text));
    rows
}

/// Returns the name, section and description of every package that has a description.
/// The packages are ordered by the SHA-256 of their names.
pub fn every(available: &str) -> Vec<[&str; 3]> {
    let mut by_name = BTreeMap::new();
    for stanza in available.split("\n\n") {
        let field = |name: &str| stanza.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let description = field("Description-en:").or_else(|| field("Description:"));
        if let (Some(name), Some(section), Some(text)) = (field("Package:"), field("Section:"), description)
            && !text.is_empty()
        {
            by_name.entry(name).or_insert([name, section, text]);
        }
    }
    let mut rows: Vec<_> = by_name.into_values().collect();
    rows.sort_by_cached_key(|[name, ..]| Sha256::digest(name).to_vec());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_texts_and_sections_without_programs_are_dropped() {
        let available = "Package: a\nDescription: A game\n with more lines\nSection: games\n\n\
                         Package: b\nSection: games\nDescription: A game\n\n\
                         Package: c\nSection: oldlibs\nDescription: transitional\n\n\
                         Package: d\nSection: non-free/net\nDescription-en: A client\n\n\
                         Package: e\nSection: net\nDescription-en: A client\n";
        let mut rows = ordered(available);
        // The packages "a" and "b" have the same text; the hash of the name decides which package is kept.
        rows.sort();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0][1..], ["games", "A game"]);
        assert_eq!(rows[1], ["e", "net", "A client"]);
    }
}
