//! The badge of a part: the shape and the color of the part, and the name or number of the part.

use leptos::prelude::*;

use crate::ui::{form_class, part_class};
use fastgas_map::PaletteColor;

/// The shape distinguishes parts of the partition without colors.
///
/// The shape is a class of style.css instead of an SVG, because a list of texts may have thousands of badges.
#[component]
pub fn PartBadge(
    part: u32,
    color: PaletteColor,
    #[prop(into)] name: String,
    /// The tooltip shows the whole name if the name does not fit.
    #[prop(optional, into)]
    title: Option<String>,
) -> impl IntoView {
    view! { <span class=format!("part {}", part_class(color)) title=title><i class=form_class(part) aria-hidden="true"></i>{name}</span> }
}

#[cfg(test)]
mod tests {
    use crate::ui::form_class;
    use fastgas_partition::{N_PART_FORMS, PartForm};

    #[test]
    fn style_sheet_has_the_form_of_each_part() {
        let css = include_str!("../../../../www/style.css");
        for part in 0..N_PART_FORMS {
            let rule = format!(".{} {{ clip-path: {}; }}", form_class(part), PartForm::clip_path(part));
            assert!(css.contains(&rule), "style.css lacks the rule\n{rule}");
        }
        assert_eq!(form_class(N_PART_FORMS + 3), form_class(3));
    }
}
