//! The project on the screen: a pool, what was selected from it, and what was said of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::exporting::Told;
use crate::listing::Listing;
use crate::team::Judged;
use crate::wide;
use crate::words::say;
use fastgas_annotation::export::Labeled;
use fastgas_annotation::label::{
    Answers, Goal, History, LabelAction, Labels, Looks, LostKey, Origin, Pass, Said, Standing, Team, seconds_per_text,
    time_on_rows,
};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_data::{
    Added, ENGLISH, Found, LeftOut, LikelyLabels, PerCell, Pool, Ragged, differing_answers, existing_labels,
    likely_labels,
};
use fastgas_embedding::Beginning;
use fastgas_graph::Joined;
use fastgas_graph::{DuplicateCount, Searched};
use fastgas_map::{Ink, Layout, part_inks};
use fastgas_partition::{Partition, Quality};
use fastgas_platform::{Backup, EmbeddingFile, EncoderName, Project, ProjectHead, StoredSaid};
use fastgas_progress::Stage;
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{Config, Method};
use fastgas_select::{Earlier, EarlyPicks, Pick, Selection, Tried};
use fastgas_trace::Recorded;

/// Labels that stand in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelsOfFile {
    /// Whether a person has to say which of them are taken in, and whose they are.
    pub asks: bool,
    /// Those that can be taken in, and the name of their column; none once there are labels.
    pub offered: Option<(String, LikelyLabels)>,
    /// Columns, of those or of what was taken in, with texts that several people have answered differently, and how many
    /// these are: who is right is not said there, so that they get no label.
    pub differing: Vec<(String, usize)>,
}

/// What a run gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The settings that made it.
    pub config: Config,
    /// The column that was embedded.
    pub text_column: usize,
    /// The encoder that embedded it.
    pub encoder: EncoderName,
    /// Which model that is, by its hash, where it was not brought; not known of runs of older pages.
    pub model: Option<String>,
    /// The texts of which it read only the beginning, rising; not known of runs of older pages, nor of embeddings that were
    /// brought.
    pub beginnings: Option<Vec<Beginning>>,
    /// Which confidences were needed for it, by their hash; none for most methods.
    pub confidences: Option<String>,
    pub selection: Selection,
    /// Why each of them; none of a run of an older page.
    pub reasons: Vec<Reason>,
    /// The numbers of parts that were tried, where K was to be found.
    pub tried: Vec<Tried>,
    /// A part for every instance.
    pub partition: Partition,
    /// Cut and imbalance.
    pub quality: Quality,
    /// How many texts are duplicates, where that was counted.
    pub duplicates: Option<DuplicateCount>,
    /// Where the neighbors were found; not known of runs of older pages.
    pub searched: Option<Searched>,
    /// Milliseconds of each stage that ran; embeddings that were at hand already have none.
    pub timings: Vec<(Stage, f64)>,
}

/// How fast a person goes from text to text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelingPace {
    /// Seconds that a text takes, by the last ones.
    pub seconds_each: f64,
    /// Seconds until all picks are done; none where they are.
    pub seconds_left: Option<f64>,
}

