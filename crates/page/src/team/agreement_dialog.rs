//! The agreement dialog: agreement coefficients, and the disagreements, which the user settles one by one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::ev::{self, KeyboardEvent};
use leptos::html;
use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{decimal, grouped, t};
use crate::labeling::find_label::Finder;
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::session::DraftField;
use crate::session::draft_field::typing;
use crate::state::{AppState, Msg as StateMsg};
use crate::team::Msg;
use crate::team::panel::on_click_dispatch;
use crate::ui::dialog::{LargeDialog, dialog_head, show_while};
use crate::ui::dom::{focus, is_in, scroll_to_id};
use crate::ui::keyboard::{control_key, key_of, letter_of};
use crate::ui::list_navigation::ListNavigation;
use crate::ui::page_history::open_dialogs;
use crate::ui::{color_class, format_time, subscribe};
use fastgas_annotation::label::{
    Agreement, Annotation, AnswerType, ConsensusStatus, LabelAgreement, LogEntry, NEUTRAL_COLOR, Pair, ResolvedLabels,
    SEPARATOR, UndefinedAgreement, keys,
};
use fastgas_platform::Preference;

#[derive(Clone, Debug, PartialEq, Eq)]
struct SettlementChoice {
    labels: Vec<String>,
    key: Option<char>,
    /// True for the first label that no annotator gave. The dialog separates this label from the labels before it.
    begins_others: bool,
}

