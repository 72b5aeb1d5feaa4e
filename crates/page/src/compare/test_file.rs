//! A labeled test file. A comparison evaluates its picks on this file instead of on the rest of the pool.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::compare::Msg as CompareMsg;
use crate::compare::state::Comparison;
use crate::encoder::draft::FormError;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::import;
use crate::import::effects::check_size;
use crate::project::Project;
use crate::runtime::access::{use_app, use_state};
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::slices;
use crate::state::Msg;
use crate::ui::dom::mounted;
use fastgas_data::{Columns, Import, ImportReport, Pool};
use fastgas_platform::{FileToRead, RunControl, chosen_files};
use fastgas_progress::{Pause, Slices, Stopped};
use fastgas_protocol::{Error, WorkerError};
use fastgas_select::evaluate::TrueLabels;
use xxhash_rust::xxh3::Xxh3;

#[derive(Clone, Debug, PartialEq)]
pub struct TestFile {
    pub file_name: String,
    pub content: TestContent,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestContent {
    pub pool: Arc<Pool>,
    pub report: Arc<ImportReport>,
    /// Hash of the column names and cells.
    hash: u64,
}

/// Two test files with the same identity have the same name and content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestIdentity {
    pub file_name: String,
    pub hash: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestSet {
    pub pool: Arc<Pool>,
    pub text_column: usize,
    pub label_column: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TestMsg {
    Read {
        file_name: String,
        content: Result<TestContent, WorkerError>,
    },
    Remove,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestState {
    pub file: Option<TestFile>,
    /// The texts and labels of the test file, or the reason why the labels cannot be used. `None` without a test file.
    /// The labels are checked only when the file, the label column or the text column changes,
    /// because checking a large file takes time.
    pub set: Option<Result<TestSet, FormError>>,
}

impl TestContent {
    /// Hashes the cells of the test file. One unit of work in `slices` is about one byte of a cell.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub(super) async fn of<P: Pause>(
        pool: Pool,
        report: ImportReport,
        slices: &mut Slices<P>,
    ) -> Result<TestContent, Stopped> {
        let mut hasher = Xxh3::new();
        // The length before each part ensures that different divisions of the same bytes have different hashes.
        let mut add = |part: &str| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
            size_of::<u64>() + part.len()
        };
        for name in pool.columns() {
            slices.count(add(name)).await?;
        }
        for instance in pool.instances() {
            let work: usize = instance.cells().map(&mut add).sum();
            slices.count(work).await?;
        }
        Ok(TestContent {
            pool: Arc::new(pool),
            report: Arc::new(report),
            hash: hasher.digest(),
        })
    }
}

impl TestState {
    /// `label_column` is the project's column with the true labels.
    pub(crate) fn update(&mut self, msg: TestMsg, project: &Project, label_column: Option<usize>) {
        match msg {
            TestMsg::Read { file_name, content } => match content {
                Ok(content) => {
                    self.file = Some(TestFile { file_name, content });
                    self.check(project, label_column);
                }
                Err(error) => {
                    self.file = None;
                    self.set = Some(Err(FormError {
                        problem: t!(
                            "compare-test-file-problem",
                            file_name = isolated(&file_name),
                            problem = core_messages::problem(&error)
                        ),
                        advice: core_messages::advice(&error, error.advice()),
                    }));
                }
            },
            TestMsg::Remove => *self = TestState::default(),
        }
    }

    /// Returns remarks about doubtful content of the test file, such as quotes that may have joined rows.
    /// The form has no settings for reading the test file. The user can fix a problem only by correcting the file.
    pub(super) fn remarks(&self) -> Vec<String> {
        let Some(TestFile { content, .. }) = &self.file else {
            return Vec::new();
        };
        let report = &content.report;
        let guessed = report
            .guessed
            .then(|| t!("import-read-as-status", found = import::how(report)));
        let first_line = import::first_line(report);
        let remarks = guessed.into_iter().chain(first_line);
        remarks.chain(import::remarks_without_settings(report)).collect()
    }

    pub(super) fn problem(&self) -> Option<FormError> {
        self.set.as_ref()?.as_ref().err().cloned()
    }

