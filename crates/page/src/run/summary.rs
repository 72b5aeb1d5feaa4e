//! Displays a summary of a finished run.

use leptos::prelude::*;

use crate::i18n::core_messages;
use crate::i18n::{decimal, grouped, t};
use crate::run::progress::GpuContribution;
use crate::run::settings::title;
use crate::run::time_estimate::measured;
use crate::runtime::access::use_project;
use crate::ui::with_lang_spans;
use fastgas_graph::DuplicateCount;
use fastgas_select::{EvaluatedK, is_tried_centered};

#[component]
pub fn Summary() -> impl IntoView {
    let outcome = use_project(|project| project.result.outcome.clone());
    let early = use_project(|project| {
        project
            .result
            .early
            .as_ref()
            .map(|early| (early.rows.len(), early.among))
    });
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
                    0 => t!("run-summary-duplicates-none"),
                    _ => t!(
                        "run-summary-duplicates-count",
                        instances = grouped(instances.into()),
                        different = grouped(different.into())
                    ),
                };
                if instances > 0 && folded {
                    words.push_str(&t!("run-summary-duplicates-folded"));
                }
                view! { <dt>{t!("run-duplicates-label")}</dt><dd id="duplicate-count" data-texts=instances>{words}</dd> }
            });
            view! {
                <dl>
                    <dt>{t!("common-encoder")}</dt><dd class="encoder-name">{outcome.encoder.name.clone()}</dd>
                    <dt>{t!("common-method")}</dt><dd>{title(outcome.config.method)}</dd>
                    <dt>{t!("common-parts")}</dt><dd>{outcome.quality.n_parts}</dd>
                    <dt>{t!("run-edges-cut-label")}</dt><dd>{grouped(outcome.quality.cut)}</dd>
                    <dt>{t!("run-imbalance-label")}</dt><dd>{t!("common-percent", n = decimal(100.0 * outcome.quality.imbalance, 1))}</dd>
                    {duplicates}
                </dl>
                {why_so_many_parts(&outcome.tried, is_tried_centered(&outcome.config)).map(|why| view! { <p id="tried" class="faint">{why}</p> })}
                <GpuContribution id="embedded-on-gpu"/>
                {outcome.searched.as_ref().map(|searched| {
                    view! { <p id="searched" class="faint">{with_lang_spans(&t!("run-neighbor-search-status", searched = core_messages::searched(searched)))}</p> }
                })}
                {outcome.beginnings.as_deref().filter(|them| !them.is_empty()).map(|them| view! {
                    <p id="beginnings" class="note">
                        {t!("run-truncated-texts-hint", n = grouped(them.len() as u64), of = grouped(outcome.partition.part_of.len() as u64))}
                    </p>
                })}
                {early.get().map(|(n, among)| view! {
                    <p id="early-picks" class="faint">
                        {t!("run-early-picks-hint", n = grouped(n as u64), among = grouped(among.into()))}
                    </p>
                })}
                <dl>{stages}<dt>{t!("run-total-time-label")}</dt><dd>{measured(total)}</dd></dl>
            }
        })
    };
    view! {
        <Show when=move || outcome.read().is_some()>
            <section class="panel summary" id="summary"><h2>{t!("run-summary-title")}</h2>{body}</section>
        </Show>
    }
}

/// Lists the compared numbers of parts, each with its coverage. `None` if the user chose the number of parts.
fn why_so_many_parts(tried: &[EvaluatedK], is_centered: bool) -> Option<String> {
    let each = |tried: &EvaluatedK| {
        t!(
            "run-parts-coverage",
            n_parts = tried.n_parts,
            coverage = decimal(tried.coverage, 3)
        )
    };
    let each: Vec<String> = tried.iter().map(each).collect();
    let each = (!each.is_empty()).then(|| each.join(", "))?;
    Some(match is_centered {
        true => t!("run-parts-by-centered-coverage", each),
        false => t!("run-parts-by-facility-coverage", each),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_of_part_counts_names_its_measure() {
        let tried = [EvaluatedK {
            n_parts: 4,
            coverage: 0.5,
        }];
        let words = |is_centered| why_so_many_parts(&tried, is_centered).expect("a part count");
        let centered = words(true);
        assert!(centered.contains("highest centered coverage: "), "{centered}");
        assert!(
            centered.contains("lower than the average similarity under “Coverage”"),
            "{centered}"
        );
        assert!(!words(false).contains("centered"), "{}", words(false));
        assert_eq!(why_so_many_parts(&[], true), None);
    }
}
