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
use fastgas_annotation::label::Answers;

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
                        <button type="button" class="quiet" id="back-up-first" on:click=back_up>{say!("dialogs-back-up-first")}</button>
                    </Show>
                    <Show when=move || can_export.get()>
                        <button type="button" class="quiet" on:click=move |_| {
                            app.dispatch(Action::Export(ExportRows::Labeled, ExportFormat::Csv))
                        }>{say!("dialogs-export-labels-first")}</button>
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
        0 => say!("dialogs-browser-does-not-store"),
        n => say!("dialogs-browser-does-not-store-all", n),
    };
    match question {
        Question::NewProject => (
            say!("dialogs-leave-project"),
            lost,
            [say!("common-stay"), say!("common-forget")],
        ),
        Question::Replace(open) => (
            say!("dialogs-leave-project-2", file_name = isolated(&open.source.file_name)),
            lost,
            [say!("common-stay"), say!("common-forget")],
        ),
        Question::StopRun(open) => (
            say!("dialogs-stop-run", file_name = isolated(&open.source.file_name)),
            say!("dialogs-what-is-embedded-is-kept"),
            [say!("dialogs-go-on-here"), say!("dialogs-stop-and-open")],
        ),
        Question::DeleteProject(entry) => (
            say!("dialogs-delete", name = isolated(&entry.summary.name)),
            say!("dialogs-picks-labels-deleted-from"),
            [say!("common-keep"), say!("common-delete")],
        ),
        Question::Send(sending) => {
            let (texts, host) = (grouped(sending.texts.into()), sending.endpoint.host());
            let title = say!("dialogs-send-text", texts, host);
            (
                title,
                sending.words(),
                [say!("dialogs-do-not-send"), say!("dialogs-send-them")],
            )
        }
        Question::AnotherName { before, name, n } => (
            say!("dialogs-another-name", before = isolated(before), name = isolated(name)),
            say!(
                "dialogs-another-name-takes-all",
                n = *n,
                before = isolated(before),
                name = isolated(name)
            ),
            [
                say!("dialogs-keep-name", before = isolated(before)),
                say!("dialogs-another-name-yes"),
            ],
        ),
        Question::SelectAnew => (
            say!("dialogs-select-anew"),
            say!("dialogs-picked-for-you"),
            [say!("dialogs-keep-these"), say!("dialogs-select-anew-yes")],
        ),
        Question::Unprotect => (
            say!("protect-remove-title"),
            say!("protect-remove-text"),
            [say!("common-keep"), say!("protect-remove")],
        ),
        Question::EmptyCache(size) => (
            say!("dialogs-empty-cache-embeddings"),
            say!("dialogs-embeddings-deleted-from-browser", size = in_words(*size)),
            [say!("common-keep"), say!("dialogs-empty")],
        ),
        Question::TakeOver => (
            say!("dialogs-take-over"),
            say!("dialogs-not-stored-here"),
            [say!("common-stay"), say!("common-forget")],
        ),
        Question::Forget { name, n } => (
            say!("dialogs-forget-colleague", name = isolated(name)),
            say!("dialogs-colleague-comes-back-with", n),
            [say!("common-keep"), say!("common-remove")],
        ),
        Question::JoinLabels { name, into, uses } => (
            say!("dialogs-join", name = isolated(name), into = isolated(into)),
            say!("dialogs-join-cannot-be-undone", into = isolated(into), uses = *uses),
            [say!("dialogs-keep-both"), say!("dialogs-join-yes")],
        ),
        Question::TakeKey {
            name,
            key,
            owner,
            instead,
        } => (
            say!("dialogs-take-key", name = isolated(name), key),
            match instead {
                Some(instead) => say!("dialogs-take-key-exchanged", key, owner = isolated(owner), instead),
                None => say!("dialogs-take-key-none-left", key, owner = isolated(owner)),
            },
            [say!("common-cancel"), say!("dialogs-take-key-yes")],
        ),
        Question::ChooseAnswers(change) => {
            let (n, n_new) = (change.n_texts, change.n_new);
            let (title, text) = match (change.from, change.to) {
                (_, Answers::Text) => (say!("dialogs-write-answers"), say!("dialogs-labels-stay", n)),
                (Answers::Text, _) => (
                    say!("dialogs-give-labels"),
                    say!("dialogs-answers-become-labels", n, n_new),
                ),
                _ => (say!("dialogs-one-label"), say!("dialogs-several-stay", n)),
            };
            (title, text, [say!("common-cancel"), say!("dialogs-change-answers-yes")])
        }
        Question::Relabel { rows, name, n_others } => (
            say!("dialogs-relabel", name = isolated(name), n = rows.len()),
            say!("dialogs-relabel-others", n = *n_others),
            [say!("common-cancel"), say!("dialogs-relabel-yes")],
        ),
        Question::RemoveLabel { name, uses } => (
            say!("dialogs-remove-label", name = isolated(name)),
            say!("dialogs-undo-brings-back", uses),
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
