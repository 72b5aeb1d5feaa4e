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
use fastgas_platform::Preference;

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
        (Some(at_ms), 0) => say!("backup-done-status", at = when(at_ms)),
        (Some(at_ms), n) => say!("backup-changes-status", n = grouped(n as u64), at = when(at_ms)),
        (None, 0) => say!("backup-never-status"),
        (None, n) => say!("backup-never-changes-status", n = grouped(n as u64)),
    };
    let behind = move || since.get().1 > 0;
    let hint = move || match promised.get() {
        Some(Some(true)) => say!("persistence-granted-hint"),
        Some(Some(false)) => say!("persistence-not-granted-hint"),
        Some(None) => say!("persistence-unsupported-hint"),
        None => String::new(),
    };
    view! {
        <div class="export-row back-up" role="group" aria-label=say!("backup-group-label")>
            <span>{say!("backup-project-label")}</span>
            <button type="button" id="back-up" title=say!("backup-button-tooltip")
                on:click=move |_| app.dispatch(Action::BackUp)>{say!("common-back-up")}" "<kbd>{control_key()}" S"</kbd></button>
            <span class="badge" class:behind=behind id="backed-up">{badge}</span>
            {move || saved_file.get().map(|name| view! {
                <span class="faint" id="saved-file">{say!("backup-saved-file-status", name = isolated(&name))}</span>
                <button type="button" class="quiet" id="another-file" title=say!("backup-another-file-tooltip")
                    on:click=move |_| app.dispatch(Action::ForgetSavedFile)>{say!("backup-another-file-button")}</button>
            })}
        </div>
        <Show when=move || behind()><p class="hint" id="backup-lacks">{move || say!("backup-differences-hint", what = differences.get())}</p></Show>
        {move || second_copy.get().map(|reason| view! {
            <p class="hint" id="no-second-copy">{say!("persistence-second-copy-problem", reason = core_messages::reason(&reason))}</p>
        })}
        <p class="hint" id="promised">
            {hint}
            {move || may_ask.get().then(|| view! {
                " " <button type="button" class="link" id="ask-to-keep" on:click=move |_| app.dispatch(Action::AskToKeep)>{say!("persistence-request-button")}</button>
            })}
        </p>
    }
}

const OTHERS: [(ExportFormat, &str, Key); 5] = [
    (ExportFormat::ExcelCsv, "excel", key!("export-format-excel")),
    (
        ExportFormat::ExcelSemicolons,
        "excel-semicolons",
        key!("export-format-excel-semicolons"),
    ),
    (ExportFormat::Tsv, "tsv", key!("export-format-tsv")),
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
            say!("export-label-studio-hint")
        }
        ExportFormat::HuggingFace => {
            say!("export-hugging-face-hint")
        }
        ExportFormat::ExcelCsv => say!("export-excel-hint"),
        ExportFormat::ExcelSemicolons => say!("export-excel-semicolons-hint"),
        _ => String::new(),
    };
    let options = OTHERS.map(|(_, value, words)| view! { <option value=value>{words.say()}</option> });
    view! {
        <div class="export-row others" role="group" aria-label=say!("export-other-formats-label") title=hint>
            <select id="export-format" aria-label=say!("common-format") on:change=mounted(choose)>{options}</select>
            <button type="button" id="export-other" disabled=move || n_labels.get() == 0 on:click=save(ExportRows::Labeled)>{say!("export-rows-labeled")}</button>
            <button type="button" id="export-picks-other" on:click=save(ExportRows::Picks)>{say!("export-rows-picks")}</button>
            <button type="button" id="export-all-other" on:click=save(ExportRows::All)>{say!("export-rows-all")}</button>
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
    let words = move || say!("export-disputed-texts-hint", n = grouped(n.get() as u64));
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
        <section class="panel export" aria-labelledby="export-title" title=say!("export-columns-tooltip")>
            <h2 id="export-title">{say!("export-title")}</h2>
            {row(ExportRows::Labeled, "", say!("export-rows-labeled"), say!("export-labeled-group-label"))}
            {row(ExportRows::Picks, "picks-", say!("export-rows-picks"), say!("export-picks-group-label"))}
            {row(ExportRows::All, "all-", say!("export-rows-all"), say!("export-all-group-label"))}
            <Formulas/>
            <details id="export-options">
                <summary>{say!("export-options-title")}</summary>
                <OtherFormats/>
                <OnOff choice=Preference::GuardFormulas id="guard-formulas" words=say!("export-formula-guard-label") hint=say!("export-formula-guard-hint")/>
                <OnOff choice=Preference::TellTimes id="tell-times" words=say!("export-times-label") hint=say!("export-times-hint")/>
            </details>
            <div class="export-row few-shot" role="group" aria-label=say!("export-few-shot-group-label")>
                <span>{say!("export-few-shot-label")}</span>
                <button type="button" id="try-prompt" disabled=no_prompt on:click=try_prompt
                    title=say!("export-try-prompt-tooltip")>{say!("export-try-prompt-button")}</button>
                <button type="button" id="export-pack" disabled=move || no_prompt() || is_packing.get() on:click=pack
                    title=say!("export-pack-tooltip")>
                    {move || if is_packing.get() { say!("export-packing-status") } else { say!("export-pack-button") }}
                </button>
            </div>
            <Disputed/>
            <BackUp/>
        </section>
    }
}
