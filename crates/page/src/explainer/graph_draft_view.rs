//! The editor of the user's own graph: a drawing of the graph, the edges as text, and a button to open a file.

use leptos::ev::MouseEvent;
use leptos::task::spawn_local;
use leptos::{html, prelude::*};
use wasm_bindgen_futures::JsFuture;

use crate::explainer::Msg;
use crate::explainer::graph_draft::{DraftMsg, GraphDraft};
use crate::explainer::graph_view::Drawing;
use crate::explainer::signal::use_explainer;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::ui::dom::mounted;
use fastgas_platform::chosen_files;
use fastgas_protocol::Refusal;
use fastgas_trace::{Element, Line, LineKind, Mark, Node, PictureStyle, SIDE, Scene, View, elements, shapes};

fn drawing(draft: &GraphDraft) -> Vec<Element> {
    let node = |(vertex, at): (u32, &[f32; 2])| Node {
        at: at.map(f64::from),
        weight: 1,
        vertex,
        is_merged: false,
        color: None,
        mark: if draft.selected == Some(vertex) {
            Mark::Start
        } else {
            Mark::None
        },
        gain: None,
        aside: false,
    };
    let line = |&(ends, weight): &([u32; 2], u32)| Line {
        ends,
        weight,
        kind: LineKind::Inner,
    };
    let scene = Scene {
        nodes: (0u32..).zip(&draft.positions).map(node).collect(),
        lines: draft.edges.iter().map(line).collect(),
        node_of: (0..draft.positions.len() as u32).collect(),
        gain_kind: None,
    };
    elements(&shapes(&scene, View::ALL, &[], PictureStyle::SCREEN))
}

/// The inverse of [`View::pixels`] for the view that shows the whole drawing.
fn place(pixels: [f64; 2]) -> [f32; 2] {
    let [[left, _], [right, _]] = [[-1.0, 0.0], [1.0, 0.0]].map(|place| View::ALL.pixels(place));
    pixels.map(|pixel| (2.0 * (pixel - left) / (right - left) - 1.0) as f32)
}

#[component]
pub fn GraphEditor() -> impl IntoView {
    let explainer = use_explainer();
    let draft = explainer.select(|explainer| explainer.draft.clone());
    let has_graph = Memo::new(move |_| draft.read().graph().is_some());
    let edit = move |msg: DraftMsg| explainer.dispatch(Msg::Draft(msg));
    let figure = NodeRef::<html::Figure>::new();
    let on_click = move |event: MouseEvent| {
        let picture = figure
            .get_untracked()
            .and_then(|figure| figure.query_selector("svg").ok()?);
        let Some(picture) = picture else { return };
        let bounds = picture.get_bounding_client_rect();
        let side = bounds.width().min(bounds.height()).max(1.0);
        let pixel = |at: f64, start: f64, length: f64| (at - start - (length - side) / 2.0) / side * SIDE;
        edit(DraftMsg::Press(place([
            pixel(f64::from(event.client_x()), bounds.x(), bounds.width()),
            pixel(f64::from(event.client_y()), bounds.y(), bounds.height()),
        ])));
    };
    let open_file = move |event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let files = input.files().map(|files| chosen_files(&files)).unwrap_or_default();
        if let Some(file) = files.into_iter().next() {
            spawn_local(async move {
                edit(match JsFuture::from(file.file.array_buffer()).await {
                    Ok(buffer) => DraftMsg::Read(js_sys::Uint8Array::new(&buffer).to_vec()),
                    Err(reason) => DraftMsg::Unreadable(core_messages::reason(&Refusal::of(&reason))),
                });
            });
        }
        // Reset the input, so that the user can choose a file again after the file has changed.
        input.set_value("");
    };
    view! {
        <div class="explainer-draft">
            <figure node_ref=figure class="tries">
                <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="img" aria-label=t!("explainer-draft-picture-label") class="explainer-picture" id="draft-picture"
                    on:click=on_click>
                    <Drawing elements=Signal::derive(move || drawing(&draft.read()))/>
                </svg>
            </figure>
            <div class="draft-side">
                <p>{t!("explainer-draft-hint")}</p>
                <label for="draft-text">{t!("explainer-draft-text-label")}</label>
                <textarea id="draft-text" rows="8" spellcheck="false" autocomplete="off" aria-describedby="draft-problem draft-format"
                    aria-invalid=move || draft.read().problem.is_some().to_string() prop:value=move || draft.read().text.clone()
                    on:input=move |event| edit(DraftMsg::Type(event_target_value(&event)))></textarea>
                <p class="hint" id="draft-format">{t!("explainer-draft-format-hint")}</p>
                <p class="problem" id="draft-problem" role="alert">{move || draft.read().problem.clone()}</p>
                <div class="actions">
                    <label class="link-button"><input type="file" id="draft-file" accept=".graph,.metis,.txt,text/plain" on:change=mounted(open_file)/><span>{t!("explainer-draft-file-button")}</span></label>
                    <button type="button" id="draft-remove" disabled=move || draft.read().selected.is_none() on:click=move |_| edit(DraftMsg::Remove)>{t!("explainer-draft-remove-button")}</button>
                    <button type="button" id="draft-clear" on:click=move |_| edit(DraftMsg::Clear)>{t!("explainer-draft-clear-button")}</button>
                    <button type="button" class="primary" id="draft-use" disabled=move || !has_graph.get() on:click=move |_| explainer.dispatch(Msg::UseDraft)>{t!("explainer-draft-use-button")}</button>
                </div>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_the_inverse_of_the_picture() {
        for at in [[0.0, 0.0], [-1.0, 0.5], [0.25, -0.75]] {
            let back = place(View::ALL.pixels(at));
            assert!(
                (0..2).all(|axis| (f64::from(back[axis]) - at[axis]).abs() < 1e-6),
                "{at:?} {back:?}"
            );
        }
    }

    #[test]
    fn selected_vertex_has_a_ring() {
        let mut draft = GraphDraft::default();
        draft.positions = vec![[-0.5, 0.0], [0.5, 0.0]];
        let n_rings = |draft: &GraphDraft| drawing(draft).iter().filter(|element| element.tag == "circle").count();
        assert_eq!(n_rings(&draft), 0);
        draft.selected = Some(1);
        assert_eq!(n_rings(&draft), 1);
    }
}