#[component]
pub fn AgreementDialog(help: RwSignal<bool>) -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = use_state(|state| state.team.shown);
    show_while(dialog, shown.into());
    let close = move || app.dispatch(StateMsg::Team(Msg::Hide));
    let composing = RwSignal::new(false);
    let compose = move || match app.state().with_untracked(to_settle) {
        // Free-text answers are written in a field of the dialog, which receives focus.
        Some(AnswerType::Text) => drop(focus("settle-answer")),
        answers => composing.set(answers.is_some()),
    };
    // Listen on the window: a pressed button may become disabled, and then no element has focus.
    let handle = window_event_listener(ev::keydown, move |event| {
        let is_alone = || open_dialogs().iter().all(|dialog| dialog.id() == "agreement-dialog");
        if !shown.get_untracked() || event.default_prevented() || !is_alone() {
            return;
        }
        match app.state().with_untracked(|state| effect_of_key(&event, state)) {
            Some(KeyEffect::Compose) => compose(),
            // A key that is held down must settle only one text.
            Some(KeyEffect::Is(Msg::Settle { .. } | Msg::SettleByMajority)) if event.repeat() => {}
            Some(KeyEffect::Is(msg)) => app.dispatch(StateMsg::Team(msg)),
            None => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
    view! {
        <dialog node_ref=dialog id="agreement-dialog" class="agreement" aria-labelledby="agreement-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("agreement", t!("common-agreement"), close)}
            <Show when=move || shown.get()><AgreementSummary help compose/></Show>
        </dialog>
        <LargeDialog name="compose" class="find-label" title=t!("team-other-labels-title") is_open=composing
            close=move |()| composing.set(false)><Composer close=move |()| composing.set(false)/></LargeDialog>
    }
}

enum KeyEffect {
    Is(Msg),
    /// Ask the user for the labels or the answer that settle the text.
    Compose,
}

fn effect_of_key(event: &KeyboardEvent, state: &AppState) -> Option<KeyEffect> {
    if event.alt_key() || is_in(event, &["INPUT", "TEXTAREA", "SELECT"]) {
        return None;
    }
    let key = key_of(event);
    let control = event.ctrl_key() || event.meta_key();
    if !control && !state.preferences.is_on(Preference::SingleKeys) {
        return None;
    }
    let msg = match (key.as_str(), control, event.shift_key()) {
        ("z" | "Z", true, true) | ("y", true, false) => Msg::Redo,
        ("z", true, false) => Msg::Undo,
        (_, true, _) => return None,
        ("/", ..) => return Some(KeyEffect::Compose),
        ("+", ..) => Msg::SettleByMajority,
        ("ArrowRight" | "j" | "J", ..) => Msg::Move(1),
        ("ArrowLeft" | "k" | "K", ..) => Msg::Move(-1),
        ("u" | "U", false, true) => Msg::Redo,
        ("u" | "U", false, false) => Msg::Undo,
        ("0" | "Backspace", ..) => Msg::Unsettle,
        (".", ..) => Msg::Settle { labels: Vec::new() },
        (key, ..) => {
            let key = letter_of(key)?.to_ascii_lowercase();
            let chosen = choices(state).into_iter().find(|choice| choice.key == Some(key))?;
            Msg::Settle { labels: chosen.labels }
        }
    };
    Some(KeyEffect::Is(msg))
}

fn to_settle(state: &AppState) -> Option<AnswerType> {
    let is_to_settle = state.team.current.is_some() && !state.projects.read_only;
    state
        .project
        .as_ref()
        .filter(|_| is_to_settle)
        .map(|project| project.labels.answers)
}

/// The answers that the user can choose to settle the text: the answers that annotators gave.
/// With several labels per text, the choices include the union and the intersection of the answers.
/// Single labels come first, in label-set order. Labels that no annotator gave come last.
///
/// A single label has its usual key. Other answers get the first keys that no label has.
/// If no keys are left, the user can enter an answer in the [`Composer`].
fn choices(state: &AppState) -> Vec<SettlementChoice> {
    let (Some(project), Some(row)) = (state.project.as_ref(), state.team.current) else {
        return Vec::new();
    };
    let Some(resolved) = project.resolved() else {
        return Vec::new();
    };
    let mut choices: Vec<Vec<String>> = Vec::new();
    let is_same = |a: &[String], b: &[String]| a.len() == b.len() && a.iter().all(|label| b.contains(label));
    for (_, entry) in resolved.entries_of(row) {
        let labels = &entry.annotation.labels;
        if !labels.is_empty()
            && entry.annotation.origin.is_none()
            && !choices.iter().any(|choice| is_same(choice, labels))
        {
            choices.push(labels.clone());
        }
    }
    if project.labels.answers == AnswerType::Several {
        let mut all: Vec<String> = choices.concat();
        let by_all = |label: &String| choices.iter().all(|choice| choice.contains(label));
        let mut shared: Vec<String> = all.iter().filter(|label| by_all(label)).cloned().collect();
        for labels in [&mut all, &mut shared] {
            labels.sort_by_key(|label| project.labels.names.iter().position(|name| name == label));
            labels.dedup();
        }
        for labels in [all, shared] {
            if !labels.is_empty() && !choices.iter().any(|choice| is_same(choice, &labels)) {
                choices.push(labels);
            }
        }
    }
    // The keys are in ascending order, as in all lists of labels.
    choices.sort_by_key(|labels| match &labels[..] {
        [label] => project
            .labels
            .names
            .iter()
            .position(|name| name == label)
            .unwrap_or(usize::MAX),
        _ => usize::MAX,
    });
    let n_chosen = choices.len();
    let names: &[String] = match project.labels.answers {
        AnswerType::Text => &[],
        AnswerType::One | AnswerType::Several => &project.labels.names,
    };
    for name in names {
        let alone = vec![name.clone()];
        if !choices.contains(&alone) {
            choices.push(alone);
        }
    }
    let own = project.labels.specs.keys(names);
    let mut free = keys().filter(|key| !own.contains(&Some(*key)));
    let with_key = |(at, labels): (usize, Vec<String>)| {
        let index = match &labels[..] {
            [label] => names.iter().position(|name| name == label),
            _ => None,
        };
        let key = index.map_or_else(|| free.next(), |index| own[index]);
        let begins_others = at == n_chosen && at > 0;
        SettlementChoice {
            labels,
            key,
            begins_others,
        }
    };
    choices.into_iter().enumerate().map(with_key).collect()
}

#[component]
fn AgreementSummary(help: RwSignal<bool>, #[prop(into)] compose: Callback<()>) -> impl IntoView {
    // Settling a text does not change the agreement of the annotators, so the agreement is not computed again.
    let displayed = Memo::new({
        let resolution = use_project(|project| {
            project
                .resolved()
                .map(|resolved| resolved.annotators.clone())
                .unwrap_or_default()
        });
        let app = use_app();
        move |_| {
            resolution.with(|_| ());
            app.state().with_untracked(|state| {
                let resolved = state.project.as_ref()?.resolved()?.clone();
                let agreement = Arc::new(resolved.agreement());
                Some((resolved, agreement))
            })
        }
    });
    view! {
        {move || displayed.get().map(|(_, agreement)| in_all(&agreement))}
        <Settling help compose/>
        {move || displayed.get().map(|(resolved, agreement)| one_by_one(resolved, agreement))}
    }
}

/// Explains whether Krippendorff's alpha is high enough.
fn in_all(agreement: &Agreement) -> impl IntoView + use<> {
    let alpha = agreement.alpha;
    let n_shared = agreement.n_shared as u64;
    let reading = match alpha {
        Ok(alpha) if alpha >= 0.8 => t!("team-alpha-reliable"),
        Ok(alpha) if alpha >= 0.667 => t!("team-alpha-tentative"),
        Ok(_) => t!("team-alpha-too-low"),
        Err(_) => String::new(),
    };
    view! {
        <p class="coefficients">
            <span title=t!("team-alpha-tooltip")>{t!("team-alpha-label")}" "</span>
            <strong id="alpha">{coefficient(alpha)}</strong>
            " "{t!("team-alpha-text-count", n = grouped(n_shared))} {(!reading.is_empty()).then(|| format!(": {reading}"))} "."
        </p>
    }
}

/// Number of annotator pairs shown together, because thousands of annotators form millions of pairs.
const PAIRS_PER_PAGE: usize = 100;

fn one_by_one(resolved: Arc<ResolvedLabels>, agreement: Arc<Agreement>) -> impl IntoView {
    let of_labels = agreement.of_labels.clone();
    let n_pairs = agreement.n_pairs();
    let skipped = RwSignal::new(0);
    let pairs = move || pairs_after(&resolved, &agreement, skipped.get());
    let turn = move |by: isize| {
        move |_| {
            let to = skipped.get_untracked().saturating_add_signed(by);
            if to < n_pairs {
                skipped.set(to);
            }
        }
    };
    let at = move || {
        let first = skipped.get();
        let last = (first + PAIRS_PER_PAGE).min(n_pairs);
        t!(
            "team-pairs-shown-status",
            first = grouped(first as u64 + 1),
            last = grouped(last as u64),
            n = grouped(n_pairs as u64)
        )
    };
    let is_first = move || skipped.get() == 0;
    let is_last = move || skipped.get() + PAIRS_PER_PAGE >= n_pairs;
    let page = PAIRS_PER_PAGE as isize;
    view! {
        <section class="coefficients" aria-label=t!("team-coefficients-label")>
            {pairs}
            {(n_pairs > PAIRS_PER_PAGE).then(|| view! {
                <p class="pages" id="pages-of-pairs">
                    <button type="button" class="quiet" id="previous-pairs" disabled=is_first on:click=turn(-page)>{t!("team-previous-pairs-button")}</button>
                    <span aria-live="polite">{at}</span>
                    <button type="button" class="quiet" id="next-pairs" disabled=is_last on:click=turn(page)>{t!("team-next-pairs-button")}</button>
                </p>
            })}
            {label_by_label(of_labels)}
        </section>
    }
}

/// Shows at most [`PAIRS_PER_PAGE`] pairs of annotators, after the first `skipped` pairs.
fn pairs_after(resolved: &ResolvedLabels, agreement: &Agreement, skipped: usize) -> impl IntoView + use<> {
    let name = |index: usize| resolved.annotators[index].0.clone();
    let pairs = agreement.pairs(skipped).take(PAIRS_PER_PAGE);
    let pairs = pairs.map(|(a, b)| ([name(a), name(b)], resolved.pair(a, b)));
    let row = |([first, second], pair): ([String; 2], Pair)| {
        let confused = confusion(&first, &second, &pair);
        view! {
            <tr>
                <th scope="row" dir="auto">{format!("{} – {}", isolated(&first), isolated(&second))}</th>
                <td>{pair.n_shared}</td>
                <td>{share(pair.n_same as f64 / pair.n_shared as f64)}</td>
                <td class="kappa">{coefficient(pair.kappa)}</td>
                <td>{confused}</td>
            </tr>
        }
    };
    let (pairs, strangers): (Vec<_>, Vec<_>) = pairs.partition(|(_, pair)| pair.n_shared > 0);
    let strangers = strangers
        .into_iter()
        .map(|([first, second], _)| format!("{} – {}", isolated(&first), isolated(&second)));
    let strangers = strangers.collect::<Vec<_>>().join("; ");
    let strangers = (!strangers.is_empty()).then(|| t!("team-disjoint-pairs-hint", pairs = strangers));
    let rows = (!pairs.is_empty()).then(|| pairs.into_iter().map(row).collect_view());
    let table = rows.map(|rows| view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=t!("team-pairs-label")>
            <table id="pairs">
                <thead><tr>
                    <th scope="col">{t!("team-pair-column")}</th><th scope="col">{t!("team-both-labeled-column")}</th><th scope="col">{t!("team-same-answer-column")}</th>
                    <th scope="col" title=t!("team-kappa-tooltip")>{t!("team-kappa-column")}</th><th scope="col">{t!("team-confused-labels-column")}</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    });
    view! {
        {table}
        {strangers.map(|strangers| view! { <p class="faint" id="strangers">{strangers}</p> })}
    }
}

/// The label with the lowest agreement comes first, because better guidelines may raise its agreement.
/// `None` for free text, because each answer would be a separate label.
fn label_by_label(of_labels: BTreeMap<String, LabelAgreement>) -> Option<impl IntoView> {
    let app = use_app();
    let answers = app
        .state()
        .with_untracked(|state| state.project.as_ref().map(|project| project.labels.answers));
    let mut of_labels: Vec<(String, LabelAgreement)> = of_labels.into_iter().collect();
    of_labels.sort_by(|(_, a), (_, b)| a.share().total_cmp(&b.share()));
    let row = |(label, specific): (String, LabelAgreement)| {
        view! {
            <tr>
                <th scope="row" dir="auto">{label}</th>
                <td>{share(specific.share())}</td>
                <td><meter min="0" max="1" value=specific.share() aria-hidden="true"></meter></td>
                <td>{specific.n_both}</td>
                <td>{specific.n_one}</td>
            </tr>
        }
    };
    let is_shown = answers != Some(AnswerType::Text) && of_labels.len() > 1;
    is_shown.then(|| view! {
        <details id="label-by-label">
            <summary>{t!("team-per-label-title")}</summary>
            <div class="table-scroll" tabindex="0" role="region" aria-label=t!("team-per-label-title")>
                <table id="of-labels">
                    <thead><tr>
                        <th scope="col">{t!("team-label-column")}</th>
                        <th scope="col" colspan="2" title=t!("team-specific-agreement-tooltip")>{t!("team-specific-agreement-column")}</th>
                        <th scope="col">{t!("team-given-by-both-column")}</th><th scope="col">{t!("team-given-by-one-column")}</th>
                    </tr></thead>
                    <tbody>{of_labels.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </details>
    })
}

fn share(share: f64) -> String {
    t!("common-percent", n = decimal(100.0 * share, 0))
}

fn coefficient(value: Result<f64, UndefinedAgreement>) -> String {
    match value {
        Ok(value) => decimal(value, 3).replace('-', "−"),
        Err(why) => t!(
            "team-coefficient-undefined",
            why = core_messages::translate_core("undefined", &why)
        ),
    }
}

/// Pairs of different labels that two annotators gave to the same text, most frequent first. “–” means no label.
fn confusion(first: &str, second: &str, pair: &Pair) -> String {
    const MAX_NAMES: usize = 3;
    let mut confused: Vec<_> = pair.confusion.iter().collect();
    confused.sort_by_key(|&(_, &n)| std::cmp::Reverse(n));
    let [first, second] = [first, second].map(isolated);
    fn named(label: &Option<String>) -> Cow<'_, str> {
        label.as_deref().map_or("–".into(), isolated)
    }
    let one = |((a, b), n): (&(Option<String>, Option<String>), &usize)| {
        format!("{first} {}, {second} {}: {n}", named(a), named(b))
    };
    confused
        .into_iter()
        .take(MAX_NAMES)
        .map(one)
        .collect::<Vec<_>>()
        .join("; ")
}

fn labels_in_words(labels: &[String]) -> String {
    let labels: Vec<Cow<'_, str>> = labels.iter().map(|label| isolated(label)).collect();
    labels.join(SEPARATOR)
}

#[derive(Clone, Debug, PartialEq)]
struct EntryDisplay {
    by: String,
    annotation: String,
    note: String,
    at: String,
    is_settled: bool,
}

#[component]
fn Settling(help: RwSignal<bool>, #[prop(into)] compose: Callback<()>) -> impl IntoView {
    let current = use_state(|state| state.team.current);
    let rows = use_project(|project| {
        let resolved = project.resolved();
        let is_settled =
            |row: &u32| resolved.is_some_and(|resolved| resolved.statuses[row] == ConsensusStatus::Adjudicated);
        let line = |row: u32| (row, is_settled(&row), project.beginning(row));
        project.disagreements().into_iter().map(line).collect::<Vec<_>>()
    });
    let navigation = ListNavigation::of("disagreements", "button", move || subscribe(rows));
    let n_by_majority = use_project(|project| project.resolved().map_or(0, |resolved| resolved.majorities().len()));
    let left = move || rows.read().iter().filter(|(_, is_settled, _)| !is_settled).count();
    let line = move |(row, is_settled, text): (u32, bool, String)| {
        view! {
            <li>
                <button type="button" class="quiet disagreement" tabindex="-1" class:settled=is_settled data-row=row.to_string()
                    aria-current=move || (current.get() == Some(row)).then_some("true") on:click=on_click_dispatch(move || Msg::GoTo(row))>
                    <span class="mark" aria-label=if is_settled { t!("team-settled-status") } else { t!("team-unsettled-status") }>{if is_settled { "✓" } else { "≠" }}</span>
                    <span dir="auto" lang="">{text}</span>
                </button>
            </li>
        }
    };
    let read_only = read_only();
    let lines = move || rows.get().into_iter().map(line).collect_view();
    let title = move || match (rows.read().len(), left()) {
        (0, _) => t!("team-no-disagreement-title"),
        (n, 0) => t!("team-all-settled-title", n = grouped(n as u64)),
        (n, left) => t!("team-disagreements-left-title", left, n = grouped(n as u64)),
    };
    view! {
        <section class="settling" aria-labelledby="settling-title">
            <h3 id="settling-title" aria-live="polite">{title}</h3>
            <Show when=move || read_only.get()><p class="faint" role="status">{t!("projects-open-elsewhere-title")}</p></Show>
            <Show when=move || { n_by_majority.get() > 0 }>
                <button type="button" class="quiet" id="settle-majority" disabled=read_only title=t!("team-settle-majority-tooltip")
                    on:click=on_click_dispatch(|| Msg::SettleByMajority)>
                    {move || t!("team-settle-majority-button", n = grouped(n_by_majority.get() as u64))}" "<kbd>{"+"}</kbd>
                </button>
            </Show>
            <Show when=move || rows.read().is_empty()>
                <p class="faint">{t!("team-no-disagreement-hint")}</p>
            </Show>
            <Show when=move || !rows.read().is_empty()>
                <div class="settling-columns">
                    <Disagreement help compose/>
                    <ol class="disagreements" id="disagreements" on:focusin=move |event| navigation.focused(&event)
                        on:keydown=move |event| navigation.key(&event, |_, _| ())>{lines}</ol>
                </div>
            </Show>
        </section>
    }
}

/// Maximum number of answers that are shown for one text, because there may be thousands of annotators.
const MAX_ENTRIES_PER_TEXT: usize = 200;

fn more_of_text(n: usize) -> Option<impl IntoView> {
    let more = n.checked_sub(MAX_ENTRIES_PER_TEXT).filter(|&more| more > 0)?;
    Some(view! { <p class="faint more-of-text">{t!("team-unlisted-count", n = grouped(more as u64))}</p> })
}

#[component]
fn Disagreement(help: RwSignal<bool>, compose: Callback<()>) -> impl IntoView {
    let app = use_app();
    let row = use_state(|state| state.team.current);
    let text = use_state(|state| {
        let row = state.team.current?;
        state.project.as_ref().map(|project| project.text(row).to_owned())
    });
    let displayed = use_state(entries_to_show);
    let choices = use_state(|state| {
        let Some((project, row)) = state.project.as_ref().zip(state.team.current) else {
            return Vec::new();
        };
        let settled = &project.annotations.team.decisions.labels().annotation(row).labels;
        let colors = project.labels.specs.colors(&project.labels.names);
        let color = |label: &String| Some(colors[project.labels.names.iter().position(|name| name == label)?] as usize);
        let choice =
            |choice: SettlementChoice| (choice.labels == *settled, choice.labels.first().and_then(color), choice);
        choices(state).into_iter().map(choice).collect()
    });
    let is_text = use_project(|project| project.labels.answers == AnswerType::Text);
    let can_turn = use_project(|project| {
        (
            project.annotations.team.decisions.can_undo(),
            project.annotations.team.decisions.can_redo(),
        )
    });
    let is_settled = move || displayed.read().iter().any(|displayed| displayed.is_settled);
    let entry = |displayed: EntryDisplay| {
        let EntryDisplay {
            by,
            annotation,
            note,
            at,
            is_settled,
        } = displayed;
        let note = (!note.is_empty()).then(|| view! { <q class="faint" dir="auto" lang="">{note}</q> });
        view! { <tr class:settled=is_settled><th scope="row" dir="auto">{by}</th><td dir="auto">{annotation} " " {note}</td><td class="faint">{at}</td></tr> }
    };
    let read_only = read_only();
    // After a button was pressed with the keyboard, the focus moves away from the button.
    // If the focus stayed on the button, the next key would press the button for the next text.
    let leave = |event: &ev::MouseEvent| {
        if event.detail() == 0 {
            focus("disputed-text");
        }
    };
    // When another text is shown, the dialog scrolls to the beginning of the text.
    Effect::new(move |before: Option<Option<u32>>| {
        let now = row.get();
        if before.is_some_and(|before| before != now) {
            before_paint(|| {
                if let Some(text) = document().get_element_by_id("disputed-text") {
                    text.set_scroll_top(0);
                }
                scroll_to_id("disputed-text");
            });
        }
        now
    });
    let button = move |(is_chosen, color, choice): (bool, Option<usize>, SettlementChoice)| {
        let SettlementChoice {
            labels,
            key,
            begins_others,
        } = choice;
        let words = labels_in_words(&labels);
        let class = format!("label-button {}", color_class(color.unwrap_or(NEUTRAL_COLOR as usize)));
        view! {
            {begins_others.then(|| view! { <span class="line-end"></span> })}
            <button type="button" class=class aria-pressed=is_chosen.to_string() disabled=read_only data-choice=labels.join("; ")
                on:click=move |event| {
                    leave(&event);
                    let labels = labels.clone();
                    app.dispatch(StateMsg::Team(Msg::Settle { labels }));
                }>
                {key.map(|key| view! { <kbd>{key}</kbd> })}
                <span dir="auto">{words}</span>
            </button>
        }
    };
    let answer = NodeRef::<html::Textarea>::new();
    let draft = use_state(|state| {
        let draft = state.team.current.map(|row| state.session.settlement(row));
        draft.unwrap_or_default().to_owned()
    });
    let write = move || {
        let text = answer.get_untracked().map(|field| field.value()).unwrap_or_default();
        if !text.trim().is_empty() {
            let labels = vec![text.trim().to_owned()];
            app.dispatch(StateMsg::Team(Msg::Settle { labels }));
        }
    };
    let write_on = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) && !read_only.get_untracked() {
            event.prevent_default();
            write();
        }
    };
    view! {
        <div class="disagreement-view">
            <blockquote id="disputed-text" dir="auto" lang="" tabindex="0" role="group" aria-label=t!("common-text-label") aria-live="polite">{move || text.get()}</blockquote>
            <table class="said-by" id="said-by">
                <thead class="hidden"><tr><th scope="col">{t!("team-annotator-column")}</th><th scope="col">{t!("team-answer-column")}</th><th scope="col">{t!("team-time-column")}</th></tr></thead>
                <tbody>{move || displayed.get().into_iter().take(MAX_ENTRIES_PER_TEXT).map(entry).collect_view()}</tbody>
            </table>
            {move || more_of_text(displayed.read().len())}
            <div class="label-buttons" role="group" aria-label=t!("team-settle-button")>
                {move || choices.get().into_iter().take(MAX_ENTRIES_PER_TEXT).map(button).collect_view()}
            </div>
            {move || more_of_text(choices.read().len())}
            <Show when=move || is_text.get()>
                <label class="field"><span>{t!("team-other-answer-label")}" "<kbd>{"/"}</kbd></span>
                    <textarea id="settle-answer" rows="2" dir="auto" node_ref=answer prop:value=draft
                        on:input=typing(move || row.get_untracked().map(DraftField::Settlement)) on:keydown=write_on></textarea></label>
                <button type="button" id="settle-written" disabled=read_only on:click=move |_| write()>{t!("team-settle-answer-button")}" "<kbd>{control_key()}</kbd>" "<kbd>{t!("shell-key-enter")}</kbd></button>
            </Show>
            <div class="tools">
                <Show when=move || !is_text.get()>
                    <button type="button" class="quiet" id="settle-other" disabled=read_only aria-haspopup="dialog"
                        on:click=move |_| compose.run(())>{t!("team-other-labels-title")}" … "<kbd>{"/"}</kbd></button>
                </Show>
                <button type="button" class="quiet" id="settle-cannot-tell" disabled=read_only
                    on:click=on_click_dispatch(|| Msg::Settle { labels: Vec::new() })>{t!("team-cannot-tell-button")}" " <kbd>{"."}</kbd></button>
                <button type="button" class="quiet" id="unsettle" disabled=move || read_only.get() || !is_settled()
                    on:click=on_click_dispatch(|| Msg::Unsettle)>{t!("common-clear")}" " <kbd>{"0"}</kbd></button>
                <button type="button" class="quiet" id="settle-undo" disabled=move || read_only.get() || !can_turn.get().0
                    on:click=on_click_dispatch(|| Msg::Undo)>{t!("common-undo")}" " <kbd>{"u"}</kbd></button>
                <button type="button" class="quiet" id="settle-redo" disabled=move || read_only.get() || !can_turn.get().1
                    on:click=on_click_dispatch(|| Msg::Redo)>{t!("common-redo")}" " <kbd>{"⇧u"}</kbd></button>
                <button type="button" class="quiet" id="settle-help" on:click=move |_| help.set(true)>{t!("common-help-button")}" " <kbd>{"?"}</kbd></button>
                <span class="pager">
                    <button type="button" class="icon" aria-label=t!("team-previous-disagreement-label") title=t!("common-previous-tooltip") on:click=on_click_dispatch(|| Msg::Move(-1))><span aria-hidden="true">{"‹"}</span><kbd>{"←"}</kbd></button>
                    <button type="button" class="icon" aria-label=t!("team-next-disagreement-label") title=t!("common-next-tooltip") on:click=on_click_dispatch(|| Msg::Move(1))><kbd>{"→"}</kbd><span aria-hidden="true">{"›"}</span></button>
                </span>
            </div>
        </div>
    }
}

