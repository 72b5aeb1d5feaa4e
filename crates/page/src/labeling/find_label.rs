//! Finds a label by name, for label sets with more labels than there are keys.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::labeling;
use crate::labeling::label_set::{ShownLabel, shown_labels};
use crate::labeling::label_set_view::MAX_LABEL_BUTTONS;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::color_class;
use crate::ui::dialog::LargeDialog;
use crate::ui::keyboard::is_composing;

/// The Escape key closes the dialog without assigning a label.
#[component]
pub fn FindLabel() -> impl IntoView {
    let app = use_app();
    let is_open = use_state(|state| state.labeling.is_finding_label);
    let close = move |()| app.dispatch(Msg::Labeling(labeling::Msg::FindLabel(false)));
    view! { <LargeDialog name="find-label" title=t!("labeling-find-label-title") is_open close><GiveFound/></LargeDialog> }
}

#[derive(Clone, Debug, PartialEq)]
enum FinderItem {
    Give(usize, ShownLabel),
    Add(String),
}

#[component]
fn GiveFound() -> impl IntoView {
    let app = use_app();
    let give = move |index| {
        app.dispatch(Msg::Labeling(labeling::Msg::FindLabel(false)));
        if let Some(index) = index {
            app.dispatch(Msg::Labeling(labeling::Msg::Give { index }));
        }
    };
    view! { <Finder found=give/> <p class="faint">{t!("labeling-find-label-hint")}</p> }
}

/// `found` receives the index of the chosen or added label, or `None` if the added label was refused.
#[component]
pub fn Finder(
    #[prop(into)] found: Callback<Option<usize>>,
    #[prop(into, optional)] chosen: Signal<Vec<usize>>,
) -> impl IntoView {
    let app = use_app();
    let field = NodeRef::<html::Input>::new();
    let typed = RwSignal::new(String::new());
    let labels = use_project(shown_labels);
    let choices = Memo::new(move |_| choices(&labels.read(), typed.read().trim()));
    // The position is `None` until the user presses an arrow key, and again after an edit of the search text.
    let moved = RwSignal::new(None::<usize>);
    let at = Memo::new(move |_| moved.get().or_else(|| begins_at(&choices.read())));
    let choose = move |choice: FinderItem| {
        let index = match choice {
            FinderItem::Give(index, _) => Some(index),
            FinderItem::Add(name) => {
                let n = labels.read_untracked().len();
                app.dispatch(Msg::Labeling(labeling::Msg::AddLabel(name)));
                (labels.read_untracked().len() > n).then_some(n)
            }
        };
        // The field is cleared, so that the user can search for another label.
        moved.set(None);
        typed.set(String::new());
        found.run(index);
    };
    let on_key = move |event: KeyboardEvent| {
        if is_composing(&event) {
            return;
        }
        let last = choices.read_untracked().len().saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => moved.set(Some(at.get_untracked().map_or(0, |at| (at + 1).min(last)))),
            "ArrowUp" => moved.set(at.get_untracked().map(|at| at.saturating_sub(1))),
            "Enter" if !event.ctrl_key() && !event.meta_key() => {
                let at = at.get_untracked();
                if let Some(choice) = at.and_then(|at| choices.get_untracked().get(at).cloned()) {
                    choose(choice);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // Focusing fails only if the field is no longer displayed.
            let _ = field.focus();
        }
    });
    Effect::new(move |_| {
        let option = at.get().map(option_id);
        if let Some(option) = option.and_then(|id| document().get_element_by_id(&id)) {
            option.scroll_into_view_with_bool(false);
        }
    });
    let line = move |(position, choice): (usize, FinderItem)| {
        let index = match &choice {
            FinderItem::Give(index, _) => Some(*index),
            FinderItem::Add(_) => None,
        };
        let is_chosen = move || index.is_some_and(|index| chosen.read().contains(&index));
        let (class, words) = match &choice {
            FinderItem::Give(_, label) => (color_class(label.color), view! { <i class="swatch" aria-hidden="true">{label.letters()}</i>" "{move || is_chosen().then_some("✓ ")}<bdi>{label.name.clone()}</bdi>" "<span class="faint">{label.description.clone()}</span> }.into_any()),
            FinderItem::Add(name) => ("add".to_owned(), t!("labeling-find-label-add", name = isolated(name)).into_any()),
        };
        view! {
            <li role="option" id=option_id(position) class=class aria-selected=move || (at.get() == Some(position)).to_string()
                on:click=move |_| choose(choice.clone())>{words}</li>
        }
    };
    view! {
        <input type="text" id="find-label" node_ref=field role="combobox" autocomplete="off" dir="auto" aria-expanded="true" aria-controls="found-labels"
            aria-label=t!("labeling-find-label-placeholder") placeholder=t!("labeling-find-label-placeholder")
            aria-activedescendant=move || at.get().map(option_id) prop:value=typed on:keydown=on_key
            on:input:target=move |event| { moved.set(None); typed.set(event.target().value()) }/>
        <ul role="listbox" id="found-labels" aria-label=t!("common-labels")>
            {move || choices.get().into_iter().take(MAX_LABEL_BUTTONS).enumerate().map(line).collect_view()}
        </ul>
    }
}

