//! Writes a table to a Parquet file.
//!
//! | Kind of the column | Parquet |
//! | --- | --- |
//! | texts | byte arrays, annotated as strings |
//! | whole numbers | 64-bit integers |
//! | numbers | 64-bit floats |
//! | points in time | 64-bit integers: milliseconds since 1970, in UTC |
//! | lists | lists of three levels, as the Parquet format specifies |
//!
//! Each value may be null. An empty text is not null. The pages are compressed with Snappy, as pandas does.

use std::collections::BTreeSet;
use std::sync::Arc;

use fastgas_data::{OutputCell, OutputKind, OutputTable, WriteTableError, moment_milliseconds};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::kind;

/// Maximum number of rows in a row group.
const GROUP_ROWS: usize = 100_000;
const BATCH_ROWS: usize = 1_024;

/// Definition level of an empty list. An element of a list has the definition level `ELEMENT`.
const LIST: i16 = 1;
const ELEMENT: i16 = 3;

/// Returns the bytes of the Parquet file. Equal tables yield equal bytes.
///
/// # Errors
/// Fails with [`WriteTableError::SameColumn`] or [`WriteTableError::Failed`].
pub(crate) fn written(table: &OutputTable<'_>) -> Result<Vec<u8>, WriteTableError> {
    let mut names = BTreeSet::new();
    let mut columns = table.columns().iter().map(|column| column.name.as_str());
    if let Some(name) = columns.find(|name| !names.insert(*name)) {
        return Err(WriteTableError::SameColumn {
            column: name.to_owned(),
        });
    }
    encoded(table).map_err(|error| WriteTableError::Failed {
        format: kind("Parquet"),
        message: error.to_string().into(),
    })
}

fn encoded(table: &OutputTable<'_>) -> ParquetResult<Vec<u8>> {
    let fields = table.columns().iter();
    let fields = fields.map(|column| field(&column.name, column.kind).map(Arc::new));
    let fields = fields.collect::<ParquetResult<Vec<TypePtr>>>()?;
    let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let rows: Vec<&[OutputCell<'_>]> = table.rows().collect();
    for group in rows.chunks(GROUP_ROWS) {
        let mut row_group = writer.next_row_group()?;
        for (index, column) in table.columns().iter().enumerate() {
            let no_column = || ParquetError::General("the schema has too few columns".into());
            let mut chunk = row_group.next_column()?.ok_or_else(no_column)?;
            for batch in group.chunks(BATCH_ROWS) {
                let cells: Vec<Option<&str>> = batch.iter().map(|row| row[index].as_deref()).collect();
                write_cells(&mut chunk, column.kind, &cells)?;
            }
            chunk.close()?;
        }
        row_group.close()?;
    }
    writer.into_inner()
}

fn field(name: &str, kind: OutputKind) -> ParquetResult<Type> {
    match kind {
        OutputKind::Text => value(name, Physical::BYTE_ARRAY, Some(LogicalType::String)),
        OutputKind::Integer => value(name, Physical::INT64, None),
        OutputKind::Float => value(name, Physical::DOUBLE, None),
        OutputKind::Moment => {
            let in_utc = LogicalType::timestamp(true, TimeUnit::MILLIS);
            value(name, Physical::INT64, Some(in_utc))
        }
        OutputKind::Texts => list(name, value("element", Physical::BYTE_ARRAY, Some(LogicalType::String))?),
        OutputKind::Integers => list(name, value("element", Physical::INT64, None)?),
    }
}

fn value(name: &str, physical: Physical, logical: Option<LogicalType>) -> ParquetResult<Type> {
    Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

fn list(name: &str, element: Type) -> ParquetResult<Type> {
    let elements = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(elements)])
        .build()
}

fn write_cells(chunk: &mut SerializedColumnWriter<'_>, kind: OutputKind, cells: &[Option<&str>]) -> ParquetResult<()> {
    match kind {
        OutputKind::Text => write_values::<ByteArrayType>(chunk, cells, |text| Some(ByteArray::from(text))),
        OutputKind::Integer => write_values::<Int64Type>(chunk, cells, |text| text.parse().ok()),
        OutputKind::Float => write_values::<DoubleType>(chunk, cells, |text| text.parse().ok()),
        OutputKind::Moment => write_values::<Int64Type>(chunk, cells, moment_milliseconds),
        OutputKind::Texts => write_lists::<ByteArrayType>(chunk, cells, |list| {
            let texts: Vec<String> = serde_json::from_str(list).ok()?;
            Some(
                texts
                    .into_iter()
                    .map(|text| ByteArray::from(text.into_bytes()))
                    .collect(),
            )
        }),
        OutputKind::Integers => write_lists::<Int64Type>(chunk, cells, |list| serde_json::from_str(list).ok()),
    }
}

/// Writes the values in a range of a column's cells. A missing cell becomes null.
fn write_values<T: DataType>(
    chunk: &mut SerializedColumnWriter<'_>,
    cells: &[Option<&str>],
    value: impl Fn(&str) -> Option<T::T>,
) -> ParquetResult<()> {
    let values = cells.iter().flatten().map(|text| value(text).ok_or_else(other_kind));
    let values = values.collect::<ParquetResult<Vec<T::T>>>()?;
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    chunk.typed::<T>().write_batch(&values, Some(&levels), None)?;
    Ok(())
}

/// Writes the lists in a range of a column's cells. A missing cell becomes null.
fn write_lists<T: DataType>(
    chunk: &mut SerializedColumnWriter<'_>,
    cells: &[Option<&str>],
    values: impl Fn(&str) -> Option<Vec<T::T>>,
) -> ParquetResult<()> {
    let mut all = Vec::new();
    // Each null, each empty list and each element has a definition level and a repetition level.
    // The repetition level is 1 for the second and all later elements of a list, otherwise 0.
    let (mut definitions, mut repetitions) = (Vec::new(), Vec::new());
    for cell in cells {
        let list = match cell {
            Some(list) => values(list).ok_or_else(other_kind)?,
            None => Vec::new(),
        };
        if list.is_empty() {
            definitions.push(if cell.is_some() { LIST } else { 0 });
            repetitions.push(0);
        }
        definitions.extend(list.iter().map(|_| ELEMENT));
        repetitions.extend((0..list.len()).map(|index| i16::from(index > 0)));
        all.extend(list);
    }
    chunk
        .typed::<T>()
        .write_batch(&all, Some(&definitions), Some(&repetitions))?;
    Ok(())
}

/// The error for a cell that does not match its column's type. An [`OutputTable`] has no such cell.
fn other_kind() -> ParquetError {
    ParquetError::General("a cell is not of the kind of its column".into())
}
