//! A project as one file: a backup, or what one annotator hands to another.
//!
//! ```text
//! {"fastgas":2,"head":{…},"columns":["text",…],"rows":[["…",…],…],"parts":{…}|null,
//!  "positions":[[x,y],…]|null,"edges":[[…],[…]]|null,"log":[…],"others":[…]}
//! ```
//!
//! `log` is all that its annotator said and settled, `others` what each of the others said last of each text; version 1 knew of
//! no others.
//!
//! JSON, so that any program can read it and a person can look inside. Embeddings that were brought with the texts are files
//! of their own.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::project::Open;
use crate::app::words::say;
use crate::bridge::{Project, ProjectHead};
use crate::config::Config;
use crate::error::LoadError;
use crate::label::LabelAction;
use crate::load::Pool;
use crate::map::{Joined, Layout};
use crate::partition::Partition;

/// Raised whenever the form changes.
const VERSION: u32 = 2;

/// What such a file's name ends with.
pub const EXTENSION: &str = "fastgas";

/// Its media type.
pub const MEDIA_TYPE: &str = "application/json";

#[derive(Serialize, Deserialize)]
struct Bundle<'a> {
    fastgas: u32,
    head: ProjectHead,
    columns: Vec<Cow<'a, str>>,
    rows: Vec<Vec<Cow<'a, str>>>,
    parts: Option<Parts<'a>>,
    positions: Option<Cow<'a, [[f32; 2]]>>,
    /// Of the kNN graph: where each text's neighbors begin, and those.
    edges: Option<[Cow<'a, [u32]>; 2]>,
    log: Cow<'a, [LabelAction]>,
    #[serde(default)]
    others: Vec<Cow<'a, LabelAction>>,
}

#[derive(Serialize, Deserialize)]
struct Parts<'a> {
    n_parts: u32,
    part_of: Cow<'a, [u32]>,
}

/// The part that every version has.
#[derive(Deserialize)]
struct Version {
    fastgas: u32,
}

/// The file of this project; `draft` are the settings while nothing is selected. O(size of the project).
pub fn write(open: &Open, draft: &Config) -> String {
    let others = open.team.sayings().map(Cow::Borrowed).collect();
    to_json(open, open.head(draft), open.log(), others)
}

/// The same without anything that anybody said of the texts, for a colleague who is to label them too. O(size of the project).
pub fn write_unlabeled(open: &Open, draft: &Config) -> String {
    let head = ProjectHead {
        annotator: None,
        backup: None,
        ..open.head(draft)
    };
    to_json(open, head, Vec::new(), Vec::new())
}

fn to_json(open: &Open, head: ProjectHead, log: Vec<LabelAction>, others: Vec<Cow<'_, LabelAction>>) -> String {
    let parts = open.outcome.as_ref().map(|outcome| Parts {
        n_parts: outcome.partition.n_parts,
        part_of: Cow::from(&outcome.partition.part_of),
    });
    let cells = open.pool.instances().map(|instance| instance.cells().map(Cow::from));
    let bundle = Bundle {
        fastgas: VERSION,
        head,
        columns: open.pool.columns().iter().map(Cow::from).collect(),
        rows: cells.map(Iterator::collect).collect(),
        parts,
        positions: open.layout.as_ref().map(|layout| Cow::from(&layout.positions)),
        edges: open.joined.as_ref().map(|joined| joined.parts().map(Cow::from)),
        log: Cow::from(log),
        others,
    };
    serde_json::to_string(&bundle).expect("text and numbers make JSON")
}

/// The project that such a file holds. Nothing of its log is on this machine's disk yet.
///
/// # Errors
/// [`LoadError::NotProject`]: no such file, of a later version, or pieces that do not fit together.
pub fn read(bytes: &[u8]) -> Result<Open, LoadError> {
    let not = |reason: String| LoadError::NotProject { reason };
    let Version { fastgas } = serde_json::from_slice(bytes).map_err(|error| not(error.to_string()))?;
    if !(1..=VERSION).contains(&fastgas) {
        return Err(not(say!(
            "bundle-version-page-reads-versions",
            fastgas,
            version = VERSION
        )));
    }
    let bundle: Bundle<'_> = serde_json::from_slice(bytes).map_err(|error| not(error.to_string()))?;
    let pool = pool(&bundle)?;
    let edges = bundle.edges.map(|[offsets, neighbors]| {
        Joined::from_parts(offsets.into_owned(), neighbors.into_owned(), pool.len())
            .ok_or_else(|| not(say!("bundle-edges-none-texts")))
    });
    let project = Project {
        joined: edges.transpose()?,
        others: bundle.others.into_iter().map(Cow::into_owned).collect(),
        pool: Arc::new(pool),
        partition: bundle.parts.map(|parts| Partition {
            part_of: parts.part_of.into_owned(),
            n_parts: parts.n_parts,
        }),
        layout: bundle.positions.map(|positions| Layout {
            positions: positions.into_owned(),
        }),
        // They are a file of their own.
        head: ProjectHead {
            embeddings: None,
            ..bundle.head
        },
    };
    let strays = |partition: &Partition| partition.part_of.iter().any(|&part| part >= partition.n_parts);
    if project.partition.as_ref().is_some_and(strays) {
        return Err(not(say!("bundle-text-part-there-not")));
    }
    let mut open = Open::restore(project, bundle.log.into_owned()).map_err(not)?;
    open.history.forget_saved();
    open.team.decisions.forget_saved();
    Ok(open)
}

