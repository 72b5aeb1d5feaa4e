//! Labels many texts in one step. The user first chooses the label and then presses a button to apply the label.
//! In the list of labels, a key press only chooses a label, so that it cannot apply the label by accident.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::t;
use crate::runtime::access::use_project;
use crate::ui::dom::mounted;
use fastgas_annotation::label::AnswerType;

/// `give` receives the index of the chosen label in the label set.
/// `name` is the prefix of the element ids. `title` indicates which texts get the label.
/// If answers are free text, there are no labels for the user to choose from.
#[component]
pub fn BulkLabel(
    name: &'static str,
    title: String,
    #[prop(into)] disabled: Signal<bool>,
    #[prop(into)] give: Callback<usize>,
) -> impl IntoView {
    let names = use_project(|project| match project.labels.answers {
        AnswerType::Text => Vec::new(),
        AnswerType::One | AnswerType::Several => project.labels.names.clone(),
    });
    let list = NodeRef::<html::Select>::new();
    let is_chosen = RwSignal::new(false);
    let choose = move |event: ev::Event| is_chosen.set(!event_target_value(&event).is_empty());
    let press = move |_| {
        let Some(list) = list.get_untracked() else { return };
        if let Ok(index) = list.value().parse() {
            give.run(index);
        }
    };
    let options = move || {
        let option = |(index, name): (usize, String)| view! { <option value=index.to_string()>{name}</option> };
        names.get().into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <Show when=move || !names.read().is_empty()>
            <span class="label-all">
                <select id=format!("{name}-label") node_ref=list aria-label=title.clone() disabled=disabled on:change=mounted(choose)>
                    <option value="">{t!("labeling-bulk-label-placeholder")}</option>{options}
                </select>
                <button type="button" id=format!("{name}-give") title=t!("labeling-bulk-label-tooltip") disabled=move || disabled.get() || !is_chosen.get()
                    on:click=press>{t!("labeling-bulk-label-button")}</button>
            </span>
        </Show>
    }
}
