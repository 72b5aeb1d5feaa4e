//! What can go wrong, stage by stage: each error carries its place and numbers, and [`Error::advice`] says what to do.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::config::Method;

/// Any error of the pipeline.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum Error {
    /// While reading a file.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// In the settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// While embedding.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// In a graph file or in given embeddings.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// While measuring what picks are worth.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
    /// While making prompts.
    #[error(transparent)]
    Retrieve(#[from] RetrieveError),
    /// While a language model is asked how sure it is.
    #[error(transparent)]
    Confidence(#[from] ConfidenceError),
    /// In a trace.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// A file that is no pool. Lines count from 1, as editors do; the header is line 1.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum LoadError {
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// More bytes than this program reads.
    #[error("the file has {} MB; the limit is {} MB", bytes / 1_000_000, limit / 1_000_000)]
    TooLarge {
        /// Size of the file.
        bytes: u64,
        /// The largest size that is read.
        limit: u64,
    },
    /// Bytes that are no text in the encoding.
    #[error("line {line}: byte {byte} of the file is not {encoding} text")]
    NotText {
        /// Line of the first bad byte.
        line: u64,
        /// Its offset in the file, from 0.
        byte: u64,
        /// The encoding's name.
        encoding: String,
    },
    /// A zero byte, or the letter of that number in another encoding.
    #[error("line {line}: byte {byte} of the file is zero, which no text has")]
    Zero {
        /// Its line.
        line: u64,
        /// Its offset in the file, from 0.
        byte: u64,
    },
    /// UTF-16 with a byte too many or too few in its midst.
    #[error("line {line}: a byte is too many or missing at byte {byte}, and {encoding} is cut wrongly from there on")]
    Shifted {
        /// The line.
        line: u64,
        /// The offset in the file, from 0.
        byte: u64,
        /// The encoding's name.
        encoding: String,
    },
    /// A name that no encoding has.
    #[error("there is no encoding `{label}`")]
    NoEncoding {
        /// As it was given.
        label: String,
    },
    /// A delimiter that cannot be one.
    #[error("`{}` cannot delimit cells", delimiter.escape_default())]
    Delimiter {
        /// As it was given.
        delimiter: char,
    },
    /// Something is said of the file that says nothing of one of its format.
    #[error("the file is read as {format}, which has no place for `{option}`")]
    NoPlace {
        /// The format, named.
        format: String,
        /// What is said.
        option: String,
    },
    /// A binary format with a known signature, or markup.
    #[error("this is a {format} file, not CSV, TSV, JSON or plain text")]
    NotTable {
        /// The format, named.
        format: String,
    },
    /// Embeddings, and nothing that they are of.
    #[error("no texts are open that these embeddings could belong to")]
    NoPool,
    /// A file that should hold a project.
    #[error("the file holds no project: {reason}")]
    NotProject {
        /// What is wrong with it.
        reason: String,
    },
    /// A backup, or another archive, that is not as it was written.
    #[error("this is a backup, or another ZIP file, and it is damaged: {reason}")]
    Damaged {
        /// What of it is.
        reason: String,
    },
    /// A header and nothing below it, or one line only.
    #[error("the file has a header but no rows")]
    NoRows,
    /// The first line holds no names.
    #[error("line 1 should name the columns, but column {column} is `{cell}`")]
    NoHeader {
        /// The column, from 1.
        column: u64,
        /// What stands there.
        cell: String,
    },
    /// Two columns of one name.
    #[error("line 1: two columns are named `{name}`")]
    DuplicateColumn {
        /// The name.
        name: String,
    },
    /// A row with more or fewer cells than the header.
    #[error("line {line} has {}, the header has {expected}", counted(*cells, "cell"))]
    Ragged {
        /// Line on which it begins.
        line: u64,
        /// Cells in it.
        cells: u64,
        /// Cells in the header.
        expected: u64,
    },
    /// Several rows of another width, or that are no JSON.
    #[error("{first}{}", others(lines, *n))]
    Irregular {
        /// What is wrong with the first of them.
        first: Box<LoadError>,
        /// The lines on which the first few begin, that one included.
        lines: Vec<u64>,
        /// How many there are.
        n: u64,
    },
    /// A line that is no JSON object.
    #[error("line {line}: {reason}")]
    Json {
        /// The line.
        line: u64,
        /// What is wrong, and at which letter.
        reason: String,
    },
    /// A word in the place of a number, which is no JSON and which Python writes all the same.
    #[error("line {line}: `{word}` is no JSON (letter {letter})")]
    NotFinite {
        /// The line.
        line: u64,
        /// The letter in it, from 1.
        letter: u64,
        /// `NaN`, `Infinity` or `-Infinity`.
        word: String,
    },
    /// One UTF-16 unit of a character that has two.
    #[error("line {line}: `{escape}` is half of a character (letter {letter})")]
    HalfCharacter {
        /// The line.
        line: u64,
        /// The letter in it, from 1.
        letter: u64,
        /// As it is written.
        escape: String,
    },
    /// A table in one JSON object.
    #[error("the file is one JSON object that holds a whole table, where each row should be an object")]
    NotRecords,
    /// A template for texts that breaks its rules.
    #[error("line {line}, letter {letter} of the template: {reason}")]
    Template {
        /// The line, from 1.
        line: u32,
        /// The letter in it, from 1.
        letter: u32,
        /// Which rule.
        reason: String,
    },
    /// A row without an id.
    #[error("record {record} has nothing in column `{column}`")]
    NoId {
        /// Which record, from 1.
        record: u64,
        /// The column.
        column: String,
    },
    /// Two rows of one id.
    #[error("records {} and {} both have `{id}` in column `{column}`", records[0], records[1])]
    SameId {
        /// The id.
        id: String,
        /// The column.
        column: String,
        /// Which records, from 1.
        records: [u64; 2],
    },
    /// A quoted cell without its closing quote.
    #[error("line {line}: a quote opens here and never closes")]
    OpenQuote {
        /// Line on which the row begins.
        line: u64,
    },
    /// A column of so many different values that they are no labels.
    #[error("column `{column}` has {different} different labels; the limit is {limit}")]
    NotLabels {
        /// The column.
        column: String,
        /// How many there are.
        different: u64,
        /// How many there may be.
        limit: u64,
    },
    /// A cell that should be a list of labels.
    #[error("record {record} has no list of labels in column `{column}`")]
    NotAList {
        /// The record.
        record: u64,
        /// The column.
        column: String,
    },
    /// No column of that name.
    #[error("there is no column `{name}`; the columns are {}", columns.join(", "))]
    NoColumn {
        /// The name asked for.
        name: String,
        /// Those that there are.
        columns: Vec<String>,
    },
    /// Several columns, and no word which of them holds the texts.
    #[error("the file has several columns: {}", columns.join(", "))]
    WhichColumn {
        /// Their names.
        columns: Vec<String>,
    },
    /// The text column holds nothing at all.
    #[error("column `{name}` is empty in every row")]
    EmptyColumn {
        /// The column.
        name: String,
    },
    /// A pick that is no row of the pool.
    #[error("record {record}: `{cell}` is no row of the pool, whose rows are 0 to {}", n_instances - 1)]
    NotARow {
        /// Which record below the header, from 1.
        record: u64,
        /// What stands in its column `row`.
        cell: String,
        /// N.
        n_instances: u64,
    },
    /// A row that comes again.
    #[error("row {row} has two labels")]
    RowTwice {
        /// Row of the pool, from 0.
        row: u32,
    },
    /// Picks of another pool.
    #[error("row {row} has something else in column `{column}` than the pool")]
    OtherPool {
        /// Row of the pool, from 0.
        row: u32,
        /// The column.
        column: String,
    },
    /// A cell that should be a number.
    #[error("record {record}: column `{column}` holds `{cell}`, which is not {expected}")]
    NotNumber {
        /// Which record below the header, from 1.
        record: u64,
        /// The column.
        column: String,
        /// What stands there.
        cell: String,
        /// What should.
        expected: String,
    },
    /// Two confidences for one text.
    #[error("row {row} of the pool stands twice")]
    RepeatedRow {
        /// Row of the pool, from 0.
        row: u64,
    },
    /// No confidence for a text.
    #[error("row {row} of the pool is missing")]
    MissingRow {
        /// Row of the pool, from 0: the first of those.
        row: u64,
    },
    /// More cells or bytes than 32-bit offsets reach.
    #[error("the table is too large: {what}")]
    TooManyCells {
        /// What overflowed.
        what: String,
    },
}

/// Settings that do not fit the pool.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfigError {
    /// Fewer than two instances.
    #[error("the pool has {}; there is nothing to choose from", counted(u64::from(*n_instances), "text"))]
    PoolTooSmall {
        /// N.
        n_instances: u32,
    },
    /// M = 0.
    #[error("the budget is 0")]
    BudgetZero,
    /// M > N.
    #[error("the budget is {budget}, but the pool has only {n_instances} texts")]
    BudgetAbovePool {
        /// M.
        budget: u32,
        /// N.
        n_instances: u32,
    },
    /// k = 0.
    #[error("the number of neighbors is 0")]
    NeighborsZero,
    /// k ≥ N.
    #[error("{n_neighbors} neighbors were asked for, but each of {n_instances} texts has only {} others", n_instances - 1)]
    NeighborsAbovePool {
        /// k.
        n_neighbors: u32,
        /// N.
        n_instances: u32,
    },
    /// K = 0.
    #[error("the number of parts is 0")]
    PartsZero,
    /// Votes for nobody.
    #[error("the number of neighbors to vote for is 0")]
    VoteNeighborsZero,
    /// A method that needs to know how sure a language model is.
    #[error("vote-k needs a language model's confidence in each text after the first {n_first} picks, and has none")]
    NoConfidences {
        /// Picks that need none.
        n_first: u32,
    },
    /// Confidences and instances differ in number.
    #[error("there are {confidences} confidences, the pool has {n_instances} texts")]
    ConfidencesDiffer {
        /// How many were given.
        confidences: u64,
        /// N.
        n_instances: u64,
    },
    /// A confidence that is not a finite number.
    #[error("the confidence of row {row} is not a finite number")]
    BadConfidence {
        /// Row of the pool, from 0.
        row: u64,
    },
    /// Earlier picks, and a method that makes all picks at once.
    #[error("{} makes all picks at once and cannot go on from earlier ones", method.name())]
    NotExtendable {
        /// The method.
        method: Method,
    },
    /// An earlier pick, or one that was skipped, that the pool does not have.
    #[error("row {row} was picked or skipped earlier, but the pool's rows are 0 to {}", n_instances - 1)]
    EarlierOutside {
        /// Row of the pool, from 0.
        row: u32,
        /// N.
        n_instances: u32,
    },
    /// Picked or skipped twice.
    #[error("row {row} was picked or skipped twice")]
    EarlierTwice {
        /// Row of the pool, from 0.
        row: u32,
    },
    /// As many earlier picks as the budget, or more.
    #[error("the budget is {budget}, and there are {earlier} picks already")]
    NothingToAdd {
        /// M.
        budget: u32,
        /// Earlier picks.
        earlier: u32,
    },
    /// So many are skipped that too few are left.
    #[error("the budget is {budget}, but without the {skipped} skipped ones the pool has only {} texts", n_instances - skipped)]
    TooFewLeft {
        /// M.
        budget: u32,
        /// Skipped instances.
        skipped: u32,
        /// N.
        n_instances: u32,
    },
    /// Out of 0 to 1, or not a number.
    #[error("the imbalance is {imbalance}, outside 0 to 1")]
    Imbalance {
        /// As given.
        imbalance: f64,
    },
}

