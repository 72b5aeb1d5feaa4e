//! The panel next to the picture: tour, rule, numbers, levels, picks, log, and chapters.

use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::explainer::graph_view::{Drawing, PartDot};
use crate::explainer::prompt_example::PromptAnswerView;
use crate::explainer::pseudo_code::PseudoCode;
use crate::explainer::question::signed;
use crate::explainer::queue_view::Queue;
use crate::explainer::signal::use_explainer;
use crate::explainer::text;
use crate::explainer::v_cycle_view::Levels;
use crate::explainer::{COMPARED_PRESETS, Msg, OWN_TEXTS, STOPS};
use crate::i18n::{Key, t};
use crate::ui::dom::focus;
use crate::ui::part_class;
use fastgas_map::PaletteColor;
use fastgas_trace::{Shape, Stats, elements};

const MAX_LISTED_TEXTS: usize = 60;

#[component]
pub fn TourCard() -> impl IntoView {
    let explainer = use_explainer();
    let stop = explainer.select(|explainer| explainer.stop);
    let tours = Memo::new(move |_| stop.get().is_some());
    // Only the content of the tour card changes at the next stop, so that the focused button keeps the focus.
    let at = move || stop.get().unwrap_or(0);
    let go = move |to: Option<usize>| {
        let toured = tours.get_untracked();
        explainer.dispatch(Msg::Tour(to));
        // The pressed button disappears at the end of the tour, so the focus moves to another button.
        if toured && !tours.get_untracked() {
            // In a lecture, the button that begins the tour is hidden and cannot receive focus.
            let lecture = explainer.0.with_untracked(|explainer| explainer.lecture);
            before_paint(move || {
                focus(if lecture { "explainer-on" } else { "tour-begin" });
            });
        }
    };
    // The button for the next stop receives focus, so that the first Space or Enter leads to the next stop.
    Effect::new(move |_| {
        if tours.get() {
            before_paint(|| {
                focus("tour-next");
            });
        }
    });
    view! {
        <div class="explainer-tour">
            <Show when=move || tours.get() fallback=move || view! {
                <button type="button" id="tour-begin" class="quiet link" on:click=move |_| go(Some(0))>{t!("explainer-tour-begin-button")}</button>
            }>
                <section class="tour" aria-labelledby="tour-title" id="tour">
                    // The buttons are above the text, so that texts of different lengths do not move the buttons.
                    <div class="tour-nav">
                        <span class="faint">{move || t!("explainer-tour-position", stop = at() + 1, n_stops = STOPS.len())}</span>
                        <button type="button" id="tour-back" aria-disabled=move || (at() == 0).to_string()
                            on:click=move |_| go(Some(at().saturating_sub(1)))>{t!("explainer-tour-back-button")}</button>
                        <button type="button" class="primary" id="tour-next" on:click=move |_| go(Some(at() + 1))>
                            {move || if at() + 1 < STOPS.len() { t!("explainer-tour-next-button") } else { t!("explainer-tour-done-button") }}
                        </button>
                    </div>
                    <div class="tour-words" tabindex="0">
                        <div aria-live="polite">
                            <h3 id="tour-title">{move || STOPS[at()].words[0].text()}</h3>
                            <p>{move || STOPS[at()].words[1].text()}</p>
                        </div>
                        <PromptAnswerView/>
                    </div>
                    <div class="actions">
                        <button type="button" class="quiet" id="tour-end" on:click=move |_| go(None)>{t!("explainer-tour-leave-button")}</button>
                    </div>
                </section>
            </Show>
        </div>
    }
}

#[component]
pub fn Panels() -> impl IntoView {
    let explainer = use_explainer();
    let count = explainer.select(|explainer| {
        if explainer.exercise.is_some() {
            0
        } else {
            explainer.players.len()
        }
    });
    view! {
        <div class="explainer-panels" class:beside=move || count.get() == 2>
            {move || (0..count.get()).map(|at| view! { <Panel at/> }).collect_view()}
        </div>
    }
}

/// Element ids must be unique, even in the side-by-side view of two players.
fn mark(at: usize) -> &'static str {
    ["", "-best"][at]
}

