//! The list of the picks, which is also the accessible alternative to the map.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling;
use crate::labeling::label_set_view::{ShownLabel, color_of, shown_labels};
use crate::labeling::list_filter::ListFilter;
use crate::labeling::view::show_text;
use crate::map::renderer::before_paint;
use crate::map::{Msg as MapMsg, PtrEq, SelectionMode};
use crate::project::Project;
use crate::run;
use crate::shell::views::View;
use crate::state::Msg;
use crate::ui::dom::mounted;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::part_badge::PartBadge;
use crate::ui::{cached_signal, color_class, scoped_memo, subscribe, use_app, use_project, use_state};
use fastgas_annotation::label::{Annotation, ConsensusStatus};
use fastgas_map::PaletteColor;
use fastgas_select::Pick;

/// Browsers do not render the off-screen lines of a list with more lines than this number (`content-visibility`).
pub const MIN_LINES_FOR_SKIPPING: usize = 200;
/// Number of lines that the browser renders or skips together. Browsers check every skippable element in each frame:
/// 3,000 separate lines took 4 ms (Chromium 156 on two cores of an AMD EPYC, 2026-11-27).
pub const LINES_PER_RANGE: usize = 50;

/// The list of all picks by rank, followed by the labeled rows that are no longer picks.
#[component]
pub fn Picks() -> impl IntoView {
    let n_picks = use_project(|project| project.picked().count());
    let stretches = use_project(stretches);
    let former = use_project(|project| {
        let mut rows = project.former_picks();
        rows.retain(|&row| project.is_listed(row));
        rows
    });
    let state = use_app().state();
    let shown = scoped_memo(move || {
        let (stretches, former) = (stretches.read(), former.read());
        let picked = stretches.iter().flat_map(|stretch| &stretch.rows);
        let listed = picked.chain(former.iter()).copied();
        state.with(|state| {
            state
                .project
                .as_ref()
                .map(|project| shown(project, listed))
                .unwrap_or_default()
        })
    });
    // Each row has its own signal, so that a row updates only if its own data changed.
    let signals = StoredValue::new(HashMap::<u32, ArcRwSignal<RowDisplay>>::new());
    Effect::new(move |_| {
        let shown = shown.read();
        signals.with_value(|signals| {
            let rows = shown.iter().filter_map(|(row, shown)| Some((signals.get(row)?, shown)));
            let changed = rows.filter(|(signal, shown)| *signal.read_untracked() != **shown);
            changed.for_each(|(signal, shown)| signal.set(shown.clone()));
        });
    });
    let labels = cached_signal(use_project(shown_labels));
    let texts = cached_signal(use_project(|project| {
        (Arc::as_ptr(&project.source.pool) as usize, project.source.text_column)
    }));
    let app = use_app();
    // One effect marks all lines, because a further memo for each of thousands of lines would slow the list down.
    let marked = cached_signal(use_state(|state| state.map.marked.clone()));
    Effect::new(move |before: Option<PtrEq<Vec<u32>>>| {
        subscribe(stretches);
        subscribe(former);
        let now = marked.get();
        let (before, shown) = (before.unwrap_or_default(), now.clone());
        // The lines are marked once new lines are in the document.
        before_paint(move || {
            before.iter().for_each(|&row| show_mark(row, false));
            shown.iter().for_each(|&row| show_mark(row, true));
        });
        now
    });
    let mark = move |mut rows: Vec<u32>| {
        rows.sort_unstable();
        let how = SelectionMode::Replace;
        app.dispatch(Msg::Map(MapMsg::Mark { rows, how }));
    };
    let lines_of = |id| {
        ListNavigation::of(id, "button", move || {
            subscribe(stretches);
            subscribe(former);
        })
    };
    let [of_picks, of_former] = ["picks", "former"].map(lines_of);
    let choose_in = |navigation: ListNavigation| {
        Callback::new(move |row| match navigation.clicked(row) {
            Some(rows) => mark(rows),
            None => {
                app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
                before_paint(show_text);
            }
        })
    };
    let [choose_pick, choose_former] = [of_picks, of_former].map(choose_in);
    let pick_row = move |row, choose: Callback<u32>| {
        let now = shown.read_untracked().get(&row).cloned().unwrap_or_default();
        let signal = ArcRwSignal::new(now);
        signals.update_value(|signals| drop(signals.insert(row, signal.clone())));
        view! { <PickRow row shown=signal labels texts choose/> }
    };
    let early_among = use_project(|project| {
        let early = project.only_early()?;
        Some((
            early.among,
            (!project.source.appended.is_empty()).then(|| project.source.pool.len()),
        ))
    });
    let current = use_project(|project| project.view.current);
    let is_long = Memo::new(move |_| stretches.read().len() > 1);
    // The ranges are keyed by the first rank, so that the last range grows in place when the user picks more texts.
    let stretch = move |first: usize| {
        let now = move || {
            let stretches = stretches.read();
            let now = stretches.iter().find(|stretch| stretch.first == first);
            now.cloned().unwrap_or_default()
        };
        let name = move || {
            is_long
                .get()
                .then(|| t!("labeling-picks-range", first, last = now().last))
        };
        view! {
            <ol class="stretch" aria-label=name style:--lines=move || now().rows.len().to_string()>
                <For each=move || now().rows key=|row| *row let(row)>{pick_row(row, choose_pick)}</For>
            </ol>
        }
    };
    let list = NodeRef::<html::Div>::new();
    // The list cannot be scrolled while another view of the page is shown.
    let is_shown = use_state(|state| state.view.shown == View::Label);
    Effect::new(move |_| {
        if let (true, Some(list), Some(row)) = (is_shown.get(), list.get(), current.get()) {
            // Scrolls in the next frame, which needs a layout anyway.
            // Scrolls again one frame later, when newly visible lines have their real heights.
            before_paint(move || {
                reveal(&list, row);
                before_paint(move || reveal(&list, row));
            });
        }
    });
    view! {
        <section class="panel picks">
            <div class="panel-head">
                <h2>{t!("common-picks")}</h2>
                <FilterSelect/>
                <span class="faint">{move || t!("labeling-picks-by-rank", n_picks = grouped(n_picks.get() as u64))}</span>
                {move || match early_among.get() {
                    Some((among, None)) => view! {
                        <p class="hint" id="early">{t!("labeling-early-list-hint", among = grouped(among.into()))}</p>
                    }
                    .into_any(),
                    Some((among, Some(n))) => view! {
                        <p class="hint" id="early">
                            {t!("labeling-before-append-hint", among = grouped(among.into()), n = grouped(n as u64))}
                        </p>
                        <PickMore/>
                    }
                    .into_any(),
                    None => view! { <PickMore/> }.into_any(),
                }}
            </div>
            <div class="pick-list" class:many=is_long id="picks" node_ref=list on:focusin=move |event| of_picks.focused(&event)
                on:mousedown=move |event| of_picks.pressed(&event) on:keydown=move |event| of_picks.key(&event, |_, rows| mark(rows))>
                <For each=move || stretches.get() key=|stretch| stretch.first let(now)>{stretch(now.first)}</For>
            </div>
            <Show when=move || !former.read().is_empty()>
                <h3>{t!("labeling-non-picks-title")}</h3>
                <ol class="pick-list" id="former" on:focusin=move |event| of_former.focused(&event)
                    on:mousedown=move |event| of_former.pressed(&event) on:keydown=move |event| of_former.key(&event, |_, rows| mark(rows))>
                    <For each=move || former.get() key=|row| *row let(row)>{pick_row(row, choose_former)}</For>
                </ol>
            </Show>
        </section>
    }
}

