//! State of the prompt dialog and of the few-shot pack.
//!
//! Every change requests a new prompt from a worker. Until it arrives, the previous prompt stays visible. Responses to all
//! but the latest request are dropped.

use crate::i18n::core_messages;
use crate::i18n::say;
use crate::project::Open;
use crate::state::{Context, Effect as StoreEffect, Message, Request};
use fastgas_annotation::RetrieveError;
use fastgas_annotation::export::{ExportFormat, derived_file_name};
use fastgas_annotation::retrieve::{
    BUILT_IN, BuiltIn, Demonstrations, Prompt, PromptConfig, PromptSettings, Query, TEXT, Template,
};
use fastgas_platform::EncoderName;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

/// Dialog state. The prompt settings themselves belong to the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompting {
    pub is_open: bool,
    pub query: Query,
    /// The number fields as typed.
    pub form: Form,
    /// The columns other than the text that the template uses.
    pub columns: Vec<String>,
    /// Why no prompt can be made.
    pub problem: Option<Problem>,
    /// The last prompt.
    pub made: Option<Made>,
    /// True while a new prompt is being made.
    pub is_making: bool,
    /// True while the few-shot pack is being made.
    pub is_packing: bool,
    /// Whether copying to the clipboard succeeded. `None` if the current prompt was not copied.
    pub is_copied: Option<bool>,
    pub(crate) last_ask: u32,
    has_unsaved_settings: bool,
}

/// The fields of a [`PromptConfig`]. Numbers stay text until they are validated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The number of demonstrations.
    pub shots: String,
    /// Maximum number of tokens. Empty for no limit.
    pub max_tokens: String,
    /// True if the demonstrations are chosen at random.
    pub is_random: bool,
    /// The seed for random demonstrations.
    pub seed: String,
}

/// A part of the dialog that a problem refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Template,
    /// The number of demonstrations.
    Shots,
    MaxTokens,
    Seed,
    /// Not a field of the dialog: the labels or the encoder.
    Elsewhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub place: Place,
    pub problem: String,
    pub advice: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub prompt: Prompt,
    /// The number of tokens of its text.
    pub tokens: u32,
    /// The encoder whose tokenizer counted the tokens.
    pub counted_by: String,
}

/// A request for a prompt, with its complete input.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    pub ask: u32,
    /// The labeled texts and the template.
    pub demonstrations: Demonstrations,
    pub query: Query,
    /// The number and kind of demonstrations.
    pub config: PromptConfig,
    /// The encoder for the similarity search.
    pub encoder: EncoderName,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The user opens the dialog.
    Open,
    /// The user closes the dialog.
    Close,
    /// The user edited the query text.
    EditText(String),
    /// The user edited another column of the query.
    EditColumn { column: String, text: String },
    /// The user chose another template or edited the text of the current one.
    EditTemplate(String),
    /// The user edited the number fields.
    EditForm(Form),
    /// The user chose one text (`false`) or chat messages (`true`).
    SetChat(bool),
    /// The worker finished a request.
    Made {
        ask: u32,
        result: Result<Box<Made>, WorkerError>,
    },
    /// Copy the prompt to the clipboard.
    Copy,
    /// Whether copying succeeded.
    Copied(bool),
    /// Save the prompt as a file.
    Save,
    /// Make the few-shot pack.
    Pack,
    /// The few-shot pack is finished or failed.
    Packed {
        file_name: String,
        result: Result<String, WorkerError>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Make a prompt unless another request follows; answered by [`Action::Made`].
    Make(Box<Ask>),
    /// Copy the text to the clipboard; answered by [`Action::Copied`].
    Copy(String),
    /// Make the few-shot pack; answered by [`Action::Packed`].
    Pack {
        /// The labeled texts and the template.
        demonstrations: Box<Demonstrations>,
        encoder: EncoderName,
        file_name: String,
    },
}

impl Form {
    pub(crate) fn of(config: &PromptConfig) -> Form {
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
            problem: core_messages::problem(&error),
            advice: core_messages::advice(&error, error.advice()),
        }
    }
}

impl Made {
    /// The prompt as copied and saved: one text, or one line of JSON.
    pub fn words(&self, as_chat: bool) -> String {
        if as_chat {
            self.prompt.chat_line()
        } else {
            self.prompt.text()
        }
    }
}

