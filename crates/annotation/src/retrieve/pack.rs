//! Few-shot pack: a file with all the data for building prompts.
//!
//! The format is JSON in UTF-8:
//!
//! ```json
//! {
//!   "format": "fastgas-few-shot-pack", "version": 1,
//!   "model": { "name": "all-MiniLM-L6-v2", "hash": "0f…" },
//!   "template": "{text}\nanswer: {label}",
//!   "text_column": "text",
//!   "demonstrations": [
//!     { "row": 41, "label": "card_arrival", "columns": { "text": "Where is my card?" }, "embedding": [0.01, …] }
//!   ]
//! }
//! ```
//!
//! Embeddings are unit vectors of 32-bit floats.
//! Each number is written with the digits of the 64-bit float of the same value, so every reader recovers the exact value.
//! `hash` identifies the files of the model and the arithmetic of the encoder.

use std::collections::BTreeMap;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{Demonstration, Demonstrations, Template};
use crate::file_head::FileHead;
use crate::{PackReason, RetrieveError};
use fastgas_embedding::Embeddings;

const FORMAT: &str = "fastgas-few-shot-pack";
const VERSION: u32 = 1;

/// Labeled texts, their template, and their embeddings.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    model: PackModel,
    demonstrations: Demonstrations,
    embeddings: Embeddings,
}

/// The encoder that computed the embeddings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackModel {
    /// Display name of the encoder.
    pub name: String,
    /// Hash of all data that determine the vectors: a hexadecimal [`ModelHash`](fastgas_embedding::cache::ModelHash).
    pub hash: String,
}

impl Pack {
    /// Creates a few-shot pack.
    /// `embeddings` contains the embeddings of the demonstrations' texts, in the same order as the texts.
    ///
    /// # Panics
    /// Panics if the number of embeddings differs from the number of demonstrations.
    pub fn new(demonstrations: Demonstrations, embeddings: Embeddings, model: PackModel) -> Pack {
        assert_eq!(
            embeddings.len(),
            demonstrations.list().len(),
            "there must be an embedding for every demonstration"
        );
        Pack {
            model,
            demonstrations,
            embeddings,
        }
    }

    /// The pack with a different template.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the labeled texts do not have.
    pub fn with_template(self, template: Template) -> Result<Pack, RetrieveError> {
        Ok(Pack {
            demonstrations: self.demonstrations.with_template(template)?,
            ..self
        })
    }

    /// The encoder that computed the embeddings.
    pub fn model(&self) -> &PackModel {
        &self.model
    }

    /// The labeled texts, and the template that formats each of them.
    pub fn demonstrations(&self) -> &Demonstrations {
        &self.demonstrations
    }

    /// Unit vectors of the n labeled texts, as an n×d matrix.
    pub fn embeddings(&self) -> &Embeddings {
        &self.embeddings
    }

    /// The content of the pack file.
    pub fn write(&self) -> String {
        let demonstrations = self.demonstrations.list().iter();
        let file = PackFile {
            format: FORMAT.into(),
            version: VERSION,
            model: self.model.clone(),
            template: self.demonstrations.template().clone(),
            text_column: self.demonstrations.text_column().into(),
            demonstrations: demonstrations
                .zip(self.embeddings.as_array().rows())
                .map(|(demonstration, vector)| Entry {
                    row: demonstration.row,
                    label: demonstration.label.clone(),
                    columns: demonstration.columns.clone(),
                    embedding: vector.iter().map(|&x| f64::from(x)).collect(),
                })
                .collect(),
        };
        serde_json::to_string(&file).expect("strings and finite numbers always make JSON") + "\n"
    }

