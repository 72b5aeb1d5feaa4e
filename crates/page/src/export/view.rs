//! The panel with the buttons for backup and export.

use leptos::prelude::*;

use crate::export;
use crate::export::columns::{meaning, shown_name};
use crate::export::{FormulaWarning, SavedFile};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{Key, grouped, key, t};
use crate::persistence::{self, PersistPrompt};
use crate::prompts;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::shell::preference_checkbox::PreferenceCheckbox;
use crate::state::Msg;
use crate::ui::dom::mounted;
use crate::ui::format_time;
use crate::ui::keyboard::control_key;
use crate::ui::meanings::Meanings;
use fastgas_annotation::export::{AddedColumn, ExportFormat, ExportRows};
use fastgas_platform::Preference;

/// The backup button shows how many changes the previous backup lacks.
#[component]
fn BackUp() -> impl IntoView {
    let app = use_app();
    let since = use_state(|state| {
        let backup = state
            .project
            .as_ref()
            .and_then(|project| project.storage.backup.as_ref());
        (
            backup.map(|backup| backup.at_ms),
            state.persistence.since_backup.differences.total(),
        )
    });
    let differences = use_state(|state| state.persistence.since_backup.differences.words());
    let second_copy = use_state(|state| state.persistence.second_copy_problem.clone());
    let is_persisted = use_state(|state| state.persistence.is_persisted);
    let may_ask = use_state(|state| {
        state.persistence.asked == PersistPrompt::Earlier && state.persistence.is_persisted == Some(Some(false))
    });
    let saved_file = use_state(|state| state.persistence.saved_file.clone());
    let badge = move || match since.get() {
        (Some(at_ms), 0) => t!("backup-done-status", at = format_time(at_ms)),
        (Some(at_ms), n) => t!("backup-changes-status", n = grouped(n as u64), at = format_time(at_ms)),
        (None, 0) => t!("backup-never-status"),
        (None, n) => t!("backup-never-changes-status", n = grouped(n as u64)),
    };
    let behind = move || since.get().1 > 0;
    let hint = move || match is_persisted.get() {
        Some(Some(true)) => t!("persistence-granted-hint"),
        Some(Some(false)) => t!("persistence-not-granted-hint"),
        Some(None) => t!("persistence-unsupported-hint"),
        None => String::new(),
    };
    view! {
        <div class="export-row back-up" role="group" aria-label=t!("backup-group-label")>
            <span>{t!("backup-project-label")}</span>
            <button type="button" id="back-up" title=t!("backup-button-tooltip")
                on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::BackUp))>{t!("common-back-up")}" "<kbd>{control_key()}" S"</kbd></button>
            <span class="badge" class:behind=behind id="backed-up">{badge}</span>
            {move || saved_file.get().map(|name| view! {
                <span class="faint" id="saved-file">{t!("backup-saved-file-status", name = isolated(&name))}</span>
                <button type="button" class="quiet" id="another-file" title=t!("backup-another-file-tooltip")
                    on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::ForgetSavedFile))>{t!("backup-another-file-button")}</button>
            })}
        </div>
        <Show when=move || behind()><p class="hint" id="backup-lacks">{move || t!("backup-differences-hint", what = differences.get())}</p></Show>
        {move || second_copy.get().map(|reason| view! {
            <p class="hint" id="no-second-copy">{t!("persistence-second-copy-problem", reason = core_messages::reason(&reason))}</p>
        })}
        <p class="hint" id="promised">
            {hint}
            {move || may_ask.get().then(|| view! {
                " " <button type="button" class="link" id="ask-to-keep" on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::AskToPersist))>{t!("persistence-request-button")}</button>
            })}
        </p>
    }
}

const OTHERS: [(ExportFormat, &str, Key); 7] = [
    (ExportFormat::Workbook, "workbook", key!("export-format-workbook")),
    (ExportFormat::ExcelCsv, "excel", key!("export-format-excel")),
    (
        ExportFormat::ExcelSemicolons,
        "excel-semicolons",
        key!("export-format-excel-semicolons"),
    ),
    (ExportFormat::Tsv, "tsv", key!("export-format-tsv")),
    (ExportFormat::Parquet, "parquet", key!("export-format-parquet")),
    (
        ExportFormat::LabelStudio,
        "label-studio",
        key!("export-format-label-studio"),
    ),
    (
        ExportFormat::HuggingFace,
        "hugging-face",
        key!("export-format-hugging-face"),
    ),
];

