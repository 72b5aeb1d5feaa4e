//! The way out.

use leptos::prelude::*;

use super::{select, select_open, use_store};
use crate::app::effects::wall_clock_ms;
use crate::app::estimate::grouped;
use crate::app::exporting::Told;
use crate::app::prompting;
use crate::app::store::Action;
use crate::export::{ExportFormat, ExportRows};

/// The whole project as one file, and how far the last such file is behind.
#[component]
fn BackUp() -> impl IntoView {
    let store = use_store();
    let since = select_open(|open| (open.backup.is_some(), open.n_since_backup()));
    let promised = select(|state| state.promised);
    let saved_file = select(|state| state.saved_file.clone());
    let badge = move || match since.get() {
        (true, 0) => "✓ backed up".to_owned(),
        (true, 1) => "1 change since the last".to_owned(),
        (true, n) => format!("{} changes since the last", grouped(n as u64)),
        (false, 0) => "never yet".to_owned(),
        (false, n) => format!("never yet: {} in this browser only", counted(n)),
    };
    let behind = move || since.get().1 > 0;
    let hint = move || match promised.get() {
        Some(Some(true)) => "This browser has promised to keep your work until you delete it.",
        Some(Some(false)) => "This browser may delete your work when the disk is full: back it up now and then.",
        Some(None) => "This browser cannot be asked to keep your work: back it up now and then.",
        None => "",
    };
    view! {
        <div class="export-row back-up" role="group" aria-label="Back up the project">
            <span>"Project"</span>
            <button type="button" id="back-up" title="Texts, embeddings, picks, labels and settings as one file; drop it here to go on from it, on this machine or another"
                on:click=move |_| store.dispatch(Action::BackUp { at_ms: wall_clock_ms() })>"Back up"</button>
            <span class="badge" class:behind=behind id="backed-up" role="status">{badge}</span>
            {move || saved_file.get().map(|name| view! {
                <span class="faint" id="saved-file">"into " {name}</span>
                <button type="button" class="quiet" id="another-file" title="The next backup asks where to"
                    on:click=move |_| store.dispatch(Action::ForgetSavedFile)>"Another file"</button>
            })}
        </div>
        <p class="hint" id="promised">{hint}</p>
    }
}

fn counted(n: usize) -> String {
    match n {
        1 => "1 change is".to_owned(),
        n => format!("{} changes are", grouped(n as u64)),
    }
}

const OTHERS: [(ExportFormat, &str, &str); 4] = [
    (ExportFormat::ExcelCsv, "excel", "CSV for Excel"),
    (ExportFormat::Tsv, "tsv", "TSV"),
    (ExportFormat::LabelStudio, "label-studio", "Label Studio"),
    (ExportFormat::HuggingFace, "hugging-face", "Hugging Face"),
];

/// What fewer people want, by name.
#[component]
fn OtherFormats() -> impl IntoView {
    let store = use_store();
    let n_labels = select_open(|open| open.history.labels().len());
    let chosen = RwSignal::new(OTHERS[0].0);
    let choose = move |event| {
        let value = event_target_value(&event);
        if let Some((format, ..)) = OTHERS.iter().find(|(_, name, _)| *name == value) {
            chosen.set(*format);
        }
    };
    let save = move |rows| move |_| store.dispatch(Action::Export(rows, chosen.get_untracked()));
    let hint = move || match chosen.get() {
        ExportFormat::LabelStudio => {
            "A zip file: tasks.json to import, and the labeling configuration to set before it"
        }
        ExportFormat::HuggingFace => {
            "A zip file: unpacked, a folder that load_dataset reads and that can be pushed as it is"
        }
        ExportFormat::ExcelCsv => "UTF-8 with the mark by which Excel knows it",
        _ => "",
    };
    let options = OTHERS.map(|(_, value, words)| view! { <option value=value>{words}</option> });
    view! {
        <div class="export-row" role="group" aria-label="Export in another format" title=hint>
            <select id="export-format" aria-label="Format" on:change=choose>{options}</select>
            <button type="button" id="export-other" disabled=move || n_labels.get() == 0 on:click=save(ExportRows::Labeled)>"Labeled"</button>
            <button type="button" id="export-picks-other" on:click=save(ExportRows::Picks)>"All picks"</button>
        </div>
    }
}

