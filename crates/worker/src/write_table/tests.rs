use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{Dispatch, TablesDispatch};
use bytes::Bytes;
use fastgas_annotation::export::{ColumnOrder, ExportFormat, ExportRows, Exported, Labeled};
use fastgas_annotation::label::{AnswerType, History};
use fastgas_data::{Import, OutputKind, TableChoice, WriteTableError, load_with};
use fastgas_protocol::{Envelope, JobId, Request, bytes_of_u32};
use fastgas_tables::open;
use parquet::basic::{LogicalType, TimeUnit, Type as Physical};
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::schema::types::Type;

fn answer(body: Request, buffers: Vec<Vec<u8>>) -> Envelope<Event> {
    let mut dispatch = TablesDispatch::new(Dispatch::new(Box::new(|| 0.0)));
    let job = JobId(3);
    let mut events = Vec::new();
    dispatch.handle_file(Envelope { job, body, buffers }, None, &mut |event| events.push(event));
    let [answer] = <[_; 1]>::try_from(events).expect("one answer");
    assert_eq!(answer.job, job);
    answer
}

fn write(format: TableFormat) -> Request {
    let columns = vec![
        OutputColumn::new("rank", OutputKind::Integer),
        OutputColumn::new("id", OutputKind::Text),
    ];
    Request::WriteTable { format, columns }
}

#[test]
fn table_is_written_in_both_formats() {
    let buffers = || vec![b"1007".to_vec(), bytes_of_u32(&[1, 3, u32::MAX, 0])];
    for (format, expected) in [
        (TableFormat::Workbook, "rank,id\n1,007\n"),
        (
            TableFormat::Parquet,
            "{\"rank\":1,\"id\":\"007\"}\n{\"rank\":null,\"id\":\"\"}",
        ),
    ] {
        let answer = answer(write(format), buffers());
        assert_eq!(answer.body, Event::TableWritten);
        let [file] = <[_; 1]>::try_from(answer.buffers).expect("one file");
        let table = open(file, "a", &TableChoice::default(), 1_000_000).expect("a table");
        assert_eq!(String::from_utf8(table.bytes).expect("UTF-8"), expected);
    }
}

#[test]
fn table_that_a_workbook_cannot_hold_fails_with_its_cell() {
    let text = "a".repeat(40_000).into_bytes();
    let answer = answer(
        write(TableFormat::Workbook),
        vec![text, bytes_of_u32(&[u32::MAX, 40_000])],
    );
    let error = WriteTableError::LongCell {
        row: 2,
        column: "id".into(),
        letters: 40_000,
        limit: 32_767,
    };
    let error = Error::from(error).into();
    assert_eq!(answer.body, Event::Failed { error });
}

#[test]
fn buffers_that_are_no_table_fail() {
    let buffers = [
        vec![],
        vec![b"a".to_vec(), vec![0; 3]],
        vec![b"a".to_vec(), bytes_of_u32(&[1])],
        vec![b"a".to_vec(), bytes_of_u32(&[1, 1])],
        vec![b"\xFF".to_vec(), bytes_of_u32(&[1, 0])],
    ];
    for buffers in buffers {
        let answer = answer(write(TableFormat::Parquet), buffers);
        assert!(
            matches!(
                answer.body,
                Event::Failed {
                    error: WorkerError::Protocol { .. }
                }
            ),
            "{answer:?}"
        );
    }
}

/// Type that a dataset card must state for the column `field` of a Parquet file.
fn type_in_card(field: &Type) -> String {
    let logical = field.get_basic_info().logical_type_ref();
    if field.is_group() {
        assert_eq!(logical, Some(&LogicalType::List));
        let element = type_in_card(&field.get_fields()[0].get_fields()[0]);
        return element.replace("dtype", "sequence");
    }
    let in_utc = LogicalType::timestamp(true, TimeUnit::MILLIS);
    let name = match (field.get_physical_type(), logical) {
        (Physical::BYTE_ARRAY, Some(LogicalType::String)) => "string",
        (Physical::INT64, None) => "int64",
        (Physical::DOUBLE, None) => "float64",
        (Physical::INT64, Some(logical)) if *logical == in_utc => "timestamp[ms, tz=UTC]",
        other => panic!("{other:?}"),
    };
    format!("dtype: {name}")
}

/// A dataset card lists the name and the type of each column. A class of the label set is stored as a whole number.
fn features(card: &str) -> Vec<(String, String)> {
    let (_, features) = card.split_once("  features:\n").expect("features");
    let (features, _) = features.split_once("---\n").expect("the end of the header");
    let feature = |feature: &str| {
        let (name, kind) = feature.split_once("\n    ").expect("a name and a type");
        let name = name.trim_matches('"').to_owned();
        let kind = match kind.split_once("\n      class_label:") {
            Some((kind, _)) => format!("{kind} int64"),
            None => kind.trim_end().to_owned(),
        };
        (name, kind)
    };
    features.split("  - name: ").skip(1).map(feature).collect()
}

#[test]
fn columns_of_a_dataset_have_the_types_of_its_card() {
    let pool = load_with(b"id,text\n007,a b\n008,c d\n", &Import::named("a.csv"));
    let pool = pool.expect("a table").pool;
    let mut history = History::default();
    history.give(0, Some("yes"), 1_795_334_464_000);
    history.give(1, Some("no"), 1_795_334_465_000);
    let classes = ["yes".to_owned(), "no".to_owned()];
    let mut kinds = BTreeSet::new();
    for (answers, names) in [
        (AnswerType::One, &classes[..]),
        (AnswerType::Several, &classes[..]),
        (AnswerType::Several, &[]),
        (AnswerType::Text, &[]),
    ] {
        let labeled = Labeled {
            pool: &pool,
            picks: vec![(1, Some(2)), (0, None)],
            partition: None,
            labels: history.labels(),
            text_column: 1,
            values: &[],
            answers,
            names,
            method: None,
            renamed: BTreeSet::new(),
            resolved: None,
            times: BTreeMap::from([(0, 12_340)]),
            tells_times: true,
            order: ColumnOrder::default(),
        };
        let Exported::Dataset(dataset) = labeled.write(ExportRows::Picks, ExportFormat::HuggingFace) else {
            panic!("a dataset is a folder");
        };
        let table = dataset.table.table().expect("a table");
        let bytes = write_table(&table, dataset.format).expect("Parquet holds every table");
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&Bytes::from(bytes));
        let metadata = metadata.expect("it was written");
        let fields = metadata.file_metadata().schema().get_fields().iter();
        let columns: Vec<(String, String)> = fields
            .map(|field| (field.name().to_owned(), type_in_card(field)))
            .collect();
        let (_, card) = &dataset.texts[0];
        assert_eq!(features(card), columns, "{answers:?}");
        kinds.extend(columns.into_iter().map(|(_, kind)| kind));
    }
    let all = [
        "dtype: float64",
        "dtype: int64",
        "dtype: string",
        "dtype: timestamp[ms, tz=UTC]",
        "sequence: int64",
        "sequence: string",
    ];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
