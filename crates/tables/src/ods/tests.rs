use super::*;

fn counted(xml: &str, limit: u64) -> Result<(), String> {
    let counted = |size: usize| {
        let mut counter = CellCounter::new(limit);
        xml.as_bytes().chunks(size).for_each(|chunk| counter.push(chunk));
        counter.finish().map(|_| ()).map_err(|error| error.to_string())
    };
    let whole = counted(xml.len());
    assert_eq!(whole, counted(1));
    whole
}

fn sheet(rows: &str) -> String {
    format!("<table:table table:name=\"A &amp; B\"><table:table-column/>{rows}</table:table>")
}

const ROW: &str = "<table:table-row table:number-rows-repeated=\"5\"><table:table-cell table:number-columns-repeated='3'/>\
    <table:table-cell office:value-type=\"float\" table:number-columns-repeated=\"2\"><text:p>1</text:p></table:table-cell>\
    <table:table-cell table:number-columns-repeated=\"16379\"/></table:table-row>";

#[test]
fn repeated_cells_and_rows_are_counted() {
    // The sheet has five equal rows. In each row, only the fourth and the fifth cell are not empty.
    // The library stores 15 cells: five cells of the repeated row, and a rectangle of 5 × 2 non-empty cells.
    let refused = "A & B!E5: up to this cell the sheets of the workbook extend over more than 14 cells or bytes";
    let one = sheet(ROW);
    assert_eq!(counted(&one, 15), Ok(()));
    assert_eq!(counted(&one, 14), Err(refused.to_owned()));
    // The cells of all sheets are counted. Empty rows are counted only between rows with cells.
    let empty = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell/></table:table-row>";
    assert_eq!(counted(&sheet(&format!("{empty}{ROW}{empty}")).repeat(2), 30), Ok(()));
    assert!(counted(&one.repeat(2), 29).is_err());
    let far = counted(&sheet(&format!("{ROW}{empty}{ROW}")), 1_000_000);
    assert!(far.is_err_and(|error| error.starts_with("A & B!E1000010: ")));
    let formula =
        "<table:table-row><table:table-cell table:formula='of:=[.A2]>\"1\"' office:value='1'/></table:table-row>";
    assert_eq!(counted(&sheet(formula), 3), Ok(()));
    assert!(counted(&sheet(formula), 2).is_err());
}

/// For each cell in a row, returns how the cell's number format displays 1234.5, or 7 in the last cell.
/// A cell without a format yields `-`. The styles are in the same part of the file as the cells.
fn shown(styles: &str, columns: &str, row: &str, cells: &[&str]) -> Vec<String> {
    let cell =
        |attributes: &&str| format!("<table:table-cell office:value-type='float' office:value='1' {attributes}/>");
    let row = format!(
        "<table:table-row {row}>{}</table:table-row>",
        cells.iter().map(cell).collect::<String>()
    );
    let table = format!("<table:table table:name='S'>{columns}{row}</table:table>");
    let show = |size: usize| {
        let mut counter = CellCounter::new(1_000);
        // The name of a format is valid only in the part of the file that defines the format.
        let common = "<number:number-style style:name='N1'><number:number number:min-integer-digits='4'/></number:number-style>\
            <style:style style:name='Default' style:family='table-cell'/>\
            <style:style style:name='Four' style:family='table-cell' style:data-style-name='N1'/>\
            <style:style style:name='ro1' style:family='table-row' style:data-style-name='N1'/>";
        counter.push(common.as_bytes());
        // If a part ends within a tag, the next part is still read correctly.
        counter.push(b"<number:percentage-style style:name='N3'><number:number number:min-integer-digits='9'");
        counter.begin_part();
        format!("{styles}{table}")
            .as_bytes()
            .chunks(size)
            .for_each(|chunk| counter.push(chunk));
        let formats = counter.finish().expect("few cells");
        let show = |column: usize| {
            let format = formats.get("S", (0, column as u32));
            format.map_or_else(
                || "-".to_owned(),
                |format| format.number(if column + 1 == cells.len() { 7.0 } else { 1_234.5 }),
            )
        };
        (0..cells.len()).map(show).collect::<Vec<_>>()
    };
    let whole = show(10_000);
    assert_eq!(whole, show(1));
    whole
}