/// A model that cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EmbedError {
    /// The ONNX file could not be read or does not fit.
    #[error("the model file cannot be used: {reason}")]
    Model {
        /// What the runtime said.
        reason: String,
    },
    /// tokenizer.json could not be read.
    #[error("the tokenizer file cannot be used: {reason}")]
    Tokenizer {
        /// What the tokenizer library said.
        reason: String,
    },
    /// A config file beside the model could not be read, or does not fit.
    #[error("the model's config cannot be used: {reason}")]
    ModelConfig {
        /// What is wrong, and in which file.
        reason: String,
    },
    /// The config files tell of something behind the pooling that the ONNX file does not hold.
    #[error("{file}: the model has a module `{module}`, which is not supported")]
    ModelModule {
        /// The config file.
        file: String,
        /// What it is called there.
        module: String,
    },
    /// A vector came out as not a number.
    #[error("the model gave no finite vector for text {instance}")]
    NotFinite {
        /// Index of the instance in its batch.
        instance: u32,
    },
}

/// A graph, or embeddings, that cannot be used.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum GraphError {
    /// A line of a METIS file that breaks its format.
    #[error("line {line} of the METIS file: {reason}")]
    Metis {
        /// Line, from 1.
        line: u64,
        /// What is wrong there.
        reason: String,
    },
    /// Vertices and rows of the pool differ in number.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}")]
    RowsDiffer {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
    },
    /// The same, where rows of the file are not in the pool.
    #[error("the embeddings have {rows} rows, the pool has {n_instances}, and {n_in_file} with the rows left out")]
    RowsDifferFromBoth {
        /// Rows of the embeddings.
        rows: u64,
        /// Instances of the pool.
        n_instances: u64,
        /// Rows of the file, those that were left out of the pool included.
        n_in_file: u64,
    },
    /// A row that cannot be compared by cosine.
    #[error("row {row} of the embeddings {reason}")]
    BadRow {
        /// Row, from 1.
        row: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// More parts than vertices, or none.
    #[error("{n_parts} parts were asked for, the graph has {n_vertices} vertices")]
    Parts {
        /// K.
        n_parts: u32,
        /// n.
        n_vertices: u32,
    },
    /// An array file of another type or shape.
    #[error("the array file cannot be used: {reason}")]
    Npy {
        /// What the reader said.
        reason: String,
    },
}

