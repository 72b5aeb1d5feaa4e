//! The header of the page.

use std::time::Duration;

use leptos::leptos_dom::helpers::set_interval_with_handle;
use leptos::prelude::*;

use crate::browser::clock::wall_clock_ms;
use crate::i18n::language_picker::LanguageChoice;
use crate::i18n::t;
use crate::network::dialog::NetworkButton;
use crate::persistence;
use crate::projects;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::shell::theme_picker::ThemeChoice;
use crate::state::Msg;
use crate::ui::{format_time, subscribe};
use fastgas_platform::declare_title;

#[component]
pub fn Header(help: RwSignal<bool>) -> impl IntoView {
    let app = use_app();
    let file_name = use_project(|project| project.source.file_name.clone());
    let is_open = use_state(|state| state.project.is_some());
    let percent = use_state(|state| {
        let progress = state
            .run
            .current
            .as_ref()?
            .progress
            .filter(|progress| progress.total > 1)?;
        Some(u64::from(progress.done) * 100 / u64::from(progress.total))
    });
    // The title of the tab shows the progress, for users who switch to another tab during a run.
    // The title does not contain the file name, because browsers keep titles in their history after a deletion.
    Effect::new(move |_| {
        declare_title(&match percent.get() {
            _ if !is_open.get() => t!("shell-page-title"),
            None => "FastGAS".to_owned(),
            Some(percent) => format!("{percent} % · FastGAS"),
        });
    });
    view! {
        <header class="bar">
            <span class="brand" aria-label="FastGAS">
                <svg viewBox="0 0 24 24" aria-hidden="true" class="logo">
                    <path d={"M6 7 12 12M18 6l-6 6M12 12l-5 6M12 12l6 5"}/>
                    <circle cx={"6"} cy="7" r="2.2"/><circle cx={"18"} cy="6" r="2.2"/><circle cx={"7"} cy="18" r="2.2"/>
                    <circle cx={"18"} cy="17" r="2.2"/><circle cx={"12"} cy="12" r="3.6" class="hub"/>
                </svg>
                "FastGAS"
            </span>
            <Show when=move || is_open.get()><h1 class="file-name" dir="auto" title=move || file_name.get()>{move || file_name.get()}</h1></Show>
            <NetworkButton/>
            <LanguageChoice/>
            <ThemeChoice id="theme"/>
            <button type="button" class="quiet" id="help" aria-haspopup="dialog" on:click=move |_| app.open_help(help)>
                {t!("shell-keys-title")}" " <kbd>{"?"}</kbd>
            </button>
            <BackUpNow/>
            <Show when=move || is_open.get()>
                <button type="button" id="new-project" title=t!("shell-projects-tooltip") on:click=move |_| app.dispatch(Msg::Projects(projects::Msg::New))>
                    {t!("common-projects")}
                </button>
            </Show>
        </header>
    }
}

const AGE_UPDATE_INTERVAL: Duration = Duration::from_secs(60);

/// Without changes since the last backup, the age of the backup is shown.
#[component]
fn BackUpNow() -> impl IntoView {
    let app = use_app();
    let differences = use_state(|state| state.persistence.since_backup.differences);
    let is_behind = Memo::new(move |_| differences.read().total() > 0);
    let backed_up = use_state(|state| {
        let backup = state.project.as_ref()?.storage.backup.as_ref()?;
        (state.persistence.since_backup.differences.total() == 0).then_some(backup.at_ms)
    });
    let is_backed_up = Memo::new(move |_| backed_up.read().is_some());
    let words = move || {
        let differences = differences.get();
        let what = format!("{}: {}.", differences.summary(), differences.words());
        format!("{what} {}", t!("backup-button-tooltip"))
    };
    // The badge alone does not say what its number counts.
    let name = move || format!("{}: {}", t!("common-back-up"), differences.read().summary());
    let now_ms = RwSignal::new(wall_clock_ms());
    let clock = set_interval_with_handle(move || now_ms.set(wall_clock_ms()), AGE_UPDATE_INTERVAL).ok();
    on_cleanup(move || {
        if let Some(clock) = clock {
            clock.clear();
        }
    });
    Effect::new(move |_| {
        subscribe(backed_up);
        now_ms.set(wall_clock_ms());
    });
    let ago = move || backed_up.get().map(|at_ms| ago(now_ms.get().saturating_sub(at_ms)));
    view! {
        <div class="backing">
            <Show when=move || is_behind.get()>
                <span class="backed behind">{move || differences.read().summary()}</span>
                <button type="button" class="quiet" id="back-up-now" aria-label=name title=words
                    on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::BackUp))>
                    <span class="words">{t!("common-back-up")}</span>" " <span class="badge behind">{move || differences.read().badge()}</span>
                </button>
            </Show>
            <Show when=move || is_backed_up.get()>
                <span class="backed" id="all-backed-up" title=move || backed_up.get().map(|at_ms| t!("backup-done-status", at = format_time(at_ms)))>
                    <span aria-hidden="true">{"✓ "}</span><span class="words">{ago}</span>
                </span>
            </Show>
        </div>
    }
}

fn ago(milliseconds: u64) -> String {
    let minutes = milliseconds / 60_000;
    match (minutes, minutes / 60, minutes / (24 * 60)) {
        (0, ..) => t!("shell-backup-age-now"),
        (n, 0, _) => t!("shell-backup-age-minutes", n),
        (_, n, 0) => t!("shell-backup-age-hours", n),
        (_, _, n) => t!("shell-backup-age-days", n),
    }
}