#[test]
fn number_formats_of_cells_are_found() {
    let styles = "<number:number-style style:name='N1'><number:number number:decimal-places='2' number:min-decimal-places='2' \
        number:min-integer-digits='1' number:grouping='true'/></number:number-style>\
        <number:percentage-style style:name='N2'><number:number number:decimal-places='1' number:min-integer-digits='1'/>\
        <number:text> %</number:text></number:percentage-style>\
        <number:number-style style:name='N4'><number:text>D&quot;-</number:text><number:number number:decimal-places='0' \
        number:min-integer-digits='5'><number:embedded-text number:position='3'>-</number:embedded-text></number:number></number:number-style>\
        <number:number-style style:name='N5'><number:scientific-number number:decimal-places='2'/></number:number-style>\
        <number:number-style style:name='N6'><number:number number:decimal-places='3' number:decimal-replacement='' \
        number:min-integer-digits='1'/><number:text> kg</number:text></number:number-style>\
        <number:currency-style style:name='N7'><number:number number:decimal-places='2' number:min-integer-digits='1' \
        number:grouping='true'/><number:currency-symbol>EUR 0</number:currency-symbol></number:currency-style>\
        <style:style style:name='groups' style:family='table-cell' style:data-style-name='N1'/>\
        <style:style style:name='bold' style:family='table-cell' style:parent-style-name='groups'/>\
        <style:style style:name='share' style:family='table-cell' style:data-style-name='N2'/>\
        <style:style style:name='code' style:family='table-cell' style:data-style-name='N4'/>\
        <style:style style:name='power' style:family='table-cell' style:data-style-name='N5'/>\
        <style:style style:name='unit' style:family='table-cell' style:data-style-name='N6'/>\
        <style:style style:name='price' style:family='table-cell' style:data-style-name='N7'/>\
        <style:style style:name='four' style:family='table-cell' style:parent-style-name='Four'/>\
        <style:style style:name='loop' style:family='table-cell' style:parent-style-name='loop'/>";
    let style = |name: &str| format!("table:style-name='{name}'");
    let of = |name: &str| shown(styles, "", "", &[&style(name), ""]).swap_remove(0);
    for (name, expected) in [
        ("groups", "1,234.50"),
        ("bold", "1,234.50"),
        ("share", "123450.0 %"),
        ("power", "-"),
        ("unit", "-"),
        ("price", "1,234.50"),
        ("loop", "-"),
        ("none", "-"),
    ] {
        assert_eq!(of(name), expected, "{name}");
    }
    let code = |name: &str| shown(styles, "", "", &[&style(name)]).swap_remove(0);
    assert_eq!(code("code"), "D-00-007");
    assert_eq!(code("four"), "0007");
    // A percentage has a percent sign, regardless of the style of its cell.
    let percent = "office:value-type='percentage'";
    assert_eq!(shown(styles, "", "", &[percent, percent]), ["123450%", "700%"]);
    assert_eq!(shown("", "", "", &["", ""]), ["-", "-"]);
}

#[test]
fn cells_without_a_style_have_the_style_of_their_row_or_column() {
    let styles = "<number:number-style style:name='N1'><number:number number:min-integer-digits='1' number:grouping='true'/></number:number-style>\
        <style:style style:name='groups' style:family='table-cell' style:data-style-name='N1'/>";
    let columns = "<table:table-column table:number-columns-repeated='2'/>\
        <table:table-column table:default-cell-style-name='groups' table:number-columns-repeated='2'/><table:table-column/>";
    let repeated = "table:number-columns-repeated='3'";
    assert_eq!(
        shown(styles, columns, "", &["", repeated, "", ""]),
        ["-", "-", "1,234.5", "7"]
    );
    let row = "table:default-cell-style-name='groups'";
    assert_eq!(
        shown(styles, "", row, &["", "table:style-name='Default'", ""]),
        ["1,234.5", "-", "7"]
    );
}

#[test]
fn formats_of_cells_below_each_other_are_kept_once() {
    let mut styles = Styles::new();
    styles.cells.begin_sheet("S");
    assert!(styles.cells.set("S", 2, &(0..5), 1));
    assert!(!styles.cells.set("S", 2, &(5..6), 1));
    assert!(styles.cells.set("S", 2, &(7..8), 1));
    let has_format = |row: u32| styles.cells.get("S", (row, 2)).is_some();
    assert_eq!([0, 5, 6, 7, 8].map(has_format), [true, true, false, true, false]);
    assert!(styles.cells.get("S", (0, 1)).is_none() && styles.cells.get("T", (0, 2)).is_none());
}

#[test]
fn comments_and_data_are_no_cells() {
    let xml = sheet(&format!(
        "<!-- > {ROW} -- --><![CDATA[ > {ROW} ]] ]]><table:table-row/>"
    ));
    assert_eq!(counted(&xml, 0), Ok(()));
}

#[test]
fn numbers_of_blanks_are_limited() {
    let cell = |blanks: u64| {
        sheet(&format!(
            "<table:table-row><table:table-cell office:value-type=\"string\"><text:p><text:s text:c=\"{blanks}\"/></text:p></table:table-cell></table:table-row>"
        ))
    };
    assert_eq!(counted(&cell(100), 100), Ok(()));
    assert!(counted(&cell(1_000_000_000), 100).is_err_and(|error| error.starts_with("A & B!A1: ")));
}
