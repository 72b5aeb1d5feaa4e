//! Starts a selection, follows its progress, and stores its results in the project.
//!
//! ```text
//!  settings ── select ──▶ Run: model ─▶ embed ─▶ graph ─▶ parts ─▶ picks ─▶ map ──▶ finished; the coverage follows
//!                          │  ▲                                     └─ stop: the last layout stays
//!                          └──┘ pause, resume
//! ```

use fastgas_data::Pool;
use fastgas_graph::Device;
use fastgas_platform::EmbeddingFile;
use std::sync::Arc;

use crate::confidences::{self, Confidences};
use crate::encoder::EncoderState;
use crate::encoder::describe::{BUILT_IN, tokens_per_second};
use crate::i18n::{core_messages, t};
use crate::project::{Outcome, Project};
use crate::run::early;
use crate::run::memory_limit;
use crate::run::settings::{Field, FieldError, Settings, title};
use crate::run::time_estimate::{self, ThroughputEstimator};
use crate::session::SessionTracker;
use crate::state::tracked::Tracked;
use crate::state::{AppState, Cmd as StateCmd, Confirmation, Request};
use fastgas_graph::{Adjacency, GpuShare};
use fastgas_map::Layout;
use fastgas_platform::{CustomEncoder, DownloadProgress, EmbedProgress, EncoderName};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{Config, EarlyPicks, Method, PriorSelection, VOTE_K_FIRST};
use fastgas_trace::StoredTrace;

// In WebAssembly, pointers are smaller, so the variants do not exceed the size limit of the lint `large_enum_variant`.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "a command is performed at once, not stored")
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// The result arrives as [`Msg::PickedEarly`].
    PickEarly {
        job: JobId,
        /// The settings of the run, except that the number of picks includes only existing and new early picks.
        config: Config,
        /// The picks that the selection must extend, and the rows that it must exclude.
        earlier: PriorSelection,
        workers: usize,
    },
    /// Texts are not embedded again if their embeddings exist.
    Start {
        job: JobId,
        pool: Arc<Pool>,
        text_column: usize,
        config: Config,
        earlier: PriorSelection,
        encoder: EncoderName,
        embeddings: Option<EmbeddingFile>,
        confidences: Option<confidences::ConfidenceSet>,
        workers: usize,
        device: Device,
    },
    Cancel,
    /// Stop the computation of the map and keep the unfinished map. The run continues with its other steps.
    StopLayout,
    /// Finish work that is in progress, but start no new work.
    Pause,
    Resume,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub job: JobId,
    pub workers: usize,
    pub encoder: EncoderName,
    /// Progress of downloading the model. `None` before the download starts.
    pub fetched: Option<DownloadProgress>,
    pub progress: Option<Progress>,
    pub paused: bool,
    pub embedding: EmbedProgress,
    pub config: Config,
    pub(crate) continues: bool,
    /// Length of the annotation log when the run started. A longer log means that the user has labeled texts since.
    n_entries_at_start: usize,
    pub picking_early: bool,
    is_drawing: bool,
    /// Preview positions of the embedded texts, with coordinates from −1 to 1, in order of arrival.
    pub sketch: Vec<[f32; 2]>,
    pace: ThroughputEstimator,
}

/// The embeddings that a run has left in the cache, because the user stopped it while it was embedding texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialEmbedding {
    pub text_column: usize,
    pub texts: u32,
    pub total: u32,
}

