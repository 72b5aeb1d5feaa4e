//! The export panel.

use leptos::prelude::*;

use crate::export::Told;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{Key, grouped, key, say};
use crate::persistence::Asked;
use crate::prompts;
use crate::shell::shortcuts::control_key;
use crate::state::Action;
use crate::ui::dom::mounted;
use crate::ui::preference_checkbox::OnOff;
use crate::ui::{select, select_open, use_app, when};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_platform::Choice;

/// The backup of the whole project as one file, and how much has changed since the last one.
#[component]
fn BackUp() -> impl IntoView {
    let app = use_app();
    let since = select(|state| {
        let backup = state.project.as_ref().and_then(|open| open.storage.backup.as_ref());
        (
            backup.map(|backup| backup.at_ms),
            state.persistence.since_backup.differences.total(),
        )
    });
    let differences = select(|state| state.persistence.since_backup.differences.words());
    let second_copy = select(|state| state.persistence.second_copy_problem.clone());
    let promised = select(|state| state.persistence.promised);
    let may_ask =
        select(|state| state.persistence.asked == Asked::Earlier && state.persistence.promised == Some(Some(false)));
    let saved_file = select(|state| state.persistence.saved_file.clone());
    let badge = move || match since.get() {
        (Some(at_ms), 0) => say!("export-backed-up", at = when(at_ms)),
        (Some(at_ms), n) => say!("export-changes-since-last", n = grouped(n as u64), at = when(at_ms)),
        (None, 0) => say!("export-never-yet"),
        (None, n) => say!("export-never-yet-browser-only", n = grouped(n as u64)),
    };
    let behind = move || since.get().1 > 0;
    let hint = move || match promised.get() {
        Some(Some(true)) => say!("export-browser-has-promised-keep"),
        Some(Some(false)) => say!("export-browser-may-delete-your"),
        Some(None) => say!("export-browser-cannot-asked-keep"),
        None => String::new(),
    };
    view! {
        <div class="export-row back-up" role="group" aria-label=say!("export-back-up-project")>
            <span>{say!("export-project")}</span>
            <button type="button" id="back-up" title=say!("export-texts-picks-labels-settings")
                on:click=move |_| app.dispatch(Action::BackUp)>{say!("common-back-up")}" "<kbd>{control_key()}" S"</kbd></button>
            <span class="badge" class:behind=behind id="backed-up">{badge}</span>
            {move || saved_file.get().map(|name| view! {
                <span class="faint" id="saved-file">{say!("export-saved-file", name = isolated(&name))}</span>
                <button type="button" class="quiet" id="another-file" title=say!("export-next-backup-asks")
                    on:click=move |_| app.dispatch(Action::ForgetSavedFile)>{say!("export-another-file")}</button>
            })}
        </div>
        <Show when=move || behind()><p class="hint" id="backup-lacks">{move || say!("backup-lacks", what = differences.get())}</p></Show>
        {move || second_copy.get().map(|reason| view! {
            <p class="hint" id="no-second-copy">{say!("export-no-second-copy", reason = core_messages::reason(&reason.to_string()))}</p>
        })}
        <p class="hint" id="promised">
            {hint}
            {move || may_ask.get().then(|| view! {
                " " <button type="button" class="link" id="ask-to-keep" on:click=move |_| app.dispatch(Action::AskToKeep)>{say!("export-ask-to-keep")}</button>
            })}
        </p>
    }
}

const OTHERS: [(ExportFormat, &str, Key); 5] = [
    (ExportFormat::ExcelCsv, "excel", key!("export-csv-excel")),
    (
        ExportFormat::ExcelSemicolons,
        "excel-semicolons",
        key!("export-csv-excel-semicolons"),
    ),
    (ExportFormat::Tsv, "tsv", key!("export-tsv")),
    (ExportFormat::LabelStudio, "label-studio", key!("export-label-studio")),
    (ExportFormat::HuggingFace, "hugging-face", key!("export-hugging-face")),
];

