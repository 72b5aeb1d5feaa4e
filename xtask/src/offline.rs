//! Generates the service worker of a site: constants with the list of files, followed by www/service-worker.js.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::folder::files;
use crate::model::multilingual::PART;
use crate::policy;
use crate::workspace::root;

/// The name of the service worker never changes, because browsers check one URL for updates.
pub const SERVICE_WORKER: &str = "service-worker.js";

/// Path prefixes of files that some visits do not need: models, encoder workers, the GPU worker, the table worker.
const LATER: [&str; 4] = ["models/", "worker-encoder", "worker-gpu", "worker-tables"];

pub fn is_needed_later(path: &str) -> bool {
    LATER.iter().any(|beginning| path.starts_with(beginning))
}

/// Writes the service worker of the site in `folder`.
/// All other files must already be complete, because the service worker lists their hashes.
pub fn write(folder: &Path) -> Result<()> {
    let source = root().join("www").join(SERVICE_WORKER);
    let source = fs::read_to_string(&source).with_context(|| format!("reading {}", source.display()))?;
    // The file is written under a temporary name and then renamed, because a server may already be serving the folder.
    let incomplete = folder.join(format!(".{SERVICE_WORKER}"));
    fs::write(&incomplete, constants(folder, &source)? + &source)?;
    fs::rename(incomplete, folder.join(SERVICE_WORKER))?;
    Ok(())
}

/// The constants that www/service-worker.js reads.
/// `script` is the content of www/service-worker.js. A changed script is a new version with its own cache.
fn constants(folder: &Path, script: &str) -> Result<String> {
    let mut hashes = BTreeMap::new();
    let mut later = BTreeMap::new();
    let mut headers = Map::new();
    for file in files(folder)? {
        let path = file
            .to_str()
            .with_context(|| format!("{} is no Unicode name", file.display()))?
            .replace('\\', "/");
        // The page stores the parts of the multilingual encoder, so the service worker does not store them.
        if path == SERVICE_WORKER || Path::new(&path).extension().is_some_and(|extension| extension == PART) {
            continue;
        }
        let content = fs::read(folder.join(&file))?;
        if path.ends_with(".html") {
            let policy = policy::header(&String::from_utf8_lossy(&content))?;
            let policy = policy.with_context(|| format!("{path} has no policy"))?;
            // The page's policy also applies to its workers.
            let path = if path == "index.html" { "*" } else { &path };
            let mut own: Map<String, Value> = match path {
                "*" => policy::HEADERS
                    .map(|(name, value)| (name.to_owned(), value.into()))
                    .into_iter()
                    .collect(),
                _ => Map::new(),
            };
            own.insert("content-security-policy".into(), policy.into());
            headers.insert(path.into(), own.into());
        }
        if is_needed_later(&path) {
            later.insert(path.clone(), content.len());
        }
        hashes.insert(path, hex(&Sha256::digest(content)));
    }
    let list = serde_json::to_string_pretty(&hashes)?;
    let version = hex(&Sha256::digest(format!("{list}{}{script}", json!(headers)))[..8]);
    Ok(format!(
        "const VERSION = \"{version}\";\nconst FILES = {list};\nconst LATER = {};\nconst HEADERS = {};\n\n",
        serde_json::to_string_pretty(&later)?,
        serde_json::to_string_pretty(&headers)?
    ))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_listed_and_changed_file_or_script_changes_version() {
        let folder = std::env::temp_dir().join(format!("xtask-offline-{}", std::process::id()));
        fs::create_dir_all(folder.join("models")).unwrap();
        let html = |source: &str| format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{source}\">");
        fs::write(folder.join("index.html"), html("default-src 'none'")).unwrap();
        fs::write(folder.join("endpoint.html"), html("connect-src http:")).unwrap();
        fs::write(folder.join("models/m.onnx"), "abc").unwrap();
        fs::write(folder.join(SERVICE_WORKER), "an old one").unwrap();
        let first = constants(&folder, "script").unwrap();
        // The expected value is the output of sha256sum for `abc`.
        assert!(
            first.contains("\"models/m.onnx\": \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""),
            "{first}"
        );
        assert!(first.contains("const LATER = {\n  \"models/m.onnx\": 3\n};"), "{first}");
        assert!(first.contains("connect-src http:; frame-ancestors 'self'"), "{first}");
        assert!(!first.contains(SERVICE_WORKER), "{first}");
        assert_eq!(first, constants(&folder, "script").unwrap());
        let with_other_script = constants(&folder, "other script").unwrap();
        assert_ne!(first.lines().next(), with_other_script.lines().next());
        fs::write(folder.join("models/m.onnx"), "abd").unwrap();
        let second = constants(&folder, "script").unwrap();
        assert_ne!(first.lines().next(), second.lines().next());
        fs::write(folder.join("endpoint.html"), "no policy").unwrap();
        assert!(constants(&folder, "script").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
