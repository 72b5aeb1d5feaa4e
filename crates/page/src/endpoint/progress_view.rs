//! The progress of requests to a language model.

use leptos::prelude::*;

use crate::endpoint::{ActiveRun, RequestCounts, RunMsg, RunStage};
use crate::i18n::{grouped, t};
use crate::run::time_estimate::about;
use crate::runtime::access::use_state;
use crate::state::AppState;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestProgress {
    /// Whether requests are being sent. Requests can be paused only in this stage.
    pub is_sending: bool,
    pub paused: bool,
    pub done: u32,
    pub total: u32,
    pub seconds_left: Option<f64>,
}

impl RequestProgress {
    pub fn new(counts: &RequestCounts, is_sending: bool) -> RequestProgress {
        RequestProgress {
            is_sending,
            paused: counts.paused,
            done: counts.done,
            total: counts.total,
            seconds_left: counts.seconds_left(),
        }
    }

    pub fn of<Q, T>(run: &ActiveRun<Q, T>) -> RequestProgress {
        RequestProgress::new(&run.counts, run.stage == RunStage::Asking)
    }
}

pub fn stage_status(stage: Option<RunStage>, host: String) -> String {
    match stage {
        Some(RunStage::Retrieving) => t!("answers-retrieving-status"),
        Some(RunStage::Planning) => t!("answers-planning-status"),
        Some(RunStage::Probing) => t!("answers-probing-status", host),
        Some(RunStage::Asking) | None => t!("confidences-asking-status", host),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ProgressIds {
    pub progress: &'static str,
    pub pause: &'static str,
    pub stop: &'static str,
}

pub fn run_view<Q: 'static, T: 'static>(
    ids: ProgressIds,
    count_text: fn(String, String) -> String,
    read: fn(&AppState) -> Option<&ActiveRun<Q, T>>,
    send: impl Fn(RunMsg<Q>) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let stage = use_state(move |state| read(state).map(|run| run.stage));
    let host = use_state(move |state| read(state).map(|run| run.host.clone()));
    let progress = use_state(move |state| read(state).map(RequestProgress::of).unwrap_or_default());
    let status = Signal::derive(move || stage_status(stage.get(), host.get().unwrap_or_default()));
    let set_paused = Callback::new(move |paused: bool| {
        send(match paused {
            true => RunMsg::Pause,
            false => RunMsg::Resume,
        });
    });
    let stop = Callback::new(move |()| send(RunMsg::Stop));
    view! { <ProgressView ids progress status count_text set_paused stop/> }
}

/// The progress as a number of texts, for runs that send one request per text.
pub fn texts_of(done: String, total: String) -> String {
    t!("confidences-asking-progress", done, total)
}

#[component]
pub fn ProgressView(
    ids: ProgressIds,
    progress: Memo<RequestProgress>,
    status: Signal<String>,
    count_text: fn(String, String) -> String,
    set_paused: Callback<bool>,
    stop: Callback<()>,
) -> impl IntoView {
    let is_sending = move || progress.read().is_sending;
    let paused = move || progress.read().paused;
    let words = move || match paused() {
        true => t!("common-paused"),
        false => status.get(),
    };
    let counts = move || {
        let RequestProgress { done, total, .. } = progress.get();
        count_text(grouped(done.into()), grouped(total.into()))
    };
    let left = move || {
        let seconds = progress.read().seconds_left;
        seconds.map(|seconds| t!("confidences-time-left", left = about(seconds)))
    };
    view! {
        <div class="asking" id=ids.progress data-done=move || progress.read().done.to_string()>
            <p role="status">{words}</p>
            <Show when=is_sending>
                <p class="faint">{counts}{left}</p>
                <progress max=move || progress.read().total.to_string() value=move || progress.read().done.to_string() aria-label=t!("confidences-progress-label")></progress>
            </Show>
            <div class="actions">
                <Show when=is_sending>
                    <button type="button" id=ids.pause on:click=move |_| set_paused.run(!progress.read_untracked().paused)>
                        {move || if paused() { t!("common-resume") } else { t!("common-pause") }}
                    </button>
                </Show>
                <button type="button" id=ids.stop on:click=move |_| stop.run(())>{t!("common-stop")}</button>
                <span class="faint">{t!("confidences-answers-kept-hint")}</span>
            </div>
        </div>
    }
}