/// The built-in template with this source text.
pub fn built_in(template: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|built_in| built_in.source == template)
}

impl Open {
    /// True if the pool has all columns that the template uses.
    pub fn has_columns_of(&self, template: &Template) -> bool {
        let columns = self.source.pool.columns();
        let asked = template.columns();
        asked
            .iter()
            .all(|&name| name == TEXT || columns.iter().any(|column| column == name))
    }

    /// The labeled texts and the template.
    fn demonstrations(&self) -> Result<Demonstrations, Problem> {
        let at_template = |error| Problem::of(Place::Template, error);
        let template = Template::read(&self.view.prompt.template).map_err(at_template)?;
        let labeled = self.labeled().rows();
        Demonstrations::new(&self.source.pool, self.source.text_column, &labeled, template).map_err(|error| match error
        {
            RetrieveError::NoLabels => Problem::of(Place::Elsewhere, error),
            _ => at_template(error),
        })
    }
}

impl Prompting {
    /// Resets the state when another project is opened. Pending responses are dropped.
    pub fn forget(&mut self) {
        *self = Prompting {
            last_ask: self.last_ask + 1,
            ..Prompting::default()
        };
    }

    /// True if `ask` is the latest request and its response is pending.
    pub fn waits_for(&self, ask: u32) -> bool {
        self.is_making && self.last_ask == ask
    }
}

impl Prompting {
    pub(crate) fn update(&mut self, action: Action, context: Context<'_>) -> Vec<Request> {
        match action {
            Action::Open => self.open(&context),
            Action::Close => save_if(self.close()),
            Action::EditText(text) => {
                self.query.text = text;
                self.ask(&context)
            }
            Action::EditColumn { column, text } => {
                self.query.columns.insert(column, text);
                self.ask(&context)
            }
            Action::EditTemplate(template) => self.set(context, |settings| {
                if built_in(&template).is_none() {
                    settings.own_template.clone_from(&template);
                }
                settings.template = template;
            }),
            Action::EditForm(form) => {
                let config = form.config().ok();
                self.form = form;
                self.set(context, |settings| settings.config = config.unwrap_or(settings.config))
            }
            Action::SetChat(as_chat) => {
                // The prompt itself does not change, only its format.
                if let Some(open) = context.project {
                    open.view.prompt.as_chat = as_chat;
                }
                self.is_copied = None;
                vec![Request::SaveHead]
            }
            Action::Made { ask, result } => self.made(ask, result),
            Action::Copy => {
                let words = self.words(&context);
                words.map(|words| perform(Effect::Copy(words))).into_iter().collect()
            }
            Action::Copied(is_copied) => {
                self.is_copied = Some(is_copied);
                Vec::new()
            }
            Action::Save => self.save(&context).into_iter().collect(),
            Action::Pack => self.pack(&context),
            Action::Packed { file_name, result } => self.packed(file_name, result).into_iter().collect(),
        }
    }

    fn open(&mut self, context: &Context<'_>) -> Vec<Request> {
        let has_picks = |open: &&Open| open.result.outcome.is_some();
        let Some(open) = context.project.as_deref().filter(has_picks) else {
            return Vec::new();
        };
        self.is_open = true;
        self.form = Form::of(&open.view.prompt.config);
        // The labels may have changed since the dialog was last open.
        self.ask(context)
    }

    /// Closes the dialog. Returns whether its settings have to be stored.
    pub(crate) fn close(&mut self) -> bool {
        self.is_open = false;
        std::mem::take(&mut self.has_unsaved_settings)
    }

    fn set(&mut self, mut context: Context<'_>, change: impl FnOnce(&mut PromptSettings)) -> Vec<Request> {
        let Some(open) = context.project.as_deref_mut() else {
            return Vec::new();
        };
        let before = open.view.prompt.clone();
        change(&mut open.view.prompt);
        self.has_unsaved_settings |= open.view.prompt != before;
        self.ask(&context)
    }

    /// Requests a prompt for the current input.
    fn ask(&mut self, context: &Context<'_>) -> Vec<Request> {
        self.last_ask += 1;
        self.is_copied = None;
        let asked = self.question(context);
        self.problem = asked.as_ref().err().cloned();
        self.is_making = matches!(asked, Ok(Some(_)));
        if !self.is_making {
            self.made = None;
        }
        let ask = asked.ok().flatten();
        ask.map(|ask| perform(Effect::Make(Box::new(ask))))
            .into_iter()
            .collect()
    }

