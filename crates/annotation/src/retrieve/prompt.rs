//! The prompt: the input of a language model.

use serde::{Deserialize, Serialize};

use fastgas_data::to_json_line;

/// A formatted query and the formatted demonstrations before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The demonstrations in order; the most similar demonstration is last.
    pub shots: Vec<Shot>,
    /// The formatted query, which ends where the answer begins.
    pub query: String,
    /// The part of the template after the label.
    pub behind: String,
}

/// A formatted demonstration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shot {
    /// The part of the template before the label.
    pub input: String,
    /// Label of the demonstration.
    pub label: String,
}

/// One message of a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChatMessage {
    /// Author of the message: `user` or `assistant`.
    pub role: &'static str,
    /// The text of the chat message.
    pub content: String,
}

impl Prompt {
    /// The demonstrations and the query as one text, separated by empty lines.
    /// The answer begins after the end of the text.
    /// Trailing whitespace of the query is removed, because tokenizers treat a leading space as part of the answer.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for Shot { input, label } in &self.shots {
            text.extend([input, label, &self.behind, "\n\n"]);
        }
        text + self.query.trim_end()
    }

    /// The prompt as chat messages: the user writes the inputs, the assistant writes the labels, and the query is last.
    /// The template text after the label is omitted, because a chat message has an explicit end.
    pub fn messages(&self) -> Vec<ChatMessage> {
        let message = |role, content: &str| ChatMessage {
            role,
            content: content.trim_end().into(),
        };
        let shots = self.shots.iter();
        let mut messages: Vec<ChatMessage> = shots
            .flat_map(|shot| [message("user", &shot.input), message("assistant", &shot.label)])
            .collect();
        messages.push(message("user", &self.query));
        messages
    }

    /// The prompt as one line in the chat file format of model providers: `{"messages": [...]}`, without a line break.
    pub fn chat_line(&self) -> String {
        #[derive(Serialize)]
        struct Chat {
            messages: Vec<ChatMessage>,
        }
        let chat = Chat {
            messages: self.messages(),
        };
        to_json_line(&chat)
    }

    /// Removes the least similar demonstrations one by one until `count` finds at most `limit` tokens in the prompt.
    /// Returns the final number of tokens. The prompt may exceed the limit even without demonstrations.
    ///
    /// # Errors
    /// Fails with the first error from `count`.
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
    fn prompt_text_joins_demonstrations_and_query() {
        assert_eq!(
            prompt().text(),
            "far\nanswer: no.\n\nnear\nanswer: yes.\n\nhere\nanswer:"
        );
    }

    #[test]
    fn prompt_chat_line_has_demonstrations_as_turns() {
        assert_eq!(
            prompt().chat_line(),
            r#"{"messages":[{"role":"user","content":"far\nanswer:"},{"role":"assistant","content":"no"},"#.to_owned()
                + r#"{"role":"user","content":"near\nanswer:"},{"role":"assistant","content":"yes"},"#
                + r#"{"role":"user","content":"here\nanswer:"}]}"#
        );
    }

    #[test]
    fn chat_line_has_no_unicode_line_breaks() {
        let mut prompt = prompt();
        prompt.shots.clear();
        prompt.query = "a\u{85}b\u{2028}c\u{2029}d".into();
        assert_eq!(
            prompt.chat_line(),
            r#"{"messages":[{"role":"user","content":"a\u0085b\u2028c\u2029d"}]}"#
        );
    }

    #[test]
    fn least_similar_demonstrations_are_removed_first() {
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
