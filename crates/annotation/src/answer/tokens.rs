//! Estimates the number of tokens in prompts. The user sees the estimate before the run.
//! The estimate also decides which prompts are shortened to fit into the model's context.

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::retrieve::{Prompt, Shot};

/// Approximate number of bytes per token. Words of European languages have about 4 letters per token and 1 byte per letter.
/// Chinese and Japanese have about 1 letter per token and 3 bytes per letter.
const BYTES_PER_TOKEN: usize = 4;

/// Approximate number of tokens that a server adds to each chat message or to each example.
const PER_MESSAGE: usize = 4;

pub(super) fn count_tokens(text: &str) -> Result<usize, Infallible> {
    Ok(text.len().div_ceil(BYTES_PER_TOKEN))
}

/// Approximate number of tokens in a prompt with the examples `shots`. Equals [`PromptSizes::tokens`] with [`count_tokens`].
pub(crate) fn estimate_tokens<'a>(shots: impl Iterator<Item = &'a Shot>, query: &str) -> usize {
    let tokens = |text: &str| {
        let Ok(tokens) = count_tokens(text);
        tokens
    };
    let of_shots = shots.map(|shot| tokens(&shot.input) + tokens(&shot.label) + 2 * PER_MESSAGE);
    tokens(query) + PER_MESSAGE + of_shots.sum::<usize>()
}

/// Counts the tokens in each part of a prompt. A part that several prompts contain is counted once.
pub struct PromptSizes<F> {
    count: F,
    of_shots: BTreeMap<Shot, usize>,
}

impl<F, E> PromptSizes<F>
where
    F: FnMut(&str) -> Result<usize, E>,
{
    /// Creates a counter that calls `count` for the number of tokens in a text.
    pub fn new(count: F) -> PromptSizes<F> {
        let of_shots = BTreeMap::new();
        PromptSizes { count, of_shots }
    }

    /// Approximate number of tokens in the prompt.
    ///
    /// # Errors
    /// Fails with the first error from `count`.
    pub fn tokens(&mut self, prompt: &Prompt) -> Result<usize, E> {
        let mut tokens = (self.count)(&prompt.query)? + PER_MESSAGE;
        for shot in &prompt.shots {
            tokens += self.of_shot(shot)?;
        }
        Ok(tokens)
    }

    /// Removes the first examples, which are the least similar, until the prompt has at most about `limit` tokens.
    /// The prompt may exceed the limit even without examples. Returns the size of the prompt in tokens.
    ///
    /// # Errors
    /// Fails with the first error from `count`.
    pub fn fit(&mut self, prompt: &mut Prompt, limit: usize) -> Result<usize, E> {
        let mut tokens = self.tokens(prompt)?;
        while tokens > limit && !prompt.shots.is_empty() {
            let shot = prompt.shots.remove(0);
            tokens -= self.of_shot(&shot)?;
        }
        Ok(tokens)
    }

    fn of_shot(&mut self, shot: &Shot) -> Result<usize, E> {
        if let Some(&known) = self.of_shots.get(shot) {
            return Ok(known);
        }
        let tokens = (self.count)(&shot.input)? + (self.count)(&shot.label)? + 2 * PER_MESSAGE;
        self.of_shots.insert(shot.clone(), tokens);
        Ok(tokens)
    }
}

/// The estimated number of prompts and tokens of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Number of prompts in the run.
    pub prompts: u32,
    /// Whether the numbers of prompts and tokens are upper bounds, because some prompts may already have answers.
    pub is_most: bool,
    /// Total number of tokens in all prompts.
    pub prompt_tokens: u64,
    /// Maximum total number of tokens in all answers.
    pub answer_tokens: u64,
}

impl Estimate {
    /// Adds a prompt to the estimate.
    pub fn add(&mut self, prompt_tokens: usize, max_answer_tokens: u32) {
        self.prompts += 1;
        self.prompt_tokens += prompt_tokens as u64;
        self.answer_tokens += u64::from(max_answer_tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn prompt() -> Prompt {
        let shot = |input: &str| Shot {
            input: input.into(),
            label: "yes".into(),
        };
        Prompt {
            shots: vec![shot("a b c"), shot("d")],
            query: "e f".into(),
            behind: String::new(),
        }
    }

    #[test]
    fn both_ways_to_estimate_a_prompt_give_the_same_number() {
        let prompt = prompt();
        let estimate = estimate_tokens(prompt.shots.iter(), &prompt.query);
        assert_eq!(PromptSizes::new(count_tokens).tokens(&prompt), Ok(estimate));
    }

    #[test]
    fn parts_are_counted_once() {
        let n_counts = Cell::new(0);
        let mut sizes = PromptSizes::new(|text: &str| {
            n_counts.set(n_counts.get() + 1);
            Ok::<_, Infallible>(text.split_whitespace().count())
        });
        let size = (2 + 4) + (3 + 1 + 8) + (1 + 1 + 8);
        assert_eq!(sizes.tokens(&prompt()), Ok(size));
        assert_eq!(n_counts.get(), 5);
        assert_eq!(sizes.tokens(&prompt()), Ok(size));
        assert_eq!(n_counts.get(), 6);
        for (limit, shots, expected) in [(28, 2, 28), (27, 1, 16), (15, 0, 6), (0, 0, 6)] {
            let mut prompt = prompt();
            assert_eq!(sizes.fit(&mut prompt, limit), Ok(expected));
            assert_eq!(prompt.shots.len(), shots);
            assert!(shots != 1 || prompt.shots[0].input == "d");
        }
        let mut estimate = Estimate::default();
        estimate.add(size, 32);
        estimate.add(6, 32);
        let expected = Estimate {
            prompts: 2,
            is_most: false,
            prompt_tokens: 34,
            answer_tokens: 64,
        };
        assert_eq!(estimate, expected);
    }
}
