//! A label by its name, where there are more labels than keys.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::dialogs::LargeDialog;
use super::label_set::{ShownLabel, shown_labels};
use super::{color_class, select, select_open, use_store};
use crate::app::effects::wall_clock_ms;
use crate::app::store::Action;
use crate::app::words::say;

/// The dialog. Escape closes it, and no label is given.
#[component]
pub fn FindLabel() -> impl IntoView {
    let store = use_store();
    let is_open = select(|state| state.finding_label);
    let close = move |()| store.dispatch(Action::FindLabel(false));
    view! { <LargeDialog name="find-label" title=say!("find-label-find-label") is_open close><Finder/></LargeDialog> }
}

/// What Enter does with what is highlighted.
#[derive(Clone, PartialEq)]
enum Choice {
    /// Gives the label at this place of the set.
    Give(usize, ShownLabel),
    /// Adds a label of this name first.
    Add(String),
}

#[component]
fn Finder() -> impl IntoView {
    let store = use_store();
    let field = NodeRef::<html::Input>::new();
    let typed = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let labels = select_open(shown_labels);
    let choices = Memo::new(move |_| choices(&labels.read(), typed.read().trim()));
    let choose = move |choice: Choice| {
        let index = match choice {
            Choice::Give(index, _) => Some(index),
            Choice::Add(name) => {
                let n = labels.read_untracked().len();
                store.dispatch(Action::AddLabel(name));
                (labels.read_untracked().len() > n).then_some(n)
            }
        };
        store.dispatch(Action::FindLabel(false));
        if let Some(index) = index {
            let at_ms = wall_clock_ms();
            store.dispatch(Action::Give { index, at_ms });
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let last = choices.read_untracked().len().saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => at.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => at.update(|at| *at = at.saturating_sub(1)),
            "Enter" => {
                if let Some(choice) = choices.get_untracked().get(at.get_untracked()).cloned() {
                    choose(choice);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // Refused only where it is not shown any more.
            let _ = field.focus();
        }
    });
    // What is highlighted stays in sight.
    Effect::new(move |_| {
        let id = option_id(at.get());
        if let Some(option) = document().get_element_by_id(&id) {
            option.scroll_into_view_with_bool(false);
        }
    });
    let line = move |(place, choice): (usize, Choice)| {
        let (class, words) = match &choice {
            Choice::Give(_, label) => (color_class(label.color), view! { <i class="swatch"></i>" "<bdi>{label.name.clone()}</bdi>" "<span class="faint">{label.description.clone()}</span> }.into_any()),
            Choice::Add(name) => ("add".to_owned(), say!("find-label-add", name).into_any()),
        };
        view! {
            <li role="option" id=option_id(place) class=class aria-selected=move || (at.get() == place).to_string()
                on:click=move |_| choose(choice.clone())>{words}</li>
        }
    };
    view! {
        <input type="text" id="find-label" node_ref=field role="combobox" autocomplete="off" dir="auto" aria-expanded="true" aria-controls="found-labels"
            aria-label=say!("find-label-part-of-name") placeholder=say!("find-label-part-of-name")
            aria-activedescendant=move || option_id(at.get()) prop:value=typed on:keydown=on_key
            on:input:target=move |event| { at.set(0); typed.set(event.target().value()) }/>
        <ul role="listbox" id="found-labels" aria-label=say!("common-labels")>
            {move || choices.get().into_iter().enumerate().map(line).collect_view()}
        </ul>
        <p class="faint">{say!("find-label-keys")}</p>
    }
}

fn option_id(place: usize) -> String {
    format!("found-label-{place}")
}

/// The labels that have `wanted` in their name, those that begin with it first; then a new one, where none has that name.
fn choices(labels: &[ShownLabel], wanted: &str) -> Vec<Choice> {
    let lower = wanted.to_lowercase();
    let named = labels.iter().map(|label| label.name.to_lowercase());
    let mut found: Vec<(bool, usize)> = (0..)
        .zip(named)
        .filter(|(_, name)| name.contains(&lower))
        .map(|(index, name)| (!name.starts_with(&lower), index))
        .collect();
    found.sort_unstable();
    let give = found
        .into_iter()
        .map(|(_, index)| Choice::Give(index, labels[index].clone()));
    let is_new = !wanted.is_empty() && labels.iter().all(|label| label.name != wanted);
    give.chain(is_new.then(|| Choice::Add(wanted.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_so_come_first_and_a_new_one_last() {
        let label = |name: &str| ShownLabel {
            name: name.into(),
            description: String::new(),
            key: None,
            color: 0,
        };
        let labels = ["lost card", "Card arrival", "cash"].map(label);
        let names = |wanted: &str| -> Vec<String> {
            let name = |choice| match choice {
                Choice::Give(_, label) => label.name,
                Choice::Add(name) => format!("+ {name}"),
            };
            choices(&labels, wanted).into_iter().map(name).collect()
        };
        assert_eq!(names(""), ["lost card", "Card arrival", "cash"]);
        assert_eq!(names("card"), ["Card arrival", "lost card", "+ card"]);
        assert_eq!(names("cash"), ["cash"]);
        assert_eq!(names("pin"), ["+ pin"]);
    }
}
