//! Modal dialogs: confirmation questions and large dialogs.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, say};
use crate::project::Open;
use crate::projects;
use crate::projects::cache_size::in_words;
use crate::state::{Action, Question};
use crate::ui::dialog_history;
use crate::ui::{select, use_app};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::AnswerType;

/// The pending question as a native dialog. Escape means no.
#[component]
pub fn QuestionDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let asked = select(|state| {
        let n_labels = state
            .project
            .as_ref()
            .map_or(0, |open| open.annotations.history.labels().len());
        state
            .notices
            .confirmation
            .as_ref()
            .map(|question| words(question, n_labels))
    });
    let to_back_up = select(|state| match &state.notices.confirmation {
        // Back up a project that is not open.
        Some(Question::DeleteProject(entry)) => {
            let has_work = entry.summary.n_picks > 0 || entry.summary.n_labeled > 0;
            has_work.then(|| Some(entry.id.clone()))
        }
        Some(
            Question::NewProject
            | Question::Replace(_)
            | Question::TakeOver
            | Question::Forget { .. }
            | Question::JoinLabels { .. },
        ) => {
            let has_work = state.project.as_ref().is_some_and(Open::is_worth_a_question);
            has_work.then_some(None)
        }
        _ => None,
    });
    let back_up = move |_| match to_back_up.get_untracked().flatten() {
        Some(id) => app.dispatch(Action::Projects(projects::Action::BackUp(id))),
        None => app.dispatch(Action::BackUp),
    };
    let can_export = select(|state| {
        let has_labels = |open: &Open| !open.annotations.history.labels().is_empty();
        let takes_labels = matches!(state.notices.confirmation, Some(Question::RemoveLabel { .. }));
        takes_labels && state.project.as_ref().is_some_and(has_labels)
    });
    show_while(dialog, Signal::derive(move || asked.read().is_some()));
    let answer = move |yes| app.dispatch(Action::Answer { yes });
    view! {
        <dialog node_ref=dialog id="question" role="alertdialog" aria-labelledby="question-title" aria-describedby="question-text"
            on:cancel=move |event: ev::Event| { event.prevent_default(); answer(false) }>
            {move || asked.get().map(|(title, text, [no, yes])| view! {
                <h2 id="question-title">{title}</h2>
                <p id="question-text">{text}</p>
                <div class="actions">
                    <Show when=move || to_back_up.read().is_some()>
                        <button type="button" class="quiet" id="back-up-first" on:click=back_up>{say!("projects-back-up-first-button")}</button>
                    </Show>
                    <Show when=move || can_export.get()>
                        <button type="button" class="quiet" on:click=move |_| {
                            app.dispatch(Action::Export(ExportRows::Labeled, ExportFormat::Csv))
                        }>{say!("labeling-export-first-button")}</button>
                    </Show>
                    <button type="button" id="answer-no" autofocus on:click=move |_| answer(false)>{no}</button>
                    <button type="button" id="answer-yes" class="danger" on:click=move |_| answer(true)>{yes}</button>
                </div>
            })}
        </dialog>
    }
}