/// Less common formats, selected by name.
#[component]
fn OtherFormats() -> impl IntoView {
    let app = use_app();
    let n_labels = select_open(|open| open.labels_in_force().len());
    let chosen = RwSignal::new(OTHERS[0].0);
    let choose = move |event| {
        let value = event_target_value(&event);
        if let Some((format, ..)) = OTHERS.iter().find(|(_, name, _)| *name == value) {
            chosen.set(*format);
        }
    };
    let save = move |rows| move |_| app.dispatch(Action::Export(rows, chosen.get_untracked()));
    let hint = move || match chosen.get() {
        ExportFormat::LabelStudio => {
            say!("export-zip-file-tasks-json")
        }
        ExportFormat::HuggingFace => {
            say!("export-zip-file-unpacked-folder")
        }
        ExportFormat::ExcelCsv => say!("export-utf-8-mark-which"),
        ExportFormat::ExcelSemicolons => say!("export-semicolons-for-decimal-commas"),
        _ => String::new(),
    };
    let options = OTHERS.map(|(_, value, words)| view! { <option value=value>{words.say()}</option> });
    view! {
        <div class="export-row others" role="group" aria-label=say!("export-export-another-format") title=hint>
            <select id="export-format" aria-label=say!("common-format") on:change=mounted(choose)>{options}</select>
            <button type="button" id="export-other" disabled=move || n_labels.get() == 0 on:click=save(ExportRows::Labeled)>{say!("common-labeled")}</button>
            <button type="button" id="export-picks-other" on:click=save(ExportRows::Picks)>{say!("common-all-picks")}</button>
            <button type="button" id="export-all-other" on:click=save(ExportRows::All)>{say!("export-all-texts")}</button>
        </div>
    }
}

/// The cells that formula escaping altered in the last export, or would have altered.
#[component]
fn Formulas() -> impl IntoView {
    let told = select_open(|open| open.view.exported_formulas.as_ref().map(Told::words));
    view! { <p class="hint" id="formulas" role="status" dir="auto">{told}</p> }
}

/// States that texts on which annotators disagree have no label in any of these files.
#[component]
fn Disputed() -> impl IntoView {
    let n = select_open(|open| open.n_disputed());
    let words = move || say!("export-texts-disputed-they-have", n = grouped(n.get() as u64));
    view! { <Show when=move || n.get() != 0><p class="hint" id="disputed">{words}</p></Show> }
}

#[component]
pub fn Export() -> impl IntoView {
    let app = use_app();
    let n_labels = select_open(|open| open.labels_in_force().len());
    let is_whole = select_open(|open| open.result.outcome.is_some());
    let none = move || n_labels.get() == 0;
    let no_prompt = move || none() || !is_whole.get();
    let row = move |rows, of: &str, name: String, group: String| {
        let is_labeled = rows == ExportRows::Labeled;
        let disabled = move || is_labeled && none();
        let save = move |format| move |_| app.dispatch(Action::Export(rows, format));
        view! {
            <div class="export-row" role="group" aria-label=group>
                <span>{name}</span>
                <button type="button" class:primary=is_labeled id=format!("export-{of}csv") disabled=disabled on:click=save(ExportFormat::Csv)>"CSV"</button>
                <button type="button" id=format!("export-{of}jsonl") disabled=disabled on:click=save(ExportFormat::JsonLines)>"JSONL"</button>
            </div>
        }
    };
    let is_packing = select(|state| state.prompts.is_packing);
    let try_prompt = move |_| app.dispatch(Action::Prompt(prompts::Action::Open));
    let pack = move |_| app.dispatch(Action::Prompt(prompts::Action::Pack));
    view! {
        <section class="panel export" aria-labelledby="export-title" title=say!("export-every-column-your-file")>
            <h2 id="export-title">{say!("export-export")}</h2>
            {row(ExportRows::Labeled, "", say!("common-labeled"), say!("export-export-labeled-texts"))}
            {row(ExportRows::Picks, "picks-", say!("common-all-picks"), say!("export-export-all-picks"))}
            {row(ExportRows::All, "all-", say!("export-all-texts"), say!("export-export-all-texts"))}
            <Formulas/>
            <details id="export-options">
                <summary>{say!("export-options")}</summary>
                <OtherFormats/>
                <OnOff choice=Choice::GuardFormulas id="guard-formulas" words=say!("export-guard") hint=say!("export-guard-hint")/>
                <OnOff choice=Choice::TellTimes id="tell-times" words=say!("export-times") hint=say!("export-times-hint")/>
            </details>
            <div class="export-row few-shot" role="group" aria-label=say!("export-few-shot-prompts")>
                <span>{say!("export-few-shot")}</span>
                <button type="button" id="try-prompt" disabled=no_prompt on:click=try_prompt
                    title=say!("export-prompt-language-model-would")>{say!("export-try-prompt")}</button>
                <button type="button" id="export-pack" disabled=move || no_prompt() || is_packing.get() on:click=pack
                    title=say!("export-labeled-texts-their-embeddings")>
                    {move || if is_packing.get() { say!("export-packing") } else { say!("export-pack-json") }}
                </button>
            </div>
            <Disputed/>
            <BackUp/>
        </section>
    }
}
