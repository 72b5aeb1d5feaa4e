//! Shows one text at a time in large type, with the labels to choose from.

use std::collections::VecDeque;

use leptos::prelude::*;
use leptos::{ev, html};

use crate::announcer::rank_words;
use crate::answers::panel::CurrentAnswer;
use crate::browser::animation_frame::before_paint;
use crate::export;
use crate::export::view::Saved;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling::goal_view::{GoalForm, GoalProgress};
use crate::labeling::label_set::{ShownLabel, shown_labels};
use crate::labeling::label_set_view::{AddLabel, LabelSet, LookAlikeLabels, MAX_LABEL_BUTTONS, More};
use crate::labeling::last_step_view::LastStepLine;
use crate::labeling::{self, explain};
use crate::persistence;
use crate::project::LabelingPace;
use crate::run::time_estimate::about;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::runtime::handle::AppHandle;
use crate::session::draft_field::typing;
use crate::session::{self, DraftField};
use crate::shell::views::{self, View};
use crate::similar;
use crate::state::{AppState, Msg};
use crate::suggestions::panel::SuggestionPanel;
use crate::ui::dom::{focus, mounted, scroll_to_id};
use crate::ui::keyboard::{by_key, control_key, is_composing, letter_of};
use crate::ui::part_badge::PartBadge;
use crate::ui::scroll_hint::HasMoreBelow;
use crate::ui::truncate;
use crate::ui::{capitalized, color_class, scoped_memo, subscribe};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::{Annotation, AnswerType, ConsensusStatus, LabelOrigin, PassReason};
use fastgas_platform::Preference;

/// Limits, in characters, between the size classes of texts.
/// A text with fewer than [`SHORT_TEXT_CHARS`] is short, and a text with at least [`LONG_TEXT_CHARS`] is long.
const SHORT_TEXT_CHARS: usize = 120;
const LONG_TEXT_CHARS: usize = 240;