/// The title, the text, and the captions of the “no” and “yes” buttons.
fn words(question: &Question, n_labels: usize) -> (String, String, [String; 2]) {
    let lost = match n_labels {
        0 => say!("projects-leave-picks-hint"),
        n => say!("projects-leave-labels-hint", n),
    };
    match question {
        Question::NewProject => (
            say!("projects-leave-title"),
            lost,
            [say!("projects-stay-button"), say!("projects-discard-button")],
        ),
        Question::Replace(open) => (
            say!(
                "projects-leave-for-file-title",
                file_name = isolated(&open.source.file_name)
            ),
            lost,
            [say!("projects-stay-button"), say!("projects-discard-button")],
        ),
        Question::StopRun(open) => (
            say!("run-interrupt-title", file_name = isolated(&open.source.file_name)),
            say!("run-interrupt-hint"),
            [
                say!("run-interrupt-cancel-button"),
                say!("run-interrupt-confirm-button"),
            ],
        ),
        Question::DeleteProject(entry) => (
            say!("projects-delete-title", name = isolated(&entry.summary.name)),
            say!("projects-delete-hint"),
            [say!("common-keep"), say!("projects-delete-button")],
        ),
        Question::Send(sending) => {
            let (texts, host) = (grouped(sending.texts.into()), sending.endpoint.host());
            let title = say!("confidences-send-title", texts, host);
            (
                title,
                sending.words(),
                [
                    say!("confidences-send-cancel-button"),
                    say!("confidences-send-confirm-button"),
                ],
            )
        }
        Question::AnotherName { before, name, n } => (
            say!(
                "team-rename-annotator-title",
                before = isolated(before),
                name = isolated(name)
            ),
            say!(
                "team-rename-annotator-hint",
                n = *n,
                before = isolated(before),
                name = isolated(name)
            ),
            [
                say!("team-rename-annotator-cancel-button", before = isolated(before)),
                say!("team-rename-annotator-confirm-button"),
            ],
        ),
        Question::SelectAnew => (
            say!("run-reselect-title"),
            say!("run-reselect-hint"),
            [say!("run-reselect-cancel-button"), say!("run-reselect-confirm-button")],
        ),
        Question::Unprotect => (
            say!("protection-remove-title"),
            say!("protection-remove-hint"),
            [say!("common-keep"), say!("protection-remove-button")],
        ),
        Question::EmptyCache(size) => (
            say!("projects-empty-cache-title"),
            say!("projects-empty-cache-hint", size = in_words(*size)),
            [say!("common-keep"), say!("projects-empty-cache-confirm-button")],
        ),
        Question::TakeOver => (
            say!("projects-take-over-title"),
            say!("projects-take-over-hint"),
            [say!("projects-stay-button"), say!("projects-discard-button")],
        ),
        Question::Forget { name, n } => (
            say!("team-remove-colleague-title", name = isolated(name)),
            say!("team-remove-colleague-hint", n),
            [say!("common-keep"), say!("common-remove")],
        ),
        Question::JoinLabels { name, into, uses } => (
            say!(
                "labeling-merge-labels-title",
                name = isolated(name),
                into = isolated(into)
            ),
            say!("labeling-merge-labels-hint", into = isolated(into), uses = *uses),
            [
                say!("labeling-merge-labels-cancel-button"),
                say!("labeling-merge-labels-confirm-button"),
            ],
        ),
        Question::TakeKey {
            name,
            key,
            owner,
            instead,
        } => (
            say!("labeling-assign-key-title", name = isolated(name), key),
            match instead {
                Some(instead) => say!("labeling-assign-key-swap-hint", key, owner = isolated(owner), instead),
                None => say!("labeling-assign-key-taken-hint", key, owner = isolated(owner)),
            },
            [say!("common-cancel"), say!("labeling-assign-key-confirm-button")],
        ),
        Question::ChooseAnswers(change) => {
            let (n, n_new) = (change.n_texts, change.n_new);
            let (title, text) = match (change.from, change.to) {
                (_, AnswerType::Text) => (
                    say!("labeling-write-answers-title"),
                    say!("labeling-write-answers-hint", n),
                ),
                (AnswerType::Text, _) => (
                    say!("labeling-give-labels-title"),
                    say!("labeling-give-labels-hint", n, n_new),
                ),
                _ => (say!("labeling-one-label-title"), say!("labeling-one-label-hint", n)),
            };
            (
                title,
                text,
                [say!("common-cancel"), say!("labeling-answer-mode-confirm-button")],
            )
        }
        Question::Relabel { rows, name, n_others } => (
            say!("labeling-bulk-label-title", name = isolated(name), n = rows.len()),
            say!("labeling-bulk-label-hint", n = *n_others),
            [say!("common-cancel"), say!("labeling-bulk-label-confirm-button")],
        ),
        Question::RemoveLabel { name, uses } => (
            say!("labeling-remove-label-title", name = isolated(name)),
            say!("labeling-remove-label-hint", uses),
            [say!("common-keep"), say!("common-remove")],
        ),
    }
}

/// A large modal dialog with a title and a close button, shown while `is_open` is true. `children` are created when it
/// opens. `name` is the prefix of its ids. Its class is `class`, or `name` if there is none.
#[component]
pub fn LargeDialog(
    name: &'static str,
    #[prop(optional)] class: Option<&'static str>,
    title: String,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(into)] close: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    show_while(dialog, is_open);
    view! {
        <dialog node_ref=dialog id=format!("{name}-dialog") class=class.unwrap_or(name) aria-labelledby=format!("{name}-title")
            on:cancel=move |event: ev::Event| { event.prevent_default(); close.run(()) }>
            {dialog_head(name, title, move || close.run(()))}
            <Show when=move || is_open.get()>{children()}</Show>
        </dialog>
    }
}

/// The title and the close button of a large dialog. `name` is part of their ids.
pub fn dialog_head(name: &'static str, title: String, close: impl Fn() + 'static) -> impl IntoView {
    view! {
        <div class="dialog-head">
            <h2 id=format!("{name}-title")>{title}</h2>
            <button type="button" class="quiet icon" id=format!("close-{name}") aria-label=say!("common-close") on:click=move |_| close()>"×"</button>
        </div>
    }
}

/// Shows the modal dialog while `open` is true. The browser's Back button closes the dialog like Escape.
pub fn show_while(dialog: NodeRef<html::Dialog>, open: Signal<bool>) {
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        let is_open = open.get();
        match (is_open, dialog.open()) {
            // Fails only if the dialog is already open.
            (true, false) => {
                drop(dialog.show_modal());
                // The focused element may be further down than the title.
                dialog.set_scroll_top(0);
            }
            (false, true) => dialog.close(),
            _ => {}
        }
        match is_open {
            true => dialog_history::opened(&dialog),
            false => dialog_history::closed(&dialog),
        }
    });
}
