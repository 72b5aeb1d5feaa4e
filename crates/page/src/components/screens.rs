//! The views of the second WebAssembly file, which [`Deferred`](crate::lazy::Deferred) leads to.

use leptos::prelude::*;

use super::adding::AddingDialog;
use super::agreement::AgreementDialog;
use super::alike::{DuplicatesDialog, SimilarDialog};
use super::annotate::Annotate;
use super::bring::BringDialog;
use super::cache::Cache;
use super::compare::CompareDialog;
use super::confidences::Confidences;
use super::coverage::Coverage;
use super::data::Data;
use super::dialogs::QuestionDialog;
use super::dom::{focus, nobody_has_focus};
use super::encoder::{Encoder, GivenLine};
use super::export::Export;
use super::file_labels::FileLabelsDialog;
use super::find_label::FindLabel;
use super::hearing::Hearing;
use super::help::Help;
use super::import::ImportDialog;
use super::keyboard::listen;
use super::landing;
use super::later::Later;
use super::map::Map;
use super::message::Notices;
use super::network::NetworkDialog;
use super::offers::OffersDialog;
use super::picks::Picks;
use super::presence;
use super::preview::Preview;
use super::progress::{RunHeard, RunProgress};
use super::projects::ProjectList;
use super::prompt::PromptDialog;
use super::protecting::{ChooseDialog, NextProtection, UnlockDialog};
use super::select;
use super::settings::SettingsForm;
use super::sketch::Sketch;
use super::summary::Summary;
use super::team::{IncomingDialog, Team};
pub use super::think::tour;
use super::think::{ThinkDialog, provide_thinking};
use crate::handle::AppHandle;
use crate::map::view::before_paint;
use crate::words::say;
use fastgas_platform::Choice;

/// Listens to keys, provides what components share, and looks at what is stored.
pub fn begin(app: AppHandle, help: RwSignal<bool>) {
    provide_thinking();
    presence::listen();
    listen(help);
    landing::listen();
    app.begin();
}

/// What is to be said above every screen.
pub fn notices() -> AnyView {
    view! { <RunHeard/><Hearing/><Notices/> }.into_any()
}

pub fn projects() -> AnyView {
    view! { <ProjectList/> }.into_any()
}

/// What the browser keeps beside projects.
pub fn kept() -> AnyView {
    view! { <GivenLine/><Cache/><NextProtection/> }.into_any()
}

/// The screen of what is to be done with the texts.
pub fn setup() -> AnyView {
    view! {
        <div class="workspace setup">
            <div class="center"><Preview/><div class="ongoing"><RunProgress/><Sketch/></div></div>
            <aside class="settings" aria-label=say!("common-settings")><Data/><SettingsForm/><Confidences/><Encoder/></aside>
        </div>
    }
    .into_any()
}

/// The screen of the picks.
pub fn result(help: RwSignal<bool>) -> AnyView {
    // On a telephone the button that led here was far down, and the text to label is at the top.
    before_paint(|| {
        // Whoever works by key goes on at the text and not at the page's first button.
        if nobody_has_focus() {
            focus("current-text");
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let is_large = select(|state| state.choices.is_on(Choice::LargeText));
    view! {
        <div class="workspace result" class:large-text=is_large>
            <div class="labeling"><Annotate help/><Picks/><Later><Export/></Later></div>
            <div class="center"><Ground/><Later><Coverage/></Later><div class="ongoing"><RunProgress/></div></div>
            <aside class="settings" aria-label=say!("common-settings")>
                <Later><Data/><Team/><SettingsForm/><Confidences/><Encoder/><Summary/></Later>
            </aside>
        </div>
    }
    .into_any()
}

/// The map, and before there is one the first picture.
#[component]
fn Ground() -> impl IntoView {
    let is_early = select(|state| {
        let has_outcome = state.open.as_ref().is_some_and(|open| open.outcome.is_some());
        state.run.is_some() && !has_outcome
    });
    view! { <Show when=move || is_early.get() fallback=|| view! { <Map/> }><Sketch/></Show> }
}

/// Every dialog that is a part of no screen.
pub fn dialogs(help: RwSignal<bool>) -> AnyView {
    view! {
        <ImportDialog/>
        <BringDialog/>
        <CompareDialog/>
        <ThinkDialog/>
        <PromptDialog/>
        <AgreementDialog help/>
        <IncomingDialog/>
        <AddingDialog/>
        <FileLabelsDialog/>
        <OffersDialog/>
        <SimilarDialog/>
        <DuplicatesDialog/>
        <NetworkDialog/>
        <UnlockDialog/>
        <ChooseDialog/>
        <QuestionDialog/>
        <Help open=help/>
        <FindLabel/>
    }
    .into_any()
}
