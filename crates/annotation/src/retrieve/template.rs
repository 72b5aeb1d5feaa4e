//! The template that formats a text and its label.
//!
//! ```text
//!  How do you feel about the following sentence?      a demonstration contains the label;
//!  {text}                                             the query ends where the label would begin
//!  answer: {label}
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::RetrieveError;
use fastgas_data::TemplateReason;
use fastgas_data::template::{TemplatePart, TemplateSyntaxError, pieces};

/// Name of the placeholder for the label.
pub const LABEL: &str = "label";
/// Name of the placeholder for the text. The placeholder does not depend on the name of the text column.
pub const TEXT: &str = "text";

/// A text with placeholders: `{text}` for the text, `{label}` for its label, `{name}` for the column `name`.
///
/// `{label}` occurs exactly once and is the last placeholder.
/// Literal braces are written twice. Trailing line breaks of the template are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    /// The template as the user wrote it, without trailing line breaks.
    source: String,
    input: Vec<TemplatePart>,
    behind: String,
}

impl Template {
    /// Parses a template from its source text.
    ///
    /// # Errors
    /// Returns [`RetrieveError::Template`] for an unmatched brace or a placeholder without a name.
    /// Also fails for a second `{label}`, and for a placeholder after `{label}`.
    /// Returns [`RetrieveError::NoPlaceForLabel`] if the template has no `{label}`.
    pub fn read(source: &str) -> Result<Template, RetrieveError> {
        let source = source.trim_end_matches(['\r', '\n']);
        let mut label_seen = false;
        let check = |name: &str| match name {
            _ if label_seen && name == LABEL => Err(TemplateReason::LabelTwice),
            _ if label_seen => Err(TemplateReason::AfterLabel { column: name.into() }),
            _ => {
                label_seen = name == LABEL;
                Ok(())
            }
        };
        let mut input = pieces(source, check)
            .map_err(|TemplateSyntaxError { line, letter, reason }| RetrieveError::Template { line, letter, reason })?;
        if !label_seen {
            return Err(RetrieveError::NoPlaceForLabel);
        }
        let is_label = |piece: &TemplatePart| matches!(piece, TemplatePart::Column(name) if name == LABEL);
        let behind = match input.pop_if(|piece| !is_label(piece)) {
            Some(TemplatePart::Words(words)) => words,
            _ => String::new(),
        };
        input.pop_if(|piece| is_label(piece));
        Ok(Template {
            source: source.into(),
            input,
            behind,
        })
    }

    /// The names of all placeholders except `{label}`. Each name occurs once, in order of appearance.
    pub fn columns(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for piece in &self.input {
            match piece {
                TemplatePart::Column(name) if !names.contains(&name.as_str()) => names.push(name.as_str()),
                _ => {}
            }
        }
        names
    }

    /// Fills in the part of the template before the label. `cell` returns the cell of a column.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if `cell` returns `None` for a column.
    pub fn input<'a>(&self, cell: impl Fn(&str) -> Option<&'a str>) -> Result<String, RetrieveError> {
        let mut input = String::new();
        for piece in &self.input {
            match piece {
                TemplatePart::Words(words) => input.push_str(words),
                TemplatePart::Column(name) => {
                    let cell = cell(name).ok_or_else(|| RetrieveError::NoColumn { column: name.clone() })?;
                    input.push_str(cell);
                }
            }
        }
        Ok(input)
    }

    /// Checks that a table with the columns `columns` has all columns of the template.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] for the first column that is missing.
    pub fn check_columns(&self, columns: &[String]) -> Result<(), RetrieveError> {
        let has = |name: &str| name == TEXT || columns.iter().any(|column| column == name);
        self.input(|name| has(name).then_some("")).map(drop)
    }

    /// The words before the label in the same line of the template, such as `answer: ` in `{text}\nanswer: {label}`.
    /// White space at the end is kept, because it separates the words from the label.
    /// The result is empty if the label follows a placeholder or a line break.
    pub fn cue(&self) -> &str {
        match self.input.last() {
            Some(TemplatePart::Words(words)) => words.rsplit('\n').next().unwrap_or_default().trim_start(),
            _ => "",
        }
    }

    /// The text of the template after the label.
    pub fn behind(&self) -> &str {
        &self.behind
    }
}

