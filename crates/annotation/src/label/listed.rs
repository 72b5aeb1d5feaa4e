//! Labels as they stand in a list or a table that is pasted.

use super::{Look, is_key};

/// A label of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// What stood beside it.
    pub look: Look,
}

impl Listed {
    /// The labels of `text`: one on each line, or all on one line, between tabs as a spreadsheet's row has them.
    ///
    /// ```text
    ///  refund ⇥ r ⇥ Money that was asked back     name, key and meaning: the name comes first, a key is one sign
    ///  fraud  ⇥ Something that nobody ordered
    /// ```
    pub fn of(text: &str) -> Vec<Listed> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(b'\t');
        // Whatever a spreadsheet would not write is a line as it stands.
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
    fn a_list_is_its_lines_or_the_cells_of_its_only_line() {
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
    fn a_table_has_keys_and_meanings() {
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
