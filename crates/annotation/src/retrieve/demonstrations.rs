//! Labeled texts and their template: the source of every prompt.

use std::collections::BTreeMap;

use ndarray::ArrayView1;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::{Prompt, Shot, TEXT, Template, at_random, most_diverse, most_similar};
use crate::RetrieveError;
use fastgas_data::Pool;
use fastgas_embedding::Embeddings;
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Cost of a labeled text, in addition to the bytes of its cells, in units of the time slice (bytes).
const TEXT_WORK: usize = 256;

/// Minimum number of bytes of a piece of [`Demonstrations::into_pieces`], except for the last piece.
pub const PIECE_BYTES: usize = 1 << 20;

/// Labeled texts with a [`Template`]. Each text has all columns of the template and can therefore be formatted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstrations {
    list: Vec<Demonstration>,
    text_column: String,
    template: Template,
}

/// A text with its label, as an example for the language model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstration {
    /// Row in the pool, from 0.
    pub row: u32,
    /// Label of the text.
    pub label: String,
    /// The cells of the row, indexed by column name.
    pub columns: BTreeMap<String, String>,
}

/// An unlabeled text that the language model is asked to label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The text that replaces `{text}`. The text is compared with the labeled texts.
    pub text: String,
    /// Values for the template's placeholders other than `{text}` and `{label}`.
    pub columns: BTreeMap<String, String>,
}

/// How demonstrations are chosen for a query.
#[derive(Debug)]
pub enum Retrieval<'a> {
    /// The texts most similar to the query, in ascending order of similarity.
    Similar {
        /// Unit vector of the query.
        query: ArrayView1<'a, f32>,
        /// Unit vectors of the labeled texts, in the order of the texts.
        labeled: &'a Embeddings,
    },
    /// Texts that are similar to the query and differ from each other, in ascending order of similarity.
    Diverse {
        /// Unit vector of the query.
        query: ArrayView1<'a, f32>,
        /// Unit vectors of the labeled texts, in the order of the texts.
        labeled: &'a Embeddings,
    },
    /// A random sample of the texts, drawn with this generator.
    Random(&'a mut Xoshiro256PlusPlus),
}

