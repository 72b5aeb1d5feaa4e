//! Classifies the files that the user has dropped or chosen as a table, embeddings, backups, or an encoder.
//! Only names and sizes of the files are used. The readers check the contents.

use crate::projects::backup;

/// Maximum size of an encoder's JSON settings in bytes. Larger JSON files are other data.
pub const MAX_CONFIG_BYTES: u64 = 1_000_000;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileName {
    /// The path of the file, including the dropped folders, separated by slashes.
    pub path: String,
    pub bytes: u64,
}

/// What the given files contain together. The numbers are indices into the list of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassifiedFiles {
    /// If the file with the index `table` is not a table, the table reader rejects the file with a message.
    Table {
        table: usize,
        embeddings: Option<usize>,
    },
    Embeddings(usize),
    Encoder,
    /// Indices of backups, which are read one after another.
    Projects(Vec<usize>),
    /// Indices of several tables. The user must choose one of them, because each table would be a separate project.
    Many(Vec<usize>),
}

/// File extensions of packed (compressed) files. In `pool.csv.gz`, the extension of the packed table is `csv`.
const PACKING_EXTENSIONS: [&str; 5] = ["gz", "gzip", "zst", "zstd", "bz2"];

/// File extensions of tables, in groups of decreasing certainty.
/// If a file of one group exists, files of later groups are ignored.
const TABLE_EXTENSIONS: [&[&str]; 3] = [
    &[
        "csv", "tsv", "tab", "jsonl", "ndjson", "xlsx", "xlsm", "xlsb", "xls", "ods", "parquet", "pq", "gz", "gzip",
        "zst", "zstd", "bz2",
    ],
    &["json", "js"],
    &["txt"],
];

/// File extensions of documents, pictures, programs and settings that often accompany embeddings in a folder.
const ACCOMPANYING_EXTENSIONS: [&str; 9] = ["md", "rst", "py", "ipynb", "png", "jpg", "jpeg", "pdf", "yaml"];

/// Names (without extension) of files that are often in the same folder as embeddings.
const ACCOMPANYING_NAMES: [&str; 2] = ["license", "readme"];

const ENCODER_JSON_FILES: [&str; 10] = [
    "added_tokens.json",
    "config.json",
    "config_sentence_transformers.json",
    "generation_config.json",
    "modules.json",
    "ort_config.json",
    "quantize_config.json",
    "sentence_bert_config.json",
    "special_tokens_map.json",
    "tokenizer_config.json",
];

/// A CSV file next to the files of an encoder is ignored.
pub fn classify_files(files: &[FileName]) -> ClassifiedFiles {
    let find = |ends: &[&str]| {
        files
            .iter()
            .position(|file| ends.iter().any(|end| has_extension(&file.path, end)))
    };
    if find(&[".onnx"]).is_some() {
        return ClassifiedFiles::Encoder;
    }
    let those = |is: &dyn Fn(&FileName) -> bool| -> Vec<usize> {
        (0..files.len()).filter(|&index| is(&files[index])).collect()
    };
    let projects = those(&|file| is_project(&file.path));
    let tables = TABLE_EXTENSIONS.iter().map(|ends| {
        let is_table =
            |file: &FileName| ends.contains(&extension(&file.path).as_str()) && !belongs_to_encoder(&file.path);
        those(&is_table)
    });
    let mut tables = tables.filter(|tables| !tables.is_empty());
    let embeddings = find(&[".npy"]);
    let encoder = find(&[".json", ".onnx_data", ".onnx.data", ".safetensors"]);
    match (&projects[..], tables.next().as_deref()) {
        // An archive next to embeddings contains a table, because embeddings accompany only tables.
        (&[archive], None) if embeddings.is_some() && is_archive(&files[archive].path) => ClassifiedFiles::Table {
            table: archive,
            embeddings,
        },
        (&[], Some(&[table])) => ClassifiedFiles::Table { table, embeddings },
        (&[], Some(tables)) => ClassifiedFiles::Many(tables.to_vec()),
        (&[], None) if encoder.is_some() => ClassifiedFiles::Encoder,
        (&[], None) => {
            // File managers add hidden files such as `.DS_Store` to folders.
            let is_other = |file: &FileName| {
                let is_hidden = last_part(&file.path).starts_with('.');
                let accompanies = embeddings.is_some() && accompanies_embeddings(&file.path);
                !has_extension(&file.path, ".npy") && !is_hidden && !accompanies
            };
            match (&those(&is_other)[..], embeddings) {
                (&[], Some(embeddings)) => ClassifiedFiles::Embeddings(embeddings),
                (&[], None) => ClassifiedFiles::Table {
                    table: 0,
                    embeddings: None,
                },
                (&[table], embeddings) => ClassifiedFiles::Table { table, embeddings },
                (others, _) => ClassifiedFiles::Many(others.to_vec()),
            }
        }
        (projects, None) => ClassifiedFiles::Projects(projects.to_vec()),
        (projects, Some(tables)) => ClassifiedFiles::Many([projects, tables].concat()),
    }
}

