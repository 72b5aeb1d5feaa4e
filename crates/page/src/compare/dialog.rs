//! The dialog that compares the selection methods on the texts of the open project.

use leptos::ev;
use leptos::prelude::*;

use crate::compare::dot_plot_view::{BudgetKey, DotPlots};
use crate::compare::exam_panel::ExamPanel;
use crate::compare::metrics::{MEASURES, Unit, measured, method_title, points};
use crate::compare::test_file::TestFileField;
use crate::compare::{Column, Comparison, ComparisonResult, ExamResult, Form, Msg, SortOrder};
use crate::i18n::core_messages;
use crate::i18n::{decimal, grouped, t};
use crate::run::settings::title;
use crate::runtime::access::{column_names, use_app, use_project, use_state};
use crate::state::{Msg as StateMsg, Notice};
use crate::ui::checkbox::Checkbox;
use crate::ui::column_select::{FindColumn, listed};
use crate::ui::dialog::LargeDialog;
use crate::ui::dom::mounted;
use crate::ui::truncate;
use crate::ui::{capitalized, with_lang_spans};
use fastgas_partition::Preset;
use fastgas_select::Method;
use fastgas_select::evaluate::Row;

fn select_comparison<T>(read: impl Fn(&Comparison) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    use_state(move |state| read(&state.comparison))
}

fn on_click_dispatch<E: 'static>(msg: impl Fn() -> Msg + 'static) -> impl Fn(E) + 'static {
    let app = use_app();
    move |_| app.dispatch(StateMsg::Compare(msg()))
}

/// The button shows the progress of a comparison whose dialog is closed.
#[component]
pub fn CompareButton() -> impl IntoView {
    let can = use_state(|state| {
        state
            .project
            .as_ref()
            .is_some_and(|project| project.result.outcome.is_some())
    });
    let left = select_comparison(|comparison| {
        let found = comparison.found.as_ref().filter(|_| comparison.under_way.is_some())?;
        Some((found.runs.len(), found.plans.len()))
    });
    let words = move || match left.get() {
        Some((done, all)) => t!("compare-progress-button", done, all),
        None => t!("compare-open-button"),
    };
    view! {
        <Show when=move || can.get()>
            <button type="button" class="quiet link" id="compare" aria-haspopup="dialog" on:click=on_click_dispatch(|| Msg::Show)>{words}</button>
        </Show>
    }
}

/// The Escape key closes the dialog but does not stop a running comparison.
#[component]
pub fn CompareDialog() -> impl IntoView {
    let app = use_app();
    let is_open = select_comparison(|comparison| comparison.shown);
    let close = move |()| app.dispatch(StateMsg::Compare(Msg::Hide));
    view! {
        <LargeDialog name="compare" title=t!("compare-dialog-title") is_open close>
            <CompareForm/><Progress/><Problem/><Results/>
        </LargeDialog>
    }
}