/// Picks or labels that cannot be measured.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EvaluateError {
    /// The labels would be the texts, which every selector sees.
    #[error("column `{column}` is given both as the texts and as the labels")]
    SameColumn {
        /// The column.
        column: String,
    },
    /// A row without a label.
    #[error("row {row}: column `{column}` is empty, so there is no label to compare with")]
    NoLabel {
        /// Row, from 0.
        row: u32,
        /// The column.
        column: String,
    },
    /// No pick at all.
    #[error("there are no picks")]
    NoPicks,
    /// A pick that is no row of the pool.
    #[error("row {row} is picked, but the pool has only {n_instances} texts")]
    PickOutside {
        /// Row, from 0.
        row: u32,
        /// N.
        n_instances: u32,
    },
    /// A row that is picked again.
    #[error("row {row} is picked twice")]
    PickTwice {
        /// Row, from 0.
        row: u32,
    },
    /// More or fewer labels than embeddings.
    #[error("there are {labels} labels and {embeddings} embeddings")]
    LabelsDiffer {
        /// How many labels.
        labels: u32,
        /// How many embeddings.
        embeddings: u32,
    },
    /// Embeddings of another encoder.
    #[error("the pool's embeddings have {pool} dimensions, the others {other}")]
    DimensionsDiffer {
        /// d of the pool.
        pool: u32,
        /// d of the others.
        other: u32,
    },
}

