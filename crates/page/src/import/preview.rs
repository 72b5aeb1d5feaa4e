//! The preview of a file's first rows.

use std::sync::Arc;

use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::import;
use crate::runtime::access::{use_app, use_state};
use crate::state::Msg;
use crate::ui::truncate;
use fastgas_data::{Instance, Pool};

const N_ROWS: usize = 12;
const MAX_CELL_CHARS: usize = 240;

/// A click on a column name selects the text column.
#[component]
pub fn Preview() -> impl IntoView {
    let pool = use_state(|state| state.project.as_ref().map(|project| project.source.pool.clone()));
    view! { {move || pool.get().map(|pool| view! { <Rows pool/> })} }
}

#[component]
fn Rows(pool: Arc<Pool>) -> impl IntoView {
    let app = use_app();
    let text_column = use_state(|state| state.project.as_ref().map(|project| project.source.text_column));
    let is_text = move |column: usize| text_column.get() == Some(column);
    let n_columns = pool.columns().len();
    let shown = Memo::new(move |_| truncate::visible_columns(n_columns, text_column.get()));
    let more = move || truncate::hidden_columns_note(n_columns - shown.read().len());
    let of_pool = pool.clone();
    let head = move || {
        let name_of = |column: usize| {
            let choose = move |_| app.dispatch(Msg::Import(import::Msg::ChooseTextColumn(column)));
            view! {
                <th scope="col" class:chosen=move || is_text(column)>
                    <button type="button" on:click=choose aria-pressed=move || is_text(column).to_string()
                        title=t!("import-text-column-tooltip")>
                        <bdi>{truncate::name(&of_pool.columns()[column], column)}</bdi>
                        <span class="tag">{move || if is_text(column) { t!("import-text-column-tag") } else { String::new() }}</span>
                    </button>
                </th>
            }
        };
        shown.get().into_iter().map(name_of).collect_view()
    };
    let of_pool = pool.clone();
    let rows = move || {
        let row = |instance: Instance<'_>| {
            let cell = |&column: &usize| {
                view! { <td dir="auto" lang="" class:chosen=move || is_text(column)>{truncate::ellipsis(instance.cell(column), MAX_CELL_CHARS)}</td> }
            };
            let cells = shown.read().iter().map(cell).collect_view();
            view! { <tr><th scope="row">{instance.row()}</th>{cells}</tr> }
        };
        of_pool.instances().take(N_ROWS).map(row).collect_view()
    };
    let caption = match pool.len() {
        n if n > N_ROWS => t!("import-preview-first-caption", n_rows = N_ROWS, n = grouped(n as u64)),
        n => t!("import-preview-all-caption", n),
    };
    view! {
        <section class="panel preview">
            <div class="panel-head"><h2>{t!("common-your-file")}</h2><span class="faint">{caption}</span></div>
            <div class="scroll" tabindex="0" role="group" aria-label=t!("import-first-rows-label")>
                <table>
                    <thead><tr><th scope="col" class="row-number"><span class="hidden">{t!("import-row-column")}</span></th>{head}
                        {move || more().map(|more| view! { <th scope="col" class="faint more-columns">{more}</th> })}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}
