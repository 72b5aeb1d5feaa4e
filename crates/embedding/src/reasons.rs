//! Detailed reasons for the errors of encoders and of embeddings.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{JsonReason, Verbatim, counted};

/// The reason why an ONNX file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ModelReason {
    /// The bytes are not an ONNX file.
    #[error("it is not an ONNX file: {message}")]
    NotOnnx {
        /// Error message from the ONNX decoder.
        message: Verbatim,
    },
    /// The file contains no graph.
    #[error("it contains no graph")]
    NoGraph,
    /// The weights of the model are in a separate file.
    #[error("its weights are in another file; save both as one file")]
    OtherFile,
    /// The graph has operators that the runtime does not support.
    #[error("it needs operators that are not supported: `{}`", operators.join("`, `"))]
    Operators {
        /// Types of the unsupported operators.
        operators: Vec<String>,
    },
    /// The graph has an input that sentence encoders do not have.
    #[error("it has an input `{name}`, which sentence encoders do not have")]
    OtherInput {
        /// Name of the unknown input.
        name: String,
    },
    /// The graph has no input for token ids.
    #[error("it has no input `{name}`")]
    NoInput {
        /// Name of the missing input.
        name: String,
    },
    /// An input of the graph has an unsupported type.
    #[error("its input `{name}` is `{found}`, neither int64 nor int32")]
    InputType {
        /// Name of the input with the unsupported type.
        name: String,
        /// Type of the input, in the runtime's notation.
        found: String,
    },
    /// The graph has no output.
    #[error("it has no output")]
    NoOutput,
    /// The output of the graph has an unsupported type or shape.
    #[error("its output `{name}` is `{found}`, neither batch×length×d nor batch×d of float32")]
    OutputType {
        /// Name of the output with the unsupported type or shape.
        name: String,
        /// Type and shape of the output, in the runtime's notation.
        found: String,
    },
    /// The model pools its output, but the config has an instruction, which pooling must exclude.
    #[error("its output `{name}` is pooled already, so the tokens of an instruction cannot be excluded")]
    Pooled {
        /// Name of the pooled output.
        name: String,
    },
    /// The dimension of the model's vectors differs from the dimension in the config.
    #[error("its vectors have {}, and the config says {expected}", counted(*found, "dimension"))]
    Dimensions {
        /// Dimension of the model's vectors.
        found: u64,
        /// Dimension according to the config.
        expected: u64,
    },
    /// The folder contains several ONNX models.
    #[error("the folder has several ONNX files, and none is named model.onnx: {}", names.join(", "))]
    SeveralFiles {
        /// Names of the ONNX files in the folder.
        names: Vec<String>,
    },
    /// The inference runtime panicked without a message.
    #[error("it is damaged")]
    Broken,
    /// Another error. The message addresses the author of the model file.
    #[error(transparent)]
    Other(Verbatim),
}

/// The reason why a tokenizer.json cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TokenizerReason {
    /// The tokenizer.json is malformed JSON.
    #[error(transparent)]
    Json(JsonReason),
    /// The tokenizer.json has an unsupported format version.
    #[error("its version is `{version}`, not `{known}`")]
    Version {
        /// Format version in the file.
        version: String,
        /// Format version of tokenizer.json that this program reads.
        known: String,
    },
    /// The tokenizer adds no special tokens. An empty text would therefore have no token and no vector.
    #[error("it produces no token for an empty text")]
    NoToken,
    /// The tokenizer produces a token that has no embedding in the model.
    #[error("it produces token {id}, but the model has only {}", counted(*limit, "token"))]
    Token {
        /// Id of the token without an embedding.
        id: u64,
        /// Number of tokens in the model's vocabulary.
        limit: u64,
    },
    /// The tokenizer produces a token type that has no embedding in the model.
    #[error("it produces token type {id}, but the model has only {}", counted(*limit, "type"))]
    TokenType {
        /// Id of the token type without an embedding.
        id: u64,
        /// Number of token types that the model has.
        limit: u64,
    },
    /// The normalizer can lengthen a text without limit.
    #[error("its normalizer can make a text longer than the memory can hold")]
    Growth,
    /// A prompt is too long to be tokenized.
    #[error("a prompt has {bytes} bytes, and the limit is {limit}")]
    LongPrompt {
        /// Size of the prompt in bytes.
        bytes: u64,
        /// Maximum size of a prompt in bytes.
        limit: u64,
    },
    /// The tokenizer library panicked without a message.
    #[error("it is damaged")]
    Broken,
    /// Another error from the tokenizer library.
    #[error(transparent)]
    Other(Verbatim),
}

