//! Runs comparisons of selection methods, and finds the nearest neighbors that the methods need.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::compare::{Basis, Cmd, ComparisonTask, FinishedRun, Msg as CompareMsg};
use crate::runtime::handle::AppHandle;
use crate::runtime::{CachedNeighbors, EmbedInput, REPORT_INTERVAL_MS};
use crate::state::Msg;
use fastgas_graph::Search;
use fastgas_graph::{Device, Neighbors};
use fastgas_platform::{ComparisonInput, LabelCells, ProjectId, Rows, RunControl, TestTexts, Workers};
use fastgas_progress::Progress;
use fastgas_protocol::Error;
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::evaluate::Plan;

impl AppHandle {
    pub(crate) fn perform_compare(self, cmd: Cmd) {
        match cmd {
            Cmd::Start(task) => {
                let project = self.project();
                let control = RunControl::default();
                self.runtime().comparison.replace(control.clone());
                spawn_local(async move {
                    let job = task.job;
                    let compared = async {
                        let project = project.ok_or(WorkerError::NoProject)?;
                        self.compare(project, *task, &control).await
                    };
                    let msg = match compared.await {
                        Ok(()) => CompareMsg::Finished { job },
                        Err(error) => CompareMsg::Failed { job, error },
                    };
                    self.dispatch(Msg::Compare(msg));
                });
            }
            Cmd::Stop => self.runtime().comparison.borrow().cancel(),
            Cmd::LoadExam => self.load_exam(),
            Cmd::Exam(cmd) => self.perform_questions(*cmd),
        }
    }

    /// A separate worker computes the runs, so that a comparison does not delay a selection.
    async fn compare(self, project: ProjectId, task: ComparisonTask, control: &RunControl) -> Result<(), WorkerError> {
        let ComparisonTask {
            job,
            pool,
            basis,
            plans,
            blank,
            encoder,
            embeddings,
            confidences,
            test,
            workers: count,
            device,
        } = task;
        let Basis {
            settings,
            text_column,
            label_column,
            ..
        } = basis;
        let workers = self.workers(count).await?;
        let labels = label_column.map(|column| LabelCells::of(&pool, column));
        // The test texts are embedded before the pool, so that the embeddings of the pool stay in memory.
        // Only the embeddings of the most recently embedded texts stay in memory.
        let tests = match test {
            Some(test) => {
                let texts = EmbedInput {
                    project: project.clone(),
                    pool: test.pool.clone(),
                    column: test.text_column,
                    encoder: encoder.clone(),
                    embeddings: None,
                };
                Some(TestTexts {
                    embeddings: self.embeddings(job, count, &texts, control).await?,
                    labels: LabelCells::of(&test.pool, test.label_column),
                })
            }
            None => None,
        };
        let texts = EmbedInput {
            project,
            pool,
            column: text_column,
            encoder,
            embeddings,
        };
        let embeddings = self.embeddings(job, count, &texts, control).await?;
        let n_searched = Plan::n_searched(&plans, &settings, embeddings.n as u32).map_err(Error::from)?;
        let how = (settings.centered, settings.search);
        let search = (settings.search, device);
        let neighbors = match self.kept_nearest(&texts, how, n_searched) {
            Some(neighbors) => neighbors,
            None => {
                let rows = match settings.centered {
                    true => workers.center(&embeddings, control).await?,
                    false => embeddings.clone(),
                };
                let found = self.nearest(&workers, &rows, n_searched, search, self.reporter(job), control);
                self.keep_nearest(&texts, how, found.await?)
            }
        };
        let as_they_are = match settings.centered {
            true => {
                let found = self.nearest(
                    &workers,
                    &embeddings,
                    settings.n_neighbors,
                    search,
                    self.reporter(job),
                    control,
                );
                Some(found.await?)
            }
            false => None,
        };
        let what = ComparisonInput {
            embeddings,
            neighbors,
            as_they_are,
            settings,
            plans,
            blank,
            labels,
            tests,
            confidences: confidences.map(|given| given.values),
        };
        let own = Workers::new(self.program().await?, 1);
        let ready = Rc::new(RunBuffer::new(self, job));
        let (ran, mut report) = (ready.clone(), self.reporter(job));
        let on_progress = {
            let ready = ready.clone();
            // Thousands of runs may end within a second, so the page shows only some progress reports.
            move |progress| {
                if ready.show_if_due() {
                    report(progress);
                }
            }
        };
        let ended = own
            .compare(
                what,
                move |run, picks| ran.add(FinishedRun { run, picks }),
                on_progress,
                control,
            )
            .await;
        ready.show();
        ended
    }

    pub(crate) async fn nearest(
        self,
        workers: &Workers,
        rows: &Rows,
        n_neighbors: u32,
        how: (Search, Device),
        report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<Neighbors, WorkerError> {
        let none = Neighbors::empty(rows.n, n_neighbors as usize);
        let (found, _) = workers.neighbors(rows, none, how, report, control).await?;
        Ok(found)
    }

    /// `how` indicates whether the embeddings were centered, and names the method of the neighbor search.
    pub(crate) fn keep_nearest(self, texts: &EmbedInput, how: (bool, Search), neighbors: Neighbors) -> Rc<Neighbors> {
        let neighbors = Rc::new(neighbors);
        self.runtime().nearest.replace(Some(CachedNeighbors {
            texts: texts.clone(),
            how,
            neighbors: neighbors.clone(),
        }));
        neighbors
    }

    /// Returns the cached neighbor lists only if each list contains exactly `n_neighbors` neighbors.
    /// A longer list cannot be shortened, because an approximate search for fewer neighbors may find other neighbors.
    fn kept_nearest(self, texts: &EmbedInput, how: (bool, Search), n_neighbors: u32) -> Option<Rc<Neighbors>> {
        let runtime = self.runtime();
        let kept = runtime.nearest.borrow();
        let kept = kept
            .as_ref()
            .filter(|kept| kept.texts.has_same_embeddings(texts) && kept.how == how)?;
        let same = kept.neighbors.ids.ncols() == n_neighbors as usize;
        same.then(|| kept.neighbors.clone())
    }
}

/// Shows several finished runs together, because hundreds of runs may end within a second.
struct RunBuffer {
    store: AppHandle,
    job: JobId,
    runs: RefCell<Vec<FinishedRun>>,
    shown: Cell<Option<Instant>>,
}

impl RunBuffer {
    fn new(store: AppHandle, job: JobId) -> RunBuffer {
        RunBuffer {
            store,
            job,
            runs: RefCell::default(),
            shown: Cell::new(None),
        }
    }

    fn add(&self, run: FinishedRun) {
        self.runs.borrow_mut().push(run);
        self.show_if_due();
    }

    fn show_if_due(&self) -> bool {
        let is_time = |shown| milliseconds(shown) >= REPORT_INTERVAL_MS;
        let is_due = self.shown.get().is_none_or(is_time);
        if is_due {
            self.show();
        }
        is_due
    }

    fn show(&self) {
        let (job, runs) = (self.job, self.runs.take());
        if !runs.is_empty() {
            self.shown.set(Some(Instant::now()));
            self.store.dispatch(Msg::Compare(CompareMsg::Ran { job, runs }));
        }
    }
}