/// The project on the screen. The large pieces are shared, so that the screen can hold on to them without copies.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// As the person's disk names it.
    pub file_name: String,
    pub pool: Arc<Pool>,
    /// Index of the text column.
    pub text_column: usize,
    /// The embeddings that a person brought for it; without, the encoder makes them.
    pub embeddings: Option<EmbeddingFile>,
    /// Which of the files of this visit it was read from.
    pub source: Option<u32>,
    /// The column of labels that a person chose when it was read on this visit, and how its cells are written.
    pub(super) labels_column: Option<(usize, PerCell)>,
    /// How the file was read; not known of projects of older pages.
    pub found: Option<Found>,
    /// The files whose texts were added since, in their order.
    pub added: Vec<Added>,
    /// The column that tells the rows apart.
    pub id_column: Option<usize>,
    /// Milliseconds that reading the file took, where it was read on this visit.
    pub load_ms: Option<f64>,
    /// Picks that were made before all texts were embedded; those of the outcome go on from them.
    pub early: Option<EarlyPicks>,
    /// Why each of these, by row; none of an older page.
    pub early_reasons: Vec<(u32, Reason)>,
    /// What the last run gave.
    pub outcome: Option<Arc<Outcome>>,
    /// Where each instance is drawn.
    pub layout: Option<Arc<Layout>>,
    /// The edges of the kNN graph; none of a run of an older page.
    pub joined: Option<Arc<Joined>>,
    /// What partition and selection did; none of many texts, of a run of an older page, or of one that came as a file.
    pub recorded: Option<Arc<Recorded>>,
    /// The telling words of each part; none of a run of an older page.
    pub part_names: Arc<Vec<Vec<String>>>,
    /// The color of each part; none before something was selected.
    pub(super) part_inks: Arc<Vec<Ink>>,
    /// What the picks cover, one after another; none of a run of an older page.
    pub coverage: Option<Arc<CoverageCurve>>,
    pub answers: Answers,
    /// How long the log was when answers began to be written; what was said before are labels.
    pub(super) written_from: usize,
    /// What whoever labels should know.
    pub guidelines: String,
    /// The labels that a person may give, in the order of their keys.
    pub label_names: Vec<String>,
    pub label_looks: Looks,
    /// What was said of the texts.
    pub history: History,
    /// How long the log was when the project was opened.
    pub(super) n_at_opening: usize,
    /// What that person set out to label in this sitting.
    pub goal: Option<Goal>,
    /// Whoever labels here, where they said.
    pub annotator: Option<String>,
    /// Whether it is a copy that was handed out to be labeled: its picks are somebody else's.
    pub is_handed_out: bool,
    /// What others said, and what settles disagreements.
    pub team: Team,
    /// What is in force, where there are others.
    pub(super) judged: Option<Judged>,
    /// The row that is being labeled.
    pub current: Option<u32>,
    /// Which of the listed texts are shown.
    pub listing: Listing,
    /// How prompts of the labeled texts are made.
    pub prompt: PromptSettings,
    /// The last backup.
    pub backup: Option<Backup>,
    /// How many entries of colleagues were merged, colleagues taken out again, or files added.
    pub n_joined: usize,
    /// Rises whenever something beside the log is stored.
    pub(super) revision: u64,
    /// Whether lists and map show what counts after everybody's sayings, where there are colleagues, rather than one's own.
    pub shows_all: bool,
    /// What the last export had that a spreadsheet takes for formulas.
    pub exported_formulas: Option<Told>,
    /// Whether a passphrase protects it, in the browser and in files.
    pub is_protected: bool,
}

/// An edited file may hold any number. This one can still be counted up.
const MOST_JOINED: usize = 1 << 30;

impl Open {
    /// A new project: nothing selected, nothing labeled.
    pub fn new(file_name: String, pool: Pool, text_column: usize, load_ms: f64) -> Open {
        Open {
            file_name,
            pool: Arc::new(pool),
            text_column,
            embeddings: None,
            source: None,
            labels_column: None,
            found: None,
            added: Vec::new(),
            id_column: None,
            load_ms: Some(load_ms),
            early: None,
            early_reasons: Vec::new(),
            outcome: None,
            layout: None,
            joined: None,
            recorded: None,
            part_names: Arc::default(),
            part_inks: Arc::default(),
            coverage: None,
            answers: Answers::default(),
            written_from: 0,
            guidelines: String::new(),
            label_names: Vec::new(),
            label_looks: Looks::default(),
            history: History::default(),
            n_at_opening: 0,
            goal: None,
            n_joined: 0,
            revision: 0,
            shows_all: false,
            annotator: None,
            is_handed_out: false,
            team: Team::default(),
            judged: None,
            current: None,
            listing: Listing::default(),
            prompt: PromptSettings::default(),
            backup: None,
            exported_formulas: None,
            is_protected: false,
        }
    }

