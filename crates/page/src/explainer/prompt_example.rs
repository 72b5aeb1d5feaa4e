//! The last stop of the tour, which shows a prompt with the picks as examples, and an answer to the prompt.

use leptos::prelude::*;

use crate::explainer::signal::use_explainer;
use crate::explainer::{Explainer, Msg, STOPS};
use crate::i18n::t;
use crate::ui::dom::mounted;
use fastgas_annotation::retrieve::{Prompt, Shot};
use fastgas_embedding::Embeddings;

const STOP: &str = "prompt";

/// The answer is the label of the most similar example, because the explainer does not run a language model.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptExample {
    pub queries: Vec<(u32, String)>,
    pub query: u32,
    pub prompt: String,
    pub answer: &'static str,
    pub truth: &'static str,
    pub n_right: usize,
}

impl Explainer {
    /// The prompt exists only at the last stop of the tour, after all picks are made.
    /// Until the user chooses a text, the prompt asks about the first text that is not picked.
    pub fn prompt_example(&self) -> Option<PromptExample> {
        self.stop.filter(|&at| STOPS[at].name == STOP)?;
        let (source_graph, player) = (self.source_graph.as_ref()?, self.players.first()?);
        let (embeddings, labels) = (source_graph.embeddings.as_ref()?, &source_graph.labels);
        let picks = player.replay().rows();
        if picks.len() < self.settings.budget as usize {
            return None;
        }
        let texts = (0u32..).zip(source_graph.texts.iter().cloned());
        let queries: Vec<(u32, String)> = texts.filter(|(row, _)| !picks.contains(row)).collect();
        let label = |row: u32| labels.get(row as usize).copied().unwrap_or_default();
        let nearest = |query: u32| by_similarity(embeddings, query, &picks).last().copied();
        let query = self.query.filter(|query| queries.iter().any(|(row, _)| row == query));
        let query = query.or(Some(queries.first()?.0))?;
        let input = |row: u32| format!("Sentence: {}\nTopic:", source_graph.texts[row as usize]);
        let shots = by_similarity(embeddings, query, &picks).into_iter().map(|row| Shot {
            input: input(row) + " ",
            label: label(row).to_owned(),
        });
        let prompt = Prompt {
            shots: shots.collect(),
            query: input(query),
            behind: String::new(),
        };
        let is_right = |(row, _): &&(u32, String)| nearest(*row).map(label) == Some(label(*row));
        Some(PromptExample {
            query,
            prompt: prompt.text(),
            answer: label(nearest(query)?),
            truth: label(query),
            n_right: queries.iter().filter(is_right).count(),
            queries,
        })
    }
}

/// Sorts the picks by ascending cosine similarity to the query. Ties keep the order of the picks.
fn by_similarity(embeddings: &Embeddings, query: u32, picks: &[u32]) -> Vec<u32> {
    let cosine = |row: u32| -> f32 {
        let (own, other) = (embeddings.row(row as usize), embeddings.row(query as usize));
        own.iter().zip(&other).map(|(a, b)| a * b).sum()
    };
    let mut rows = picks.to_vec();
    rows.sort_by(|&a, &b| cosine(a).total_cmp(&cosine(b)));
    rows
}

#[component]
pub fn PromptExampleView() -> impl IntoView {
    let explainer = use_explainer();
    let example = explainer.select(Explainer::prompt_example);
    let is_shown = Memo::new(move |_| example.read().is_some());
    // The options must not depend on the chosen text, because the field would lose the focus after each choice.
    let queries = Memo::new(move |_| {
        example
            .read()
            .as_ref()
            .map(|example| example.queries.clone())
            .unwrap_or_default()
    });
    let query = Memo::new(move |_| example.read().as_ref().map(|example| example.query));
    let prompt = move || example.read().as_ref().map(|example| example.prompt.clone());
    let answer = move || example.read().as_ref().map(|example| example.answer);
    let option = move |(row, text): (u32, String)| {
        view! { <option value=row.to_string() selected=move || query.get() == Some(row)>{text}</option> }
    };
    let on_change = move |event| {
        if let Ok(row) = event_target_value(&event).parse() {
            explainer.dispatch(Msg::Query(row));
        }
    };
    view! {
        <Show when=move || is_shown.get()>
            <div class="prompt-example">
                <label for="prompt-query">{t!("explainer-prompt-query-label")}</label>
                <select id="prompt-query" lang="en" on:change=mounted(on_change)>
                    {move || queries.get().into_iter().map(option).collect_view()}
                </select>
                <pre id="prompt-example" lang="en" tabindex="0" role="group" aria-label=t!("explainer-prompt-label")>{prompt}" "<mark>{answer}</mark></pre>
            </div>
        </Show>
    }
}

/// States whether the answer to the prompt is right. In a lecture, the statement is below the text of the tour stop.
#[component]
pub fn PromptAnswerView() -> impl IntoView {
    let explainer = use_explainer();
    let says = explainer.select(|explainer| explainer.prompt_example().as_ref().map(verdict));
    view! {
        <Show when=move || says.read().is_some()>
            <p id="prompt-answer" aria-live="polite">{move || says.get()}</p>
        </Show>
    }
}

fn verdict(example: &PromptExample) -> String {
    let PromptExample { answer, truth, .. } = *example;
    let verdict = match answer == truth {
        true => t!("explainer-prompt-right", answer),
        false => t!("explainer-prompt-wrong", answer, truth),
    };
    let (right, n) = (example.n_right, example.queries.len());
    format!("{verdict} {}", t!("explainer-prompt-count", right, n))
}