/// Templates, labeled texts or queries of which no prompt can be made.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum RetrieveError {
    /// A template that breaks its rules.
    #[error("line {line}, letter {letter} of the template: {reason}")]
    Template {
        /// The line, from 1.
        line: u32,
        /// The letter in it, from 1.
        letter: u32,
        /// Which rule.
        reason: String,
    },
    /// A template without its label.
    #[error("the template has no `{{label}}`")]
    NoPlaceForLabel,
    /// A placeholder that nothing fills.
    #[error("the template asks for `{{{column}}}`, and there is no such column")]
    NoColumn {
        /// The placeholder.
        column: String,
    },
    /// Nothing to show.
    #[error("no text has a label")]
    NoLabels,
    /// A file that is no few-shot pack.
    #[error("this is no few-shot pack: {reason}")]
    Pack {
        /// What is wrong with it.
        reason: String,
    },
    /// An embedding of another encoder, seen by its length.
    #[error("the pack's embeddings have {pack} dimensions, the query's {query}")]
    DimensionsDiffer {
        /// d of the pack.
        pack: u32,
        /// d of the query.
        query: u32,
    },
    /// An embedding of another encoder, seen by its name.
    #[error("the pack was made with the model {pack}, and the query would be embedded with {query}")]
    ModelsDiffer {
        /// The pack's.
        pack: String,
        /// The one at hand.
        query: String,
    },
}

