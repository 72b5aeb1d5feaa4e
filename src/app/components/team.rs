//! Other annotators: who labels here, whose files were merged, and what to do with one that was dropped.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::{dialog_head, show_while};
use super::welcome::FileInput;
use super::{select, select_open, use_store};
use crate::app::estimate::grouped;
use crate::app::isolate::isolated;
use crate::app::store::Action as StoreAction;
use crate::app::team::{Action, Incoming, Merged};

/// A handler that tells the store.
pub fn tell<E: 'static>(action: impl Fn() -> Action + 'static) -> impl Fn(E) + 'static {
    let store = use_store();
    move |_| store.dispatch(StoreAction::Team(action()))
}

/// `3 texts`, `1 text`.
pub fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(n as u64))
}

/// Who labels, beside whom, and the ways to and from colleagues.
#[component]
pub fn Team() -> impl IntoView {
    let store = use_store();
    let name = select_open(|open| open.annotator.clone().unwrap_or_default());
    let problem = select(|state| state.team.name_problem.clone());
    let others = select_open(|open| {
        let of = |(name, labels): (&str, &crate::label::Labels)| (name.to_owned(), labels.len());
        open.team.others().map(of).collect::<Vec<_>>()
    });
    let n_disputed = select_open(|open| open.n_disputed());
    let say = move |event| {
        store.dispatch(StoreAction::Team(Action::Name(event_target_value(&event))));
        // A refused name gives way to the one that stays.
        event_target::<web_sys::HtmlInputElement>(&event).set_value(&name.get_untracked());
    };
    let colleague = move |(name, n): (String, usize)| {
        let (forgotten, label) = (
            name.clone(),
            format!("Take {}’s labels out of this project", isolated(&name)),
        );
        view! {
            <li>
                <strong dir="auto">{name}</strong>
                <span class="faint">{counted(n, "label")}</span>
                <button type="button" class="icon" title="Take their labels out; their file brings them back" aria-label=label
                    on:click=tell(move || Action::Forget(forgotten.clone()))>"×"</button>
            </li>
        }
    };
    let disputed = move || match n_disputed.get() {
        0 => "Agreement".to_owned(),
        n => format!("Agreement: settle {}", counted(n, "text")),
    };
    view! {
        <section class="panel team" aria-labelledby="team-title">
            <h2 id="team-title">"Team"</h2>
            <label class="field inline">
                <span>"You are"</span>
                <input type="text" id="annotator" autocomplete="name" maxlength="60" prop:value=name on:change=say
                    placeholder="your name, if others label too" aria-describedby="annotator-problem"/>
            </label>
            <p class="problem" id="annotator-problem" role="alert">{move || problem.get()}</p>
            <Show when=move || !others.read().is_empty()>
                <ul class="colleagues" id="colleagues">{move || others.get().into_iter().map(colleague).collect_view()}</ul>
                <button type="button" class="primary" id="agreement" aria-haspopup="dialog" on:click=tell(|| Action::Show)>{disputed}</button>
            </Show>
            <MergedNote/>
            <div class="team-actions">
                <button type="button" id="hand-out" on:click=tell(|| Action::HandOut)
                    title="Texts, picks, label set and guidelines as one file, without anybody’s labels: a colleague opens it on this page and labels on their own">
                    "Copy for a colleague"
                </button>
                <label class="link-button" title="What a colleague backed up: their labels come beside yours, and take no one’s place">
                    <FileInput store id="merge-file" accept=".fastgas"/>
                    <span>"Merge a colleague’s file"</span>
                </label>
            </div>
        </section>
    }
}

/// What came of the last merge.
#[component]
fn MergedNote() -> impl IntoView {
    let merged = select(|state| state.team.merged.clone());
    let told = |merged: Merged| {
        let Merged {
            name,
            n_new,
            n_joined,
            strays,
            n_own,
        } = merged;
        let news = match n_new {
            0 => "nothing is new".to_owned(),
            n => format!("{} new", grouped(n as u64)),
        };
        let own = (n_own > 0).then(|| {
            format!(
                " It has {} of your own too: yours here stay as they are.",
                counted(n_own, "entry").replace("entrys", "entries")
            )
        });
        let title = match strays.len() {
            1 => "1 text of theirs is not in this project".to_owned(),
            n => format!("{} texts of theirs are not in this project", grouped(n as u64)),
        };
        let are_strays = !strays.is_empty();
        let strays = strays
            .into_iter()
            .map(|text| view! { <li dir="auto">{text}</li> })
            .collect_view();
        view! {
            <p class="note" id="merged">{format!("{}’s file was merged: something is said of {}, {news}.", isolated(&name), counted(n_joined, "text"))}{own}</p>
            {are_strays.then(|| view! { <details class="strays" id="strays"><summary>{title}</summary><ul>{strays}</ul></details> })}
        }
    };
    view! { <div role="status">{move || merged.get().map(told)}</div> }
}