/// A step that the page displays: loading the model, or a stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunStep {
    /// The workers start, and the model is downloaded and opened.
    Model,
    Stage(Stage),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Edit(Settings),
    Select,
    PickEarly,
    PickedEarly {
        job: JobId,
        /// All early picks, including those from earlier requests, and the reasons for the new early picks.
        picked: Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError>,
    },
    PickMore(u32),
    /// Select only the first picks of the method vote-k, because the method needs their labels before it can continue.
    SelectExamples,
    Cancel,
    /// Finish work that is in progress, but start no new work.
    Pause,
    Resume,
    Fetching {
        job: JobId,
        fetched: DownloadProgress,
    },
    Embedded {
        job: JobId,
        progress: EmbedProgress,
        /// Time of a monotonic clock, in milliseconds.
        elapsed_ms: f64,
    },
    /// The GPU has embedded more texts, or it has stopped.
    OnGpu(GpuShare),
    PreviewPlaced {
        job: JobId,
        /// The positions as coordinates from −1 to 1.
        places: Vec<[f32; 2]>,
    },
    Progressed {
        job: JobId,
        progress: Progress,
        elapsed_ms: f64,
    },
    Selected {
        job: JobId,
        outcome: Box<Outcome>,
    },
    Traced {
        job: JobId,
        recorded: Arc<StoredTrace>,
    },
    KeywordsFound {
        job: JobId,
        names: Vec<Vec<String>>,
    },
    GraphBuilt {
        job: JobId,
        adjacency: Adjacency,
    },
    LayoutMoved {
        job: JobId,
        layout: Layout,
    },
    /// The positions on the map are final, and the run has finished.
    Mapped {
        job: JobId,
        layout: Layout,
        map_ms: f64,
    },
    /// The coverage of the picks arrives after the run has finished.
    Covered {
        job: JobId,
        curve: CoverageCurve,
    },
    Failed {
        job: JobId,
        error: WorkerError,
    },
    /// The user has stopped the run while it was embedding texts. `kept` describes the embeddings in the cache.
    Stopped {
        job: JobId,
        kept: PartialEmbedding,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    /// The settings in the selection form, which may be invalid.
    pub settings: Settings,
    pub current: Option<Run>,
    /// True once the current run has selected its picks. After the end of the run, the value stays until the next run.
    pub(crate) has_selected: bool,
    /// The run that has finished, but whose coverage is still being computed.
    covering: Option<JobId>,
    /// The embeddings that the last run left in the cache, because the user stopped it while it was embedding texts.
    partial: Option<PartialEmbedding>,
    /// Number of texts that the GPU has embedded in the last run. `None` if the user did not choose the GPU.
    pub(crate) on_gpu: Option<GpuShare>,
    last_job: u32,
    pub cores: usize,
    /// The estimated number of tokens in the text column.
    pub tokens: f64,
}

impl RunState {
    pub fn new(cores: usize) -> RunState {
        RunState {
            settings: Settings::new(default_workers(cores)),
            current: None,
            has_selected: false,
            covering: None,
            partial: None,
            on_gpu: None,
            last_job: 0,
            cores,
            tokens: 0.0,
        }
    }

    /// Returns `None` if `job` belongs to an earlier run.
    fn current(&mut self, job: JobId) -> Option<&mut Run> {
        self.current.as_mut().filter(|run| run.job == job)
    }

    fn is_current(&self, job: JobId) -> bool {
        self.current.as_ref().is_some_and(|run| run.job == job)
    }

    pub fn is_covering(&self) -> bool {
        self.covering.is_some()
    }

    /// Imported embeddings need no encoder, so the number of tokens to embed is 0.
    pub(crate) fn count_tokens(&mut self, project: Option<&Project>) {
        let to_embed = project.filter(|project| project.source.embeddings.is_none());
        self.tokens = to_embed.map_or(0.0, |project| {
            time_estimate::tokens(&project.source.pool, project.source.text_column)
        });
    }

    /// If the run has finished, the computation of its coverage is canceled.
    fn cancel(&mut self) -> Option<Cmd> {
        let (run, covering) = (self.current.take(), self.covering.take());
        (run.is_some() || covering.is_some()).then_some(Cmd::Cancel)
    }

    pub(crate) fn forget(&mut self) -> Option<Cmd> {
        self.has_selected = false;
        self.partial = None;
        self.on_gpu = None;
        // A new job number makes the page ignore late results of the canceled run.
        self.last_job += 1;
        self.cancel()
    }

