//! The team panel: the annotators, the merged files, and the choices for a dropped project file.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::project::Project;
use crate::projects::backup::Columns;
use crate::runtime::access::{column_names, use_app, use_project, use_state};
use crate::shell::welcome::FileInput;
use crate::state::Msg as StateMsg;
use crate::team::{IncomingFile, MergeResult, Msg};
use crate::ui::checkbox::Checkbox;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::subscribe;
use fastgas_annotation::label::{Labels, PassReason};

pub fn on_click_dispatch<E: 'static>(msg: impl Fn() -> Msg + 'static) -> impl Fn(E) + 'static {
    let app = use_app();
    move |_| app.dispatch(StateMsg::Team(msg()))
}

/// Reasons why an annotator leaves a text without a label.
/// For each reason, the panel shows how many texts each colleague left without a label.
const PASSES: [PassReason; 2] = [PassReason::CannotTell, PassReason::Skipped];

const MAX_NAMED_COLUMNS: usize = 100;

/// Number of colleagues that are shown together, because a file may contain thousands of colleagues.
const COLLEAGUES_PER_PAGE: usize = 50;

#[component]
pub fn Team() -> impl IntoView {
    let app = use_app();
    let name = use_project(|project| project.annotations.annotator.clone().unwrap_or_default());
    let type_name = move |event| app.dispatch(StateMsg::Team(Msg::TypeName(event_target_value(&event))));
    let problem = use_state(|state| state.team.name_problem.clone());
    let others = use_project(|project| {
        let of = |(name, labels): (&str, &Labels)| {
            let n_passed = |why| {
                labels
                    .passed_rows()
                    .filter(|&row| labels.passed(row) == Some(why))
                    .count()
            };
            (name.to_owned(), labels.len(), PASSES.map(n_passed))
        };
        project.annotations.team.others().map(of).collect::<Vec<_>>()
    });
    let skipped = RwSignal::new(0);
    // Shows the first colleagues if the removed colleague was the last one on the current page of the list.
    Effect::new(move |_| {
        let n = others.read().len();
        if skipped.get_untracked() >= n {
            skipped.set(0);
        }
    });
    let navigation = ListNavigation::of("colleagues", "button", move || {
        subscribe(others);
        subscribe(skipped);
    });
    let n_disputed = use_project(|project| project.n_disputed());
    let in_force = use_project(|project| (project.n_effective_answers(), project.n_picks()));
    // The panel lists the other columns that a copy for a colleague contains, because they may contain grades or names.
    let columns = column_names();
    let own_columns = use_project(|project| (Some(project.source.text_column), project.source.id_column));
    let others_columns = Memo::new(move |_| {
        let (text, id) = own_columns.get();
        let is_other = |&(column, _): &(usize, &String)| Some(column) != text && Some(column) != id;
        let columns = columns.read();
        let others = columns.iter().enumerate().filter(is_other);
        others.map(|(_, name)| name.clone()).collect::<Vec<String>>()
    });
    let hands_columns = RwSignal::new(true);
    let colleague_name = RwSignal::new(String::new());
    let hand_out = on_click_dispatch(move || Msg::HandOut {
        columns: match hands_columns.get_untracked() {
            true => Columns::All,
            false => Columns::TextAndId,
        },
        colleague: colleague_name.get_untracked(),
    });
    let shows_all = use_project(|project| project.view.shows_all);
    let set_name = move |event| {
        app.dispatch(StateMsg::Team(Msg::Name(event_target_value(&event))));
        // If the new name was not accepted, the field shows the previous name again.
        event_target::<web_sys::HtmlInputElement>(&event).set_value(&name.get_untracked());
    };
    let colleague = move |(name, n, n_passed): (String, usize, [usize; 2])| {
        let passed = PASSES.into_iter().zip(n_passed).filter(|&(_, n)| n > 0);
        let passed = passed.map(|(why, n)| format!(", {} {}", grouped(n as u64), core_messages::passed(why)));
        let passed: String = passed.collect();
        let (forgotten, label) = (name.clone(), t!("team-remove-colleague-label", name = isolated(&name)));
        view! {
            <li>
                <strong dir="auto">{name}</strong>
                <span class="faint">{t!("team-texts-labeled", n = grouped(n as u64))}{passed}</span>
                <button type="button" class="icon" tabindex="-1" title=t!("team-remove-colleague-tooltip") aria-label=label
                    on:click=on_click_dispatch(move || Msg::Forget(forgotten.clone()))>"×"</button>
            </li>
        }
    };
    let named_columns = move || {
        let named = others_columns.with(|names| names.iter().take(MAX_NAMED_COLUMNS).cloned().collect::<Vec<_>>());
        all_isolated(&named)
    };
    let asks = move || n_disputed.get() > 0;
    let disputed = move || match n_disputed.get() {
        0 => t!("common-agreement"),
        n => t!("team-agreement-settle-button", n = grouped(n as u64)),
    };
    view! {
        <section class="panel team" aria-labelledby="team-title">
            <h2 id="team-title">{t!("team-title")}</h2>
            <label class="field inline">
                <span>{t!("common-own-name-label")}</span>
                <input type="text" id="annotator" dir="auto" autocomplete="name" prop:value=name on:input=mounted(type_name) on:change=mounted(set_name)
                    placeholder=t!("team-own-name-placeholder") aria-describedby="annotator-problem"
                    aria-invalid=move || problem.read().is_some().to_string()/>
            </label>
            <p class="problem" id="annotator-problem" role="alert">{move || problem.get()}</p>
            <Show when=move || !others.read().is_empty()>
                <ul class="colleagues" id="colleagues" on:focusin=move |event| navigation.focused(&event)
                    on:keydown=move |event| navigation.key(&event, |_, _| ())>{move || others.get().into_iter().skip(skipped.get()).take(COLLEAGUES_PER_PAGE).map(colleague).collect_view()}</ul>
                <Show when=move || { others.read().len() > COLLEAGUES_PER_PAGE }>
                    <p class="pages faint" id="pages-of-colleagues">
                        <button type="button" class="quiet" disabled=move || skipped.get() == 0
                            on:click=move |_| skipped.update(|skipped| *skipped = skipped.saturating_sub(COLLEAGUES_PER_PAGE))>{t!("team-colleagues-previous-button")}</button>
                        <span aria-live="polite">{move || {
                            let (first, n) = (skipped.get(), others.read().len());
                            let last = (first + COLLEAGUES_PER_PAGE).min(n);
                            t!("team-colleagues-range", first = grouped(first as u64 + 1), last = grouped(last as u64), n = grouped(n as u64))
                        }}</span>
                        <button type="button" class="quiet" disabled=move || skipped.get() + COLLEAGUES_PER_PAGE >= others.read().len()
                            on:click=move |_| skipped.update(|skipped| *skipped += COLLEAGUES_PER_PAGE)>{t!("team-colleagues-next-button")}</button>
                    </p>
                </Show>
                <p class="faint" id="in-force">{move || {
                    let (n, of) = in_force.get();
                    t!("team-final-answers-status", n = grouped(n as u64), of = grouped(of as u64))
                }}</p>
                <Checkbox class="on-off" id="shows-all" checked=shows_all change=move |shows: bool| app.dispatch(StateMsg::Team(Msg::ShowAll(shows)))>
                    {t!("team-show-final-labels")}
                </Checkbox>
                <button type="button" class:primary=asks id="agreement" aria-haspopup="dialog" on:click=on_click_dispatch(|| Msg::Show)>{disputed}</button>
            </Show>
            <MergedNote/>
            <label class="field inline" title=t!("team-copy-name-tooltip")>
                <span>{t!("team-copy-name-label")}</span>
                <input type="text" id="copy-for" dir="auto" maxlength="60" placeholder=t!("team-copy-name-placeholder")
                    prop:value=colleague_name on:input:target=move |event| colleague_name.set(event.target().value())/>
            </label>
            <div class="team-actions">
                <button type="button" id="hand-out" on:click=hand_out
                    title=t!("team-copy-tooltip")>
                    {t!("team-copy-button")}
                </button>
                <Show when=move || !others_columns.read().is_empty()>
                    <Checkbox class="on-off" id="hand-columns" title=named_columns checked=hands_columns change=move |hands: bool| hands_columns.set(hands)>
                        {move || t!("team-copy-columns-label", n = others_columns.read().len(), columns = some_of(&others_columns.read()))}
                    </Checkbox>
                </Show>
                <label class="link-button" title=t!("team-merge-file-tooltip")>
                    <FileInput app id="merge-file" accept=".fastgas,.zip"/>
                    <span>{t!("team-merge-file-button")}</span>
                </label>
            </div>
        </section>
    }
}

