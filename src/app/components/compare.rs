//! Every method side by side, on one's own texts.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::{dialog_head, show_while};
use super::dot_plot::{BudgetKey, DotPlots};
use super::{capitalized, select, select_open, use_store};
use crate::app::comparison::{Action, Column, Comparison, Form, Found, Order};
use crate::app::estimate::grouped;
use crate::app::measures::MEASURES;
use crate::app::settings::title;
use crate::app::store::{Action as StoreAction, Message};
use crate::config::Method;
use crate::evaluate::Row;

/// A piece of the comparison.
fn select_comparison<T>(read: impl Fn(&Comparison) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    select(move |state| read(&state.comparison))
}

/// A handler that tells the store.
fn tell<E: 'static>(action: impl Fn() -> Action + 'static) -> impl Fn(E) + 'static {
    let store = use_store();
    move |_| store.dispatch(StoreAction::Compare(action()))
}

/// The way there, and how far it has come where it goes on unseen.
#[component]
pub fn CompareButton() -> impl IntoView {
    let can = select(|state| state.open.as_ref().is_some_and(|open| open.outcome.is_some()));
    let left = select_comparison(|comparison| {
        let found = comparison.found.as_ref().filter(|_| comparison.under_way.is_some())?;
        Some((found.runs.len(), found.plans.len()))
    });
    let words = move || match left.get() {
        Some((done, all)) => format!("Comparing: {done} of {all} runs"),
        None => "Compare methods on these texts".to_owned(),
    };
    view! {
        <Show when=move || can.get()>
            <button type="button" class="quiet link" id="compare" aria-haspopup="dialog" on:click=tell(|| Action::Show)>{words}</button>
        </Show>
    }
}

/// The dialog. Escape closes it; what runs goes on.
#[component]
pub fn CompareDialog() -> impl IntoView {
    let store = use_store();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = select_comparison(|comparison| comparison.shown);
    show_while(dialog, shown.into());
    let close = move || store.dispatch(StoreAction::Compare(Action::Hide));
    view! {
        <dialog node_ref=dialog id="compare-dialog" class="compare" aria-labelledby="compare-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("compare", "Compare methods", close)}
            <Show when=move || shown.get()><CompareForm/><Progress/><Problem/><Results/></Show>
        </dialog>
    }
}

/// What to compare.
#[component]
fn CompareForm() -> impl IntoView {
    let store = use_store();
    let form = select_comparison(|comparison| comparison.form.clone());
    let running = select_comparison(|comparison| comparison.under_way.is_some());
    let selecting = select(|state| state.run.is_some());
    // Not at each step of what runs: there may be thousands. Read, not only tracked: a memo that nobody reads never wakes.
    let asked = select(|state| {
        let text_column = state.open.as_ref().map(|open| open.text_column);
        (state.comparison.form.clone(), state.settings.clone(), text_column)
    });
    let plans = Memo::new(move |_| {
        asked.with(|_| ());
        let plans = store.state().with_untracked(|state| state.to_compare());
        plans.map(|(_, plans)| plans.len())
    });
    let folds = select(|state| state.settings.fold_duplicates);
    let edit = move |change: &dyn Fn(&mut Form)| {
        let mut form = form.get_untracked();
        change(&mut form);
        store.dispatch(StoreAction::Compare(Action::Edit(form)));
    };
    let comparable = select(|state| state.comparable());
    let choice = move |method: Method| {
        let is_chosen = move || form.read().methods.contains(&method);
        let on_change = move |event| {
            let is_chosen = event_target_checked(&event);
            edit(&|form| *form = form.with(method, is_chosen));
        };
        view! {
            <label class="choice" title=format!("{}.", method.about())>
                <input type="checkbox" name="methods" value=method.name() prop:checked=is_chosen on:change=on_change/>
                <span>{title(method)}</span>
            </label>
        }
    };
    let boxes = move || comparable.get().into_iter().map(choice).collect_view();
    let all = move |_| edit(&|form| form.methods = comparable.get_untracked());
    let none = move |_| edit(&|form| form.methods.clear());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        store.dispatch(StoreAction::Compare(Action::Start));
    };
    let note = move || match (plans.get(), selecting.get()) {
        (_, true) => "A selection is under way; compare when it is over.".to_owned(),
        (Ok(1), _) => "1 run.".to_owned(),
        (Ok(runs), _) => format!(
            "{} runs: every method at every budget with every seed.",
            grouped(runs as u64)
        ),
        (Err(obstacle), _) => format!("{}. {}", capitalized(&obstacle.problem), obstacle.advice),
    };
    view! {
        <form class="compare-form" on:submit=submit novalidate>
            <p class="faint">
                "Each selects from your texts, with the settings of the page for all else. No language model is asked."
                <Show when=move || folds.get()>" Here each duplicate counts by itself."</Show>
            </p>
            <fieldset>
                <legend>
                    "Methods"
                    <button type="button" class="quiet link" id="all-methods" on:click=all>"All"</button>
                    <button type="button" class="quiet link" id="no-methods" on:click=none>"None"</button>
                </legend>
                <div class="choices-grid">{boxes}</div>
            </fieldset>
            <div class="compare-fields">
                <TextField id="compare-budgets" name="Budgets" hint="How many texts to pick."
                    value=Signal::derive(move || form.read().budgets.clone())
                    set=move |value| edit(&|form| form.budgets.clone_from(&value))/>
                <TextField id="compare-seeds" name="Seeds" hint="Once with each."
                    value=Signal::derive(move || form.read().seeds.clone())
                    set=move |value| edit(&|form| form.seeds.clone_from(&value))/>
                <LabelColumn form/>
            </div>
            <div class="actions">
                <button type="submit" class="primary" id="start-compare"
                    disabled=move || running.get() || selecting.get() || plans.read().is_err()
                    aria-describedby="compare-note">{move || if running.get() { "Comparing …" } else { "Compare" }}</button>
                <span id="compare-note" class="hint" class:problem=move || plans.read().is_err() aria-live="polite">{note}</span>
            </div>
        </form>
    }
}

