//! Pools of Debian package descriptions and their embeddings, in target/bench/pools.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::project::{self, cargo, root, target};
use crate::sample;

/// Where a pool lies.
#[derive(Clone, Debug)]
pub struct Pool {
    /// How many texts.
    pub n: usize,
    /// Columns `package`, `section` and `text`.
    pub texts: PathBuf,
    /// float32, n×384, rows of length 1.
    pub embeddings: PathBuf,
}

impl Pool {
    /// The sample that the page has: 3,000 different descriptions.
    pub fn sample() -> Result<Pool> {
        Pool::embedded(3_000, root().join("www/samples/debian-packages.csv"), "sample")
    }

    /// The first `n` of all packages that apt knows, or all of them. Texts that come twice stay: real pools have them.
    /// Behind all descriptions come those that have the package's name before them, “vim: Vi IMproved”.
    pub fn debian(n: Option<usize>) -> Result<Pool> {
        let available = sample::available()?;
        let mut rows = sample::every(&available);
        let n = n.unwrap_or(rows.len());
        let named: Vec<String> = rows.iter().map(|[name, _, text]| format!("{name}: {text}")).collect();
        let again: Vec<_> = rows
            .iter()
            .zip(&named)
            .map(|(&[name, section, _], text)| [name, section, text])
            .collect();
        rows.extend(again);
        ensure!(
            rows.len() >= n,
            "apt knows only {} packages, {n} texts are needed; run `apt-get update` first",
            named.len()
        );
        rows.truncate(n);
        let folder = folder()?;
        let texts = folder.join(format!("debian-{n}.csv"));
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(["package", "section", "text"])?;
        for row in rows {
            csv.write_record(row)?;
        }
        let bytes = csv.into_inner().context("in memory nothing fails")?;
        // Written only where it differs: embeddings that are newer than their texts are kept.
        if fs::read(&texts).ok().as_ref() != Some(&bytes) {
            fs::write(&texts, bytes).with_context(|| format!("writing {}", texts.display()))?;
        }
        Pool::embedded(n, texts, &format!("debian-{n}"))
    }

    /// Embeds `texts` by `fastgas embed`, unless an earlier run has.
    fn embedded(n: usize, texts: PathBuf, name: &str) -> Result<Pool> {
        let folder = folder()?;
        let embeddings = folder.join(format!("{name}.npy"));
        if !is_newer(&embeddings, &texts) {
            let mut embed = Command::new(program()?);
            embed.arg("embed").arg(&texts).args(["--text", "text"]);
            embed
                .arg("--cache")
                .arg(folder.join("cache"))
                .arg("--out")
                .arg(&embeddings);
            project::run(&mut embed)?;
        }
        Ok(Pool { n, texts, embeddings })
    }
}

/// Makes all that benches start from and says where it lies.
pub fn make() -> Result<()> {
    for pool in [Pool::sample()?, Pool::debian(Some(30_000))?, Pool::debian(None)?] {
        println!(
            "{} texts: {}, {}",
            pool.n,
            pool.texts.display(),
            pool.embeddings.display()
        );
    }
    Ok(())
}

/// Whether both are there and `made` is not older.
pub fn is_newer(made: &Path, from: &Path) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
    matches!((changed(made), changed(from)), (Ok(made), Ok(from)) if made >= from)
}

/// `fastgas`, optimized.
pub fn program() -> Result<PathBuf> {
    project::run(&mut cargo("build --release --features cli --bin fastgas".split(' ')))?;
    Ok(target()?.join("release/fastgas"))
}

fn folder() -> Result<PathBuf> {
    let folder = target()?.join("bench/pools");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}