/// A language model that cannot be asked, or an answer that does not tell how sure it is. Rows count from 0.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfidenceError {
    /// An address that is none.
    #[error("`{address}` is no address of a language model: {reason}")]
    Endpoint {
        /// As it was typed.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No name of a model.
    #[error("the language model has no name")]
    NoModel,
    /// No key where one should be.
    #[error("the environment variable `{variable}` is not set")]
    NoKey {
        /// The variable.
        variable: String,
    },
    /// A key that no request can carry.
    #[error("the key has a character that no request can carry")]
    BadKey,
    /// Nobody answers.
    #[error("{host} cannot be reached: {reason}")]
    Unreachable {
        /// Host and port.
        host: String,
        /// What the system or the browser said.
        reason: String,
    },
    /// The server refuses.
    #[error("row {row}: the server answered {status}{}", in_words(said))]
    Status {
        /// The text's row.
        row: u32,
        /// The HTTP status.
        status: u16,
        /// What the server said about it, if anything.
        said: String,
    },
    /// Anything but a language model's answer.
    #[error("row {row}: this is no answer of a language model: {reason}")]
    NotAnswer {
        /// The text's row.
        row: u32,
        /// What is wrong with it.
        reason: String,
    },
    /// An answer, and nothing about how sure it is.
    #[error("row {row}: the answer comes without log-probabilities")]
    NoLogprobs {
        /// The text's row.
        row: u32,
    },
    /// No answer in the answer.
    #[error("row {row}: the model answered nothing")]
    Empty {
        /// The text's row.
        row: u32,
    },
    /// Log-probabilities of something else than the answer.
    #[error("row {row}: the tokens whose log-probabilities came do not spell the answer `{answer}`")]
    OtherTokens {
        /// The text's row.
        row: u32,
        /// What the model answered.
        answer: String,
    },
    /// A log-probability that is none.
    #[error("row {row}: the log-probability of token {token} of the answer is not a number")]
    NotNumber {
        /// The text's row.
        row: u32,
        /// Which token, from 1.
        token: u32,
    },
    /// Some texts got no answer.
    #[error("{unanswered} of {texts} texts have no confidence; {first}")]
    Unanswered {
        /// How many.
        unanswered: u32,
        /// Of how many.
        texts: u32,
        /// Why the first of them.
        first: Box<ConfidenceError>,
    },
    /// An answer that is kept, but not to what is asked now.
    #[error("row {row} was answered by another model, or with another text, template or other examples")]
    OtherQuestion {
        /// The text's row.
        row: u32,
    },
}

/// What others have said, such as a browser, a driver or another library: as it was said, in quotes of its own, so that the page
/// can tell it from this program's words.
pub fn quoted(said: &str) -> String {
    let said = said.trim().trim_end_matches('.');
    format!("“{}”", said.replace(['“', '”'], "\"").replace('`', "'"))
}

/// “1 cell”, “2 cells”.
fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// The lines of the other irregular rows.
fn others(lines: &[u64], n: u64) -> String {
    let (rows, line) = match n.saturating_sub(1) {
        0 => return String::new(),
        1 => ("there is 1 more such row".to_owned(), "line"),
        more => (format!("there are {more} more such rows"), "lines"),
    };
    let named: Vec<String> = lines.iter().skip(1).map(u64::to_string).collect();
    let and_so_on = if (lines.len() as u64) < n { " …" } else { "" };
    format!(", and {rows}: {line} {}{and_so_on}", named.join(", "))
}

fn in_words(said: &str) -> String {
    match said {
        "" => String::new(),
        said => format!(": {said}"),
    }
}