    /// A stored project and its log.
    ///
    /// # Errors
    /// What does not fit together, in words, so that nothing half-read is ever shown or written back.
    pub fn restore(project: Project, log: Vec<LabelAction>) -> Result<Open, String> {
        let Project {
            head,
            pool,
            partition,
            layout,
            joined,
            recorded,
            others,
            is_protected,
        } = project;
        let n = pool.len();
        let mut head = head;
        let mut known = BTreeSet::new();
        head.label_names.retain(|name| known.insert(name.clone()));
        if head.file_name.trim().is_empty() {
            head.file_name = say!("project-without-name");
        }
        if head.text_column >= pool.columns().len() {
            return Err(say!(
                "project-text-column",
                text_column = head.text_column,
                columns = pool.columns().len()
            ));
        }
        if let Some(column) = head.id_column.filter(|&column| column >= pool.columns().len()) {
            return Err(say!("project-column-ids", column, columns = pool.columns().len()));
        }
        let picks = head
            .selection
            .iter()
            .flat_map(|selection| &selection.picks)
            .map(|pick| pick.row);
        let early = head.early.iter().flat_map(|early| early.rows.iter().copied());
        if let Some(row) = picks
            .chain(early)
            .chain(log.iter().chain(&others).map(|action| action.row))
            .find(|&row| row as usize >= n)
        {
            return Err(say!("project-row-spoken-pool-has", row, last = n.saturating_sub(1)));
        }
        if partition.as_ref().is_some_and(|partition| partition.part_of.len() != n)
            || layout.as_ref().is_some_and(|layout| layout.positions.len() != n)
        {
            return Err(say!("project-parts-or-positions-not", n));
        }
        let early = head.early_reasons.iter().map(|(_, reason)| reason);
        let reasons = head.reasons.iter().chain(early);
        let outside = reasons.flat_map(Reason::named).find(|&row| row as usize >= n);
        if let Some(row) = outside {
            return Err(say!("project-row-spoken-pool-has", row, last = n.saturating_sub(1)));
        }
        if let Some(file) = head.embeddings.as_ref().filter(|file| file.rows as usize != n) {
            return Err(say!("project-has-rows-pool-has", file = file.name, rows = file.rows, n));
        }
        // There, that nothing is said of a text any more was only ever said where something had been said before.
        let is_retraction = |saying: &LabelAction| !head.tells_retractions && saying.said == Said::default();
        let others = others.into_iter().map(|saying| LabelAction {
            retracts: saying.retracts || is_retraction(&saying),
            ..saying
        });
        let others = others.collect();
        let (decisions, log) = log.into_iter().partition(|action| action.settles);
        let history = History::restore(log);
        let (mut label_names, mut label_looks) = (head.label_names, head.label_looks);
        label_looks.settle_as_shown(&label_names);
        if head.answers != Answers::Text {
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
        let mut open = Open {
            file_name: head.file_name,
            pool,
            text_column: head.text_column,
            embeddings: head.embeddings,
            source: None,
            labels_column: None,
            found: head.found,
            added: head.added,
            id_column: head.id_column,
            load_ms: None,
            layout: layout.filter(|_| outcome.is_some()).map(Arc::new),
            joined: joined.filter(|_| outcome.is_some()).map(Arc::new),
            recorded: recorded.filter(|_| outcome.is_some()),
            part_names: Arc::new(head.part_names),
            part_inks: Arc::default(),
            coverage: head.coverage.filter(|_| outcome.is_some()).map(Arc::new),
            early: head.early,
            early_reasons: head.early_reasons,
            outcome,
            answers: head.answers,
            // A copy for a colleague begins with an empty log.
            written_from: head.written_from.min(history.log().len()),
            guidelines: head.guidelines,
            label_names,
            label_looks,
            n_at_opening: history.log().len(),
            history,
            goal: head.goal,
            annotator: None,
            is_handed_out: head.is_handed_out,
            team: Team::restore(others, decisions, head.renamed),
            judged: None,
            current: None,
            listing: Listing::default(),
            prompt: head.prompt,
            backup: head.backup,
            n_joined: head.n_joined.min(MOST_JOINED),
            revision: head.revision,
            shows_all: head.shows_all,
            exported_formulas: None,
            is_protected,
        };
        open.color_parts();
        open.sign(head.annotator);
        open.judge();
        open.current = open.first_to_label();
        Ok(open)
    }

    /// Whether a stored project has the texts, the picks and the map that are here.
    pub(super) fn is_ground_of(&self, head: &ProjectHead) -> bool {
        let selection = self.outcome.as_ref().map(|outcome| &outcome.selection);
        let is_whole = self.outcome.is_none() || self.layout.is_some();
        is_whole
            && head.selection.as_ref() == selection
            && head.early == self.early
            && head.added == self.added
            && head.text_column == self.text_column
            && head.embeddings == self.embeddings
    }

    /// The same texts and picks, and what another tab has stored of them since. What a person looks at stays, and the large
    /// pieces stay the same ones, so that nothing is drawn anew. O(n + |log|).
    ///
    /// # Errors
    /// As [`Open::restore`].
    pub(super) fn with_said(&self, stored: StoredSaid) -> Result<Open, String> {
        fn kept<T: PartialEq>(before: &Arc<T>, now: Arc<T>) -> Arc<T> {
            if *before == now { before.clone() } else { now }
        }
        let StoredSaid { head, others, log } = stored;
        let project = Project {
            head,
            pool: self.pool.clone(),
            partition: self.outcome.as_ref().map(|outcome| outcome.partition.clone()),
            // What is here already is neither copied nor looked through again.
            layout: None,
            joined: None,
            recorded: None,
            others,
            is_protected: self.is_protected,
        };
        let open = Open::restore(project, log)?;
        let outcome = open.outcome.map(|now| match &self.outcome {
            Some(before) => kept(before, now),
            None => now,
        });
        Ok(Open {
            outcome,
            layout: self.layout.clone(),
            joined: self.joined.clone(),
            recorded: self.recorded.clone(),
            part_names: kept(&self.part_names, open.part_names),
            part_inks: self.part_inks.clone(),
            source: self.source,
            labels_column: self.labels_column,
            load_ms: self.load_ms,
            current: self.current.or(open.current),
            listing: self.listing,
            exported_formulas: self.exported_formulas.clone(),
            ..open
        })
    }

    /// The small part, to be stored; `draft` are the settings while nothing is selected.
    pub fn head(&self, draft: &Config) -> ProjectHead {
        let outcome = self.outcome.as_deref();
        ProjectHead {
            file_name: self.file_name.clone(),
            text_column: outcome.map_or(self.text_column, |outcome| outcome.text_column),
            config: outcome.map_or(draft, |outcome| &outcome.config).clone(),
            encoder: outcome.map(|outcome| outcome.encoder.clone()).unwrap_or_default(),
            model: outcome.and_then(|outcome| outcome.model.clone()),
            beginnings: outcome.and_then(|outcome| outcome.beginnings.clone()),
            embeddings: self.embeddings.clone(),
            found: self.found.clone(),
            added: self.added.clone(),
            id_column: self.id_column,
            confidences: outcome.and_then(|outcome| outcome.confidences.clone()),
            early: self.early.clone(),
            early_reasons: self.early_reasons.clone(),
            selection: outcome.map(|outcome| outcome.selection.clone()),
            reasons: outcome.map(|outcome| outcome.reasons.clone()).unwrap_or_default(),
            tried: outcome.map(|outcome| outcome.tried.clone()).unwrap_or_default(),
            quality: outcome.map(|outcome| outcome.quality),
            coverage: self.coverage.as_deref().cloned(),
            part_names: self.part_names.to_vec(),
            duplicates: outcome.and_then(|outcome| outcome.duplicates),
            searched: outcome.and_then(|outcome| outcome.searched.clone()),
            timings: outcome.map(|outcome| outcome.timings.clone()).unwrap_or_default(),
            answers: self.answers,
            written_from: self.written_from,
            guidelines: self.guidelines.clone(),
            label_names: self.label_names.clone(),
            label_looks: self.label_looks.clone(),
            renamed: self.team.renamed.clone(),
            prompt: self.prompt.clone(),
            backup: self.backup.clone(),
            n_joined: self.n_joined,
            revision: self.revision,
            shows_all: self.shows_all,
            goal: self.goal,
            annotator: self.annotator.clone(),
            tells_retractions: true,
            is_handed_out: self.is_handed_out,
        }
    }

    /// Everything but the labels, to be stored.
    pub fn to_project(&self, draft: &Config) -> Project {
        Project {
            head: self.head(draft),
            pool: self.pool.clone(),
            partition: self.outcome.as_ref().map(|outcome| outcome.partition.clone()),
            layout: self.layout.as_deref().cloned(),
            joined: self.joined.as_deref().cloned(),
            recorded: self.recorded.clone(),
            others: self.team.sayings().cloned().collect(),
            is_protected: self.is_protected,
        }
    }

    /// The picks, by rank.
    pub fn picks(&self) -> &[Pick] {
        self.outcome.as_ref().map_or(&[], |outcome| &outcome.selection.picks)
    }

    /// The rows that are picked, by rank; before a run is over the early ones.
    pub fn picked(&self) -> impl Iterator<Item = u32> + Clone {
        let early = self.only_early().map_or(&[][..], |early| &early.rows);
        self.picks().iter().map(|pick| pick.row).chain(early.iter().copied())
    }

    /// The early picks, while there are no others.
    pub fn only_early(&self) -> Option<&EarlyPicks> {
        self.early.as_ref().filter(|_| self.outcome.is_none())
    }

    /// Whether there is something to label.
    pub fn has_queue(&self) -> bool {
        self.outcome.is_some() || self.early.is_some()
    }

    /// Whether the map is on its way to rest, or was stopped there: how long it took is known only of one at rest.
    pub fn has_unsettled_map(&self) -> bool {
        let is_map = |(stage, _): &(Stage, f64)| *stage == Stage::Map;
        let outcome = self.outcome.as_ref().filter(|_| self.layout.is_some());
        outcome.is_some_and(|outcome| !outcome.timings.iter().any(is_map))
    }

    /// What is drawn and told of a selection belongs to another one.
    pub(super) fn forget_map(&mut self) {
        self.layout = None;
        self.joined = None;
        self.recorded = None;
        self.part_names = Arc::default();
        self.coverage = None;
        self.color_parts();
    }

    /// Whoever changes the partition or the edges colors the parts anew. O(n + edges), of few parts O(parts).
    pub(super) fn color_parts(&mut self) {
        let partition = self.outcome.as_deref().map(|outcome| &outcome.partition);
        let inks = partition.map(|partition| part_inks(partition, self.joined.as_deref()));
        self.part_inks = Arc::new(inks.unwrap_or_default());
    }

    /// The color of a part.
    pub fn part_ink(&self, part: u32) -> Ink {
        let ink = self.part_inks.get(part as usize).copied();
        ink.unwrap_or(Ink::category(part))
    }

    /// There are no early picks any more.
    pub fn forget_early(&mut self) {
        self.early = None;
        self.early_reasons.clear();
    }

    /// Why the current row was picked, where it was; of an early pick, among the texts that were embedded by then.
    pub fn reason(&self) -> Option<&Reason> {
        let current = self.current?;
        let Some(outcome) = &self.outcome else {
            let reason = self.early_reasons.iter().find(|(row, _)| *row == current);
            return reason.map(|(_, reason)| reason);
        };
        outcome.reasons.get(self.rank_of(current)? - 1)
    }

    /// The rank of the pick in `row`, from 1.
    pub fn rank_of(&self, row: u32) -> Option<usize> {
        self.picked().position(|pick| pick == row).map(|index| index + 1)
    }

    /// What was done with rows of another width.
    pub fn ragged(&self) -> Ragged {
        match &self.found {
            Some(found) if !found.padded.is_empty() => Ragged::Pad,
            Some(found) if found.irregular_left_out().next().is_some() => Ragged::LeaveOut,
            _ => Ragged::Stop,
        }
    }

    /// What its file has beside the rows of the pool; nothing where the pool has texts of further files.
    pub fn left_out(&self) -> &[LeftOut] {
        let found = self.found.as_ref().filter(|_| self.added.is_empty());
        found.map_or(&[], |found| &found.left_out)
    }

    /// How each file was read, and its name; not known of projects of older pages.
    pub fn all_found(&self) -> impl Iterator<Item = (&str, &Found)> {
        let first = self.found.iter().map(|found| (&*self.file_name, found));
        let added = self
            .added
            .iter()
            .filter_map(|file| Some((&*file.file_name, file.found.as_ref()?)));
        first.chain(added)
    }

    /// The ISO 639-3 code of the language that the texts, or those of a file added to them, are in, where that is known and
    /// is not English.
    pub fn foreign_language(&self) -> Option<&str> {
        let column = &self.pool.columns()[self.text_column];
        let languages = self.all_found().filter_map(|(_, found)| found.languages.get(column));
        languages.map(String::as_str).find(|language| *language != ENGLISH)
    }

    /// The id of the text in `row`, where there is one.
    pub fn id(&self, row: u32) -> Option<&str> {
        self.id_column
            .map(|column| self.pool.instance(row as usize).cell(column))
    }

    /// Takes the labels that stand in a column; gives of how many rows. Where one has several, all may have.
    pub fn take_in_labels(&mut self, column: usize, per_cell: PerCell, at_ms: u64) -> usize {
        // A file in which a cell is none of these was refused when it was read.
        let labels: Vec<_> = existing_labels(&self.pool, column, per_cell).flatten().collect();
        self.allow_several(&labels);
        let taken = self.history.take_in(labels, &self.pool.columns()[column], at_ms);
        self.adopt_labels_in_use();
        taken
    }

    /// The labels that a column has if its cells are written like this, and how many texts have each, the most frequent first.
    /// None where a cell is not written like this, or where there is no such column. O(size of the column).
    pub fn label_counts(&self, column: usize, per_cell: PerCell) -> Option<Vec<(String, u32)>> {
        if column >= self.pool.columns().len() {
            return None;
        }
        per_cell.count(self.pool.instances().map(|row| (row.cell(column), 1)))
    }

    /// What the file has of labels. O(size of the pool).
    pub fn labels_of_file(&self) -> LabelsOfFile {
        let name = |column: usize| self.pool.columns()[column].clone();
        let labels = self.history.labels();
        if labels.is_empty() && (!self.team.is_empty() || !self.responses().is_plain()) {
            return LabelsOfFile {
                asks: self.team.is_empty(),
                ..LabelsOfFile::default()
            };
        }
        if labels.is_empty() {
            let likely = likely_labels(&self.pool, self.text_column);
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
        let from = |last: &LabelAction| match &last.said.origin {
            Some(Origin::Column(name)) => self.pool.column(name).ok(),
            _ => None,
        };
        let taken: BTreeSet<usize> = labels.last().filter_map(from).collect();
        let differing = taken.into_iter().map(|column| {
            let per_cell = PerCell::likely(self.pool.instances().map(|row| row.cell(column)));
            (name(column), differing_answers(&self.pool, column, per_cell))
        });
        LabelsOfFile {
            asks: false,
            offered: None,
            differing: differing.filter(|(_, n)| *n > 0).collect(),
        }
    }

    /// A text may have several labels from now on, where one of these has.
    pub(super) fn allow_several(&mut self, labels: &[(u32, Vec<String>)]) {
        if self.answers == Answers::One && labels.iter().any(|(_, labels)| labels.len() > 1) {
            self.answers = Answers::Several;
        }
    }

    /// Rows of which a person said something and that are no picks, or not any more, rising. Labels that came from the file or
    /// were accepted many at once nobody said of that text, and what was skipped is left to the picks that come for it.
    pub fn former_rows(&self) -> Vec<u32> {
        let mut picked: Vec<u32> = self.picked().collect();
        picked.sort_unstable();
        let is_by_hand = |said: &Said| {
            let is_labeled = !said.labels.is_empty() && said.origin.is_none();
            is_labeled || said.flagged || !said.note.is_empty() || said.passed == Some(Pass::CannotTell)
        };
        let by_hand = self.history.labels().last().filter(|last| is_by_hand(&last.said));
        let rows = by_hand.map(|last| last.row);
        rows.filter(|row| picked.binary_search(row).is_err()).collect()
    }

    /// The rows that keys go through: the picks by rank, then the former ones, then the current one where it is neither.
    pub fn listed_rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.picked().chain(self.former_rows()).collect();
        rows.extend(self.current.filter(|row| !rows.contains(row)));
        rows
    }

    /// The beginning of the text in `row`, which is all that lists have room for; a browser takes seconds to lay out megabytes.
    pub fn beginning(&self, row: u32) -> String {
        const SHOWN: usize = 1_000;
        self.beginning_of(row, SHOWN)
    }

    /// So many letters of it, or that there are none.
    pub fn beginning_of(&self, row: u32, letters: usize) -> String {
        match self.text(row) {
            text if text.trim().is_empty() => say!("annotate-empty-text"),
            text => wide::beginning(text, letters),
        }
    }

    pub fn text(&self, row: u32) -> &str {
        self.pool.instance(row as usize).cell(self.text_column)
    }

    /// The text in `row`: what of it the encoder read, and the rest; nothing is left where it read all, or where that is not
    /// known.
    pub fn text_as_read(&self, row: u32) -> (&str, &str) {
        let text = self.text(row);
        let outcome = self.outcome.as_deref();
        let outcome = outcome.filter(|outcome| outcome.text_column == self.text_column);
        let beginnings = outcome.and_then(|outcome| outcome.beginnings.as_deref());
        let bytes = beginnings.and_then(|them| Beginning::of(row, them));
        // A project that comes from elsewhere may say what it likes.
        text.split_at(text.floor_char_boundary(bytes.map_or(text.len(), |bytes| bytes as usize)))
    }

    /// Whether the person has said what the text in `row` is, or that they pass over it.
    pub(super) fn is_answered(&self, row: u32) -> bool {
        let labels = self.history.labels();
        labels.get(row).is_some() || labels.passed(row).is_some()
    }

    /// The first pick with neither a label nor a wish to skip it, else the first without a label, else the first.
    pub fn first_to_label(&self) -> Option<u32> {
        self.first_open(self.picked()).or(self.picked().next())
    }

    /// The first of these of which nothing was said, else the first that was skipped.
    fn first_open(&self, rows: impl Iterator<Item = u32> + Clone) -> Option<u32> {
        let labels = self.history.labels();
        let mut unlabeled = rows.filter(|&row| labels.get(row).is_none());
        let skipped = unlabeled.clone().find(|&row| labels.passed(row) == Some(Pass::Skipped));
        unlabeled.find(|&row| labels.passed(row).is_none()).or(skipped)
    }

    /// Whether a person is done with a row for now: one of several labels may be given beside others.
    pub(super) fn is_done(&self, row: u32) -> bool {
        let labels = self.history.labels();
        let answered = labels.get(row).is_some() && self.answers != Answers::Several;
        answered || labels.passed(row).is_some()
    }

    /// Whether every pick has an answer, be it that nobody can tell. O(K log n).
    pub fn is_all_done(&self) -> bool {
        self.picked().all(|row| self.history.labels().said(row).is_answer())
    }

    /// What a further selection goes on from: the picks, less those that were passed over.
    pub fn settled(&self) -> Earlier {
        let labels = self.history.labels();
        Earlier {
            picks: self.picked().filter(|&row| labels.passed(row).is_none()).collect(),
            skipped: labels.passed_rows().collect(),
        }
    }

    /// The same, where texts without a word are not picked either.
    pub(super) fn passing_over_blank(&self, earlier: Earlier, method: Method) -> Earlier {
        earlier.passing_over(&self.pool.blank_rows(self.text_column), method)
    }

    /// How many instances are neither picked nor passed over.
    pub fn n_left(&self) -> usize {
        let Earlier { picks, skipped } = self.settled();
        self.pool.len() - picks.len() - skipped.len()
    }

    /// How many picks were passed over for this reason.
    pub fn n_passed(&self, why: Pass) -> usize {
        let labels = self.history.labels();
        self.picked().filter(|&row| labels.passed(row) == Some(why)).count()
    }

    /// The next row of which nothing was said after the current one, going around, those that were skipped last; none when
    /// all others are done. Where others are shown, the next of these.
    pub fn next_open(&self) -> Option<u32> {
        if !matches!(self.listing, Listing::All | Listing::Left) {
            return self.next_shown();
        }
        let rows = self.listed_rows();
        let at = rows
            .iter()
            .position(|&row| Some(row) == self.current)
            .map_or(0, |index| index + 1);
        let around = rows[at..].iter().chain(&rows[..at]).copied();
        self.first_open(around.filter(|&row| Some(row) != self.current))
    }

    /// How fast a person goes; none before that can be known.
    pub fn pace(&self) -> Option<LabelingPace> {
        let n_open = self.picked().filter(|&row| !self.is_answered(row)).count();
        let seconds_each = seconds_per_text(self.history.log())?;
        let seconds_left = (n_open > 0).then_some(seconds_each * n_open as f64);
        Some(LabelingPace {
            seconds_each,
            seconds_left,
        })
    }

    /// Whether a person would miss it.
    pub fn is_worth_a_question(&self) -> bool {
        self.has_queue() || !self.history.labels().is_empty()
    }

    /// How many entries both logs have.
    pub fn n_entries(&self) -> usize {
        self.history.log().len() + self.team.decisions.log().len()
    }

    /// How many entries of both logs are known to be on the disk.
    pub fn n_saved(&self) -> usize {
        self.n_entries() - self.history.unsaved().len() - self.team.decisions.unsaved().len()
    }

    /// How many times something was said, settled, merged, taken out again or added.
    pub fn n_changes(&self) -> usize {
        self.n_entries() + self.n_joined
    }

    /// How often a label was given, by whomever.
    pub fn n_uses(&self, name: &str) -> usize {
        let others = self.team.others().flat_map(|(_, labels)| labels.iter());
        let others = others
            .filter(|(_, label)| self.team.renamed.name(label) == name)
            .count();
        self.history.labels().rows_with(name).count() + others
    }

    /// How often each label was given, by whomever; see [`Open::n_uses`]. O(labels given).
    pub fn uses(&self) -> BTreeMap<String, usize> {
        let others = self.team.others().flat_map(|(_, labels)| labels.iter());
        let others = others.map(|(_, label)| self.team.renamed.name(label));
        let mut uses = BTreeMap::new();
        for label in self.history.labels().iter().map(|(_, label)| label).chain(others) {
            match uses.get_mut(label) {
                Some(n) => *n += 1,
                None => drop(uses.insert(label.to_owned(), 1)),
            }
        }
        uses
    }

    /// The labels that count: one's own, or, beside colleagues, those that nobody contradicts.
    pub fn labels_in_force(&self) -> &Labels {
        self.verdicts()
            .map_or(self.history.labels(), |verdicts| &verdicts.labels)
    }

    /// The labels that lists and map show.
    pub fn labels_shown(&self) -> &Labels {
        match self.shows_all {
            true => self.labels_in_force(),
            false => self.history.labels(),
        }
    }

    /// How the annotators stand to the text in `row`, where that is shown.
    pub fn standing_shown(&self, row: u32) -> Option<Standing> {
        let verdicts = self.verdicts().filter(|_| self.shows_all)?;
        verdicts.standings.get(&row).copied()
    }

    /// How many picks have such a label, one's own only where it is on disk.
    pub fn n_labeled_shown(&self) -> usize {
        let labels = self.labels_shown();
        let unsaved: BTreeSet<u32> = self.history.unsaved().iter().map(|entry| entry.row).collect();
        let is_labeled = |row: &u32| labels.get(*row).is_some() && !unsaved.contains(row);
        self.picked().filter(is_labeled).count()
    }

    /// Of how many picks it is said what counts, be it that nobody can tell.
    pub fn n_in_force(&self) -> usize {
        let labels = self.labels_in_force();
        let is_said = |&row: &u32| labels.get(row).is_some() || labels.passed(row) == Some(Pass::CannotTell);
        self.picked().filter(is_said).count()
    }

    /// What there is to export.
    pub fn labeled(&self) -> Labeled<'_> {
        let early = self.only_early().map_or(&[][..], |early| &early.rows);
        let picks = self.picks().iter().map(|pick| (pick.row, Some(pick.degree)));
        // Of an answer that was taken back nobody asks how long it took, and least of all where a colleague's stands there.
        let mut times = time_on_rows(self.history.log());
        let own = self.history.labels();
        times.retain(|&row, _| own.get(row).is_some() || own.passed(row).is_some());
        let called_otherwise = |entry: &&LabelAction| self.team.renamed.said(&entry.said).labels != entry.said.labels;
        let others = self.team.sayings().filter(called_otherwise).map(|entry| entry.row);
        Labeled {
            pool: &self.pool,
            picks: picks.chain(early.iter().map(|&row| (row, None))).collect(),
            partition: self.outcome.as_deref().map(|outcome| &outcome.partition),
            labels: self.labels_in_force(),
            verdicts: self.verdicts().map(|verdicts| &**verdicts),
            text_column: self.text_column,
            values: self.found.as_ref().map_or(&[], |found| &found.values),
            answers: self.answers,
            names: &self.label_names,
            method: self.outcome.as_deref().map(|outcome| outcome.config.method),
            renamed: self.history.renamed_rows().into_iter().chain(others).collect(),
            times,
            tells_times: false,
        }
    }