#[component]
pub fn LabelingView(help: RwSignal<bool>) -> impl IntoView {
    let app = use_app();
    let current = use_project(|project| project.view.current);
    let rank = use_project(|project| project.view.current.and_then(|row| project.rank_of(row)));
    let n_picks = use_project(|project| project.n_picks());
    let n_labeled = use_project(|project| project.n_labeled_shown());
    let n_skipped = use_project(|project| project.n_passed(PassReason::Skipped));
    let n_cannot = use_project(|project| project.n_passed(PassReason::CannotTell));
    let pace = use_project(|project| project.pace());
    let n_unsaved = use_project(|project| project.annotations.history.unsaved().len());
    let can_undo = use_project(|project| project.annotations.history.can_undo());
    let can_redo = use_project(|project| project.annotations.history.can_redo());
    let answers = use_project(|project| project.labels.answers);
    let labels = use_project(shown_labels);
    let n_labels = use_project(|project| project.labels.names.len());
    let text = use_project(|project| {
        let (read, unread) = project.view.current.map(|row| project.text_as_read(row))?;
        Some((read.to_owned(), unread.to_owned()))
    });
    let annotation = use_project(|project| {
        let annotation = project
            .view
            .current
            .map(|row| project.annotations.history.labels().annotation(row).clone());
        annotation.unwrap_or_default()
    });
    let saved = use_project(|project| {
        project
            .view
            .current
            .is_some_and(|row| project.annotations.history.is_saved(row))
    });
    let part = use_project(|project| {
        let outcome = project.result.outcome.as_ref()?;
        let part = outcome.partition.part_of[project.view.current? as usize];
        Some((part, project.part_ink(part)))
    });
    let words = move || rank_words(rank.get(), n_picks.get());
    let id = use_project(|project| project.view.current.and_then(|row| project.id(row)).map(str::to_owned));
    let is_held = use_state(AppState::is_held);
    let status = move || match (annotation.get(), saved.get()) {
        (annotation, _) if annotation == Annotation::default() => String::new(),
        (_, false) if is_held.get() => String::new(),
        (_, false) => t!("labeling-saving-status"),
        (Annotation { passed: Some(why), .. }, true) => core_messages::passed(why),
        (
            Annotation {
                origin: Some(LabelOrigin::Column(_)),
                ..
            },
            true,
        ) => t!("labeling-from-file-status"),
        (
            Annotation {
                origin: Some(LabelOrigin::Model { model, .. }),
                ..
            },
            true,
        ) => t!("labeling-answer-accepted-status", model = isolated(&model)),
        (
            Annotation {
                origin: Some(LabelOrigin::Suggestion { .. }),
                ..
            },
            true,
        ) => t!("labeling-suggestion-accepted-status"),
        (_, true) => t!("labeling-saved-status"),
    };
    // The user is warned if the text was adjudicated differently, because the adjudicated answer has precedence.
    let settled = use_project(|project| {
        let (row, resolved) = (project.view.current?, project.resolved()?);
        let is_settled = resolved.statuses.get(&row) == Some(&ConsensusStatus::Adjudicated);
        let (counts, own) = (
            resolved.labels.annotation(row),
            project.annotations.history.labels().annotation(row),
        );
        let is_other = (&counts.labels, counts.passed) != (&own.labels, own.passed);
        (is_settled && is_other).then(|| (counts.answer(), counts.passed))
    });
    let beneath = move || match (n_unsaved.get(), settled.get()) {
        (n_unsaved, _) if is_held.get() => t!("labeling-unsaved-held-status", n_unsaved),
        (0, Some((answer, passed))) => {
            let answer = answer.or(passed.map(core_messages::passed)).unwrap_or_default();
            t!("labeling-settled-differently-status", answer = isolated(&answer))
        }
        (0, None) => pace.get().map(pace_text).unwrap_or_default(),
        (n_unsaved, _) => t!("labeling-unsaved-status", n_unsaved),
    };
    let took = use_project(|project| {
        let ms = project.annotations.history.times().get(&project.view.current?)?;
        Some((*ms as f64 / 1000.0).round().max(1.0))
    });
    let took = move || {
        let seconds = took.get().filter(|_| saved.get());
        seconds.map(|seconds| t!("labeling-seconds-taken", seconds))
    };
    let flagged = move || annotation.read().flagged;
    let buttons = move || {
        let button = |(index, label): (usize, ShownLabel)| {
            let ShownLabel {
                name,
                description,
                key,
                color,
            } = label;
            let (given, label_name) = (name.clone(), name.clone());
            let pressed = move || annotation.read().labels.contains(&given).to_string();
            view! {
                <button type="button" class=format!("label-button {}", color_class(color)) aria-pressed=pressed
                    data-label=label_name title=description
                    on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::Give { index }))>
                    {key.map(|key| view! { <kbd>{key}</kbd> })}
                    <span dir="auto">{name}</span>
                </button>
            }
        };
        let shown = labels.get().into_iter().take(MAX_LABEL_BUTTONS);
        shown.enumerate().map(button).collect_view()
    };
    let act = move |msg: fn() -> Msg| move |_| app.dispatch(msg());
    // Each text and its hints are shown from the top, even if the previous text was scrolled.
    let by_key = by_key();
    Effect::new(move |before: Option<Option<u32>>| {
        let now = current.get();
        let is_next = now.is_some() && before.flatten().is_some_and(|before| now != Some(before));
        if is_next {
            let by_key = by_key.get_value();
            before_paint(move || {
                for id in ["current-text", "suggested-content"] {
                    if let Some(element) = document().get_element_by_id(id) {
                        element.set_scroll_top(0);
                    }
                }
                if by_key {
                    show_text();
                }
            });
        }
        now
    });
    let is_large = use_state(|state| state.preferences.is_on(Preference::LargeText));
    let size = Memo::new(move |_| {
        text.read()
            .as_ref()
            .map_or("short", |(read, unread)| size_of(read, unread))
    });
    // Elements of the labeling view have no size while another view is shown.
    let is_shown = use_state(|state| state.view.shown == View::Label);
    let more_text = HasMoreBelow::of("current-text", move || {
        subscribe(is_shown);
        subscribe(text);
        subscribe(is_large);
        // The labels affect the measurement, because the label buttons reduce the space for the text.
        subscribe(labels);
        subscribe(answers);
    });
    let more_labels = HasMoreBelow::of("label-buttons", move || {
        subscribe(is_shown);
        subscribe(labels);
        subscribe(answers);
        subscribe(is_large);
    });
    // Whether all parts of the labeling view are shown. Only on phones, the less important parts can be hidden.
    let is_unfolded = RwSignal::new(false);
    let unfold = move |_| {
        is_unfolded.update(|is_unfolded| *is_unfolded = !*is_unfolded);
        if is_unfolded.get_untracked() {
            before_paint(|| scroll_to_id("suggested"));
        }
    };
    view! {
        <section class="panel annotate" class:large-text=is_large class:unfolded=is_unfolded aria-label=t!("labeling-panel-label")>
            // Each part of the view has a fixed height or fills the remaining height, so that no part moves.
            <div class="annotate-main">
                <div class="labeled">
                    <div class="panel-head">
                        <h2>{words}</h2>
                        {move || part.get().map(|(part, ink)| view! {
                            <PartBadge part color=ink name=format!("{} {part}", t!("common-part"))/>
                        })}
                        {move || id.get().map(|id| view! { <span class="faint" id="current-id">{id}</span> })}
                    </div>
                    <div class="labeled-progress">
                        <progress max=move || n_picks.get().to_string() value=move || n_labeled.get().to_string() aria-label=t!("labeling-progress-label")></progress>
                        <span id="labeled-count" data-labeled=move || n_labeled.get().to_string()>
                            {move || t!("common-labeled-status", n_labeled = n_labeled.get(), n_picks = n_picks.get())}
                            {move || (n_skipped.get() > 0).then(|| t!("labeling-skipped-count", n_skipped = n_skipped.get()))}
                            {move || (n_cannot.get() > 0).then(|| t!("labeling-cannot-tell-count", n_cannot = n_cannot.get()))}
                        </span>
                        <button type="button" class="icon" id="large-text" title=t!("labeling-large-text-tooltip")
                            aria-pressed=move || is_large.get().to_string()
                            on:click=move |_| app.dispatch(Msg::SetPreference(Preference::LargeText, !is_large.get_untracked()))>
                            <span aria-hidden="true">{"A⁺"}</span><span class="hidden">{t!("labeling-large-text-label")}</span>
                        </button>
                    </div>
                    " "
                    // The status always has one line, so that the buttons below do not shift while the user taps.
                    <span class="beneath"><span class="status">{status}</span>" "<span class="faint" id="took">{took}</span>" "<span class="faint" id="pace">{beneath}</span></span>
                    <LastStepLine id="last-step"/>
                    <FirstStepHint/>
                </div>
                <div class="reading" class:more=more_text.more>
                    <blockquote id="current-text" class=size dir="auto" lang="" tabindex="0" role="group" aria-label=t!("common-text-label")
                        data-row=move || current.get().map(|row| row.to_string()) on:scroll=mounted(move |_| more_text.update())>
                        {move || match text.get() {
                            Some((read, unread)) if read.trim().is_empty() && unread.is_empty() => {
                                view! { <em class="faint">{t!("common-empty-text")}</em> }.into_any()
                            }
                            Some((read, unread)) => {
                                let unread = (!unread.is_empty()).then(|| view! { <span class="unread">{unread}</span> });
                                view! { <span>{read}</span>{unread} }.into_any()
                            }
                            None => ().into_any(),
                        }}
                    </blockquote>
                    // The button that scrolls a long text is a visual aid, which is hidden from assistive technology.
                    // Screen readers read the complete text, and users can scroll the text with keys.
                    <button type="button" class="more-below" aria-hidden="true" tabindex="-1" on:click=move |_| more_text.scroll()>
                        "↓ "{t!("labeling-more-below-button")}
                    </button>
                </div>
                <Note/>
                <Show when=move || answers.get() != AnswerType::Text fallback=|| view! { <FreeTextAnswer/> }>
                    <Show when=move || labels.read().is_empty()>
                        <p class="note" id="first-label-hint">{t!("labeling-first-label-hint")}</p>
                    </Show>
                    <div class="label-row">
                        <div class="labels-shown" class:more=more_labels.more>
                            <div class="label-buttons" id="label-buttons" role="group" aria-label=t!("common-labels")
                                on:scroll=mounted(move |_| more_labels.update())>{buttons}</div>
                        </div>
                        <Show when=move || answers.get() == AnswerType::Several>
                            <button type="button" class="primary" id="go-on" on:click=act(|| Msg::Labeling(labeling::Msg::Advance))>{t!("labeling-next-button")}" " <kbd>{t!("shell-key-enter")}</kbd></button>
                        </Show>
                    </div>
                    <More n_labels/>
                    <AddLabel/>
                </Show>
                <div class="tools toolbar">
                    <span class="pager">
                        <button type="button" class="icon" id="previous-pick" aria-label=t!("labeling-previous-pick-label") title=t!("common-previous-tooltip") on:click=act(|| Msg::Labeling(labeling::Msg::Move(-1)))><span aria-hidden="true">{"‹"}</span><kbd>{"←"}</kbd></button>
                        <button type="button" class="icon" id="next-pick" aria-label=t!("labeling-next-pick-label") title=t!("common-next-tooltip") on:click=act(|| Msg::Labeling(labeling::Msg::Move(1)))><kbd>{"→"}</kbd><span aria-hidden="true">{"›"}</span></button>
                    </span>
                    <button type="button" class="quiet" id="skip" title=t!("labeling-skip-tooltip")
                        on:click=act(|| Msg::Labeling(labeling::Msg::Pass { why: PassReason::Skipped }))>{t!("labeling-skip-button")}" " <kbd>{"s"}</kbd></button>
                    <button type="button" class="quiet" id="cannot-tell" title=t!("labeling-cannot-tell-tooltip")
                        on:click=act(|| Msg::Labeling(labeling::Msg::Pass { why: PassReason::CannotTell }))>{t!("labeling-cannot-tell-button")}" " <kbd>{"."}</kbd></button>
                    <button type="button" class="quiet" id="undo" disabled=move || !can_undo.get()
                        on:click=act(|| Msg::Labeling(labeling::Msg::Undo))>{t!("common-undo")}" " <kbd>{"u"}</kbd></button>
                    <button type="button" class="quiet" id="more-tools" aria-expanded=move || is_unfolded.get().to_string() on:click=unfold>{t!("labeling-more-tools-button")}</button>
                    <span class="toolbar-more secondary">
                        <button type="button" class="quiet" id="flag" aria-pressed=move || flagged().to_string() title=t!("labeling-flag-tooltip")
                            on:click=act(|| Msg::Labeling(labeling::Msg::Flag))>{t!("labeling-flag-button")}" " <kbd>{"!"}</kbd></button>
                        <button type="button" class="quiet" id="redo" disabled=move || !can_redo.get()
                            on:click=act(|| Msg::Labeling(labeling::Msg::Redo))>{t!("common-redo")}" " <kbd>{"⇧u"}</kbd></button>
                        <button type="button" class="quiet" id="clear-label" disabled=move || annotation.with(|annotation| annotation.labels.is_empty() && annotation.passed.is_none())
                            on:click=act(|| Msg::Labeling(labeling::Msg::ClearAnswer))>{t!("common-clear")}" " <kbd>{"0"}</kbd></button>
                        <button type="button" class="quiet" on:click=move |_| help.set(true)>{t!("common-help-button")}" " <kbd>{"?"}</kbd></button>
                    </span>
                </div>
                <SuggestionPanel><AllDone/><Consensus/><CurrentAnswer/></SuggestionPanel>
            </div>
            <div class="annotate-more secondary">
                <div><PickExplanation/><Unread/><Columns/></div>
                <div>
                    <div class="goal-line"><GoalProgress/><GoalForm/></div>
                    <LookAlikeLabels/>
                    <LabelSet/>
                </div>
            </div>
        </section>
    }
}

