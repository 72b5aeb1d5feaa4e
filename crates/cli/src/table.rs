//! Formats tables for display.

/// Each column is as wide as its widest cell. Cells are right-aligned, except in the first `n_left` columns.
/// All lines must have the same number of cells.
pub fn aligned(lines: &[Vec<String>], n_left: usize) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column < n_left {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_equal_width() {
        let lines = [["label", "n"], ["größer", "10"], ["", "7"]].map(|line| line.map(str::to_owned).to_vec());
        assert_eq!(aligned(&lines, 1), "label    n\ngrößer  10\n         7\n");
        assert_eq!(aligned(&lines[..2], 2), "label   n\ngrößer  10\n");
        assert_eq!(aligned(&[], 0), "");
    }
}