    /// The number of the next job stays the same until [`take_job`](RunState::take_job) is called.
    pub(crate) fn next_job(&self) -> JobId {
        JobId(self.last_job + 1)
    }

    pub(crate) fn take_job(&mut self, job: JobId) {
        self.last_job = job.0;
    }

    pub(crate) fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Replaces the selection settings in the form. Other settings, such as the number of workers, stay the same.
    pub(crate) fn use_config(&mut self, config: &Config) {
        self.settings = self.settings.with(config);
    }

    /// After the cache was emptied, the embeddings of a stopped run no longer exist.
    pub(crate) fn cache_emptied(&mut self) {
        self.partial = None;
    }

    /// Discards the report on the embeddings of a stopped run, because the next run uses another encoder.
    /// A new job number makes the page ignore a late report of the previous run.
    pub(crate) fn forget_embedding(&mut self) {
        self.partial = None;
        self.last_job += 1;
    }
}

/// The default is one worker per core, but at most eight workers, because each worker has its own copy of the model.
fn default_workers(cores: usize) -> usize {
    cores.clamp(1, 8)
}

impl Run {
    /// Until a text without a cached embedding is embedded, the page displays that the model is loading.
    pub fn step(&self) -> RunStep {
        match self.progress {
            None => RunStep::Model,
            Some(Progress {
                stage: Stage::Embed,
                done,
                total,
            }) if done <= self.embedding.cached && done < total => RunStep::Model,
            Some(progress) => RunStep::Stage(progress.stage),
        }
    }

    pub fn fetching(&self) -> Option<DownloadProgress> {
        self.fetched
            .filter(|fetched| self.step() == RunStep::Model && Some(fetched.bytes) != fetched.total)
    }

    /// True if the run can be paused. After the texts are embedded, each stage is short and cannot be paused.
    pub fn can_pause(&self) -> bool {
        self.paused || self.step() <= RunStep::Stage(Stage::Embed)
    }

    /// Estimated time until the current stage ends, in seconds. `None` while it is unknown or the run is paused.
    pub fn seconds_left(&self) -> Option<f64> {
        let progress = self.progress.filter(|_| !self.paused)?;
        let left = match progress.stage {
            Stage::Embed => (self.embedding.tokens - self.embedding.tokens_done) as f64,
            _ => f64::from(progress.total - progress.done),
        };
        self.pace.seconds_left(left)
    }

    /// `done` is the finished work in units that take the same time throughout the stage.
    fn advance(&mut self, progress: Progress, done: f64, elapsed_ms: f64) {
        if self.progress.is_none_or(|last| last.stage != progress.stage) {
            self.pace = ThroughputEstimator::default();
        }
        // The time before the first finished unit of work is ignored, because it may include loading the model, for example.
        if done > 0.0 && !self.paused {
            self.pace.sample(done, elapsed_ms);
        }
        self.progress = Some(progress);
    }
}

