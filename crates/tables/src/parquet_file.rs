//! Converts a Parquet file to JSON Lines, one object per row.
//!
//! Dates and times become ISO 8601. Decimal numbers are exact. `NaN` becomes null.
//! Lists remain lists. Structs and maps with text keys become objects, and other maps become lists of pairs.
//!
//! A column of bytes that are mostly not text, such as pictures, becomes null in all rows.

use std::sync::Arc;

use fastgas_data::{LoadError, ParquetReport};
use parquet::column::reader::get_column_reader;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};

use crate::input::Input;
use crate::kind;
use crate::pages::{FileBytes, Pages};
use crate::parquet_schema::{Meaning, Shape, Shapes};
use crate::parquet_values::{Leaf, ValueError};
use crate::store::{Keep, Store};
use crate::unpack::unreadable;

pub(crate) const BATCH_ROWS: usize = 256;
/// Number of bytes of text that are buffered before they are moved to a [`Store`].
const TEXT_BYTES: usize = 1 << 16;

pub(crate) struct ParquetFile {
    pub(crate) file: Arc<FileBytes>,
    pub(crate) metadata: ParquetMetaData,
    pub(crate) shapes: Shapes,
}

impl ParquetFile {
    /// Reads the metadata of the file.
    ///
    /// # Errors
    /// Fails with [`LoadError::Unreadable`], [`LoadError::Unsupported`] or [`LoadError::Empty`].
    pub(crate) fn open(input: &Arc<dyn Input>) -> Result<ParquetFile, LoadError> {
        let file = Arc::new(FileBytes(Arc::clone(input)));
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&*file);
        let metadata = metadata.map_err(|error| unreadable("Parquet", error))?;
        let schema = metadata.file_metadata().schema_descr();
        let shapes = Shapes::of(schema.root_schema())?;
        if shapes.columns.is_empty() {
            return Err(LoadError::Empty);
        }
        if shapes.meanings.len() != schema.num_columns() {
            return Err(unreadable("Parquet", "its columns differ from its schema"));
        }
        Ok(ParquetFile { file, metadata, shapes })
    }
}

/// A row group whose size and number of columns were checked.
pub(crate) struct Group<'a> {
    file: &'a Arc<FileBytes>,
    metadata: &'a RowGroupMetaData,
    pub(crate) n_rows: usize,
    limit: u64,
}

impl<'a> Group<'a> {
    /// Checks a row group of a file. `shapes` contains the nested types of the file's columns.
    /// `limit` is the largest accepted number of rows, and of values in one column.
    pub(crate) fn checked(
        file: &'a Arc<FileBytes>,
        metadata: &'a RowGroupMetaData,
        shapes: &Shapes,
        limit: u64,
    ) -> Result<Group<'a>, LoadError> {
        let is_large = |n: i64| u64::try_from(n).is_ok_and(|n| n > limit);
        if is_large(metadata.num_rows()) || metadata.columns().iter().any(|chunk| is_large(chunk.num_values())) {
            return Err(too_large(file, limit));
        }
        let n_rows = usize::try_from(metadata.num_rows());
        let n_rows = n_rows.map_err(|_| unreadable("Parquet", "a row group has no size"))?;
        if metadata.num_columns() != shapes.meanings.len() {
            return Err(unreadable("Parquet", "a row group has other columns"));
        }
        Ok(Group {
            file,
            metadata,
            n_rows,
            limit,
        })
    }

    pub(crate) fn column(&self, leaf: usize) -> String {
        self.metadata.column(leaf).column_path().string()
    }

    /// Opens a leaf column. `meaning` is the type of the column's values.
    pub(crate) fn leaf(&self, leaf: usize, meaning: Meaning, is_left_out: bool) -> ParquetResult<Leaf> {
        let chunk = self.metadata.column(leaf);
        let descr = chunk.column_descr_ptr();
        let max = (descr.max_def_level(), descr.max_rep_level());
        let pages = Pages::new(self.file, chunk, self.n_rows, self.limit)?;
        Ok(Leaf::new(
            get_column_reader(descr, Box::new(pages)),
            meaning,
            max,
            is_left_out,
        ))
    }
}

fn too_large(file: &FileBytes, limit: u64) -> LoadError {
    LoadError::UnpackedSize {
        format: kind("Parquet"),
        packed: file.0.bytes(),
        megabytes: limit / 1_000_000,
    }
}

