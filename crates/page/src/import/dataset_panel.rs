//! The panel that describes the open file: its columns, the added files, and the cached embeddings.

use std::sync::Arc;

use leptos::prelude::*;

use crate::file_labels;
use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::{grouped, t};
use crate::import::labels_per_cell::{LabelCounts, PerCellField};
use crate::import::{self, FileRead, append};
use crate::project::Project;
use crate::projects::cache_size::Cache;
use crate::protection::dialogs::Protection;
use crate::runtime::access::{column_names, use_app, use_project, use_state};
use crate::shell::welcome::{FileInput, StopReading};
use crate::state::Msg;
use crate::ui::column_select::{FindColumn, listed};
use crate::ui::dom::mounted;
use crate::ui::subscribe;
use crate::ui::truncate;
use fastgas_data::{AppendedFile as Further, LikelyLabels};

#[component]
pub fn DatasetPanel() -> impl IntoView {
    let app = use_app();
    let columns = column_names();
    let text_column = use_project(|project| project.source.text_column);
    let size = use_project(|project| (project.source.pool.len(), project.source.pool.columns().len()));
    let reading = use_state(|state| state.import.reading.as_ref().map(FileRead::words));
    let size = move || {
        let (rows, columns) = size.get();
        t!("import-dataset-size", rows = grouped(rows as u64), columns)
    };
    let on_change = move |event| {
        if let Ok(column) = event_target_value(&event).parse() {
            app.dispatch(Msg::Import(import::Msg::ChooseTextColumn(column)));
        }
    };
    let typed = RwSignal::new(String::new());
    let listed = listed(columns.into(), move || Some(text_column.get()), typed);
    let options = move || {
        let (chosen, columns) = (text_column.get(), columns.read());
        let option = |index: usize| {
            view! { <option value=index.to_string() selected=index == chosen>{truncate::name(&columns[index], index)}</option> }
        };
        listed.get().into_iter().map(option).collect_view()
    };
    view! {
        <section class="panel data">
            <div class="panel-head">
                <h2>{t!("import-dataset-title")}</h2>
                <label class="link-button">
                    <FileInput app/>
                    <span>{move || reading.get().unwrap_or_else(|| t!("import-open-another-button"))}</span>
                </label>
            </div>
            <p class="cache faint">
                <span>{size}</span>
                <label class="link-button quiet">
                    <FileInput app id="further-file" adds=true/>
                    <span>{t!("import-add-texts-button")}</span>
                </label>
            </p>
            <label class="field">
                <span>{t!("import-text-column-label")}</span>
                <select id="text-column" on:change=mounted(on_change)>{options}</select>
            </label>
            <FindColumn id="text-column" n_columns=Signal::derive(move || columns.read().len()) n_listed=Signal::derive(move || listed.read().len()) typed/>
            <Found/>
            <Added/>
            <Show when=move || reading.read().is_some()><StopReading/></Show>
            <Embeddings/>
            <Cache/>
            <Protection/>
        </section>
    }
}

