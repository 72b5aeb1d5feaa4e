//! The queue of the vertices that may be moved, proposed or picked next, and the question about the next vertex.

use leptos::prelude::*;

use crate::explainer::graph_view::PartDot;
use crate::explainer::question::{Question, increase, signed};
use crate::explainer::signal::use_explainer;
use crate::explainer::{Explainer, Msg};
use crate::i18n::t;
use crate::ui::checkbox::Checkbox;
use crate::ui::part_class;
use fastgas_map::PaletteColor;
use fastgas_trace::QueueKind;

const MAX_LISTED: usize = 12;

/// Maximum number of listed vertices in the lecture mode, where the list has less space next to the text of the tour.
const MAX_LISTED_IN_LECTURE: usize = 6;

#[derive(Clone, Debug, PartialEq)]
struct QueueLine {
    vertex: u32,
    gain: i64,
    /// Color index of the vertex, which equals its part or side. 0 while the graph has no parts or sides.
    part: u32,
    may_move: bool,
    is_next: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct QueueList {
    lines: Vec<QueueLine>,
    n: usize,
    kind: Option<QueueKind>,
}

fn queue(explainer: &Explainer, at: usize) -> Option<QueueList> {
    let state = explainer.players.get(at)?.gain_queue()?;
    let scene = explainer.scenes.get(at)?;
    let line = |entry: &fastgas_trace::QueueEntry| {
        let node = scene.nodes.get(entry.node as usize)?;
        Some(QueueLine {
            vertex: node.vertex,
            gain: entry.gain,
            part: node.color.unwrap_or(0),
            may_move: entry.may_move,
            is_next: state.next == Some(entry.node),
        })
    };
    let mut lines: Vec<QueueLine> = state.queue.iter().filter_map(line).collect();
    let n = lines.len();
    if explainer.is_asking() {
        // The list is sorted by vertex number, because the order of the queue would reveal the answer.
        lines.sort_unstable_by_key(|line| line.vertex);
    } else {
        lines.truncate(match explainer.lecture {
            true => MAX_LISTED_IN_LECTURE,
            false => MAX_LISTED,
        });
    }
    Some(QueueList {
        lines,
        n,
        kind: Some(state.kind),
    })
}

/// During a question, each vertex in the list is an answer button.
#[component]
pub fn Queue(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let shown = explainer.select(move |explainer| queue(explainer, at));
    let asking = explainer.select(|explainer| explainer.is_asking());
    let verdict = explainer.select(|explainer| match &explainer.question {
        Some(Question::Answered(verdict)) => Some(verdict.clone()),
        _ => None,
    });
    let kind = move || shown.read().as_ref().and_then(|shown| shown.kind);
    let picks = move || matches!(kind(), Some(QueueKind::Picks | QueueKind::Cover));
    let line = move |line: QueueLine| {
        let QueueLine {
            vertex,
            gain,
            part,
            may_move,
            is_next,
        } = line;
        let class = part_class(PaletteColor::part(part));
        if asking.get() {
            return view! {
                <li class=class><button type="button" data-guess=vertex on:click=move |_| explainer.dispatch(Msg::Guess(vertex))>
                    <PartDot part/>{t!("explainer-vertex-name", row = vertex + 1)}
                </button></li>
            }
            .into_any();
        }
        let vertex = vertex + 1;
        let name = match kind() {
            Some(QueueKind::Picks | QueueKind::Proposals) => t!("explainer-queue-pick-line", vertex, degree = gain),
            Some(QueueKind::Cover) => t!("explainer-queue-cover-line", vertex, gain = increase(gain)),
            Some(QueueKind::Pass | QueueKind::Parts) | None => {
                t!("explainer-queue-line", vertex, gain = signed(gain))
            }
        };
        view! {
            <li class=class class:waits=!may_move aria-current=is_next.then_some("step")><PartDot part/>{name}</li>
        }
        .into_any()
    };
    let is_single = explainer.select(|explainer| explainer.players.len() == 1);
    let asks = explainer.select(|explainer| explainer.asks);
    let shows_gains = explainer.select(|explainer| explainer.shows_gains);
    let id = ["explainer-queue", "explainer-queue-best"][at];
    view! {
        <Show when=move || shown.read().is_some() || verdict.read().is_some()>
            <div class="explainer-queue">
                <h3>{t!("explainer-queue-title")}</h3>
                <div class="queue-choices">
                    <Checkbox class="check" id=format!("{id}-gains") checked=shows_gains
                        change=move |shows: bool| explainer.dispatch(Msg::ShowGains(shows))>
                        " "{t!("explainer-queue-gains-label")}
                    </Checkbox>
                    <Show when=move || is_single.get()>
                        <Checkbox class="check" id="explainer-ask" checked=asks change=move |asks: bool| explainer.dispatch(Msg::Ask(asks))>
                            " "{t!("explainer-question-label")}
                        </Checkbox>
                    </Show>
                </div>
                <p class="verdict" id=format!("{id}-verdict") aria-live="polite">{move || match asking.get() {
                    true if picks() => Some(t!("explainer-question-pick-task")),
                    true => Some(t!("explainer-question-task")),
                    false => verdict.get(),
                }}</p>
                <ol id=id class="queue-lines">
                    {move || shown.get().map(|shown| shown.lines.into_iter().map(line).collect_view())}
                </ol>
                {move || {
                    let QueueList { lines, n, .. } = shown.get().unwrap_or_default();
                    let hidden = n - lines.len().min(n);
                    (hidden > 0).then(|| view! { <p class="faint">{t!("explainer-queue-more", n = hidden)}</p> })
                }}
            </div>
        </Show>
    }
}
