//! Everything, and which of it.

use leptos::prelude::*;

use super::agreement::AgreementDialog;
use super::alike::{DuplicatesDialog, SimilarDialog};
use super::annotate::Annotate;
use super::bring::BringDialog;
use super::compare::CompareDialog;
use super::confidences::Confidences;
use super::coverage::Coverage;
use super::data::Data;
use super::dialogs::QuestionDialog;
use super::drops::{DropVeil, listen_for_drops};
use super::encoder::Encoder;
use super::export::Export;
use super::header::Header;
use super::help::Help;
use super::import::ImportDialog;
use super::keyboard::listen;
use super::language::Speaking;
use super::map::Map;
use super::message::Messages;
use super::network::{NetworkDialog, NewVersion};
use super::offers::OffersDialog;
use super::paste::listen_for_paste;
use super::picks::Picks;
use super::preview::Preview;
use super::progress::RunProgress;
use super::prompt::PromptDialog;
use super::select;
use super::settings::SettingsForm;
use super::summary::Summary;
use super::team::{IncomingDialog, Team};
use super::think::{ThinkDialog, provide_thinking};
use super::welcome::Welcome;
use crate::app::effects::Store;
use crate::app::words::say;

/// Which screen is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Restoring,
    Welcome,
    Setup,
    Result,
}

/// The page, in whatever language.
#[component]
pub fn Page(
    /// The language that it begins in, and its way to another.
    speaking: Speaking,
) -> impl IntoView {
    provide_context(Store::start());
    provide_context(speaking);
    provide_thinking();
    let help = RwSignal::new(false);
    listen(help);
    listen_for_drops();
    listen_for_paste();
    view! { <For each=move || [speaking.language.get()] key=|language| *language let(_)><Spoken help/></For> }
}

/// The page in the language in use. What it says does not change with the language: it is made anew.
#[component]
fn Spoken(help: RwSignal<bool>) -> impl IntoView {
    let screen = select(|state| match &state.open {
        None if state.restoring => Screen::Restoring,
        None => Screen::Welcome,
        Some(open) if open.outcome.is_none() => Screen::Setup,
        Some(_) => Screen::Result,
    });
    view! {
        <Header help/>
        <main id="main">
            <Messages/>
            <NewVersion/>
            {move || match screen.get() {
                Screen::Restoring => ().into_any(),
                Screen::Welcome => view! { <Welcome/> }.into_any(),
                Screen::Setup => view! {
                    <div class="workspace setup">
                        <div class="center"><RunProgress/><Preview/></div>
                        <aside class="settings" aria-label=say!("common-settings")><Data/><Encoder/><SettingsForm/><Confidences/></aside>
                    </div>
                }.into_any(),
                Screen::Result => view! {
                    <div class="workspace result">
                        <div class="center"><RunProgress/><Map/><Coverage/></div>
                        <div class="labeling"><Annotate help/><Picks/><Export/></div>
                        <aside class="settings" aria-label=say!("common-settings")><Data/><Team/><SettingsForm/><Confidences/><Encoder/><Summary/></aside>
                    </div>
                }.into_any(),
            }}
        </main>
        <DropVeil/>
        <ImportDialog/>
        <BringDialog/>
        <CompareDialog/>
        <ThinkDialog/>
        <PromptDialog/>
        <AgreementDialog/>
        <IncomingDialog/>
        <OffersDialog/>
        <SimilarDialog/>
        <DuplicatesDialog/>
        <NetworkDialog/>
        <QuestionDialog/>
        <Help open=help/>
    }
}
