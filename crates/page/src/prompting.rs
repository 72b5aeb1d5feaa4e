//! Trying prompts of the labeled texts, and the few-shot pack: what the page knows of them, and what may happen.
//!
//! The prompt is made anew after every change, by a worker; while one is being made the last one stays on the screen,
//! and answers to all but the last question are dropped.

use crate::project::Open;
use crate::store::{AppState, Effect as StoreEffect, Message};
use crate::words::{core, say};
use fastgas_annotation::RetrieveError;
use fastgas_annotation::export::{ExportFormat, name_beside};
use fastgas_annotation::retrieve::{
    BUILT_IN, BuiltIn, Demonstrations, Prompt, PromptConfig, PromptSettings, Query, TEXT, Template,
};
use fastgas_platform::EncoderName;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

/// What the page knows of prompts, beside the settings, which belong to the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompting {
    /// Whether the dialog is open.
    pub is_open: bool,
    pub query: Query,
    /// The numbers, as they are typed.
    pub form: Form,
    /// The columns that the template asks for beside the text.
    pub columns: Vec<String>,
    /// What keeps the prompt from being made.
    pub problem: Option<Problem>,
    /// The last prompt that was made.
    pub made: Option<Made>,
    /// Whether another one is being made.
    pub is_making: bool,
    /// Whether the few-shot pack is being made.
    pub is_packing: bool,
    /// Whether the prompt is in the clipboard; not known before it was asked for.
    pub is_copied: Option<bool>,
    last_ask: u32,
    has_unsaved_settings: bool,
}

/// The numbers of a [`PromptConfig`]: text until they are checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// How many demonstrations.
    pub shots: String,
    /// Tokens at most; empty for no limit.
    pub max_tokens: String,
    /// Whether the demonstrations are random.
    pub is_random: bool,
    /// The seed of random ones.
    pub seed: String,
}

/// A part of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Template,
    /// How many demonstrations.
    Shots,
    MaxTokens,
    Seed,
    /// None of them: the labels, or the encoder.
    Elsewhere,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub place: Place,
    pub problem: String,
    pub advice: String,
}

/// A prompt and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// In its parts.
    pub prompt: Prompt,
    /// How many tokens its text has,
    pub tokens: u32,
    /// to the tokenizer of this encoder.
    pub counted_by: String,
}

/// Everything that a prompt is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    pub ask: u32,
    /// Labeled texts and the template.
    pub demonstrations: Demonstrations,
    pub query: Query,
    /// Which demonstrations, and how many.
    pub config: PromptConfig,
    /// Who compares them.
    pub encoder: EncoderName,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A person wants to try a prompt.
    Open,
    /// A person has seen enough.
    Close,
    /// A person changed the text to answer for.
    EditText(String),
    /// A person changed what the query says in another column.
    EditColumn { column: String, text: String },
    /// A person chose another template or changed the words of this one.
    EditTemplate(String),
    /// A person changed the numbers.
    EditForm(Form),
    /// A person chose one text, or messages of a chat.
    SetChat(bool),
    /// The prompt is made, or not.
    Made {
        ask: u32,
        result: Result<Box<Made>, WorkerError>,
    },
    /// A person wants it in the clipboard.
    Copy,
    /// It is there, or not.
    Copied(bool),
    /// A person wants it as a file.
    Save,
    /// A person wants the few-shot pack.
    Pack,
    /// It is made, or not.
    Packed {
        /// The name of the file.
        file_name: String,
        result: Result<String, WorkerError>,
    },
}

/// Something to be done in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Make a prompt, unless another is asked for meanwhile; answered by [`Action::Made`].
    Make(Box<Ask>),
    /// Put the text into the clipboard; answered by [`Action::Copied`].
    Copy(String),
    /// Make the few-shot pack; answered by [`Action::Packed`].
    Pack {
        /// Labeled texts and the template.
        demonstrations: Box<Demonstrations>,
        encoder: EncoderName,
        /// The name of the file.
        file_name: String,
    },
}

impl Form {
    fn of(config: &PromptConfig) -> Form {
        Form {
            shots: config.shots.to_string(),
            max_tokens: config.max_tokens.map(|limit| limit.to_string()).unwrap_or_default(),
            is_random: config.random.is_some(),
            seed: config.random.unwrap_or_default().to_string(),
        }
    }

    fn config(&self) -> Result<PromptConfig, Problem> {
        Ok(PromptConfig {
            shots: number(Place::Shots, &self.shots)?,
            max_tokens: match self.max_tokens.trim() {
                "" => None,
                text => Some(number(Place::MaxTokens, text)?),
            },
            random: self.is_random.then(|| number(Place::Seed, &self.seed)).transpose()?,
        })
    }
}

