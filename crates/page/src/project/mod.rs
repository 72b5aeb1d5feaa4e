//! The open project: the pool, the selection and the annotations.

mod blank_rows;
mod pick_index;
mod snapshot;

pub(crate) use snapshot::ProjectSnapshot;

use crate::state::tracked::changed_parts;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::ArcTrigger;

use crate::export::FormulaWarning;
use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::import::ColumnLabels;
use crate::labeling::list_filter::ListFilter;
use crate::project::blank_rows::BlankRowsCache;
use crate::project::pick_index::PickIndexCache;
use crate::state::tracked::Tracked;
use crate::team::CachedResolution;
use crate::ui::truncate;
use fastgas_annotation::export::{ColumnOrder, Labeled};
use fastgas_annotation::label::{
    Annotation, AnswerType, ConsensusStatus, Goal, History, LabelOrigin, LabelSpecs, Labels, LogEntry, LostKey, Team,
    seconds_per_text,
};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_data::{
    AppendedFile, FoundLabels, ImportReport, LabelCell, LikelyLabels, Pool, Ragged, RejectedRow, TextLanguages,
    differing_answers, likely_labels,
};
use fastgas_embedding::TruncatedText;
use fastgas_graph::Adjacency;
use fastgas_graph::{DuplicateCount, SearchBackend};
use fastgas_map::{Layout, PaletteColor, part_colors};
use fastgas_partition::{Partition, Quality};
use fastgas_platform::{Backup, EmbeddingFile, EncoderName, ProjectHeader, StoredAnnotations, StoredProject};
use fastgas_progress::{Slices, Stage, at_once};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{EarlyPicks, EvaluatedK, Pick, PriorSelection, Selection};
use fastgas_trace::StoredTrace;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelsOfFile {
    /// True if the user must first state which annotator gave which answers in the file.
    pub asks: bool,
    /// The name of the column and the labels that the page offers to import. `None` once the project has labels.
    pub offered: Option<(String, LikelyLabels)>,
    /// Columns in which annotators disagree, each with the number of disputed texts.
    /// The file does not state which answer is right, so the import gives disputed texts no label.
    pub differing: Vec<(String, usize)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub config: Config,
    pub text_column: usize,
    pub encoder: EncoderName,
    /// Hash of the encoder's files. `None` for imported embeddings and for runs from older versions.
    pub model: Option<String>,
    /// Texts that the encoder read only in part, ascending by row.
    /// `None` for imported embeddings and for runs from older versions.
    pub beginnings: Option<Vec<TruncatedText>>,
    /// Hash of the confidences that the selection used. `None` if the selection method does not use confidences.
    pub confidences: Option<String>,
    pub selection: Selection,
    /// The reason for each pick, by rank. Empty for runs from older versions.
    pub reasons: Vec<Reason>,
    /// The values of K, the number of parts, that were compared. Empty if the user chose K.
    pub tried: Vec<EvaluatedK>,
    pub partition: Partition,
    pub quality: Quality,
    /// The number of duplicate texts. `None` if duplicates were not counted.
    pub duplicates: Option<DuplicateCount>,
    /// The processor (CPU or GPU) of the neighbor search. `None` for runs from older versions.
    pub searched: Option<SearchBackend>,
    /// Duration of each stage that ran, in milliseconds. Reused embeddings have no entry.
    pub timings: Vec<(Stage, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelingPace {
    /// Time per text in seconds, estimated from the texts that were labeled last.
    pub seconds_each: f64,
    /// Estimated time until all picks are answered, in seconds. `None` if all picks are answered.
    pub seconds_left: Option<f64>,
}

/// The open project. Large values are shared through `Arc`, so that views can keep them without copying.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    pub source: Tracked<SourceTable>,
    pub result: Tracked<RunResult>,
    pub labels: Tracked<LabelSet>,
    pub annotations: Tracked<Annotations>,
    pub view: Tracked<ProjectView>,
    pub storage: Tracked<StorageFacts>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SourceTable {
    pub file_name: String,
    pub pool: Arc<Pool>,
    pub text_column: usize,
    pub id_column: Option<usize>,
    /// The label column that the user chose in this session, and the format of its cells.
    pub(crate) labels_column: Option<(usize, LabelCell)>,
    /// Embeddings that the user imported. `None` if the encoder computes the embeddings.
    pub embeddings: Option<EmbeddingFile>,
    /// The number of the project's file among the files loaded since the page was opened.
    /// `None` if the project was not loaded from a file in this session.
    pub file_index: Option<u32>,
    /// The report of the import. `None` for projects from older versions.
    pub report: Option<ImportReport>,
    pub appended: Vec<AppendedFile>,
    /// Duration of reading the file, in milliseconds. `None` if the file was not read in this session.
    pub load_ms: Option<f64>,
    pub(crate) blank: BlankRowsCache,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunResult {
    pub outcome: Option<Arc<Outcome>>,
    /// The picks that were selected before all texts were embedded. The full selection contains these picks.
    pub early: Option<EarlyPicks>,
    /// Each early pick's row, paired with the reason for the pick. Empty for projects from older versions.
    pub early_reasons: Vec<(u32, Reason)>,
    pub layout: Option<Arc<Layout>>,
    /// The edges of the kNN graph. `None` for runs from older versions.
    pub adjacency: Option<Arc<Adjacency>>,
    /// The recorded steps of the partition and the selection.
    /// `None` for large pools, for runs from older versions, and for projects that were loaded from a project file.
    pub recorded: Option<Arc<StoredTrace>>,
    /// Keywords that describe each part in the partition. Empty for runs from older versions.
    pub part_names: Arc<Vec<Vec<String>>>,
    /// The color of each part in the partition. Empty before a selection exists.
    pub(crate) part_colors: Arc<Vec<PaletteColor>>,
    /// The coverage after each pick. `None` for runs from older versions.
    pub coverage: Option<Arc<CoverageCurve>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelSet {
    pub answers: AnswerType,
    /// Length of the log when the user chose free text as the kind of answer. Earlier entries are labels.
    pub(crate) written_from: usize,
    pub guidelines: String,
    pub names: Vec<String>,
    pub specs: LabelSpecs,
}

impl LabelSet {
    /// Labels that already have a key or a color keep it.
    pub(crate) fn assign_keys_and_colors(&mut self) {
        self.specs.assign_missing(&self.names);
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// The log of the user's annotations, without annotations of colleagues.
    pub history: History,
    pub(crate) n_at_opening: usize,
    pub goal: Option<Goal>,
    pub annotator: Option<String>,
    /// True for a copy that a colleague handed out for labeling. The colleague selected the picks.
    pub is_handed_out: bool,
    pub team: Team,
    /// The combined labels of all annotators, cached for the views. `None` if there is only one annotator.
    pub(crate) resolution: Option<CachedResolution>,
    /// The sum of three counts: entries merged from colleagues, removals of colleagues, and added files.
    pub n_merged: usize,
    pub(crate) pick_index: PickIndexCache,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectView {
    pub current: Option<u32>,
    pub listing: ListFilter,
    /// True if lists and the map show the combined labels of all annotators instead of the user's own labels.
    /// False if no colleague has annotated texts.
    pub shows_all: bool,
    pub prompt: PromptSettings,
    /// Warns that a spreadsheet would interpret some cells of the latest export as formulas.
    pub exported_formulas: Option<FormulaWarning>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageFacts {
    pub backup: Option<Backup>,
    /// The revision increases whenever anything other than the log is stored.
    pub(crate) revision: u64,
    /// True if a passphrase protects the project, both in the browser's storage and in files.
    pub is_protected: bool,
}

/// Prevents an overflow of [`Annotations::n_merged`], because an edited project file may contain any number.
const MAX_MERGED: usize = 1 << 30;

impl Project {
    pub fn new(file_name: String, pool: Pool, text_column: usize, load_ms: f64) -> Project {
        Project {
            source: SourceTable {
                file_name,
                pool: Arc::new(pool),
                text_column,
                id_column: None,
                labels_column: None,
                embeddings: None,
                file_index: None,
                report: None,
                appended: Vec::new(),
                load_ms: Some(load_ms),
                blank: BlankRowsCache::default(),
            }
            .into(),
            result: Tracked::default(),
            labels: Tracked::default(),
            annotations: Tracked::default(),
            view: Tracked::default(),
            storage: Tracked::default(),
        }
    }

    pub fn embedded_by(&self, encoder: &EncoderName) -> EncoderName {
        let given = self.source.embeddings.as_ref();
        given.map_or_else(|| encoder.clone(), EmbeddingFile::made_by)
    }

    /// The fields that have changed since the last call, each with its name and the trigger of its subscribers.
    pub(crate) fn take_changed_parts(&mut self) -> Vec<(&'static str, ArcTrigger)> {
        changed_parts!(Project, self, source, result, labels, annotations, view, storage)
    }

    /// Fails with a localized description of the first inconsistency.
    /// A damaged project is therefore never shown or written back.
    pub fn restore(project: StoredProject, log: Vec<LogEntry>) -> Result<Project, String> {
        let StoredProject {
            head,
            pool,
            partition,
            layout,
            adjacency,
            recorded,
            others,
            is_protected,
        } = project;
        let n = pool.len();
        let mut head = head;
        let mut known = BTreeSet::new();
        head.label_names.retain(|name| known.insert(name.clone()));
        if head.file_name.trim().is_empty() {
            head.file_name = t!("project-unnamed");
        }
        if head.text_column >= pool.columns().len() {
            return Err(t!(
                "project-text-column-problem",
                text_column = head.text_column,
                columns = pool.columns().len()
            ));
        }
        if let Some(column) = head.id_column.filter(|&column| column >= pool.columns().len()) {
            return Err(t!("project-id-column-problem", column, columns = pool.columns().len()));
        }
        let picks = head
            .selection
            .iter()
            .flat_map(|selection| &selection.picks)
            .map(|pick| pick.row);
        let early = head.early.iter().flat_map(|early| early.rows.iter().copied());
        if let Some(row) = picks
            .chain(early)
            .chain(log.iter().chain(&others).map(|msg| msg.row))
            .find(|&row| row as usize >= n)
        {
            return Err(t!("project-row-range-problem", row, last = n.saturating_sub(1)));
        }
        if partition.as_ref().is_some_and(|partition| partition.part_of.len() != n)
            || layout.as_ref().is_some_and(|layout| layout.positions.len() != n)
        {
            return Err(t!("project-map-size-problem", n));
        }
        let early = head.early_reasons.iter().map(|(_, reason)| reason);
        let reasons = head.reasons.iter().chain(early);
        let outside = reasons.flat_map(Reason::named).find(|&row| row as usize >= n);
        if let Some(row) = outside {
            return Err(t!("project-row-range-problem", row, last = n.saturating_sub(1)));
        }
        if let Some(file) = head.embeddings.as_ref().filter(|file| file.rows as usize != n) {
            return Err(t!(
                "project-embeddings-size-problem",
                file = isolated(&file.name),
                rows = file.rows,
                n
            ));
        }
        // Older versions did not set `retracts`. Their log entries without an annotation always retract an annotation.
        let is_retraction = |entry: &LogEntry| !head.tells_retractions && entry.annotation == Annotation::default();
        let others = others.into_iter().map(|entry| LogEntry {
            retracts: entry.retracts || is_retraction(&entry),
            ..entry
        });
        let others = others.collect();
        let (decisions, log) = log.into_iter().partition(|msg| msg.is_adjudication);
        let history = History::restore(log);
        let (mut label_names, mut label_looks) = (head.label_names, head.label_looks);
        label_looks.store_displayed(&label_names);
        if head.answers != AnswerType::Text {
            adopt(
                &mut label_names,
                &mut label_looks,
                history.labels().iter().map(|(_, label)| label),
            );
        }
        let outcome = match (head.selection, partition, head.quality) {
            (Some(selection), Some(partition), Some(quality)) => Some(Arc::new(Outcome {
                config: head.config,
                text_column: head.text_column,
                encoder: head.encoder,
                model: head.model,
                beginnings: head.beginnings,
                confidences: head.confidences,
                selection,
                reasons: head.reasons,
                tried: head.tried,
                partition,
                quality,
                duplicates: head.duplicates,
                searched: head.searched,
                timings: head.timings,
            })),
            _ => None,
        };
        let is_complete = outcome.is_some();
        let mut project = Project {
            source: SourceTable {
                file_name: head.file_name,
                pool,
                text_column: head.text_column,
                id_column: head.id_column,
                labels_column: None,
                embeddings: head.embeddings,
                file_index: None,
                report: head.found,
                appended: head.added,
                load_ms: None,
                blank: BlankRowsCache::default(),
            }
            .into(),
            result: RunResult {
                outcome,
                early: head.early,
                early_reasons: head.early_reasons,
                layout: layout.filter(|_| is_complete).map(Arc::new),
                adjacency: adjacency.filter(|_| is_complete).map(Arc::new),
                recorded: recorded.filter(|_| is_complete),
                part_names: Arc::new(head.part_names),
                part_colors: Arc::default(),
                coverage: head.coverage.filter(|_| is_complete).map(Arc::new),
            }
            .into(),
            labels: LabelSet {
                answers: head.answers,
                written_from: head.written_from,
                guidelines: head.guidelines,
                names: label_names,
                specs: label_looks,
            }
            .into(),
            annotations: Annotations {
                n_at_opening: history.log().len(),
                history,
                goal: head.goal,
                annotator: None,
                is_handed_out: head.is_handed_out,
                team: Team::restore(others, decisions, head.renamed),
                resolution: None,
                n_merged: head.n_merged.min(MAX_MERGED),
                pick_index: PickIndexCache::default(),
            }
            .into(),
            view: ProjectView {
                current: None,
                listing: ListFilter::default(),
                shows_all: head.shows_all,
                prompt: head.prompt,
                exported_formulas: None,
            }
            .into(),
            storage: StorageFacts {
                backup: head.backup,
                revision: head.revision,
                is_protected,
            }
            .into(),
        };
        // A copy for a colleague starts with an empty log, which may be shorter than the stored log positions.
        // Earlier versions of the page did not lower these positions when an import was undone.
        project.fit_positions_to_log();
        project.color_parts();
        project.set_annotator(head.annotator);
        project.refresh_resolution();
        project.view.current = project.first_to_label();
        Ok(project)
    }

    /// True if the stored header describes the same texts, picks and map as this project.
    pub(crate) fn has_same_base_as(&self, head: &ProjectHeader) -> bool {
        let selection = self.result.outcome.as_ref().map(|outcome| &outcome.selection);
        let is_whole = self.result.outcome.is_none() || self.result.layout.is_some();
        is_whole
            && head.selection.as_ref() == selection
            && head.early == self.result.early
            && head.added == self.source.appended
            && head.text_column == self.source.text_column
            && head.embeddings == self.source.embeddings
    }

    /// Replaces the annotations with those that another tab has stored. The user's view of the project does not change.
    /// Equal large values keep their `Arc`, so that the page does not draw them again.
    pub(crate) fn with_annotations(&self, stored: StoredAnnotations) -> Result<Project, String> {
        fn kept<T: PartialEq>(before: &Arc<T>, now: Arc<T>) -> Arc<T> {
            if *before == now { before.clone() } else { now }
        }
        let StoredAnnotations { head, others, log } = stored;
        let project = StoredProject {
            head,
            pool: self.source.pool.clone(),
            partition: self.result.outcome.as_ref().map(|outcome| outcome.partition.clone()),
            // Values that this project already contains are neither copied nor checked again.
            layout: None,
            adjacency: None,
            recorded: None,
            others,
            is_protected: self.storage.is_protected,
        };
        let project = Project::restore(project, log)?;
        let outcome = project.result.outcome.clone().map(|now| match &self.result.outcome {
            Some(before) => kept(before, now),
            None => now,
        });
        Ok(Project {
            source: SourceTable {
                file_index: self.source.file_index,
                labels_column: self.source.labels_column,
                load_ms: self.source.load_ms,
                blank: self.source.blank.clone(),
                ..project.source.into_inner()
            }
            .into(),
            result: RunResult {
                outcome,
                layout: self.result.layout.clone(),
                adjacency: self.result.adjacency.clone(),
                recorded: self.result.recorded.clone(),
                part_names: kept(&self.result.part_names, project.result.part_names.clone()),
                part_colors: self.result.part_colors.clone(),
                ..project.result.into_inner()
            }
            .into(),
            view: ProjectView {
                current: self.view.current.or(project.view.current),
                listing: self.view.listing,
                exported_formulas: self.view.exported_formulas.clone(),
                ..project.view.into_inner()
            }
            .into(),
            ..project
        })
    }

    /// If there is no selection yet, the header contains the settings `draft` instead of the settings of a run.
    pub fn head(&self, draft: &Config) -> ProjectHeader {
        let outcome = self.result.outcome.as_deref();
        ProjectHeader {
            file_name: self.source.file_name.clone(),
            text_column: outcome.map_or(self.source.text_column, |outcome| outcome.text_column),
            config: outcome.map_or(draft, |outcome| &outcome.config).clone(),
            encoder: outcome.map(|outcome| outcome.encoder.clone()).unwrap_or_default(),
            model: outcome.and_then(|outcome| outcome.model.clone()),
            beginnings: outcome.and_then(|outcome| outcome.beginnings.clone()),
            embeddings: self.source.embeddings.clone(),
            found: self.source.report.clone(),
            added: self.source.appended.clone(),
            id_column: self.source.id_column,
            confidences: outcome.and_then(|outcome| outcome.confidences.clone()),
            early: self.result.early.clone(),
            early_reasons: self.result.early_reasons.clone(),
            selection: outcome.map(|outcome| outcome.selection.clone()),
            reasons: outcome.map(|outcome| outcome.reasons.clone()).unwrap_or_default(),
            tried: outcome.map(|outcome| outcome.tried.clone()).unwrap_or_default(),
            quality: outcome.map(|outcome| outcome.quality),
            coverage: self.result.coverage.as_deref().cloned(),
            part_names: self.result.part_names.to_vec(),
            duplicates: outcome.and_then(|outcome| outcome.duplicates),
            searched: outcome.and_then(|outcome| outcome.searched.clone()),
            timings: outcome.map(|outcome| outcome.timings.clone()).unwrap_or_default(),
            answers: self.labels.answers,
            written_from: self.labels.written_from,
            guidelines: self.labels.guidelines.clone(),
            label_names: self.labels.names.clone(),
            label_looks: self.labels.specs.clone(),
            renamed: self.annotations.team.renamed.clone(),
            prompt: self.view.prompt.clone(),
            backup: self.storage.backup.clone(),
            n_merged: self.annotations.n_merged,
            revision: self.storage.revision,
            shows_all: self.view.shows_all,
            goal: self.annotations.goal,
            annotator: self.annotations.annotator.clone(),
            tells_retractions: true,
            is_handed_out: self.annotations.is_handed_out,
        }
    }

    pub fn to_project(&self, draft: &Config) -> StoredProject {
        StoredProject {
            head: self.head(draft),
            pool: self.source.pool.clone(),
            partition: self.result.outcome.as_ref().map(|outcome| outcome.partition.clone()),
            layout: self.result.layout.as_deref().cloned(),
            adjacency: self.result.adjacency.as_deref().cloned(),
            recorded: self.result.recorded.clone(),
            others: self.annotations.team.annotations().cloned().collect(),
            is_protected: self.storage.is_protected,
        }
    }

    /// The picks by rank. Empty until a run has finished.
    pub fn picks(&self) -> &[Pick] {
        self.result
            .outcome
            .as_ref()
            .map_or(&[], |outcome| &outcome.selection.picks)
    }

    /// The rows of the picks by rank. Until a run has finished, the rows of the early picks.
    pub fn picked(&self) -> impl Iterator<Item = u32> + Clone {
        let early = self.only_early().map_or(&[][..], |early| &early.rows);
        self.picks().iter().map(|pick| pick.row).chain(early.iter().copied())
    }

    pub fn only_early(&self) -> Option<&EarlyPicks> {
        self.result.early.as_ref().filter(|_| self.result.outcome.is_none())
    }

    pub fn has_queue(&self) -> bool {
        self.result.outcome.is_some() || self.result.early.is_some()
    }

    /// True if the computation of the map was stopped or is unfinished. Only a finished map has a recorded duration.
    pub fn has_unsettled_map(&self) -> bool {
        let is_map = |(stage, _): &(Stage, f64)| *stage == Stage::Map;
        let outcome = self.result.outcome.as_ref().filter(|_| self.result.layout.is_some());
        outcome.is_some_and(|outcome| !outcome.timings.iter().any(is_map))
    }

    pub(crate) fn forget_map(&mut self) {
        self.result.layout = None;
        self.result.adjacency = None;
        self.result.recorded = None;
        self.result.part_names = Arc::default();
        self.result.coverage = None;
        self.color_parts();
    }

    /// Must be called whenever the partition or the edges of the kNN graph have changed.
    /// Takes O(texts + edges + parts²) time, or O(parts) time if there are at most as many parts as part colors.
    pub(crate) fn color_parts(&mut self) {
        let partition = self.result.outcome.as_deref().map(|outcome| &outcome.partition);
        let inks = partition.map(|partition| part_colors(partition, self.result.adjacency.as_deref()));
        self.result.part_colors = Arc::new(inks.unwrap_or_default());
    }

    pub fn part_ink(&self, part: u32) -> PaletteColor {
        let ink = self.result.part_colors.get(part as usize).copied();
        ink.unwrap_or(PaletteColor::part(part))
    }

    pub fn forget_early(&mut self) {
        self.result.early = None;
        self.result.early_reasons.clear();
    }

    /// `None` if the current text is not a pick.
    /// The reason for an early pick refers only to the texts that were embedded at that time.
    pub fn reason(&self) -> Option<&Reason> {
        let current = self.view.current?;
        let Some(outcome) = &self.result.outcome else {
            let reason = self.result.early_reasons.iter().find(|(row, _)| *row == current);
            return reason.map(|(_, reason)| reason);
        };
        outcome.reasons.get(self.rank_of(current)? - 1)
    }

    /// Infers from the import report how the user chose to handle rows with too few or too many cells.
    pub fn ragged(&self) -> Ragged {
        match &self.source.report {
            Some(found) if !found.padded.is_empty() => Ragged::Pad,
            Some(found) if found.irregular_left_out().next().is_some() => Ragged::LeaveOut,
            _ => Ragged::Stop,
        }
    }

    /// Empty if other files were added, because the report describes only the first file.
    pub fn left_out(&self) -> &[RejectedRow] {
        let found = self.source.report.as_ref().filter(|_| self.source.appended.is_empty());
        found.map_or(&[], |found| &found.left_out)
    }

    /// The name and the import report of each file. Files that an older version imported have no report.
    pub fn all_found(&self) -> impl Iterator<Item = (&str, &ImportReport)> {
        let first = self.source.report.iter().map(|found| (&*self.source.file_name, found));
        let added = self
            .source
            .appended
            .iter()
            .filter_map(|file| Some((&*file.file_name, file.found.as_ref()?)));
        first.chain(added)
    }

    /// A text that several files contain is counted once per file.
    /// Files that an older version imported are left out, because their languages are unknown.
    pub fn text_languages(&self) -> TextLanguages {
        let column = &self.source.pool.columns()[self.source.text_column];
        let mut languages = TextLanguages::default();
        for (_, found) in self.all_found() {
            if let Some(of_file) = found.text_languages.get(column) {
                languages.merge(of_file);
            }
        }
        languages
    }

    pub fn id(&self, row: u32) -> Option<&str> {
        self.source
            .id_column
            .map(|column| self.source.pool.instance(row as usize).cell(column))
    }

    /// Returns the labels whose key on the keyboard now belongs to another label.
    /// If a row has several labels, the project switches to several labels per text.
    pub fn import_file_labels(&mut self, column: usize, per_cell: LabelCell, at_ms: u64) -> Vec<LostKey> {
        let history = (self.annotations.history.clone(), at_ms);
        let mut slices = Slices::whole();
        let labels = ColumnLabels::import(&self.source.pool, (column, per_cell), history, &mut slices);
        let labels = at_once(labels);
        self.take_column_labels(labels)
    }

    pub(crate) fn take_column_labels(&mut self, labels: ColumnLabels) -> Vec<LostKey> {
        if self.labels.answers == AnswerType::One && labels.has_several {
            self.labels.answers = AnswerType::Several;
        }
        self.annotations.history.take_imported(labels.history);
        if self.labels.answers == AnswerType::Text {
            return Vec::new();
        }
        let own = labels.names.iter().map(String::as_str);
        let in_use = own.chain(labels_of_team(&self.annotations).map(|(_, label)| label));
        let LabelSet { names, specs, .. } = &mut *self.labels;
        adopt(names, specs, in_use)
    }

    /// The labels in the column, most frequent first, each with the number of its texts.
    /// `None` if the column does not exist, or if a cell does not have the format that `per_cell` selects.
    /// Takes O(size of the column) time, unless the worker that read the file has already counted the labels.
    pub fn label_counts(&self, column: usize, per_cell: LabelCell) -> Option<Vec<(String, u32)>> {
        if column >= self.source.pool.columns().len() {
            return None;
        }
        let is_counted = |found: &&FoundLabels| {
            let likely = found.likely.as_ref();
            likely.is_some_and(|likely| (likely.column, likely.per_cell) == (column, per_cell))
        };
        match self.found_labels().filter(is_counted) {
            Some(found) => found.counts.clone(),
            None => per_cell.count(self.source.pool.instances().map(|row| (row.cell(column), 1))),
        }
    }

    /// Takes O(size of the pool) time, unless the worker that read the file has already found the labels.
    pub fn labels_of_file(&self) -> LabelsOfFile {
        let name = |column: usize| self.source.pool.columns()[column].clone();
        let labels = self.annotations.history.labels();
        if labels.is_empty() && self.annotations.team.is_empty() && self.is_file_unlabeled() {
            return LabelsOfFile::default();
        }
        if labels.is_empty() && (!self.annotations.team.is_empty() || !self.has_plain_labels()) {
            return LabelsOfFile {
                asks: self.annotations.team.is_empty(),
                ..LabelsOfFile::default()
            };
        }
        if labels.is_empty() {
            let likely = match self.found_labels() {
                Some(found) => found.likely.clone(),
                None => likely_labels(&self.source.pool, self.source.text_column),
            };
            let differing = likely.iter().filter(|likely| likely.n_differing > 0);
            let differing = differing.map(|likely| (name(likely.column), likely.n_differing));
            return LabelsOfFile {
                asks: false,
                differing: differing.collect(),
                offered: likely
                    .filter(|likely| likely.n_rows > 0)
                    .map(|likely| (name(likely.column), likely)),
            };
        }
        let from = |last: &LogEntry| match &last.annotation.origin {
            Some(LabelOrigin::Column(name)) => self.source.pool.column(name).ok(),
            _ => None,
        };
        let taken: BTreeSet<usize> = labels.last().filter_map(from).collect();
        let likely = self.found_labels().and_then(|found| found.likely.as_ref());
        let differing = taken.into_iter().map(|column| {
            if let Some(likely) = likely.filter(|likely| likely.column == column) {
                return (name(column), likely.n_differing);
            }
            let per_cell = LabelCell::likely(self.source.pool.instances().map(|row| row.cell(column)));
            (name(column), differing_answers(&self.source.pool, column, per_cell))
        });
        LabelsOfFile {
            asks: false,
            offered: None,
            differing: differing.filter(|(_, n)| *n > 0).collect(),
        }
    }

    pub(crate) fn allow_several(&mut self, labels: &[(u32, Vec<String>)]) {
        if self.labels.answers == AnswerType::One && labels.iter().any(|(_, labels)| labels.len() > 1) {
            self.labels.answers = AnswerType::Several;
        }
    }

    /// The rows reached with the arrow keys: the picks by rank, the picks of earlier runs, and the current row.
    pub fn listed_rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.picked().chain(self.former_picks()).collect();
        rows.extend(self.view.current.filter(|row| !rows.contains(row)));
        rows
    }

    /// Returns only the first 1,000 characters, because a browser needs seconds to show several megabytes in a list.
    pub fn beginning(&self, row: u32) -> String {
        const MAX_READ_CHARS: usize = 1_000;
        self.beginning_of(row, MAX_READ_CHARS)
    }

    /// The first `letters` characters of the text, or a note if the text is empty.
    pub fn beginning_of(&self, row: u32, letters: usize) -> String {
        match self.text(row) {
            text if text.trim().is_empty() => t!("common-empty-text"),
            text => truncate::ellipsis(text, letters),
        }
    }

    pub fn text(&self, row: u32) -> &str {
        self.source.pool.instance(row as usize).cell(self.source.text_column)
    }

    /// Splits the text at the end of the part that the encoder read.
    /// The second part is empty if the encoder read the whole text, or if the length of the first part is unknown.
    pub fn text_as_read(&self, row: u32) -> (&str, &str) {
        let text = self.text(row);
        let outcome = self.result.outcome.as_deref();
        let outcome = outcome.filter(|outcome| outcome.text_column == self.source.text_column);
        let beginnings = outcome.and_then(|outcome| outcome.beginnings.as_deref());
        let bytes = beginnings.and_then(|them| TruncatedText::of(row, them));
        // The number of bytes read comes from a stored project and may be invalid.
        text.split_at(text.floor_char_boundary(bytes.map_or(text.len(), |bytes| bytes as usize)))
    }

    /// True if the user has labeled or skipped the text, or has answered “cannot tell”.
    pub(crate) fn is_answered(&self, row: u32) -> bool {
        let labels = self.annotations.history.labels();
        labels.get(row).is_some() || labels.passed(row).is_some()
    }

    /// True if the text needs no answer now.
    /// With several labels per text, only skipped texts and “cannot tell” count, because a text may get more labels.
    pub(crate) fn is_done(&self, row: u32) -> bool {
        let labels = self.annotations.history.labels();
        let answered = labels.get(row).is_some() && self.labels.answers != AnswerType::Several;
        answered || labels.passed(row).is_some()
    }

    /// The picks that the next run must keep, and the texts that the run must not pick.
    /// A run must not pick texts that the user skipped or answered with “cannot tell”.
    pub fn settled(&self) -> PriorSelection {
        let labels = self.annotations.history.labels();
        PriorSelection {
            picks: self.picked().filter(|&row| labels.passed(row).is_none()).collect(),
            skipped: labels.passed_rows().collect(),
        }
    }

    /// The user's labeling speed. `None` if too few texts were labeled for an estimate.
    pub fn pace(&self) -> Option<LabelingPace> {
        let n_open = self.n_open();
        let seconds_each = seconds_per_text(&self.annotations.history)?;
        let seconds_left = (n_open > 0).then_some(seconds_each * n_open as f64);
        Some(LabelingPace {
            seconds_each,
            seconds_left,
        })
    }

    /// True if the project contains the user's work, so that discarding the project needs a confirmation.
    pub fn has_unsaved_work(&self) -> bool {
        self.has_queue() || !self.annotations.history.labels().is_empty()
    }

    /// Total number of entries in two logs: the log of annotations and the log of adjudications.
    pub fn n_entries(&self) -> usize {
        self.annotations.history.log().len() + self.annotations.team.decisions.log().len()
    }

    /// Like [`Project::n_entries`], but counts only entries that are known to be on disk.
    pub fn n_saved(&self) -> usize {
        self.n_entries() - self.annotations.history.unsaved().len() - self.annotations.team.decisions.unsaved().len()
    }

    /// Number of changes to the project: all log entries, plus [`Annotations::n_merged`].
    pub fn n_changes(&self) -> usize {
        self.n_entries() + self.annotations.n_merged
    }

    /// The number of texts that have the label in an answer of any annotator or in an adjudication.
    pub fn n_uses(&self, name: &str) -> usize {
        let own = self.annotations.history.labels().rows_with(name);
        own.chain(rows_with(name, labels_of_team(&self.annotations)))
            .collect::<BTreeSet<u32>>()
            .len()
    }

    /// The number of texts to which colleagues gave the label.
    pub fn n_uses_by_others(&self, name: &str) -> usize {
        let rows = rows_with(name, labels_of_others(&self.annotations));
        rows.collect::<BTreeSet<u32>>().len()
    }

    /// The result of [`Project::n_uses`] for each label that is in use.
    pub fn uses(&self) -> BTreeMap<String, usize> {
        let own = self.annotations.history.labels();
        let is_own = |row, label: &str| own.annotation(row).labels.iter().any(|given| given == label);
        let of_team = labels_of_team(&self.annotations).filter(|&(row, label)| !is_own(row, label));
        // A text counts once for a label, even if several annotators gave the label.
        let of_team: BTreeSet<(u32, &str)> = of_team.collect();
        let of_team = of_team.into_iter().map(|(_, label)| label);
        let mut uses = BTreeMap::new();
        for label in own.iter().map(|(_, label)| label).chain(of_team) {
            match uses.get_mut(label) {
                Some(n) => *n += 1,
                None => drop(uses.insert(label.to_owned(), 1)),
            }
        }
        uses
    }

    /// The user's own labels or, if colleagues have annotated texts, the labels without open disagreement.
    pub fn effective_labels(&self) -> &Labels {
        self.resolved()
            .map_or(self.annotations.history.labels(), |resolved| &resolved.labels)
    }

    pub fn labels_shown(&self) -> &Labels {
        match self.view.shows_all {
            true => self.effective_labels(),
            false => self.annotations.history.labels(),
        }
    }

    /// The agreement of the annotators on this text. `None` unless the labels of all annotators are shown.
    pub fn shown_consensus(&self, row: u32) -> Option<ConsensusStatus> {
        let resolved = self.resolved().filter(|_| self.view.shows_all)?;
        resolved.statuses.get(&row).copied()
    }

    pub fn labeled(&self) -> Labeled<'_> {
        let early = self.only_early().map_or(&[][..], |early| &early.rows);
        let picks = self.picks().iter().map(|pick| (pick.row, Some(pick.degree)));
        // The labeling time of a retracted answer is not exported, even if a colleague answered the same text.
        let own = self.annotations.history.labels();
        let times = self.annotations.history.times().iter();
        let times = times.filter(|&(&row, _)| own.get(row).is_some() || own.passed(row).is_some());
        let Team { renamed, .. } = &self.annotations.team;
        let others = self.annotations.team.annotations().filter(|_| !renamed.is_empty());
        let others = others.filter(|entry| renamed.annotation(&entry.annotation).labels != entry.annotation.labels);
        let others = others.map(|entry| entry.row);
        Labeled {
            pool: &self.source.pool,
            picks: picks.chain(early.iter().map(|&row| (row, None))).collect(),
            partition: self.result.outcome.as_deref().map(|outcome| &outcome.partition),
            labels: self.effective_labels(),
            resolved: self.resolved().map(|resolved| &**resolved),
            text_column: self.source.text_column,
            values: self.source.report.as_ref().map_or(&[], |found| &found.values),
            answers: self.labels.answers,
            names: &self.labels.names,
            method: self.result.outcome.as_deref().map(|outcome| outcome.config.method),
            renamed: self
                .annotations
                .history
                .renamed_rows()
                .into_iter()
                .chain(others)
                .collect(),
            times: times.map(|(&row, &ms)| (row, ms)).collect(),
            tells_times: false,
            order: ColumnOrder::default(),
        }
    }

    /// Adds the labels in the log entries from the index `n_entries` on to the label set.
    pub fn adopt_labels_since(&mut self, n_entries: usize) -> Vec<LostKey> {
        if self.labels.answers == AnswerType::Text {
            return Vec::new();
        }
        let annotation = self.annotations.history.log()[n_entries..].iter();
        let annotation = annotation.flat_map(|entry| entry.annotation.labels.iter().map(String::as_str));
        let new: Vec<&str> = annotation
            .filter(|label| self.labels.names.iter().all(|name| name != label))
            .collect();
        match new.is_empty() {
            true => Vec::new(),
            false => {
                let LabelSet { names, specs, .. } = &mut *self.labels;
                adopt(names, specs, new.into_iter())
            }
        }
    }

    /// After a switch to free text, labels from before the switch are not answers.
    pub fn written(&self, row: u32) -> Option<String> {
        let is_written = self.labels.answers != AnswerType::Text
            || !self
                .annotations
                .history
                .has_same_labels_as_after(row, self.labels.written_from);
        self.annotations
            .history
            .labels()
            .annotation(row)
            .answer()
            .filter(|_| is_written)
    }

    /// Adds the labels in all annotations to the label set, unless the answers are free text.
    pub fn adopt_labels_in_use(&mut self) -> Vec<LostKey> {
        if self.labels.answers == AnswerType::Text {
            return Vec::new();
        }
        let own = self.annotations.history.labels().iter().map(|(_, label)| label);
        let in_use = own.chain(labels_of_team(&self.annotations).map(|(_, label)| label));
        let LabelSet { names, specs, .. } = &mut *self.labels;
        adopt(names, specs, in_use)
    }
}

/// The labels in the answers of colleagues and in the adjudications, each with its row.
fn labels_of_team(annotations: &Annotations) -> impl Iterator<Item = (u32, &str)> {
    labels_of_others(annotations).chain(annotations.team.decisions.labels().iter())
}

/// The labels in the answers of colleagues, each with its row. Renamed labels have their current names.
fn labels_of_others(annotations: &Annotations) -> impl Iterator<Item = (u32, &str)> {
    let renamed = &annotations.team.renamed;
    let others = annotations.team.others().flat_map(|(_, labels)| labels.iter());
    others.map(move |(row, label)| (row, renamed.name(label)))
}

fn rows_with<'a>(name: &str, labels: impl Iterator<Item = (u32, &'a str)>) -> impl Iterator<Item = u32> {
    labels.filter(move |&(_, label)| label == name).map(|(row, _)| row)
}

/// A label that was removed before returns to its previous position. Other labels come at the end.
/// Returns the labels whose key on the keyboard now belongs to another label.
fn adopt<'a>(names: &mut Vec<String>, specs: &mut LabelSpecs, labels: impl Iterator<Item = &'a str>) -> Vec<LostKey> {
    let mut known: BTreeSet<String> = names.iter().cloned().collect();
    let mut lost = Vec::new();
    for label in labels {
        if !known.contains(label) {
            known.insert(label.to_owned());
            let (index, key) = specs.restore(label, names);
            names.insert(index, label.to_owned());
            lost.extend(key);
        }
    }
    specs.assign_missing(names);
    lost
}