#[component]
fn OtherFormats() -> impl IntoView {
    let app = use_app();
    let n_labels = use_project(|project| project.effective_labels().len());
    let chosen = RwSignal::new(OTHERS[0].0);
    let choose = move |event| {
        let value = event_target_value(&event);
        if let Some((format, ..)) = OTHERS.iter().find(|(_, name, _)| *name == value) {
            chosen.set(*format);
        }
    };
    let save = move |rows| move |_| app.dispatch(Msg::Export(export::Msg::Start(rows, chosen.get_untracked())));
    let hint = move || match chosen.get() {
        ExportFormat::LabelStudio => {
            t!("export-label-studio-hint")
        }
        ExportFormat::HuggingFace => {
            t!("export-hugging-face-hint")
        }
        ExportFormat::Workbook => t!("export-workbook-hint"),
        ExportFormat::Parquet => t!("export-parquet-hint"),
        ExportFormat::ExcelCsv => t!("export-excel-hint"),
        ExportFormat::ExcelSemicolons => t!("export-excel-semicolons-hint"),
        _ => String::new(),
    };
    let is_busy = use_state(|state| state.export.writing.is_some());
    let is_busy = move || is_busy.get().to_string();
    let options = OTHERS.map(|(_, value, words)| view! { <option value=value>{words.text()}</option> });
    view! {
        <div class="export-row others" role="group" aria-label=t!("export-other-formats-label") title=hint>
            <select id="export-format" aria-label=t!("common-format") on:change=mounted(choose)>{options}</select>
            <button type="button" id="export-other" disabled=move || n_labels.get() == 0 aria-busy=is_busy on:click=save(ExportRows::Labeled)>{t!("export-rows-labeled")}</button>
            <button type="button" id="export-picks-other" aria-busy=is_busy on:click=save(ExportRows::Picks)>{t!("export-rows-picks")}</button>
            <button type="button" id="export-all-other" aria-busy=is_busy on:click=save(ExportRows::All)>{t!("export-rows-all")}</button>
        </div>
    }
}

#[component]
fn Writing() -> impl IntoView {
    let writing = use_state(|state| state.export.writing.as_ref().map(|file| file.file_name.clone()));
    let status = move || {
        writing
            .get()
            .map(|file| t!("export-writing-status", file = isolated(&file)))
    };
    view! { <p class="hint" id="export-writing" role="status" dir="auto">{status}</p> }
}

/// The element exists before its text, because screen readers ignore a live region that is inserted with its text.
#[component]
pub fn Saved(id: &'static str) -> impl IntoView {
    let words = use_state(|state| state.export.saved.as_ref().map(SavedFile::words));
    view! { <p class="saved-file" id=id role="status" dir="auto">{move || words.get()}</p> }
}

/// The columns that the next export adds, in file order, and their meanings.
#[component]
fn AddedColumns() -> impl IntoView {
    let columns = use_state(|state| state.export.columns.clone());
    let own = use_project(|project| project.own_name().to_owned());
    let list = move || {
        let (columns, own) = (columns.get(), own.get());
        let meanings = columns
            .into_iter()
            .map(|(column, name)| (shown_name(&column, name), meaning(&column, &own)));
        let meanings: Vec<_> = meanings.collect();
        view! { <Meanings are_names_in_file=true meanings/> }
    };
    // The name of the label column, for the hint that exports may leave out later columns that would be empty.
    // `None` if no column follows the label column.
    let last_fixed = move || {
        let columns = columns.read();
        let fixed = columns.iter().position(|(column, _)| *column == AddedColumn::Label)?;
        (fixed + 1 < columns.len()).then(|| columns[fixed].1.clone())
    };
    view! {
        <details id="added-columns">
            <summary>{t!("export-added-columns-title")}</summary>
            {list}
            {move || last_fixed().map(|label| view! {
                <p class="hint">{t!("export-empty-columns-hint", label = isolated(&label))}</p>
            })}
        </details>
    }
}

