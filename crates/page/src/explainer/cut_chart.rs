//! Line chart of the cut at each step. The chart is also a slider of the timeline.

use std::fmt::Write;

use leptos::ev::PointerEvent;
use leptos::{html, prelude::*};

use crate::explainer::signal::use_explainer;
use crate::explainer::{COMPARED_PRESETS, Explainer, Msg, text};
use crate::i18n::{grouped, t};
use fastgas_trace::Player;

const SIZE: [f64; 2] = [1000.0, 100.0];

const MARGIN: f64 = 6.0;

/// In the chart line, all steps have the same width, and the cut changes at the beginning of a step.
fn path(cuts: &[u64], most: u64) -> String {
    let [width, height] = SIZE;
    let step = width / (cuts.len().saturating_sub(1).max(1)) as f64;
    let y = |cut: u64| height - MARGIN - (height - 2.0 * MARGIN) * cut as f64 / most.max(1) as f64;
    let mut path = format!("M0 {:.1}", y(cuts.first().copied().unwrap_or(0)));
    // The path has one point for each change of the cut, because a long run has thousands of steps.
    for (tick, pair) in (1u32..).zip(cuts.windows(2)) {
        if pair[0] != pair[1] {
            let _ = write!(path, "H{:.1}V{:.1}", f64::from(tick) * step, y(pair[1]));
        }
    }
    let _ = write!(path, "H{width}");
    path
}

fn largest_cut(players: &[Player]) -> u64 {
    players.iter().flat_map(Player::cuts).copied().max().unwrap_or(0)
}

/// One line per player. Each line has the full width of the chart, even if the runs have different numbers of steps.
pub(crate) fn lines(players: &[Player]) -> Vec<String> {
    let most = largest_cut(players);
    players.iter().map(|player| path(player.cuts(), most)).collect()
}

fn position(explainer: &Explainer) -> f64 {
    SIZE[0] * f64::from(explainer.tick) / f64::from(explainer.end().max(1))
}

/// `share` is the distance from the left end of the chart, as a share of the chart's width.
fn tick_at(share: f64, end: u32) -> u32 {
    (share.clamp(0.0, 1.0) * f64::from(end)).round() as u32
}

fn words(explainer: &Explainer) -> String {
    let players = &explainer.players;
    let now = |player: &Player| player.cuts().get(player.tick() as usize).copied().unwrap_or(0);
    let (now, most): (Vec<u64>, _) = (players.iter().map(now).collect(), grouped(largest_cut(players)));
    match now[..] {
        [cut] => t!("explainer-chart-cut", cut = grouped(cut), most),
        [paper, best] => {
            let [first, second] = COMPARED_PRESETS.map(|preset| text::side_by_side_name(preset).text());
            let both = format!("{first} {}, {second} {}", grouped(paper), grouped(best));
            t!("explainer-chart-cut", cut = both, most)
        }
        _ => String::new(),
    }
}

/// Pressing or dragging in the chart seeks to a step. The arrow keys work as on the timeline.
#[component]
pub fn CutChartView() -> impl IntoView {
    let explainer = use_explainer();
    let paths = explainer.select(|explainer| explainer.cut_lines.clone());
    let x = explainer.select(position);
    let says = explainer.select(words);
    let tick = explainer.select(|explainer| explainer.tick);
    let end = explainer.select(|explainer| explainer.end());
    let area = NodeRef::<html::Div>::new();
    let seek = move |event: &PointerEvent| {
        let Some(area) = area.get_untracked() else { return };
        let bounds = area.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - bounds.x()) / bounds.width().max(1.0);
        explainer.dispatch(Msg::Seek(tick_at(share, end.get_untracked())));
    };
    let on_down = move |event: PointerEvent| {
        if let Some(area) = area.get_untracked() {
            // Capture the pointer, so that dragging continues outside the chart.
            // The call fails if the pointer is no longer active.
            let _ = area.set_pointer_capture(event.pointer_id());
        }
        seek(&event);
    };
    let on_move = move |event: PointerEvent| {
        // Seek only while the main button is held.
        if event.buttons() & 1 == 1 {
            seek(&event);
        }
    };
    let lines = move || {
        let line =
            |(index, path): (usize, &String)| view! { <path class="line" class:second=index == 1 d=path.clone()/> };
        paths.get().iter().enumerate().map(line).collect_view()
    };
    view! {
        <div class="explainer-chart">
            <p class="faint" id="explainer-cut">{says}</p>
            <div node_ref=area class="chart-area" id="explainer-chart" role="slider" tabindex="0" aria-label=t!("explainer-chart-label")
                aria-valuemin="0" aria-valuemax=end aria-valuenow=tick aria-valuetext=says
                on:pointerdown=on_down on:pointermove=on_move>
                <svg viewBox=format!("0 0 {} {}", SIZE[0], SIZE[1]) preserveAspectRatio="none" aria-hidden="true">
                    {lines}
                    <path class="now" d=move || format!("M{0:.1} 0V{1}", x.get(), SIZE[1])/>
                </svg>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explainer::Settings;

    #[test]
    fn line_has_a_point_for_each_change_of_the_cut() {
        assert_eq!(path(&[0, 0, 4, 4, 2], 4), "M0 94.0H500.0V6.0H1000.0V50.0H1000");
        assert_eq!(path(&[0], 0), "M0 94.0H1000");
    }

    #[test]
    fn position_on_the_chart_is_a_tick() {
        let ticks = [-0.2, 0.0, 0.26, 0.5, 1.0, 1.3].map(|share| tick_at(share, 8));
        assert_eq!(ticks, [0, 0, 2, 4, 8, 8]);
    }

    #[test]
    fn chart_follows_the_step_and_shows_both_players() {
        let mut explainer = Explainer::default();
        explainer.apply(Msg::Visit("grid"));
        assert_eq!((position(&explainer), explainer.cut_lines.len()), (0.0, 1));
        assert!(
            words(&explainer).starts_with("Cut 0 of at most "),
            "{}",
            words(&explainer)
        );
        explainer.apply(Msg::Seek(u32::MAX));
        let cut = explainer.players[0].stats().cut;
        assert_eq!(position(&explainer), SIZE[0]);
        assert!(
            words(&explainer).starts_with(&format!("Cut {cut} of at most ")),
            "{}",
            words(&explainer)
        );
        explainer.apply(Msg::Set(Settings {
            side_by_side: true,
            ..explainer.settings
        }));
        assert!(explainer.cut_lines.len() == 2 && explainer.cut_lines[0] != explainer.cut_lines[1]);
        let both = words(&explainer);
        assert!(both.starts_with("Cut Paper 0, Best 0 of at most "), "{both}");
    }
}
