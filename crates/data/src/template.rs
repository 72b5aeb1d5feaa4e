//! Parses templates: texts with column names in braces, such as `{premise} … {hypothesis}`. Literal braces are doubled.

use crate::TemplateReason;

/// A piece of a parsed template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// Literal text between placeholders.
    Words(String),
    /// Name of the column in a placeholder.
    Column(String),
}

/// A syntax error in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateSyntaxError {
    /// 1-based line of the template with the error.
    pub line: u32,
    /// 1-based position of the error in the line, in characters.
    pub letter: u32,
    /// The syntax rule that the template breaks.
    pub reason: TemplateReason,
}

/// Parses a template. `check` returns a reason to reject the column name of a placeholder.
///
/// # Errors
/// Fails for an unpaired brace, an empty placeholder, or a name that `check` rejects.
pub fn pieces(
    source: &str,
    mut check: impl FnMut(&str) -> Result<(), TemplateReason>,
) -> Result<Vec<TemplatePart>, TemplateSyntaxError> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut rest = source;
    while let Some(at) = rest.find(['{', '}']) {
        let before = &source[..source.len() - rest.len() + at];
        let broken = |reason: TemplateReason| TemplateSyntaxError {
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
                return Err(broken(TemplateReason::Brace { brace: brace.into() }));
            }
        };
        rest = &rest[name.len() + 1..];
        if name.is_empty() {
            return Err(broken(TemplateReason::NoName));
        }
        check(name).map_err(broken)?;
        if !words.is_empty() {
            pieces.push(TemplatePart::Words(std::mem::take(&mut words)));
        }
        pieces.push(TemplatePart::Column(name.into()));
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(TemplatePart::Words(words));
    }
    Ok(pieces)
}
