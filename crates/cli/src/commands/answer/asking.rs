//! Requests all answers that no earlier run has received, and stores them in the journal.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::questions::Questions;
use crate::error::CliError;
use crate::files::Output;
use crate::interruption::InterruptionMessage;
use crate::language_model::{Reply, RunState, Server, run_jobs};
use crate::progress::ProgressReporter;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{
    AnswerError, Answered, Asker, Choices, Constraint, Entry, Estimate, Journal, LogprobLevel, PromptSizes, Support,
    is_context_exceeded, is_logprobs_refused, most_answer_tokens, probe, probe_is_enforced, read_model_answer,
};
use fastgas_annotation::confidence::{Endpoint, FailureBudget, Model, QuestionKey};
use fastgas_annotation::retrieve::Prompt;
use fastgas_encoder::TokenCounter;

pub struct Answers<'a> {
    questions: &'a dyn Questions,
    support: Support,
    max_answer_tokens: u32,
    counter: Option<&'a TokenCounter>,
    journal: Journal,
    out: Output,
    /// For each text to answer, the indices of the examples that fit into the model's context window.
    examples: Vec<Vec<usize>>,
    /// Number of examples for each text if the model's context window were unlimited.
    requested: Vec<u32>,
    /// Maps a row of the pool to its index among the texts to answer.
    place_of: BTreeMap<u32, usize>,
}

pub struct Plan {
    asker: Asker,
    /// Key of the request for each text. The key identifies the answer in the journal.
    keys: Vec<QuestionKey>,
    is_certain: bool,
}

impl Plan {
    pub fn constraint(&self) -> Constraint {
        self.asker.constraint()
    }
}

enum Outcome {
    Answer(Entry),
    TooLong,
    FewerLogprobs,
}