impl RunStep {
    pub fn name(self) -> String {
        match self {
            RunStep::Model => t!("run-loading-model-status"),
            RunStep::Stage(stage) => core_messages::stage(stage),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    More(u32),
    /// A selection of only the first picks of the method vote-k, which needs their labels.
    Examples,
}

/// A [`Context`](crate::state::Context) would borrow the settings of the run, which the update function changes.
pub(crate) struct RunContext<'a> {
    pub(crate) project: Option<&'a mut Project>,
    pub(crate) encoder: &'a EncoderState,
    pub(crate) confidences: &'a Confidences,
    pub(crate) session: &'a SessionTracker,
    /// Whether the current text has an answer and stays on the screen only until the answer is saved.
    pub(crate) is_leaving: bool,
}

// Methods that do not change the state must not borrow it mutably, because each mutable borrow notifies views.
impl Tracked<RunState> {
    pub(crate) fn update(&mut self, msg: Msg, context: RunContext<'_>) -> Vec<Request> {
        match msg {
            Msg::Edit(settings) => {
                let before = std::mem::replace(&mut self.settings, settings);
                // Only the settings of the next selection are stored. A finished selection has its own settings.
                let is_kept = self
                    .settings
                    .config()
                    .is_ok_and(|config| before.config().ok() != Some(config));
                let project = context.project.as_deref();
                let waits = project.is_some_and(|project| project.result.outcome.is_none());
                match is_kept && waits && self.current.is_none() {
                    true => vec![Request::SaveHead],
                    false => Vec::new(),
                }
            }
            Msg::Select => self.select_or_ask(context),
            Msg::PickMore(more) => self.select(Wanted::More(more), &context),
            Msg::PickEarly => self.pick_early(context.project.as_deref()),
            Msg::PickedEarly { job, picked } => self.picked_early(job, picked, context.project),
            Msg::SelectExamples => self.select(Wanted::Examples, &context),
            Msg::Cancel => self.stop(),
            Msg::Pause => self.set_paused(true),
            Msg::Resume => self.set_paused(false),
            Msg::Fetching { job, fetched } => {
                if let Some(run) = self.current(job) {
                    run.fetched = Some(fetched);
                }
                Vec::new()
            }
            Msg::Embedded {
                job,
                progress,
                elapsed_ms,
            } => self.embedding(job, progress, elapsed_ms, &context.encoder.name()),
            Msg::OnGpu(share) => {
                self.on_gpu = Some(share);
                Vec::new()
            }
            Msg::PreviewPlaced { job, places } => {
                if let Some(run) = self.current(job) {
                    run.sketch.extend(places);
                }
                Vec::new()
            }
            Msg::Progressed {
                job,
                progress,
                elapsed_ms,
            } => {
                if let Some(run) = self.current(job) {
                    run.advance(progress, f64::from(progress.done), elapsed_ms);
                }
                vec![Request::JobProgressed { job, progress }]
            }
            Msg::Selected { job, outcome } => self.selected(job, *outcome, context),
            Msg::Traced { job, recorded } => {
                self.change(job, context.project, |project| project.result.recorded = Some(recorded))
            }
            Msg::KeywordsFound { job, names } => {
                // The run ends with the final map, and the coverage is computed after that. Both results are accepted.
                let is_of_run = self.is_current(job) || self.covering == Some(job);
                match context.project.filter(|_| is_of_run) {
                    Some(project) => {
                        project.result.part_names = Arc::new(names);
                        vec![Request::SaveHead]
                    }
                    None => Vec::new(),
                }
            }
            Msg::GraphBuilt { job, adjacency } => self.change(job, context.project, |project| {
                project.result.adjacency = Some(Arc::new(adjacency));
                project.color_parts();
            }),
            Msg::LayoutMoved { job, layout } => self.change(job, context.project, |project| {
                project.result.layout = Some(Arc::new(layout));
            }),
            Msg::Mapped { job, layout, map_ms } => self.mapped(job, layout, map_ms, context.project),
            Msg::Covered { job, curve } => self.covered(job, curve, context.project),
            Msg::Failed { job, error } => {
                let run = self
                    .current
                    .take_if(|run| run.job == job)
                    .map(|_| t!("run-failed-title"));
                let covering = self.covering.take_if(|covering| *covering == job);
                let title = run.or(covering.map(|_| t!("run-coverage-failed-title")));
                match title.filter(|_| error != WorkerError::Cancelled) {
                    Some(title) => vec![Request::ReportFailure { title, error }],
                    None => Vec::new(),
                }
            }
            Msg::Stopped { job, kept } => {
                // A stopped run reports its cached embeddings late. The page ignores the report if another run has started.
                if self.last_job == job.0 && kept.texts > 0 && context.project.is_some() {
                    self.partial = Some(kept);
                }
                Vec::new()
            }
        }
    }

    /// Asks first if the user labels picks that a colleague selected.
    fn select_or_ask(&mut self, context: RunContext<'_>) -> Vec<Request> {
        let is_given = |project: &Project| project.annotations.is_handed_out && project.picked().next().is_some();
        if context.project.as_deref().is_some_and(is_given) {
            return vec![Request::Confirm(Confirmation::SelectAnew)];
        }
        self.start_new_selection(context)
    }