    pub(crate) fn check(&mut self, project: &Project, label_column: Option<usize>) {
        if let Some(file) = &self.file {
            self.set = Some(test_set(file, project, label_column));
        }
    }
}

fn test_set(file: &TestFile, project: &Project, label_column: Option<usize>) -> Result<TestSet, FormError> {
    let form_error = |problem: String, advice: String| FormError { problem, advice };
    let Some(label_column) = label_column else {
        return Err(form_error(
            t!("compare-test-labels-problem"),
            t!("compare-test-labels-advice"),
        ));
    };
    if project.source.embeddings.is_some() {
        return Err(form_error(
            t!("compare-test-embeddings-problem"),
            t!("compare-test-embeddings-advice"),
        ));
    }
    let of_file = |error: Error| {
        let (file_name, problem) = (isolated(&file.file_name), core_messages::problem(&error));
        form_error(
            t!("compare-test-file-problem", file_name, problem),
            core_messages::advice(&error, error.advice()),
        )
    };
    let source = &project.source;
    // The columns are found by name, because the columns of the file may be in a different order.
    let text_column = file.content.pool.column(&source.pool.columns()[source.text_column]);
    let text_column = text_column.map_err(|error| of_file(error.into()))?;
    let column = &source.pool.columns()[label_column];
    let found = file.content.pool.columns().iter().position(|name| name == column);
    let label_column = found.ok_or_else(|| {
        let (file_name, column) = (isolated(&file.file_name), isolated(column));
        form_error(
            t!("compare-test-column-problem", file_name, column),
            t!("compare-test-column-advice", column),
        )
    })?;
    let labels = TrueLabels::of_pool(&file.content.pool, text_column, label_column);
    labels.map_err(|error| of_file(error.into()))?;
    Ok(TestSet {
        pool: file.content.pool.clone(),
        text_column,
        label_column,
    })
}

impl Comparison {
    pub(super) fn test_identity(&self) -> Option<TestIdentity> {
        let file = self.test.file.as_ref()?;
        Some(TestIdentity {
            file_name: file.file_name.clone(),
            hash: file.content.hash,
        })
    }
}

impl AppHandle {
    pub(crate) fn open_test_file(self, file: &web_sys::File) {
        let (file_name, blob): (String, web_sys::Blob) = (file.name(), file.clone().unchecked_into());
        // The file is read without the project's text column, because the user may choose another one in the meantime.
        let columns = Columns::default();
        spawn_local(async move {
            let import = Import::named(&file_name);
            let content = async {
                check_size(&blob)?;
                let workers = self.workers(self.worker_count()).await?;
                let file = FileToRead {
                    number: self.next_file_number(),
                    name: file_name.clone(),
                    blob,
                };
                let control = RunControl::default();
                let imported = workers.import(file, (import, columns), |_| (), &control).await?;
                let mut slices = slices(&control);
                let content = TestContent::of(imported.pool, imported.found, &mut slices).await?;
                Ok(content)
            };
            let content = content.await;
            self.forget_table();
            self.dispatch(Msg::Compare(CompareMsg::Test(TestMsg::Read { file_name, content })));
        });
    }
}

#[component]
pub fn TestFileField() -> impl IntoView {
    let app = use_app();
    let file = use_state(|state| {
        let file = state.comparison.test.file.as_ref()?;
        Some((file.file_name.clone(), file.content.pool.len()))
    });
    let remarks = use_state(|state| state.comparison.test.remarks());
    let choose = move |event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let files = input.files().map(|files| chosen_files(&files)).unwrap_or_default();
        if let Some(file) = files.into_iter().next() {
            app.open_test_file(&file.file);
        }
        // Reset the input, so that the user can choose a file again after the file has changed.
        input.set_value("");
    };
    let remove = move |_| app.dispatch(Msg::Compare(CompareMsg::Test(TestMsg::Remove)));
    view! {
        <div class="compare-field">
            <span>{t!("compare-test-label")}</span>
            <label class="link-button">
                <input type="file" id="compare-test" aria-describedby="compare-test-hint compare-note" on:change=mounted(choose)/>
                <span>{move || match file.get() {
                    Some((name, n)) => t!("compare-test-status", name = isolated(&name), n = grouped(n as u64)),
                    None => t!("compare-test-choose-button"),
                }}</span>
            </label>
            <Show when=move || file.read().is_some()>
                <button type="button" class="quiet link" id="remove-compare-test" on:click=remove>{t!("common-remove")}</button>
            </Show>
            <span class="hint" id="compare-test-hint">{t!("compare-test-hint")}</span>
            {move || remarks.get().into_iter().map(|remark| view! { <p class="note found-remark">{remark}</p> }).collect_view()}
        </div>
    }
}
