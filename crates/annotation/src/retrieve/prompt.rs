//! What a language model is given.

use serde::{Deserialize, Serialize};

use fastgas_data::on_a_line;

/// Demonstrations and a query, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// In their order; the most similar is the last.
    pub shots: Vec<Shot>,
    /// What to answer.
    pub query: String,
    /// What stands behind every label.
    pub behind: String,
}

/// A demonstration in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// What stands before the label.
    pub input: String,
    /// The answer.
    pub label: String,
}

/// One message of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// `user` or `assistant`.
    pub role: &'static str,
    /// What they say.
    pub content: String,
}

impl Prompt {
    /// Demonstrations and query as one text, an empty line between each. It ends where the answer begins, without the
    /// space that stands there in the demonstrations, which tokenizers take for the answer's.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for Shot { input, label } in &self.shots {
            text.extend([input, label, &self.behind, "\n\n"]);
        }
        text + self.query.trim_end()
    }

    /// The same as messages: the inputs by the user, the labels by the assistant, the query last. A message ends by
    /// itself, so that what stands behind the labels is left out.
    pub fn messages(&self) -> Vec<Message> {
        let message = |role, content: &str| Message {
            role,
            content: content.trim_end().into(),
        };
        let shots = self.shots.iter();
        let mut messages: Vec<Message> = shots
            .flat_map(|shot| [message("user", &shot.input), message("assistant", &shot.label)])
            .collect();
        messages.push(message("user", &self.query));
        messages
    }

    /// One line of the file format that providers of language models take: `{"messages": [...]}`, without a line break.
    pub fn chat_line(&self) -> String {
        #[derive(Serialize)]
        struct Chat {
            messages: Vec<Message>,
        }
        let chat = Chat {
            messages: self.messages(),
        };
        on_a_line(&chat)
    }

    /// Leaves out the least similar demonstrations, one after the other, until `count` finds at most `limit` tokens in
    /// the text; returns how many it found last. Without demonstrations it may still be above the limit.
    ///
    /// # Errors
    /// The first of `count`.
    pub fn fit<E>(&mut self, limit: usize, mut count: impl FnMut(&str) -> Result<usize, E>) -> Result<usize, E> {
        let mut tokens = count(&self.text())?;
        while tokens > limit && !self.shots.is_empty() {
            self.shots.remove(0);
            tokens = count(&self.text())?;
        }
        Ok(tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn prompt() -> Prompt {
        let shot = |input: &str, label: &str| Shot {
            input: format!("{input}\nanswer: "),
            label: label.into(),
        };
        Prompt {
            shots: vec![shot("far", "no"), shot("near", "yes")],
            query: "here\nanswer: ".into(),
            behind: ".".into(),
        }
    }

    #[test]
    fn as_one_text() {
        assert_eq!(
            prompt().text(),
            "far\nanswer: no.\n\nnear\nanswer: yes.\n\nhere\nanswer:"
        );
    }

    #[test]
    fn as_a_chat() {
        assert_eq!(
            prompt().chat_line(),
            r#"{"messages":[{"role":"user","content":"far\nanswer:"},{"role":"assistant","content":"no"},"#.to_owned()
                + r#"{"role":"user","content":"near\nanswer:"},{"role":"assistant","content":"yes"},"#
                + r#"{"role":"user","content":"here\nanswer:"}]}"#
        );
    }

    #[test]
    fn a_chat_is_one_line_to_every_reader() {
        let mut prompt = prompt();
        prompt.shots.clear();
        prompt.query = "a\u{85}b\u{2028}c\u{2029}d".into();
        assert_eq!(
            prompt.chat_line(),
            r#"{"messages":[{"role":"user","content":"a\u0085b\u2028c\u2029d"}]}"#
        );
    }

    #[test]
    fn the_least_similar_go_first_when_there_is_no_room() {
        let words = |text: &str| Ok::<_, Infallible>(text.split_whitespace().count());
        for (limit, left, count) in [(8, 2, 8), (7, 1, 5), (5, 1, 5), (4, 0, 2), (0, 0, 2)] {
            let mut prompt = prompt();
            assert_eq!(
                (prompt.fit(limit, words), prompt.shots.len()),
                (Ok(count), left),
                "{limit}"
            );
            assert!(prompt.shots.iter().all(|shot| left == 2 || shot.label == "yes"));
        }
    }
}
