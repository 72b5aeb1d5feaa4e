//! Everything that prompts are made of, as one file.
//!
//! JSON in UTF-8, read by any language:
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
//! Embeddings are unit vectors of 32-bit floats, each number written with the digits of the 64-bit float that equals
//! it, so that every reader gets exactly the same one back. `hash` names the model's files and arithmetic.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayView1};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::{Prompt, Shot, TEXT, Template, at_random, most_similar};
use crate::embed::Embeddings;
use crate::error::RetrieveError;
use crate::load::Pool;

const FORMAT: &str = "fastgas-few-shot-pack";
const VERSION: u32 = 1;

/// Labeled texts, their embeddings and the template: checked, so that every prompt can be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    model: PackModel,
    template: Template,
    text_column: String,
    demonstrations: Vec<Demonstration>,
    embeddings: Embeddings,
}

/// The encoder whose embeddings these are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackModel {
    /// What people call it.
    pub name: String,
    /// What its vectors depend on: a [`ModelHash`](crate::embed::cache::ModelHash) in digits.
    pub hash: String,
}

/// A labeled text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// Its row in the pool, from 0.
    pub row: u32,
    /// Its label.
    pub label: String,
    /// What stands in every column of the pool.
    pub columns: BTreeMap<String, String>,
}

/// A text without a label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The text that is compared, and stands for `{text}`.
    pub text: String,
    /// What stands for the template's other placeholders.
    pub columns: BTreeMap<String, String>,
}