/// A trace that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TraceError {
    /// Another kind of file, or a trace of another version.
    #[error("the file is no trace of this version of FastGAS")]
    Format,
    /// The beginning is right, the rest is not.
    #[error("the trace is cut off or damaged")]
    Broken,
    /// An event that cannot follow those before it.
    #[error("the trace has a step that cannot follow the one before it")]
    Senseless,
    /// A cut or a degree is another than the one that was recorded.
    #[error("the trace says {recorded} where its own steps lead to {found}")]
    Differs {
        /// What the trace says.
        recorded: u64,
        /// What its steps lead to.
        found: u64,
    },
    /// A method that tells of nothing.
    #[error("only the method fastgas tells what it does")]
    Untold,
    /// A graph that cannot be drawn.
    #[error("a graph of {n_vertices} vertices has no places to be drawn at; up to {limit} are given some")]
    Large {
        /// Its size.
        n_vertices: u64,
        /// The largest that is drawn.
        limit: u64,
    },
}

impl LoadError {
    fn advice(&self) -> &'static str {
        match self {
            LoadError::Empty => "Choose a file with one text per row: CSV, TSV, JSON or plain lines.",
            LoadError::TooLarge { .. } => {
                "Split the file, or use the terminal program `fastgas`, which has no such limit."
            }
            LoadError::NotText { .. } => {
                "Say which encoding the file has, or save it as UTF-8 (in a spreadsheet: “CSV UTF-8”) and try again."
            }
            LoadError::Zero { .. } => {
                "Perhaps this is no file of texts, or it is UTF-16 without its mark: then say so. Or say that such bytes are to be read as �."
            }
            LoadError::Shifted { .. } => {
                "Have the program that wrote the file write it once more, best as UTF-8; or put that byte right in an editor that shows bytes. For the rows before it alone, have irregular rows left out."
            }
            LoadError::NoEncoding { .. } => "Name one that the web knows, such as windows-1252, Shift_JIS or gb18030.",
            LoadError::Delimiter { .. } => "Give one ASCII character that is neither a quote nor a line end.",
            LoadError::NoPlace { .. } => "Leave it out, or say with `--format` how else the file is written.",
            LoadError::NotTable { .. } => "Open it in the program it belongs to and save it as CSV (UTF-8).",
            LoadError::NoPool => "Drop the file of the texts first, or both together.",
            LoadError::NotProject { .. } => {
                "Give a file that “Back up” wrote, as it was written. A table that lies in a ZIP file has to be unpacked first."
            }
            LoadError::Damaged { .. } => {
                "Copy it once more from where it was written, in case it was cut off or changed on its way; else take an older backup."
            }
            LoadError::NoRows => {
                "Add rows below the header. If the first line is itself a text, put a line with a column name, such as `text`, above it."
            }
            LoadError::NoHeader { .. } => {
                "Put a line with a name for every column at the top of the file, or say that its first line is a row."
            }
            LoadError::DuplicateColumn { .. } => {
                "Give each column a name of its own, or say that the first line names the columns: then the second gets a number."
            }
            LoadError::Ragged { .. } => {
                "Look at that line: a cell that holds the delimiter or a line break must stand in quotes; say so if these are single ones. Or have such rows padded, or left out."
            }
            LoadError::Irregular { first, .. } => first.advice(),
            LoadError::Json { .. } => {
                "Write one JSON object, or one text in quotes, on each line, or say that the file has another format. Or have such rows left out."
            }
            LoadError::NotFinite { .. } => {
                "Write null in its place, as `to_json` of pandas does; `json.dumps` of Python writes it although JSON has no such word. Or have such rows left out."
            }
            LoadError::HalfCharacter { .. } => {
                "An emoji is written as two such halves, and whatever wrote the file cut one in two, as when it shortened a text: have it write the file again, or delete the half. Or have such rows left out."
            }
            LoadError::NotRecords => {
                "Write an object for each row; with pandas that is `df.to_json(name, orient=\"records\")`."
            }
            LoadError::Template { .. } => "Write columns between braces, as in `{premise} … {hypothesis}`.",
            LoadError::NoId { .. } | LoadError::SameId { .. } => {
                "Choose a column that has another value in each row, or none: rows have numbers of their own."
            }
            LoadError::NotLabels { .. } => "Choose the column of the labels; this one likely holds texts or ids.",
            LoadError::NotAList { .. } => {
                "Say what stands between the labels of a cell, or write each cell like [\"one\", \"two\"]."
            }
            LoadError::OpenQuote { .. } => {
                "Close the quote, or write a literal quote inside a quoted cell as two (\"\"). Or say that quotes belong to the text."
            }
            LoadError::NoColumn { .. } => "Choose one of the columns of the file.",
            LoadError::WhichColumn { .. } => {
                "Say which of them holds the texts (--text), or join several (--text-template)."
            }
            LoadError::EmptyColumn { .. } => "Choose the column that holds the texts.",
            LoadError::NotARow { .. } | LoadError::OtherPool { .. } => {
                "Give the pool that these picks were made from, or make them again."
            }
            LoadError::RowTwice { .. } => "Keep one of the two.",
            LoadError::NotNumber { .. } => "Write numbers with a point and without separators, as 0.25 or -1.5e-3.",
            LoadError::RepeatedRow { .. } | LoadError::MissingRow { .. } => {
                "Give one line for each row of the pool, which count from 0."
            }
            LoadError::TooManyCells { .. } => "Split the file into smaller ones.",
        }
    }
}

