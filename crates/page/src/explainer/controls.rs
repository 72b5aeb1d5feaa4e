//! The settings of the explainer, and the timeline.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::clipboard::copy;
use crate::browser::download::download;
use crate::explainer::animation_view::AnimationButton;
use crate::explainer::cut_chart::CutChartView;
use crate::explainer::dialog::toggle_lecture;
use crate::explainer::signal::use_explainer;
use crate::explainer::text;
use crate::explainer::{Msg, OWN_GRAPH, OWN_TEXTS, SPEEDS, Settings, mode, own_texts};
use crate::i18n::{Key, key, t};
use crate::runtime::access::{use_app, use_state};
use crate::ui::checkbox::Checkbox;
use crate::ui::dom::mounted;
use fastgas_partition::Preset;
use fastgas_platform::address;
use fastgas_trace::examples::ExampleGraph;

/// The presets and the side-by-side view, each with its name in addresses.
const MODES: [(&str, Key); 5] = [
    ("paper", key!("explainer-preset-paper")),
    ("fast", key!("explainer-preset-fast")),
    ("best", key!("explainer-preset-best")),
    ("strong", key!("explainer-preset-strong")),
    ("both", key!("explainer-preset-both")),
];

/// Up to this number of vertices, every key press in a number field restarts the run.
/// In larger graphs, a changed number restarts the run when the user leaves the field.
const MAX_LIVE_VERTICES: usize = 300;