#[component]
fn CompareForm() -> impl IntoView {
    let app = use_app();
    let form = select_comparison(|comparison| comparison.form.clone());
    let running = select_comparison(|comparison| comparison.under_way.is_some());
    let examining = select_comparison(|comparison| comparison.exam.runs.current.is_some());
    let selecting = use_state(|state| state.run.current.is_some());
    // The memo `plans` depends only on `asked`, which excludes the finished runs, of which there may be thousands.
    // The memo `plans` reads `asked` without using the value, because Leptos does not update a memo that is never read.
    let asked = use_state(|state| {
        let text_column = state.project.as_ref().map(|project| project.source.text_column);
        let comparison = &state.comparison;
        (
            comparison.form.clone(),
            comparison.with_paper(&state.run.settings),
            comparison.test_identity(),
            comparison.test.problem(),
            state.run.settings.clone(),
            text_column,
        )
    });
    let plans = Memo::new(move |_| {
        asked.with(|_| ());
        let plans = app.state().with_untracked(|state| state.to_compare());
        plans.map(|(_, plans)| plans.len())
    });
    let folds = use_state(|state| state.run.settings.fold_duplicates);
    let edit = move |change: &dyn Fn(&mut Form)| {
        let mut form = form.get_untracked();
        change(&mut form);
        app.dispatch(StateMsg::Compare(Msg::Edit(form)));
    };
    let comparable = use_state(|state| state.comparable());
    let choice = move |method: Method| {
        let is_chosen = move || form.read().methods.contains(&method);
        let change = move |is_chosen: bool| edit(&|form| *form = form.with(method, is_chosen));
        view! {
            <Checkbox class="choice" name="methods" value=method.name() title=format!("{}.", core_messages::about(method)) checked=is_chosen change>
                <span>{title(method)}</span>
            </Checkbox>
        }
    };
    let boxes = move || comparable.get().into_iter().map(choice).collect_view();
    let with_paper = use_state(|state| state.comparison.with_paper(&state.run.settings));
    let set_paper = move |event| {
        let is_chosen = event_target_checked(&event);
        app.dispatch(StateMsg::Compare(Msg::WithPaper(is_chosen)));
    };
    // The preset “paper” is FastGAS as published, so a comparison with the published method would be redundant.
    let is_paper = use_state(|state| state.run.settings.preset == Preset::Paper);
    let all = move |_| {
        edit(&|form| form.methods = comparable.get_untracked());
        app.dispatch(StateMsg::Compare(Msg::WithPaper(true)));
    };
    let none = move |_| {
        edit(&|form| form.methods.clear());
        app.dispatch(StateMsg::Compare(Msg::WithPaper(false)));
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(StateMsg::Compare(Msg::Start));
    };
    let note = move || match (plans.get(), selecting.get()) {
        _ if examining.get() => t!("compare-exam-running-hint"),
        (_, true) => t!("compare-selection-running-hint"),
        (Ok(runs), _) => t!("compare-run-count-hint", runs = grouped(runs as u64)),
        (Err(form_error), _) => format!("{}. {}", capitalized(&form_error.problem), form_error.advice),
    };
    view! {
        <form class="compare-form" on:submit=submit novalidate>
            <p class="faint">
                {t!("compare-settings-hint")}
                <Show when=move || folds.get()>" "{t!("compare-duplicates-hint")}</Show>
            </p>
            <fieldset>
                <legend>
                    {t!("compare-methods-title")}
                    <button type="button" class="quiet link" id="all-methods" on:click=all>{t!("compare-all-methods-button")}</button>
                    <button type="button" class="quiet link" id="no-methods" on:click=none>{t!("compare-no-methods-button")}</button>
                </legend>
                <div class="choices-grid">
                    {boxes}
                    <label class="choice" title=t!("compare-paper-tooltip")>
                        <input type="checkbox" id="compare-paper" prop:checked=with_paper disabled=is_paper on:change=mounted(set_paper)/>
                        <span>{method_title(Method::Fastgas, Some(Preset::Paper))}</span>
                    </label>
                </div>
            </fieldset>
            <div class="compare-fields">
                <TextField id="compare-budgets" name=t!("compare-budgets-label") hint=t!("compare-budgets-hint")
                    value=Signal::derive(move || form.read().budgets.clone())
                    wrong=Signal::derive(move || form.read().has_wrong_budgets())
                    set=move |value| edit(&|form| form.budgets.clone_from(&value))/>
                <TextField id="compare-seeds" name=t!("compare-seeds-label") hint=t!("compare-seeds-hint")
                    value=Signal::derive(move || form.read().seeds.clone())
                    wrong=Signal::derive(move || form.read().has_wrong_seeds())
                    set=move |value| edit(&|form| form.seeds.clone_from(&value))/>
                <LabelColumn form/>
                <TestFileField/>
            </div>
            <div class="actions">
                <button type="submit" class="primary" id="start-compare"
                    disabled=move || running.get() || selecting.get() || examining.get() || plans.read().is_err()
                    aria-describedby="compare-note">{move || if running.get() { t!("compare-running-button") } else { t!("compare-start-button") }}</button>
                <span id="compare-note" class="hint" class:problem=move || plans.read().is_err() aria-live="polite">{note}</span>
            </div>
        </form>
    }
}

#[component]
fn TextField(
    id: &'static str,
    name: String,
    hint: String,
    value: Signal<String>,
    wrong: Signal<bool>,
    set: impl Fn(String) + 'static,
) -> impl IntoView {
    view! {
        <div class="compare-field">
            <label for=id>{name}</label>
            <input id=id type="text" autocomplete="off" prop:value=value aria-describedby=format!("{id}-hint compare-note")
                aria-invalid=move || wrong.get().to_string()
                on:input=move |event| set(event_target_value(&event))/>
            <span class="hint" id=format!("{id}-hint")>{hint}</span>
        </div>
    }
}