/// How demonstrations are chosen for a query.
#[derive(Debug)]
pub enum Retrieval<'a> {
    /// The most similar to this unit vector of the query, most similar last.
    Similar(ArrayView1<'a, f32>),
    /// Any, drawn from here.
    Random(&'a mut Xoshiro256PlusPlus),
}

impl Pack {
    /// A pack of `labeled` rows of `pool`, each with its label. `embeddings`: of their texts, in the same order.
    ///
    /// # Errors
    /// [`RetrieveError`] where nothing is labeled, or the template names a column that the pool has not.
    ///
    /// # Panics
    /// When there are more or fewer embeddings than labeled rows.
    pub fn new(
        pool: &Pool,
        text_column: usize,
        labeled: &[(u32, String)],
        embeddings: Embeddings,
        template: Template,
        model: PackModel,
    ) -> Result<Pack, RetrieveError> {
        assert_eq!(embeddings.len(), labeled.len(), "an embedding for every labeled row");
        let demonstrations = labeled.iter().map(|(row, label)| {
            let cells = pool.instance(*row as usize).cells().map(str::to_owned);
            Demonstration {
                row: *row,
                label: label.clone(),
                columns: pool.columns().iter().cloned().zip(cells).collect(),
            }
        });
        Pack {
            model,
            template,
            text_column: pool.columns()[text_column].clone(),
            demonstrations: demonstrations.collect(),
            embeddings,
        }
        .checked()
    }

    fn checked(self) -> Result<Pack, RetrieveError> {
        if self.demonstrations.is_empty() {
            return Err(RetrieveError::NoLabels);
        }
        for demonstration in &self.demonstrations {
            self.input_of(demonstration)?;
        }
        Ok(self)
    }

    /// The same with another template.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] for a column that the labeled texts have not.
    pub fn with_template(self, template: Template) -> Result<Pack, RetrieveError> {
        Pack { template, ..self }.checked()
    }

    /// The encoder whose embeddings these are.
    pub fn model(&self) -> &PackModel {
        &self.model
    }

    /// The template.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The column that holds the texts.
    pub fn text_column(&self) -> &str {
        &self.text_column
    }

    /// The labeled texts.
    pub fn demonstrations(&self) -> &[Demonstration] {
        &self.demonstrations
    }

    /// Their unit vectors, n×d.
    pub fn embeddings(&self) -> &Embeddings {
        &self.embeddings
    }

    fn input_of(&self, demonstration: &Demonstration) -> Result<String, RetrieveError> {
        let column = |name: &str| demonstration.columns.get(name).map(String::as_str);
        self.template.input(|name| match name {
            TEXT => column(&self.text_column),
            name => column(name),
        })
    }

    /// The prompt for `query` with up to `shots` demonstrations.
    ///
    /// A labeled text whose words before the label are those of the query is skipped: the model would be shown the
    /// answer. O(n·d) time for the cosines, and O(n) for the words.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] for a column of the template that the query lacks, and
    /// [`RetrieveError::DimensionsDiffer`] for a vector of another encoder.
    pub fn prompt(&self, query: &Query, retrieval: Retrieval<'_>, shots: usize) -> Result<Prompt, RetrieveError> {
        let own_input = self.template.input(|name| match name {
            TEXT => Some(&query.text),
            name if name == self.text_column => Some(&query.text),
            name => query.columns.get(name).map(String::as_str),
        })?;
        let inputs: Vec<String> = self
            .demonstrations
            .iter()
            .map(|demonstration| self.input_of(demonstration))
            .collect::<Result<_, _>>()?;
        let is_itself = |place: usize| inputs[place] == own_input;
        let chosen = match retrieval {
            Retrieval::Similar(vector) if vector.len() != self.embeddings.dimensions() => {
                return Err(RetrieveError::DimensionsDiffer {
                    pack: self.embeddings.dimensions() as u32,
                    query: vector.len() as u32,
                });
            }
            Retrieval::Similar(vector) => most_similar(vector, &self.embeddings, is_itself, shots),
            Retrieval::Random(rng) => at_random(inputs.len(), is_itself, shots, rng),
        };
        let shot = |place: usize| Shot {
            input: inputs[place].clone(),
            label: self.demonstrations[place].label.clone(),
        };
        Ok(Prompt {
            shots: chosen.into_iter().map(shot).collect(),
            query: own_input,
            behind: self.template.behind().into(),
        })
    }

    /// The file.
    pub fn write(&self) -> String {
        let demonstrations = self.demonstrations.iter().zip(self.embeddings.as_array().rows());
        let file = PackFile {
            format: FORMAT.into(),
            version: VERSION,
            model: self.model.clone(),
            template: self.template.clone(),
            text_column: self.text_column.clone(),
            demonstrations: demonstrations
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

    /// Reads what [`Pack::write`] wrote, here or elsewhere.
    ///
    /// # Errors
    /// [`RetrieveError::Pack`] for what is no pack or a later one's, for embeddings that are not unit vectors of one
    /// length, and for an empty label; also as [`Pack::new`].
    pub fn read(bytes: &[u8]) -> Result<Pack, RetrieveError> {
        let refused = |reason: String| RetrieveError::Pack { reason };
        let head: Head = serde_json::from_slice(bytes).map_err(|error| refused(error.to_string()))?;
        if head.format != FORMAT {
            return Err(refused(format!("its format is `{}`, not `{FORMAT}`", head.format)));
        }
        if head.version != VERSION {
            return Err(refused(format!(
                "its version is {}, and this program reads {VERSION}",
                head.version
            )));
        }
        let file: PackFile = serde_json::from_slice(bytes).map_err(|error| refused(error.to_string()))?;
        let d = file.demonstrations.first().map_or(0, |entry| entry.embedding.len());
        let mut numbers = Vec::with_capacity(file.demonstrations.len() * d);
        let mut demonstrations = Vec::with_capacity(file.demonstrations.len());
        for (entry, place) in file.demonstrations.into_iter().zip(1..) {
            entry
                .check(d)
                .map_err(|reason| refused(format!("demonstration {place} {reason}")))?;
            numbers.extend(entry.embedding.iter().map(|&x| x as f32));
            demonstrations.push(Demonstration {
                row: entry.row,
                label: entry.label,
                columns: entry.columns,
            });
        }
        let rows = Array2::from_shape_vec((demonstrations.len(), d), numbers).expect("d numbers each");
        Pack {
            model: file.model,
            template: file.template,
            text_column: file.text_column,
            embeddings: Embeddings::normalized(rows).map_err(|error| refused(error.to_string()))?,
            demonstrations,
        }
        .checked()
    }
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
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
    fn check(&self, d: usize) -> Result<(), String> {
        if self.label.trim().is_empty() {
            return Err("has no label".into());
        }
        if self.embedding.len() != d {
            return Err(format!(
                "has {} numbers for its embedding, the first has {d}",
                self.embedding.len()
            ));
        }
        let length = self.embedding.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() > 1e-3 {
            return Err(format!("has an embedding of length {length}, not 1"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::tests::any_embeddings;
    use crate::load::load;
    use proptest::prelude::*;
    use rand::SeedableRng;

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
        Pack::new(&pool, 1, &labeled, embeddings, Template::read(template)?, model())
    }

    fn query(text: &str) -> Query {
        Query {
            text: text.into(),
            columns: BTreeMap::new(),
        }
    }

    #[test]
    fn the_nearest_label_stands_nearest_and_the_text_itself_is_skipped() {
        let pack = pack("{text} = {label}").expect("a pack");
        let vector = [0.6, 0.8];
        let similar = |text: &str, shots| {
            let retrieval = Retrieval::Similar(ArrayView1::from(&vector));
            pack.prompt(&query(text), retrieval, shots).expect("a prompt").text()
        };
        assert_eq!(
            similar("north by east", 2),
            "north = N\n\nnorth east = NE\n\nnorth by east ="
        );
        assert_eq!(similar("north east", 2), "east = E\n\nnorth = N\n\nnorth east =");
        assert_eq!(similar("north east", 0), "north east =");
        assert_eq!(
            similar("south", 9).lines().filter(|line| line.contains("= ")).count(),
            4
        );
    }

    #[test]
    fn random_demonstrations_depend_on_the_seed_alone() {
        let pack = pack("{text} = {label}").expect("a pack");
        let random = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            pack.prompt(&query("east"), Retrieval::Random(&mut rng), 3)
                .expect("a prompt")
        };
        assert_eq!(random(1), random(1));
        assert!((0..20).any(|seed| random(seed) != random(1)));
        for seed in 0..20 {
            let labels: Vec<String> = random(seed).shots.into_iter().map(|shot| shot.label).collect();
            assert!(labels.len() == 3 && !labels.contains(&"E".into()), "{labels:?}");
        }
    }

    #[test]
    fn other_columns_come_from_the_pool_and_from_the_query() {
        let pack = pack("{id}: {text} = {label}").expect("a pack");
        let mut query = query("south");
        let vector = [1.0, 0.0];
        let prompt = |query: &Query| pack.prompt(query, Retrieval::Similar(ArrayView1::from(&vector)), 1);
        assert_eq!(prompt(&query), Err(RetrieveError::NoColumn { column: "id".into() }));
        query.columns.insert("id".into(), "11".into());
        assert_eq!(prompt(&query).expect("a prompt").text(), "8: east = E\n\n11: south =");
        let missing = RetrieveError::NoColumn { column: "title".into() };
        assert_eq!(
            pack.with_template(Template::read("{title}{label}").expect("a template")),
            Err(missing)
        );
    }

    #[test]
    fn a_vector_of_another_encoder_is_refused() {
        let vector = [1.0, 0.0, 0.0];
        let refused =
            pack("{label}")
                .expect("a pack")
                .prompt(&query("east"), Retrieval::Similar(ArrayView1::from(&vector)), 1);
        assert_eq!(refused, Err(RetrieveError::DimensionsDiffer { pack: 2, query: 3 }));
    }

    #[test]
    fn what_is_no_pack_is_told_why() {
        let good = pack("{text} = {label}").expect("a pack").write();
        assert!(Pack::read(good.as_bytes()).is_ok());
        let reason = |file: &str| match Pack::read(file.as_bytes()) {
            Err(RetrieveError::Pack { reason }) => reason,
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
        assert!(changed("{label}", "label").contains("`{label}` is missing"));
        assert!(changed("\"row\":0", "\"row\":-1").contains("-1"));
        assert!(changed("\"label\":\"N\"", "\"label\":\" \"").contains("demonstration 2 has no label"));
        assert!(changed("[0.0,1.0]", "[0.0,1.0,0.0]").contains("demonstration 2 has 3 numbers"));
        assert!(changed("[0.0,1.0]", "[0.0,1.5]").contains("demonstration 2 has an embedding of length 1.5"));
        assert!(changed("[0.0,1.0]", "[0.0,null]").contains("null"));
        assert!(changed("\"model\"", "\"made_by\":1,\"model\"").contains("unknown field `made_by`"));
        let empty = &good[..good.find("\"demonstrations\"").expect("it has some")];
        let empty = Pack::read(format!("{empty}\"demonstrations\":[]}}").as_bytes());
        assert_eq!(empty, Err(RetrieveError::NoLabels));
        let other_column = good.replacen("\"text_column\":\"text\"", "\"text_column\":\"words\"", 1);
        let missing = RetrieveError::NoColumn { column: TEXT.into() };
        assert_eq!(Pack::read(other_column.as_bytes()), Err(missing));
    }

    proptest! {
        /// Bit by bit.
        #[test]
        fn what_was_written_comes_back(
            embeddings in any_embeddings(3, 7), labels in prop::collection::vec("\\PC{0,3}x", 3),
            cells in prop::collection::vec("[^\"\0\u{feff}]{0,9}", 3),
        ) {
            let mut file = String::from("text\n");
            for cell in &cells { file += &format!("\"{cell}\"\n"); }
            let pool = load(file.as_bytes()).expect("a table");
            let labeled: Vec<(u32, String)> = (0..).zip(labels).collect();
            let template = Template::read("{text}:{label}").expect("a template");
            let pack = Pack::new(&pool, 0, &labeled, embeddings, template, model()).expect("a pack");
            prop_assert_eq!(Pack::read(pack.write().as_bytes()), Ok(pack));
        }

        #[test]
        fn nothing_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), cut in 0usize..400) {
            let _ = Pack::read(&bytes);
            let good = pack("{text} = {label}").expect("a pack").write();
            prop_assert!(Pack::read(&good.as_bytes()[..cut.min(good.len() - 2)]).is_err());
        }
    }
}
