//! The first texts that the search found, shown below the search field while the field has focus.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::t;
use crate::labeling;
use crate::labeling::view::show_text;
use crate::map::{Msg as MapMsg, ZoomTarget};
use crate::project::Project;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::dom::focus;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::subscribe;
use crate::ui::truncate::{self, ellipsis};
use fastgas_map::Query;

/// Maximum number of results below the search field. The list below the map shows all results.
const N_SHOWN: usize = 8;
/// Maximum number of characters that a search result shows of a text or cell.
const MAX_LETTERS: usize = 90;

const ID: &str = "search-results";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Hit {
    text: String,
    /// The column name and the cell content that match the query. `None` if the text itself matches.
    elsewhere: Option<(String, String)>,
}

impl Hit {
    /// The result is empty if the project lacks the row, for example while another project is being opened.
    fn of(project: &Project, query: &Query, row: u32) -> Hit {
        let (pool, text_column) = (&project.source.pool, project.source.text_column);
        if row as usize >= pool.len() {
            return Hit::default();
        }
        let instance = pool.instance(row as usize);
        let is_hit = |&column: &usize| column != text_column && query.is_partly_in(instance.cell(column));
        let elsewhere = match query.is_in(instance.cell(text_column)) {
            true => None,
            false => (0..pool.columns().len()).find(is_hit),
        };
        Hit {
            text: project.beginning_of(row, MAX_LETTERS),
            elsewhere: elsewhere.map(|column| {
                let name = truncate::name(&pool.columns()[column], column);
                (name, ellipsis(instance.cell(column), MAX_LETTERS))
            }),
        }
    }
}

pub(crate) fn navigation() -> ListNavigation {
    let found = use_state(|state| state.map.found.clone());
    ListNavigation::of(ID, "button", move || subscribe(found))
}

/// The Down key in the search field moves into the list, and Escape moves back to the field.
#[component]
pub(crate) fn SearchResults(navigation: ListNavigation) -> impl IntoView {
    let found = use_state(|state| state.map.found.clone());
    let query = use_state(|state| Query::new(&state.map.typed));
    let rows = move || {
        let found = found.read();
        let found = found.iter().flat_map(|found| found.iter());
        found.take(N_SHOWN).copied().collect::<Vec<u32>>()
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            focus("map-search");
        } else {
            navigation.key(&event, |_, _| ());
        }
    };
    let is_empty = move || found.with(|found| found.as_ref().is_none_or(|found| found.is_empty()));
    view! {
        <Show when=move || !is_empty()>
            {navigation.created()}
            <ul id=ID class="search-results" aria-label=t!("map-search-results-label") on:focusin=move |event| navigation.focused(&event)
                on:mousedown=move |event| navigation.take_focus(&event) on:keydown=on_key>
                <For each=rows key=|row| *row let(row)><Line row query/></For>
            </ul>
        </Show>
    }
}

#[component]
fn Line(row: u32, query: Memo<Query>) -> impl IntoView {
    let app = use_app();
    let hit = use_project(move |project| query.with(|query| Hit::of(project, query, row)));
    let go = move |_| {
        app.dispatch(Msg::Map(MapMsg::Zoom(ZoomTarget::Row(row))));
        app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
        before_paint(show_text);
    };
    let elsewhere = move || {
        hit.get().elsewhere.map(|(column, cell)| {
            view! { <span class="faint"><bdi>{column}</bdi>": "<bdi lang="">{cell}</bdi></span> }
        })
    };
    view! {
        <li data-row=row.to_string()>
            <button type="button" class="quiet" tabindex="-1" on:click=go>
                <span dir="auto" lang="">{move || hit.get().text}</span>
                {elsewhere}
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    #[test]
    fn result_shows_the_column_in_which_it_was_found() {
        let pool = test_support::pool(
            &["text", "topic", "author"],
            &[&["A lost card", "bank", "Ann"], &["A recipe", "food", "Ann Bank"]],
        );
        let project = Project::new("a.csv".into(), pool, 0, 0.0);
        let hit = |typed: &str, row| Hit::of(&project, &Query::new(typed), row);
        assert_eq!(hit("CARD", 0).elsewhere, None, "the text itself contains it");
        let column = |name: &str, cell: &str| Some((name.to_owned(), cell.to_owned()));
        assert_eq!(hit("card bank", 0).elsewhere, column("topic", "bank"));
        assert_eq!(hit("bank", 1).elsewhere, column("author", "Ann Bank"));
        assert_eq!(hit("bank", 1).text, "A recipe");
        assert_eq!(hit("bank", 2), Hit::default(), "there is no such row");
    }
}