/// The file extension in lower case. For a packed table such as `pool.csv.gz`, the extension is `csv`.
fn extension(path: &str) -> String {
    let name = last_part(path).to_ascii_lowercase();
    let (stem, end) = name.rsplit_once('.').unwrap_or_default();
    let inner = stem.rsplit_once('.').map_or("", |(_, inner)| inner);
    let is_packed_table =
        PACKING_EXTENSIONS.contains(&end) && TABLE_EXTENSIONS.iter().any(|ends| ends.contains(&inner));
    let extension = if is_packed_table { inner } else { end };
    extension.to_owned()
}

fn belongs_to_encoder(path: &str) -> bool {
    is_tokenizer(path) || ENCODER_JSON_FILES.contains(&last_part(path))
}

fn accompanies_embeddings(path: &str) -> bool {
    let name = last_part(path).to_ascii_lowercase();
    match name.rsplit_once('.') {
        Some((_, end)) => ACCOMPANYING_EXTENSIONS.contains(&end),
        None => ACCOMPANYING_NAMES.contains(&name.as_str()),
    }
}

/// Whether the file may be a backup, or an archive that contains a table.
/// A backup is a ZIP archive, and some programs change the extension of a backup to `.zip`.
pub fn is_project(path: &str) -> bool {
    extension(path) == backup::EXTENSION || is_archive(path)
}

/// Only the content of a ZIP archive shows whether the archive is a backup or contains a table.
pub fn is_archive(path: &str) -> bool {
    extension(path) == "zip"
}

/// Whether a file among several tables is read as a table. `adds` is true if the user wants to add texts.
/// An archive may be a backup, so an archive is read as a table only if the user wants to add texts.
pub fn may_be_table(path: &str, adds: bool) -> bool {
    !is_project(path) || (adds && is_archive(path))
}

/// Whether the file may contain settings of an encoder.
/// Settings files are small, and are read before the encoder is tried.
pub fn is_config(file: &FileName) -> bool {
    has_extension(&file.path, ".json") && !is_tokenizer(&file.path) && file.bytes <= MAX_CONFIG_BYTES
}

pub(crate) fn has_extension(path: &str, end: &str) -> bool {
    path.to_ascii_lowercase().ends_with(end)
}