/// Whether formulas are guarded, and what that altered in the last file, or would have.
#[component]
fn Guard() -> impl IntoView {
    let store = use_store();
    let guards = select(|state| state.guards_formulas);
    let told = select_open(|open| open.exported_formulas.as_ref().map(Told::words));
    let change = move |event| store.dispatch(Action::GuardFormulas(event_target_checked(&event)));
    view! {
        <label class="guard" title="In CSV and TSV: an apostrophe before each cell that begins with =, +, -, @, a tab or a line break. \
            This page takes it away again when it opens the file.">
            <input type="checkbox" id="guard-formulas" prop:checked=guards on:change=change/>
            "Keep spreadsheets from running formulas"
        </label>
        <p class="hint" id="formulas" role="status" dir="auto">{told}</p>
    }
}

/// That what annotators disagree on has no label in any of these files.
#[component]
fn Disputed() -> impl IntoView {
    let n = select_open(|open| open.n_disputed());
    let words = move || match n.get() {
        1 => "1 text is disputed: it has no label here until it is settled under Agreement.".to_owned(),
        n => format!(
            "{} texts are disputed: they have no label here until they are settled under Agreement.",
            grouped(n as u64)
        ),
    };
    view! { <Show when=move || n.get() != 0><p class="hint" id="disputed">{words}</p></Show> }
}

/// Buttons for each file.
#[component]
pub fn Export() -> impl IntoView {
    let store = use_store();
    let n_labels = select_open(|open| open.history.labels().len());
    let save = move |rows, format| move |_| store.dispatch(Action::Export(rows, format));
    let none = move || n_labels.get() == 0;
    let is_packing = select(|state| state.prompting.is_packing);
    let try_prompt = move |_| store.dispatch(Action::Prompt(prompting::Action::Open));
    let pack = move |_| store.dispatch(Action::Prompt(prompting::Action::Pack));
    view! {
        <section class="panel export" title="Every column of your file comes back as it was, with rank, row, part, degree and label in front.">
            <h2>"Export"</h2>
            <div class="export-row" role="group" aria-label="Export labeled texts">
                <span>"Labeled"</span>
                <button type="button" class="primary" id="export-csv" disabled=none on:click=save(ExportRows::Labeled, ExportFormat::Csv)>"CSV"</button>
                <button type="button" id="export-jsonl" disabled=none on:click=save(ExportRows::Labeled, ExportFormat::JsonLines)>"JSONL"</button>
            </div>
            <div class="export-row" role="group" aria-label="Export all picks">
                <span>"All picks"</span>
                <button type="button" id="export-picks-csv" on:click=save(ExportRows::Picks, ExportFormat::Csv)>"CSV"</button>
                <button type="button" id="export-picks-jsonl" on:click=save(ExportRows::Picks, ExportFormat::JsonLines)>"JSONL"</button>
            </div>
            <OtherFormats/>
            <Guard/>
            <div class="export-row few-shot" role="group" aria-label="Few-shot prompts">
                <span>"Few-shot"</span>
                <button type="button" id="try-prompt" disabled=none on:click=try_prompt
                    title="The prompt that a language model would get for a text of yours">"Try a prompt …"</button>
                <button type="button" id="export-pack" disabled=move || none() || is_packing.get() on:click=pack
                    title="Labeled texts, their embeddings and the template as one file, for `fastgas prompt --pack` or a program of yours">
                    {move || if is_packing.get() { "Packing …" } else { "Pack (JSON)" }}
                </button>
            </div>
            <Disputed/>
            <BackUp/>
        </section>
    }
}
