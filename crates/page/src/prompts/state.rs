//! State of the prompt dialog and of the few-shot pack.
//! A few-shot pack is a file with the labeled texts, their embeddings and the prompt template.
//!
//! Every change in the dialog requests a new prompt. The previous prompt stays visible until the new prompt arrives.
//! Only the answer to the latest request is used.

use crate::export::source::ExportSource;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Context, Notice, Request};
use fastgas_annotation::RetrieveError;
use fastgas_annotation::export::{ColumnOrder, ExportFormat, derived_file_name};
use fastgas_annotation::retrieve::{
    BUILT_IN, BuiltIn, Demonstrations, Prompt, PromptConfig, PromptSettings, Query, TEXT, Template,
};
use fastgas_platform::EncoderName;
use fastgas_progress::{Pause, Slices};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

/// The prompt settings belong to the project, not to the state of the dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptState {
    pub is_open: bool,
    pub query: Query,
    pub form: Form,
    /// The columns that the template uses in addition to the text column. The query needs a value for each column.
    pub columns: Vec<String>,
    pub problem: Option<PromptProblem>,
    pub made: Option<BuiltPrompt>,
    pub is_making: bool,
    pub is_packing: bool,
    /// Whether the visible prompt was copied to the clipboard. `None` if the user has not copied the prompt.
    pub is_copied: Option<bool>,
    pub(crate) last_ask: u32,
    has_unsaved_settings: bool,
}

