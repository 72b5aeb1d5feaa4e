//! Other annotators: who labels here, whose files were merged, and what to do with one that was dropped.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::{dialog_head, show_while};
use super::welcome::FileInput;
use super::{select, select_open, use_store};
use crate::app::isolate::isolated;
use crate::app::store::Action as StoreAction;
use crate::app::team::{Action, Incoming, Merged};
use crate::app::words::{core, grouped, say};
use crate::label::{Labels, Pass};

/// A handler that tells the store.
pub fn tell<E: 'static>(action: impl Fn() -> Action + 'static) -> impl Fn(E) + 'static {
    let store = use_store();
    move |_| store.dispatch(StoreAction::Team(action()))
}

/// Why texts were passed over, as they are told of a colleague.
const PASSES: [Pass; 2] = [Pass::CannotTell, Pass::Skipped];

/// Who labels, beside whom, and the ways to and from colleagues.
#[component]
pub fn Team() -> impl IntoView {
    let store = use_store();
    let name = select_open(|open| open.annotator.clone().unwrap_or_default());
    let problem = select(|state| state.team.name_problem.clone());
    let others = select_open(|open| {
        let of = |(name, labels): (&str, &Labels)| {
            let n_passed = |why| {
                labels
                    .passed_rows()
                    .filter(|&row| labels.passed(row) == Some(why))
                    .count()
            };
            (name.to_owned(), labels.len(), PASSES.map(n_passed))
        };
        open.team.others().map(of).collect::<Vec<_>>()
    });
    let n_disputed = select_open(|open| open.n_disputed());
    let in_force = select_open(|open| (open.n_in_force(), open.picked().count()));
    let say = move |event| {
        store.dispatch(StoreAction::Team(Action::Name(event_target_value(&event))));
        // A refused name gives way to the one that stays.
        event_target::<web_sys::HtmlInputElement>(&event).set_value(&name.get_untracked());
    };
    let colleague = move |(name, n, n_passed): (String, usize, [usize; 2])| {
        let passed = PASSES.into_iter().zip(n_passed).filter(|&(_, n)| n > 0);
        let passed = passed.map(|(why, n)| format!(", {} {}", grouped(n as u64), core::passed(why)));
        let passed: String = passed.collect();
        let (forgotten, label) = (name.clone(), say!("team-take-s-labels-out", name = isolated(&name)));
        view! {
            <li>
                <strong dir="auto">{name}</strong>
                <span class="faint">{say!("count-labels", n = grouped(n as u64))}{passed}</span>
                <button type="button" class="icon" title=say!("team-take-their-labels-out") aria-label=label
                    on:click=tell(move || Action::Forget(forgotten.clone()))>"×"</button>
            </li>
        }
    };
    let disputed = move || match n_disputed.get() {
        0 => say!("common-agreement"),
        n => say!("team-agreement-settle", n = grouped(n as u64)),
    };
    view! {
        <section class="panel team" aria-labelledby="team-title">
            <h2 id="team-title">{say!("team-team")}</h2>
            <label class="field inline">
                <span>{say!("common-you")}</span>
                <input type="text" id="annotator" dir="auto" autocomplete="name" maxlength="60" prop:value=name on:change=say
                    placeholder=say!("team-your-name-if-others") aria-describedby="annotator-problem"
                    aria-invalid=move || problem.read().is_some().to_string()/>
            </label>
            <p class="problem" id="annotator-problem" role="alert">{move || problem.get()}</p>
            <Show when=move || !others.read().is_empty()>
                <ul class="colleagues" id="colleagues">{move || others.get().into_iter().map(colleague).collect_view()}</ul>
                <p class="faint" id="in-force">{move || {
                    let (n, of) = in_force.get();
                    say!("team-in-force", n = grouped(n as u64), of = grouped(of as u64))
                }}</p>
                <button type="button" class="primary" id="agreement" aria-haspopup="dialog" on:click=tell(|| Action::Show)>{disputed}</button>
            </Show>
            <MergedNote/>
            <div class="team-actions">
                <button type="button" id="hand-out" on:click=tell(|| Action::HandOut)
                    title=say!("team-texts-picks-label-set")>
                    {say!("team-copy-colleague")}
                </button>
                <label class="link-button" title=say!("team-what-colleague-backed-up")>
                    <FileInput store id="merge-file" accept=".fastgas"/>
                    <span>{say!("team-merge-colleagues-file")}</span>
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
            n_resettled,
        } = merged;
        let news = match n_new {
            0 => say!("team-nothing-new"),
            n => say!("team-new", n = grouped(n as u64)),
        };
        let own = (n_own > 0).then(|| say!("team-has-your-own-too", n = grouped(n_own as u64)));
        let resettled = (n_resettled > 0).then(|| say!("team-settled-otherwise", n = n_resettled));
        let title = say!("team-texts-theirs-not-project", n = grouped(strays.len() as u64));
        let are_strays = !strays.is_empty();
        let strays = strays
            .into_iter()
            .map(|text| view! { <li dir="auto">{text}</li> })
            .collect_view();
        view! {
            <p class="note" id="merged">{say!("team-s-file-was-merged", name = isolated(&name), n = grouped(n_joined as u64), news)}{own}{resettled}</p>
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
    let maker = by.clone().map_or(say!("team-has-no-name-annotator"), |by| {
        say!("team-s", by = isolated(&by))
    });
    let facts = say!(
        "team-something-said",
        maker,
        texts = grouped(texts as u64),
        said = grouped(said as u64)
    );
    let common = can_merge.then(|| match texts - shared {
        0 => say!("team-all-texts-project"),
        missing => say!(
            "team-texts-project-not",
            shared = grouped(shared as u64),
            missing = grouped(missing as u64)
        ),
    });
    let own_words = by.map_or(say!("team-open-instead"), |by| say!("team-open-as", by = isolated(&by)));
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        store.dispatch(StoreAction::Team(if can_merge {
            Action::Merge
        } else {
            Action::OpenBeside
        }));
    };
    view! {
        {dialog_head("incoming", say!("team-project-from-file"), move || store.dispatch(StoreAction::Team(Action::Refuse)))}
        <form on:submit=submit novalidate>
            <p><strong dir="auto">{file_name}</strong></p>
            <p>{facts} " " {common}</p>
            <div class="incoming-names">
                <label class="field"><span>{say!("team-was-labeled")}</span>
                    <input type="text" id="incoming-theirs" dir="auto" aria-describedby="incoming-problem"
                        aria-invalid=move || problem.read().is_some().to_string() autocomplete="off" maxlength="60" prop:value=move || names.get().0
                        on:input=edit(|names, value| names.0 = value)/></label>
                <label class="field"><span>{say!("common-you")}</span>
                    <input type="text" id="incoming-own" dir="auto" aria-describedby="incoming-problem"
                        aria-invalid=move || problem.read().is_some().to_string() autocomplete="name" maxlength="60" prop:value=move || names.get().1
                        on:input=edit(|names, value| names.1 = value)/></label>
            </div>
            <p class="problem" id="incoming-problem" role="alert">{move || problem.get()}</p>
            <p class="hint">{if can_merge {
                say!("team-merged-their-labels-stand")
            } else {
                say!("team-beside-theirs-your-labels")
            }}</p>
            <div class="actions">
                <button type="button" id="incoming-open" on:click=tell(|| Action::OpenAsIs)
                    title=say!("team-go-on-where-stopped")>{own_words}</button>
                <button type="submit" class="primary" id="incoming-join">
                    {if can_merge { say!("team-merge-beside-mine") } else { say!("team-label-beside-them") }}
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