impl Error {
    /// What the person can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            Error::Load(error) => error.advice(),
            Error::Config(error) => match error {
                ConfigError::PoolTooSmall { .. } => "Load a file with at least two texts.",
                ConfigError::BudgetZero => "Set the budget to 1 or more.",
                ConfigError::BudgetAbovePool { .. } => "Lower the budget to the size of the pool, or load more texts.",
                ConfigError::NeighborsZero => "Set the number of neighbors to 1 or more; 10 is the usual choice.",
                ConfigError::NeighborsAbovePool { .. } => "Lower the number of neighbors, or load more texts.",
                ConfigError::PartsZero => "Set the number of parts to 1 or more, or to auto.",
                ConfigError::VoteNeighborsZero => "Let each text vote for 1 or more; 150 is the usual choice.",
                ConfigError::NoConfidences { .. } => {
                    "Pick 10 by fast-vote-k, label these, let `fastgas confidences` ask a language model with them as examples, and give what it writes as --confidences."
                }
                ConfigError::ConfidencesDiffer { .. } => "Give one confidence for each text of this very file.",
                ConfigError::BadConfidence { .. } => {
                    "Give a number for every text, such as the mean log-probability of the prediction's tokens."
                }
                ConfigError::NotExtendable { .. } => {
                    "Go on with a method that takes one pick after the other, as fastgas does, or begin anew without the earlier picks."
                }
                ConfigError::EarlierOutside { .. } => "Give the picks that were made from this very file.",
                ConfigError::EarlierTwice { .. } => "Name each row once, as picked or as skipped.",
                ConfigError::NothingToAdd { .. } => {
                    "Raise the budget: it counts all picks, those that there are already included."
                }
                ConfigError::TooFewLeft { .. } => "Lower the budget, or skip fewer texts.",
                ConfigError::Imbalance { .. } => "Give a number between 0 and 1; 0.03 is the usual choice.",
            },
            Error::Embed(error) => match error {
                EmbedError::Model { .. } => "Check that the ONNX file is complete and is a sentence encoder.",
                EmbedError::Tokenizer { .. } => "Use the tokenizer.json that belongs to the model.",
                EmbedError::ModelConfig { .. } => {
                    "Use the config files that belong to the model, or a config.json of your own."
                }
                EmbedError::ModelModule { .. } => {
                    "Use a model of transformer, pooling and normalization only; where the ONNX file holds the module itself, leave that config file out."
                }
                EmbedError::NotFinite { .. } => "The model file is probably damaged; get it again.",
            },
            Error::Graph(error) => match error {
                GraphError::Metis { .. } => {
                    "The file must follow the METIS manual, section 4.1.1 for graphs and 4.2.1 for parts."
                }
                GraphError::RowsDiffer { .. } | GraphError::RowsDifferFromBoth { .. } => {
                    "Use the embeddings that were made from this very file."
                }
                GraphError::BadRow { .. } => {
                    "Make the embeddings again; every row needs finite numbers that are not all zero."
                }
                GraphError::Parts { .. } => "Ask for at least one part and at most one for each vertex.",
                GraphError::Npy { .. } => {
                    "Write it with numpy.save(name, array.astype('float32', order='C')), one row for each text."
                }
            },
            Error::Evaluate(error) => match error {
                EvaluateError::SameColumn { .. } => "Name the column of the labels; no selector may be shown it.",
                EvaluateError::NoLabel { .. } => "Fill in the label, or leave the row out.",
                EvaluateError::NoPicks => "Give a file with at least one row below its header.",
                EvaluateError::PickOutside { .. } => "Use the picks that were made from this very pool.",
                EvaluateError::PickTwice { .. } => "Leave each row only once among the picks.",
                EvaluateError::LabelsDiffer { .. } => "Use the embeddings that were made from this very file.",
                EvaluateError::DimensionsDiffer { .. } => "Embed both files with the same encoder.",
            },
            Error::Retrieve(error) => match error {
                RetrieveError::Template { .. } | RetrieveError::NoPlaceForLabel => {
                    "Write `{label}` once, after all other placeholders, and braces that are none twice: `{{`."
                }
                RetrieveError::NoColumn { .. } => {
                    "Name the columns of your file in the template (`{text}` is the column of the texts), and give the query a value for each."
                }
                RetrieveError::NoLabels => "Label at least one pick.",
                RetrieveError::Pack { .. } => "Make the pack again from the labeled picks.",
                RetrieveError::DimensionsDiffer { .. } | RetrieveError::ModelsDiffer { .. } => {
                    "Use the model that the pack was made with, or make the pack again."
                }
            },
            Error::Confidence(error) => error.advice(),
            Error::Trace(error) => match error {
                TraceError::Format | TraceError::Broken => "Give a file that `fastgas trace` wrote, as it was written.",
                TraceError::Senseless | TraceError::Differs { .. } => "Record it again with this version of FastGAS.",
                TraceError::Untold => "Leave out `--trace`, or select with `--method fastgas`.",
                TraceError::Large { .. } => "Watch it in the page, on the map of its texts.",
            },
        }
    }
}