/// Shorter texts have larger letters. Full-width (East Asian) characters count twice.
fn size_of(read: &str, unread: &str) -> &'static str {
    let wide = |letter: char| if letter >= '\u{2e80}' { 2 } else { 1 };
    let letters = read.chars().chain(unread.chars()).map(wide).take(LONG_TEXT_CHARS);
    match letters.sum::<usize>() {
        ..SHORT_TEXT_CHARS => "short",
        SHORT_TEXT_CHARS..LONG_TEXT_CHARS => "middling",
        _ => "long",
    }
}

/// The hint to choose a label takes the place of the status and the last step, until the user has made the first step.
#[component]
fn FirstStepHint() -> impl IntoView {
    let answers = use_project(|project| {
        let is_new = project.annotations.history.log().is_empty() && !project.labels.names.is_empty();
        is_new.then_some(project.labels.answers)
    });
    let words = move || {
        Some(match answers.get()? {
            AnswerType::One => t!("labeling-choose-label-hint"),
            AnswerType::Several => t!("labeling-choose-labels-hint"),
            AnswerType::Text => return None,
        })
    };
    move || words().map(|words| view! { <p class="faint" id="first-step-hint">{words}</p> })
}

/// The consensus is shown only if the user has chosen to see the answers of all annotators.
#[component]
fn Consensus() -> impl IntoView {
    let consensus = use_project(|project| {
        let row = project.view.current?;
        let annotation = project.labels_shown().annotation(row);
        let answer = annotation.answer().or(annotation.passed.map(core_messages::passed));
        Some((project.shown_consensus(row)?, answer))
    });
    let words = move || {
        let (status, answer) = consensus.get()?;
        let answer = answer.map(|answer| isolated(&answer).into_owned()).unwrap_or_default();
        Some(match status {
            ConsensusStatus::Disputed => t!("labeling-disputed-status"),
            ConsensusStatus::Single => t!("labeling-one-annotator-status", answer),
            ConsensusStatus::Unanimous => t!("labeling-unanimous-status", answer),
            ConsensusStatus::Adjudicated => t!("labeling-adjudicated-status", answer),
        })
    };
    move || words().map(|words| view! { <p class="note" id="stands">{words}</p> })
}