impl Problem {
    fn of(place: Place, error: RetrieveError) -> Problem {
        let error = Error::from(error);
        Problem {
            place,
            problem: core::problem(&error),
            advice: core::advice(&error, error.advice()),
        }
    }
}

impl Made {
    /// As it is copied: one text, or one line of JSON.
    pub fn words(&self, as_chat: bool) -> String {
        if as_chat {
            self.prompt.chat_line()
        } else {
            self.prompt.text()
        }
    }
}

/// The built-in template with these words.
pub fn built_in(template: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|built_in| built_in.source == template)
}

impl Open {
    /// Whether each column that this template asks for is there.
    pub fn has_columns_of(&self, template: &Template) -> bool {
        let columns = self.pool.columns();
        let asked = template.columns();
        asked
            .iter()
            .all(|&name| name == TEXT || columns.iter().any(|column| column == name))
    }

    /// Labeled texts and the template.
    fn demonstrations(&self) -> Result<Demonstrations, Problem> {
        let at_template = |error| Problem::of(Place::Template, error);
        let template = Template::read(&self.prompt.template).map_err(at_template)?;
        let labeled = self.labeled().rows();
        Demonstrations::new(&self.pool, self.text_column, &labeled, template).map_err(|error| match error {
            RetrieveError::NoLabels => Problem::of(Place::Elsewhere, error),
            _ => at_template(error),
        })
    }
}

impl Prompting {
    /// Another project: nothing of this one is said any more.
    pub fn forget(&mut self) {
        *self = Prompting {
            last_ask: self.last_ask + 1,
            ..Prompting::default()
        };
    }

    /// Whether this is the last question.
    pub fn waits_for(&self, ask: u32) -> bool {
        self.is_making && self.last_ask == ask
    }
}

impl AppState {
    /// Takes an action that has to do with prompts into account.
    pub(super) fn prompt(&mut self, action: Action) -> Vec<StoreEffect> {
        match action {
            Action::Open => self.open_prompting(),
            Action::Close => {
                self.prompting.is_open = false;
                self.save_prompt_settings()
            }
            Action::EditText(text) => {
                self.prompting.query.text = text;
                self.ask()
            }
            Action::EditColumn { column, text } => {
                self.prompting.query.columns.insert(column, text);
                self.ask()
            }
            Action::EditTemplate(template) => self.set(|settings| {
                if built_in(&template).is_none() {
                    settings.own_template.clone_from(&template);
                }
                settings.template = template;
            }),
            Action::EditForm(form) => {
                let config = form.config().ok();
                self.prompting.form = form;
                self.set(|settings| settings.config = config.unwrap_or(settings.config))
            }
            Action::SetChat(as_chat) => {
                // The same prompt in another form.
                if let Some(open) = &mut self.open {
                    open.prompt.as_chat = as_chat;
                }
                self.prompting.is_copied = None;
                self.save_head()
            }
            Action::Made { ask, result } => self.made(ask, result),
            Action::Copy => {
                let words = self.prompt_words();
                words
                    .map(|words| StoreEffect::Prompt(Effect::Copy(words)))
                    .into_iter()
                    .collect()
            }
            Action::Copied(is_copied) => {
                self.prompting.is_copied = Some(is_copied);
                Vec::new()
            }
            Action::Save => self.save_prompt(),
            Action::Pack => self.pack(),
            Action::Packed { file_name, result } => self.packed(file_name, result),
        }
    }

    fn open_prompting(&mut self) -> Vec<StoreEffect> {
        let Some(open) = self.open.as_ref().filter(|open| open.outcome.is_some()) else {
            return Vec::new();
        };
        self.prompting.is_open = true;
        self.prompting.form = Form::of(&open.prompt.config);
        // Labels may be others since the last time.
        self.ask()
    }