/// Asks what a project from a file is to whoever dropped it. Escape: nothing.
#[component]
pub fn IncomingDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = select(|state| state.team.incoming.is_some());
    show_while(dialog, shown.into());
    let refuse = tell(|| Action::Refuse);
    view! {
        <dialog node_ref=dialog id="incoming-dialog" class="incoming" aria-labelledby="incoming-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); refuse(event) }>
            <Show when=move || shown.get()><IncomingForm/></Show>
        </dialog>
    }
}

#[component]
fn IncomingForm() -> impl IntoView {
    let store = use_store();
    let state = store.state();
    let told = state
        .with_untracked(|state| state.team.incoming.as_ref().map(Told::of))
        .unwrap_or_default();
    let Told {
        file_name,
        by,
        shared,
        texts,
        said,
        can_merge,
    } = told;
    let names = select(|state| {
        let names = |incoming: &Incoming| (incoming.theirs.clone(), incoming.own.clone());
        state.team.incoming.as_ref().map(names).unwrap_or_default()
    });
    let problem = select(|state| {
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
            store.dispatch(StoreAction::Team(Action::NameIncoming { theirs, own }));
        }
    };
    let maker = by.clone().map_or("It has no name of an annotator".to_owned(), |by| {
        format!("It is {by}’s")
    });
    let facts = format!(
        "{maker}: {}, something is said of {}.",
        counted(texts, "text"),
        grouped(said as u64)
    );
    let common = can_merge.then(|| match texts - shared {
        0 => "All its texts are in this project.".to_owned(),
        missing => format!(
            "{} of its texts are in this project, {} are not.",
            grouped(shared as u64),
            grouped(missing as u64)
        ),
    });
    let own_words = by.map_or("Open it instead".to_owned(), |by| format!("Open it as {by}"));
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        store.dispatch(StoreAction::Team(if can_merge {
            Action::Merge
        } else {
            Action::OpenBeside
        }));
    };
    view! {
        {dialog_head("incoming", "A project from a file", move || store.dispatch(StoreAction::Team(Action::Refuse)))}
        <form on:submit=submit novalidate>
            <p><strong dir="auto">{file_name}</strong></p>
            <p>{facts} " " {common}</p>
            <div class="incoming-names">
                <label class="field"><span>"It was labeled by"</span>
                    <input type="text" id="incoming-theirs" autocomplete="off" maxlength="60" prop:value=move || names.get().0
                        on:input=edit(|names, value| names.0 = value)/></label>
                <label class="field"><span>"You are"</span>
                    <input type="text" id="incoming-own" autocomplete="name" maxlength="60" prop:value=move || names.get().1
                        on:input=edit(|names, value| names.1 = value)/></label>
            </div>
            <p class="problem" id="incoming-problem" role="alert">{move || problem.get()}</p>
            <p class="hint">{if can_merge {
                "Merged, their labels stand beside yours and take no one’s place. Where you disagree, nothing counts until it is settled."
            } else {
                "Beside theirs, your labels begin empty; theirs are not shown while you label."
            }}</p>
            <div class="actions">
                <button type="button" id="incoming-open" on:click=tell(|| Action::OpenAsIs)
                    title="Go on with it where it stopped">{own_words}</button>
                <button type="submit" class="primary" id="incoming-join">
                    {if can_merge { "Merge beside mine" } else { "Label beside them" }}
                </button>
            </div>
        </form>
    }
}

/// What the dialog says of a file.
#[derive(Default)]
struct Told {
    file_name: String,
    by: Option<String>,
    shared: usize,
    texts: usize,
    said: usize,
    can_merge: bool,
}

impl Told {
    fn of(incoming: &Incoming) -> Told {
        let (shared, texts) = incoming.n_shared();
        Told {
            file_name: incoming.open.file_name.clone(),
            by: incoming.open.annotator.clone(),
            shared,
            texts,
            said: incoming.n_said(),
            can_merge: incoming.rows.is_some(),
        }
    }
}