#[component]
fn TextField(
    id: &'static str,
    name: &'static str,
    hint: &'static str,
    value: Signal<String>,
    set: impl Fn(String) + 'static,
) -> impl IntoView {
    view! {
        <div class="compare-field">
            <label for=id>{name}</label>
            <input id=id type="text" autocomplete="off" prop:value=value aria-describedby=format!("{id}-hint")
                on:input=move |event| set(event_target_value(&event))/>
            <span class="hint" id=format!("{id}-hint")>{hint}</span>
        </div>
    }
}

/// The column of the true labels: any but the texts'.
#[component]
fn LabelColumn(form: Memo<Form>) -> impl IntoView {
    let store = use_store();
    let columns = select_open(|open| open.pool.columns().to_vec());
    let text_column = select_open(|open| open.text_column);
    let on_change = move |event| {
        let mut form = form.get_untracked();
        form.label_column = event_target_value(&event).parse().ok();
        store.dispatch(StoreAction::Compare(Action::Edit(form)));
    };
    let options = move || {
        let (texts, chosen) = (text_column.get(), form.read().label_column);
        let others = columns
            .get()
            .into_iter()
            .enumerate()
            .filter(move |&(column, _)| column != texts);
        let option = move |(column, name): (usize, String)| {
            view! { <option value=column.to_string() selected=chosen == Some(column)>{name}</option> }
        };
        others.map(option).collect_view()
    };
    view! {
        <div class="compare-field">
            <label for="compare-labels">"True labels"</label>
            <select id="compare-labels" on:change=on_change aria-describedby="compare-labels-hint">
                <option value="" selected=move || form.read().label_column.is_none()>"none: time and coverage only"</option>
                {options}
            </select>
            <span class="hint" id="compare-labels-hint">"Picks are measured with them. No method is shown a label."</span>
        </div>
    }
}

/// How far it has come, and the way to stop it.
#[component]
fn Progress() -> impl IntoView {
    let under_way = select_comparison(|comparison| comparison.under_way.clone());
    let is_running = select_comparison(Comparison::is_running);
    let share = select_comparison(Comparison::share);
    let next = select_comparison(|comparison| {
        let found = comparison.found.as_ref()?;
        found
            .next()
            .map(|plan| (*plan, found.runs.len() + 1, found.plans.len()))
    });
    let present = move || match (under_way.get()?.progress, next.get()) {
        (_, Some((plan, number, all))) if is_running.get() => Some(format!(
            "Run {number} of {all}: {}, {} picks, seed {}",
            title(plan.method),
            plan.budget,
            plan.seed
        )),
        (Some(progress), _) if progress.total > 1 => Some(format!(
            "{}: {} of {}",
            progress.stage.name(),
            grouped(progress.done.into()),
            grouped(progress.total.into())
        )),
        (Some(progress), _) => Some(progress.stage.name().to_owned()),
        (None, _) => Some("Beginning".to_owned()),
    };
    let runs = Memo::new(move |_| under_way.read().is_some());
    view! {
        <Show when=move || runs.get()>
            <div class="compare-progress" id="compare-progress">
                <span>{present}</span>
                <button type="button" id="stop-compare" on:click=tell(|| Action::Stop)>"Stop"</button>
                {move || match share.get() {
                    Some((done, all)) => view! {
                        <progress max=all.to_string() value=done.to_string() aria-label="Runs done"></progress>
                    }.into_any(),
                    None => view! { <progress aria-label="Runs done"></progress> }.into_any(),
                }}
            </div>
        </Show>
    }
}

#[component]
fn Problem() -> impl IntoView {
    let problem = select_comparison(|comparison| comparison.problem.clone());
    view! {
        <div aria-live="assertive">
            {move || problem.get().map(|Message { title, problem, advice }| view! {
                <section class="message error" id="compare-problem">
                    <div><strong>{title}</strong><p>{capitalized(&problem)} ". " {advice}</p></div>
                </section>
            })}
        </div>
    }
}

