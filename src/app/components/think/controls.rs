//! What to watch, and the timeline.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::film::FilmButton;
use super::use_thinking;
use crate::app::components::use_store;
use crate::app::effects::{copy, download};
use crate::app::think::{Action, OWN, SPEEDS, Settings, mode, own};
use crate::bridge::address;
use crate::config::Preset;
use crate::trace::{shapes, to_svg};
use crate::worlds::World;

/// World, mode, K, M and seed.
#[component]
pub fn Choices() -> impl IntoView {
    let thinking = use_thinking();
    let state = use_store().state();
    let name = thinking.select(|think| think.ground.as_ref().map(|ground| ground.name));
    let about = thinking.select(|think| think.ground.as_ref().map(|ground| ground.about.clone()));
    let settings = thinking.select(|think| think.settings);
    let n = thinking.select(|think| think.ground.as_ref().map_or(1, |ground| ground.graph.n_vertices()));
    let has_own =
        Memo::new(move |_| state.with(|state| state.open.as_ref().is_some_and(|open| open.outcome.is_some())));
    let go = move |chosen: String| {
        if chosen == OWN {
            let action = state.with_untracked(|state| state.open.as_ref().map(own));
            action.into_iter().for_each(|action| thinking.dispatch(action));
        } else if let Some(world) = World::named(&chosen) {
            thinking.dispatch(Action::Visit(world.name));
        }
    };
    let set = move |change: &dyn Fn(&mut Settings)| {
        let mut changed = settings.get_untracked();
        change(&mut changed);
        thinking.dispatch(Action::Set(changed));
    };
    let number = move |text: String, most: usize| text.parse::<u32>().ok().map(|number| number.clamp(1, most as u32));
    view! {
        <div class="think-choices">
            <label>"World "
                <select id="think-world" on:change=move |event| go(event_target_value(&event))>
                    {World::all().map(|world| view! {
                        <option value=world.name selected=move || name.get() == Some(world.name)>{world.title}</option>
                    }).collect_view()}
                    <Show when=move || has_own.get()>
                        <option value=OWN selected=move || name.get() == Some(OWN)>"My texts"</option>
                    </Show>
                </select>
            </label>
            <label>"Mode "
                <select id="think-mode" on:change=move |event| {
                    let chosen = event_target_value(&event);
                    let presets = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];
                    let preset = presets.into_iter().find(|&preset| mode(preset) == chosen);
                    set(&|settings| {
                        settings.beside = preset.is_none();
                        settings.preset = preset.unwrap_or(Preset::Paper);
                    });
                }>
                    {[("paper", "paper: as published"), ("fast", "fast"), ("best", "best: the default"), ("strong", "strong"),
                        ("both", "paper beside best")].map(|(value, words)| view! {
                        <option value=value selected=move || {
                            let settings = settings.get();
                            if settings.beside { value == "both" } else { value == mode(settings.preset) }
                        }>{words}</option>
                    }).collect_view()}
                </select>
            </label>
            <label>"Parts " <input type="number" id="think-parts" min="1" max=n prop:value=move || settings.get().n_parts
                on:change=move |event| if let Some(parts) = number(event_target_value(&event), n.get_untracked()) {
                    set(&|settings| settings.n_parts = parts);
                }/></label>
            <label>"Picks " <input type="number" id="think-budget" min="1" max=n prop:value=move || settings.get().budget
                on:change=move |event| if let Some(budget) = number(event_target_value(&event), n.get_untracked()) {
                    set(&|settings| settings.budget = budget);
                }/></label>
            <label>"Seed " <input type="number" id="think-seed" min="0" prop:value=move || settings.get().seed
                on:change=move |event| if let Ok(seed) = event_target_value(&event).parse() {
                    set(&|settings| settings.seed = seed);
                }/></label>
            <p class="faint think-about">{move || about.get()}</p>
        </div>
    }
}

/// Play, pause, step, speed, the scrubber, and what can be taken away.
#[component]
pub fn Timeline() -> impl IntoView {
    let thinking = use_thinking();
    let playing = thinking.select(|think| think.playing);
    let tick = thinking.select(|think| think.tick);
    let end = thinking.select(|think| think.end());
    let speed = thinking.select(|think| think.speed);
    let sentence = thinking.select(|think| think.sentence());
    let copied = RwSignal::new(None::<bool>);
    Effect::new(move |_| {
        tick.track();
        copied.set(None);
    });
    let save = move |_| {
        thinking.0.with_untracked(|think| {
            for (player, name) in think.players.iter().zip(["think", "think-best"]) {
                let svg = to_svg(&shapes(&player.scene(), think.view(), &[]), &player.sentence(&[]));
                let file_name = format!("{name}-{:04}.svg", think.tick);
                if let Err(reason) = download(&file_name, "image/svg+xml", &svg) {
                    leptos::logging::error!("the download did not start: {reason:?}");
                }
            }
        })
    };
    let copy_link = move |_| {
        spawn_local(async move {
            copied.set(Some(copy(&address()).await.is_ok()));
        })
    };
    let step = move |forward, whole| move |_| thinking.dispatch(Action::Step { forward, whole });
    view! {
        <div class="think-timeline" role="group" aria-label="Timeline">
            <p class="think-now" id="think-now" aria-hidden="true">{move || sentence.get()}</p>
            <input type="range" id="think-tick" min="0" max=end prop:value=tick aria-label="Step"
                aria-valuetext=move || sentence.get()
                on:input=move |event| if let Ok(tick) = event_target_value(&event).parse() {
                    thinking.dispatch(Action::Seek(tick));
                }/>
            <div class="think-buttons">
                <button type="button" class="primary" id="think-play" on:click=move |_| thinking.dispatch(Action::Play(!playing.get_untracked()))>
                    {move || if playing.get() { "Pause" } else { "Play" }} " " <kbd>"P"</kbd>
                </button>
                <button type="button" id="think-back-whole" title="One event back" aria-label="One event back" on:click=step(false, true)>"«" <kbd>"⇧←"</kbd></button>
                <button type="button" id="think-back" title="One step back" aria-label="One step back" on:click=step(false, false)>"‹" <kbd>"←"</kbd></button>
                <button type="button" id="think-on" title="One step on" aria-label="One step on" on:click=step(true, false)>"›" <kbd>"→"</kbd></button>
                <button type="button" id="think-on-whole" title="One event on" aria-label="One event on" on:click=step(true, true)>"»" <kbd>"⇧→"</kbd></button>
                <span class="think-speed">
                    <button type="button" class="quiet" aria-label="Slower" id="think-slower" on:click=move |_| thinking.dispatch(Action::Speed(-1))>"−"</button>
                    <span id="think-pace">{move || format!("{} a second", SPEEDS[speed.get()])}</span>
                    <button type="button" class="quiet" aria-label="Faster" id="think-faster" on:click=move |_| thinking.dispatch(Action::Speed(1))>"+"</button>
                </span>
                <span class="think-at" id="think-at">{move || format!("{} of {}", tick.get(), end.get())}</span>
                <button type="button" class="quiet" id="think-link" title="Settings, seed and step are in the address; no text is"
                    on:click=copy_link>{move || match copied.get() {
                        None => "Copy link",
                        Some(true) => "Copied",
                        Some(false) => "The address above leads here",
                    }}</button>
                <button type="button" class="quiet" id="think-svg" title="Save what is seen as a picture" on:click=save>"SVG"</button>
                <FilmButton/>
            </div>
        </div>
    }
}
