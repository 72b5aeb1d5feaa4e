//! A list of words, each with its meaning.

use leptos::prelude::*;

#[component]
pub fn Meanings(
    #[prop(optional)] id: Option<&'static str>,
    /// True if the words are column names in an exported file, which are the same in every language.
    #[prop(optional)]
    are_names_in_file: bool,
    meanings: Vec<(String, String)>,
) -> impl IntoView {
    let line = move |(word, meaning): (String, String)| {
        let word = match are_names_in_file {
            true => view! { <code lang="en" translate="no" dir="auto">{word}</code> }.into_any(),
            false => word.into_any(),
        };
        view! { <dt>{word}</dt><dd>{meaning}</dd> }
    };
    view! { <dl class="meanings" id=id>{meanings.into_iter().map(line).collect_view()}</dl> }
}