/// The reason why a model's config cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ConfigReason {
    /// One of several config files cannot be used.
    #[error("{file}: {reason}")]
    InFile {
        /// Path of the config file with the problem.
        file: String,
        /// Why the config file cannot be used.
        reason: Box<ConfigReason>,
    },
    /// A config file is malformed JSON or has unexpected fields.
    #[error(transparent)]
    Json(JsonReason),
    /// A file with the name of a config file is not JSON.
    #[error("it is not JSON: {reason}")]
    NotJson {
        /// Why the file is not JSON.
        reason: JsonReason,
    },
    /// A config file contains a single value instead of fields.
    #[error("it contains `{value}` instead of fields")]
    NotFields {
        /// The single value that the file contains.
        value: String,
    },
    /// Two config files of one kind contradict each other.
    #[error("`{first}` and `{second}` are of the same kind but contradict each other")]
    Conflict {
        /// Path of the first config file.
        first: String,
        /// Path of the second config file.
        second: String,
    },
    /// A field that must be positive is 0.
    #[error("`{field}` is 0")]
    Zero {
        /// Name of the field that is 0.
        field: String,
    },
    /// A field that must be a number is not a number.
    #[error("`{field}` is `{value}`, not a number")]
    NotNumber {
        /// Name of the field that is not a number.
        field: String,
        /// Value of the field that is not a number.
        value: String,
    },
    /// The list of modules in modules.json is malformed.
    #[error("a module has no type")]
    NoModuleType,
    /// All pooling modes are disabled.
    #[error("no pooling mode is enabled")]
    NoPooling,
    /// The config requires a pooling mode that this program does not support.
    #[error("the pooling mode `{mode}` is not supported; use mean, cls or max")]
    OtherPooling {
        /// Name of the unsupported pooling mode.
        mode: String,
    },
    /// The config enables several pooling modes.
    #[error("several pooling modes at the same time are not supported: `{}`", modes.join("`, `"))]
    SeveralPoolings {
        /// Names of the enabled pooling modes.
        modes: Vec<String>,
    },
    /// The default prompt is not in the list of prompts.
    #[error("the prompt `{name}` is missing")]
    NoPrompt {
        /// Name of the default prompt.
        name: String,
    },
    /// The maximum length leaves no room for the tokens of a text.
    #[error(
        "max_length is {max_length}, but instruction, prefix and special tokens alone are {}",
        counted(*fixed, "token")
    )]
    NoRoom {
        /// Maximum number of tokens per text.
        max_length: u64,
        /// Number of tokens that are added to the tokens of every text: instruction, prefix and special tokens.
        fixed: u64,
    },
    /// The model has fewer positions than the configured maximum length.
    #[error("max_length is {max_length}, but the model has only {}", counted(*positions, "position"))]
    Positions {
        /// Maximum number of tokens per text according to the config.
        max_length: u64,
        /// Number of token positions that the model has.
        positions: u64,
    },
}

/// The reason why no cosine is defined for a row of the embeddings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum RowReason {
    /// A number in the row is infinite or NaN.
    #[error("contains a number that is not finite")]
    NotFinite,
    /// The Euclidean length of the row is 0.
    #[error("is all zero")]
    Zero,
    /// The Euclidean length of the row is 0 after centering.
    #[error("is the mean of all rows, so that nothing is left when the mean is subtracted")]
    Mean,
}

/// The reason why an array file (.npy) cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum NpyReason {
    /// The file does not begin with the magic bytes of a .npy file.
    #[error("it does not begin like a .npy file")]
    NotNpy,
    /// The file has a known format that is not .npy.
    #[error("it is a `{kind}` file, not a .npy file")]
    OtherKind {
        /// Name of the recognized file format.
        kind: String,
    },
    /// The version of the .npy format is unknown.
    #[error("its version is not 1, 2 or 3")]
    Version,
    /// The header is incomplete, or the header describes several arrays.
    #[error("its header is incomplete, or does not describe a single matrix")]
    Header,
    /// A required key is missing in the header.
    #[error("its header has no `{key}`")]
    NoKey {
        /// The key that is missing in the header.
        key: String,
    },
    /// The numbers are not floats of a supported size.
    #[error("its numbers have the type `{kind}`; only floats of 16, 32 or 64 bits are supported")]
    NumberKind {
        /// Name of the number type in numpy.
        kind: String,
    },
    /// The order of the numbers is neither row-major nor column-major.
    #[error("its order cannot be read")]
    Order,
    /// The shape in the header is malformed.
    #[error("its shape cannot be read")]
    Shape,
    /// The array is not a matrix.
    #[error("its shape is ({shape}), not (texts, dimensions)")]
    NotMatrix {
        /// Lengths of the array's axes.
        shape: String,
    },
    /// The size of the file contradicts the file's header.
    #[error("its header says {rows} × {columns} numbers, but it has {}", counted(*bytes, "byte"))]
    Size {
        /// Number of rows according to the header.
        rows: u64,
        /// Number of columns according to the header.
        columns: u64,
        /// Size of the file in bytes.
        bytes: u64,
    },
    /// The browser cannot allocate memory for the matrix.
    #[error("the browser has no room for its {megabytes} MB")]
    NoMemory {
        /// Size of the matrix in MB.
        megabytes: u64,
    },
}
