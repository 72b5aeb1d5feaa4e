//! The questions to a language model, one question per text.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::Api;
use crate::answer::{Estimate, PlannedRequest, estimate_tokens};
use crate::error::AskError;
use crate::retrieve::{ChatMessage, Prompt, Shot, TEXT, Template};
use crate::{ConfidenceError, RetrieveError};
use fastgas_data::Pool;
use fastgas_select::VOTE_K_FIRST;

/// Maximum number of labeled texts in a prompt: the number of texts that vote-k selects before vote-k needs confidences.
pub const MAX_EXAMPLES: usize = VOTE_K_FIRST as usize;

/// Maximum number of tokens in an answer. Labels are short, and the rest of a long answer is not used.
const MAX_TOKENS: u32 = 32;

/// Version of the questions. Increase the version whenever the question for an unchanged input changes.
const VERSION: u64 = 1;

/// The language model and the API of its server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Name of the model on its server.
    pub name: String,
    /// API of the server.
    pub api: Api,
}

/// Key of a question: 64-bit XXH3 hash of the question's content. The hash does not prevent deliberate collisions.
/// The key is displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QuestionKey(pub(crate) u64);

impl QuestionKey {
    /// Parses a question key from the 16 hexadecimal digits that `Display` writes.
    pub fn read(digits: &str) -> Option<QuestionKey> {
        let is_key = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u64::from_str_radix(digits, 16).ok().filter(|_| is_key).map(QuestionKey)
    }
}

impl fmt::Display for QuestionKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// A question for each text of a pool. Equal texts have equal questions.
#[derive(Clone, Debug)]
pub struct Questions {
    pool: Arc<Pool>,
    text_column: usize,
    template: Template,
    model: Model,
    examples: Vec<Shot>,
    common: u64,
}

impl PartialEq for Questions {
    fn eq(&self, other: &Questions) -> bool {
        self.common == other.common && self.text_column == other.text_column && self.pool == other.pool
    }
}

impl Questions {
    /// Builds the questions with the first [`MAX_EXAMPLES`] rows of `labeled` as examples, in the given order.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoLabels`] if there are no examples.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    /// Returns [`ConfidenceError::NoModel`] if the model has no name.
    pub fn new(
        pool: Arc<Pool>,
        text_column: usize,
        labeled: &[(u32, String)],
        template: Template,
        model: Model,
    ) -> Result<Questions, AskError> {
        if model.name.trim().is_empty() {
            return Err(ConfidenceError::NoModel.into());
        }
        if labeled.is_empty() {
            return Err(RetrieveError::NoLabels.into());
        }
        let shown = &labeled[..labeled.len().min(MAX_EXAMPLES)];
        let shot = |(row, label): &(u32, String)| {
            let input = input(&pool, text_column, &template, *row)?;
            Ok(Shot {
                input,
                label: label.clone(),
            })
        };
        let examples: Vec<Shot> = shown.iter().map(shot).collect::<Result<_, RetrieveError>>()?;
        let how = match model.api {
            Api::Chat => "chat",
            Api::Completions => "completions",
        };
        let mut hasher = Xxh3::new();
        hasher.update(&VERSION.to_le_bytes());
        let template_source = template.to_string();
        let pieces = [how, &model.name, &template_source].into_iter();
        let shots = examples.iter().flat_map(|shot| [shot.input.as_str(), &shot.label]);
        for piece in pieces.chain(shots) {
            hasher.update(&(piece.len() as u64).to_le_bytes());
            hasher.update(piece.as_bytes());
        }
        Ok(Questions {
            pool,
            text_column,
            template,
            model,
            examples,
            common: hasher.digest(),
        })
    }

    /// The pool that contains the texts.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The column of the pool that contains the texts.
    pub fn text_column(&self) -> usize {
        self.text_column
    }

    /// Number of texts, and thus of questions.
    pub fn len(&self) -> usize {
        self.pool.len()
    }

    /// True if the pool contains no texts. A pool without texts has no questions.
    pub fn is_empty(&self) -> bool {
        self.pool.is_empty()
    }

    /// The key of the question about the text in `row`. O(length of the text).
    pub fn key(&self, row: u32) -> QuestionKey {
        self.key_of(&self.input(row))
    }