pub(crate) fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub(crate) fn is_tokenizer(path: &str) -> bool {
    let name = last_part(path);
    // Browsers save a second download of the same file as `tokenizer (1).json`.
    name == "tokenizer.json" || (name.starts_with("tokenizer (") && name.ends_with(").json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<FileName> {
        let file = |&path: &&str| FileName {
            path: path.into(),
            bytes: 1,
        };
        names.iter().map(file).collect()
    }

    #[test]
    fn archive_is_a_table_if_texts_are_added() {
        let is_table = |path| [false, true].map(|adds| may_be_table(path, adds));
        assert_eq!(is_table("a.csv"), [true, true]);
        assert_eq!(is_table("a.zip"), [false, true]);
        assert_eq!(is_table("a.fastgas"), [false, false]);
    }

    #[test]
    fn tables_and_encoders_are_distinguished() {
        let what = |names: &[&str]| classify_files(&files(names));
        let table = |table, embeddings| ClassifiedFiles::Table { table, embeddings };
        assert_eq!(what(&["pool.csv"]), table(0, None));
        assert_eq!(
            what(&["picture.png"]),
            table(0, None),
            "the reader determines the format"
        );
        assert_eq!(what(&["notes.json", "pool.TSV"]), table(1, None));
        assert_eq!(what(&["answers.json"]), table(0, None));
        assert_eq!(what(&["readme.txt", "answers.json"]), table(1, None));
        assert_eq!(what(&["readme.txt", "tweets.js"]), table(1, None));
        assert_eq!(what(&["a.csv", "b.npy", "c.tsv"]), ClassifiedFiles::Many(vec![0, 2]));
        assert_eq!(what(&["a.fastgas", "b.FASTGAS"]), ClassifiedFiles::Projects(vec![0, 1]));
        assert_eq!(what(&["a.fastgas"]), ClassifiedFiles::Projects(vec![0]));
        assert_eq!(what(&["a.fastgas.zip"]), ClassifiedFiles::Projects(vec![0]));
        assert_eq!(what(&["pool.zip"]), ClassifiedFiles::Projects(vec![0]));
        assert_eq!(what(&["pool.npy", "pool.ZIP"]), table(1, Some(0)));
        assert_eq!(what(&["a.fastgas", "a.npy"]), ClassifiedFiles::Projects(vec![0]));
        assert_eq!(
            what(&["a.fastgas", "b.csv"]),
            ClassifiedFiles::Many(vec![0, 1]),
            "no file is ignored without a message"
        );
        assert_eq!(
            what(&["m/config.json", "m/tokenizer_config.json"]),
            ClassifiedFiles::Encoder
        );
        assert_eq!(what(&["pool.npy", "pool.csv"]), table(1, Some(0)));
        assert_eq!(what(&["pool.npy"]), ClassifiedFiles::Embeddings(0));
        assert_eq!(
            what(&["m/README.md", "m/vocab.txt", "m/MODEL.ONNX"]),
            ClassifiedFiles::Encoder
        );
        assert_eq!(what(&["tokenizer.json"]), ClassifiedFiles::Encoder);
        assert_eq!(what(&["model.safetensors"]), ClassifiedFiles::Encoder);
    }

    #[test]
    fn packed_tables_are_tables() {
        let what = |names: &[&str]| classify_files(&files(names));
        let table = |table, embeddings| ClassifiedFiles::Table { table, embeddings };
        assert_eq!(what(&["pool.npy", "pool.csv.gz"]), table(1, Some(0)));
        assert_eq!(what(&["pool.npy", "pool.PQ"]), table(1, Some(0)));
        for packing in PACKING_EXTENSIONS {
            let (first, second) = (format!("a.csv.{packing}"), format!("b.v2.{packing}"));
            assert_eq!(what(&["pool.npy", first.as_str()]), table(1, Some(0)));
            assert_eq!(
                what(&[first.as_str(), second.as_str()]),
                ClassifiedFiles::Many(vec![0, 1])
            );
            assert_eq!(what(&["a.csv", first.as_str()]), ClassifiedFiles::Many(vec![0, 1]));
        }
        // The extension before `.gz` decides. A `json` file is more likely to be a table than a `txt` file.
        assert_eq!(what(&["notes.txt.gz", "answers.json.gz"]), table(1, None));
        assert_eq!(what(&["notes.json.gz", "pool.csv"]), table(1, None));
    }

    #[test]
    fn files_that_accompany_embeddings_are_ignored() {
        let what = |names: &[&str]| classify_files(&files(names));
        let table = |table, embeddings| ClassifiedFiles::Table { table, embeddings };
        assert_eq!(what(&["m/README.md", "m/pool.npy"]), ClassifiedFiles::Embeddings(1));
        assert_eq!(what(&["m/pool.npy", "m/LICENSE"]), ClassifiedFiles::Embeddings(0));
        for end in ACCOMPANYING_EXTENSIONS {
            let name = format!("m/embed.{}", end.to_ascii_uppercase());
            assert_eq!(
                what(&["m/Readme", name.as_str(), "m/pool.npy"]),
                ClassifiedFiles::Embeddings(2),
                "{end}"
            );
            assert_eq!(
                what(&[name.as_str(), "m/pool.npy", "m/pool.dat"]),
                table(2, Some(1)),
                "{end}"
            );
        }
        // Without embeddings, documents are not ignored. The table reader rejects them with a message.
        assert_eq!(what(&["m/README.md"]), table(0, None));
        assert_eq!(what(&["README.md", "LICENSE"]), ClassifiedFiles::Many(vec![0, 1]));
        assert_eq!(what(&["license.dat", "pool.npy"]), table(0, Some(1)));
    }

    #[test]
    fn files_of_unknown_formats_are_not_ignored() {
        let what = |names: &[&str]| classify_files(&files(names));
        let table = |table, embeddings| ClassifiedFiles::Table { table, embeddings };
        assert_eq!(what(&["a.png", "b.dat"]), ClassifiedFiles::Many(vec![0, 1]));
        assert_eq!(what(&["pool.npy", "pool.csv.xz"]), table(1, Some(0)));
        assert_eq!(what(&["a.dat", "pool.npy", "b.dat"]), ClassifiedFiles::Many(vec![0, 2]));
        assert_eq!(what(&["m/.DS_Store", "m/pool.npy"]), ClassifiedFiles::Embeddings(1));
        assert_eq!(what(&["m/.DS_Store", "m/pool"]), table(1, None));
    }
}