/// What it gave, as far as that is ready.
#[component]
fn Results() -> impl IntoView {
    let store = use_store();
    let ready = select_comparison(|comparison| {
        let found = comparison.found.as_ref()?;
        Some((found.job, found.runs.len(), found.plans.len()))
    });
    let order = select_comparison(|comparison| comparison.order);
    let running = select_comparison(|comparison| comparison.under_way.is_some());
    let outdated = select(|state| state.is_comparison_outdated());
    // Not before there are more of them: there may be thousands.
    let rows = Memo::new(move |_| {
        ready.with(|_| ());
        let sorted = |found: &Found| found.sorted(order.get());
        let state = store.state();
        state
            .with_untracked(|state| state.comparison.found.as_ref().map(sorted))
            .unwrap_or_default()
    });
    let n_seeds = select_comparison(|comparison| comparison.found.as_ref().map_or(0, Found::n_seeds));
    let status = move || match (ready.get(), running.get()) {
        (Some((_, done, all)), false) if done == all => format!("All {} runs are ready.", grouped(all as u64)),
        (Some((_, done, all)), false) => format!("Stopped after {done} of {all} runs."),
        _ => String::new(),
    };
    let has_rows = Memo::new(move |_| !rows.read().is_empty());
    view! {
        <p class="hidden" role="status">{status}</p>
        <Show when=move || has_rows.get()>
            <section class="results" id="compare-results" aria-label="Results" data-complete=move || (!running.get()).to_string()>
                <Show when=move || outdated.get()>
                    <p class="note" id="compare-outdated">"This was compared with other settings or other labels than are chosen now."</p>
                </Show>
                <div class="results-head">
                    <h3>{move || if n_seeds.get() > 1 {
                        format!("Means of {} seeds ± standard error", n_seeds.get())
                    } else {
                        "One seed".to_owned()
                    }}</h3>
                    <BudgetKey rows/>
                    <button type="button" id="export-compare" on:click=tell(|| Action::Export)>"Save as CSV"</button>
                </div>
                <Table rows order n_seeds/>
                <DotPlots rows/>
            </section>
        </Show>
    }
}

/// Places of the measures that were taken.
pub(super) fn measured(rows: &[Row]) -> Vec<usize> {
    let is_measured = |&place: &usize| rows.iter().any(|row| row.estimates[place].is_some());
    (0..MEASURES.len()).filter(is_measured).collect()
}

#[component]
fn Table(rows: Memo<Vec<Row>>, order: Memo<Option<Order>>, n_seeds: Memo<u32>) -> impl IntoView {
    let places = Memo::new(move |_| measured(&rows.read()));
    let head = move || {
        let measure = |place: usize| {
            let measure = &MEASURES[place];
            view! {
                <Head column=Column::Measure(place) name=measure.title hint=measure.hint descending=measure.more_is_better order/>
            }
        };
        places.get().into_iter().map(measure).collect_view()
    };
    let cells = move |row: &Row| {
        let cell = |place: usize| {
            let words =
                row.estimates[place].map_or_else(|| "–".to_owned(), |estimate| MEASURES[place].unit.words(estimate));
            view! { <td>{words}</td> }
        };
        places.get().into_iter().map(cell).collect_view()
    };
    let body = move || {
        let row = |row: &Row| {
            // As long as not all of its seeds are ready.
            let so_far = (row.n_seeds < n_seeds.get()).then(|| format!("{} of {} seeds", row.n_seeds, n_seeds.get()));
            view! {
                <tr data-method=row.method.name() data-budget=row.budget.to_string()>
                    <th scope="row">{title(row.method)} {so_far.map(|words| view! { <span class="faint">" " {words}</span> })}</th>
                    <td>{row.budget}</td>
                    {cells(row)}
                </tr>
            }
        };
        rows.read().iter().map(row).collect_view()
    };
    view! {
        <div class="compare-scroll" tabindex="0" role="group" aria-label="All methods">
            <table class="compare-table" id="compare-table">
                <thead>
                    <tr>
                        <Head column=Column::Method name="Method" hint="How the texts are selected" descending=false order/>
                        <Head column=Column::Budget name="Picks" hint="The budget" descending=false order/>
                        {head}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

/// The head of a column, which sorts by it.
#[component]
fn Head(
    column: Column,
    name: &'static str,
    hint: &'static str,
    descending: bool,
    order: Memo<Option<Order>>,
) -> impl IntoView {
    let sorted = move || {
        order
            .get()
            .filter(|order| order.column == column)
            .map(|order| order.descending)
    };
    let aria_sort = move || sorted().map(|descending| if descending { "descending" } else { "ascending" });
    let arrow = move || sorted().map_or("", |descending| if descending { "↓" } else { "↑" });
    view! {
        <th scope="col" aria-sort=aria_sort>
            <button type="button" title=format!("{hint}. Sort by it.") on:click=tell(move || Action::Sort { column, descending })>
                {name} <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
}