    /// The key and the size of the request about the text in `row`. O(length of the text).
    pub fn plan(&self, row: u32) -> PlannedRequest {
        let query = self.input(row);
        PlannedRequest {
            key: self.key_of(&query),
            prompt_tokens: estimate_tokens(self.shots(&query), &query),
        }
    }

    /// Approximate number of tokens in the prompts of `requests`, and the maximum number of tokens in the answers.
    pub fn estimate(&self, requests: impl IntoIterator<Item = PlannedRequest>) -> Estimate {
        let mut estimate = Estimate::default();
        for request in requests {
            estimate.add(request.prompt_tokens, MAX_TOKENS);
        }
        estimate
    }

    /// The JSON body of the request about the text in `row`.
    ///
    /// Decoding is greedy (temperature 0), so the model returns the most probable answer.
    pub fn body(&self, row: u32) -> String {
        #[derive(Serialize)]
        struct Chat<'a> {
            model: &'a str,
            messages: Vec<ChatMessage>,
            temperature: u32,
            max_tokens: u32,
            logprobs: bool,
        }
        #[derive(Serialize)]
        struct Completion<'a> {
            model: &'a str,
            prompt: String,
            temperature: u32,
            max_tokens: u32,
            logprobs: u32,
            stop: [&'a str; 1],
        }
        let prompt = self.prompt(row);
        let model = self.model.name.trim();
        let body = match self.model.api {
            Api::Chat => serde_json::to_string(&Chat {
                model,
                messages: prompt.messages(),
                temperature: 0,
                max_tokens: MAX_TOKENS,
                logprobs: true,
            }),
            // An empty line separates the examples, so the server stops the answer at an empty line.
            Api::Completions => serde_json::to_string(&Completion {
                model,
                prompt: prompt.text(),
                temperature: 0,
                max_tokens: MAX_TOKENS,
                logprobs: 1,
                stop: ["\n\n"],
            }),
        };
        body.expect("strings and numbers always make JSON")
    }

    fn prompt(&self, row: u32) -> Prompt {
        let query = self.input(row);
        Prompt {
            shots: self.shots(&query).cloned().collect(),
            query,
            behind: self.template.behind().into(),
        }
    }

    /// The examples of the question about the text with the input `query`.
    fn shots(&self, query: &str) -> impl Iterator<Item = &Shot> {
        self.examples.iter().filter(move |shot| shot.input != query)
    }

    fn key_of(&self, query: &str) -> QuestionKey {
        let mut hasher = Xxh3::new();
        hasher.update(&self.common.to_le_bytes());
        hasher.update(query.as_bytes());
        QuestionKey(hasher.digest())
    }

    fn input(&self, row: u32) -> String {
        let input = input(&self.pool, self.text_column, &self.template, row);
        input.expect("the template was tried on an example")
    }
}