#[component]
fn Panel(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let rule = explainer.select(move |explainer| explainer.players.get(at).map(|player| player.rule()));
    let facts = explainer.select(move |explainer| explainer.players.get(at).map(|player| player.stats()));
    let name = explainer.select(move |explainer| {
        explainer
            .settings
            .side_by_side
            .then(|| text::side_by_side_name(COMPARED_PRESETS[at]).text())
    });
    view! {
        <section class="explainer-panel" aria-label=move || name.get().unwrap_or_else(|| t!("explainer-log-title"))>
            {move || name.get().map(|name| view! { <h3 class="explainer-name">{name}</h3> })}
            <div class="rule" id=format!("explainer-rule{}", mark(at))>
                {move || rule.get().map(|rule| {
                    let [name, text, source] = text::rule(rule).map(Key::text);
                    view! { <h3>{name}</h3><p>{text}</p><p class="faint">{source}</p> }
                })}
            </div>
            <PseudoCode at/>
            <Legend at/>
            <div>
                <dl class="explainer-facts" id=format!("explainer-facts{}", mark(at))>{move || facts.get().map(|facts| numbers(&facts))}</dl>
            </div>
            <Queue at/>
            <Levels at/>
            <Picks at/>
            <Log at/>
            <Chapters at/>
            {(at == 0).then(|| view! { <Texts/> })}
        </section>
    }
}

#[component]
fn Legend(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let entries = explainer.select(move |explainer| {
        explainer
            .scenes
            .get(at)
            .map(|scene| text::legend(scene))
            .unwrap_or_default()
    });
    let sample = explainer.select(move |explainer| explainer.scenes.get(at).and_then(|scene| text::line_sample(scene)));
    let is_own = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .is_some_and(|graph| graph.name == OWN_TEXTS)
    });
    let view_box = format!("0 0 {0} {0}", text::SAMPLE_SIZE);
    let entry = move |(shapes, words): (Vec<Shape>, String)| {
        view! {
            <li>
                <svg class="explainer-picture" viewBox=view_box.clone() aria-hidden="true"><Drawing elements=elements(&shapes)/></svg>
                <span>{words}</span>
            </li>
        }
    };
    view! {
        <ul class="explainer-legend" id=format!("explainer-legend{}", mark(at)) aria-label=t!("explainer-legend-label")>
            {move || entries.get().into_iter().map(&entry).collect_view()}
        </ul>
        {move || sample.get().map(|words| view! { <p class="faint explainer-sample">{words}</p> })}
        <Show when=move || is_own.get()><p class="faint explainer-numbering">{t!("explainer-numbering-hint")}</p></Show>
    }
}

#[component]
fn Picks(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let picks = explainer.select(move |explainer| explainer.picks(at));
    let continues = explainer.select(move |explainer| explainer.continues_over_pool(at));
    let language = explainer.select(|explainer| explainer.language_of_texts());
    view! {
        <Show when=move || !picks.read().is_empty()>
            <div>
                <h3>{t!("common-picks")}</h3>
                <ol class="explainer-picks" id=format!("explainer-picks{}", mark(at)) tabindex="0" aria-label=t!("common-picks")>
                    {move || picks.get().into_iter().map(|(part, words)| view! {
                        <li class=part_class(PaletteColor::part(part)) dir="auto" lang=language><PartDot part/>{words}</li>
                    }).collect_view()}
                </ol>
                <Show when=move || continues.get()><p class="faint" id=format!("explainer-goes-on{}", mark(at))>{t!("explainer-picks-continued-hint")}</p></Show>
            </div>
        </Show>
    }
}

