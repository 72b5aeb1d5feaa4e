//! The list of the picks, which is also the accessible alternative to the map.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling;
use crate::labeling::label_set::{ShownLabel, color_of, shown_labels};
use crate::labeling::list_filter::ListFilter;
use crate::labeling::view::show_text;
use crate::map::{Msg as MapMsg, PtrEq, SelectionMode};
use crate::project::Project;
use crate::run;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::shell::views::View;
use crate::state::Msg;
use crate::ui::dom::mounted;
use crate::ui::long_list::{LongList, LongListOptions};
use crate::ui::part_badge::PartBadge;
use crate::ui::{cached_signal, color_class, scoped_memo, subscribe};
use fastgas_annotation::label::{Annotation, ConsensusStatus};
use fastgas_map::PaletteColor;
use fastgas_select::Pick;

/// Maximum number of lines in a list whose lines are all in the document.
/// The document contains only some of the lines of a longer list.
const MAX_WHOLE_LIST: usize = 200;

/// Lists all picks by rank, followed by the labeled rows that are no longer picks.
#[component]
pub fn Picks() -> impl IntoView {
    let n_picks = use_project(Project::n_picks);
    let picks = use_project(Project::listed_picks);
    let former = use_project(Project::listed_former_picks);
    let early_among = use_project(|project| {
        let early = project.only_early()?;
        Some((
            early.among,
            (!project.source.appended.is_empty()).then(|| project.source.pool.len()),
        ))
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
            <PickList id="picks" rows=picks/>
            <Show when=move || !former.read().is_empty()>
                <h3>{t!("labeling-non-picks-title")}</h3>
                <PickList id="former" rows=former/>
            </Show>
        </section>
    }
}

#[component]
fn PickList(id: &'static str, rows: Memo<Arc<Vec<u32>>>) -> impl IntoView {
    let app = use_app();
    let state = app.state();
    let current = use_project(|project| project.view.current);
    let options = LongListOptions {
        control: |row| format!("#{} button", item_id(row)),
        max_whole: MAX_WHOLE_LIST,
        keeps_current: true,
    };
    let list = LongList::new(rows, current, options);
    let shown = scoped_memo(move || {
        let (lines, tab_stop) = (list.lines.read(), list.tab_stop.get());
        let rows = lines.lines.iter().map(|line| line.row);
        let read = |project: &Project| shown(project, rows, tab_stop);
        state.with(|state| state.project.as_ref().map(read).unwrap_or_default())
    });
    // Each row has its own signal, so that a line of the list updates only if the data of its row has changed.
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
    let marked = cached_signal(use_state(|state| state.map.marked.clone()));
    let mark = move |mut rows: Vec<u32>| {
        rows.sort_unstable();
        let how = SelectionMode::Replace;
        app.dispatch(Msg::Map(MapMsg::Mark { rows, how }));
    };
    // The list does not scroll to the row that the user clicked last, so that the row stays under the pointer.
    let chosen = StoredValue::new(None::<u32>);
    let choose = Callback::new(move |row| match list.clicked(row) {
        Some(rows) => mark(rows),
        None => {
            chosen.set_value(Some(row));
            app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
            before_paint(show_text);
        }
    });
    let line = move |row: u32| {
        let now = shown.read_untracked().get(&row).cloned().unwrap_or_default();
        let signal = ArcRwSignal::new(now);
        signals.update_value(|signals| drop(signals.insert(row, signal.clone())));
        on_cleanup(move || drop(signals.try_update_value(|signals| signals.remove(&row))));
        view! { <PickRow row list shown=signal labels texts marked choose/> }
    };
    // The list cannot be scrolled while another view of the page is shown.
    let is_shown = use_state(|state| state.view.shown == View::Label);
    Effect::new(move |_| {
        if let (true, Some(_), Some(row)) = (is_shown.get(), list.frame.get(), current.get()) {
            // The list scrolls in the next frame, which computes the layout anyway.
            // The list scrolls again one frame later, when the first measurement has corrected its height.
            let is_chosen = chosen.try_update_value(Option::take).flatten() == Some(row);
            let reveal = move || match is_chosen {
                true => list.reveal(row),
                false => list.reveal_with_next(row),
            };
            before_paint(move || {
                reveal();
                before_paint(reveal);
            });
        }
    });
    view! {
        <div class="pick-list" class:many=move || list.lines.read().is_long id=id node_ref=list.frame on:scroll=mounted(move |_| list.measure())
            on:focusin=move |event| list.focused(&event) on:mousedown=move |event| list.pressed(&event) on:keydown=move |event| list.key(&event, mark)>
            <ol style:min-height=move || list.min_height()>
                <For each=move || list.lines.read().lines.clone() key=|line| line.row let(now)>{line(now.row)}</For>
            </ol>
        </div>
    }
}

#[component]
fn FilterSelect() -> impl IntoView {
    let app = use_app();
    let chosen = use_project(|project| project.view.listing);
    let counts = use_project(Project::n_shown);
    let options = move || {
        // The signal is read once and not in each `<option>`, because every new count creates the options again.
        // A removed `<option>` would stay subscribed to the signal until the signal changes.
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

#[component]
fn PickMore() -> impl IntoView {
    let app = use_app();
    // If the run returned fewer picks than the settings request, the form suggests the number of missing picks.
    let missing = app.state().with_untracked(|state| state.n_missing_picks());
    let count = RwSignal::new(missing.map_or("12".to_owned(), |n| n.to_string()));
    let more = move || count.read().trim().parse::<u32>().ok().filter(|&more| more > 0);
    let problem = use_state(|state| state.reason_no_more_picks());
    let left = use_project(|project| project.n_left());
    let n_skipped = use_project(|project| project.annotations.history.labels().n_passed());
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

fn item_id(row: u32) -> String {
    format!("pick-{row}")
}

#[derive(Clone, Debug, Default, PartialEq)]
struct RowDisplay {
    rank: Option<usize>,
    /// The color belongs to the part of the partition that contains the pick.
    pick: Option<(Pick, PaletteColor)>,
    is_current: bool,
    has_tab_stop: bool,
    annotation: Annotation,
    is_saved: bool,
    is_disputed: bool,
}

/// `tab_stop` is the row whose line the Tab key reaches.
/// Complexity: O(r · log n) for r rows in `rows` and n texts in the pool.
fn shown(project: &Project, rows: impl Iterator<Item = u32>, tab_stop: Option<u32>) -> HashMap<u32, RowDisplay> {
    let (picks, labels) = (project.picks(), project.labels_shown());
    let of = |row| {
        let rank = project.rank_of(row);
        let pick = rank.and_then(|rank| picks.get(rank - 1));
        RowDisplay {
            rank,
            pick: pick.map(|&pick| (pick, project.part_ink(pick.part))),
            is_current: project.view.current == Some(row),
            has_tab_stop: tab_stop == Some(row),
            annotation: labels.annotation(row).clone(),
            is_saved: project.annotations.history.is_saved(row),
            is_disputed: project.shown_consensus(row) == Some(ConsensusStatus::Disputed),
        }
    };
    rows.map(|row| (row, of(row))).collect()
}

/// The signal `texts` changes whenever the text of any row may have changed.
#[component]
fn PickRow(
    row: u32,
    list: LongList,
    shown: ArcRwSignal<RowDisplay>,
    labels: RwSignal<Vec<ShownLabel>>,
    texts: RwSignal<(usize, usize)>,
    marked: RwSignal<PtrEq<Vec<u32>>>,
    choose: Callback<u32>,
) -> impl IntoView {
    let app = use_app();
    let shown = RwSignal::from(shown);
    let is_current = Memo::new(move |_| shown.read().is_current);
    let has_tab_stop = Memo::new(move |_| shown.read().has_tab_stop);
    // With hundreds of lines, every DOM node and memo takes time. Therefore all data of a row is rendered together.
    let facts = Memo::new(move |_| RowDisplay {
        is_current: false,
        has_tab_stop: false,
        ..shown.get()
    });
    let is_marked = move || marked.read().binary_search(&row).is_ok();
    // The position of the line in the list, and the number of lines if the document contains only some of the lines.
    // Screen readers read the position and the number of lines from the `aria-posinset` and `aria-setsize` attributes.
    let place = scoped_memo(move || {
        let lines = list.lines.read();
        (lines.line(row), lines.is_long.then_some(lines.n))
    });
    let margin = move || list.height_of(place.get().0.map_or(0, |line| line.gap));
    let position = move || {
        let (line, n) = place.get();
        n.and(line).map(|line| (line.position + 1).to_string())
    };
    let n_lines = move || place.get().1.map(|n| n.to_string());
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
        <li class="pick" id=item_id(row) class:current=is_current data-row=row.to_string() data-label=label data-marked=move || is_marked().then_some("")
            style:margin-top=margin aria-posinset=position aria-setsize=n_lines>
            <button type="button" tabindex=move || if has_tab_stop.get() { "0" } else { "-1" } aria-current=move || is_current.get().then_some("true")
                aria-description=move || is_marked().then(|| t!("map-class-marked")) on:click=move |_| choose.run(row)>
                <span class="rank">{move || facts.read().rank.map_or("–".to_owned(), |rank| rank.to_string())}</span>
                <span class="pick-text" dir="auto" lang="">{text}</span>
                <span class="pick-facts">{pick_facts}</span>
            </button>
        </li>
    }
}
