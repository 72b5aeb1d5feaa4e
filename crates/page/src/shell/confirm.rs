//! The dialog that shows the pending confirmation question.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::export;
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::persistence;
use crate::project::Project;
use crate::projects;
use crate::projects::cache_size::in_words;
use crate::run::time_estimate::megabytes;
use crate::runtime::access::{use_app, use_state};
use crate::state::{Confirmation, Msg};
use crate::ui::capitalized;
use crate::ui::dialog::show_while;
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::AnswerType;

#[component]
pub fn ConfirmationDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let asked = use_state(|state| {
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
    let to_back_up = use_state(|state| match &state.notices.confirmation {
        // The dialog offers a backup of the project that the user wants to delete. This project is not open.
        Some(Confirmation::DeleteProject(entry)) => {
            let has_work = entry.summary.n_picks > 0 || entry.summary.n_labeled > 0;
            has_work.then(|| Some(entry.id.clone()))
        }
        Some(
            Confirmation::NewProject
            | Confirmation::Replace(_)
            | Confirmation::TakeOver
            | Confirmation::Forget { .. }
            | Confirmation::MergeLabels { .. },
        ) => {
            let has_work = state.project.as_ref().is_some_and(Project::has_unsaved_work);
            has_work.then_some(None)
        }
        _ => None,
    });
    let back_up = move |_| match to_back_up.get_untracked().flatten() {
        Some(id) => app.dispatch(Msg::Projects(projects::Msg::BackUp(id))),
        None => app.dispatch(Msg::Persistence(persistence::Msg::BackUp)),
    };
    let can_export = use_state(|state| {
        let has_labels = |open: &Project| !open.annotations.history.labels().is_empty();
        let takes_labels = matches!(state.notices.confirmation, Some(Confirmation::RemoveLabel { .. }));
        takes_labels && state.project.as_ref().is_some_and(has_labels)
    });
    show_while(dialog, Signal::derive(move || asked.read().is_some()));
    let answer = move |yes| app.dispatch(Msg::Answer { yes });
    view! {
        <dialog node_ref=dialog id="question" role="alertdialog" aria-labelledby="question-title" aria-describedby="question-text"
            on:cancel=move |event: ev::Event| { event.prevent_default(); answer(false) }>
            {move || asked.get().map(|(title, text, [no, yes])| view! {
                <h2 id="question-title">{title}</h2>
                <p id="question-text">{text}</p>
                <div class="actions">
                    <Show when=move || to_back_up.read().is_some()>
                        <button type="button" class="quiet" id="back-up-first" on:click=back_up>{t!("projects-back-up-first-button")}</button>
                    </Show>
                    <Show when=move || can_export.get()>
                        <button type="button" class="quiet" on:click=move |_| {
                            app.dispatch(Msg::Export(export::Msg::Start(ExportRows::Labeled, ExportFormat::Csv)))
                        }>{t!("labeling-export-first-button")}</button>
                    </Show>
                    <button type="button" id="answer-no" autofocus on:click=move |_| answer(false)>{no}</button>
                    <button type="button" id="answer-yes" class="danger" on:click=move |_| answer(true)>{yes}</button>
                </div>
            })}
        </dialog>
    }
}

fn sending_prompts(endpoint: &Endpoint, estimate: &Estimate, text: String) -> (String, String, [String; 2]) {
    let prompts = grouped(estimate.prompts.into());
    let title = t!("answers-send-title", prompts, host = endpoint.host());
    let (cancel, confirm) = (
        t!("confidences-send-cancel-button"),
        t!("confidences-send-confirm-button"),
    );
    (title, text, [cancel, confirm])
}

/// Returns the title and the text of the question, and the captions of the buttons “no” and “yes”.
fn words(question: &Confirmation, n_labels: usize) -> (String, String, [String; 2]) {
    let lost = match n_labels {
        0 => t!("projects-leave-picks-hint"),
        n => t!("projects-leave-labels-hint", n),
    };
    match question {
        Confirmation::NewProject => (
            t!("projects-leave-title"),
            lost,
            [t!("projects-stay-button"), t!("projects-discard-button")],
        ),
        Confirmation::Replace(open) => (
            t!(
                "projects-leave-for-file-title",
                file_name = isolated(&open.source.file_name)
            ),
            lost,
            [t!("projects-stay-button"), t!("projects-discard-button")],
        ),
        Confirmation::StopRun(open) => (
            t!("run-interrupt-title", file_name = isolated(&open.source.file_name)),
            t!("run-interrupt-hint"),
            [t!("run-interrupt-cancel-button"), t!("run-interrupt-confirm-button")],
        ),
        Confirmation::DeleteProject(entry) => (
            t!("projects-delete-title", name = isolated(&entry.summary.name)),
            t!("projects-delete-hint"),
            [t!("common-keep"), t!("projects-delete-button")],
        ),
        Confirmation::Send(sending) => {
            let texts = grouped(sending.estimate.prompts.into());
            let title = t!("confidences-send-title", texts, host = sending.endpoint.host());
            (
                title,
                sending.words(),
                [
                    t!("confidences-send-cancel-button"),
                    t!("confidences-send-confirm-button"),
                ],
            )
        }
        Confirmation::MissingConfidences(question) => (
            t!("confidences-missing-title", n = question.n),
            t!("confidences-missing-hint", problem = capitalized(&question.problem)),
            [
                t!("confidences-missing-refuse-button"),
                t!("confidences-missing-least-button"),
            ],
        ),
        Confirmation::SendPrompts(sending) => sending_prompts(&sending.endpoint, &sending.estimate, sending.words()),
        Confirmation::SendExam(sending) => sending_prompts(&sending.endpoint, &sending.estimate, sending.words()),
        Confirmation::AnotherName { before, name, n } => (
            t!(
                "team-rename-annotator-title",
                before = isolated(before),
                name = isolated(name)
            ),
            t!(
                "team-rename-annotator-hint",
                n = *n,
                before = isolated(before),
                name = isolated(name)
            ),
            [
                t!("team-rename-annotator-cancel-button", before = isolated(before)),
                t!("team-rename-annotator-confirm-button"),
            ],
        ),
        Confirmation::SelectAnew => (
            t!("run-reselect-title"),
            t!("run-reselect-hint"),
            [t!("run-reselect-cancel-button"), t!("run-reselect-confirm-button")],
        ),
        Confirmation::Unprotect => (
            t!("protection-remove-title"),
            t!("protection-remove-hint"),
            [t!("common-keep"), t!("protection-remove-button")],
        ),
        Confirmation::EmptyCache(size) => (
            t!("projects-empty-cache-title"),
            t!("projects-empty-cache-hint", size = in_words(*size)),
            [t!("common-keep"), t!("projects-empty-cache-confirm-button")],
        ),
        Confirmation::DeleteMultilingual(bytes) => (
            t!("projects-delete-multilingual-title"),
            t!("projects-delete-multilingual-hint", bytes = megabytes(*bytes)),
            [t!("common-keep"), t!("projects-delete-button")],
        ),
        Confirmation::TakeOver => (
            t!("projects-take-over-title"),
            t!("projects-take-over-hint"),
            [t!("projects-stay-button"), t!("projects-discard-button")],
        ),
        Confirmation::Forget { name, n } => (
            t!("team-remove-colleague-title", name = isolated(name)),
            t!("team-remove-colleague-hint", n),
            [t!("common-keep"), t!("common-remove")],
        ),
        Confirmation::MergeLabels { name, into, uses } => (
            t!(
                "labeling-merge-labels-title",
                name = isolated(name),
                into = isolated(into)
            ),
            t!("labeling-merge-labels-hint", into = isolated(into), uses = *uses),
            [
                t!("labeling-merge-labels-cancel-button"),
                t!("labeling-merge-labels-confirm-button"),
            ],
        ),
        Confirmation::TakeKey {
            name,
            key,
            owner,
            instead,
        } => (
            t!("labeling-assign-key-title", name = isolated(name), key),
            match instead {
                Some(instead) => t!("labeling-assign-key-swap-hint", key, owner = isolated(owner), instead),
                None => t!("labeling-assign-key-taken-hint", key, owner = isolated(owner)),
            },
            [t!("common-cancel"), t!("labeling-assign-key-confirm-button")],
        ),
        Confirmation::ChooseAnswers(change) => {
            let (n, n_new) = (change.n_texts, change.n_new);
            let (title, text) = match (change.from, change.to) {
                (_, AnswerType::Text) => (t!("labeling-write-answers-title"), t!("labeling-write-answers-hint", n)),
                (AnswerType::Text, _) => (
                    t!("labeling-give-labels-title"),
                    t!("labeling-give-labels-hint", n, n_new),
                ),
                _ => (t!("labeling-one-label-title"), t!("labeling-one-label-hint", n)),
            };
            (
                title,
                text,
                [t!("common-cancel"), t!("labeling-answer-mode-confirm-button")],
            )
        }
        Confirmation::Relabel { rows, name, n_others } => (
            t!("labeling-bulk-label-title", name = isolated(name), n = rows.len()),
            t!("labeling-bulk-label-hint", n = *n_others),
            [t!("common-cancel"), t!("labeling-bulk-label-confirm-button")],
        ),
        Confirmation::RemoveLabel { name, uses } => (
            t!("labeling-remove-label-title", name = isolated(name)),
            t!("labeling-remove-label-hint", uses),
            [t!("common-keep"), t!("common-remove")],
        ),
    }
}