#[component]
fn AllDone() -> impl IntoView {
    let app = use_app();
    let n_done = use_project(|project| {
        let n = project.n_picks();
        (n > 0 && project.is_all_done()).then_some(n as u64)
    });
    let n_labels = use_project(|project| project.effective_labels().len());
    let can_be_answered = use_project(|project| project.labels.answers != AnswerType::Text);
    let is_exporting = use_state(|state| state.export.writing.is_some());
    // On phones, the message that all picks are done may be out of view, so the page scrolls to the message.
    Effect::new(move |before: Option<bool>| {
        let is_done = n_done.read().is_some();
        if is_done && before == Some(false) {
            before_paint(|| scroll_to_id("all-done"));
        }
        is_done
    });
    move || {
        n_done.get().map(|n| {
            view! {
                <div class="note" id="all-done">
                    <p>{t!("labeling-all-done-status", n = grouped(n))}</p>
                    <p class="actions">
                        <button type="button" class="primary" id="done-export" disabled=move || n_labels.get() == 0 aria-busy=move || is_exporting.get().to_string()
                            on:click=move |_| app.dispatch(Msg::Export(export::Msg::Start(ExportRows::Labeled, ExportFormat::Csv)))>{t!("labeling-done-export-button")}</button>
                        <button type="button" id="done-back-up"
                            on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::BackUp))>{t!("common-back-up")}</button>
                        <button type="button" id="done-more" on:click=move |_| { focus("more"); }>{t!("labeling-done-more-button")}</button>
                        <Show when=move || can_be_answered.get()>
                            <button type="button" id="done-answers" on:click=move |_| {
                                app.dispatch(Msg::View(views::Msg::Show(View::Review)));
                                before_paint(|| {
                                    scroll_to_id("answers-panel");
                                    focus("answers-summary");
                                });
                            }>{t!("labeling-done-answers-button")}</button>
                        </Show>
                    </p>
                    <Saved id="done-saved"/>
                </div>
            }
        })
    }
}