/// A range of picks with consecutive ranks.
#[derive(Clone, Default, PartialEq)]
struct RankRange {
    /// Rank of the first pick in the range, counted from 1, regardless of the filter.
    first: usize,
    /// Rank of the last pick in the range.
    last: usize,
    rows: Vec<u32>,
}

/// The listed picks in ranges. A single range unless there are more picks than [`MIN_LINES_FOR_SKIPPING`].
/// Ranges without rows are omitted.
fn stretches(project: &Project) -> Vec<RankRange> {
    let picked: Vec<u32> = project.picked().collect();
    let size = if picked.len() > MIN_LINES_FOR_SKIPPING {
        LINES_PER_RANGE
    } else {
        MIN_LINES_FOR_SKIPPING
    };
    let stretch = |(first, all): (usize, &[u32])| RankRange {
        first,
        last: first + all.len() - 1,
        rows: all.iter().copied().filter(|&row| project.is_listed(row)).collect(),
    };
    let all = (1..).step_by(size).zip(picked.chunks(size)).map(stretch);
    all.filter(|stretch| !stretch.rows.is_empty()).collect()
}

/// The drop-down that selects the filter of the list.
#[component]
fn FilterSelect() -> impl IntoView {
    let app = use_app();
    let chosen = use_project(|project| project.view.listing);
    let counts = use_project(Project::n_shown);
    let options = move || {
        // The signal is read here and not in each option, because the options are rebuilt whenever a count changes.
        // Each old option would stay subscribed to the signal until the signal changes.
        let chosen = chosen.get();
        let option = |(listing, n): (ListFilter, usize)| {
            view! { <option value=listing.id() prop:selected=chosen == listing>{listing.name()} " (" {grouped(n as u64)} ")"</option> }
        };
        ListFilter::ALL.into_iter().zip(counts.get()).map(option).collect_view()
    };
    let choose = move |event| {
        let value = event_target_value(&event);
        let chosen = ListFilter::ALL.into_iter().find(|listing| listing.id() == value);
        chosen
            .into_iter()
            .for_each(|listing| app.dispatch(Msg::Labeling(labeling::Msg::List(listing))));
    };
    view! { <select id="listing" aria-label=t!("labeling-listing-label") aria-keyshortcuts="#" on:change=mounted(choose)>{options}</select>" "<kbd>"#"</kbd> }
}

