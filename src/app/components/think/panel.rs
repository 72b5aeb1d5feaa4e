//! Beside the picture: the stop of the tour, the rule, the numbers, the levels, the chapters and the log.

use leptos::prelude::*;

use super::use_thinking;
use crate::app::components::color_class;
use crate::app::think::{Action, STOPS};
use crate::trace::Facts;

/// Texts that are listed at most.
const LISTED: usize = 60;

/// The stop of the tour, and the way on.
#[component]
pub fn TourCard() -> impl IntoView {
    let thinking = use_thinking();
    let stop = thinking.select(|think| think.stop);
    let to = move |at: Option<usize>| move |_| thinking.dispatch(Action::Tour(at));
    view! {
        {move || match stop.get() {
            Some(at) => view! {
                <section class="tour" aria-labelledby="tour-title" id="tour" aria-live="polite">
                    <p class="faint">{format!("Tour, stop {} of {}", at + 1, STOPS.len())}</p>
                    <h3 id="tour-title">{STOPS[at].title}</h3>
                    <p>{STOPS[at].text}</p>
                    <div class="actions">
                        <button type="button" class="quiet" id="tour-end" on:click=to(None)>"Leave the tour"</button>
                        <button type="button" id="tour-back" disabled=at == 0 on:click=to(at.checked_sub(1))>"Back"</button>
                        <button type="button" class="primary" id="tour-next" on:click=to(Some(at + 1))>
                            {if at + 1 < STOPS.len() { "Next" } else { "Done" }}
                        </button>
                    </div>
                </section>
            }.into_any(),
            None => view! {
                <button type="button" id="tour-begin" class="quiet link" on:click=to(Some(0))>"Take the tour"</button>
            }.into_any(),
        }}
    }
}

/// Rule, numbers, levels, chapters; of two players those of the first, with the second's numbers beside.
#[component]
pub fn Panel() -> impl IntoView {
    let thinking = use_thinking();
    let rule = thinking.select(|think| think.players.first().map(|player| player.rule()));
    let facts = thinking.select(|think| think.players.iter().map(|player| player.facts()).collect::<Vec<_>>());
    let is_tried = thinking.select(|think| think.exercise.is_some());
    view! {
        <Show when=move || !is_tried.get()>
            <section class="rule" id="think-rule" aria-label="The rule">
                {move || rule.get().map(|rule| view! {
                    <h3>{rule.name}</h3>
                    <p>{rule.text}</p>
                    <p class="faint">{rule.source}</p>
                })}
            </section>
            <section aria-label="Numbers">{move || numbers(&facts.get())}</section>
            <section aria-label="Levels">{move || facts.get().first().map(levels)}</section>
            <Picks/>
            <Texts/>
            <Chapters/>
        </Show>
    }
}

/// The picks so far, in the order in which to label them.
#[component]
fn Picks() -> impl IntoView {
    let thinking = use_thinking();
    let picks = thinking.select(|think| think.picks());
    view! {
        <Show when=move || !picks.read().is_empty()>
            <section aria-label="Picks">
                <h3>"Picks"</h3>
                <ol class="think-picks" id="think-picks">
                    {move || picks.get().into_iter().map(|(part, words)| view! { <li class=color_class(part as usize) dir="auto">{words}</li> }).collect_view()}
                </ol>
            </section>
        </Show>
    }
}

fn numbers(facts: &[Facts]) -> impl IntoView + use<> {
    let row = |name: &'static str, value: &dyn Fn(&Facts) -> Option<String>| {
        let values: Vec<Option<String>> = facts.iter().map(value).collect();
        values.iter().any(Option::is_some).then(|| {
            let cells = values
                .into_iter()
                .map(|value| view! { <dd>{value.unwrap_or("–".into())}</dd> })
                .collect_view();
            view! { <div><dt>{name}</dt>{cells}</div> }
        })
    };
    let sides = |facts: &Facts| {
        let sides: Vec<String> = facts
            .sides
            .iter()
            .map(|(weight, limit)| format!("{weight} (at most {limit})"))
            .collect();
        (!sides.is_empty()).then(|| sides.join(" : "))
    };
    view! {
        <dl class="think-facts" id="think-facts">
            {row("Vertices", &|facts| Some(facts.vertices.to_string()))}
            {row("Edges", &|facts| Some(facts.edges.to_string()))}
            {row("Cut", &|facts| Some(facts.cut.to_string()))}
            {row("Sides", &sides)}
            {row("Gain of this move", &|facts| facts.gain.map(|gain| format!("{gain:+}")))}
            {row("Picks", &|facts| facts.touched.map(|_| facts.picks.to_string()))}
            {row("Edges touched in parts", &|facts| facts.touched.map(|touched| touched.to_string()))}
        </dl>
    }
}