/// The form to settle a text with labels that the user chooses. The user can search for labels and add new labels.
/// If a text can have several labels, the user can choose several.
#[component]
fn Composer(#[prop(into)] close: Callback<()>) -> impl IntoView {
    let app = use_app();
    let names = use_project(|project| project.labels.names.clone());
    let takes_several = use_project(|project| project.labels.answers == AnswerType::Several);
    let settle = move |labels: Vec<String>| {
        if !labels.is_empty() {
            close.run(());
            app.dispatch(StateMsg::Team(Msg::Settle { labels }));
        }
    };
    // Indices in the label set, ascending. Initially the labels that the text is settled with.
    let settled = app.state().with_untracked(|state| {
        let (project, row) = state.project.as_ref().zip(state.team.current)?;
        let labels = &project.annotations.team.decisions.labels().annotation(row).labels;
        let index = |label: &String| project.labels.names.iter().position(|name| name == label);
        let mut places: Vec<usize> = labels.iter().filter_map(index).collect();
        places.sort_unstable();
        Some(places)
    });
    let chosen = RwSignal::new(settled.unwrap_or_default());
    let labels = Memo::new(move |_| {
        let names = names.read();
        let label = |&index: &usize| names.get(index).cloned();
        chosen.read().iter().filter_map(label).collect::<Vec<String>>()
    });
    let found = move |index: Option<usize>| match index {
        Some(index) if takes_several.get_untracked() => chosen.update(|chosen| match chosen.binary_search(&index) {
            Ok(at) => drop(chosen.remove(at)),
            Err(at) => chosen.insert(at, index),
        }),
        Some(index) => settle(names.with_untracked(|names| names.get(index).cloned().into_iter().collect())),
        None => {}
    };
    let settle_chosen = move || settle(labels.get_untracked());
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            settle_chosen();
        }
    };
    let words = move || labels_in_words(&labels.read());
    view! {
        <div class="composer" on:keydown=on_key>
            <Finder found chosen/>
            <Show when=move || takes_several.get() fallback=|| view! { <p class="faint">{t!("team-settle-one-hint")}</p> }>
                <p class="composed" id="composed" aria-live="polite" dir="auto">{words}</p>
                <div class="actions">
                    <p class="faint">{t!("team-settle-several-hint")}</p>
                    <button type="button" class="primary" id="settle-composed" disabled=move || chosen.read().is_empty()
                        on:click=move |_| settle_chosen()>{t!("team-settle-button")}" "<kbd>{control_key()}</kbd>" "<kbd>{t!("shell-key-enter")}</kbd></button>
                </div>
            </Show>
        </div>
    }
}

