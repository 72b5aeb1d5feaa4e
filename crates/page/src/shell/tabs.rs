//! The tabs of the result screen, and the button that opens the settings.

use leptos::prelude::*;
use web_sys::Element;

use crate::browser::animation_frame::before_paint;
use crate::i18n::{Key, key, t};
use crate::runtime::access::{use_app, use_state};
use crate::shell::shortcuts::SETTINGS_DIGIT;
use crate::shell::views::{self, View};
use crate::state::Msg;
use crate::ui::dom::{focus, focused};
use crate::ui::keyboard::alt_key;

fn title(view: View) -> Key {
    match view {
        View::Data => key!("shell-view-data"),
        View::Label => key!("shell-view-label"),
        View::Review => key!("shell-view-review"),
        View::Export => key!("shell-view-export"),
    }
}

fn tooltip(view: View) -> Key {
    match view {
        View::Data => key!("shell-view-data-tooltip"),
        View::Label => key!("shell-view-label-tooltip"),
        View::Review => key!("shell-view-review-tooltip"),
        View::Export => key!("shell-view-export-tooltip"),
    }
}

fn tab_id(view: View) -> String {
    format!("view-{}", view.name())
}

#[component]
pub fn ViewTabs() -> impl IntoView {
    let app = use_app();
    let shown = use_state(|state| state.view.shown);
    // The settings button is highlighted while the settings in the form differ from the settings of the picks.
    let is_outdated = use_state(|state| state.is_outdated() && state.run.current.is_none());
    let settings_tooltip = move || match is_outdated.get() {
        true => t!("run-outdated-settings-hint"),
        false => t!("shell-settings-tooltip"),
    };
    focus_new_view(shown);
    let tab = move |(digit, view): (usize, View)| {
        view! {
            <button type="button" id=tab_id(view) class="tab" title=tooltip(view).text() aria-keyshortcuts=format!("Alt+{digit}")
                aria-current=move || (shown.get() == view).then_some("page")
                on:click=move |_| app.dispatch(Msg::View(views::Msg::Show(view)))>
                {title(view).text()}" "<kbd>{alt_key()}" "{digit}</kbd>
            </button>
        }
    };
    view! {
        <nav class="views" aria-label=t!("shell-views-label")>
            {(1..).zip(View::ALL).map(tab).collect_view()}
            <button type="button" id="open-settings" class="tab" class:outdated=is_outdated aria-haspopup="dialog" title=settings_tooltip
                aria-keyshortcuts=format!("Alt+{SETTINGS_DIGIT}") on:click=move |_| app.dispatch(Msg::View(views::Msg::OpenSettings))>
                <span class="symbol" aria-hidden="true">{"⚙"}</span>" "<span class="words">{t!("common-settings")}</span>
                <Show when=move || is_outdated.get()>
                    <span class="hidden">", "{t!("shell-settings-changed-status")}</span><span class="differs" aria-hidden="true">{"●"}</span>
                </Show>
                " "<kbd>{alt_key()}" "{SETTINGS_DIGIT}</kbd>
            </button>
        </nav>
    }
}

/// A new view is shown from the top. If the focused element is in the old view, the focus moves into the new view.
/// If the map has focus when the label view opens, the focus moves to the text, because keys answer the text there.
fn focus_new_view(shown: Memo<View>) {
    Effect::new(move |before: Option<View>| {
        let now = shown.get();
        if before.is_some_and(|before| before != now) {
            before_paint(move || {
                window().scroll_to_with_x_and_y(0.0, 0.0);
                let leaves = |focused: Element| {
                    focused.get_client_rects().length() == 0 || (now == View::Label && focused.id() == "map")
                };
                if focused().is_none_or(leaves) {
                    focus_view(now);
                }
            });
        }
        now
    });
}

/// In the label view, the current text receives focus, so that the user can label the text with the keyboard.
/// In other views, the tab of the view receives focus.
pub fn focus_view(view: View) {
    match view {
        View::Label => focus("current-text"),
        _ => focus(&tab_id(view)),
    };
}