#[component]
pub fn Preferences() -> impl IntoView {
    let explainer = use_explainer();
    let state = use_app().state();
    let name = explainer.select(|explainer| explainer.source_graph.as_ref().map(|source_graph| source_graph.name));
    let about = explainer.select(|explainer| explainer.source_graph.as_ref().map(|source_graph| source_graph.about));
    let settings = explainer.select(|explainer| explainer.settings);
    let drafting = explainer.select(|explainer| explainer.is_drafting);
    let has_embeddings = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .is_some_and(|source_graph| source_graph.embeddings.is_some())
    });
    let n = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .map_or(1, |source_graph| source_graph.graph.n_vertices())
    });
    let has_own = use_state(|state| state.project.as_ref().is_some_and(|open| open.result.outcome.is_some()));
    let go = move |chosen: String| {
        if chosen == OWN_GRAPH {
            explainer.dispatch(Msg::EditGraph);
        } else if chosen == OWN_TEXTS {
            let msg = state.with_untracked(|state| state.project.as_ref().map(own_texts));
            msg.into_iter().for_each(|msg| explainer.dispatch(msg));
        } else if let Some(example) = ExampleGraph::named(&chosen) {
            explainer.dispatch(Msg::Visit(example.name));
        }
    };
    let set = move |change: &dyn Fn(&mut Settings)| {
        let mut changed = settings.get_untracked();
        change(&mut changed);
        explainer.dispatch(Msg::Set(changed));
    };
    let number = move |text: String, most: usize| text.parse::<u32>().ok().map(|number| number.clamp(1, most as u32));
    // In a large graph, a changed number does not restart the run before the user leaves the field.
    let live = move |event: &ev::Event| {
        let number = event_target_value(event).parse::<u32>().ok()?;
        let n = n.get_untracked();
        (n <= MAX_LIVE_VERTICES && number > 0 && number as usize <= n).then_some(number)
    };
    view! {
        <div class="explainer-choices">
            <label>{t!("explainer-world-label")}" "
                <select id="explainer-world" on:change=mounted(move |event| go(event_target_value(&event)))>
                    {ExampleGraph::all().map(|example| view! {
                        <option value=example.name selected=move || !drafting.get() && name.get() == Some(example.name)>{text::example(example.name)[0].text()}</option>
                    }).collect_view()}
                    <option value=OWN_GRAPH selected=move || drafting.get() || name.get() == Some(OWN_GRAPH)>{t!("explainer-world-drawn")}</option>
                    <Show when=move || has_own.get()>
                        <option value=OWN_TEXTS selected=move || !drafting.get() && name.get() == Some(OWN_TEXTS)>{t!("explainer-world-own")}</option>
                    </Show>
                </select>
            </label>
            <Show when=move || !drafting.get() && name.get() == Some(OWN_GRAPH)>
                <button type="button" class="quiet" id="draft-edit" on:click=move |_| explainer.dispatch(Msg::EditGraph)>{t!("explainer-draft-edit-button")}</button>
            </Show>
            <label>{t!("explainer-preset-label")}" "
                <select id="explainer-mode" on:change=mounted(move |event| {
                    let chosen = event_target_value(&event);
                    let presets = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];
                    let preset = presets.into_iter().find(|&preset| mode(preset) == chosen);
                    set(&|settings| {
                        settings.side_by_side = preset.is_none();
                        settings.preset = preset.unwrap_or(Preset::Paper);
                    });
                })>
                    {MODES.map(|(value, words)| view! {
                        <option value=value selected=move || {
                            let settings = settings.get();
                            if settings.side_by_side { value == "both" } else { value == mode(settings.preset) }
                        }>{words.text()}</option>
                    }).collect_view()}
                </select>
            </label>
            <label>{t!("common-parts")}" "<input type="number" id="explainer-parts" min="1" max=n prop:value=move || settings.get().n_parts
                on:input=move |event| if let Some(parts) = live(&event) {
                    set(&|settings| settings.n_parts = parts);
                }
                on:change=mounted(move |event| match number(event_target_value(&event), n.get_untracked()) {
                    Some(parts) => set(&|settings| settings.n_parts = parts),
                    None => put_back(&event, settings.get_untracked().n_parts),
                }) aria-describedby="explainer-parts-hint"/></label>
            <label>{t!("common-picks")}" "<input type="number" id="explainer-budget" min="1" max=n prop:value=move || settings.get().budget
                on:input=move |event| if let Some(budget) = live(&event) {
                    set(&|settings| settings.budget = budget);
                }
                on:change=mounted(move |event| match number(event_target_value(&event), n.get_untracked()) {
                    Some(budget) => set(&|settings| settings.budget = budget),
                    None => put_back(&event, settings.get_untracked().budget),
                })/></label>
            <Show when=move || has_embeddings.get()>
                <label>{t!("explainer-neighbors-label")}" "<input type="number" id="explainer-neighbors" min="1" max=n.get_untracked().saturating_sub(1) prop:value=move || settings.get().n_neighbors
                    on:input=move |event| if let Some(k) = live(&event) {
                        set(&|settings| settings.n_neighbors = k);
                    }
                    on:change=mounted(move |event| match number(event_target_value(&event), n.get_untracked().saturating_sub(1)) {
                        Some(k) => set(&|settings| settings.n_neighbors = k),
                        None => put_back(&event, settings.get_untracked().n_neighbors),
                    })/></label>
            </Show>
            <label>{t!("common-seed")}" "<input type="number" id="explainer-seed" min="0" prop:value=move || settings.get().seed
                on:change=mounted(move |event| match event_target_value(&event).parse() {
                    Ok(seed) => set(&|settings| settings.seed = seed),
                    Err(_) => put_back(&event, settings.get_untracked().seed),
                })/></label>
            <p class="hint" id="explainer-parts-hint" aria-live="polite">{move || {
                let settings = settings.get();
                let is_lowered = settings.parts_made() < settings.n_parts;
                is_lowered.then(|| t!("run-parts-lowered-hint", budget = settings.budget))
            }}</p>
            <p class="faint explainer-about">{move || about.get().map(Key::text)}</p>
        </div>
    }
}

fn put_back(event: &ev::Event, number: impl ToString) {
    event_target::<web_sys::HtmlInputElement>(event).set_value(&number.to_string());
}