/// Converts the rows of the file to JSON Lines.
///
/// # Errors
/// Fails with [`LoadError::Unreadable`], [`LoadError::ParquetColumn`] or [`LoadError::BinaryColumn`].
/// Also fails with [`LoadError::UnpackedSize`], [`LoadError::Empty`] or [`LoadError::NoRows`].
pub(crate) fn converted(input: &Arc<dyn Input>, limit: u64, keep: Keep) -> Result<(Store, ParquetReport), LoadError> {
    let ParquetFile { file, metadata, shapes } = ParquetFile::open(input)?;
    let schema = metadata.file_metadata().schema_descr();
    let mut left_out = vec![false; shapes.meanings.len()];
    // For each leaf column that is left out, the error for the column's first value that is not text.
    let mut refusals: Vec<Option<LoadError>> = vec![None; left_out.len()];
    let mut rows = loop {
        let mut rows = Rows {
            file: &file,
            shapes: &shapes,
            left_out: left_out.clone(),
            limit,
            text: Store::new(keep),
            json: String::new(),
            n_rows: 0,
            n_not_finite: 0,
            binary: None,
            n_text: vec![0; left_out.len()],
            n_binary: vec![0; left_out.len()],
        };
        let read = metadata.row_groups().iter().try_for_each(|group| rows.group(group));
        let Err(error) = read else { break rows };
        // The conversion failed at a value of a leaf column that is not text.
        // Earlier values of the column may be text by chance, so all rows are converted again without the column.
        let Some(leaf) = rows.binary.filter(|leaf| shapes.can_be_left_out[*leaf]) else {
            return Err(error);
        };
        left_out[leaf] = true;
        if left_out.iter().all(|is_left_out| *is_left_out) {
            return Err(error);
        }
        refusals[leaf] = Some(error);
    };
    // If at least half of the values in a column are texts, the other values are damaged texts.
    // The conversion fails instead of leaving out a column with damaged texts.
    let has_texts = |leaf: usize| rows.n_text[leaf] >= rows.n_binary[leaf];
    let refusals = refusals.into_iter().enumerate();
    let refusal = refusals
        .filter(|(leaf, _)| has_texts(*leaf))
        .find_map(|(_, error)| error);
    if let Some(error) = refusal {
        return Err(error);
    }
    if rows.n_rows == 0 {
        return Err(LoadError::NoRows);
    }
    let report = ParquetReport {
        n_not_finite: rows.n_not_finite,
        vectors: shapes.vectors.clone(),
        left_out: (0..left_out.len())
            .filter(|leaf| left_out[*leaf])
            .map(|leaf| schema.column(leaf).path().string())
            .collect(),
    };
    rows.text.push(rows.json.as_bytes());
    Ok((rows.text, report))
}

struct Rows<'a> {
    file: &'a Arc<FileBytes>,
    shapes: &'a Shapes,
    left_out: Vec<bool>,
    limit: u64,
    /// The converted rows, except the most recent rows, which are in the `json` field.
    text: Store,
    json: String,
    n_rows: u64,
    n_not_finite: u64,
    binary: Option<usize>,
    /// Number of nonempty text values in each left-out leaf column. `n_binary` counts the other nonempty values.
    n_text: Vec<u64>,
    n_binary: Vec<u64>,
}

impl Rows<'_> {
    fn too_large(&self) -> LoadError {
        too_large(self.file, self.limit)
    }

    fn group(&mut self, group: &RowGroupMetaData) -> Result<(), LoadError> {
        // The JSON text contains at least one byte for each row and each value.
        // Therefore the size limit of the JSON text also limits the numbers of rows and values.
        let group = Group::checked(self.file, group, self.shapes, self.limit)?;
        let column = |leaf: usize| group.column(leaf);
        let mut leaves = Vec::new();
        for (index, meaning) in self.shapes.meanings.iter().enumerate() {
            let leaf = group.leaf(index, *meaning, self.left_out[index]);
            leaves.push(leaf.map_err(|error| self.refused(column(index), error))?);
        }
        let mut n_left = group.n_rows;
        while n_left > 0 {
            let n_batch = n_left.min(BATCH_ROWS);
            for (index, leaf) in leaves.iter_mut().enumerate() {
                let read = leaf.read(n_batch).map_err(|error| self.refused(column(index), error))?;
                if read != n_batch {
                    let error = ParquetError::EOF("rows are missing".into());
                    return Err(self.refused(column(index), error));
                }
            }
            for _ in 0..n_batch {
                self.row(&mut leaves, &column)?;
            }
            if let Some(index) = leaves.iter().position(|leaf| !leaf.is_at_end()) {
                let error = ParquetError::General("there are more values than rows".into());
                return Err(self.refused(column(index), error));
            }
            n_left -= n_batch;
        }
        self.n_not_finite += leaves.iter().map(|leaf| leaf.n_not_finite).sum::<u64>();
        for (index, leaf) in leaves.iter().enumerate() {
            self.n_text[index] += leaf.n_text;
            self.n_binary[index] += leaf.n_binary;
        }
        Ok(())
    }

    fn refused(&self, column: String, error: ParquetError) -> LoadError {
        LoadError::ParquetColumn {
            column,
            row: self.n_rows,
            message: error.to_string().into(),
        }
    }

    fn row(&mut self, leaves: &mut [Leaf], column: &dyn Fn(usize) -> String) -> Result<(), LoadError> {
        let begin = if self.n_rows == 0 { "{" } else { "\n{" };
        self.json.push_str(begin);
        let limit = self.limit.saturating_sub(self.text.bytes());
        for (index, (name, shape)) in self.shapes.columns.iter().enumerate() {
            if index > 0 {
                self.json.push(',');
            }
            let written = write_key(&mut self.json, name)
                .map_err(|error| (first_leaf(shape), ValueError::from(error)))
                .and_then(|()| write(&mut self.json, limit, shape, leaves));
            match written {
                Ok(()) => {}
                Err((leaf, ValueError::Binary)) => {
                    self.binary = Some(leaf);
                    return Err(LoadError::BinaryColumn {
                        row: self.n_rows,
                        column: column(leaf),
                    });
                }
                Err((_, ValueError::TooLarge)) => return Err(self.too_large()),
                Err((leaf, ValueError::Parquet(error))) => return Err(self.refused(column(leaf), error)),
            }
        }
        self.json.push('}');
        self.n_rows += 1;
        if self.json.len() as u64 > limit {
            return Err(self.too_large());
        }
        if self.json.len() >= TEXT_BYTES {
            self.text.push(self.json.as_bytes());
            self.json.clear();
        }
        Ok(())
    }
}