fn pool(bundle: &Bundle<'_>) -> Result<Pool, LoadError> {
    let not = |reason: String| LoadError::NotProject { reason };
    let (mut cells, mut ends) = (String::new(), Vec::new());
    for (row, of_row) in bundle.rows.iter().enumerate() {
        if of_row.len() != bundle.columns.len() {
            let (has, columns) = (of_row.len(), bundle.columns.len());
            return Err(not(say!("bundle-row-has-cells-columns", row, has, columns)));
        }
        for cell in of_row {
            cells.push_str(cell);
            let end = u32::try_from(cells.len()).map_err(|_| not(say!("bundle-texts-more-than-4")))?;
            ends.push(end);
        }
    }
    let columns = bundle.columns.iter().map(|name| name.clone().into_owned()).collect();
    Pool::from_parts(columns, cells, ends).map_err(|error| not(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixtures;
    use crate::label::Pass;

    fn labeled() -> Open {
        let odd = ["a \"b\"", "one\ntwo", "", "naïve — 東京 🦀", "\u{0}", " c "];
        let pool = fixtures::pool(
            &["text", "more"],
            &odd.map(|cell| [cell, "x"]).each_ref().map(|row| &row[..]),
        );
        let mut open = Open::new("odd.csv".into(), pool, 0, 1.0);
        open.outcome = Some(Arc::new(fixtures::outcome(&[3, 1], 6, Config::default())));
        open.layout = Some(Arc::new(Layout {
            positions: (0..6).map(|row| [row as f32 / 3.0, -0.5]).collect(),
        }));
        open.joined = Joined::from_parts(vec![0, 1, 2, 2, 2, 2, 2], vec![1, 0], 6).map(Arc::new);
        open.label_names = vec!["yes".into(), "no".into()];
        open.guidelines = "Look twice.".into();
        open.history.toggle(3, "yes", 1);
        open.history.toggle(3, "no", 2);
        open.history.note(3, "hm", 3);
        open.history.pass(1, Pass::CannotTell, 4);
        open
    }

    #[test]
    fn what_is_written_comes_back_and_is_yet_to_be_saved() {
        let open = labeled();
        let file = write(&open, &Config::default());
        let read = read(file.as_bytes()).expect("a project");
        assert_eq!(
            (&read.pool, &read.outcome, &read.layout, &read.joined),
            (&open.pool, &open.outcome, &open.layout, &open.joined)
        );
        assert_eq!(read.history.labels(), open.history.labels());
        assert_eq!(read.history.unsaved(), open.history.log());
        assert_eq!(
            (&read.label_names, &read.guidelines),
            (&open.label_names, &open.guidelines)
        );
        assert_eq!(write(&read, &Config::default()), file);
    }

    #[test]
    fn what_is_none_says_why() {
        let says = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut value = serde_json::from_str(&write(&labeled(), &Config::default())).expect("JSON");
            change(&mut value);
            match read(value.to_string().as_bytes()) {
                Err(LoadError::NotProject { reason }) => reason,
                other => panic!("{other:?}"),
            }
        };
        assert!(says(&|value| value["fastgas"] = 3.into()).contains("version 3"));
        assert!(says(&|value| value["fastgas"] = "x".into()).contains("invalid type"));
        assert!(says(&|value| value["rows"][2] = serde_json::json!(["one"])).contains("row 2 has 1 cells"));
        assert!(says(&|value| value["rows"] = serde_json::json!([["a", "b"]])).contains("edges"));
        assert!(says(&|value| value["parts"]["part_of"][0] = 9.into()).contains("part"));
        assert!(says(&|value| value["edges"][0][6] = 3.into()).contains("edges"));
        assert!(says(&|value| value["log"][0]["row"] = 6.into()).contains("row 6"));
        assert!(says(&|value| value["head"]["text_column"] = 2.into()).contains("text column"));
        assert!(says(&|value| drop(value.as_object_mut().expect("an object").remove("log"))).contains("log"));
        assert!(matches!(read(b"text,label\n"), Err(LoadError::NotProject { .. })));
    }
}
