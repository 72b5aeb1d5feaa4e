//! What the run did, in numbers.

use leptos::prelude::*;

use super::select_open;
use crate::app::estimate::{grouped, measured};
use crate::app::settings::title;
use crate::graph::DuplicateCount;
use crate::select::Tried;

/// Parts, cut and balance, and the time of each stage.
#[component]
pub fn Summary() -> impl IntoView {
    let outcome = select_open(|open| open.outcome.clone());
    let body = move || {
        outcome.get().map(|outcome| {
            let total: f64 = outcome.timings.iter().map(|(_, ms)| ms).sum();
            let stage = |&(stage, ms): &(crate::progress::Stage, f64)| {
                let id = serde_json::to_value(stage)
                    .ok()
                    .and_then(|name| name.as_str().map(str::to_owned));
                view! { <dt>{stage.name()}</dt><dd data-stage=id data-ms=format!("{ms:.1}")>{measured(ms)}</dd> }
            };
            let stages = outcome.timings.iter().map(stage).collect_view();
            let folded = outcome.config.fold_duplicates;
            let duplicates = outcome.duplicates.map(|DuplicateCount { instances, different }| {
                let mut words = match instances {
                    0 => "none".to_owned(),
                    _ => format!(
                        "{} texts, {} different",
                        grouped(instances.into()),
                        grouped(different.into())
                    ),
                };
                if instances > 0 && folded {
                    words.push_str("; one stands for all of each");
                }
                view! { <dt>"Duplicates"</dt><dd id="duplicate-count" data-texts=instances>{words}</dd> }
            });
            view! {
                <dl>
                    <dt>"Encoder"</dt><dd class="encoder-name">{outcome.encoder.name.clone()}</dd>
                    <dt>"Method"</dt><dd>{title(outcome.config.method)}</dd>
                    <dt>"Parts"</dt><dd>{outcome.quality.n_parts}</dd>
                    <dt>"Edges cut"</dt><dd>{grouped(outcome.quality.cut)}</dd>
                    <dt>"Imbalance"</dt><dd>{format!("{:.1} %", 100.0 * outcome.quality.imbalance)}</dd>
                    {duplicates}
                </dl>
                {why_so_many_parts(&outcome.tried).map(|why| view! { <p id="tried" class="faint">{why}</p> })}
                {outcome.searched.as_ref().map(|searched| {
                    view! { <p id="searched" class="faint">{format!("Neighbors found {searched}.")}</p> }
                })}
                <dl>{stages}<dt>"Together"</dt><dd>{measured(total)}</dd></dl>
            }
        })
    };
    view! {
        <section class="panel summary" id="summary"><h2>"This run"</h2>{body}</section>
    }
}

/// What was tried, where the number of parts was to be found.
fn why_so_many_parts(tried: &[Tried]) -> Option<String> {
    let each = |tried: &Tried| format!("{} parts {:.3}", tried.n_parts, tried.coverage);
    let each: Vec<String> = tried.iter().map(each).collect();
    (!each.is_empty()).then(|| {
        format!(
            "As many parts as bring the picks nearest to the texts. Mean cosine of a text to its nearest pick: {}.",
            each.join(", ")
        )
    })
}