    /// After a new selection, the project is no longer a copy that a colleague handed out for labeling.
    pub(crate) fn start_new_selection(&mut self, mut context: RunContext<'_>) -> Vec<Request> {
        if let Some(project) = context.project.as_deref_mut() {
            project.annotations.is_handed_out = false;
        }
        self.select(Wanted::All, &context)
    }

    fn select(&mut self, wanted: Wanted, context: &RunContext<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref().filter(|_| self.current.is_none()) else {
            return Vec::new();
        };
        let earlier = match wanted {
            Wanted::More(more) => {
                let earlier = project.settled();
                self.settings.budget = (earlier.picks.len() as u32).saturating_add(more).to_string();
                earlier
            }
            Wanted::All => {
                let config = self.settings.config_or_default();
                early::earlier_of_early(project, &config).unwrap_or_default()
            }
            Wanted::Examples => PriorSelection::default(),
        };
        let n_excluded = project.n_excluded(&earlier, self.settings.method);
        let Ok((mut config, workers)) = self.settings.check(project.source.pool.len(), n_excluded) else {
            return Vec::new();
        };
        if wanted == Wanted::Examples {
            config.method = Method::VoteK;
            config.budget = config.budget.min(VOTE_K_FIRST);
        }
        let n_searched = config
            .check(project.source.pool.len() as u32)
            .map(|checked| checked.n_searched());
        let n_searched = n_searched.unwrap_or(config.n_neighbors);
        let dimensions = dimensions(project, context.encoder);
        if let Some(message) = memory_limit::too_large(project.source.pool.len(), dimensions, n_searched) {
            return vec![Request::Notify(message)];
        }
        let confidences = context.confidences.for_run(&config).cloned();
        if confidences::are_needed(&config) && confidences.is_none() {
            return Vec::new();
        }
        self.has_selected = false;
        self.partial = None;
        self.on_gpu = None;
        self.covering = None;
        self.last_job += 1;
        let job = JobId(self.last_job);
        let continues = earlier != PriorSelection::default();
        let earlier = project.excluding_blank(earlier, config.method);
        self.current = Some(Run {
            job,
            workers,
            encoder: context.encoder.name(),
            fetched: None,
            progress: None,
            paused: false,
            embedding: EmbedProgress::default(),
            config: config.clone(),
            continues,
            n_entries_at_start: project.n_entries(),
            picking_early: false,
            is_drawing: false,
            sketch: Vec::new(),
            pace: ThroughputEstimator::default(),
        });
        let start = Cmd::Start {
            job,
            pool: project.source.pool.clone(),
            text_column: project.source.text_column,
            config,
            earlier,
            encoder: context.encoder.name(),
            embeddings: project.source.embeddings.clone(),
            confidences,
            workers,
            device: self.settings.device,
        };
        vec![Request::DismissNotice, perform(start)]
    }

