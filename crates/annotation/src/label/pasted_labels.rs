//! Parses lists and tables of labels that the user pasted.

use super::{LabelSpec, is_key};

/// One label of a pasted list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastedLabel {
    /// Name of the label.
    pub name: String,
    /// Key and description of the label, if the pasted list contains a key or a description.
    pub spec: LabelSpec,
}

impl PastedLabel {
    /// Parses the labels in `text`.
    /// The text has one label per line, or all labels on one tab-separated line, like a row of a spreadsheet.
    ///
    /// ```text
    ///  refund ⇥ r ⇥ A request for money back      name first, then key (one character) and description in any order
    ///  fraud  ⇥ An order by someone else          name and description, without a key
    /// ```
    pub fn of(text: &str) -> Vec<PastedLabel> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(b'\t');
        // If the text is not valid TSV, each line is treated as one cell.
        let rows: Result<Vec<csv::StringRecord>, csv::Error> = reader.from_reader(text.as_bytes()).records().collect();
        let rows: Vec<Vec<String>> = match rows {
            Ok(rows) => rows.iter().map(|row| row.iter().map(str::to_owned).collect()).collect(),
            Err(_) => text.lines().map(|line| vec![line.to_owned()]).collect(),
        };
        let cells = |row: &Vec<String>| -> Vec<String> {
            let cells = row.iter().map(|cell| cell.trim().to_owned());
            cells.filter(|cell| !cell.is_empty()).collect()
        };
        let rows: Vec<Vec<String>> = rows.iter().map(cells).filter(|row| !row.is_empty()).collect();
        match &rows[..] {
            [names] => names.iter().map(|name| PastedLabel::named(name.clone())).collect(),
            rows => rows.iter().map(|row| PastedLabel::in_table(row)).collect(),
        }
    }

    fn named(name: String) -> PastedLabel {
        PastedLabel {
            name,
            spec: LabelSpec::default(),
        }
    }

    fn in_table(row: &[String]) -> PastedLabel {
        let mut listed = PastedLabel::default();
        let mut meanings: Vec<&str> = Vec::new();
        for (index, cell) in row.iter().enumerate() {
            let mut signs = cell.chars().map(|sign| sign.to_ascii_lowercase());
            match (signs.next(), signs.next()) {
                _ if index == 0 => listed.name.clone_from(cell),
                (Some(key), None) if listed.spec.key.is_none() && is_key(key) => listed.spec.key = Some(key),
                _ => meanings.push(cell),
            }
        }
        listed.spec.description = meanings.join("; ");
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> Vec<(String, Option<char>, String)> {
        let fields = |listed: PastedLabel| (listed.name, listed.spec.key, listed.spec.description);
        PastedLabel::of(text).into_iter().map(fields).collect()
    }

    fn label(name: &str, key: Option<char>, meaning: &str) -> (String, Option<char>, String) {
        (name.to_owned(), key, meaning.to_owned())
    }

    #[test]
    fn list_has_one_label_per_line_or_per_cell_of_its_only_line() {
        let both = [label("a", None, ""), label("b c", None, "")];
        assert_eq!(listed("a\r\n\n b c \n"), both);
        assert_eq!(listed("a\tb c"), both);
        assert_eq!(listed("  "), []);
        assert_eq!(
            listed("5\" nails\nscrews"),
            [label("5\" nails", None, ""), label("screws", None, "")]
        );
    }

    #[test]
    fn table_has_keys_and_descriptions() {
        let table = "refund\tR\tMoney, asked back\nfraud\t\"Something that\nnobody ordered\"\nother\nx\t5\ty\tz\n";
        assert_eq!(
            listed(table),
            [
                label("refund", Some('r'), "Money, asked back"),
                label("fraud", None, "Something that\nnobody ordered"),
                label("other", None, ""),
                label("x", Some('5'), "y; z"),
            ]
        );
        assert_eq!(
            listed("a\t\nb\ts\n")[1],
            label("b", None, "s"),
            "a cell that cannot be a key is a description"
        );
    }
}
