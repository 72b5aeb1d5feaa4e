//! Requests from the page to its workers.

use fastgas_annotation::retrieve::{PackModel, PromptConfig, Query, Template};
use fastgas_data::{Columns, Import, OutputColumn, PreviewRows, TableFormat};
use fastgas_embedding::npy::Float;
use fastgas_graph::{Pairs, Step};
use fastgas_select::evaluate::Plan;
use fastgas_select::{Config, PriorSelection};
use serde::{Deserialize, Serialize};

/// A request to a worker. A worker handles its requests one at a time, in order of arrival.
///
/// n is the number of texts, d the number of dimensions of an embedding, and k the number of neighbors of a text.
/// "In pieces" means that the rows are divided among any number of buffers, each of which contains only whole rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Opens a pool. Buffers: the bytes of the pool file. Answered by `Event::Loaded`.
    Load,
    /// Imports a table. The request contains the file; the worker reads the file in pieces.
    /// Answered by `Event::Imported`.
    Import {
        /// Identifies the file among the files that this page has opened.
        file: u32,
        import: Import,
        columns: Columns,
    },
    /// Opens a [backup](fastgas_annotation::backup). The request contains the file. Answered by `Event::Unpacked`.
    Unpack,
    /// Previews a table. The request contains the file. Answered by `Event::Previewed`.
    Preview {
        /// Identifies the file among the files that this page has opened.
        file: u32,
        import: Import,
        sought: PreviewRows,
    },
    /// Scales rows to unit length. Buffers: consecutive rows of a .npy file. Answered by `Event::Normalized`.
    Normalize {
        /// Index of the first row of the request in the .npy file.
        first_row: u32,
        dimensions: u32,
        float: Float,
    },
    /// Opens an encoder. Buffers: its ONNX file, tokenizer.json and config.json. Answered by `Event::ModelOpened`.
    /// If the request contains the ONNX file in shared memory, the ONNX file is not among the buffers.
    OpenModel,
    /// Describes the open model. No buffers. Answered by `Event::Reported`.
    Report,
    /// Embeds texts with the open model. No buffers. Answered by `Event::Embedded`.
    Embed {
        /// Number of the chunk within its job. The answer repeats this number.
        chunk: u32,
        /// Row of each text in the pool. Error messages name the row.
        rows: Vec<u32>,
        texts: Vec<String>,
    },
    /// Embeds texts with the open model, in the worker that runs the encoder on the GPU. No buffers.
    /// The first request opens the GPU. A GPU that is emulated by software is also accepted.
    /// A request without texts only opens the GPU.
    /// Answered by `Event::GpuEmbedded`.
    EmbedOnGpu {
        /// Row of each text, which error messages name.
        rows: Vec<u32>,
        texts: Vec<String>,
    },
    /// Searches for nearest neighbors: compares each text in the range `pairs.rows` with each text in `pairs.columns`.
    /// The first buffer contains the f32 embeddings of the texts in `pairs.rows`.
    /// The second buffer contains the f32 embeddings for `pairs.columns`, and is empty if the two ranges are equal.
    /// The third buffer contains the minimum similarity of a new neighbor (f32) for each text in the two ranges.
    /// Answered by `Event::NeighborsFound`.
    Neighbors {
        /// Number of the chunk within its job. The answer repeats this number.
        chunk: u32,
        pairs: Pairs,
        n_neighbors: u32,
    },
    /// Performs a step of the approximate neighbor search on a chunk of texts.
    /// Buffers: the f32 embeddings of the chunk's texts; `SearchChunk::words` (u32); the indices of the texts (u32).
    /// See [`SearchChunk`](fastgas_graph::SearchChunk).
    /// Answered by `Event::Answered`.
    Approximate {
        /// Number of the chunk within its job. The answer repeats this number.
        chunk: u32,
        step: Step,
        n_neighbors: u32,
    },
    /// Centers embeddings. Buffers: n×d f32 embeddings, in pieces. Answered by `Event::Centered`, after `Event::Centering`.
    Center { dimensions: u32 },
    /// Selects texts. Buffers:
    /// * n×d f32 embeddings, in pieces; the embeddings are centered if the settings require centering.
    /// * n×k' u32 ids of neighbors, and n×k' f32 similarities.
    /// * The f32 confidence of each text, or an empty buffer if there are no confidences.
    ///
    /// k' is [`ValidConfig::n_searched`](fastgas_select::ValidConfig::n_searched). Answered by `Event::Selected`.
    Select {
        dimensions: u32,
        /// Number of neighbors per text in the buffers, k'.
        n_searched: u32,
        /// The settings, which the worker validates again.
        config: Config,
        /// The earlier picks, and the texts that must not be picked.
        earlier: PriorSelection,
        /// If true, the decisions of partition and selection are recorded.
        record: bool,
    },
    /// Compares selection methods. Buffers:
    /// * n×d f32 embeddings, in pieces, not centered.
    /// * n×k' u32 ids of neighbors, and n×k' f32 similarities.
    /// * If the settings center embeddings: n×k ids and similarities of the neighbors in the original embeddings.
    /// * If there are labels: the label cells as UTF-8, and the end of each cell (u32).
    /// * If there is a test set: the f32 embeddings of its texts, not centered.
    /// * If there is a test set: its label cells as UTF-8, and the end of each cell (u32).
    /// * The f32 confidence of each text, or an empty buffer if there are no confidences.
    ///
    /// k' is [`Plan::n_searched`]. `Event::Ran` reports the result of each plan, in the order of `plans`.
    /// Answered by `Event::Compared`.
    Compare {
        dimensions: u32,
        /// Number of neighbors per text in the buffers, k'.
        n_searched: u32,
        /// The settings for all `plans`, which the worker validates again.
        settings: Config,
        plans: Vec<Plan>,
        /// The rows of empty texts, which methods that can skip rows do not pick.
        blank: Vec<u32>,
        /// The column of the labels, which selection methods never receive.
        label_column: Option<String>,
        /// Number of texts in the test set. If 0, the methods are tested on the pool's texts that are not picked.
        n_tests: u32,
    },
    /// Measures the coverage of picks. Answered by `Event::Covered`.
    /// Buffers: n×d f32 embeddings, in pieces; n×k u32 ids of neighbors; n×k f32 similarities; the picks (u32).
    Cover { dimensions: u32, n_neighbors: u32 },
    /// Searches for nearest neighbors in the worker that uses the GPU. Buffers: n×d f32 embeddings.
    /// `Event::GpuFound` reports the neighbors. Answered by `Event::GpuEnded`.
    GpuNeighbors {
        dimensions: u32,
        n_neighbors: u32,
        /// True if the search may use a GPU that is emulated by software.
        software: bool,
    },
    /// Names the parts of a partition. Answered by `Event::Named`.
    /// Buffers: the cells of a single-column pool as UTF-8; the end of each cell (u32); the part of each text (u32).
    Name { n_parts: u32 },
    /// Computes a layout of the texts. Buffers: n×k u32 ids of neighbors and n×k f32 similarities.
    /// Answered by `Event::Mapped`, after `Event::Joined` and several `Event::Settling`.
    Map { n_neighbors: u32, seed: u64 },
    /// Builds a prompt. Answered by `Event::Prompted`.
    /// The first buffers contain a tokenizer.json, the query's f32 embedding, and the embeddings of the demonstrations.
    /// The other buffers contain the demonstrations in pieces.
    /// If the demonstrations are random, both embedding buffers are empty.
    /// See [`Demonstrations`](fastgas_annotation::retrieve::Demonstrations::into_pieces).
    Prompt {
        text_column: String,
        template: Template,
        query: Query,
        config: PromptConfig,
    },
    /// Suggests labels. Answered by `Event::Suggested`.
    /// The first buffers contain the edges of the kNN graph, as in `Event::Joined`.
    /// The next buffers (u32) contain the labeled rows, each row's end index in the label list, and the label list.
    /// See [`Sources::parts`](fastgas_annotation::label::Sources::parts).
    Suggest {
        /// If true, a text can have several labels.
        several: bool,
        /// The text that needs a suggestion. `None` means all texts.
        row: Option<u32>,
    },
    /// Computes the cosines of all edges. Answered by `Event::CosinesTaken`.
    /// Buffers: n×d f32 embeddings, in pieces; the edges of the kNN graph as in `Event::Joined`.
    Cosines { dimensions: u32 },
    /// Retrieves similar labeled texts. Buffers: the f32 embeddings of the labeled texts, and of the query texts.
    /// Answered by `Event::Retrieved`.
    Retrieve {
        dimensions: u32,
        /// Number of labeled texts to retrieve for each query text.
        shots: u32,
    },
    /// Builds a file of labeled texts for prompts. Answered by `Event::Packed`.
    /// Buffers: the f32 embeddings of the labeled texts, and the texts in pieces, as in [`Request::Prompt`].
    Pack {
        text_column: String,
        template: Template,
        model: PackModel,
    },
    /// Writes a table file. Buffers: the texts of all cells as UTF-8, and the length of each cell (u32).
    /// Only the worker for workbooks and Parquet files handles this request.
    /// See [`PackedTable`](fastgas_data::PackedTable). Answered by `Event::TableWritten`.
    WriteTable {
        format: TableFormat,
        columns: Vec<OutputColumn>,
    },
}