/// On phones, the current text is far above the list and may be out of view.
pub fn show_text() {
    scroll_to_id("current-text");
}

/// A property binding would not overwrite typed input if two consecutive rows have the same values.
fn of_current(
    text: impl Fn() -> String + 'static,
    then: impl Fn(web_sys::HtmlTextAreaElement) + 'static,
) -> NodeRef<html::Textarea> {
    let field = NodeRef::<html::Textarea>::new();
    let current = use_project(|project| project.view.current);
    Effect::new(move |before: Option<(Option<u32>, String)>| {
        let now = (current.get(), text());
        if let Some(field) = field.get() {
            if before.as_ref() != Some(&now) && field.value() != now.1 {
                field.set_value(&now.1);
            }
            then(field);
        }
        now
    });
    field
}

/// The Escape key leaves the field, so that the page's keyboard shortcuts work again. Typed input is kept.
fn leave(event: &ev::KeyboardEvent) {
    if event.key() == "Escape" && !is_composing(event) {
        let _ = event_target::<web_sys::HtmlElement>(event).blur();
    }
}

/// Returns the content of a field that the user has just left, if the content differs from `annotation`.
/// Returns `None` if only the window has lost the focus.
/// The `change` event would compare the content with the content at the moment when the field received focus.
/// When the field received focus, the page may still have shown another text.
fn changed_content(event: &ev::FocusEvent, annotation: &str) -> Option<String> {
    let field = event_target::<web_sys::HtmlTextAreaElement>(event);
    // If only the window has lost the focus, the field is still the active element.
    let is_left = document().active_element().as_ref() != Some(&field);
    Some(field.value()).filter(|text| is_left && text != annotation)
}

