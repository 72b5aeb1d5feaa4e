//! The reasons within errors of encoders and of embeddings.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{JsonReason, Verbatim};

/// Why an ONNX file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ModelReason {
    /// The bytes are not an ONNX file.
    #[error("it is not an ONNX file: {said}")]
    NotOnnx {
        /// Text of the decoder.
        said: Verbatim,
    },
    /// The file contains no graph.
    #[error("it contains no graph")]
    NoGraph,
    /// The weights are in another file.
    #[error("its weights are in another file; save both as one file")]
    OtherFile,
    /// Operators that the runtime does not have.
    #[error("it needs operators that are not supported: `{}`", operators.join("`, `"))]
    Operators {
        /// Their types.
        operators: Vec<String>,
    },
    /// An input that no sentence encoder has.
    #[error("it has an input `{name}`, which sentence encoders do not have")]
    OtherInput {
        /// Name of the input.
        name: String,
    },
    /// The input for the tokens is missing.
    #[error("it has no input `{name}`")]
    NoInput {
        /// Name of the input.
        name: String,
    },
    /// An input of another type.
    #[error("its input `{name}` is `{found}`, neither int64 nor int32")]
    InputType {
        /// Name of the input.
        name: String,
        /// Type found, in the runtime's notation.
        found: String,
    },
    /// The graph has no output.
    #[error("it has no output")]
    NoOutput,
    /// The output has another type or shape.
    #[error("its output `{name}` is `{found}`, neither batch×length×d nor batch×d of float32")]
    OutputType {
        /// Name of the output.
        name: String,
        /// Type and shape found, in the runtime's notation.
        found: String,
    },
    /// The model pools its output, but the config has an instruction.
    #[error("its output `{name}` is pooled already, so the tokens of an instruction cannot be excluded")]
    Pooled {
        /// Name of the output.
        name: String,
    },
    /// The dimension is not that of the config.
    #[error("its vectors have {found} dimensions, and the config says {expected}")]
    Dimensions {
        /// Dimension of the vectors.
        found: u64,
        /// Dimension in the config.
        expected: u64,
    },
    /// The folder has several models.
    #[error("the folder has several ONNX files, and none is named model.onnx: {}", names.join(", "))]
    SeveralFiles {
        /// Names of the files.
        names: Vec<String>,
    },
    /// The runtime panicked without a message.
    #[error("it is damaged")]
    Broken,
    /// Another error, described for the creator of the file.
    #[error(transparent)]
    Other(Verbatim),
}

/// Why a tokenizer.json cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TokenizerReason {
    /// Malformed JSON.
    #[error(transparent)]
    Json(JsonReason),
    /// The format has another version.
    #[error("its version is `{version}`, not `{known}`")]
    Version {
        /// The version found.
        version: String,
        /// The version that this program reads.
        known: String,
    },
    /// The tokenizer has no special tokens, so that an empty text has no vector.
    #[error("it produces no token for an empty text")]
    NoToken,
    /// The model has no embedding for this token.
    #[error("it produces token {id}, but the model has only {limit} tokens")]
    Token {
        /// The token.
        id: u64,
        /// Number of tokens of the model.
        limit: u64,
    },
    /// The model has no embedding for this token type.
    #[error("it produces token type {id}, but the model has only {limit} types")]
    TokenType {
        /// The token type.
        id: u64,
        /// Number of token types of the model.
        limit: u64,
    },
    /// The normalizer can lengthen a text without limit.
    #[error("its normalizer can make a text longer than the memory can hold")]
    Growth,
    /// A prompt is too long to be tokenized.
    #[error("a prompt has {bytes} bytes, and the limit is {limit}")]
    LongPrompt {
        /// Size of the prompt.
        bytes: u64,
        /// The largest accepted size.
        limit: u64,
    },
    /// The library panicked without a message.
    #[error("it is damaged")]
    Broken,
    /// Another error of the library.
    #[error(transparent)]
    Other(Verbatim),
}