/// The first few names, each isolated so that its text direction does not affect the sentence.
fn some_of(names: &[String]) -> String {
    const MAX_NAMES: usize = 3;
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    format!("{}{more}", all_isolated(&names[..names.len().min(MAX_NAMES)]))
}

#[component]
fn MergedNote() -> impl IntoView {
    let merged = use_state(|state| state.team.merged.clone());
    let merge_summary = |merged: MergeResult| {
        let MergeResult {
            name,
            n_new,
            n_entries,
            strays,
            n_own,
            n_resettled,
            n_replaced,
            new_labels,
        } = merged;
        let news = match n_new {
            0 => t!("team-merged-entries-none"),
            n => t!("team-merged-entries-new", n = grouped(n as u64)),
        };
        let own = (n_own > 0).then(|| t!("team-merged-own-entries", n = grouped(n_own as u64)));
        let resettled = (n_resettled > 0).then(|| t!("team-merged-resettled", n = n_resettled));
        let replaced = (n_replaced > 0).then(|| t!("team-merged-replaced", n = n_replaced));
        let labels = (!new_labels.is_empty()).then(|| {
            t!(
                "team-merged-new-labels",
                n = new_labels.len(),
                labels = all_isolated(&new_labels)
            )
        });
        let title = t!("team-merged-missing-texts", n = grouped(strays.len() as u64));
        let are_strays = !strays.is_empty();
        let strays = strays
            .into_iter()
            .map(|text| view! { <li dir="auto">{text}</li> })
            .collect_view();
        view! {
            <p class="note">{t!("team-merged-summary", name = isolated(&name), n = grouped(n_entries as u64), news)}{own}{resettled}{replaced}{labels}</p>
            {are_strays.then(|| view! { <details class="strays"><summary>{title}</summary><ul>{strays}</ul></details> })}
        }
    };
    let are_there = move || !merged.read().is_empty();
    view! {
        <div role="status">
            <Show when=are_there><div id="merged">{move || merged.get().into_iter().map(merge_summary).collect_view()}</div></Show>
        </div>
    }
}