/// Buffers input into a field while the page waits for a write, because the input belongs to the next text.
#[derive(Clone, Copy)]
struct PendingInput {
    app: AppHandle,
    of: fn(u32) -> DraftField,
    /// True while the page waits until the answer to the current text is saved.
    /// Input that the user types while an answer is being saved belongs to the next text, unless `is_held` is true.
    is_leaving: Memo<bool>,
    is_held: Memo<bool>,
    /// An input is finished when the user presses the key that advances to the next text.
    /// Only the last buffered input may be unfinished.
    typed: StoredValue<VecDeque<String>>,
}

impl PendingInput {
    fn new(of: fn(u32) -> DraftField) -> PendingInput {
        PendingInput {
            app: use_app(),
            of,
            is_leaving: use_state(|state| state.labeling.save_gate.is_leaving()),
            is_held: use_state(AppState::is_held),
            typed: StoredValue::default(),
        }
    }

    fn is_buffering(self) -> bool {
        self.is_leaving.get_untracked() && !self.is_held.get_untracked()
    }

    fn is_read_only(self) -> bool {
        self.is_leaving.get() && !self.is_held.get()
    }

    /// `is_last` indicates whether the key finishes the input.
    fn take_key(self, event: &ev::KeyboardEvent, is_last: bool) {
        let control = event.ctrl_key() || event.meta_key() || event.alt_key();
        let takes = |typed: &mut VecDeque<String>| {
            if is_last {
                // An empty input is not an answer and is therefore not finished.
                let is_answer = typed.back().is_some_and(|typed| !typed.is_empty());
                typed.extend(is_answer.then(String::new));
                return true;
            }
            !control && apply_key(last(typed), &event.key())
        };
        if self.typed.try_update_value(takes) == Some(true) {
            event.prevent_default();
        }
    }

    fn take_paste(self, event: &ev::ClipboardEvent) {
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
        if let Some(text) = text.filter(|_| self.is_buffering()) {
            event.prevent_default();
            self.typed.update_value(|typed| last(typed).push_str(&text));
        }
    }

    /// Returns true if the user has already submitted the input, so that the page can store the answer immediately.
    fn fill_field(self, field: &web_sys::HtmlTextAreaElement) -> bool {
        // Buffered input stays in the buffer until the next text is shown.
        if self.is_leaving.get() {
            return false;
        }
        let take = |typed: &mut VecDeque<String>| {
            let first = typed.pop_front().unwrap_or_default();
            (first, !typed.is_empty())
        };
        let (typed, is_finished) = self.typed.try_update_value(take).unwrap_or_default();
        let state = self.app.state();
        let current = state.with_untracked(|state| state.project.as_ref().and_then(|project| project.view.current));
        let Some(row) = current.filter(|_| !typed.is_empty()) else {
            return false;
        };
        let text = field.value() + &typed;
        field.set_value(&text);
        let field = (self.of)(row);
        self.app.dispatch(Msg::Session(session::Msg::TypeInto { field, text }));
        is_finished
    }
}

fn last(typed: &mut VecDeque<String>) -> &mut String {
    if typed.is_empty() {
        typed.push_back(String::new());
    }
    typed.back_mut().expect("it was just inserted")
}

/// Edits `text` as the pressed key would edit the content of a field. Returns false for keys that do not edit.
fn apply_key(text: &mut String, key: &str) -> bool {
    match (key, letter_of(key)) {
        ("Backspace", _) => drop(text.pop()),
        ("Enter", _) => text.push('\n'),
        (_, Some(letter)) => text.push(letter),
        (_, None) => return false,
    }
    true
}