#[component]
fn LabelColumn(form: Memo<Form>) -> impl IntoView {
    let app = use_app();
    let columns = column_names();
    let typed = RwSignal::new(String::new());
    let found = listed(columns.into(), move || form.read().label_column, typed);
    let text_column = use_project(|project| project.source.text_column);
    let on_change = move |event| {
        let mut form = form.get_untracked();
        form.label_column = event_target_value(&event).parse().ok();
        app.dispatch(StateMsg::Compare(Msg::Edit(form)));
    };
    let options = move || {
        let (texts, chosen) = (text_column.get(), form.read().label_column);
        let columns = columns.read();
        let others = found.get().into_iter().filter(|&column| column != texts);
        let option = |column: usize| {
            view! { <option value=column.to_string() selected=chosen == Some(column)>{truncate::name(&columns[column], column)}</option> }
        };
        others.map(option).collect_view()
    };
    view! {
        <div class="compare-field">
            <label for="compare-labels">{t!("compare-true-labels-label")}</label>
            <select id="compare-labels" on:change=mounted(on_change) aria-describedby="compare-labels-hint">
                <option value="" selected=move || form.read().label_column.is_none()>{t!("compare-true-labels-none")}</option>
                {options}
            </select>
            <FindColumn id="compare-labels" n_columns=Signal::derive(move || columns.read().len()) n_listed=Signal::derive(move || found.read().len()) typed/>
            <span class="hint" id="compare-labels-hint">{t!("compare-true-labels-hint")}</span>
        </div>
    }
}

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
        (_, Some((plan, number, all))) if is_running.get() => Some(t!(
            "compare-run-status",
            number,
            all,
            method = method_title(plan.method, plan.preset),
            budget = plan.budget,
            seed = plan.seed
        )),
        (Some(progress), _) if progress.total > 1 => Some(t!(
            "compare-stage-progress",
            stage = core_messages::stage(progress.stage),
            done = grouped(progress.done.into()),
            total = grouped(progress.total.into())
        )),
        (Some(progress), _) => Some(core_messages::stage(progress.stage)),
        (None, _) => Some(t!("compare-starting-status")),
    };
    let runs = Memo::new(move |_| under_way.read().is_some());
    view! {
        <Show when=move || runs.get()>
            <div class="compare-progress" id="compare-progress">
                <span>{present}</span>
                <button type="button" id="stop-compare" on:click=on_click_dispatch(|| Msg::Stop)>{t!("common-stop")}</button>
                {move || match share.get() {
                    Some((done, all)) => view! {
                        <progress max=all.to_string() value=done.to_string() aria-label=t!("compare-progress-label")></progress>
                    }.into_any(),
                    None => view! { <progress aria-label=t!("compare-progress-label")></progress> }.into_any(),
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
            {move || problem.get().map(|Notice { title, problem, advice }| view! {
                <section class="message error" id="compare-problem">
                    <div><strong>{title}</strong><p>{with_lang_spans(&capitalized(&problem))} ". " {advice}</p></div>
                </section>
            })}
        </div>
    }
}

#[component]
fn Results() -> impl IntoView {
    let app = use_app();
    let ready = select_comparison(|comparison| {
        let found = comparison.found.as_ref()?;
        Some((found.job, found.runs.len(), found.plans.len()))
    });
    let order = select_comparison(|comparison| comparison.order);
    let running = select_comparison(|comparison| comparison.under_way.is_some());
    let exam = select_comparison(|comparison| comparison.found.as_ref()?.exam.clone());
    let outdated = use_state(|state| state.is_comparison_outdated());
    // The table rows do not depend on the progress within a run, which may change thousands of times.
    let rows = Memo::new(move |_| {
        ready.with(|_| ());
        exam.with(|_| ());
        let sorted = |found: &ComparisonResult| found.sorted(order.get());
        let state = app.state();
        state
            .with_untracked(|state| state.comparison.found.as_ref().map(sorted))
            .unwrap_or_default()
    });
    let n_seeds = select_comparison(|comparison| comparison.found.as_ref().map_or(0, ComparisonResult::n_seeds));
    let status = move || match (ready.get(), running.get()) {
        (Some((_, done, all)), false) if done == all => t!("compare-finished-status", all = grouped(all as u64)),
        (Some((_, done, all)), false) => t!("compare-stopped-status", done, all),
        _ => String::new(),
    };
    let has_rows = Memo::new(move |_| !rows.read().is_empty());
    view! {
        <p class="hidden" role="status">{status}</p>
        <Show when=move || has_rows.get()>
            <section class="results" id="compare-results" aria-label=t!("compare-results-label") data-complete=move || (!running.get()).to_string()>
                <Show when=move || outdated.get()>
                    <p class="note" id="compare-outdated">{t!("compare-results-outdated")}</p>
                </Show>
                <div class="results-head">
                    <h3>{move || if n_seeds.get() > 1 {
                        t!("compare-seed-means-title", n_seeds = n_seeds.get())
                    } else {
                        t!("compare-single-seed-title")
                    }}</h3>
                    <BudgetKey rows/>
                    <button type="button" id="export-compare" on:click=on_click_dispatch(|| Msg::Export)>{t!("common-save-csv-button")}</button>
                </div>
                <Table rows order n_seeds exam/>
                <ExamPanel/>
                <DotPlots rows/>
            </section>
        </Show>
    }
}

#[component]
fn Table(
    rows: Memo<Vec<Row>>,
    order: Memo<Option<SortOrder>>,
    n_seeds: Memo<u32>,
    exam: Memo<Option<ExamResult>>,
) -> impl IntoView {
    let places = Memo::new(move |_| measured(&rows.read()));
    let head = move || {
        let measure = |index: usize| {
            let measure = &MEASURES[index];
            view! {
                <Head column=Column::Measure(index) name=measure.title.text() hint=measure.hint.text() descending=measure.more_is_better order/>
            }
        };
        places.get().into_iter().map(measure).collect_view()
    };
    let exam_head = move || {
        exam.get().map(|exam| {
            let reference = title(exam.reference);
            let texts = grouped(exam.n_texts.into());
            view! {
                <Head column=Column::Answers(0) name=t!("compare-exam-accuracy-title")
                    hint=t!("compare-exam-accuracy-hint", texts) descending=true order/>
                <Head column=Column::Answers(1) name=t!("compare-exam-difference-title", reference)
                    hint=t!("compare-exam-difference-hint", reference) descending=false order/>
            }
        })
    };
    let exam_cells = move |row: &Row| {
        let answers = exam
            .read()
            .as_ref()?
            .rows
            .iter()
            .find(|answers| answers.is_of(row))
            .cloned();
        let accuracy = answers.as_ref().map(|answers| {
            let bound = |share: f64| decimal(100.0 * share, 1);
            let (low, high) = (bound(answers.interval.low), bound(answers.interval.high));
            (
                Unit::Share.words(answers.accuracy),
                t!("compare-exam-interval", low, high),
            )
        });
        let (accuracy, interval) = accuracy.unwrap_or_else(|| ("–".to_owned(), String::new()));
        let difference = answers.and_then(|answers| answers.difference);
        let difference = difference.map_or_else(|| "–".to_owned(), points);
        Some(view! {
            <td data-measure="accuracy_icl">{accuracy} " " <span class="faint">{interval}</span></td>
            <td data-measure="difference_icl">{difference}</td>
        })
    };
    let cells = move |row: &Row| {
        let cell = |index: usize| {
            let words =
                row.estimates[index].map_or_else(|| "–".to_owned(), |estimate| MEASURES[index].unit.words(estimate));
            view! { <td>{words}</td> }
        };
        places.get().into_iter().map(cell).collect_view()
    };
    let body = move || {
        let row = |row: &Row| {
            // The table row shows the number of finished seeds until all seeds are finished.
            let so_far = (row.n_seeds < n_seeds.get())
                .then(|| t!("compare-seeds-finished", n = row.n_seeds, all = n_seeds.get()));
            view! {
                <tr data-method=row.name() data-budget=row.budget.to_string()>
                    <th scope="row">{method_title(row.method, row.preset)} {so_far.map(|words| view! { <span class="faint">" " {words}</span> })}</th>
                    <td>{row.budget}</td>
                    {exam_cells(row)}
                    {cells(row)}
                </tr>
            }
        };
        rows.read().iter().map(row).collect_view()
    };
    view! {
        <div class="compare-scroll" tabindex="0" role="group" aria-label=t!("compare-table-label")>
            <table class="compare-table" id="compare-table">
                <thead>
                    <tr>
                        <Head column=Column::Method name=t!("common-method") hint=t!("compare-method-column-hint") descending=false order/>
                        <Head column=Column::Budget name=t!("common-picks") hint=t!("compare-picks-column-hint") descending=false order/>
                        {exam_head}
                        {head}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Head(column: Column, name: String, hint: String, descending: bool, order: Memo<Option<SortOrder>>) -> impl IntoView {
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
            <button type="button" title=t!("compare-sort-tooltip", hint) on:click=on_click_dispatch(move || Msg::Sort { column, descending })>
                {name} <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
}