/// The fields of a [`PromptConfig`]. Numbers stay text until they are checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub shots: String,
    /// Maximum number of tokens in the prompt. Empty if there is no limit.
    pub max_tokens: String,
    pub is_random: bool,
    pub seed: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptField {
    Template,
    Shots,
    MaxTokens,
    Seed,
    /// The problem is in the labels or the encoder, and not in a field of the dialog.
    Elsewhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptProblem {
    pub place: PromptField,
    pub problem: String,
    pub advice: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltPrompt {
    pub prompt: Prompt,
    pub tokens: u32,
    /// The name of the encoder whose tokenizer has counted the tokens.
    pub counted_by: String,
    /// Number of labeled texts that were left out, because a program proposed their accepted labels.
    pub n_proposed: usize,
}

/// A later change of labels or of the template does not change the request.
/// The labeled texts are collected in short steps, so that the page stays responsive.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptSource {
    labeled: ExportSource,
    template: Template,
}

impl PromptSource {
    /// Leaves out texts with a label that a program proposed and the user accepted. Also returns how many were left out.
    /// Returns [`WorkerError::Cancelled`] if the work is stopped, and [`WorkerError::Pipeline`] if no text has a label.
    pub(crate) async fn demonstrations<P: Pause>(
        &self,
        slices: &mut Slices<P>,
    ) -> Result<(Demonstrations, usize), WorkerError> {
        /// Cost of checking whether one row has a proposed label, as the number of bytes of text that take as long to process.
        const ROW_WORK: usize = 64;
        let labeled = self.labeled.labeled();
        let mut rows = Vec::new();
        let mut n_proposed = 0;
        for (row, label) in labeled.rows_in_slices(slices).await? {
            match labeled.labels.annotation(row).is_proposed() {
                true => n_proposed += 1,
                false => rows.push((row, label)),
            }
            slices.count(ROW_WORK).await?;
        }
        let texts = (labeled.pool, labeled.text_column);
        let made = Demonstrations::new_in_slices(texts, &rows, self.template.clone(), slices).await?;
        Ok((made.map_err(Error::from)?, n_proposed))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PromptRequest {
    pub ask: u32,
    pub source: PromptSource,
    pub query: Query,
    pub config: PromptConfig,
    pub encoder: EncoderName,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Open,
    Close,
    EditText(String),
    /// Change the value of the query in a column other than the text column. [`Msg::EditText`] changes the text column.
    EditColumn {
        column: String,
        text: String,
    },
    EditTemplate(String),
    EditForm(Form),
    SetChat(bool),
    Made {
        ask: u32,
        result: Result<Box<BuiltPrompt>, WorkerError>,
    },
    Copy,
    Copied(bool),
    Save,
    Pack,
    Packed {
        file_name: String,
        result: Result<String, WorkerError>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Make a prompt unless another request follows soon. The result arrives as [`Msg::Made`].
    Make(Box<PromptRequest>),
    /// The result arrives as [`Msg::Copied`].
    Copy(String),
    /// The result arrives as [`Msg::Packed`].
    Pack {
        source: Box<PromptSource>,
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

    fn config(&self) -> Result<PromptConfig, PromptProblem> {
        Ok(PromptConfig {
            shots: number(PromptField::Shots, &self.shots)?,
            max_tokens: match self.max_tokens.trim() {
                "" => None,
                text => Some(number(PromptField::MaxTokens, text)?),
            },
            random: self
                .is_random
                .then(|| number(PromptField::Seed, &self.seed))
                .transpose()?,
        })
    }
}

impl PromptProblem {
    fn of(place: PromptField, error: RetrieveError) -> PromptProblem {
        let error = Error::from(error);
        PromptProblem {
            place,
            problem: core_messages::problem(&error),
            advice: core_messages::advice(&error, error.advice()),
        }
    }
}

impl BuiltPrompt {
    /// Chat messages become one line of JSON.
    pub fn words(&self, as_chat: bool) -> String {
        if as_chat {
            self.prompt.chat_line()
        } else {
            self.prompt.text()
        }
    }
}

pub fn built_in(template: &str) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|built_in| built_in.source == template)
}

impl Project {
    pub fn has_columns_of(&self, template: &Template) -> bool {
        let columns = self.source.pool.columns();
        let asked = template.columns();
        asked
            .iter()
            .all(|&name| name == TEXT || columns.iter().any(|column| column == name))
    }

    /// Also returns the columns that the template uses in addition to the text column.
    fn prompt_source(&self) -> Result<(PromptSource, Vec<String>), PromptProblem> {
        let at_template = |error| PromptProblem::of(PromptField::Template, error);
        let template = Template::read(&self.view.prompt.template).map_err(at_template)?;
        let labels = self.effective_labels();
        if labels.rows().all(|row| labels.annotation(row).is_proposed()) {
            return Err(PromptProblem::of(PromptField::Elsewhere, RetrieveError::NoLabels));
        }
        let names = self.source.pool.columns();
        template.check_columns(names).map_err(at_template)?;
        let text = &names[self.source.text_column];
        let asked = template.columns().into_iter();
        let asked = asked.filter(|name| *name != TEXT && *name != text.as_str());
        let columns = asked.map(str::to_owned).collect();
        let labeled = ExportSource::of(self, false, ColumnOrder::default());
        Ok((PromptSource { labeled, template }, columns))
    }
}

impl PromptState {
    /// A new request number makes the dialog ignore the answer to a request in progress.
    pub fn forget(&mut self) {
        *self = PromptState {
            last_ask: self.last_ask + 1,
            ..PromptState::default()
        };
    }

    /// Whether `ask` is the number of the latest request and its answer has not arrived.
    pub fn waits_for(&self, ask: u32) -> bool {
        self.is_making && self.last_ask == ask
    }
}

impl PromptState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Open => self.open(&context),
            Msg::Close => save_if(self.close()),
            Msg::EditText(text) => {
                self.query.text = text;
                self.ask(&context)
            }
            Msg::EditColumn { column, text } => {
                self.query.columns.insert(column, text);
                self.ask(&context)
            }
            Msg::EditTemplate(template) => self.set(context, |settings| {
                if built_in(&template).is_none() {
                    settings.own_template.clone_from(&template);
                }
                settings.template = template;
            }),
            Msg::EditForm(form) => {
                let config = form.config().ok();
                self.form = form;
                self.set(context, |settings| settings.config = config.unwrap_or(settings.config))
            }
            Msg::SetChat(as_chat) => {
                // Only the output format changes between plain text and chat messages, so no new prompt is needed.
                if let Some(project) = context.project {
                    project.view.prompt.as_chat = as_chat;
                }
                self.is_copied = None;
                vec![Request::SaveHead]
            }
            Msg::Made { ask, result } => self.made(ask, result),
            Msg::Copy => {
                let words = self.words(&context);
                words.map(|words| perform(Cmd::Copy(words))).into_iter().collect()
            }
            Msg::Copied(is_copied) => {
                self.is_copied = Some(is_copied);
                Vec::new()
            }
            Msg::Save => self.save(&context).into_iter().collect(),
            Msg::Pack => self.pack(&context),
            Msg::Packed { file_name, result } => self.packed(file_name, result).into_iter().collect(),
        }
    }

    fn open(&mut self, context: &Context<'_>) -> Vec<Request> {
        let has_picks = |project: &&Project| project.result.outcome.is_some();
        let Some(project) = context.project.as_deref().filter(has_picks) else {
            return Vec::new();
        };
        self.is_open = true;
        self.form = Form::of(&project.view.prompt.config);
        // The labels may have changed while the dialog was closed, so the prompt is made again.
        self.ask(context)
    }

    /// Returns whether the prompt settings must be stored.
    pub(crate) fn close(&mut self) -> bool {
        self.is_open = false;
        std::mem::take(&mut self.has_unsaved_settings)
    }

    fn set(&mut self, mut context: Context<'_>, change: impl FnOnce(&mut PromptSettings)) -> Vec<Request> {
        let Some(project) = context.project.as_deref_mut() else {
            return Vec::new();
        };
        let before = project.view.prompt.clone();
        change(&mut project.view.prompt);
        self.has_unsaved_settings |= project.view.prompt != before;
        self.ask(&context)
    }

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
        ask.map(|ask| perform(Cmd::Make(Box::new(ask)))).into_iter().collect()
    }

    /// Returns `None` if the query text is empty.
    fn question(&mut self, context: &Context<'_>) -> Result<Option<PromptRequest>, PromptProblem> {
        let Some(project) = context.project.as_deref() else {
            return Ok(None);
        };
        let (source, columns) = project.prompt_source()?;
        self.columns = columns;
        let config = self.form.config()?;
        let query = &self.query;
        if query.text.trim().is_empty() {
            return Ok(None);
        }
        let cell = |name: &String| (name.clone(), query.columns.get(name).cloned().unwrap_or_default());
        Ok(Some(PromptRequest {
            ask: self.last_ask,
            query: Query {
                text: query.text.clone(),
                columns: self.columns.iter().map(cell).collect(),
            },
            source,
            config,
            encoder: context.encoder.clone(),
        }))
    }

    fn made(&mut self, ask: u32, result: Result<Box<BuiltPrompt>, WorkerError>) -> Vec<Request> {
        if !self.waits_for(ask) {
            return Vec::new();
        }
        self.is_making = false;
        match result {
            Ok(made) => self.made = Some(*made),
            Err(error) => {
                self.made = None;
                self.problem = Some(PromptProblem {
                    place: PromptField::Elsewhere,
                    problem: core_messages::problem(&error),
                    advice: core_messages::advice(&error, error.advice()),
                });
            }
        }
        save_if(std::mem::take(&mut self.has_unsaved_settings))
    }

    fn words(&self, context: &Context<'_>) -> Option<String> {
        let (made, project) = (self.made.as_ref()?, context.project.as_deref()?);
        Some(made.words(project.view.prompt.as_chat))
    }

    fn save(&self, context: &Context<'_>) -> Option<Request> {
        let (words, project) = (self.words(context)?, context.project.as_deref()?);
        let (name, media_type) = if project.view.prompt.as_chat {
            ("prompt.jsonl", ExportFormat::JsonLines.media_type())
        } else {
            ("prompt.txt", "text/plain;charset=utf-8")
        };
        Some(Request::Perform(StateCmd::Download {
            file_name: derived_file_name(&project.source.file_name, name),
            media_type,
            text: words + "\n",
        }))
    }

    fn pack(&mut self, context: &Context<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref().filter(|_| !self.is_packing) else {
            return Vec::new();
        };
        match project.prompt_source() {
            Ok((source, _)) => {
                let pack = Cmd::Pack {
                    source: Box::new(source),
                    encoder: context.encoder.clone(),
                    file_name: derived_file_name(&project.source.file_name, "few-shot.json"),
                };
                self.is_packing = true;
                vec![Request::DismissNotice, perform(pack)]
            }
            Err(problem) => vec![not_packed(problem.problem, problem.advice)],
        }
    }

    fn packed(&mut self, file_name: String, result: Result<String, WorkerError>) -> Option<Request> {
        // The project was closed while the few-shot pack was being made, so the pack is not saved.
        if !std::mem::take(&mut self.is_packing) {
            return None;
        }
        Some(match result {
            Ok(text) => Request::Perform(StateCmd::Download {
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

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Prompt(cmd))
}

fn save_if(is_unsaved: bool) -> Vec<Request> {
    is_unsaved.then_some(Request::SaveHead).into_iter().collect()
}

fn not_packed(problem: String, advice: String) -> Request {
    Request::Notify(Notice {
        title: t!("prompts-pack-failed-title"),
        problem,
        advice,
    })
}

fn number<N: std::str::FromStr>(place: PromptField, text: &str) -> Result<N, PromptProblem> {
    text.trim().parse().map_err(|_| PromptProblem {
        place,
        problem: match text.trim() {
            "" => t!("common-number-missing-problem"),
            text => t!("common-whole-number-problem", text),
        },
        advice: t!("prompts-number-advice"),
    })
}