impl Demonstrations {
    /// Collects the `labeled` rows of `pool`, each with its label.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoLabels`] if there are no labeled rows.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    pub fn new(
        pool: &Pool,
        text_column: usize,
        labeled: &[(u32, String)],
        template: Template,
    ) -> Result<Demonstrations, RetrieveError> {
        let mut slices = Slices::whole();
        at_once(Demonstrations::new_in_slices(
            (pool, text_column),
            labeled,
            template,
            &mut slices,
        ))
    }

    /// Like [`Demonstrations::new`], but divides the work into slices. The unit of work is about one byte of a cell.
    /// The size of the time slices does not change the result.
    ///
    /// # Errors
    /// [`Stopped`] if the caller stops the work. The inner result has the errors of [`Demonstrations::new`].
    pub async fn new_in_slices<P: Pause>(
        (pool, text_column): (&Pool, usize),
        labeled: &[(u32, String)],
        template: Template,
        slices: &mut Slices<P>,
    ) -> Result<Result<Demonstrations, RetrieveError>, Stopped> {
        if labeled.is_empty() {
            return Ok(Err(RetrieveError::NoLabels));
        }
        if let Err(error) = template.check_columns(pool.columns()) {
            return Ok(Err(error));
        }
        let mut list = Vec::with_capacity(labeled.len());
        for (row, label) in labeled {
            let instance = pool.instance(*row as usize);
            let n_bytes: usize = instance.cells().map(str::len).sum();
            let cells = instance.cells().map(str::to_owned);
            list.push(Demonstration {
                row: *row,
                label: label.clone(),
                columns: pool.columns().iter().cloned().zip(cells).collect(),
            });
            slices.count(TEXT_WORK + n_bytes).await?;
        }
        Ok(Ok(Demonstrations {
            list,
            text_column: pool.columns()[text_column].clone(),
            template,
        }))
    }

    /// Writes the labeled texts for [`Demonstrations::from_pieces`], in slices. The unit of work is about one byte of a cell.
    /// `take` receives pieces of at least [`PIECE_BYTES`] bytes, except for the last piece.
    /// The size of the time slices does not change the pieces.
    ///
    /// # Errors
    /// [`Stopped`] if the caller stops the work.
    pub async fn into_pieces<P: Pause>(
        self,
        mut take: impl FnMut(&[u8]),
        slices: &mut Slices<P>,
    ) -> Result<(), Stopped> {
        let mut piece = Vec::new();
        for demonstration in self.list {
            let before = piece.len();
            serde_json::to_writer(&mut piece, &demonstration).expect("texts can be written as JSON");
            piece.push(b'\n');
            let n_bytes = piece.len() - before;
            if piece.len() >= PIECE_BYTES {
                take(&piece);
                piece.clear();
            }
            slices.count(TEXT_WORK + n_bytes).await?;
        }
        if !piece.is_empty() {
            take(&piece);
        }
        Ok(())
    }

    /// Reads labeled texts from the output of [`Demonstrations::into_pieces`]. O(bytes).
    ///
    /// # Errors
    /// Fails if a line of a piece is not a labeled text.
    pub fn from_pieces(
        pieces: &[Vec<u8>],
        text_column: String,
        template: Template,
    ) -> Result<Demonstrations, serde_json::Error> {
        let lines = pieces.iter().flat_map(|piece| piece.split(|&byte| byte == b'\n'));
        let lines = lines.filter(|line| !line.is_empty());
        Ok(Demonstrations {
            list: lines.map(serde_json::from_slice).collect::<Result<_, _>>()?,
            text_column,
            template,
        })
    }

    /// Collects labeled texts, in the given order.
    ///
    /// # Errors
    /// Fails with the errors of [`Demonstrations::new`].
    pub(super) fn of(
        list: Vec<Demonstration>,
        text_column: String,
        template: Template,
    ) -> Result<Demonstrations, RetrieveError> {
        let demonstrations = Demonstrations {
            list,
            text_column,
            template,
        };
        if demonstrations.list.is_empty() {
            return Err(RetrieveError::NoLabels);
        }
        demonstrations.inputs()?;
        Ok(demonstrations)
    }

    /// The labeled texts with a different template.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the labeled texts do not have.
    pub fn with_template(self, template: Template) -> Result<Demonstrations, RetrieveError> {
        Demonstrations::of(self.list, self.text_column, template)
    }

    /// The labeled texts, in order.
    pub fn list(&self) -> &[Demonstration] {
        &self.list
    }

    /// The texts of the demonstrations, in the order of the demonstrations.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|demonstration| {
            let text = demonstration.columns.get(&self.text_column);
            text.map_or("", String::as_str)
        })
    }

    /// Name of the column that contains the texts.
    pub fn text_column(&self) -> &str {
        &self.text_column
    }

    /// The template that formats the texts.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The columns that a query needs in addition to its text. Each column occurs once, in the order of the template.
    pub fn columns_asked(&self) -> Vec<&str> {
        let mut columns = self.template.columns();
        columns.retain(|&name| name != TEXT && name != self.text_column);
        columns
    }

    /// The part of the template before the label, filled in for each labeled text of the list.
    pub(crate) fn inputs(&self) -> Result<Vec<String>, RetrieveError> {
        self.list
            .iter()
            .map(|demonstration| self.input(demonstration))
            .collect()
    }

    /// The part of the template before the label, filled in for a labeled text.
    fn input(&self, demonstration: &Demonstration) -> Result<String, RetrieveError> {
        let column = |name: &str| demonstration.columns.get(name).map(String::as_str);
        self.template.input(|name| match name {
            TEXT => column(&self.text_column),
            name => column(name),
        })
    }

    /// Checks that the vector of the query and the vectors of the labeled texts have equal dimensions.
    fn check(&self, query: ArrayView1<'_, f32>, labeled: &Embeddings) -> Result<(), RetrieveError> {
        assert_eq!(
            labeled.len(),
            self.list.len(),
            "there must be a vector for every labeled text"
        );
        match query.len() == labeled.dimensions() {
            true => Ok(()),
            false => Err(RetrieveError::DimensionsDiffer {
                pack: labeled.dimensions() as u32,
                query: query.len() as u32,
            }),
        }
    }

    /// Builds the prompt for `query` with at most `shots` demonstrations.
    /// The function calls [`Demonstrations::retrieve`], then [`Demonstrations::prompt_with`].
    ///
    /// # Errors
    /// Fails with the errors of [`Demonstrations::retrieve`].
    ///
    /// # Panics
    /// Panics if the number of vectors differs from the number of labeled texts.
    pub fn prompt(&self, query: &Query, retrieval: Retrieval<'_>, shots: usize) -> Result<Prompt, RetrieveError> {
        self.prompt_with(query, &self.retrieve(query, retrieval, shots)?)
    }

    /// Chooses at most `shots` demonstrations for `query`.
    /// Returns the indices of the demonstrations in [`Demonstrations::list`], in the order of the prompt.
    ///
    /// A labeled text whose input equals the input of the query is skipped, because the text would reveal the answer.
    /// O(n·d) time for the cosines of n texts, and O(n) time for the inputs.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the query lacks.
    /// Returns [`RetrieveError::DimensionsDiffer`] for a vector of a different encoder.
    ///
    /// # Panics
    /// Panics if the number of vectors differs from the number of labeled texts.
    pub fn retrieve(&self, query: &Query, retrieval: Retrieval<'_>, shots: usize) -> Result<Vec<usize>, RetrieveError> {
        let own_input = self.input_of(query)?;
        let inputs = self.inputs()?;
        let is_itself = |place: usize| inputs[place] == own_input;
        Ok(match retrieval {
            Retrieval::Similar { query, labeled } => {
                self.check(query, labeled)?;
                most_similar(query, labeled, is_itself, shots)
            }
            Retrieval::Diverse { query, labeled } => {
                self.check(query, labeled)?;
                most_diverse(query, labeled, is_itself, shots)
            }
            Retrieval::Random(rng) => at_random(inputs.len(), is_itself, shots, rng),
        })
    }

    /// Builds the prompt for `query` with the demonstrations at the indices `chosen` of [`Demonstrations::list`].
    /// O(size of the prompt in bytes) time.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the query lacks.
    ///
    /// # Panics
    /// Panics if an index of a demonstration is out of range.
    pub fn prompt_with(&self, query: &Query, chosen: &[usize]) -> Result<Prompt, RetrieveError> {
        let shot = |&place: &usize| {
            let demonstration = &self.list[place];
            Ok(Shot {
                input: self.input(demonstration)?,
                label: demonstration.label.clone(),
            })
        };
        Ok(Prompt {
            shots: chosen.iter().map(shot).collect::<Result<_, RetrieveError>>()?,
            query: self.input_of(query)?,
            behind: self.template.behind().into(),
        })
    }

    /// The part of the template before the label, filled in for the query.
    pub(crate) fn input_of(&self, query: &Query) -> Result<String, RetrieveError> {
        self.template.input(|name| match name {
            TEXT => Some(&query.text),
            name if name == self.text_column => Some(&query.text),
            name => query.columns.get(name).map(String::as_str),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_data::load;
    use fastgas_progress::NoPause;
    use rand::SeedableRng;

    const POOL: &str = "id,text\n7,north\n8,east\n9,north east\n10,west\n";

    fn demonstrations(template: &str) -> Demonstrations {
        let pool = load(POOL.as_bytes()).expect("a table");
        let labeled = [(3, "W"), (0, "N"), (2, "NE"), (1, "E")].map(|(row, label)| (row, label.to_owned()));
        let template = Template::read(template).expect("a template");
        Demonstrations::new(&pool, 1, &labeled, template).expect("its columns are there")
    }

    fn vectors() -> Embeddings {
        let rows: Vec<[f32; 2]> = vec![[-1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
        Embeddings::normalized(rows.into()).expect("no row is zero")
    }

    fn query(text: &str) -> Query {
        Query {
            text: text.into(),
            columns: BTreeMap::new(),
        }
    }

    fn similar(
        demonstrations: &Demonstrations,
        query: &Query,
        vector: &[f32],
        shots: usize,
    ) -> Result<Prompt, RetrieveError> {
        let labeled = vectors();
        let retrieval = Retrieval::Similar {
            query: ArrayView1::from(vector),
            labeled: &labeled,
        };
        demonstrations.prompt(query, retrieval, shots)
    }

    #[test]
    fn most_similar_demonstration_is_last_and_the_text_itself_is_skipped() {
        let demonstrations = demonstrations("{text} = {label}");
        let similar = |text: &str, shots| {
            let prompt = similar(&demonstrations, &query(text), &[0.6, 0.8], shots);
            prompt.expect("a prompt").text()
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
    fn retrieved_indices_make_the_same_prompt_each_time() {
        let (demonstrations, labeled) = (demonstrations("{text} = {label}"), vectors());
        let vector = [0.6f32, 0.8];
        let retrieval = || Retrieval::Similar {
            query: ArrayView1::from(&vector[..]),
            labeled: &labeled,
        };
        let query = query("north by east");
        let places = demonstrations.retrieve(&query, retrieval(), 2).expect("two texts");
        // The list of demonstrations begins with the texts west, north and north east.
        assert_eq!(places, [1, 2]);
        let prompt = demonstrations.prompt_with(&query, &places);
        assert_eq!(prompt, demonstrations.prompt(&query, retrieval(), 2));
        assert_eq!(prompt, demonstrations.prompt_with(&query, &places));
        let fewer = demonstrations.prompt_with(&query, &places[1..]).expect("a prompt");
        assert_eq!(fewer.text(), "north east = NE\n\nnorth by east =");
    }

    #[test]
    fn random_demonstrations_depend_only_on_the_seed() {
        let demonstrations = demonstrations("{text} = {label}");
        let random = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            demonstrations
                .prompt(&query("east"), Retrieval::Random(&mut rng), 3)
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
        let demonstrations = demonstrations("{id}: {text} = {label}");
        assert_eq!(demonstrations.columns_asked(), ["id"]);
        let mut query = query("south");
        let prompt = |query: &Query| similar(&demonstrations, query, &[1.0, 0.0], 1);
        assert_eq!(prompt(&query), Err(RetrieveError::NoColumn { column: "id".into() }));
        query.columns.insert("id".into(), "11".into());
        assert_eq!(prompt(&query).expect("a prompt").text(), "8: east = E\n\n11: south =");
        let missing = RetrieveError::NoColumn { column: "title".into() };
        assert_eq!(
            demonstrations.with_template(Template::read("{title}{label}").expect("a template")),
            Err(missing)
        );
    }

    #[test]
    fn vector_of_another_encoder_is_rejected() {
        assert_eq!(
            similar(&demonstrations("{label}"), &query("east"), &[1.0, 0.0, 0.0], 1),
            Err(RetrieveError::DimensionsDiffer { pack: 2, query: 3 })
        );
    }

    #[test]
    fn size_of_the_slices_does_not_change_the_demonstrations() {
        struct Counted<'a>(&'a mut usize);
        impl Pause for Counted<'_> {
            async fn pause(&mut self) -> Result<(), Stopped> {
                *self.0 += 1;
                Ok(())
            }
        }
        let pool = load(POOL.as_bytes()).expect("a table");
        let labeled = [(3, "W".to_owned()), (0, "N".to_owned())];
        let template = Template::read("{text} = {label}").expect("a template");
        let whole = Demonstrations::new(&pool, 1, &labeled, template.clone());
        let mut n_pauses = 0;
        let mut slices = Slices::new(1, Counted(&mut n_pauses));
        let work = Demonstrations::new_in_slices((&pool, 1), &labeled, template, &mut slices);
        assert_eq!(at_once(work), whole);
        assert_eq!(n_pauses, 2, "the work pauses after each text");
    }

    #[test]
    fn demonstrations_are_read_back_from_their_pieces() {
        let text = "a \"b\"\nc\u{1f600}".repeat(1 << 16);
        let cells = format!("0{text}1{text}2x");
        let n = text.len() as u32 + 1;
        let ends = vec![1, n, n + 1, 2 * n, 2 * n + 1, 2 * n + 2];
        let pool = Pool::from_parts(vec!["id".into(), "text".into()], cells, ends).expect("a pool");
        let labeled = [(0, "N".to_owned()), (1, "\n".to_owned()), (2, "S".to_owned())];
        let template = Template::read("{text} = {label}").expect("a template");
        let demonstrations = Demonstrations::new(&pool, 1, &labeled, template.clone()).expect("labels");
        let pieces = |size| {
            let mut pieces = Vec::new();
            let mut slices = Slices::new(size, NoPause);
            let take = |piece: &[u8]| pieces.push(piece.to_vec());
            at_once(demonstrations.clone().into_pieces(take, &mut slices));
            pieces
        };
        let whole = pieces(usize::MAX);
        assert_eq!(whole.len(), 2, "the second text fills the first piece");
        assert!(pieces(1) == whole);
        let all = whole.concat();
        let lines: Vec<Vec<u8>> = all.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        assert_eq!(lines.len(), 3, "one line for each text");
        for pieces in [whole, lines] {
            let read = Demonstrations::from_pieces(&pieces, "text".into(), template.clone());
            assert!(read.is_ok_and(|read| read == demonstrations));
        }
        assert!(Demonstrations::from_pieces(&[b"{}\n".to_vec()], "text".into(), template).is_err());
    }

    #[test]
    fn missing_labels_or_columns_are_rejected() {
        let pool = load(POOL.as_bytes()).expect("a table");
        let template = |source| Template::read(source).expect("a template");
        let one = [(0, "N".to_owned())];
        let none = Demonstrations::new(&pool, 1, &[], template("{label}"));
        assert_eq!(none, Err(RetrieveError::NoLabels));
        let missing = Demonstrations::new(&pool, 1, &one, template("{title}{label}"));
        assert_eq!(missing, Err(RetrieveError::NoColumn { column: "title".into() }));
        assert_eq!(template("{text}{id}{label}").check_columns(pool.columns()), Ok(()));
        // The text column can be referenced as `{text}` or by its column name.
        let by_name = Demonstrations::new(&pool, 0, &one, template("{text}, {id}: {label}")).expect("a template");
        assert!(by_name.columns_asked().is_empty());
        assert_eq!(by_name.texts().collect::<Vec<_>>(), ["7"]);
    }
}
