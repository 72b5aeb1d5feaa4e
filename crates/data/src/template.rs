//! Words with columns' names between braces: `{premise} … {hypothesis}`. Braces that are meant as such are doubled.

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words that are always the same.
    Words(String),
    /// The name of a column.
    Column(String),
}

/// A piece that breaks the rules: its line and its letter, from 1, and which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line, from 1.
    pub line: u32,
    /// The letter in it, from 1.
    pub letter: u32,
    /// Which rule.
    pub reason: String,
}

/// The pieces of a template, in their order; `check` may refuse a column for what stands before it.
///
/// # Errors
/// A brace without its other half, a placeholder without a name, or what `check` refuses.
pub fn pieces(source: &str, mut check: impl FnMut(&str) -> Result<(), String>) -> Result<Vec<Piece>, Broken> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(['{', '}']) {
        let before = &source[..source.len() - rest.len() + at];
        let broken = |reason: String| Broken {
            line: before.matches('\n').count() as u32 + 1,
            letter: before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1,
            reason,
        };
        words.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix(brace) {
            words.push_str(brace);
            rest = behind;
            continue;
        }
        let name = match rest.find(['{', '}']) {
            Some(end) if brace == "{" && rest[end..].starts_with('}') => &rest[..end],
            _ => {
                return Err(broken(format!(
                    "a `{brace}` stands alone; as a letter it is written twice"
                )));
            }
        };
        rest = &rest[name.len() + 1..];
        if name.is_empty() {
            return Err(broken("`{}` names no column".into()));
        }
        check(name).map_err(broken)?;
        if !words.is_empty() {
            pieces.push(Piece::Words(std::mem::take(&mut words)));
        }
        pieces.push(Piece::Column(name.into()));
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(Piece::Words(words));
    }
    Ok(pieces)
}