/// The Escape key closes the dialog without using the file.
#[component]
pub fn IncomingDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = use_state(|state| state.team.incoming.is_some());
    show_while(dialog, shown.into());
    let refuse = on_click_dispatch(|| Msg::Refuse);
    view! {
        <dialog node_ref=dialog id="incoming-dialog" class="incoming" aria-labelledby="incoming-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); refuse(event) }>
            <Show when=move || shown.get()><IncomingForm/></Show>
        </dialog>
    }
}

#[component]
fn IncomingForm() -> impl IntoView {
    let app = use_app();
    let state = app.state();
    let merge_summary = state
        .with_untracked(|state| {
            Some(FileDescription::of(
                state.team.incoming.as_ref()?,
                state.project.as_ref(),
            ))
        })
        .unwrap_or_default();
    let FileDescription {
        file_name,
        by,
        shared,
        texts,
        n_annotated: said,
        can_merge,
        is_foreign,
        comes_along,
        in_file,
        tolerated,
    } = merge_summary;
    let names = use_state(|state| {
        let names = |incoming: &IncomingFile| (incoming.theirs.clone(), incoming.own.clone());
        state.team.incoming.as_ref().map(names).unwrap_or_default()
    });
    let problem = use_state(|state| {
        state
            .team
            .incoming
            .as_ref()
            .and_then(|incoming| incoming.problem.clone())
    });
    let edit = move |change: fn(&mut (String, String), String)| {
        move |event| {
            let mut both = names.get_untracked();
            change(&mut both, event_target_value(&event));
            let (theirs, own) = both;
            app.dispatch(StateMsg::Team(Msg::NameIncoming { theirs, own }));
        }
    };
    let maker = by.clone().map_or(t!("team-incoming-author-unknown"), |by| {
        t!("team-incoming-author", by = isolated(&by))
    });
    let facts = match comes_along {
        Some(_) => t!("team-incoming-copy-summary", texts = grouped(texts as u64)),
        None => t!(
            "team-incoming-summary",
            maker,
            texts = grouped(texts as u64),
            said = grouped(said as u64)
        ),
    };
    let foreign = is_foreign.then(|| t!("team-incoming-unrelated"));
    let common = can_merge.then(|| match texts - shared {
        0 => t!("team-incoming-all-texts"),
        missing => t!(
            "team-incoming-some-texts",
            shared = grouped(shared as u64),
            missing = grouped(missing as u64)
        ),
    });
    let tolerated = (tolerated > 0).then(|| t!("common-tolerated-texts-hint", n = grouped(tolerated as u64)));
    let counts_file = use_state(|state| {
        state
            .team
            .incoming
            .as_ref()
            .is_some_and(|incoming| incoming.counts_file)
    });
    let add = (can_merge && comes_along.is_none() && shared < texts).then(|| {
        view! {
            <button type="button" id="incoming-add" on:click=on_click_dispatch(|| Msg::AddTexts)>
                {t!("team-incoming-add-button", n = grouped((texts - shared) as u64))}
            </button>
        }
    });
    let own_words = match (by, comes_along) {
        (_, Some(n)) if n > 0 => t!("team-open-without-answers-button"),
        (Some(by), _) => t!("team-open-as-button", by = isolated(&by)),
        (None, _) => t!("team-open-instead-button"),
    };
    let can_open = comes_along != Some(0);
    let act = match (comes_along.is_some(), can_merge) {
        (true, _) => Msg::OpenWithMine,
        (_, true) => Msg::Merge,
        _ => Msg::OpenAsNewProject,
    };
    let n_waiting = state.with_untracked(|state| state.team.waiting.unwrap_or_default());
    let merges_all = n_waiting > 0 && act == Msg::Merge;
    let (hint, join) = match (comes_along, can_merge) {
        (Some(n), _) => (
            t!("team-incoming-copy-hint", n = grouped(n as u64)),
            match n {
                0 => t!("team-open-copy-button"),
                _ => t!("team-open-with-answers-button"),
            },
        ),
        (_, true) => (t!("team-merge-hint"), t!("team-merge-button")),
        _ => (
            t!("team-label-independently-hint"),
            t!("team-label-independently-button"),
        ),
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(StateMsg::Team(act.clone()));
    };
    view! {
        {dialog_head("incoming", t!("team-incoming-title"), move || app.dispatch(StateMsg::Team(Msg::Refuse)))}
        <form on:submit=submit novalidate>
            <p><strong dir="auto">{file_name}</strong></p>
            <p>{facts} " " {common} {foreign}</p>
            {tolerated.map(|words| view! { <p class="hint" id="incoming-tolerated">{words}</p> })}
            {(n_waiting > 0).then(|| view! { <p class="faint" id="incoming-waiting">{t!("team-files-waiting-status", n = grouped(n_waiting as u64))}</p> })}
            <div class="incoming-names">
                {comes_along.is_none().then(|| view! { <label class="field"><span>{t!("team-labeled-by-label")}</span>
                    <input type="text" id="incoming-theirs" dir="auto" aria-describedby="incoming-problem"
                        aria-invalid=move || problem.read().is_some().to_string() autocomplete="off" prop:value=move || names.get().0
                        on:input=edit(|names, value| names.0 = value)/></label> })}
                <label class="field"><span>{t!("common-own-name-label")}</span>
                    <input type="text" id="incoming-own" dir="auto" aria-describedby="incoming-problem"
                        aria-invalid=move || problem.read().is_some().to_string() autocomplete="name" prop:value=move || names.get().1
                        on:input=edit(|names, value| names.1 = value)/></label>
            </div>
            {(in_file > 0 && comes_along.is_none()).then(|| view! {
                <Checkbox class="on-off" id="incoming-file" checked=counts_file change=move |counts: bool| app.dispatch(StateMsg::Team(Msg::CountFile(counts)))>
                    {t!("team-incoming-table-labels", n = grouped(in_file as u64))}
                </Checkbox>
            })}
            <p class="problem" id="incoming-problem" role="alert">{move || problem.get()}</p>
            <p class="hint">{hint}</p>
            <div class="actions">
                {can_open.then(|| view! {
                    <button type="button" id="incoming-open" on:click=on_click_dispatch(|| Msg::OpenAsIs)
                        title=t!("team-open-unchanged-tooltip")>{own_words}</button>
                })}
                {add}
                {merges_all.then(|| view! {
                    <button type="button" id="incoming-join-all" on:click=on_click_dispatch(|| Msg::MergeAll)>
                        {t!("team-merge-all-button", n = grouped(n_waiting as u64 + 1))}
                    </button>
                })}
                <button type="submit" class="primary" id="incoming-join" autofocus>{join}</button>
            </div>
        </form>
    }
}