fn write_key(json: &mut String, name: &str) -> ParquetResult<()> {
    let key = serde_json::to_string(name).map_err(|error| ParquetError::External(Box::new(error)))?;
    json.push_str(&key);
    json.push(':');
    Ok(())
}

/// Index of the first leaf column in a nested type.
pub(crate) fn first_leaf(shape: &Shape) -> usize {
    match shape {
        Shape::Optional { leaves, .. } | Shape::List { leaves, .. } | Shape::Map { leaves, .. } => leaves.start,
        Shape::Struct(members) => members.first().map_or(0, |(_, member)| first_leaf(member)),
        Shape::Leaf(leaf) => *leaf,
    }
}

/// Result of writing a value. An error contains the index of the value's leaf column.
type Written = Result<(), (usize, ValueError)>;

/// Skips one missing value in each leaf column of the range `skipped`.
fn skip(leaves: &mut [Leaf], skipped: std::ops::Range<usize>) -> Written {
    for index in skipped {
        leaves[index].skip().map_err(|error| (index, error.into()))?;
    }
    Ok(())
}

/// Appends the next value of a column to `json`, as JSON. `shape` is the nested type of the column.
/// Before each value, returns an error if `json` already has more than `limit` bytes.
/// A small file could exceed the limit, because rows can repeat a text of the dictionary any number of times.
fn write(json: &mut String, limit: u64, shape: &Shape, leaves: &mut [Leaf]) -> Written {
    let first = first_leaf(shape);
    let def = |leaves: &[Leaf]| leaves[first].def().map_err(|error| (first, ValueError::from(error)));
    match shape {
        Shape::Leaf(leaf) if json.len() as u64 > limit => Err((*leaf, ValueError::TooLarge)),
        Shape::Leaf(leaf) => leaves[*leaf].write(json).map_err(|error| (*leaf, error)),
        Shape::Optional {
            def: exists,
            leaves: below,
            value,
        } => {
            if def(leaves)? < *exists {
                json.push_str("null");
                return skip(leaves, below.clone());
            }
            write(json, limit, value, leaves)
        }
        Shape::Struct(members) => {
            json.push('{');
            for (index, (name, member)) in members.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                write_key(json, name).map_err(|error| (first, error.into()))?;
                write(json, limit, member, leaves)?;
            }
            json.push('}');
            Ok(())
        }
        Shape::List {
            def: exists,
            rep,
            leaves: below,
            element,
        } => {
            json.push('[');
            if def(leaves)? < *exists {
                skip(leaves, below.clone())?;
            } else {
                write(json, limit, element, leaves)?;
                while leaves[first].rep() >= *rep {
                    json.push(',');
                    write(json, limit, element, leaves)?;
                }
            }
            json.push(']');
            Ok(())
        }
        Shape::Map {
            def: exists,
            rep,
            leaves: below,
            key,
            value,
            has_text_keys,
        } => {
            let [open, close] = if *has_text_keys { ['{', '}'] } else { ['[', ']'] };
            json.push(open);
            if def(leaves)? < *exists {
                skip(leaves, below.clone())?;
            } else {
                loop {
                    let is_pair = !has_text_keys && value.is_some();
                    if is_pair {
                        json.push('[');
                    }
                    write(json, limit, key, leaves)?;
                    if let Some(value) = value {
                        json.push(if *has_text_keys { ':' } else { ',' });
                        write(json, limit, value, leaves)?;
                    }
                    if is_pair {
                        json.push(']');
                    }
                    if leaves[first].rep() < *rep {
                        break;
                    }
                    json.push(',');
                }
            }
            json.push(close);
            Ok(())
        }
    }
}
