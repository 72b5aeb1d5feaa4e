//! The first rows of the file.

use std::sync::Arc;

use leptos::prelude::*;

use super::{select, use_store};
use crate::app::store::Action;
use crate::app::words::{grouped, say};
use crate::load::Pool;

/// Rows that are shown.
const N_ROWS: usize = 12;
/// Letters of a cell that are shown.
const N_LETTERS: usize = 240;

/// The first rows as a table; a click on a column's name makes it the text column.
#[component]
pub fn Preview() -> impl IntoView {
    let pool = select(|state| state.open.as_ref().map(|open| open.pool.clone()));
    view! { {move || pool.get().map(|pool| view! { <Rows pool/> })} }
}

#[component]
fn Rows(pool: Arc<Pool>) -> impl IntoView {
    let store = use_store();
    let text_column = select(|state| state.open.as_ref().map(|open| open.text_column));
    let is_text = move |column: usize| text_column.get() == Some(column);
    let head = pool.columns().iter().enumerate().map(|(column, name)| {
        let choose = move |_| store.dispatch(Action::ChooseTextColumn(column));
        view! {
            <th scope="col" class:chosen=move || is_text(column)>
                <button type="button" on:click=choose aria-pressed=move || is_text(column).to_string()
                    title=say!("preview-make-text-column")>
                    {name.clone()}
                    <span class="tag">{move || if is_text(column) { say!("preview-text") } else { String::new() }}</span>
                </button>
            </th>
        }
    });
    let rows = pool.instances().take(N_ROWS).map(|instance| {
        let cells = instance.cells().enumerate().map(|(column, cell)| {
            view! { <td class:chosen=move || is_text(column)>{shortened(cell)}</td> }
        });
        view! { <tr><th scope="row">{instance.row()}</th>{cells.collect_view()}</tr> }
    });
    let caption = match pool.len() {
        n if n > N_ROWS => say!("preview-first-rows", n_rows = N_ROWS, n = grouped(n as u64)),
        n => say!("preview-all-rows", n),
    };
    view! {
        <section class="panel preview">
            <div class="panel-head"><h2>{say!("common-your-file")}</h2><span class="faint">{caption}</span></div>
            <div class="scroll" tabindex="0" role="group" aria-label=say!("preview-first-rows-2")>
                <table>
                    <thead><tr><th scope="col" class="row-number"><span class="hidden">{say!("common-row")}</span></th>{head.collect_view()}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

fn shortened(cell: &str) -> String {
    match cell.char_indices().nth(N_LETTERS) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}