    fn selected(&mut self, job: JobId, mut outcome: Outcome, context: RunContext<'_>) -> Vec<Request> {
        let (session, is_leaving) = (context.session, context.is_leaving);
        let Some((project, run)) = context.project.zip(self.current(job)) else {
            return Vec::new();
        };
        run.is_drawing = true;
        // The text that the user is working on stays on the screen, because the next key press applies to the text.
        // The log is shorter than at the start if the user has undone an import in the meantime.
        let is_new = project.result.outcome.is_none() || run.continues || project.n_entries() != run.n_entries_at_start;
        // A text with an unsaved answer stays on the screen until the answer is saved.
        let is_busy = |row| session.is_typing_for(row) || is_leaving;
        let stays = project
            .view
            .current
            .filter(|&row| is_busy(row) || (is_new && !project.is_done(row)));
        if !run.continues {
            project.forget_early();
        }
        if let Some(load_ms) = project.source.load_ms {
            outcome.timings.insert(0, (Stage::Load, load_ms));
        }
        project.result.outcome = Some(Arc::new(outcome));
        project.forget_map();
        project.view.current = stays.or(project.first_to_label());
        self.has_selected = true;
        vec![Request::PartsChanged, Request::SaveProject]
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Request> {
        let Some(run) = self
            .current
            .as_mut()
            .filter(|run| run.paused != paused && run.can_pause())
        else {
            return Vec::new();
        };
        run.paused = paused;
        run.pace.pause();
        vec![perform(if paused { Cmd::Pause } else { Cmd::Resume })]
    }

    /// `in_use` is the current encoder. If the run uses another encoder, the measured speed is not recorded.
    fn embedding(
        &mut self,
        job: JobId,
        embedding: EmbedProgress,
        elapsed_ms: f64,
        in_use: &EncoderName,
    ) -> Vec<Request> {
        let progress = Progress {
            stage: Stage::Embed,
            done: embedding.done + embedding.held,
            total: embedding.total,
        };
        let mut requests = vec![Request::JobProgressed { job, progress }];
        let cores = self.cores;
        // If the GPU also embeds texts, the speed of a single worker is unknown.
        let is_on_cpu = self.on_gpu.is_none();
        let Some(run) = self.current(job) else {
            return requests;
        };
        run.embedding = embedding;
        run.advance(progress, embedding.tokens_done as f64, elapsed_ms);
        // The mean speed of the whole run is recorded, because short texts and long texts have different speeds.
        if let Some(rate) = run.pace.mean().filter(|_| is_on_cpu && run.encoder == *in_use) {
            requests.push(Request::SpeedMeasured {
                tokens_per_second: rate / run.workers.min(cores).max(1) as f64,
            });
        }
        requests
    }

    /// If the map is being computed, the unfinished map is kept and saved.
    /// The coverage of the picks is still computed, because it does not depend on the map.
    fn stop(&mut self) -> Vec<Request> {
        let Some(run) = self.current.take_if(|run| run.is_drawing) else {
            return self.cancel().map(perform).into_iter().collect();
        };
        self.covering = Some(run.job);
        vec![perform(Cmd::StopLayout), Request::SaveProject]
    }

    fn mapped(&mut self, job: JobId, layout: Layout, map_ms: f64, project: Option<&mut Project>) -> Vec<Request> {
        if self.current.take_if(|run| run.job == job).is_none() {
            return Vec::new();
        }
        let Some(project) = project else {
            return Vec::new();
        };
        if let Some(outcome) = &mut project.result.outcome {
            Arc::make_mut(outcome).timings.push((Stage::Map, map_ms));
        }
        project.result.layout = Some(Arc::new(layout));
        self.covering = Some(job);
        vec![Request::SaveProject]
    }

    /// Results of earlier runs do not change the project.
    fn change(&self, job: JobId, project: Option<&mut Project>, change: impl FnOnce(&mut Project)) -> Vec<Request> {
        if let Some(project) = project.filter(|_| self.is_current(job)) {
            change(project);
        }
        Vec::new()
    }

    fn covered(&mut self, job: JobId, curve: CoverageCurve, project: Option<&mut Project>) -> Vec<Request> {
        if self.covering.take_if(|covering| *covering == job).is_none() {
            return Vec::new();
        }
        if let Some(project) = project {
            project.result.coverage = Some(Arc::new(curve));
        }
        vec![Request::SaveHead]
    }
}

fn dimensions(project: &Project, encoder: &EncoderState) -> usize {
    let imported = project.source.embeddings.as_ref();
    let given = encoder.custom.as_ref().and_then(|given| given.report.config.dimensions);
    let imported = imported.map(|embeddings| embeddings.dimensions as usize);
    imported.or(given).unwrap_or(BUILT_IN.dimensions)
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Run(cmd))
}

impl AppState {
    pub(crate) fn has_running_job(&self) -> bool {
        self.run.current.is_some()
            || self.run.covering.is_some()
            || self.confidences.asking.is_some()
            || self.answers.runs.current.is_some()
            || self.comparison.exam.runs.current.is_some()
            || self.export.writing.is_some()
    }

