//! Displays the progress of the run.

use leptos::prelude::*;

use crate::i18n::{Key, core_messages, grouped, key, t};
use crate::project::Project;
use crate::run::early_button::Early;
use crate::run::time_estimate::{about, megabytes};
use crate::run::{self, RunStep};
use crate::runtime::access::{use_app, use_state};
use crate::state::{AppState, Msg};
use crate::ui::with_lang_spans;
use fastgas_graph::GpuShare;
use fastgas_progress::Stage;

const STEPS: [(RunStep, Key); 8] = [
    (RunStep::Model, key!("common-model")),
    (RunStep::Stage(Stage::Embed), key!("common-embed")),
    (RunStep::Stage(Stage::Neighbors), key!("run-neighbors-label")),
    (RunStep::Stage(Stage::Graph), key!("run-stage-graph")),
    (RunStep::Stage(Stage::Parts), key!("run-stage-parts")),
    (RunStep::Stage(Stage::Partition), key!("run-stage-partition")),
    (RunStep::Stage(Stage::Select), key!("run-stage-select")),
    (RunStep::Stage(Stage::Map), key!("common-map")),
];

#[component]
pub fn RunProgress() -> impl IntoView {
    let running = use_state(|state| state.run.current.is_some());
    view! { <Show when=move || running.get()><Bar/></Show> }
}

/// The part of the state that the announcements about a run depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct RunStatus {
    is_running: bool,
    /// True if the current or the last run has selected its picks.
    has_selected: bool,
    /// `None` if no project is open.
    n_picks: Option<usize>,
}

impl RunStatus {
    fn of(state: &AppState) -> RunStatus {
        RunStatus {
            is_running: state.run.current.is_some(),
            has_selected: state.run.has_selected,
            n_picks: state.project.as_ref().map(Project::n_picks),
        }
    }
}

/// Returns `None` if the previous announcement stays.
/// A run that was canceled or has failed may leave the picks of an earlier run, which must not be announced as new.
fn announcement(before: RunStatus, now: RunStatus) -> Option<String> {
    let n_picks = now.n_picks?;
    let picks_ready = || t!("run-picks-ready-status", n = grouped(n_picks as u64));
    match (before.is_running, now.is_running) {
        (false, true) => Some(String::new()),
        (true, false) if now.has_selected => Some(picks_ready()),
        (true, false) => Some(t!("run-stopped-status")),
        (true, true) if n_picks > 0 && before.n_picks != now.n_picks => Some(picks_ready()),
        (true, true) | (false, false) => None,
    }
}

/// Announces the end of a run, because screen readers report neither the removed progress bar nor the new picks.
#[component]
pub fn RunEndAnnouncement() -> impl IntoView {
    let words = RwSignal::new(String::new());
    let status = use_state(RunStatus::of);
    Effect::new(move |before: Option<RunStatus>| {
        let now = status.get();
        if let Some(new) = announcement(before.unwrap_or_default(), now) {
            words.set(new);
        }
        now
    });
    view! { <p class="hidden" role="status" id="run-announcement">{move || words.get()}</p> }
}

