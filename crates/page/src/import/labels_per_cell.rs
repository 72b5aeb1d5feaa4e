//! The control for the format of labels in a cell, and a preview of the resulting labels.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::{Key, grouped, key, t};
use crate::ui::dom::mounted;
use fastgas_data::{LabelCell, Separator};

const MAX_SHOWN_LABELS: usize = 30;
const OTHER_SEPARATOR: &str = "other";

const CHOICES: [(LabelCell, &str, Key); 9] = [
    (LabelCell::One, "one", key!("import-cell-one")),
    (LabelCell::between(";"), ";", key!("import-cell-semicolons")),
    (LabelCell::between(","), ",", key!("import-cell-commas")),
    (LabelCell::between("|"), "|", key!("import-cell-bars")),
    (LabelCell::between("#"), "#", key!("import-cell-hashes")),
    (LabelCell::between("/"), "/", key!("import-cell-slashes")),
    (LabelCell::between("::"), "::", key!("import-cell-colons")),
    (LabelCell::between("||"), "||", key!("import-cell-double-bars")),
    (LabelCell::List, "list", key!("import-cell-list")),
];

/// `name` is the prefix of the element ids.
#[component]
pub fn PerCellField(
    name: &'static str,
    #[prop(into)] per_cell: Signal<LabelCell>,
    #[prop(into)] set: Callback<LabelCell>,
) -> impl IntoView {
    // True if the user chose to type a separator.
    // The separator itself does not show whether it was typed, because a typed separator may equal a listed separator.
    let types = RwSignal::new(false);
    let is_listed = move || CHOICES.iter().any(|(choice, ..)| *choice == per_cell.get());
    let is_other = Memo::new(move |_| types.get() || !is_listed());
    let choose = move |event: ev::Event| {
        let value = event_target_value(&event);
        types.set(value == OTHER_SEPARATOR);
        if let Some((choice, ..)) = CHOICES.iter().find(|choice| choice.1 == value) {
            set.run(*choice);
        }
    };
    let written = move || match per_cell.get() {
        LabelCell::Separated(separator) => separator.as_str().replace('\t', "\\t").replace('\n', "\\n"),
        LabelCell::One | LabelCell::List => String::new(),
    };
    let type_one = move |event: ev::Event| {
        let typed = event_target_value(&event).replace("\\t", "\t").replace("\\n", "\n");
        // An empty input does not change the separator, because a separator cannot be empty.
        if let Some(separator) = Separator::new(&typed) {
            set.run(LabelCell::Separated(separator));
        }
    };
    let options = CHOICES.map(|(choice, value, words)| {
        let is_chosen = move || !is_other.get() && per_cell.get() == choice;
        view! { <option value=value prop:selected=is_chosen>{words.text()}</option> }
    });
    view! {
        <label class="field wide"><span>{t!("import-cell-labels-label")}</span>
            <select id=format!("{name}-per-cell") on:change=mounted(choose)>
                {options}
                <option value=OTHER_SEPARATOR prop:selected=move || is_other.get()>{t!("import-cell-other")}</option>
            </select>
        </label>
        <Show when=move || is_other.get()>
            <div class="field wide">
                <label for=format!("{name}-separator")>{t!("import-separator-label")}</label>
                <input id=format!("{name}-separator") type="text" autocomplete="off" spellcheck="false" maxlength="16" translate="no"
                    prop:value=written aria-describedby=format!("{name}-separator-hint") on:input=type_one/>
                <span class="hint" id=format!("{name}-separator-hint")>{t!("import-separator-hint")}</span>
            </div>
        </Show>
    }
}

#[component]
pub fn LabelCounts(name: &'static str, #[prop(into)] counts: Signal<Option<Vec<(String, u32)>>>) -> impl IntoView {
    let words = move || {
        counts.get().map(|counts| {
            let named = counts.iter().take(MAX_SHOWN_LABELS);
            let named = named.map(|(label, n)| format!("{} ({})", isolated(label), grouped(u64::from(*n))));
            let named: Vec<String> = named.collect();
            let more = counts.len().saturating_sub(MAX_SHOWN_LABELS);
            let more = (more > 0).then(|| t!("import-label-counts-more", n = grouped(more as u64)));
            let named = named.into_iter().chain(more).collect::<Vec<_>>().join(", ");
            t!("import-label-counts-status", n = grouped(counts.len() as u64), named)
        })
    };
    view! { <p class="faint label-counts" id=format!("{name}-label-counts") role="status">{words}</p> }
}