    /// The next request. `None` if the query text is empty.
    fn question(&mut self, context: &Context<'_>) -> Result<Option<Ask>, Problem> {
        let Some(open) = context.project.as_deref() else {
            return Ok(None);
        };
        let demonstrations = open.demonstrations()?;
        let columns = demonstrations.columns_asked().into_iter();
        self.columns = columns.map(str::to_owned).collect();
        let config = self.form.config()?;
        let query = &self.query;
        if query.text.trim().is_empty() {
            return Ok(None);
        }
        let cell = |name: &String| (name.clone(), query.columns.get(name).cloned().unwrap_or_default());
        Ok(Some(Ask {
            ask: self.last_ask,
            query: Query {
                text: query.text.clone(),
                columns: self.columns.iter().map(cell).collect(),
            },
            demonstrations,
            config,
            encoder: context.encoder.clone(),
        }))
    }

    fn made(&mut self, ask: u32, result: Result<Box<Made>, WorkerError>) -> Vec<Request> {
        if !self.waits_for(ask) {
            return Vec::new();
        }
        self.is_making = false;
        match result {
            Ok(made) => self.made = Some(*made),
            Err(error) => {
                self.made = None;
                self.problem = Some(Problem {
                    place: Place::Elsewhere,
                    problem: core_messages::problem(&error),
                    advice: core_messages::advice(&error, error.advice()),
                });
            }
        }
        save_if(std::mem::take(&mut self.has_unsaved_settings))
    }

    /// The visible prompt as copied and saved.
    fn words(&self, context: &Context<'_>) -> Option<String> {
        let (made, open) = (self.made.as_ref()?, context.project.as_deref()?);
        Some(made.words(open.view.prompt.as_chat))
    }

    fn save(&self, context: &Context<'_>) -> Option<Request> {
        let (words, open) = (self.words(context)?, context.project.as_deref()?);
        let (name, media_type) = if open.view.prompt.as_chat {
            ("prompt.jsonl", ExportFormat::JsonLines.media_type())
        } else {
            ("prompt.txt", "text/plain;charset=utf-8")
        };
        Some(Request::Perform(StoreEffect::Download {
            file_name: derived_file_name(&open.source.file_name, name),
            media_type,
            text: words + "\n",
        }))
    }

    fn pack(&mut self, context: &Context<'_>) -> Vec<Request> {
        let Some(open) = context.project.as_deref().filter(|_| !self.is_packing) else {
            return Vec::new();
        };
        match open.demonstrations() {
            Ok(demonstrations) => {
                let pack = Effect::Pack {
                    demonstrations: Box::new(demonstrations),
                    encoder: context.encoder.clone(),
                    file_name: derived_file_name(&open.source.file_name, "few-shot.json"),
                };
                self.is_packing = true;
                vec![Request::DismissNotice, perform(pack)]
            }
            Err(problem) => vec![not_packed(problem.problem, problem.advice)],
        }
    }

    fn packed(&mut self, file_name: String, result: Result<String, WorkerError>) -> Option<Request> {
        // Discard the pack if the project was closed in the meantime.
        if !std::mem::take(&mut self.is_packing) {
            return None;
        }
        Some(match result {
            Ok(text) => Request::Perform(StoreEffect::Download {
                file_name,
                media_type: "application/json;charset=utf-8",
                text,
            }),
            Err(error) => not_packed(
                core_messages::problem(&error),
                core_messages::advice(&error, error.advice()),
            ),
        })
    }
}

fn perform(effect: Effect) -> Request {
    Request::Perform(StoreEffect::Prompt(effect))
}

fn save_if(is_unsaved: bool) -> Vec<Request> {
    is_unsaved.then_some(Request::SaveHead).into_iter().collect()
}

fn not_packed(problem: String, advice: String) -> Request {
    Request::Notify(Message {
        title: say!("prompts-pack-failed-title"),
        problem,
        advice,
    })
}

fn number<N: std::str::FromStr>(place: Place, text: &str) -> Result<N, Problem> {
    text.trim().parse().map_err(|_| Problem {
        place,
        problem: match text.trim() {
            "" => say!("common-number-missing-problem"),
            text => say!("common-whole-number-problem", text),
        },
        advice: say!("prompts-number-advice"),
    })
}