#[component]
fn Bar() -> impl IntoView {
    let app = use_app();
    let step = use_state(|state| state.run.current.as_ref().map(|run| run.step()));
    let progress = use_state(|state| state.run.current.as_ref().and_then(|run| run.progress));
    let cached = use_state(|state| state.run.current.as_ref().map_or(0, |run| run.embedding.cached));
    let paused = use_state(|state| state.run.current.as_ref().is_some_and(|run| run.paused));
    let can_pause = use_state(|state| state.run.current.as_ref().is_some_and(|run| run.can_pause()));
    let left = use_state(|state| state.run.current.as_ref().and_then(|run| run.seconds_left()).map(about));
    let fetching = use_state(|state| state.run.current.as_ref().and_then(|run| run.fetching()));
    let name = move || step.get().map_or_else(String::new, RunStep::name);
    let status = move || if paused.get() { t!("common-paused") } else { name() };
    let counted = Memo::new(move |_| {
        progress
            .get()
            .filter(|progress| progress.done > 0 && progress.total > 1)
    });
    let counts = move || {
        if let Some(fetched) = fetching.get() {
            let total = fetched
                .total
                .map(|total| t!("run-download-total", total = megabytes(total)));
            return Some(megabytes(fetched.bytes) + &total.unwrap_or_default());
        }
        counted.get().map(|progress| {
            t!(
                "run-stage-count",
                done = grouped(progress.done.into()),
                total = grouped(progress.total.into())
            )
        })
    };
    let steps = STEPS.map(|(this, name)| {
        let state = move || match step.get() {
            Some(now) if now > this => "done",
            Some(now) if now == this => "now",
            _ => "",
        };
        let current = move || (step.get() == Some(this)).then_some("step");
        view! { <li class=state aria-current=current>{name.text()}</li> }
    });
    view! {
        <section class="panel progress" id="progress" aria-label=t!("run-progress-label")>
            <div class="progress-head">
                <strong role="status">{status}</strong>
                <span class="counts">{counts}</span>
                <span class="left">{move || left.get().map(|left| t!("run-time-left", left))}</span>
                <div class="controls">
                    <Show when=move || can_pause.get()>
                        <button type="button" id="pause" on:click=move |_| {
                            app.dispatch(if paused.get_untracked() { Msg::Run(run::Msg::Resume) } else { Msg::Run(run::Msg::Pause) })
                        }>{move || if paused.get() { t!("common-resume") } else { t!("common-pause") }}</button>
                    </Show>
                    <button type="button" id="cancel" on:click=move |_| app.dispatch(Msg::Run(run::Msg::Cancel))>{t!("common-cancel")}</button>
                </div>
            </div>
            {move || {
                let fetched = fetching.get().and_then(|fetched| Some((fetched.bytes as f64 / 1e6, fetched.total? as f64 / 1e6)));
                let counted = counted.get().map(|progress| (f64::from(progress.done), f64::from(progress.total)));
                match fetched.or(counted) {
                    Some((done, total)) => view! {
                        <progress max=total.to_string() value=done.to_string() aria-label=name></progress>
                    }.into_any(),
                    None => view! { <progress aria-label=name></progress> }.into_any(),
                }
            }}
            <ol class="stepper" aria-label=t!("run-stages-label")>{steps}</ol>
            <Show when=move || cached.get() != 0>
                <p class="faint" id="cached" data-texts=move || cached.get().to_string()>
                    {move || t!("run-cached-texts-hint", n = grouped(cached.get().into()))}
                </p>
            </Show>
            <GpuContribution id="gpu-texts"/>
            <Early/>
        </section>
    }
}

/// Shows how many texts the GPU has embedded, and the reason if the CPU had to continue.
/// The view is hidden if the user did not choose the GPU.
#[component]
pub fn GpuContribution(id: &'static str) -> impl IntoView {
    let share = use_state(|state| state.run.on_gpu.clone());
    move || {
        share.get().map(|share| {
            let texts = share.n_texts.to_string();
            view! { <p class="faint" id=id data-texts=texts>{with_lang_spans(&on_gpu(&share))}</p> }
        })
    }
}

