//! The list of the review work that the user still has to do. Each kind of work has a button.

use leptos::prelude::*;

use crate::answers;
use crate::browser::animation_frame::before_paint;
use crate::i18n::{grouped, t};
use crate::review::Msg as ReviewMsg;
use crate::review::queue::{Amount, Task, amount, suggestions};
use crate::review::table_view::TableData;
use crate::runtime::access::{use_app, use_state};
use crate::similar;
use crate::state::Msg;
use crate::suggestions as suggested;
use crate::team;
use crate::ui::dom::scroll_to_id;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::{scoped_memo, subscribe};

#[component]
pub fn ReviewQueue(data: TableData) -> impl IntoView {
    let navigation = ListNavigation::of("review-queue", "button", || ());
    let lines = Task::ALL.map(|task| view! { <Line task data navigation/> });
    view! {
        <section class="panel review-queue" aria-labelledby="review-queue-title">
            <h2 id="review-queue-title">{t!("review-queue-title")}</h2>
            <ul id="review-queue" on:focusin=move |event| navigation.focused(&event)
                on:keydown=move |event| navigation.key(&event, |_, _| ())>{lines}</ul>
        </section>
    }
}

/// The amount of one kind of review work, which is computed only while the list of review work is visible.
/// Suggestions are counted again only after a change of the suggestions or the labels, because counting is slow.
fn amount_of(task: Task, data: TableData) -> Memo<Amount> {
    let app = use_app();
    if task != Task::Suggestions {
        return scoped_memo(move || match data.is_visible.get() {
            true => app.state().with(|state| amount(task, state, &data.rows.read())),
            false => Amount::Known(0),
        });
    }
    let basis = use_state(|state| {
        let n_changes = state
            .project
            .as_ref()
            .map(|project| (project.n_changes(), project.view.current));
        let is_making = state.suggestions.is_making_all();
        (state.suggestions.all.clone(), is_making, n_changes)
    });
    scoped_memo(move || {
        if !data.is_visible.get() {
            return Amount::Known(0);
        }
        subscribe(basis);
        app.state().with_untracked(|state| {
            let amount = |project| suggestions(&state.suggestions, project);
            state.project.as_ref().map_or(Amount::Known(0), amount)
        })
    })
}

#[component]
fn Line(task: Task, data: TableData, navigation: ListNavigation) -> impl IntoView {
    let app = use_app();
    let amount = amount_of(task, data);
    let is_open = scoped_memo(move || amount.get().is_open());
    let has_button = scoped_memo(move || amount.get().has_button());
    navigation.follow(move || subscribe(has_button));
    let words = move || match amount.get() {
        Amount::Known(0) => t!("review-queue-empty"),
        Amount::Known(n) => t!("common-text-count", n = grouped(n as u64)),
        Amount::OnlyResults => t!("review-queue-only-results"),
        Amount::Pending => t!("review-queue-pending"),
        Amount::Unknown => t!("review-queue-unknown"),
    };
    let count = move || match amount.get() {
        Amount::Known(n) => Some(n.to_string()),
        Amount::OnlyResults => Some("0".to_owned()),
        Amount::Pending | Amount::Unknown => None,
    };
    let open = move |_| match (task, task.status()) {
        (_, Some(status)) => {
            app.dispatch(Msg::Review(ReviewMsg::ShowOnly(status)));
            before_paint(|| scroll_to_id("review-table"));
        }
        (Task::Suggestions, _) => {
            app.dispatch(Msg::Suggest(suggested::Msg::OpenPreview));
            // The displayed number includes the suggestions of all parts, so the dialog must show all parts.
            app.dispatch(Msg::Suggest(suggested::Msg::ChoosePart(None)));
        }
        (Task::Answers, _) => app.dispatch(Msg::ModelAnswers(answers::Msg::OpenReview)),
        (Task::Disagreements, _) => app.dispatch(Msg::Team(team::Msg::Show)),
        _ => app.dispatch(Msg::Similar(similar::Msg::OpenDuplicates)),
    };
    let is_dialog = task.status().is_none();
    let caption = match is_dialog {
        true => t!("review-queue-open-button"),
        false => t!("review-queue-show-button"),
    };
    view! {
        <li class:done=move || !is_open.get() data-task=task.id() data-count=count>
            <span id=format!("review-task-{}", task.id())>{task.name()}</span>
            <span class="faint">{words}</span>
            <Show when=move || has_button.get()>
                <button type="button" id=format!("review-open-{}", task.id()) tabindex="-1" aria-haspopup=is_dialog.then_some("dialog")
                    aria-describedby=format!("review-task-{}", task.id()) on:click=open>{caption.clone()}</button>
            </Show>
        </li>
    }
}