impl fmt::Display for Template {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.source)
    }
}

impl TryFrom<String> for Template {
    type Error = RetrieveError;

    fn try_from(source: String) -> Result<Template, RetrieveError> {
        Template::read(&source)
    }
}

impl From<Template> for String {
    fn from(template: Template) -> String {
        template.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(source: &str) -> Result<String, RetrieveError> {
        let template = Template::read(source)?;
        let input = template.input(|name| match name {
            TEXT => Some("a {text}"),
            "other one" => Some("b"),
            _ => None,
        })?;
        Ok(format!("{input}|{}", template.behind()))
    }

    fn problem(source: &str) -> String {
        match Template::read(source) {
            Err(error) => error.to_string(),
            Ok(template) => panic!("{template:?}"),
        }
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(
            filled("{text}\nanswer: {label}\n\r\n").as_deref(),
            Ok("a {text}\nanswer: |")
        );
        assert_eq!(
            filled("{{{other one}}} {text}{label}. {{}}").as_deref(),
            Ok("{b} a {text}|. {}")
        );
        assert_eq!(filled("{label}").as_deref(), Ok("|"));
        let template = Template::read("{b} {text} {b}{label}").expect("a template");
        assert_eq!(template.columns(), ["b", "text"]);
        let missing = RetrieveError::NoColumn { column: "b".into() };
        assert_eq!(filled("{b}{label}"), Err(missing));
    }

    #[test]
    fn cue_is_the_text_before_the_label_on_its_line() {
        for (source, cue) in [
            ("{text}\nanswer: {label}", "answer: "),
            ("{text}\n\nThe topic is {label}.", "The topic is "),
            ("{text}\n\n主题是{label}", "主题是"),
            ("{text} = {label}", "= "),
            ("{text} {label}", ""),
            ("{text}\n{label}", ""),
            ("{text}{label}", ""),
            ("{label}", ""),
        ] {
            assert_eq!(Template::read(source).expect("a template").cue(), cue, "{source}");
        }
    }

    #[test]
    fn invalid_template_reports_reason() {
        assert_eq!(problem("{text}"), "the template has no `{label}`");
        assert_eq!(problem("{text} {{label}}"), "the template has no `{label}`");
        assert_eq!(
            problem("{label} {label}"),
            "line 1, letter 9 of the template: `{label}` occurs twice"
        );
        assert_eq!(
            problem("é: {label}\n\n日本 {text}"),
            "line 3, letter 4 of the template: `{text}` comes after `{label}`"
        );
        assert_eq!(
            problem("{} {label}"),
            "line 1, letter 1 of the template: `{}` names no column"
        );
        let alone = [
            ("{text", 1),
            ("text} {label}", 5),
            ("{te{xt} {label}", 1),
            ("{label}}", 8),
            ("{", 1),
        ];
        for (source, letter) in alone {
            let expected = format!("line 1, letter {letter} of");
            let problem = problem(source);
            assert!(
                problem.starts_with(&expected) && problem.contains("is unpaired"),
                "{source}: {problem}"
            );
        }
    }

    proptest! {
        /// Doubled braces are read as literal braces. All other characters are read unchanged.
        #[test]
        fn any_text_can_be_written_in_a_template(before in "[a{}\n ]{0,12}", behind in "[a{}\n]{0,8}b?") {
            let doubled = |words: &str| words.replace('{', "{{").replace('}', "}}");
            let template = Template::read(&format!("{}{{label}}{}", doubled(&before), doubled(&behind))).expect("a template");
            prop_assert_eq!(template.input(|_| None), Ok(before));
            prop_assert_eq!(template.behind(), behind.trim_end_matches('\n'));
        }

        #[test]
        fn arbitrary_template_does_not_panic(source in "[{}a-cé\n]{0,30}|.{0,30}|[{}labe text]{0,40}") {
            if let Ok(template) = Template::read(&source) {
                let text = serde_json::to_string(&template).expect("a string");
                prop_assert_eq!(serde_json::from_str::<Template>(&text).expect("the written data"), template);
            }
        }
    }
}