    /// Reads the output of [`Pack::write`], or a file with equivalent JSON.
    ///
    /// # Errors
    /// Returns [`RetrieveError::Pack`] if the file is not a pack or has a different version.
    /// Also fails if the embeddings are not unit vectors of one dimension, or if a label is empty.
    /// Also returns any error from [`Demonstrations::new`].
    pub fn read(bytes: &[u8]) -> Result<Pack, RetrieveError> {
        let refused = |reason| RetrieveError::Pack { reason };
        let malformed = |error: serde_json::Error| refused(PackReason::Json(error.into()));
        let head: FileHead = serde_json::from_slice(bytes).map_err(malformed)?;
        let checked = head.check(FORMAT, VERSION);
        checked.map_err(|reason| refused(PackReason::Head(reason)))?;
        let file: PackFile = serde_json::from_slice(bytes).map_err(malformed)?;
        let d = file.demonstrations.first().map_or(0, |entry| entry.embedding.len());
        let mut numbers = Vec::with_capacity(file.demonstrations.len() * d);
        let mut demonstrations = Vec::with_capacity(file.demonstrations.len());
        for (entry, place) in file.demonstrations.into_iter().zip(1..) {
            entry.check(place, d).map_err(refused)?;
            numbers.extend(entry.embedding.iter().map(|&x| x as f32));
            demonstrations.push(Demonstration {
                row: entry.row,
                label: entry.label,
                columns: entry.columns,
            });
        }
        let rows = Array2::from_shape_vec((demonstrations.len(), d), numbers).expect("d numbers each");
        Ok(Pack {
            model: file.model,
            embeddings: Embeddings::normalized(rows).map_err(|error| refused(PackReason::Embeddings(error)))?,
            demonstrations: Demonstrations::of(demonstrations, file.text_column, file.template)?,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    format: String,
    version: u32,
    model: PackModel,
    template: Template,
    text_column: String,
    demonstrations: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    row: u32,
    label: String,
    columns: BTreeMap<String, String>,
    embedding: Vec<f64>,
}

impl Entry {
    fn check(&self, place: u64, d: usize) -> Result<(), PackReason> {
        if self.label.trim().is_empty() {
            return Err(PackReason::NoLabel { place });
        }
        if self.embedding.len() != d {
            return Err(PackReason::Dimensions {
                place,
                found: self.embedding.len() as u64,
                expected: d as u64,
            });
        }
        let length = self.embedding.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() > 1e-3 {
            return Err(PackReason::Length { place, length });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieve::TEXT;
    use fastgas_data::load;
    use fastgas_embedding::fixtures::any_embeddings;
    use proptest::prelude::*;

    const POOL: &str = "id,text\n7,north\n8,east\n9,north east\n10,west\n";

    fn model() -> PackModel {
        PackModel {
            name: "compass".into(),
            hash: "00ff".into(),
        }
    }

    fn pack(template: &str) -> Result<Pack, RetrieveError> {
        let pool = load(POOL.as_bytes()).expect("a table");
        let rows: Vec<[f32; 2]> = vec![[-1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
        let labeled = [(3, "W"), (0, "N"), (2, "NE"), (1, "E")].map(|(row, label)| (row, label.to_owned()));
        let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
        let demonstrations = Demonstrations::new(&pool, 1, &labeled, Template::read(template)?)?;
        Ok(Pack::new(demonstrations, embeddings, model()))
    }

    #[test]
    fn invalid_pack_reports_reason() {
        let good = pack("{text} = {label}").expect("a pack").write();
        assert!(Pack::read(good.as_bytes()).is_ok());
        let reason = |file: &str| match Pack::read(file.as_bytes()) {
            Err(RetrieveError::Pack { reason }) => reason.to_string(),
            other => panic!("{other:?}"),
        };
        let changed = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}: {good}");
            reason(&good.replacen(from, to, 1))
        };
        assert!(reason("rank,row\n").contains("line 1"));
        assert!(reason("{}").contains("missing field `format`"));
        assert!(changed(FORMAT, "other").contains("its format is `other`"));
        assert!(changed("\"version\":1", "\"version\":2").contains("its version is 2"));
        assert!(changed("{label}", "label").contains("the template has no `{label}`"));
        assert!(changed("\"row\":0", "\"row\":-1").contains("-1"));
        assert!(changed("\"label\":\"N\"", "\"label\":\" \"").contains("demonstration 2 has no label"));
        assert!(changed("[0.0,1.0]", "[0.0,1.0,0.0]").contains("demonstration 2 has 3 numbers"));
        assert!(changed("[0.0,1.0]", "[0.0,1.5]").contains("demonstration 2 has an embedding of length 1.5"));
        assert!(changed("[0.0,1.0]", "[0.0,null]").contains("null"));
        assert!(changed("\"model\"", "\"made_by\":1,\"model\"").contains("unknown field `made_by`"));
        let empty = &good[..good.find("\"demonstrations\"").expect("the list is not empty")];
        let empty = Pack::read(format!("{empty}\"demonstrations\":[]}}").as_bytes());
        assert_eq!(empty, Err(RetrieveError::NoLabels));
        let other_column = good.replacen("\"text_column\":\"text\"", "\"text_column\":\"words\"", 1);
        let missing = RetrieveError::NoColumn { column: TEXT.into() };
        assert_eq!(Pack::read(other_column.as_bytes()), Err(missing));
    }

    proptest! {
        #[test]
        fn pack_round_trips(
            embeddings in any_embeddings(3, 7), labels in prop::collection::vec("\\PC{0,3}x", 3),
            cells in prop::collection::vec("[^\"\0\u{feff}]{0,9}", 3),
        ) {
            let mut file = String::from("text\n");
            for cell in &cells { file += &format!("\"{cell}\"\n"); }
            let pool = load(file.as_bytes()).expect("a table");
            let labeled: Vec<(u32, String)> = (0..).zip(labels).collect();
            let template = Template::read("{text}:{label}").expect("a template");
            let demonstrations = Demonstrations::new(&pool, 0, &labeled, template).expect("labels and columns");
            let pack = Pack::new(demonstrations, embeddings, model());
            prop_assert_eq!(Pack::read(pack.write().as_bytes()), Ok(pack));
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), cut in 0usize..400) {
            let _ = Pack::read(&bytes);
            let good = pack("{text} = {label}").expect("a pack").write();
            prop_assert!(Pack::read(&good.as_bytes()[..cut.min(good.len() - 2)]).is_err());
        }
    }
}