impl<'a> Answers<'a> {
    /// Chooses the examples for each text so that every prompt fits into the model's context window.
    pub fn open(
        endpoint: &Endpoint,
        questions: &'a dyn Questions,
        counter: Option<&'a TokenCounter>,
        (journal, out): (Journal, Output),
    ) -> Result<Answers<'a>, CliError> {
        let settings = questions.settings();
        let n = questions.n_questions();
        let default = || most_answer_tokens((0..n).map(|place| questions.choices(place)));
        let max_answer_tokens = settings.max_answer_tokens.map_or_else(default, |most| most.get());
        let mut answers = Answers {
            questions,
            support: Support {
                host: endpoint.host().into(),
                model: settings.llm.trim().into(),
                api: endpoint.api(),
            },
            max_answer_tokens,
            counter,
            journal,
            out,
            examples: Vec::with_capacity(n),
            requested: Vec::with_capacity(n),
            place_of: (0..n).map(|place| (questions.row_of(place), place)).collect(),
        };
        let counter = counter.filter(|_| settings.context.is_some());
        let mut sizes = counter.map(|counter| PromptSizes::new(|text: &str| counter.count(text)));
        let limit = settings.context.map_or(usize::MAX, |context| {
            context.get().saturating_sub(max_answer_tokens) as usize
        });
        for place in 0..n {
            let mut examples = questions.retrieve(place)?;
            answers.requested.push(examples.len() as u32);
            if let Some(sizes) = &mut sizes {
                let mut prompt = questions.prompt(place, &examples)?;
                sizes.fit(&mut prompt, limit)?;
                // The least similar examples come first, so the first examples are removed.
                examples.drain(..examples.len() - prompt.shots.len());
            }
            answers.examples.push(examples);
        }
        Ok(answers)
    }

    fn prompt(&self, place: usize) -> Result<Prompt, CliError> {
        self.questions.prompt(place, &self.examples[place])
    }

    fn model(&self) -> Model {
        Model {
            name: self.support.model.clone(),
            api: self.support.api,
        }
    }

    /// Until it is known which answer constraint the server supports, the requests have no answer constraint (`None`).
    fn plan_with(&self, constraint: Option<Constraint>) -> Result<Plan, CliError> {
        let asker = Asker::new(
            self.model(),
            constraint.unwrap_or(Constraint::None),
            self.max_answer_tokens,
        )?;
        let request = |place| Ok(asker.request(&self.prompt(place)?, self.questions.choices(place)).key());
        let keys = (0..self.examples.len()).map(request).collect::<Result<_, CliError>>()?;
        let is_certain = constraint.is_some();
        Ok(Plan {
            asker,
            keys,
            is_certain,
        })
    }

    pub fn plan(&self) -> Result<Plan, CliError> {
        self.plan_with(self.known_constraint())
    }

    /// Returns `None` if the server must be asked which answer constraint it supports.
    fn known_constraint(&self) -> Option<Constraint> {
        let settings = self.questions.settings();
        match settings.constraint {
            _ if settings.is_free_text => Some(Constraint::None),
            Some(Constraint::None) => Some(Constraint::None),
            required => {
                let found = self.journal.constraints.get(&self.support).copied();
                found.filter(|&found| required.is_none_or(|required| required == found))
            }
        }
    }

    /// Returns the indices of the prompts without an answer. Equal prompts are listed once.
    /// Answers of earlier runs are ignored as long as the answer constraint is not known.
    fn to_ask(&self, plan: &Plan) -> Vec<usize> {
        let mut places: BTreeMap<QuestionKey, usize> = BTreeMap::new();
        for (place, &key) in plan.keys.iter().enumerate() {
            if !plan.is_certain || !self.journal.entries.contains_key(&key) {
                places.entry(key).or_insert(place);
            }
        }
        let mut places: Vec<usize> = places.into_values().collect();
        places.sort_unstable();
        places
    }

    /// Without a token counter, the estimated number of prompt tokens is 0.
    pub fn estimate(&self, plan: &Plan) -> Result<Estimate, CliError> {
        // The key of an answer in the journal depends on the answer constraint of the request.
        // If the constraint is unknown, all answers in the journal are ignored, so the estimate is an upper bound.
        let mut estimate = Estimate {
            is_most: !plan.is_certain && !self.journal.entries.is_empty(),
            ..Estimate::default()
        };
        let mut sizes = self
            .counter
            .map(|counter| PromptSizes::new(|text: &str| counter.count(text)));
        for place in self.to_ask(plan) {
            let tokens = match &mut sizes {
                Some(sizes) => sizes.tokens(&self.prompt(place)?)?,
                None => 0,
            };
            estimate.add(tokens, self.max_answer_tokens);
        }
        Ok(estimate)
    }

    /// Asks the server which answer constraint it supports, unless the journal of an earlier run contains this information.
    ///
    /// # Errors
    /// Returns [`AnswerError::NotConstrained`] if the server does not support the answer constraint that the user requires.
    pub fn settle(
        &mut self,
        plan: Plan,
        server: &Server,
        state: &RunState,
        reporter: &ProgressReporter,
    ) -> Result<Plan, CliError> {
        let settings = self.questions.settings();
        let is_requested = !settings.is_free_text && settings.constraint != Some(Constraint::None);
        if !is_requested || plan.keys.is_empty() {
            return Ok(plan);
        }
        let plan = match plan.is_certain {
            true => plan,
            false => {
                let constraint = self.probed(&plan.asker, server, state)?;
                self.plan_with(Some(constraint))?
            }
        };
        let host = server.host();
        reporter.print(&match plan.asker.constraint() {
            Constraint::None => format!("{host} does not limit answers to the labels, so answers are matched to them"),
            constraint => format!("{host} limits answers to the labels with a {constraint}"),
        });
        Ok(plan)
    }

    fn probed(&mut self, asker: &Asker, server: &Server, state: &RunState) -> Result<Constraint, CliError> {
        let required = self.questions.settings().constraint;
        let candidates = required.map_or(Constraint::ALL.to_vec(), |required| vec![required]);
        let (mut found, mut is_certain) = (Constraint::None, true);
        for constraint in candidates {
            let body = probe(&self.support.model, self.support.api, constraint);
            let is_enforced = server.ask(&body, state, |reply| match reply.status {
                400 | 422 | 501 => Ok(Some(false)),
                // Some servers answer unknown parameters with status 500, so status 500 is not retried.
                500 => Ok(None),
                status => {
                    read_model_answer(0, (status, &reply.body), Choices::FreeText, asker, "")?;
                    Ok(Some(probe_is_enforced(status, &reply.body, constraint)))
                }
            });
            match is_enforced.expect("nothing stops the run")? {
                Some(true) => {
                    found = constraint;
                    break;
                }
                Some(false) => {}
                None => is_certain = false,
            }
        }
        if found == Constraint::None
            && let Some(constraint) = required
        {
            let host = server.host().to_owned();
            return Err(CliError::answer(AnswerError::NotConstrained { host, constraint }));
        }
        if is_certain || found != Constraint::None {
            self.journal.constraints.insert(self.support.clone(), found);
        }
        Ok(found)
    }

    /// Sends at most `requests` requests at the same time.
    /// Appends each answer to the journal as soon as the answer arrives.
    pub fn ask(
        &mut self,
        plan: &Plan,
        server: &Server,
        state: &RunState,
        requests: NonZeroUsize,
        reporter: &ProgressReporter,
    ) -> Result<FailureBudget, CliError> {
        let to_ask = self.to_ask(plan);
        let mut failures = FailureBudget::default();
        if to_ask.is_empty() {
            return Ok(failures);
        }
        let mut file = self.rewrite()?;
        let path = self.out.path().to_owned();
        let _message = InterruptionMessage::of_resumable(&path);
        let mut arrived: Vec<(QuestionKey, Entry)> = Vec::new();
        let logprobs = Mutex::new(LogprobLevel::Most);
        let this = &*self;
        let job = |index: usize| this.ask_one(&plan.asker, server, state, &logprobs, to_ask[index]);
        let result = run_jobs(to_ask.len(), requests, state, reporter, job, |index, result| {
            let entry = match result? {
                Ok(entry) => entry,
                Err(error) => return Ok(failures.failed(error)?),
            };
            state.has_answered.store(true, Ordering::Relaxed);
            failures.answered();
            let key = plan.keys[to_ask[index]];
            let written = file.write_all(entry.line(key).as_bytes());
            arrived.push((key, entry));
            written.map_err(CliError::file(&path))
        });
        self.journal.entries.extend(arrived);
        result.map(|()| failures)
    }

    /// Requests the answer to one prompt. Returns `None` if the run is stopped.
    /// The inner error is from the server, and the outer error is from this program.
    fn ask_one(
        &self,
        asker: &Asker,
        server: &Server,
        state: &RunState,
        logprobs: &Mutex<LogprobLevel>,
        place: usize,
    ) -> Option<Result<Result<Entry, ConfidenceError>, CliError>> {
        let mut prompt = match self.prompt(place) {
            Ok(prompt) => prompt,
            Err(error) => return Some(Err(error)),
        };
        let (row, choices) = (self.questions.row_of(place), self.questions.choices(place));
        loop {
            let request = asker.request(&prompt, choices);
            let level = *logprobs.lock().expect("no thread panics with the lock");
            let shots = prompt.shots.len();
            let read = |reply: &Reply| {
                let has_answered = state.has_answered.load(Ordering::Relaxed);
                if shots > 0 && is_context_exceeded(reply.status, &reply.body) {
                    return Ok(Outcome::TooLong);
                }
                if level.less().is_some() && is_logprobs_refused(reply.status, &reply.body, has_answered) {
                    return Ok(Outcome::FewerLogprobs);
                }
                let answer = read_model_answer(row, (reply.status, &reply.body), choices, asker, self.questions.cue())?;
                Ok(Outcome::Answer(Entry {
                    answer,
                    shots: shots as u32,
                    seconds: reply.seconds,
                }))
            };
            match server.ask(&request.body(level), state, read)? {
                Ok(Outcome::Answer(entry)) => return Some(Ok(Ok(entry))),
                Ok(Outcome::TooLong) => {
                    // Several examples are removed at a time, because removing them one by one could take many requests.
                    prompt.shots.drain(..(shots / 8).max(1));
                }
                Ok(Outcome::FewerLogprobs) => {
                    let mut common = logprobs.lock().expect("no thread panics with the lock");
                    *common = (*common).max(level.less().unwrap_or(LogprobLevel::None));
                }
                Err(error) => return Some(Ok(Err(error))),
            }
            if state.stop.load(Ordering::Relaxed) {
                return None;
            }
        }
    }

    fn rewrite(&self) -> Result<File, CliError> {
        let journal = self.journal.write();
        self.out.write(|file| file.write_all(journal.as_bytes()))?;
        self.out.append()
    }

    pub fn answered(&self, plan: &Plan) -> Vec<Answered<'_>> {
        let answered = plan.keys.iter().enumerate().map(|(place, key)| {
            let entry = self.journal.entries.get(key);
            let choices = self.questions.choices(place);
            let label = match (entry, choices) {
                (Some(entry), Choices::Labels(set)) => set.matched(&entry.answer.text, self.questions.cue()),
                _ => None,
            };
            Answered {
                row: self.questions.row_of(place),
                entry,
                text: entry.map_or("", |entry| entry.answer.relevant(choices)),
                label,
            }
        });
        answered.collect()
    }

    pub fn is_shortened(&self, place: usize, entry: &Entry) -> bool {
        entry.shots < self.requested[place]
    }

    /// Number of examples for the text in `row` if the model's context window were unlimited.
    pub fn shots_of(&self, row: u32) -> u32 {
        self.place_of.get(&row).map_or(0, |&place| self.requested[place])
    }
}