/// A bar for each level, the finest on top.
fn levels(facts: &Facts) -> impl IntoView + use<> {
    let most = facts.sizes.iter().copied().max().unwrap_or(1).max(1);
    let level = |(at, &size): (usize, &u32)| {
        let width = (100 * u64::from(size) / u64::from(most)).max(2).to_string();
        let is_here = at == facts.level;
        view! {
            <li aria-current=is_here.then_some("step")>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=width height="8" rx="2"/></svg>
                <span>{format!("Level {at}: {size} vertices")}</span>
            </li>
        }
    };
    let levels = facts.sizes.iter().enumerate().map(level).collect_view();
    view! { <ol class="think-levels" id="think-levels">{levels}</ol> }
}

/// The recursion as a list to jump and zoom by.
#[component]
fn Chapters() -> impl IntoView {
    let thinking = use_thinking();
    let chapters = thinking.select(|think| {
        let chapters = think
            .players
            .first()
            .map(|player| player.chapters().to_vec())
            .unwrap_or_default();
        chapters
            .into_iter()
            .map(|chapter| (chapter.title, chapter.depth))
            .collect::<Vec<_>>()
    });
    let current = thinking.select(|think| think.players.first().and_then(|player| player.chapter()));
    let zoom = thinking.select(|think| think.zoom);
    view! {
        <section aria-label="Chapters" class="think-chapters">
            <h3>"Recursion"</h3>
            <Show when=move || zoom.get().is_some()>
                <button type="button" class="quiet" id="think-whole" on:click=move |_| thinking.dispatch(Action::Zoom(None))>"Show the whole"</button>
            </Show>
            <ol id="think-chapters">
                {move || chapters.get().into_iter().enumerate().map(|(at, (title, depth))| view! {
                    <li class=format!("depth-{}", depth.min(6))>
                        <button type="button" class="quiet" aria-current=move || (current.get() == Some(at)).then_some("step")
                            on:click=move |_| thinking.dispatch(Action::Zoom(Some(at)))>{title}</button>
                    </li>
                }).collect_view()}
            </ol>
        </section>
    }
}

/// What the vertices say, where these are few.
#[component]
fn Texts() -> impl IntoView {
    let thinking = use_thinking();
    let texts = thinking.select(|think| {
        let texts = think.ground.as_ref().map(|ground| ground.texts.clone());
        texts.filter(|texts| texts.len() <= LISTED).unwrap_or_default()
    });
    view! {
        <Show when=move || !texts.read().is_empty()>
            <details>
                <summary>"What the dots say"</summary>
                <ol class="think-texts" id="think-texts">
                    {move || texts.get().iter().zip(0u32..).map(|(text, vertex)| view! {
                        <li dir="auto"><span class="faint">{vertex}</span>" "{text.clone()}</li>
                    }).collect_view()}
                </ol>
            </details>
        </Show>
    }
}

/// What was done, sentence by sentence; read aloud, but not while time runs.
#[component]
pub fn Log() -> impl IntoView {
    let thinking = use_thinking();
    let log = thinking.select(|think| think.log.clone());
    let playing = thinking.select(|think| think.playing);
    let is_tried = thinking.select(|think| think.exercise.is_some());
    view! {
        <Show when=move || !is_tried.get()>
            <section aria-label="Log">
                <h3>"What happens"</h3>
                <ol class="think-log" id="think-log" aria-live=move || if playing.get() { "off" } else { "polite" } aria-relevant="additions">
                    <For each=move || log.get().into_iter().rev() key=|entry| entry.clone()
                        children=|(tick, sentence)| view! { <li><span class="faint">{tick}</span>" "{sentence}</li> }/>
                </ol>
            </section>
        </Show>
    }
}
