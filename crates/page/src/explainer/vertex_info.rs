//! Describes one dot that the user points at, taps, or enters by number.

use leptos::prelude::*;

use crate::explainer::signal::{use_explainer, use_pointing};
use crate::i18n::t;

/// The height of the text is fixed, so that the pictures do not move when the text changes.
#[component]
pub fn Dot() -> impl IntoView {
    let explainer = use_explainer();
    let pointing = use_pointing();
    let name = explainer.select(|explainer| explainer.source_graph.as_ref().map(|source_graph| source_graph.name));
    let n = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .map_or(1, |source_graph| source_graph.graph.n_vertices())
    });
    let language = explainer.select(|explainer| explainer.language_of_texts());
    // A new graph deselects the dot, because the vertex number belongs to another dot of the new graph.
    Effect::new(move |_| {
        name.get();
        pointing.set(None);
    });
    let description = Memo::new(move |_| {
        let (player, vertex) = pointing.get()?;
        explainer.0.with(|explainer| explainer.dot(player, vertex))
    });
    let number = move || {
        pointing
            .get()
            .map_or_else(String::new, |(_, vertex)| (vertex + 1).to_string())
    };
    view! {
        <div class="try-number">
            <label>{t!("explainer-vertex-label")}" "<input type="number" id="explainer-dot" min="1" max=n prop:value=number
                on:input=move |event| {
                    let number = event_target_value(&event).parse::<u32>().ok();
                    pointing.set(number.and_then(|number| Some((0, number.checked_sub(1)?))));
                }/></label>
            <output id="explainer-dot-says" tabindex="0">
                {move || match description.get() {
                    None => view! { <span class="faint">{t!("explainer-vertex-hint")}</span> }.into_any(),
                    Some((text, more)) => view! {
                        <span dir="auto" lang=language>{text}</span>
                        {more.map(|more| view! { " " <span class="faint">{more}</span> })}
                    }.into_any(),
                }}
            </output>
        </div>
    }
}
