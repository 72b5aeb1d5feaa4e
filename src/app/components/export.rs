//! The way out.

use leptos::prelude::*;

use super::{select_open, use_store};
use crate::app::store::Action;
use crate::export::{ExportFormat, ExportRows};

/// Buttons for each file.
#[component]
pub fn Export() -> impl IntoView {
    let store = use_store();
    let n_labels = select_open(|open| open.history.labels().len());
    let save = move |rows, format| move |_| store.dispatch(Action::Export(rows, format));
    let none = move || n_labels.get() == 0;
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
        </section>
    }
}