/// Why a model's config cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ConfigReason {
    /// The problem concerns one of several files.
    #[error("{file}: {reason}")]
    InFile {
        /// Path of the file.
        file: String,
        /// The problem.
        reason: Box<ConfigReason>,
    },
    /// Malformed JSON, or other fields than expected.
    #[error(transparent)]
    Json(JsonReason),
    /// A file that is not JSON.
    #[error("it is not JSON: {reason}")]
    NotJson {
        /// Why it is not.
        reason: JsonReason,
    },
    /// A file with a single value.
    #[error("it contains `{value}` instead of fields")]
    NotFields {
        /// The value.
        value: String,
    },
    /// Two files of the same kind contradict each other.
    #[error("`{first}` and `{second}` are of the same kind but contradict each other")]
    Conflict {
        /// Path of one file.
        first: String,
        /// Path of the other file.
        second: String,
    },
    /// A field that must be positive is 0.
    #[error("`{field}` is 0")]
    Zero {
        /// Name of the field.
        field: String,
    },
    /// A field that must be a number is not.
    #[error("`{field}` is `{value}`, not a number")]
    NotNumber {
        /// Name of the field.
        field: String,
        /// Its value.
        value: String,
    },
    /// The list of modules is malformed.
    #[error("a module has no type")]
    NoModuleType,
    /// All pooling modes are off.
    #[error("no pooling mode is enabled")]
    NoPooling,
    /// A pooling mode that this program does not have.
    #[error("the pooling mode `{mode}` is not supported; mean, cls and max are")]
    OtherPooling {
        /// Name of the mode.
        mode: String,
    },
    /// Several pooling modes.
    #[error("several pooling modes at the same time are not supported: `{}`", modes.join("`, `"))]
    SeveralPoolings {
        /// Names of the modes.
        modes: Vec<String>,
    },
    /// The default prompt is not among the prompts.
    #[error("the prompt `{name}` is missing")]
    NoPrompt {
        /// Name of the prompt.
        name: String,
    },
    /// No room for the tokens of a text.
    #[error("max_length is {max_length}, but instruction, prefix and special tokens alone are {fixed} tokens")]
    NoRoom {
        /// The maximum length.
        max_length: u64,
        /// Number of tokens that every text has.
        fixed: u64,
    },
    /// The model has fewer positions than the maximum length.
    #[error("max_length is {max_length}, but the model has only {positions} positions")]
    Positions {
        /// The maximum length.
        max_length: u64,
        /// Number of positions of the model.
        positions: u64,
    },
}

/// Why no cosine is defined for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum RowReason {
    /// A number is infinite or not a number.
    #[error("contains a number that is not finite")]
    NotFinite,
    /// The length is 0.
    #[error("is all zero")]
    Zero,
    /// The length is 0 after centering.
    #[error("is the mean of all rows, so that nothing is left when the mean is subtracted")]
    Mean,
}

/// Why an array file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum NpyReason {
    /// The first bytes are not those of the format.
    #[error("it does not begin like a .npy file")]
    NotNpy,
    /// A file of another known format.
    #[error("it is a `{kind}` file, not a .npy file")]
    OtherKind {
        /// Name of the format.
        kind: String,
    },
    /// An unknown version of the format.
    #[error("its version is not 1, 2 or 3")]
    Version,
    /// The header is incomplete, or it describes several arrays.
    #[error("its header is incomplete, or does not describe a single matrix")]
    Header,
    /// The header lacks a key.
    #[error("its header has no `{key}`")]
    NoKey {
        /// The key.
        key: String,
    },
    /// The numbers are no floats of a supported size.
    #[error("its numbers have the type `{kind}`; only floats of 16, 32 or 64 bits are supported")]
    NumberKind {
        /// Name of the type in numpy.
        kind: String,
    },
    /// The order is neither row-major nor column-major.
    #[error("its order cannot be read")]
    Order,
    /// The shape is malformed.
    #[error("its shape cannot be read")]
    Shape,
    /// The array is not a matrix.
    #[error("its shape is ({shape}), not (texts, dimensions)")]
    NotMatrix {
        /// The lengths of the axes.
        shape: String,
    },
    /// The size of the file contradicts its header.
    #[error("its header says {rows} × {columns} numbers, but it has {bytes} bytes")]
    Size {
        /// Number of rows in the header.
        rows: u64,
        /// Number of columns in the header.
        columns: u64,
        /// Size of the file.
        bytes: u64,
    },
    /// The browser cannot allocate the matrix.
    #[error("the browser has no room for its {megabytes} MB")]
    NoMemory {
        /// Size of the matrix.
        megabytes: u64,
    },
}
