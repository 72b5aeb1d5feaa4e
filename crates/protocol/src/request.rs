//! Requests from the page to its workers.

use fastgas_annotation::retrieve::{Demonstrations, PackModel, PromptConfig, Query};
use fastgas_data::{Columns, Import, OutputColumn, PreviewRows, TableFormat};
use fastgas_embedding::npy::Float;
use fastgas_graph::{Pairs, Step};
use fastgas_select::evaluate::Plan;
use fastgas_select::{Config, PriorSelection};
use serde::{Deserialize, Serialize};

/// A request to a worker. A worker handles one request at a time, in the order in which they arrive.
///
/// n is the number of texts, d the number of dimensions of an embedding, and k the number of neighbors of a text. "In
/// pieces" means that the rows are split among any number of buffers with whole rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Buffers: the file's bytes. Answered by `Event::Loaded`.
    Load,
    /// The request contains the file; the worker reads it in pieces. Answered by `Event::Imported`.
    Import {
        /// Identifies the file among those that this page has opened.
        file: u32,
        /// How to read the file.
        import: Import,
        /// How to interpret its columns.
        columns: Columns,
    },
    /// The request contains the file, a [bundle](fastgas_annotation::backup). Answered by `Event::Unpacked`.
    Unpack,
    /// The request contains the file. Answered by `Event::Previewed`.
    Preview {
        /// As in `Request::Import`.
        file: u32,
        /// How to read the file.
        import: Import,
        /// The rows to show.
        sought: PreviewRows,
    },
    /// Buffers: some rows of a .npy file. Answered by `Event::Normalized`.
    Normalize {
        /// The index of the first of these rows in the file.
        first_row: u32,
        dimensions: u32,
        /// How the file stores its numbers.
        float: Float,
    },
    /// Buffers: the ONNX file, tokenizer.json and config.json of the model. Answered by `Event::ModelOpened`.
    OpenModel,
    /// No buffers. Answered by `Event::Reported`. Needs an open model.
    Report,
    /// No buffers. Answered by `Event::Embedded`. Needs an open model.
    Embed {
        /// Returned in the answer.
        portion: u32,
        /// The row of each text, for errors.
        rows: Vec<u32>,
        texts: Vec<String>,
    },
    /// Buffers: the f32 embeddings of the rows of `pairs`; the f32 embeddings of their columns, empty if rows and
    /// columns are the same; for each of these texts the lowest relevant similarity, f32. Answered by `Event::Found`.
    Neighbors {
        /// Returned in the answer.
        portion: u32,
        pairs: Pairs,
        n_neighbors: u32,
    },
    /// Buffers: the f32 embeddings of the portion's texts, the portion's words, u32, and the portion's texts, u32; see
    /// [`Portion`](fastgas_graph::Portion). Answered by `Event::Answered`.
    Approximate {
        /// Returned in the answer.
        portion: u32,
        step: Step,
        n_neighbors: u32,
    },
    /// Buffers: n×d f32 embeddings, in pieces. Answered by `Event::Centered`, after `Event::Centering`.
    Center { dimensions: u32 },
    /// Buffers: n×d f32 embeddings, in pieces, centered if the settings say so; n×k' u32 ids of neighbors and n×k' f32
    /// similarities, where k' is [`ValidConfig::n_searched`](fastgas_select::ValidConfig::n_searched); n f32
    /// confidences, or an empty buffer. Answered by `Event::Selected`.
    Select {
        dimensions: u32,
        /// k'.
        n_searched: u32,
        /// Validated again by the worker.
        config: Config,
        /// The picks that are already made.
        earlier: PriorSelection,
        /// Whether to record what partition and selection do.
        record: bool,
    },
    /// Buffers: n×d f32 embeddings, in pieces, not centered; n×k' u32 ids of neighbors and n×k' f32 similarities, where
    /// k' is [`Plan::n_searched`]; if the settings center, n×k ids and similarities for the embeddings that are not
    /// centered; if there are labels, their cells as UTF-8 and the end of each cell, u32; if there is a test set, its f32
    /// embeddings, not centered, and the cells and ends of its labels; n f32 confidences, or an empty buffer.
    /// `Event::Ran` reports each run, in the order of the plans. Answered by `Event::Compared`.
    Compare {
        dimensions: u32,
        /// k'.
        n_searched: u32,
        /// The settings that all plans share. Validated again by the worker.
        settings: Config,
        plans: Vec<Plan>,
        /// The name of the column of the labels, if there are labels. Selection methods never see the labels.
        label_column: Option<String>,
        /// The number of texts in the test set; 0 if the rest of the pool is tested.
        n_tests: u32,
    },
    /// Buffers: n×d f32 embeddings, in pieces; n×k u32 ids of neighbors and n×k f32 similarities; the picks, u32.
    /// Answered by `Event::Covered`.
    Cover { dimensions: u32, n_neighbors: u32 },
    /// Only for the GPU worker. Buffers: n×d f32 embeddings. Answered by `Event::GpuEnded`, after `Event::GpuFound`.
    GpuNeighbors {
        dimensions: u32,
        n_neighbors: u32,
        /// Whether to accept a GPU that is emulated by software.
        software: bool,
    },
    /// Buffers: the cells of a pool of one column as UTF-8, the end of each cell, u32, and n u32 parts. Answered by
    /// `Event::Named`.
    Name { n_parts: u32 },
    /// Buffers: n×k u32 ids of neighbors and n×k f32 similarities. Answered by `Event::Mapped`, after `Event::Joined` and
    /// several `Event::Settling`.
    Map { n_neighbors: u32, seed: u64 },
    /// Buffers: a tokenizer.json, the query's f32 embedding, and the embeddings of the demonstrations. The last two are
    /// empty if the demonstrations are random. Answered by `Event::Prompted`.
    Prompt {
        /// Labeled texts and the template.
        demonstrations: Demonstrations,
        query: Query,
        config: PromptConfig,
    },
    /// Buffers: the edges of the kNN graph as in `Event::Joined`; the labeled rows, the ends of their labels, and the
    /// labels, as in [`Sources::parts`](fastgas_annotation::label::Sources::parts), all u32. Answered by
    /// `Event::Suggested`.
    Suggest {
        /// Whether a text can have several labels.
        several: bool,
        /// The text to make a suggestion for; `None` for all texts.
        row: Option<u32>,
    },
    /// Buffers: n×d f32 embeddings, in pieces; the edges of the kNN graph as in `Event::Joined`. Answered by
    /// `Event::CosinesTaken`.
    Cosines { dimensions: u32 },
    /// Buffers: the f32 embeddings of the labeled texts, and those of other texts. Answered by `Event::Retrieved`.
    Retrieve {
        dimensions: u32,
        /// The number of labeled texts to retrieve for each of the other texts.
        shots: u32,
    },
    /// Buffers: the f32 embeddings of the demonstrations. Answered by `Event::Packed`.
    Pack {
        /// Labeled texts and the template.
        demonstrations: Demonstrations,
        /// The model that computed the embeddings.
        model: PackModel,
    },
    /// Only for the worker for tables. Buffers: the texts of all cells as UTF-8, and the length of each cell, u32; see
    /// [`PackedTable`](fastgas_data::PackedTable). Answered by `Event::TableWritten`.
    WriteTable {
        format: TableFormat,
        columns: Vec<OutputColumn>,
    },
}
