//! The dialog that exports the explanation's steps as an animation: settings, progress, and download.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::{ev, html};
use wasm_bindgen::JsValue;

use crate::browser::download::download_bytes;
use crate::explainer::animation::{
    AnimationFile, AnimationOptions, FRAME_RATES, FRAME_SIZES, Format, FrameLayout, FrameSelection,
};
use crate::explainer::canvas::Canvas;
use crate::explainer::signal::{ExplainerSignal, use_explainer};
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::ui::checkbox::Checkbox;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use fastgas_protocol::Refusal;

const FRAME_SELECTIONS: [(&str, FrameSelection); 3] = [
    ("step", FrameSelection::Step),
    ("event", FrameSelection::Event),
    ("minute", FrameSelection::Minute),
];

#[component]
pub fn AnimationButton() -> impl IntoView {
    let explainer = use_explainer();
    let open = RwSignal::new(false);
    let film = RwSignal::new(AnimationOptions::default());
    // Until the user chooses the frames, the page limits the animation to one minute.
    let is_chosen = StoredValue::new(false);
    let begin_to_choose = move |_| {
        if !is_chosen.get_value() {
            let each = explainer
                .0
                .with_untracked(|explainer| explainer.frame_selection(film.get_untracked()));
            film.update(|film| film.each = each);
        }
        open.set(true);
    };
    let made = RwSignal::new(None::<[u32; 2]>);
    let problem = RwSignal::new(None::<String>);
    let running = StoredValue::new_local(Rc::new(Cell::new(false)));
    let stop = move || {
        running.with_value(|running| running.set(false));
        made.set(None);
    };
    on_cleanup(stop);
    let close = move || {
        stop();
        open.set(false);
    };
    let dialog = NodeRef::<html::Dialog>::new();
    show_while(dialog, open.into());
    let n_pictures = Memo::new(move |_| {
        open.get()
            .then(|| explainer.0.with(|explainer| explainer.frame_ticks(film.get()).len()))
    });
    let has_part = explainer.select(|explainer| explainer.zoom.is_some());
    let has_texts = explainer.select(|explainer| {
        explainer
            .source_graph
            .as_ref()
            .is_some_and(|source_graph| !source_graph.texts.is_empty())
    });
    let begin = move |_| {
        problem.set(None);
        // Each export has its own flag. With a shared flag, the next export would continue a canceled export.
        let going = Rc::new(Cell::new(true));
        running.set_value(going.clone());
        spawn_local(async move {
            let on_progress = |done| made.set(Some(done));
            let ended = make(explainer, film.get_untracked(), &going, on_progress).await;
            if !going.get() {
                return;
            }
            made.set(None);
            match ended {
                Ok(()) => open.set(false),
                Err(reason) => problem.set(Some(reason)),
            }
        });
    };
    let change = move |change: &dyn Fn(&mut AnimationOptions)| film.update(|film| change(film));
    view! {
        <button type="button" class="quiet" id="explainer-film" aria-haspopup="dialog" title=t!("explainer-film-tooltip")
            on:click=begin_to_choose>{t!("explainer-film-button")}</button>
        <dialog node_ref=dialog id="film" class="film" aria-labelledby="film-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }
            on:keydown=|event| event.stop_propagation()>
            {dialog_head("film", t!("explainer-film-title"), close)}
            <fieldset disabled=move || made.get().is_some()>
                <label>{t!("explainer-film-range-label")}" "<select id="film-part" on:change=mounted(move |event| {
                    let part = event_target_value(&event) == "part";
                    change(&|film| film.part = part);
                })>
                    <option value="whole" selected=move || !film.get().part>{t!("explainer-film-range-whole")}</option>
                    <option value="part" disabled=move || !has_part.get() selected=move || film.get().part && has_part.get()>{t!("explainer-film-range-part")}</option>
                </select></label>
                <label>{t!("explainer-film-frames-label")}" "<select id="film-each" on:change=mounted(move |event| {
                    let chosen = event_target_value(&event);
                    let each = FRAME_SELECTIONS.into_iter().find(|(name, _)| *name == chosen).map_or(FrameSelection::Step, |(_, each)| each);
                    is_chosen.set_value(true);
                    change(&|film| film.each = each);
                })>
                    {FRAME_SELECTIONS.map(|(name, each)| view! {
                        <option value=name selected=move || film.get().each == each>{match each {
                            FrameSelection::Step => t!("explainer-film-frames-step"),
                            FrameSelection::Event => t!("explainer-film-frames-event"),
                            FrameSelection::Minute => t!("explainer-film-frames-minute"),
                        }}</option>
                    }).collect_view()}
                </select></label>
                <label>{t!("explainer-film-shape-label")}" "<select id="film-shape" on:change=mounted(move |event| {
                    let wide = event_target_value(&event) == "wide";
                    change(&|film| film.wide = wide);
                })>
                    <option value="square" selected=move || !film.get().wide>{t!("explainer-film-shape-square")}</option>
                    <option value="wide" selected=move || film.get().wide>{t!("explainer-film-shape-wide")}</option>
                </select></label>
                <label>{t!("explainer-film-size-label")}" "<select id="film-side" on:change=mounted(move |event| if let Ok(side) = event_target_value(&event).parse() {
                    change(&|film| film.side = side);
                })>
                    {FRAME_SIZES.map(|side| view! {
                        <option value=side selected=move || film.get().side == side>{move || {
                            let [width, height] = FrameLayout::of(AnimationOptions { side, ..film.get() }, 1).size;
                            format!("{width} × {height}")
                        }}</option>
                    }).collect_view()}
                </select></label>
                <label>{t!("explainer-film-file-label")}" "<select id="film-format" on:change=mounted(move |event| {
                    let format = match event_target_value(&event).as_str() {
                        "zip" => Format::Pictures,
                        "webm" => Format::Video,
                        _ => Format::Moving,
                    };
                    change(&|film| film.format = format);
                })>
                    <option value="moving" selected=move || film.get().format == Format::Moving>{t!("explainer-film-file-animation")}</option>
                    <option value="webm" selected=move || film.get().format == Format::Video>{t!("explainer-film-file-video")}</option>
                    <option value="zip" selected=move || film.get().format == Format::Pictures>{t!("explainer-film-file-pictures")}</option>
                </select></label>
                <Show when=move || film.get().format != Format::Pictures>
                    <label>{t!("explainer-film-speed-label")}" "<select id="film-pace" on:change=mounted(move |event| if let Ok(pace) = event_target_value(&event).parse() {
                        change(&|film| film.pace = pace);
                    })>
                        {FRAME_RATES.map(|pace| view! { <option value=pace selected=move || film.get().pace == pace>{pace}</option> }).collect_view()}
                    </select></label>
                </Show>
                <Show when=move || has_texts.get()>
                    <Checkbox class="check" id="film-texts" checked=move || film.get().with_texts
                        change=move |with_texts: bool| change(&|film| film.with_texts = with_texts)>
                        " "{t!("explainer-film-texts-label")}
                    </Checkbox>
                    <p class="faint">{move || if film.get().with_texts {
                        t!("explainer-film-texts-hint")
                    } else {
                        t!("explainer-film-no-texts-hint")
                    }}</p>
                </Show>
            </fieldset>
            <p id="film-length">{move || n_pictures.get().map(|n| {
                let (film, n_pictures) = (film.get(), grouped(n as u64));
                let seconds = film.seconds(n);
                match film.format {
                    Format::Moving | Format::Video => t!("explainer-film-duration", n = n_pictures, min = seconds / 60, s = seconds % 60),
                    Format::Pictures => t!("explainer-film-count", n = n_pictures),
                }
            })}</p>
            {move || problem.get().map(|words| view! { <p class="message warn" role="alert">{words}</p> })}
            <Show when=move || made.get().is_some()>
                <p role="status"><progress id="film-progress" prop:max=move || made.get().map_or(1, |[_, of]| of) prop:value=move || made.get().map_or(0, |[done, _]| done)></progress>
                    " " {move || made.get().map(|[done, of]| t!("explainer-position-status", tick = done, end = of))}</p>
            </Show>
            <div class="actions">
                <Show when=move || made.get().is_some() fallback=move || view! {
                    <button type="button" class="primary" id="film-begin" on:click=begin>{t!("explainer-film-make-button")}</button>
                }>
                    <button type="button" id="film-cancel" on:click=move |_| stop()>{t!("common-cancel")}</button>
                </Show>
            </div>
        </dialog>
    }
}