fn option_id(position: usize) -> String {
    format!("found-label-{position}")
}

/// The first item of [`choices`] is highlighted until the user presses an arrow key.
fn begins_at(choices: &[FinderItem]) -> Option<usize> {
    (!choices.is_empty()).then_some(0)
}

fn words(name: &str) -> Vec<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Counts the words of the search text `wanted` that begin a word of the label `name`.
/// Words of three or more letters may also occur inside a word.
fn in_common(name: &[String], wanted: &[String]) -> usize {
    let is_in = |wanted: &str, own: &str| own.starts_with(wanted) || (is_long(wanted) && own.contains(wanted));
    let is_wanted = |wanted: &&String| name.iter().any(|own| is_in(wanted, own));
    wanted.iter().filter(is_wanted).count()
}

fn is_long(word: &str) -> bool {
    word.chars().count() > 2
}

/// Latin letters include letters with diacritical marks.
/// A Latin word may begin after any other character, for example after a Chinese character without a space.
fn is_latin(letter: char) -> bool {
    letter.is_alphabetic() && letter < '\u{250}'
}

/// Finds the labels whose name contains the search text `wanted` literally or matches all words of `wanted`.
/// One or two Latin letters must begin a word of the name: “no” does not find “unknown”.
/// The exact name comes first, then names that start with `wanted`, then all others.
/// The item that adds a new label is last, and is missing if a label with the name `wanted` exists.
/// If no label matches, the item that adds a label is first. Labels that match most long words of `wanted` follow.
fn choices(labels: &[ShownLabel], wanted: &str) -> Vec<FinderItem> {
    let lower = wanted.to_lowercase();
    let sought = words(wanted);
    let begins = sought.join(" ");
    let is_short = !lower.is_empty() && !is_long(&lower) && lower.chars().all(is_latin);
    let is_literal = |name: &str| match is_short {
        true => name
            .match_indices(&lower)
            .any(|(at, _)| !name[..at].ends_with(is_latin)),
        false => name.contains(&lower),
    };
    let has_all = |name: &str, parts: &[String]| {
        is_literal(name) || (!sought.is_empty() && in_common(parts, &sought) == sought.len())
    };
    let named = labels.iter().map(|label| label.name.to_lowercase());
    let named: Vec<(String, Vec<String>)> = named.map(|name| (name.clone(), words(&name))).collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, (name, parts)) in named.iter().enumerate() {
        if has_all(name, parts) {
            let is_first = name.starts_with(&lower) || parts.join(" ").starts_with(&begins);
            found.push((usize::from(!is_first) + usize::from(*name != lower), index));
        }
    }
    let has_all_of_it = !found.is_empty();
    if !has_all_of_it {
        let long: Vec<String> = sought.into_iter().filter(|word| is_long(word)).collect();
        for (index, (_, parts)) in named.iter().enumerate() {
            let n = in_common(parts, &long);
            if n > 0 {
                found.push((long.len() - n, index));
            }
        }
    }
    found.sort_unstable();
    let give = found
        .into_iter()
        .map(|(_, index)| FinderItem::Give(index, labels[index].clone()));
    let is_new = !wanted.is_empty() && labels.iter().all(|label| label.name != wanted);
    let add = is_new.then(|| FinderItem::Add(wanted.to_owned()));
    match has_all_of_it {
        true => give.chain(add).collect(),
        false => add.into_iter().chain(give).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_the_prefix_come_first_and_a_new_label_last() {
        let label = |name: &str| ShownLabel {
            name: name.into(),
            description: String::new(),
            key: None,
            color: 0,
        };
        let labels = ["lost card", "Card arrival", "cash"].map(label);
        let name = |choice| match choice {
            FinderItem::Give(_, label) => label.name,
            FinderItem::Add(name) => format!("+ {name}"),
        };
        let named =
            |labels: &[ShownLabel], wanted: &str| choices(labels, wanted).into_iter().map(name).collect::<Vec<_>>();
        let names = |wanted: &str| named(&labels, wanted);
        assert_eq!(names(""), ["lost card", "Card arrival", "cash"]);
        assert_eq!(names("card"), ["Card arrival", "lost card", "+ card"]);
        assert_eq!(names("cash"), ["cash"]);
        assert_eq!(names("pin"), ["+ pin"]);
        assert_eq!(begins_at(&choices(&labels, "pin")), Some(0));
        assert_eq!(begins_at(&choices(&labels, "")), Some(0));
        assert_eq!(begins_at(&choices(&[], "")), None);
        assert_eq!(
            named(&["card arrival", "card"].map(label), "Card"),
            ["card", "card arrival", "+ Card"]
        );
        // The search also finds names with underscores and hyphens, and accepts the words in any order.
        let intents = ["card_arrival", "lost_or_stolen_card", "cash-withdrawal"].map(label);
        let names = |wanted: &str| named(&intents, wanted);
        assert_eq!(names("card a"), ["card_arrival", "+ card a"]);
        assert_eq!(names("card lost"), ["lost_or_stolen_card", "+ card lost"]);
        assert_eq!(
            names("wheres my card"),
            ["+ wheres my card", "card_arrival", "lost_or_stolen_card"]
        );
        assert_eq!(
            names("card payment problem"),
            ["+ card payment problem", "card_arrival", "lost_or_stolen_card"]
        );
        assert_eq!(names("lost crd"), ["+ lost crd", "lost_or_stolen_card"]);
        assert_eq!(
            names("Stol CARD"),
            ["lost_or_stolen_card", "+ Stol CARD"],
            "beginnings of words match regardless of case"
        );
        assert_eq!(names("_"), ["card_arrival", "lost_or_stolen_card", "+ _"]);
        assert_eq!(names("my pin"), ["+ my pin"]);
        // A search text of one or two letters does not match inside a longer word, so that Enter adds a new label.
        let short = ["unknown", "book", "oktoberfest"].map(label);
        let names = |wanted: &str| named(&short, wanted);
        assert_eq!(names("no"), ["+ no"]);
        assert_eq!(names("OK"), ["oktoberfest", "+ OK"]);
        assert_eq!(names("know"), ["unknown", "+ know"]);
        // Umlauts are Latin letters. A Latin word may directly follow a Chinese character.
        let mixed = ["Kölner Bier", "最新AI", "3D-Druck"].map(label);
        let names = |wanted: &str| named(&mixed, wanted);
        assert_eq!(names("Öl"), ["+ Öl"]);
        assert_eq!(names("kö"), ["Kölner Bier", "+ kö"]);
        assert_eq!(names("ai"), ["最新AI", "+ ai"]);
        assert_eq!(names("新"), ["最新AI", "+ 新"]);
        assert_eq!(names("d"), ["3D-Druck", "+ d"]);
    }
}
