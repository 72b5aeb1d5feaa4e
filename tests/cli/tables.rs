//! Tests of tables that the command-line program writes as workbooks and Parquet files, and reads again.

use std::fs;

use fastgas::data::{Import, TableChoice, load_with};
use fastgas::tables::open;

use crate::support::Folder;

const SELECT: &str = "select pool.csv --text text --neighbors 5 --embeddings emb.npy --budget 12 --quiet";

/// Cells that a spreadsheet, or a program that writes tables incorrectly, would change.
const NOTES: [&str; 9] = [
    "007",
    "=1+1",
    "",
    "12345678901234567890",
    "two\nlines",
    "  spaces  ",
    "_x000D_",
    "Grüße 東京 🦀",
    "2024-01-02",
];

fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    let row = |n: usize| {
        format!(
            "{n:04},\"text number {n}, \"\"please\"\"\",\"{}\"\n",
            NOTES[n % NOTES.len()]
        )
    };
    folder.write(
        "pool.csv",
        &format!("id,text,note\n{}", (0..40).map(row).collect::<String>()),
    );
    folder.write_vectors("emb.npy", 40);
    folder
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.0.join(name)).expect("the program wrote it")
}

fn records(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let table = open(bytes(folder, name), name, &TableChoice::default(), 1 << 30).expect("a table");
    let import = table.settings(&Import::named(name));
    let pool = load_with(&table.bytes, &import).expect("a table").pool;
    let rows = pool.instances().map(|row| row.cells().map(str::to_owned).collect());
    [pool.columns().to_vec()].into_iter().chain(rows).collect()
}

#[test]
fn every_format_has_the_cells_of_csv() {
    let folder = prepared("tables-cells");
    for name in ["p.csv", "p.xlsx", "p.PARQUET"] {
        folder.succeed(&format!("{SELECT} --explain --out {name}"));
    }
    let expected = records(&folder, "p.csv");
    assert_eq!(expected.len(), 13);
    assert!(expected.iter().any(|record| record.contains(&"=1+1".to_owned())));
    assert_eq!(records(&folder, "p.xlsx"), expected);
    assert_eq!(records(&folder, "p.PARQUET"), expected);
    assert!(bytes(&folder, "p.xlsx").starts_with(b"PK"));
    assert!(bytes(&folder, "p.PARQUET").starts_with(b"PAR1"));

    // If two runs make equal picks, their files are identical byte for byte.
    for (name, again) in [("p.xlsx", "again.xlsx"), ("p.PARQUET", "again.parquet")] {
        folder.succeed(&format!("{SELECT} --explain --out {again}"));
        assert!(bytes(&folder, name) == bytes(&folder, again), "{name}");
    }
}

#[test]
fn written_workbooks_and_parquet_files_are_accepted_as_picks_and_labels() {
    let folder = prepared("tables-read");
    let names = ["p.csv", "p.xlsx", "p.parquet"];
    for name in names {
        folder.succeed(&format!("{SELECT} --out {name}"));
    }
    let extended = names.map(|name| {
        let select = SELECT.replace("--budget 12", "--budget 15");
        folder.succeed(&format!("{select} --extend {name} --out more.csv"));
        folder.read("more.csv")
    });
    assert!(extended.iter().all(|more| *more == extended[0]));
    let evaluated = names.map(|name| {
        folder.succeed(&format!(
            "evaluate pool.csv --text text --neighbors 5 --embeddings emb.npy --picks {name} --quiet"
        ))
    });
    assert!(evaluated.iter().all(|text| *text == evaluated[0]), "{evaluated:?}");
    let packs = names.map(|name| {
        let prompt = "prompt pool.csv --text text --label note --save-pack pack.json --quiet";
        folder.succeed(&format!("{prompt} --labeled {name}"));
        folder.read("pack.json")
    });
    assert!(packs.iter().all(|pack| *pack == packs[0]));
}

#[test]
fn comparison_is_written_with_numbers() {
    let folder = prepared("tables-compare");
    for name in ["methods.csv", "methods.xlsx", "methods.parquet"] {
        folder.succeed(&format!(
            "compare pool.csv --text text --neighbors 5 --embeddings emb.npy --budgets 4 --seeds 0 --methods random,k-center \
             --json --out {name}"
        ));
    }
    let [csv, xlsx, parquet] = ["methods.csv", "methods.xlsx", "methods.parquet"].map(|name| records(&folder, name));
    assert_eq!((&xlsx[0], &parquet[0]), (&csv[0], &csv[0]));
    let coverage = csv[0]
        .iter()
        .position(|name| name == "facility_coverage")
        .expect("a column");
    let numbers = |records: &[Vec<String>]| -> Vec<f64> {
        let rows = records[1..].iter();
        rows.map(|row| row[coverage].parse().expect("a number")).collect()
    };
    assert_eq!(numbers(&parquet), numbers(&csv));
    for (one, other) in numbers(&xlsx).into_iter().zip(numbers(&csv)) {
        // A spreadsheet displays only 15 digits of a number.
        assert!((one - other).abs() < 1e-14, "{one} and {other}");
    }
}

#[test]
fn names_and_options_that_do_not_fit_the_format_are_refused_before_work() {
    let folder = prepared("tables-refused");
    for (arguments, expected) in [
        (
            "--out p.xls",
            "p.xls: the output is CSV, TSV, a workbook (.xlsx) or Parquet, but this name is for another spreadsheet format. \
             Give a name that ends in .xlsx or .csv.",
        ),
        ("--out p.ods", "p.ods: the output is CSV"),
        (
            "--out p.xlsx --guard-formulas",
            "--guard-formulas has no effect on .xlsx and .parquet files, in which no text is a formula. Leave it out",
        ),
        ("--out p.parquet --guard-formulas", "--guard-formulas has no effect"),
    ] {
        let message = folder.refuse(&format!("{SELECT} {arguments}"));
        assert!(message.contains(expected), "{arguments}: {message}");
        let name = arguments.split(' ').nth(1).expect("a name");
        assert!(!folder.0.join(name).exists(), "{arguments}");
    }
}

#[test]
fn text_that_no_cell_of_excel_holds_is_refused_and_the_old_file_kept() {
    let folder = prepared("tables-long");
    let pool = folder
        .read("pool.csv")
        .replace("text number 7,", &"long ".repeat(8_000));
    folder.write("pool.csv", &pool);
    folder.write("p.xlsx", "old");
    let select = SELECT.replace("--budget 12", "--budget 40 --method random");
    let message = folder.refuse(&format!("{select} --out p.xlsx"));
    assert!(
        message.contains("p.xlsx: row ")
            && message.contains(
                " of the sheet, column `text`: the text has 40009 characters, and a cell of Excel holds at most 32767. \
                 Write CSV or Parquet instead"
            ),
        "{message}"
    );
    assert_eq!(folder.read("p.xlsx"), "old");
    folder.succeed(&format!("{select} --out p.parquet"));
    let longest = records(&folder, "p.parquet")
        .into_iter()
        .flatten()
        .map(|cell| cell.len())
        .max();
    assert_eq!(longest, Some(40_009));
}