fn input(pool: &Pool, text_column: usize, template: &Template, row: u32) -> Result<String, RetrieveError> {
    let instance = pool.instance(row as usize);
    template.input(|name| match name {
        TEXT => Some(instance.cell(text_column)),
        name => Some(instance.cell(pool.columns().iter().position(|column| column == name)?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrieve::BUILT_IN;
    use fastgas_data::load;

    fn questions(
        change: impl FnOnce(&mut Vec<(u32, String)>, &mut Template, &mut Model),
    ) -> Result<Questions, AskError> {
        let table = "text,n\nwhere is my card?,1\nit is \"late\",2\nwhere is my card?,3\nlost it,4\n";
        let mut labeled = vec![(3, "lost".to_owned()), (0, "arrival".to_owned())];
        let mut template = BUILT_IN[0].template();
        let mut model = Model {
            name: "tiny".into(),
            api: Api::Chat,
        };
        change(&mut labeled, &mut template, &mut model);
        let pool = Arc::new(load(table.as_bytes()).expect("a table"));
        Questions::new(pool, 0, &labeled, template, model)
    }

    fn plain() -> Questions {
        questions(|_, _, _| ()).expect("all inputs exist")
    }

    #[test]
    fn chat_body_has_examples_as_turns() {
        let expected = concat!(
            r#"{"model":"tiny","messages":[{"role":"user","content":"lost it\nanswer:"},{"role":"assistant","#,
            r#""content":"lost"},{"role":"user","content":"where is my card?\nanswer:"},{"role":"assistant","#,
            r#""content":"arrival"},{"role":"user","content":"it is \"late\"\nanswer:"}],"temperature":0,"#,
            r#""max_tokens":32,"logprobs":true}"#
        );
        assert_eq!(plain().body(1), expected);
    }

    #[test]
    fn completions_body_has_one_prompt() {
        let questions = questions(|_, _, model| model.api = Api::Completions).expect("all inputs exist");
        let expected = concat!(
            r#"{"model":"tiny","prompt":"lost it\nanswer: lost\n\nwhere is my card?\nanswer: arrival\n\n"#,
            r#"it is \"late\"\nanswer:","temperature":0,"max_tokens":32,"logprobs":1,"stop":["\n\n"]}"#
        );
        assert_eq!(questions.body(1), expected);
    }

    #[test]
    fn text_is_not_among_its_own_examples() {
        let questions = plain();
        for row in [0, 2] {
            let body = questions.body(row);
            assert!(body.contains("lost it") && !body.contains("arrival"), "{body}");
        }
    }

    #[test]
    fn keys_are_equal_only_for_equal_questions() {
        let one = plain();
        assert_eq!(one.key(0), one.key(2), "both rows have the same text");
        assert_ne!(one.key(0), one.key(1));
        assert_eq!(one.key(1), plain().key(1));
        assert_eq!(QuestionKey::read(&one.key(1).to_string()), Some(one.key(1)));
        assert_eq!(QuestionKey::read("+00000000000000f"), None);
        let other = |change: fn(&mut Vec<(u32, String)>, &mut Template, &mut Model)| {
            questions(change).expect("all inputs exist").key(1)
        };
        let keys = [
            one.key(1),
            other(|labeled, _, _| labeled.swap(0, 1)),
            other(|labeled, _, _| labeled[0].1 = "gone".into()),
            other(|labeled, _, _| labeled.truncate(1)),
            other(|_, template, _| *template = Template::read("{text}\nAnswer: {label}").expect("a template")),
            other(|_, template, _| *template = Template::read("{text}\nanswer: {label}.").expect("a template")),
            other(|_, _, model| model.api = Api::Completions),
            other(|_, _, model| model.name = "large".into()),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key), "{place}");
        }
    }

    #[test]
    fn plan_contains_the_size_of_the_prompt_and_of_its_examples() {
        let questions = plain();
        // With the words of the template, the texts in rows 0, 1 and 3 have 26, 21 and 16 bytes.
        let (arrival, lost) = (7 + 2 + 8, 4 + 1 + 8);
        assert_eq!(questions.plan(0).prompt_tokens, 7 + 4 + lost, "row 0 is an example");
        let planned = questions.plan(1);
        let tokens = 6 + 4 + arrival + lost;
        assert_eq!((planned.key, planned.prompt_tokens), (questions.key(1), tokens));
        let expected = Estimate {
            prompts: 1,
            is_most: false,
            prompt_tokens: planned.prompt_tokens as u64,
            answer_tokens: u64::from(MAX_TOKENS),
        };
        assert_eq!(questions.estimate([planned]), expected);
    }

    #[test]
    fn at_most_ten_examples_are_used() {
        let many = (0..4)
            .cycle()
            .take(50)
            .map(|row| (row, "same".to_owned()))
            .collect::<Vec<_>>();
        let ten = questions(|labeled, _, _| *labeled = many[..10].to_vec()).expect("all inputs exist");
        let fifty = questions(|labeled, _, _| *labeled = many).expect("all inputs exist");
        assert_eq!(fifty.body(1), ten.body(1));
    }

    #[test]
    fn missing_input_is_reported() {
        let error = |change| questions(change).expect_err("something is missing");
        assert_eq!(
            error(|labeled: &mut Vec<_>, _: &mut _, _: &mut _| labeled.clear()),
            RetrieveError::NoLabels.into()
        );
        let missing = RetrieveError::NoColumn { column: "title".into() };
        let titled = Template::read("{title} {label}").expect("a template");
        assert_eq!(
            questions(|_, template, _| *template = titled).expect_err("no title"),
            missing.into()
        );
        let unnamed = questions(|_, _, model| model.name = "  ".into());
        assert_eq!(unnamed.expect_err("no name"), ConfidenceError::NoModel.into());
    }
}