/// Creates the animation from a copy of the explanation, because the displayed explanation must not change.
async fn make(
    explainer: ExplainerSignal,
    film: AnimationOptions,
    going: &Cell<bool>,
    on_progress: impl Fn([u32; 2]),
) -> Result<(), String> {
    let mut explainer = explainer.0.get_untracked();
    let ticks = explainer.frame_ticks(film);
    let of = ticks.len() as u32;
    on_progress([0, of]);
    let layout = FrameLayout::of(film, explainer.players.len() as u32);
    let canvas = Canvas::new(layout).map_err(in_words)?;
    let mut reel = AnimationFile::new(film, of);
    for (done, tick) in (1..).zip(ticks) {
        canvas.paint(&explainer.frames(film, tick)).map_err(in_words)?;
        let picture = canvas.encode(film.format.frame_type()).await.map_err(in_words)?;
        if !going.get() {
            return Ok(());
        }
        reel.add(&picture)?;
        on_progress([done, of]);
    }
    let (name, media_type, bytes) = reel.end()?;
    download_bytes(name, media_type, &bytes).map_err(in_words)
}

fn in_words(reason: JsValue) -> String {
    // An error that is a string comes from the page and is already translated. All other errors come from the browser.
    let reason = reason
        .as_string()
        .unwrap_or_else(|| core_messages::reason(&Refusal::of(&reason)));
    t!("explainer-film-picture-problem", reason)
}
