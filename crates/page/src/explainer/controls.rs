//! The settings of the explainer, and the timeline.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::clipboard::copy;
use crate::browser::download::download;
use crate::explainer::animation_view::FilmButton;
use crate::explainer::dialog::use_thinking;
use crate::explainer::text;
use crate::explainer::{Action, OWN, SPEEDS, Settings, mode, own};
use crate::i18n::core_messages;
use crate::i18n::{Key, key, say};
use crate::ui::dom::mounted;
use crate::ui::select;
use crate::ui::use_app;
use fastgas_partition::Preset;
use fastgas_platform::address;
use fastgas_trace::examples::ExampleGraph;
use fastgas_trace::{shapes, to_svg};

/// The options of the mode field: the presets by their names in addresses, and the side-by-side view.
const MODES: [(&str, Key); 5] = [
    ("paper", key!("explainer-preset-paper")),
    ("fast", key!("explainer-preset-fast")),
    ("best", key!("explainer-preset-best")),
    ("strong", key!("explainer-preset-strong")),
    ("both", key!("explainer-preset-both")),
];

/// The fields for world, mode, K, M and seed.
#[component]
pub fn Preferences() -> impl IntoView {
    let thinking = use_thinking();
    let state = use_app().state();
    let name = thinking.select(|think| think.ground.as_ref().map(|ground| ground.name));
    let about = thinking.select(|think| think.ground.as_ref().map(|ground| ground.about));
    let settings = thinking.select(|think| think.settings);
    let n = thinking.select(|think| think.ground.as_ref().map_or(1, |ground| ground.graph.n_vertices()));
    let has_own = select(|state| state.project.as_ref().is_some_and(|open| open.result.outcome.is_some()));
    let go = move |chosen: String| {
        if chosen == OWN {
            let action = state.with_untracked(|state| state.project.as_ref().map(own));
            action.into_iter().for_each(|action| thinking.dispatch(action));
        } else if let Some(world) = ExampleGraph::named(&chosen) {
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
            <label>{say!("explainer-world-label")}" "
                <select id="think-world" on:change=mounted(move |event| go(event_target_value(&event)))>
                    {ExampleGraph::all().map(|world| view! {
                        <option value=world.name selected=move || name.get() == Some(world.name)>{text::world(world.name)[0].say()}</option>
                    }).collect_view()}
                    <Show when=move || has_own.get()>
                        <option value=OWN selected=move || name.get() == Some(OWN)>{say!("explainer-world-own")}</option>
                    </Show>
                </select>
            </label>
            <label>{say!("explainer-preset-label")}" "
                <select id="think-mode" on:change=mounted(move |event| {
                    let chosen = event_target_value(&event);
                    let presets = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];
                    let preset = presets.into_iter().find(|&preset| mode(preset) == chosen);
                    set(&|settings| {
                        settings.beside = preset.is_none();
                        settings.preset = preset.unwrap_or(Preset::Paper);
                    });
                })>
                    {MODES.map(|(value, words)| view! {
                        <option value=value selected=move || {
                            let settings = settings.get();
                            if settings.beside { value == "both" } else { value == mode(settings.preset) }
                        }>{words.say()}</option>
                    }).collect_view()}
                </select>
            </label>
            <label>{say!("common-parts")}" "<input type="number" id="think-parts" min="1" max=n prop:value=move || settings.get().n_parts
                on:change=mounted(move |event| match number(event_target_value(&event), n.get_untracked()) {
                    Some(parts) => set(&|settings| settings.n_parts = parts),
                    None => put_back(&event, settings.get_untracked().n_parts),
                })/></label>
            <label>{say!("common-picks")}" "<input type="number" id="think-budget" min="1" max=n prop:value=move || settings.get().budget
                on:change=mounted(move |event| match number(event_target_value(&event), n.get_untracked()) {
                    Some(budget) => set(&|settings| settings.budget = budget),
                    None => put_back(&event, settings.get_untracked().budget),
                })/></label>
            <label>{say!("common-seed")}" "<input type="number" id="think-seed" min="0" prop:value=move || settings.get().seed
                on:change=mounted(move |event| match event_target_value(&event).parse() {
                    Ok(seed) => set(&|settings| settings.seed = seed),
                    Err(_) => put_back(&event, settings.get_untracked().seed),
                })/></label>
            <p class="faint think-about">{move || about.get().map(Key::say)}</p>
        </div>
    }
}

