//! Parses pasted lists and tables of labels.

use super::{Look, is_key};

/// One label of a pasted list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Name of the label.
    pub name: String,
    /// Key and description of the label, if given.
    pub look: Look,
}

impl Listed {
    /// Parses the labels of `text`: one per line, or all on one tab-separated line, like a row of a spreadsheet.
    ///
    /// ```text
    ///  refund ⇥ r ⇥ Money that was asked back     name, key, description: the name is first, a key is one character
    ///  fraud  ⇥ Something that nobody ordered
    /// ```
    pub fn of(text: &str) -> Vec<Listed> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(b'\t');
        // If the text is not valid TSV, each line is one cell.
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
            [names] => names.iter().map(|name| Listed::named(name.clone())).collect(),
            rows => rows.iter().map(|row| Listed::in_table(row)).collect(),
        }
    }

    fn named(name: String) -> Listed {
        Listed {
            name,
            look: Look::default(),
        }
    }

    fn in_table(row: &[String]) -> Listed {
        let mut listed = Listed::default();
        let mut meanings: Vec<&str> = Vec::new();
        for (place, cell) in row.iter().enumerate() {
            let mut signs = cell.chars().map(|sign| sign.to_ascii_lowercase());
            match (signs.next(), signs.next()) {
                _ if place == 0 => listed.name.clone_from(cell),
                (Some(key), None) if listed.look.key.is_none() && is_key(key) => listed.look.key = Some(key),
                _ => meanings.push(cell),
            }
        }
        listed.look.description = meanings.join("; ");
        listed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> Vec<(String, Option<char>, String)> {
        let told = |listed: Listed| (listed.name, listed.look.key, listed.look.description);
        Listed::of(text).into_iter().map(told).collect()
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
            "what is no key of a label is a meaning"
        );
    }
}