impl ConfidenceError {
    fn advice(&self) -> &'static str {
        match self {
            ConfidenceError::Endpoint { .. } => {
                "Give the address of an OpenAI-compatible server, such as http://localhost:11434/v1."
            }
            ConfidenceError::NoModel => "Give the name that the server knows it by.",
            ConfidenceError::NoKey { .. } => "Put the key into it, or leave `--api-key-env` out where none is needed.",
            ConfidenceError::BadKey => "Copy the key once more, without line breaks.",
            ConfidenceError::Unreachable { .. } => {
                "Check the address and whether the server runs; for a page, the server must also allow requests from the page's address (CORS). What was answered is kept."
            }
            ConfidenceError::Status { status, .. } => match status {
                300..=399 => {
                    "Give the address that it moved to: your texts go nowhere but to the address that you gave."
                }
                401 | 403 => "Check the key, and whether it may use this model.",
                404 | 405 => {
                    "Check the address and the model's name. A server without chat is asked at an address that ends in /v1/completions."
                }
                400 | 413 | 422 => {
                    "Check that the model gives log-probabilities and has room for the examples and this text."
                }
                _ => "Wait a while and start again; what was answered is kept.",
            },
            ConfidenceError::NotAnswer { .. } => "Check that the address is that of an OpenAI-compatible server.",
            ConfidenceError::NoLogprobs { .. } => {
                "Use a server and a model that give them: llama.cpp, vLLM, Ollama from 0.12.11 on, and most models of OpenAI that do not reason."
            }
            ConfidenceError::Empty { .. } | ConfidenceError::OtherTokens { .. } => {
                "Start again to ask once more; where it stays so, turn the model's reasoning off, or use another model."
            }
            ConfidenceError::NotNumber { .. } => "Start again to ask once more; where it stays so, use another server.",
            ConfidenceError::Unanswered { first, .. } => first.advice(),
            ConfidenceError::OtherQuestion { .. } => "Give another file for these confidences, or delete this one.",
        }
    }
}