fn numbers(facts: &Stats) -> impl IntoView + use<> {
    // A part may exceed its weight limit on coarse graphs and during moves, so the text distinguishes both cases.
    // The final parts never exceed their limits.
    let kept = |&(weight, limit): &(u64, u64)| match weight <= limit {
        true => t!("explainer-weight-within-limit", weight, limit),
        false => t!("explainer-weight-above-limit", weight, limit),
    };
    let sides = |of: fn(&(u64, u64)) -> u64| {
        facts
            .sides
            .iter()
            .map(|side| of(side).to_string())
            .collect::<Vec<_>>()
            .join(" : ")
    };
    let [weights, limits] = [sides(|side| side.0), sides(|side| side.1)];
    let balance = || match facts.sides.iter().all(|(weight, limit)| weight <= limit) {
        true => t!("explainer-weights-within-limits", weights, limits),
        false => t!("explainer-weights-above-limits", weights, limits),
    };
    let cut = match facts.in_group {
        false => t!("explainer-fact-cut"),
        true => t!("explainer-fact-group-cut"),
    };
    let rows = [
        (t!("explainer-fact-vertices"), Some(facts.vertices().to_string())),
        (t!("explainer-fact-edges"), Some(facts.edges().to_string())),
        (cut, Some(facts.cut.to_string())),
        (
            t!("explainer-fact-side-weights"),
            (!facts.sides.is_empty()).then(balance),
        ),
        (t!("explainer-fact-heaviest-part"), facts.heaviest.as_ref().map(kept)),
        (t!("explainer-fact-gain"), facts.gain.map(signed)),
        (
            t!("explainer-fact-picks"),
            facts.touched.map(|_| facts.picks.to_string()),
        ),
        (
            t!("explainer-fact-touched-edges"),
            facts.touched.map(|touched| touched.to_string()),
        ),
    ];
    let known = rows.into_iter().filter_map(|(name, value)| Some((name, value?)));
    known
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect_view()
}

#[component]
fn Chapters(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let player = at;
    let chapters = explainer.select(move |explainer| {
        let chapters = explainer
            .players
            .get(player)
            .map(|player| player.chapters().to_vec())
            .unwrap_or_default();
        chapters
            .into_iter()
            .map(|chapter| (text::chapter(chapter.title), chapter.depth))
            .collect::<Vec<_>>()
    });
    let current = explainer.select(move |explainer| explainer.players.get(player).and_then(|player| player.chapter()));
    let is_zoomed = explainer.select(move |explainer| explainer.zoom.is_some_and(|(zoomed, _)| zoomed == player));
    view! {
        <div class="explainer-chapters">
            <h3>{t!("explainer-recursion-title")}</h3>
            <Show when=move || is_zoomed.get()>
                <button type="button" class="quiet" id="explainer-whole" on:click=move |_| explainer.dispatch(Msg::Zoom(None))>{t!("explainer-recursion-whole-button")}</button>
            </Show>
            <ol class="chapter-list" id=format!("explainer-chapters{}", mark(player))>
                {move || chapters.get().into_iter().enumerate().map(|(at, (title, depth))| view! {
                    <li class=format!("depth-{}", depth.min(6))>
                        <button type="button" class="quiet" aria-current=move || (current.get() == Some(at)).then_some("step")
                            on:click=move |_| explainer.dispatch(Msg::Zoom(Some((player, at))))>{title}</button>
                    </li>
                }).collect_view()}
            </ol>
        </div>
    }
}

#[component]
fn Texts() -> impl IntoView {
    let explainer = use_explainer();
    let texts = explainer.select(|explainer| {
        let texts = explainer
            .source_graph
            .as_ref()
            .map(|source_graph| source_graph.texts.clone());
        texts
            .filter(|texts| texts.len() <= MAX_LISTED_TEXTS)
            .unwrap_or_default()
    });
    let language = explainer.select(|explainer| explainer.language_of_texts());
    view! {
        <Show when=move || !texts.read().is_empty()>
            <details>
                <summary>{t!("explainer-texts-title")}</summary>
                <ol class="explainer-texts" id="explainer-texts" lang=language>
                    {move || texts.get().iter().zip(0u32..).map(|(text, vertex)| view! {
                        <li dir="auto"><span class="faint">{vertex + 1}</span>" "<bdi>{text.clone()}</bdi></li>
                    }).collect_view()}
                </ol>
            </details>
        </Show>
    }
}

/// Screen readers announce new lines of the log, except during playback.
#[component]
fn Log(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let log = explainer.select(move |explainer| explainer.logs.get(at).cloned().unwrap_or_default());
    let playing = explainer.select(|explainer| explainer.playing);
    view! {
        <div>
            <h3>{t!("explainer-log-title")}</h3>
            <ol class="explainer-log" id=format!("explainer-log{}", mark(at)) aria-live=move || if playing.get() { "off" } else { "polite" } aria-relevant="additions">
                <For each=move || log.get().into_iter().rev() key=|entry| entry.clone()
                    children=|(tick, sentence)| view! { <li><span class="faint">{tick}</span>" "{sentence}</li> }/>
            </ol>
        </div>
    }
}