#[component]
fn FreeTextAnswer() -> impl IntoView {
    let app = use_app();
    let current = use_project(|project| project.view.current);
    let pending_input = PendingInput::new(DraftField::Answer);
    let answer = use_project(|project| project.view.current.and_then(|row| project.written(row)));
    // The label of a text without a written answer is shown below the empty field.
    let label = use_project(|project| {
        let annotation = project.annotations.history.labels().annotation(project.view.current?);
        annotation
            .answer()
            .filter(|_| project.view.current.is_some_and(|row| project.written(row).is_none()))
    });
    let write = move |text: String| {
        if let Some(row) = current.get_untracked() {
            app.dispatch(Msg::Labeling(labeling::Msg::Write { row, text }));
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        let is_last = event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !event.repeat();
        if pending_input.is_buffering() {
            pending_input.take_key(&event, is_last);
        } else if is_last {
            event.prevent_default();
            write(event_target_value(&event));
            app.dispatch(Msg::Labeling(labeling::Msg::Advance));
        }
        leave(&event);
    };
    let field = of_current(
        move || answer.get().unwrap_or_default(),
        move |field| {
            if pending_input.fill_field(&field) {
                write(field.value());
                app.dispatch(Msg::Labeling(labeling::Msg::Advance));
            }
        },
    );
    let edit = move |label: &str| {
        let (Some(field), Some(row)) = (field.get_untracked(), current.get_untracked()) else {
            return;
        };
        field.set_value(label);
        let (of, text) = (DraftField::Answer(row), label.to_owned());
        app.dispatch(Msg::Session(session::Msg::TypeInto { field: of, text }));
        focus("answer");
    };
    view! {
        <div class="field">
            <label for="answer">{t!("labeling-answer-label")}</label>
            <textarea id="answer" node_ref=field prop:readOnly=move || pending_input.is_read_only() on:paste=move |event| pending_input.take_paste(&event) rows="4" dir="auto" aria-describedby="answer-hint"
                on:input=typing(move || current.get_untracked().map(DraftField::Answer)) on:keydown=on_key
                on:blur=mounted(move |event| if let Some(text) = changed_content(&event, &answer.get_untracked().unwrap_or_default()) { write(text) })></textarea>
            <div class="label-so-far">
                {move || label.get().map(|label| view! {
                    <p class="hint" id="label-so-far"><span>{t!("labeling-replaced-label-hint", label = isolated(&label))}</span>" "
                        <button type="button" class="quiet link" id="edit-label" on:click=move |_| edit(&label)>{t!("labeling-label-as-answer-button")}</button></p>
                })}
            </div>
            <span class="hint" id="answer-hint"><kbd>{control_key()}</kbd>" "<kbd>{t!("shell-key-enter")}</kbd>" "{t!("labeling-answer-hint")}</span>
            // The button is for devices without a keyboard.
            // A press of the button moves the focus out of the field. On losing the focus, the field saves its content.
            <button type="button" class="primary" id="go-on" on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::Advance))>{t!("labeling-next-button")}</button>
        </div>
    }
}

/// A focused note field grows over the content below, so that the labels do not move.
#[component]
fn Note() -> impl IntoView {
    let app = use_app();
    let current = use_project(|project| project.view.current);
    let note = use_project(|project| {
        let note = project
            .view
            .current
            .map(|row| project.annotations.history.labels().annotation(row).note.clone());
        note.unwrap_or_default()
    });
    let pending_input = PendingInput::new(DraftField::Note);
    let field = of_current(
        move || note.get(),
        move |field| {
            pending_input.fill_field(&field);
        },
    );
    let on_key = move |event: ev::KeyboardEvent| {
        if pending_input.is_buffering() {
            pending_input.take_key(&event, false);
        }
        leave(&event);
    };
    let keep = move |text: String| {
        if let Some(row) = current.get_untracked() {
            app.dispatch(Msg::Labeling(labeling::Msg::Note { row, text }));
        }
    };
    view! {
        <label class="field note-field">
            <span>{t!("labeling-note-label")}" " <kbd>{","}</kbd></span>
            <textarea id="note" node_ref=field prop:readOnly=move || pending_input.is_read_only() on:paste=move |event| pending_input.take_paste(&event) rows="1" dir="auto" placeholder=t!("labeling-note-placeholder")
                on:input=typing(move || current.get_untracked().map(DraftField::Note)) on:keydown=on_key
                on:blur=mounted(move |event| if let Some(text) = changed_content(&event, &note.read_untracked()) { keep(text) })></textarea>
        </label>
    }
}

fn pace_text(pace: LabelingPace) -> String {
    let each = pace.seconds_each.round().max(1.0);
    match pace.seconds_left {
        Some(left) => t!("labeling-pace-time-left", each, time = about(left)),
        None => t!("labeling-pace-average", each),
    }
}