/// The form for picking more texts in addition to the current picks.
#[component]
fn PickMore() -> impl IntoView {
    let app = use_app();
    // The form suggests the number of missing picks, if the run returned fewer picks than the settings request.
    let missing = app.state().with_untracked(|state| state.n_missing_picks());
    let count = RwSignal::new(missing.map_or("12".to_owned(), |n| n.to_string()));
    let more = move || count.read().trim().parse::<u32>().ok().filter(|&more| more > 0);
    let problem = use_state(|state| state.reason_no_more_picks());
    let left = use_project(|project| project.n_left());
    let n_skipped = use_project(|project| project.settled().skipped.len());
    let running = use_state(|state| state.run.current.is_some());
    let fits = move || more().is_some_and(|more| more as usize <= left.get());
    let label = move || match more() {
        Some(more) => t!("labeling-pick-number-button", more = grouped(more.into())),
        None => t!("labeling-pick-more-button"),
    };
    let hint = move || match (problem.get(), n_skipped.get()) {
        (Some(problem), _) => problem,
        (None, _) if !fits() => t!("labeling-pick-more-problem", left = grouped(left.get() as u64)),
        (None, 0) => String::new(),
        (None, n) => t!("labeling-pick-more-hint", n),
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if let Some(more) = more().filter(|_| fits()) {
            app.dispatch(Msg::Run(run::Msg::PickMore(more)));
        }
    };
    let disabled = move || running.get() || !fits() || problem.read().is_some();
    view! {
        <form class="pick-more" on:submit=submit>
            <input type="text" inputmode="numeric" id="more" aria-keyshortcuts=">" aria-label=t!("labeling-pick-more-label") aria-describedby="more-hint"
                aria-invalid=move || (!fits()).to_string() prop:value=move || count.get() on:input:target=move |event| count.set(event.target().value())/>
            <button type="submit" id="pick-more" title=t!("labeling-pick-more-tooltip") disabled=disabled>{label}</button>
            <kbd>{">"}</kbd>
            <p class="hint" id="more-hint">{hint}</p>
        </form>
    }
}

/// Scrolls only the list, not the page, until the row is visible.
fn reveal(list: &web_sys::Element, row: u32) {
    let item = document().get_element_by_id(&item_id(row));
    let Some(item) = item.filter(|item| list.contains(Some(item))) else {
        return;
    };
    let (item, frame) = (item.get_bounding_client_rect(), list.get_bounding_client_rect());
    let hidden = (item.top() - frame.top()).min(0.0) + (item.bottom() - frame.bottom()).max(0.0);
    list.set_scroll_top(list.scroll_top() + hidden.round() as i32);
}

/// The id of a line's element. The browser finds an element by its id quickly, even among thousands of lines.
fn item_id(row: u32) -> String {
    format!("pick-{row}")
}

/// Shows whether a text is marked on the map, on the line of the text in the list.
fn show_mark(row: u32, is_marked: bool) {
    let Some(item) = document().get_element_by_id(&item_id(row)) else {
        return;
    };
    let button = item.first_element_child();
    if is_marked {
        let _ = item.set_attribute("data-marked", "");
        let _ = button.map(|button| button.set_attribute("aria-description", &t!("map-class-marked")));
    } else {
        let _ = item.remove_attribute("data-marked");
        let _ = button.map(|button| button.remove_attribute("aria-description"));
    }
}

