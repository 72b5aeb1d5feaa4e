//! The way out.

use leptos::prelude::*;

use super::{select, select_open, use_store};
use crate::app::prompting;
use crate::app::store::Action;
use crate::export::{ExportFormat, ExportRows};

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
            <div class="export-row few-shot" role="group" aria-label="Few-shot prompts">
                <span>"Few-shot"</span>
                <button type="button" id="try-prompt" disabled=none on:click=try_prompt
                    title="The prompt that a language model would get for a text of yours">"Try a prompt …"</button>
                <button type="button" id="export-pack" disabled=move || none() || is_packing.get() on:click=pack
                    title="Labeled texts, their embeddings and the template as one file, for `fastgas prompt --pack` or a program of yours">
                    {move || if is_packing.get() { "Packing …" } else { "Pack (JSON)" }}
                </button>
            </div>
        </section>
    }
}