#[component]
fn Formulas() -> impl IntoView {
    let warning = use_project(|project| project.view.exported_formulas.as_ref().map(FormulaWarning::words));
    view! { <p class="hint" id="formulas" role="status" dir="auto">{warning}</p> }
}

#[component]
fn Disputed() -> impl IntoView {
    let n = use_project(|project| project.n_disputed());
    let words = move || t!("export-disputed-texts-hint", n = grouped(n.get() as u64));
    view! { <Show when=move || n.get() != 0><p class="hint" id="disputed">{words}</p></Show> }
}

#[component]
pub fn Export() -> impl IntoView {
    let app = use_app();
    let n_labels = use_project(|project| project.effective_labels().len());
    let is_whole = use_project(|project| project.result.outcome.is_some());
    let none = move || n_labels.get() == 0;
    let no_prompt = move || none() || !is_whole.get();
    let is_busy = use_state(|state| state.export.writing.is_some());
    let is_busy = move || is_busy.get().to_string();
    let row = move |rows, of: &str, name: String, group: String| {
        let is_labeled = rows == ExportRows::Labeled;
        let disabled = move || is_labeled && none();
        let save = move |format| move |_| app.dispatch(Msg::Export(export::Msg::Start(rows, format)));
        view! {
            <div class="export-row" role="group" aria-label=group>
                <span>{name}</span>
                <button type="button" class:primary=is_labeled id=format!("export-{of}csv") disabled=disabled aria-busy=is_busy on:click=save(ExportFormat::Csv)>"CSV"{is_labeled.then(|| view! { " "<kbd>{control_key()}" E"</kbd> })}</button>
                <button type="button" id=format!("export-{of}jsonl") disabled=disabled aria-busy=is_busy on:click=save(ExportFormat::JsonLines)>"JSONL"</button>
            </div>
        }
    };
    let own_columns_first = use_state(|state| state.preferences.is_on(Preference::OwnColumnsFirst));
    let columns = move || match own_columns_first.get() {
        true => t!("export-columns-first-tooltip"),
        false => t!("export-columns-tooltip"),
    };
    let is_packing = use_state(|state| state.prompts.is_packing);
    let try_prompt = move |_| app.dispatch(Msg::Prompt(prompts::Msg::Open));
    let pack = move |_| app.dispatch(Msg::Prompt(prompts::Msg::Pack));
    view! {
        <section class="panel export" aria-labelledby="export-title" title=columns>
            <h2 id="export-title">{t!("export-title")}</h2>
            {row(ExportRows::Labeled, "", t!("export-rows-labeled"), t!("export-labeled-group-label"))}
            {row(ExportRows::Picks, "picks-", t!("export-rows-picks"), t!("export-picks-group-label"))}
            {row(ExportRows::All, "all-", t!("export-rows-all"), t!("export-all-group-label"))}
            <Writing/>
            <Saved id="export-saved"/>
            <Formulas/>
            <AddedColumns/>
            <details id="export-options">
                <summary>{t!("export-options-title")}</summary>
                <OtherFormats/>
                <PreferenceCheckbox choice=Preference::GuardFormulas id="guard-formulas" words=t!("export-formula-guard-label") hint=t!("export-formula-guard-hint")/>
                <PreferenceCheckbox choice=Preference::TellTimes id="tell-times" words=t!("export-times-label") hint=t!("export-times-hint")/>
                <PreferenceCheckbox choice=Preference::OwnColumnsFirst id="own-columns-first" words=t!("export-own-columns-first-label") hint=t!("export-own-columns-first-hint")/>
            </details>
            <div class="export-row few-shot" role="group" aria-label=t!("export-few-shot-group-label")>
                <span>{t!("export-few-shot-label")}</span>
                <button type="button" id="try-prompt" disabled=no_prompt on:click=try_prompt
                    title=t!("export-try-prompt-tooltip")>{t!("export-try-prompt-button")}</button>
                <button type="button" id="export-pack" disabled=move || no_prompt() || is_packing.get() on:click=pack
                    title=t!("export-pack-tooltip")>
                    {move || if is_packing.get() { t!("export-packing-status") } else { t!("export-pack-button") }}
                </button>
            </div>
            <Disputed/>
            <BackUp/>
        </section>
    }
}
