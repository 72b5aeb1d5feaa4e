//! Summary of a run.

use leptos::prelude::*;

use crate::i18n::core_messages;
use crate::i18n::{decimal, grouped, say};
use crate::run::settings::title;
use crate::run::time_estimate::measured;
use crate::ui::{in_tongues, select_open};
use fastgas_graph::DuplicateCount;
use fastgas_select::{Tried, is_tried_centered};

/// Parts, edge cut, imbalance, and the time of each stage.
#[component]
pub fn Summary() -> impl IntoView {
    let outcome = select_open(|open| open.result.outcome.clone());
    let early = select_open(|open| open.result.early.as_ref().map(|early| (early.rows.len(), early.among)));
    let body = move || {
        outcome.get().map(|outcome| {
            let total: f64 = outcome.timings.iter().map(|(_, ms)| ms).sum();
            let stage = |&(stage, ms): &(fastgas_progress::Stage, f64)| {
                let id = serde_json::to_value(stage)
                    .ok()
                    .and_then(|name| name.as_str().map(str::to_owned));
                view! { <dt>{core_messages::stage(stage)}</dt><dd data-stage=id data-ms=format!("{ms:.1}")>{measured(ms)}</dd> }
            };
            let stages = outcome.timings.iter().map(stage).collect_view();
            let folded = outcome.config.fold_duplicates;
            let duplicates = outcome.duplicates.map(|DuplicateCount { instances, different }| {
                let mut words = match instances {
                    0 => say!("summary-none"),
                    _ => say!(
                        "summary-texts-different",
                        instances = grouped(instances.into()),
                        different = grouped(different.into())
                    ),
                };
                if instances > 0 && folded {
                    words.push_str(&say!("summary-one-stands-all-each"));
                }
                view! { <dt>{say!("common-duplicates")}</dt><dd id="duplicate-count" data-texts=instances>{words}</dd> }
            });
            view! {
                <dl>
                    <dt>{say!("common-encoder")}</dt><dd class="encoder-name">{outcome.encoder.name.clone()}</dd>
                    <dt>{say!("common-method")}</dt><dd>{title(outcome.config.method)}</dd>
                    <dt>{say!("common-parts")}</dt><dd>{outcome.quality.n_parts}</dd>
                    <dt>{say!("summary-edges-cut")}</dt><dd>{grouped(outcome.quality.cut)}</dd>
                    <dt>{say!("summary-imbalance")}</dt><dd>{say!("count-percent", n = decimal(100.0 * outcome.quality.imbalance, 1))}</dd>
                    {duplicates}
                </dl>
                {why_so_many_parts(&outcome.tried, is_tried_centered(&outcome.config)).map(|why| view! { <p id="tried" class="faint">{why}</p> })}
                {outcome.searched.as_ref().map(|searched| {
                    view! { <p id="searched" class="faint">{in_tongues(&say!("summary-neighbors-found", searched = core_messages::searched(searched)))}</p> }
                })}
                {outcome.beginnings.as_deref().filter(|them| !them.is_empty()).map(|them| view! {
                    <p id="beginnings" class="note">
                        {say!("summary-beginnings", n = grouped(them.len() as u64), of = grouped(outcome.partition.part_of.len() as u64))}
                    </p>
                })}
                {early.get().map(|(n, among)| view! {
                    <p id="early-picks" class="faint">
                        {say!("summary-early", n = grouped(n as u64), among = grouped(among.into()))}
                    </p>
                })}
                <dl>{stages}<dt>{say!("summary-together")}</dt><dd>{measured(total)}</dd></dl>
            }
        })
    };
    view! {
        <Show when=move || outcome.read().is_some()>
            <section class="panel summary" id="summary"><h2>{say!("summary-run")}</h2>{body}</section>
        </Show>
    }
}

/// The evaluated numbers of parts with their coverage, if K was chosen automatically.
fn why_so_many_parts(tried: &[Tried], is_centered: bool) -> Option<String> {
    let each = |tried: &Tried| {
        say!(
            "summary-parts",
            n_parts = tried.n_parts,
            coverage = decimal(tried.coverage, 3)
        )
    };
    let each: Vec<String> = tried.iter().map(each).collect();
    let each = (!each.is_empty()).then(|| each.join(", "))?;
    Some(match is_centered {
        true => say!("summary-parts-by-centered-coverage", each),
        false => say!("summary-parts-by-facility-coverage", each),
    })
}