fn entries_to_show(state: &AppState) -> Vec<EntryDisplay> {
    let (Some(project), Some(row)) = (state.project.as_ref(), state.team.current) else {
        return Vec::new();
    };
    let flag = |annotation: &Annotation| if annotation.flagged { "⚑ " } else { "" };
    let entry = |by: &str, entry: &LogEntry, is_settled: bool| EntryDisplay {
        by: by.to_owned(),
        annotation: flag(&entry.annotation).to_owned()
            + &match (&entry.annotation.passed, entry.annotation.answer()) {
                (Some(why), _) => core_messages::passed(*why),
                (None, Some(labels)) => isolated(&labels).into_owned(),
                (None, None) => "–".to_owned(),
            },
        note: entry.annotation.note.clone(),
        at: format_time(entry.at_ms),
        is_settled,
    };
    let resolved = project.resolved().map(|resolved| {
        resolved
            .entries_of(row)
            .map(|(by, annotation)| entry(by, annotation, false))
            .collect()
    });
    let mut displayed: Vec<EntryDisplay> = resolved.unwrap_or_default();
    let settled = project
        .annotations
        .team
        .decisions
        .labels()
        .entry(row)
        .filter(|settled| settled.annotation != Default::default());
    displayed.extend(settled.map(|settled| {
        let by = settled.by.as_deref().map_or_else(
            || t!("team-settled-status"),
            |by| t!("team-settled-by-status", by = isolated(by)),
        );
        entry(&by, settled, true)
    }));
    displayed
}