    fn set(&mut self, change: impl FnOnce(&mut PromptSettings)) -> Vec<StoreEffect> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let before = open.prompt.clone();
        change(&mut open.prompt);
        self.prompting.has_unsaved_settings |= open.prompt != before;
        self.ask()
    }

    /// Asks for the prompt as everything stands now.
    fn ask(&mut self) -> Vec<StoreEffect> {
        self.prompting.last_ask += 1;
        self.prompting.is_copied = None;
        let asked = self.question();
        let prompting = &mut self.prompting;
        prompting.problem = asked.as_ref().err().cloned();
        prompting.is_making = matches!(asked, Ok(Some(_)));
        if !prompting.is_making {
            prompting.made = None;
        }
        let ask = asked.ok().flatten();
        ask.map(|ask| StoreEffect::Prompt(Effect::Make(Box::new(ask))))
            .into_iter()
            .collect()
    }

    /// What is asked for; nothing while there is no text to answer for.
    fn question(&mut self) -> Result<Option<Ask>, Problem> {
        let Some(open) = &self.open else { return Ok(None) };
        let demonstrations = open.demonstrations()?;
        let columns = demonstrations.columns_asked().into_iter();
        self.prompting.columns = columns.map(str::to_owned).collect();
        let config = self.prompting.form.config()?;
        let query = &self.prompting.query;
        if query.text.trim().is_empty() {
            return Ok(None);
        }
        let cell = |name: &String| (name.clone(), query.columns.get(name).cloned().unwrap_or_default());
        Ok(Some(Ask {
            ask: self.prompting.last_ask,
            query: Query {
                text: query.text.clone(),
                columns: self.prompting.columns.iter().map(cell).collect(),
            },
            demonstrations,
            config,
            encoder: self.encoder(),
        }))
    }

    fn made(&mut self, ask: u32, result: Result<Box<Made>, WorkerError>) -> Vec<StoreEffect> {
        let prompting = &mut self.prompting;
        if !prompting.waits_for(ask) {
            return Vec::new();
        }
        prompting.is_making = false;
        match result {
            Ok(made) => prompting.made = Some(*made),
            Err(error) => {
                prompting.made = None;
                prompting.problem = Some(Problem {
                    place: Place::Elsewhere,
                    problem: core::problem(&error),
                    advice: core::advice(&error, error.advice()),
                });
            }
        }
        self.save_prompt_settings()
    }

    fn save_prompt_settings(&mut self) -> Vec<StoreEffect> {
        if std::mem::take(&mut self.prompting.has_unsaved_settings) {
            self.save_head()
        } else {
            Vec::new()
        }
    }

    /// The prompt on the screen, as it is copied and saved.
    fn prompt_words(&self) -> Option<String> {
        let (made, open) = (self.prompting.made.as_ref()?, self.open.as_ref()?);
        Some(made.words(open.prompt.as_chat))
    }

    fn save_prompt(&mut self) -> Vec<StoreEffect> {
        let (Some(words), Some(open)) = (self.prompt_words(), &self.open) else {
            return Vec::new();
        };
        let (name, media_type) = if open.prompt.as_chat {
            ("prompt.jsonl", ExportFormat::JsonLines.media_type())
        } else {
            ("prompt.txt", "text/plain;charset=utf-8")
        };
        vec![StoreEffect::Download {
            file_name: name_beside(&open.file_name, name),
            media_type,
            text: words + "\n",
        }]
    }

    fn pack(&mut self) -> Vec<StoreEffect> {
        let Some(open) = self.open.as_ref().filter(|_| !self.prompting.is_packing) else {
            return Vec::new();
        };
        match open.demonstrations() {
            Ok(demonstrations) => {
                let pack = Effect::Pack {
                    demonstrations: Box::new(demonstrations),
                    encoder: self.encoder(),
                    file_name: name_beside(&open.file_name, "few-shot.json"),
                };
                self.prompting.is_packing = true;
                self.message = None;
                vec![StoreEffect::Prompt(pack)]
            }
            Err(problem) => self.not_packed(problem.problem, problem.advice),
        }
    }

    fn packed(&mut self, file_name: String, result: Result<String, WorkerError>) -> Vec<StoreEffect> {
        // Of a project that went meanwhile nobody wants it.
        if !std::mem::take(&mut self.prompting.is_packing) {
            return Vec::new();
        }
        match result {
            Ok(text) => vec![StoreEffect::Download {
                file_name,
                media_type: "application/json;charset=utf-8",
                text,
            }],
            Err(error) => self.not_packed(core::problem(&error), core::advice(&error, error.advice())),
        }
    }

    fn not_packed(&mut self, problem: String, advice: String) -> Vec<StoreEffect> {
        self.message = Some(Message {
            title: say!("prompting-few-shot-pack-was"),
            problem,
            advice,
        });
        Vec::new()
    }
}

fn number<N: std::str::FromStr>(place: Place, text: &str) -> Result<N, Problem> {
    text.trim().parse().map_err(|_| Problem {
        place,
        problem: match text.trim() {
            "" => say!("common-number-missing"),
            text => say!("common-not-whole-number", text),
        },
        advice: say!("prompting-give-whole-number-from"),
    })
}

#[cfg(test)]
#[path = "prompting_tests.rs"]
mod tests;
