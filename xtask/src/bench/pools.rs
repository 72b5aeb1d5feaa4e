//! Pools of Debian package descriptions with their embeddings, in target/bench/pools.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::sample_data;
use crate::workspace::{self, cargo, root, target};

#[derive(Clone, Debug)]
pub struct Pool {
    pub n: usize,
    /// CSV file with the `package`, `section` and `text` columns.
    pub texts: PathBuf,
    /// .npy file with an n×384 matrix of float32, whose rows have length 1.
    pub embeddings: PathBuf,
}

impl Pool {
    /// Pool of the sample in the page: 3,000 distinct package descriptions.
    pub fn sample() -> Result<Pool> {
        let texts = root().join("www/samples/debian-packages.csv");
        Pool::embedded(3_000, texts, "sample", program)
    }

    /// Pool of `n` package descriptions. If `n` is `None`, the pool has one description for each package that apt knows.
    /// Duplicate texts are kept, because real pools have duplicates.
    /// If there are fewer than `n` packages, descriptions prefixed with the package name follow, as in “vim: Vi IMproved”.
    pub fn debian(n: Option<usize>) -> Result<Pool> {
        let available = sample_data::available()?;
        let mut rows = sample_data::every(&available);
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
        write_if_different(&texts, csv)?;
        Pool::embedded(n, texts, &format!("debian-{n}"), program)
    }

    /// Embeds the `text` column of the file `texts` with `fastgas embed`, unless an earlier run has embedded it.
    /// `name` is the name of the file with the embeddings.
    /// The callback `program` returns the path of `fastgas`, and is called only if the texts must be embedded.
    pub fn embedded(n: usize, texts: PathBuf, name: &str, program: impl FnOnce() -> Result<PathBuf>) -> Result<Pool> {
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
            workspace::run(&mut embed)?;
        }
        Ok(Pool { n, texts, embeddings })
    }
}

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

/// An unchanged file keeps its modification time, so that embeddings that are newer than the file are used again.
pub fn write_if_different(path: &Path, table: csv::Writer<Vec<u8>>) -> Result<()> {
    let bytes = table.into_inner().context("in memory nothing fails")?;
    if fs::read(path).ok().as_ref() != Some(&bytes) {
        fs::write(path, bytes).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// True if the files `made` and `from` exist and `made` is not older than `from`.
pub fn is_newer(made: &Path, from: &Path) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
    matches!((changed(made), changed(from)), (Ok(made), Ok(from)) if made >= from)
}

pub fn program() -> Result<PathBuf> {
    workspace::run(&mut cargo("build --release --features cli --bin fastgas".split(' ')))?;
    Ok(target()?.join("release/fastgas"))
}

pub fn folder() -> Result<PathBuf> {
    let folder = target()?.join("bench/pools");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}
