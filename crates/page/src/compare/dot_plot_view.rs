//! Renders the dot plot of each measure.

use leptos::prelude::*;
use leptos::svg;

use crate::compare::dot_plot::{BudgetDot, DotPlot, Line, WIDTH, budgets, dot_plot};
use crate::compare::metrics::{MEASURES, Metric, measured};
use crate::i18n::t;
use crate::ui::color_class;
use fastgas_select::evaluate::Row;

#[component]
pub fn DotPlots(rows: Memo<Vec<Row>>) -> impl IntoView {
    let plots = move || {
        let rows = rows.read();
        let plot = |index: usize| {
            let measure = MEASURES.get(index).filter(|measure| measure.has_plot)?;
            let plot = dot_plot(&rows, index, measure)?;
            Some(view! { <Picture measure=*measure plot/> })
        };
        measured(&rows).into_iter().filter_map(plot).collect_view()
    };
    view! { <div class="dot-plots">{plots}</div> }
}

#[component]
pub fn BudgetKey(rows: Memo<Vec<Row>>) -> impl IntoView {
    let keys = move || {
        let key = |(index, budget): (usize, u32)| {
            let class = format!(
                "budget-key {} {}",
                color_class(index),
                if index % 2 == 1 { "hollow" } else { "" }
            );
            view! { <span class=class>{t!("compare-plot-legend-picks", budget)}</span> }
        };
        budgets(&rows.read()).into_iter().enumerate().map(key).collect_view()
    };
    view! { <div class="plot-legend">{keys}</div> }
}

#[component]
fn Picture(measure: Metric, plot: DotPlot) -> impl IntoView {
    let DotPlot {
        height,
        foot,
        ticks,
        lines,
    } = plot;
    let ticks = ticks.into_iter().map(|(x, words)| {
        view! {
            <line class="grid" x1=x x2=x y1="0" y2=foot/>
            <text x=x y=foot + 15.0 text-anchor="middle">{words}</text>
        }
    });
    let lines = lines.into_iter().map(|Line { title, y, dots }| {
        view! {
            <text class="name" x="104" y=y + 4.0 text-anchor="end">{title}</text>
            {dots.into_iter().map(|dot| view! { <Mark dot/> }).collect_view()}
        }
    });
    view! {
        <figure class="dot-plot" title=measure.hint.text()>
            <figcaption>{measure.title.text()}</figcaption>
            <svg viewBox=format!("-4 0 {} {height}", WIDTH + 8.0) role="img"
                aria-label=t!("compare-plot-label", title = measure.title.text())>
                {ticks.collect_view()}
                {lines.collect_view()}
            </svg>
        </figure>
    }
}

#[component]
fn Mark(dot: BudgetDot) -> impl IntoView {
    let BudgetDot { budget, dot, y, words } = dot;
    let whisker = dot.whisker.map(|(low, high)| {
        let ends = format!(
            "M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}V{:.1}M{high:.1} {:.1}V{:.1}",
            y - 2.5,
            y + 2.5,
            y - 2.5,
            y + 2.5
        );
        view! { <path class="whisker" d=ends/> }
    });
    view! {
        <g class=color_class(budget) class:hollow=budget % 2 == 1>
            {svg::title().child(words)}
            {whisker}
            <circle cx=dot.at cy=y r="3.2"/>
        </g>
    }
}
