//! The subset of Fluent that the message files use.
//! A message has one line and may contain variables, quoted literals, and a selection by the value of a variable.
//!
//! ```text
//! # A comment.
//! key = words { $variable } words { "{" }
//! other = { $n ->
//!     [one] 1 text
//!    *[other] { $n } texts
//! } in all
//! ```
//!
//! A selection chooses the variant whose name equals the value.
//! If no variant name equals the value and the value is 1, the selection chooses the variant `one`.
//! In all other cases, the selection chooses the default variant, which is marked with a star.
//! Selections are sufficient for the plural forms of English and German.

use std::collections::BTreeMap;
use std::fmt::Display;

use thiserror::Error as ThisError;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Messages(BTreeMap<String, Message>);

#[derive(Clone, Debug, PartialEq)]
pub struct Message(Vec<Piece>);

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Words(String),
    Variable(String),
    Choice {
        variable: String,
        variants: Vec<(String, Message)>,
        /// Index of the default variant, which is marked with a star in the file.
        otherwise: usize,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("the message `{key}` breaks off before `{rest}`")]
pub struct SyntaxError {
    /// The key of the message, or the whole line if the line has no key.
    pub key: String,
    /// The text that could not be parsed, at most 40 characters.
    pub rest: String,
}

impl Messages {
    pub fn read(source: &str) -> Result<Messages, SyntaxError> {
        let mut messages = BTreeMap::new();
        let mut lines = source.lines().peekable();
        while let Some(line) = lines.next() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let no_key = || SyntaxError {
                key: line.to_owned(),
                rest: String::new(),
            };
            let (key, first) = line.split_once(" = ").ok_or_else(no_key)?;
            let mut text = first.to_owned();
            while let Some(next) = lines.next_if(|next| next.starts_with([' ', '}'])) {
                text.push('\n');
                text.push_str(next);
            }
            messages.insert(key.to_owned(), Message::read(key, &text)?);
        }
        Ok(Messages(messages))
    }

    pub fn get(&self, key: &str) -> Option<&Message> {
        self.0.get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.0.iter().map(|(key, message)| (key.as_str(), message))
    }
}

impl Message {
    fn read(key: &str, text: &str) -> Result<Message, SyntaxError> {
        let mut rest = text;
        match pattern(&mut rest, false) {
            Some(message) if rest.is_empty() => Ok(message),
            _ => Err(SyntaxError {
                key: key.to_owned(),
                rest: rest.chars().take(40).collect(),
            }),
        }
    }

    /// Formats the message. A variable without a value is shown as its name in braces.
    pub fn with(&self, values: &[(&str, &dyn Display)]) -> String {
        let mut text = String::new();
        self.write(values, &mut text);
        text
    }

    fn write(&self, values: &[(&str, &dyn Display)], text: &mut String) {
        let value_of = |variable: &str| {
            let value = values.iter().find(|(name, _)| *name == variable);
            value.map_or_else(|| format!("{{${variable}}}"), |(_, value)| value.to_string())
        };
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Variable(variable) => text.push_str(&value_of(variable)),
                Piece::Choice {
                    variable,
                    variants,
                    otherwise,
                } => {
                    let value = value_of(variable);
                    let named = |name: &str| variants.iter().position(|variant| variant.0 == name);
                    let one = || named("one").filter(|_| value == "1");
                    let chosen = named(&value).or_else(one).unwrap_or(*otherwise);
                    variants[chosen].1.write(values, text);
                }
            }
        }
    }

    pub fn variables(&self) -> std::collections::BTreeSet<&str> {
        let of_piece = |piece| match piece {
            &Piece::Words(_) => Vec::new(),
            Piece::Variable(variable) => vec![variable.as_str()],
            Piece::Choice { variable, variants, .. } => {
                let in_variants = variants.iter().flat_map(|(_, message)| message.variables());
                in_variants.chain([variable.as_str()]).collect()
            }
        };
        self.0.iter().flat_map(of_piece).collect()
    }
}

/// If `in_variant` is true, parsing stops at the next variant or at the end of the selection.
fn pattern(rest: &mut &str, in_variant: bool) -> Option<Message> {
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let (words, after) = rest.split_at(rest.find(['{', '}', '\n']).unwrap_or(rest.len()));
        if !words.is_empty() {
            pieces.push(Piece::Words(words.to_owned()));
        }
        *rest = after;
        if let Some(inside) = rest.strip_prefix('{') {
            *rest = inside.trim_start();
            pieces.push(placeable(rest)?);
        } else if in_variant && rest.starts_with('\n') {
            *rest = rest.trim_start();
            return rest.starts_with(['[', '*', '}']).then_some(Message(pieces));
        } else if !rest.is_empty() {
            return None;
        }
    }
    (!in_variant).then_some(Message(pieces))
}

fn placeable(rest: &mut &str) -> Option<Piece> {
    let piece = if let Some(quoted) = rest.strip_prefix('"') {
        let (words, after) = quoted.split_once('"')?;
        *rest = after.trim_start();
        Piece::Words(words.to_owned())
    } else {
        let name = rest.strip_prefix('$')?;
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
        let (name, after) = name.split_at(end);
        *rest = after.trim_start();
        match rest.strip_prefix("->") {
            None => Piece::Variable(name.to_owned()),
            Some(after) => {
                *rest = after.trim_start();
                choice(name, rest)?
            }
        }
    };
    *rest = rest.strip_prefix('}')?;
    Some(piece)
}

fn choice(variable: &str, rest: &mut &str) -> Option<Piece> {
    let mut variants = Vec::new();
    let mut otherwise = None;
    while !rest.starts_with('}') {
        if let Some(after) = rest.strip_prefix('*') {
            *rest = after;
            otherwise = Some(variants.len());
        }
        let (name, after) = rest.strip_prefix('[')?.split_once(']')?;
        *rest = after.strip_prefix(' ').unwrap_or(after);
        variants.push((name.to_owned(), pattern(rest, true)?));
    }
    Some(Piece::Choice {
        variable: variable.to_owned(),
        variants,
        otherwise: otherwise?,
    })
}