    /// Adds every label to the set that was said behind the first `n_entries` of the log; see
    /// [`Open::adopt_labels_in_use`]. Gives those of them that lost their key. O(what was said).
    pub fn adopt_labels_since(&mut self, n_entries: usize) -> Vec<LostKey> {
        if self.answers == Answers::Text {
            return Vec::new();
        }
        let said = self.history.log()[n_entries..].iter();
        let said = said.flat_map(|entry| entry.said.labels.iter().map(String::as_str));
        let new: Vec<&str> = said
            .filter(|label| self.label_names.iter().all(|name| name != label))
            .collect();
        match new.is_empty() {
            true => Vec::new(),
            false => adopt(&mut self.label_names, &mut self.label_looks, new.into_iter()),
        }
    }

    /// The answer that was written for a text. What it has got as labels before answers were written is none.
    pub fn written(&self, row: u32) -> Option<String> {
        let is_written = self.answers != Answers::Text || !self.history.keeps_labels_of(row, self.written_from);
        self.history.labels().said(row).answer().filter(|_| is_written)
    }

    /// Adds every label that is in use to the set; what was written for a text is none.
    pub fn adopt_labels_in_use(&mut self) {
        if self.answers == Answers::Text {
            return;
        }
        let others = self.team.others().flat_map(|(_, labels)| labels.iter());
        let others = others.map(|(_, label)| self.team.renamed.name(label));
        let own = self.history.labels().iter().map(|(_, label)| label);
        let settled = self.team.decisions.labels().iter().map(|(_, label)| label);
        let in_use = own.chain(others).chain(settled);
        adopt(&mut self.label_names, &mut self.label_looks, in_use);
    }
}

/// Adds every label that is in use to the set: where it stood, if it was taken out of it, else at the end. Gives those of them
/// that lost their key.
fn adopt<'a>(names: &mut Vec<String>, looks: &mut Looks, labels: impl Iterator<Item = &'a str>) -> Vec<LostKey> {
    let mut known: BTreeSet<String> = names.iter().cloned().collect();
    let mut lost = Vec::new();
    for label in labels {
        if !known.contains(label) {
            known.insert(label.to_owned());
            let (place, key) = looks.come(label, names);
            names.insert(place, label.to_owned());
            lost.extend(key);
        }
    }
    looks.settle(names);
    lost
}