fn on_gpu(share: &GpuShare) -> String {
    let n = grouped(share.n_texts.into());
    // Some GPUs report no name, so the parentheses with the name are left out.
    let name = match share.name.as_str() {
        "" => String::new(),
        name => format!(" ({name})"),
    };
    match &share.why {
        None => t!("run-gpu-texts-status", n, name),
        Some(why) => t!("run-gpu-takeover-status", n, name, why = core_messages::reason(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::numbered_texts::{layout, opened, outcome, selected};
    use fastgas_graph::CpuReason;
    use fastgas_protocol::{JobId, LostReason, Refusal, WorkerError};
    use fastgas_select::{Config, EarlyPicks};

    /// Returns the last announcement that the messages cause, or an empty string.
    fn announced(state: &mut AppState, msgs: impl IntoIterator<Item = run::Msg>) -> String {
        let mut words = String::new();
        for msg in msgs {
            let before = RunStatus::of(state);
            state.apply_now(Msg::Run(msg));
            words = announcement(before, RunStatus::of(state)).unwrap_or(words);
        }
        words
    }

    fn started(mut state: AppState) -> (AppState, JobId) {
        assert_eq!(announced(&mut state, [run::Msg::Select]), "");
        let job = state.run.current.as_ref().expect("a run").job;
        (state, job)
    }

    fn picks_arrive(job: JobId) -> run::Msg {
        let outcome = Box::new(outcome(&[4, 8, 15], Config::default()));
        run::Msg::Selected { job, outcome }
    }

    fn failure(job: JobId) -> run::Msg {
        let reason = LostReason::Browser(Refusal::NoMemory);
        let error = WorkerError::Lost { times: 3, reason };
        run::Msg::Failed { job, error }
    }

    #[test]
    fn picks_are_announced_at_the_end_of_each_run_that_selected_them() {
        for state in [opened(), selected()] {
            let ends: [fn(JobId) -> run::Msg; 3] = [
                |job| run::Msg::Mapped {
                    job,
                    layout: layout(),
                    map_ms: 7.0,
                },
                |_| run::Msg::Cancel,
                failure,
            ];
            for end in ends {
                let (mut state, job) = started(state.clone());
                let words = announced(&mut state, [picks_arrive(job), end(job)]);
                assert!(state.run.current.is_none());
                assert_eq!(words, "3 picks are ready.");
            }
        }
    }

    #[test]
    fn cancelled_or_failed_run_without_new_picks_is_announced_as_stopped() {
        for state in [opened(), selected()] {
            let ends: [fn(JobId) -> run::Msg; 2] = [|_| run::Msg::Cancel, failure];
            for end in ends {
                let (mut state, job) = started(state.clone());
                assert_eq!(announced(&mut state, [end(job)]), "Stopped.");
                // A later run that selects picks is announced as usual.
                let (mut state, job) = started(state);
                let end = [picks_arrive(job), run::Msg::Cancel];
                assert_eq!(announced(&mut state, end), "3 picks are ready.");
            }
        }
    }

    #[test]
    fn early_picks_are_announced_once_and_not_when_the_run_is_cancelled() {
        let (mut state, job) = started(opened());
        let early = EarlyPicks {
            rows: vec![4, 8],
            among: 20,
        };
        let picked = Ok((early, Vec::new()));
        let words = announced(&mut state, [run::Msg::PickedEarly { job, picked }]);
        assert_eq!(words, "2 picks are ready.");
        assert_eq!(announced(&mut state, [run::Msg::Cancel]), "Stopped.");
    }

    #[test]
    fn closing_the_project_announces_nothing() {
        let (mut state, _) = started(selected());
        let before = RunStatus::of(&state);
        state.apply_now(Msg::Projects(crate::projects::Msg::New));
        state.apply_now(Msg::Answer { yes: true });
        assert!(state.project.is_none() && state.run.current.is_none());
        assert_eq!(announcement(before, RunStatus::of(&state)), None);
    }

    #[test]
    fn takeover_from_the_gpu_is_explained() {
        let mut share = GpuShare {
            name: "Iris".into(),
            n_texts: 1_234,
            why: None,
        };
        assert_eq!(on_gpu(&share), "Texts embedded on the GPU (Iris): 1,234.");
        share.why = Some(CpuReason::Wrong);
        (share.name, share.n_texts) = (String::new(), 0);
        assert_eq!(
            on_gpu(&share),
            "Texts embedded on the GPU: 0. The others are embedded on the CPU: the GPU computes wrongly."
        );
    }

    #[test]
    fn every_step_of_a_run_is_listed_once_in_order() {
        // The match must name all stages. If a new stage is missing here, the test does not compile.
        let is_in_run = |stage: Stage| match stage {
            Stage::Load => false,
            Stage::Embed
            | Stage::Neighbors
            | Stage::Graph
            | Stage::Parts
            | Stage::Partition
            | Stage::Select
            | Stage::Map => true,
        };
        let stages = [
            Stage::Load,
            Stage::Embed,
            Stage::Neighbors,
            Stage::Graph,
            Stage::Parts,
            Stage::Partition,
            Stage::Select,
            Stage::Map,
        ];
        let stages = stages.into_iter().filter(|&stage| is_in_run(stage));
        let expected: Vec<RunStep> = [RunStep::Model].into_iter().chain(stages.map(RunStep::Stage)).collect();
        assert_eq!(STEPS.map(|(step, _)| step).as_slice(), expected);
        assert!(STEPS.is_sorted_by_key(|&(step, _)| step), "a later step is larger");
        let mut names: Vec<String> = STEPS.iter().map(|(_, name)| name.text()).collect();
        assert_eq!(names[4], "Number of parts");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), STEPS.len(), "different names");
    }
}