/// If the explanation names no texts, the nearest neighbors of the current text are listed.
#[component]
fn PickExplanation() -> impl IntoView {
    let app = use_app();
    let is_hidden = use_state(|state| state.session.hides_reason());
    let reason = use_project(|project| {
        let reason = project.reason()?;
        let text = |&row: &u32| project.beginning(row);
        let nearest: Vec<String> = reason.nearest.iter().map(text).collect();
        let method = project.result.outcome.as_ref().map(|outcome| outcome.config.method);
        let runner_up = explain::runner_up(reason, method);
        let runner_up = runner_up.zip(reason.runner_up.as_ref().map(text));
        Some((reason.clone(), nearest, runner_up))
    });
    // The neighbor graph is queried once per text instead of at every key press.
    let unexplained = use_project(similar::unexplained);
    let nearest = Memo::new(move |_| {
        unexplained.with(|unexplained| match unexplained {
            Some((row, adjacency)) => similar::nearest_shown(adjacency, *row),
            None => Vec::new(),
        })
    });
    let state = app.state();
    let similar = scoped_memo(move || {
        let rows = nearest.get();
        state.with(|state| match state.project.as_ref() {
            Some(project) => rows.iter().map(|&row| project.beginning(row)).collect::<Vec<String>>(),
            None => Vec::new(),
        })
    });
    let has_reason = Memo::new(move |_| reason.read().is_some());
    let line = |text: String| view! { <li><q dir="auto" lang="">{text}</q></li> };
    let status_line = move || {
        reason.get().map(|(reason, nearest, runner_up)| {
            let nearest =
                (!nearest.is_empty()).then(|| view! { <ul>{nearest.into_iter().map(line).collect_view()}</ul> });
            let runner_up =
                runner_up.map(|(words, text)| view! { <p>{words} " " <q dir="auto" lang="">{text}</q></p> });
            view! { <p>{explain::covers(&reason)}</p>{nearest}<p>{explain::degree(&reason)}</p>{runner_up} }
        })
    };
    let listed = move || {
        let similar = similar.get();
        (!similar.is_empty()).then(|| {
            // Without a reason for the pick, the `summary` element already contains the heading “similar texts” of the list.
            let heading = || view! { <p>{t!("similar-texts-title")}":"</p> };
            let heading = has_reason.get().then(heading);
            let similar = similar.into_iter().map(line).collect_view();
            view! { {heading}<ul>{similar}</ul> }
        })
    };
    let is_shown = Memo::new(move |_| has_reason.get() || !similar.read().is_empty());
    let name = move || match has_reason.get() {
        true => t!("labeling-why-picked-title"),
        false => t!("similar-texts-title"),
    };
    let is_early = use_project(|project| project.only_early().is_some());
    let toggled = move |event: ev::Event| {
        let is_open = event_target::<web_sys::HtmlDetailsElement>(&event).open();
        app.dispatch(Msg::Labeling(labeling::Msg::HideReason(!is_open)));
    };
    view! {
        <Show when=move || is_shown.get()>
            <details class="columns why" id="why" prop:open=move || !is_hidden.get() on:toggle=mounted(toggled)>
                <summary>{name}" " <kbd>{"-"}</kbd></summary>
                <Show when=move || is_early.get()><p>{t!("labeling-early-pick-hint")}</p></Show>
                {status_line}
                {listed}
            </details>
        </Show>
    }
}

/// The share of the text that the encoder has read is shown only if the encoder truncated the text.
#[component]
fn Unread() -> impl IntoView {
    let percent = use_project(|project| {
        let (read, unread) = project.text_as_read(project.view.current?);
        let whole = read.len() + unread.len();
        (!unread.is_empty()).then(|| 100 * read.len() / whole)
    });
    move || {
        percent.get().map(|percent| {
            view! { <p class="note" id="unread">{t!("labeling-truncated-text-hint", percent)}</p> }
        })
    }
}

#[component]
fn Columns() -> impl IntoView {
    let cells = use_project(|project| {
        let Some(row) = project.view.current else {
            return Vec::new();
        };
        let (instance, names) = (
            project.source.pool.instance(row as usize),
            project.source.pool.columns(),
        );
        let shown = truncate::visible_columns(names.len(), None).into_iter();
        let others = shown.filter(|&column| column != project.source.text_column);
        others
            .map(|column| (truncate::name(&names[column], column), instance.cell(column).to_owned()))
            .collect()
    });
    let more = use_project(|project| {
        let n = project.source.pool.columns().len();
        truncate::hidden_columns_note(n - truncate::visible_columns(n, Some(project.source.text_column)).len())
    });
    let list = move || {
        let entry = |(name, cell): (String, String)| view! { <dt dir="auto">{name}</dt><dd dir="auto">{cell}</dd> };
        cells.get().into_iter().map(entry).collect_view()
    };
    view! {
        <Show when=move || !cells.read().is_empty()>
            <details class="columns"><summary>{t!("labeling-other-columns-title")}</summary><dl>{list}</dl>
                {move || more.get().map(|more| view! { <p class="faint">{capitalized(&more)} "."</p> })}
            </details>
        </Show>
    }
}