/// Restores the current value in a field after invalid input.
fn put_back(event: &ev::Event, number: impl ToString) {
    event_target::<web_sys::HtmlInputElement>(event).set_value(&number.to_string());
}

/// Play, pause, step, speed, the slider, and the export buttons.
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
        tick.get();
        copied.set(None);
    });
    let save = move |_| {
        thinking.0.with_untracked(|think| {
            for (player, name) in think.players.iter().zip(["think", "think-best"]) {
                let sentence = core_messages::step(&player.sentence(&[]));
                let svg = to_svg(&shapes(&player.scene(), think.view(), &[]), &sentence);
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
        <div class="think-timeline" role="group" aria-label=say!("explainer-timeline-label")>
            <p class="think-now" id="think-now" aria-hidden="true">{move || sentence.get()}</p>
            <input type="range" id="think-tick" min="0" max=end prop:value=tick aria-label=say!("explainer-timeline-step-label")
                aria-valuetext=move || sentence.get()
                on:input=move |event| if let Ok(tick) = event_target_value(&event).parse() {
                    thinking.dispatch(Action::Seek(tick));
                }/>
            <div class="think-buttons">
                <button type="button" class="primary" id="think-play" on:click=move |_| thinking.dispatch(Action::Play(!playing.get_untracked()))>
                    {move || if playing.get() { say!("explainer-pause-button") } else { say!("explainer-play-button") }} " " <kbd>{"P"}</kbd>
                </button>
                <button type="button" id="think-back-whole" title=say!("explainer-event-back-button") aria-label=say!("explainer-event-back-button") on:click=step(false, true)>"«" <kbd>{"⇧←"}</kbd></button>
                <button type="button" id="think-back" title=say!("explainer-step-back-button") aria-label=say!("explainer-step-back-button") on:click=step(false, false)>"‹" <kbd>{"←"}</kbd></button>
                <button type="button" id="think-on" title=say!("explainer-step-forward-button") aria-label=say!("explainer-step-forward-button") on:click=step(true, false)>"›" <kbd>{"→"}</kbd></button>
                <button type="button" id="think-on-whole" title=say!("explainer-event-forward-button") aria-label=say!("explainer-event-forward-button") on:click=step(true, true)>"»" <kbd>{"⇧→"}</kbd></button>
                <span class="think-speed">
                    <button type="button" class="quiet" aria-label=say!("explainer-slower-button") id="think-slower" on:click=move |_| thinking.dispatch(Action::Speed(-1))>"−"</button>
                    <span id="think-pace">{move || say!("explainer-speed-status", n = SPEEDS[speed.get()])}</span>
                    <button type="button" class="quiet" aria-label=say!("explainer-faster-button") id="think-faster" on:click=move |_| thinking.dispatch(Action::Speed(1))>"+"</button>
                </span>
                <span class="think-at" id="think-at">{move || say!("explainer-position-status", tick = tick.get(), end = end.get())}</span>
                <div class="think-away">
                    <button type="button" class="quiet" id="think-link" title=say!("explainer-link-tooltip")
                        on:click=copy_link>{move || match copied.get() {
                            None => say!("explainer-link-copy-button"),
                            Some(true) => say!("explainer-link-copied-status"),
                            Some(false) => say!("explainer-link-copy-failed-advice"),
                        }}</button>
                    <button type="button" class="quiet" id="think-svg" title=say!("explainer-save-svg-tooltip") on:click=save>"SVG"</button>
                    <FilmButton/>
                </div>
            </div>
        </div>
    }
}