#[derive(Default)]
struct FileDescription {
    file_name: String,
    by: Option<String>,
    shared: usize,
    texts: usize,
    n_annotated: usize,
    can_merge: bool,
    /// True if the file has no text in common with the open project.
    is_foreign: bool,
    /// Number of texts in the file that get annotations from the open project.
    /// `None` unless the file is an unlabeled copy that a colleague handed out for labeling.
    comes_along: Option<usize>,
    /// Number of texts in the project file that have a label from an imported table.
    in_file: usize,
    /// Number of texts that are in both projects, but differ in white space, line ends or similar characters.
    tolerated: usize,
}

impl FileDescription {
    fn of(incoming: &IncomingFile, here: Option<&Project>) -> FileDescription {
        let (shared, texts) = incoming.n_shared();
        FileDescription {
            file_name: incoming.file_name.clone(),
            by: incoming.project.annotations.annotator.clone(),
            shared,
            texts,
            n_annotated: match incoming.counts_file {
                true => incoming.annotation_count() + incoming.project.n_in_file(),
                false => incoming.annotation_count(),
            },
            can_merge: incoming.rows.is_some(),
            is_foreign: here.is_some() && incoming.rows.is_none(),
            in_file: incoming.project.n_in_file(),
            tolerated: here.map_or(0, |here| incoming.n_tolerated(here)),
            comes_along: here
                .filter(|_| incoming.is_copy())
                .map(|here| incoming.annotation_count_in(here)),
        }
    }
}