    pub fn seconds_with(&self, given: &CustomEncoder) -> Option<f64> {
        self.seconds_at(Some(tokens_per_second(given)))
    }

    /// True if the encoder, the confidences or the settings have changed since the picks were selected.
    pub fn is_outdated(&self) -> bool {
        let Some(project) = self.project.as_ref() else {
            return false;
        };
        project.result.outcome.as_ref().is_some_and(|outcome| {
            outcome.text_column != project.source.text_column
                || outcome.encoder != self.embedded_by()
                || self.confidences.for_run(&outcome.config).map(|given| &given.hash) != outcome.confidences.as_ref()
                || self.run.settings.config().is_ok_and(|config| config != outcome.config)
        })
    }

    /// The reason why the selection must wait for confidences of a language model. `None` if no wait is needed.
    pub fn lacks_confidences(&self) -> Option<FieldError> {
        let config = self.run.settings.config().ok()?;
        if !confidences::are_needed(&config) || self.confidences.for_run(&config).is_some() {
            return None;
        }
        Some(FieldError {
            field: Field::Method,
            problem: t!("run-confidences-missing-problem", vote_k_first = VOTE_K_FIRST),
            advice: t!("run-confidences-missing-advice"),
        })
    }

    /// The embeddings that a stopped run left in the cache. `None` if the next selection would embed another column.
    pub fn partial_embedding(&self) -> Option<PartialEmbedding> {
        let project = self.project.as_ref()?;
        self.run
            .partial
            .filter(|kept| kept.text_column == project.source.text_column)
    }

    pub fn seconds_in_all(&self) -> Option<f64> {
        self.seconds_at(self.encoder.tokens_per_second)
    }

    fn seconds_at(&self, tokens_per_second: Option<f64>) -> Option<f64> {
        let (project, workers) = (self.project.as_ref()?, self.run.settings.worker_count().ok()?);
        let k = self
            .run
            .settings
            .config()
            .map_or(0, |config| config.n_neighbors as usize);
        let d = dimensions(project, &self.encoder);
        let pairs = self.run.settings.search.pairs(project.source.pool.len(), d, k);
        Some(time_estimate::seconds_in_all(
            self.run.tokens,
            pairs,
            workers,
            self.run.cores,
            tokens_per_second,
        ))
    }

    /// Number of picks that a run must add to the early picks to reach the budget in the form.
    /// Returns `None` if no pick is missing, without early picks, or after a finished run.
    pub fn n_missing_picks(&self) -> Option<usize> {
        let project = self.project.as_ref().filter(|project| project.only_early().is_some())?;
        let budget: usize = self.run.settings.budget.trim().parse().ok()?;
        budget.checked_sub(project.n_settled()).filter(|&n| n > 0)
    }

    /// Number of texts that the next selection must not pick: the empty texts and, with early picks, the skipped texts.
    pub fn n_excluded(&self) -> usize {
        let Some(project) = self.project.as_ref() else {
            return 0;
        };
        let settings = &self.run.settings;
        match early::continues_early(project, &settings.config_or_default()) {
            true => project.n_excluded_with_settled(settings.method),
            false => project.n_excluded(PriorSelection::NONE, settings.method),
        }
    }

    /// Returns `None` if the settings permit more picks. The number of texts that can be picked is [`Project::n_left`].
    pub fn reason_no_more_picks(&self) -> Option<String> {
        let (project, method) = (self.project.as_ref()?, self.run.settings.method);
        if !method.extends() {
            return Some(t!("run-more-picks-method-reason", method = title(method)));
        }
        let settings = Settings {
            budget: (project.n_settled() + 1).to_string(),
            ..self.run.settings.clone()
        };
        let error = settings.check(project.source.pool.len(), 0).err()?;
        Some(t!("run-more-picks-settings-reason", problem = error.problem))
    }
}
