//! The dialog for choosing the color of a label.

use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::bidi::isolated;
use crate::i18n::{Key, key, t};
use crate::labeling;
use crate::labeling::label_set::shown_labels;
use crate::runtime::access::{read_only, use_app, use_project};
use crate::state::Msg;
use crate::ui::color_class;
use crate::ui::dialog::LargeDialog;
use crate::ui::dom::{focus, mounted};
use fastgas_annotation::label::{LabelSpec, N_COLORS, N_EARLIER_COLORS, NEUTRAL_COLOR};

/// Each color name fits the color in the light theme and in the dark theme.
const NAMES: [Key; N_COLORS as usize + 1] = [
    key!("labeling-color-cornflower"),
    key!("labeling-color-vermilion"),
    key!("labeling-color-jade"),
    key!("labeling-color-violet"),
    key!("labeling-color-gold"),
    key!("labeling-color-teal"),
    key!("labeling-color-raspberry"),
    key!("labeling-color-olive"),
    key!("labeling-color-umber"),
    key!("labeling-color-indigo"),
    key!("labeling-color-grass"),
    key!("labeling-color-plum"),
    key!("labeling-color-orange"),
    key!("labeling-color-slate"),
    key!("labeling-color-crimson"),
    key!("labeling-color-sea-green"),
    key!("labeling-color-blue"),
    key!("labeling-color-brown"),
    key!("labeling-color-green"),
    key!("labeling-color-purple"),
    key!("labeling-color-red"),
    key!("labeling-color-cyan"),
    key!("labeling-color-pink"),
    key!("labeling-color-yellow"),
    // The last name is the name of `NEUTRAL_COLOR`.
    key!("labeling-color-gray"),
];

pub fn color_name(color: usize) -> String {
    NAMES[color.min(NEUTRAL_COLOR as usize)].text()
}

/// Colors that users with any color vision can distinguish come first.
#[component]
pub fn ColorDialog(
    /// Index in the label set of the label whose color is being chosen.
    open: RwSignal<Option<usize>>,
) -> impl IntoView {
    let app = use_app();
    let labels = use_project(move |project| match open.get() {
        Some(_) => shown_labels(project),
        None => Vec::new(),
    });
    let is_open = Memo::new(move |_| open.get().is_some());
    let name = move || {
        let label = open.get().and_then(|index| labels.read().get(index).cloned());
        label.map(
            |label| view! { <span class=format!("chip {}", color_class(label.color)) dir="auto">{label.name}</span> },
        )
    };
    let choose = move |color: u32| {
        let Some(index) = open.get_untracked() else { return };
        let spec = app.state().with_untracked(|state| {
            let labels = &state.project.as_ref()?.labels;
            Some(labels.specs.of(labels.names.get(index)?))
        });
        if let Some(spec) = spec {
            let color = Some(color);
            let spec = LabelSpec { color, ..spec };
            app.dispatch(Msg::Labeling(labeling::Msg::SetLabelSpec { index, spec }));
        }
    };
    // The current color receives focus for keyboard users. By default, the dialog would focus its close button.
    Effect::new(move |_| {
        let label = open.get().and_then(|index| labels.read_untracked().get(index).cloned());
        if let Some(label) = label {
            before_paint(move || {
                focus(&radio_id(label.color));
            });
        }
    });
    let read_only = read_only();
    let group = move |colors: std::ops::Range<u32>| {
        colors.map(move |color| {
            let number = color as usize;
            let users = move || {
                let labels = labels.read();
                let users = labels.iter().filter(|label| label.color == number);
                users.map(|label| isolated(&label.name)).collect::<Vec<_>>().join(", ")
            };
            let is_chosen = move || {
                let labels = labels.read();
                open.get().and_then(|index| labels.get(index)).is_some_and(|label| label.color == number)
            };
            view! {
                <label class=format!("color-option {}", color_class(number))>
                    <input type="radio" name="label-color" id=radio_id(number) value=number.to_string() prop:checked=is_chosen
                        disabled=read_only on:change=mounted(move |_| choose(color))/>
                    <i class={"swatch"}></i>
                    <span>{color_name(number)}</span>
                    <span class="faint" dir="auto">{users}</span>
                </label>
            }
        })
    };
    view! {
        <LargeDialog name="label-color" title=t!("labeling-color-title") is_open close=move |()| open.set(None)>
            <p>{name}</p>
            <div role="radiogroup" aria-labelledby="label-color-title">
                <p class="hint">{t!("labeling-colors-distinct-hint")}</p>
                <div class="color-options">{group(N_EARLIER_COLORS..N_COLORS).collect_view()}</div>
                <p class="hint">{t!("labeling-colors-other-hint")}</p>
                <div class="color-options">{group(0..N_EARLIER_COLORS).collect_view()}</div>
                <p class="hint">{t!("labeling-color-gray-hint")}</p>
                <div class="color-options">{group(NEUTRAL_COLOR..NEUTRAL_COLOR + 1).collect_view()}</div>
            </div>
        </LargeDialog>
    }
}

fn radio_id(color: usize) -> String {
    format!("label-color-{color}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_color_has_its_own_name() {
        let names: BTreeSet<String> = (0..NAMES.len()).map(color_name).collect();
        assert_eq!(names.len(), NAMES.len());
        assert_eq!(color_name(NEUTRAL_COLOR as usize), "gray");
    }
}