#[component]
fn Found() -> impl IntoView {
    let app = use_app();
    let found = use_project(|project| project.source.report.clone());
    let at_hand = use_project(|project| project.source.file_index.is_some());
    let texts = use_project(|project| (Arc::as_ptr(&project.source.pool) as usize, project.source.text_column));
    let n_blank = Memo::new(move |_| {
        texts.get();
        app.state()
            .with_untracked(|state| state.project.as_ref().map_or(0, Project::n_blank_texts))
    });
    let is_unlabeled = use_project(|project| {
        (
            project.annotations.history.labels().is_empty(),
            project.annotations.team.is_empty(),
        )
    });
    let labels = Memo::new(move |_| {
        texts.get();
        is_unlabeled.get();
        let of = |project: Option<&Project>| project.map(Project::labels_of_file).unwrap_or_default();
        app.state().with_untracked(|state| of(state.project.as_ref()))
    });
    // The user's choice of the label format is kept until the panel offers other labels.
    let said_per_cell = RwSignal::new(None);
    Effect::new(move |_| {
        subscribe(labels);
        said_per_cell.set(None);
    });
    let is_importing = use_state(|state| state.import.importing_labels.is_some());
    let own = move || {
        labels.get().offered.map(|(name, LikelyLabels { column, per_cell: likely, n_rows, .. })| {
            let per_cell = Signal::derive(move || said_per_cell.get().unwrap_or(likely));
            let counts = Memo::new(move |_| {
                let per_cell = per_cell.get();
                app.state().with_untracked(|state| state.project.as_ref().and_then(|project| project.label_counts(column, per_cell)))
            });
            let take = move |_| {
                let per_cell = per_cell.get_untracked();
                app.dispatch(Msg::Import(import::Msg::ImportFileLabels { column, per_cell }));
            };
            let n_labels = move || counts.read().as_ref().map_or(0, Vec::len);
            let name = isolated(&name).to_string();
            view! {
                <div class="note found-remark" id="has-labels">
                    <p class="cache">
                        <span>{move || t!("import-labels-found-status", name, n_labels = grouped(n_labels() as u64), n = grouped(n_rows as u64))}</span>
                        <button type="button" class="quiet" id="take-in-labels" disabled=move || n_labels() == 0
                            aria-busy=move || is_importing.get().to_string() on:click=take>{t!("import-labels-button")}</button>
                    </p>
                    <LabelCounts name="own" counts/>
                    {move || counts.read().is_none().then(|| view! { <p class="faint">{t!("import-cell-labels-problem")}</p> })}
                    <PerCellField name="own" per_cell set=move |per_cell| said_per_cell.set(Some(per_cell))/>
                </div>
            }
        })
    };
    let is_searching = use_state(|state| state.file_labels.searching.is_some());
    let asks = move || {
        let ask = move |_| app.dispatch(Msg::FileLabels(file_labels::Msg::AskAboutOwn));
        labels.get().asks.then(|| view! {
            <p class="cache note found-remark" id="asks-labels">
                <span>{t!("import-labels-unclear-hint")}</span>
                <button type="button" class="quiet" id="look-at-labels" aria-busy=move || is_searching.get().to_string()
                    on:click=ask>{t!("import-view-labels-button")}</button>
            </p>
        })
    };
    let differing = move || {
        let line = |(name, n): (String, usize)| {
            view! { <p class="note found-remark labels-differ">{t!("import-remark-answers-differ", name = isolated(&name), n = grouped(n as u64))}</p> }
        };
        labels.get().differing.into_iter().map(line).collect_view()
    };
    let blank = move || {
        let n = n_blank.get();
        (n > 0).then(|| view! { <p class="note found-remark" id="blank-texts">{t!("import-remark-empty-texts", n = grouped(n))}</p> })
    };
    // The remark about columns with embeddings is shown only if the file can be read again.
    let has_embeddings = use_project(|project| project.source.embeddings.is_some());
    let vectors = move || {
        let columns = found
            .read()
            .as_ref()
            .map_or_else(Vec::new, |found| found.vectors.clone());
        let is_offered = !columns.is_empty() && at_hand.get() && !has_embeddings.get();
        is_offered.then(|| view! { <p class="note found-remark" id="has-vectors">{t!("import-remark-vectors", columns = all_isolated(&columns))}</p> })
    };
    let dispatch = move |msg: fn() -> import::Msg| move |_| app.dispatch(Msg::Import(msg()));
    let has_left_out = use_project(|project| project.all_found().any(|(_, found)| !found.left_out.is_empty()));
    move || {
        found.get().map(|found| {
            let left_out = has_left_out.get();
            let remarks = import::remarks(&found);
            view! {
                <p class="cache faint" id="found">
                    <span>{t!("import-read-as-status", found = import::how(&found))}</span>
                    <Show when=move || at_hand.get()>
                        <button type="button" class="quiet" id="import-again" on:click=dispatch(|| import::Msg::PreviewAgain)>
                            {t!("import-change-reading-button")}
                        </button>
                    </Show>
                </p>
                {remarks.into_iter().map(|remark| view! { <p class="note found-remark">{remark}</p> }).collect_view()}
                {blank()}
                {vectors}
                {own}
                {asks}
                {differing}
                {left_out.then(|| view! {
                    <p class="cache faint">
                        <button type="button" class="quiet" id="export-left-out" on:click=dispatch(|| import::Msg::ExportLeftOut)>
                            {t!("import-save-omitted-button")}
                        </button>
                    </p>
                })}
            }
        })
    }
}

#[component]
fn Added() -> impl IntoView {
    let app = use_app();
    let added = use_project(|project| project.source.appended.clone());
    let can_take_out = use_state(|state| state.can_undo_append());
    let line = |file: Further| {
        let known = (file.n_known > 0).then(|| t!("import-append-known-status", n = grouped(file.n_known as u64)));
        let remarks = file.found.as_ref().map(import::remarks).unwrap_or_default();
        view! {
            <p class="faint added">
                {t!("import-append-done-status", n = grouped(file.n_texts as u64), file_name = isolated(&file.file_name))} " " {known}
            </p>
            {remarks.into_iter().map(|remark| view! { <p class="note found-remark">{remark}</p> }).collect_view()}
        }
    };
    let take_out = move |_| app.dispatch(Msg::Add(append::Msg::UndoAppend));
    let can_undo = use_state(|state| state.can_undo_import());
    let undo = move |_| app.dispatch(Msg::FileLabels(file_labels::Msg::Undo));
    view! {
        {move || added.get().into_iter().map(line).collect_view()}
        <Show when=move || can_undo.get()>
            <p class="cache faint">
                <button type="button" class="quiet" id="undo-import" title=t!("import-undo-tooltip") on:click=undo>
                    {t!("file-labels-undo-button")}
                </button>
            </p>
        </Show>
        <Show when=move || can_take_out.get()>
            <p class="cache faint">
                <button type="button" class="quiet" id="take-out" title=t!("import-undo-tooltip") on:click=take_out>
                    {t!("import-undo-append-button")}
                </button>
            </p>
        </Show>
    }
}

#[component]
fn Embeddings() -> impl IntoView {
    let app = use_app();
    let embeddings = use_project(|project| project.source.embeddings.clone());
    move || {
        embeddings.get().map(|file| {
            let dimensions = grouped(file.dimensions.into());
            let passed_over = (file.passed_over > 0).then(|| t!("import-remark-embeddings-unused", n = grouped(file.passed_over.into())));
            view! {
                <p class="cache faint" id="given-embeddings">
                    <span>{match &file.column {
                        Some(column) => t!("import-column-embeddings-status", column = isolated(column), file = isolated(&file.name), dimensions),
                        None => t!("import-embeddings-status", file = isolated(&file.name), dimensions),
                    }}</span>
                    <button type="button" class="quiet" id="forget-embeddings"
                        on:click=move |_| app.dispatch(Msg::Import(import::Msg::ForgetEmbeddings))>{t!("import-embed-instead-button")}</button>
                </p>
                {passed_over.map(|words| view! { <p class="note found-remark" id="passed-over">{words}</p> })}
            }
        })
    }
}