#[component]
pub fn Timeline() -> impl IntoView {
    let explainer = use_explainer();
    let playing = explainer.select(|explainer| explainer.playing);
    let tick = explainer.select(|explainer| explainer.tick);
    let end = explainer.select(|explainer| explainer.end());
    let speed = explainer.select(|explainer| explainer.speed);
    let sentence = explainer.select(|explainer| explainer.sentence());
    let lecture = explainer.select(|explainer| explainer.lecture);
    // A graph that the user has drawn has no address, so the page cannot offer a link.
    let has_address = explainer.select(|explainer| explainer.url().is_some());
    let copied = RwSignal::new(None::<bool>);
    Effect::new(move |_| {
        tick.get();
        copied.set(None);
    });
    let save = move |_| {
        explainer.0.with_untracked(|explainer| {
            for (at, name) in ["explainer", "explainer-best"].into_iter().enumerate() {
                let Some(svg) = explainer.svg(at) else { break };
                let file_name = format!("{name}-{:04}.svg", explainer.tick);
                if let Err(reason) = download(&file_name, "image/svg+xml", &svg) {
                    leptos::logging::error!("the download did not start: {reason:?}");
                }
            }
        })
    };
    let saves_texts = explainer.select(|explainer| explainer.saves_texts);
    let has_texts = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .is_some_and(|source_graph| !source_graph.texts.is_empty())
    });
    let copy_link = move |_| {
        spawn_local(async move {
            copied.set(Some(copy(&address()).await.is_ok()));
        })
    };
    let step = move |forward, whole| move |_| explainer.dispatch(Msg::Step { forward, whole });
    view! {
        <div class="explainer-timeline" role="group" aria-label=t!("explainer-timeline-label")>
            <p class="explainer-now" id="explainer-now" aria-hidden="true">{move || sentence.get()}</p>
            <CutChartView/>
            <input type="range" id="explainer-tick" min="0" max=end prop:value=tick aria-label=t!("explainer-timeline-step-label")
                aria-valuetext=move || sentence.get()
                on:input=move |event| if let Ok(tick) = event_target_value(&event).parse() {
                    explainer.dispatch(Msg::Seek(tick));
                }/>
            <div class="explainer-buttons">
                <button type="button" class="primary" id="explainer-play" on:click=move |_| explainer.dispatch(Msg::Play(!playing.get_untracked()))>
                    {move || if playing.get() { t!("explainer-pause-button") } else { t!("explainer-play-button") }} " " <kbd>{"P"}</kbd>
                </button>
                <button type="button" id="explainer-back-whole" title=t!("explainer-event-back-button") aria-label=t!("explainer-event-back-button") on:click=step(false, true)>"«" <kbd>{"⇧←"}</kbd></button>
                <button type="button" id="explainer-back" title=t!("explainer-step-back-button") aria-label=t!("explainer-step-back-button") on:click=step(false, false)>"‹" <kbd>{"←"}</kbd></button>
                <button type="button" id="explainer-on" title=t!("explainer-step-forward-button") aria-label=t!("explainer-step-forward-button") on:click=step(true, false)>"›" <kbd>{"→"}</kbd></button>
                <button type="button" id="explainer-on-whole" title=t!("explainer-event-forward-button") aria-label=t!("explainer-event-forward-button") on:click=step(true, true)>"»" <kbd>{"⇧→"}</kbd></button>
                <span class="explainer-speed">
                    <button type="button" class="quiet" aria-label=t!("explainer-slower-button") id="explainer-slower" on:click=move |_| explainer.dispatch(Msg::Speed(-1))>"−"</button>
                    <span id="explainer-pace">{move || t!("explainer-speed-status", n = SPEEDS[speed.get()])}</span>
                    <button type="button" class="quiet" aria-label=t!("explainer-faster-button") id="explainer-faster" on:click=move |_| explainer.dispatch(Msg::Speed(1))>"+"</button>
                </span>
                <span class="explainer-at" id="explainer-at">{move || t!("explainer-position-status", tick = tick.get(), end = end.get())}</span>
                <div class="explainer-away">
                    <Show when=move || has_address.get()>
                        <button type="button" class="quiet" id="explainer-link" title=t!("explainer-link-tooltip")
                            on:click=copy_link>{move || match copied.get() {
                                None => t!("explainer-link-copy-button"),
                                Some(true) => t!("explainer-link-copied-status"),
                                Some(false) => t!("explainer-link-copy-failed-advice"),
                            }}</button>
                    </Show>
                    <button type="button" class="quiet" id="explainer-svg" title=t!("explainer-save-svg-tooltip") on:click=save>"SVG"</button>
                    <Show when=move || has_texts.get()>
                        <Checkbox class="check" id="explainer-svg-texts" title=t!("explainer-save-texts-tooltip") checked=saves_texts
                            change=move |saves: bool| explainer.dispatch(Msg::SaveTexts(saves))>
                            " "{t!("explainer-save-texts-label")}
                        </Checkbox>
                    </Show>
                    <AnimationButton/>
                    <button type="button" class="quiet" id="explainer-lecture" aria-pressed=move || lecture.get().to_string()
                        title=t!("explainer-lecture-tooltip") on:click=move |_| toggle_lecture(explainer)>{t!("explainer-lecture-button")}</button>
                </div>
            </div>
        </div>
    }
}