/// The content of a line of the list, without the text.
#[derive(Clone, Debug, Default, PartialEq)]
struct RowDisplay {
    rank: Option<usize>,
    /// The pick of the text, with the color of the pick's part.
    pick: Option<(Pick, PaletteColor)>,
    is_current: bool,
    annotation: Annotation,
    is_saved: bool,
    is_disputed: bool,
}

/// Computes the content of all rows in one pass. A pass per row would search all picks at every key press.
fn shown(project: &Project, rows: impl Iterator<Item = u32>) -> HashMap<u32, RowDisplay> {
    let picks: HashMap<u32, Pick> = project.picks().iter().map(|pick| (pick.row, *pick)).collect();
    let ranks: HashMap<u32, usize> = project.picked().zip(1..).collect();
    let labels = project.labels_shown();
    let of = |row| RowDisplay {
        rank: ranks.get(&row).copied(),
        pick: picks.get(&row).map(|&pick| (pick, project.part_ink(pick.part))),
        is_current: project.view.current == Some(row),
        annotation: labels.annotation(row).clone(),
        is_saved: project.annotations.history.is_saved(row),
        is_disputed: project.shown_consensus(row) == Some(ConsensusStatus::Disputed),
    };
    rows.map(|row| (row, of(row))).collect()
}

/// A line of the list. `texts` changes whenever the text of a row may have changed.
#[component]
fn PickRow(
    row: u32,
    shown: ArcRwSignal<RowDisplay>,
    labels: RwSignal<Vec<ShownLabel>>,
    texts: RwSignal<(usize, usize)>,
    /// Called with the row when the user clicks on the line.
    choose: Callback<u32>,
) -> impl IntoView {
    let app = use_app();
    let shown = RwSignal::from(shown);
    let is_current = Memo::new(move |_| shown.read().is_current);
    // With thousands of rows, every DOM node and memo counts. Therefore all data of a row is rendered together.
    let facts = Memo::new(move |_| RowDisplay {
        is_current: false,
        ..shown.get()
    });
    let text = move || {
        subscribe(texts);
        let state = app.state();
        state.with_untracked(|state| state.project.as_ref().map(|project| project.beginning(row)))
    };
    let label = move || facts.read().annotation.answer();
    let pick_facts = move || {
        let RowDisplay {
            pick,
            annotation,
            is_saved,
            is_disputed,
            ..
        } = facts.get();
        let unsaved = if is_saved { "" } else { " unsaved" };
        let labels = labels.read();
        let chip = |name: String| {
            let color = color_class(color_of(&labels, &name));
            view! { <span class=format!("chip {color}{unsaved}") dir="auto">{name}</span> }
        };
        let part = pick.map(|(pick, ink)| {
            let name = format!("{} {}", t!("common-part"), pick.part);
            let degree = format!("{} {}", t!("labeling-degree-label"), pick.degree);
            view! {
                <PartBadge part=pick.part color=ink name/>
                <span title=t!("labeling-degree-tooltip")>{degree}</span>
            }
        });
        let passed = annotation
            .passed
            .map(|why| view! { <span class=format!("chip passed{unsaved}")>{core_messages::passed(why)}</span> });
        let flag = annotation.flagged.then(|| {
            view! { <span class="mark" title=t!("labeling-flagged-tooltip") role="img" aria-label=t!("labeling-flagged-status")>"⚑"</span> }
        });
        let note = Some(annotation.note).filter(|note| !note.is_empty()).map(|note| {
            let name = t!("labeling-note-status", note = isolated(&note));
            view! { <span class="mark" title=note role="img" aria-label=name>"✎"</span> }
        });
        view! {
            {part}
            {annotation.labels.into_iter().map(chip).collect_view()}
            {is_disputed.then(|| view! { <span class="chip passed">{t!("common-disputed-status")}</span> })}
            {passed}
            {flag}
            {note}
        }
    };
    view! {
        <li class="pick" id=item_id(row) class:current=is_current data-row=row.to_string() data-label=label>
            <button type="button" tabindex="-1" aria-current=move || is_current.get().then_some("true") on:click=move |_| choose.run(row)>
                <span class="rank">{move || facts.read().rank.map_or("–".to_owned(), |rank| rank.to_string())}</span>
                <span class="pick-text" dir="auto" lang="">{text}</span>
                <span class="pick-facts">{pick_facts}</span>
            </button>
        </li>
    }
}
