//! The views of the second WebAssembly file, reachable only through [`Deferred`](crate::shell::lazy::Deferred).

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use crate::announcer::live_region::LiveRegion;
use crate::answers::review_dialog::AnswerReviewDialog;
use crate::browser::animation_frame::before_paint;
use crate::compare::dialog::CompareDialog;
use crate::confidences::panel::Confidences;
use crate::encoder::dialog::EncoderDialog;
use crate::encoder::panel::{CustomEncoderLine, Encoder};
pub use crate::explainer::dialog::tour;
use crate::explainer::dialog::{ExplainerDialog, provide_explainer};
use crate::export::view::Export;
use crate::file_labels::dialog::FileLabelsDialog;
use crate::i18n::t;
use crate::import::append_view::AppendDialog;
use crate::import::dataset_panel::DatasetPanel;
use crate::import::preview::Preview;
use crate::import::view::ImportDialog;
use crate::labeling::activity;
use crate::labeling::find_label::FindLabel;
use crate::labeling::last_step_view::LastStepLine;
use crate::labeling::list_view::Picks;
use crate::labeling::view::LabelingView;
use crate::map::view::Map;
use crate::network::dialog::NetworkDialog;
use crate::project::Project;
use crate::projects::cache_size::{Cache, StoredMultilingual};
use crate::projects::list::{OtherAddress, ProjectList};
use crate::prompts::dialog::PromptDialog;
use crate::protection::dialogs::{ChooseDialog, NextProtection, UnlockDialog};
use crate::review::view::ReviewView;
use crate::run::coverage_view::Coverage;
use crate::run::progress::{RunEndAnnouncement, RunProgress};
use crate::run::settings_form::SettingsForm;
use crate::run::sketch_view::PcaPreview;
use crate::run::summary::Summary;
use crate::runtime::access::{use_app, use_state};
use crate::runtime::handle::AppHandle;
use crate::shell::confirm::ConfirmationDialog;
use crate::shell::focus_restore;
use crate::shell::help::Help;
use crate::shell::notices::Notices;
use crate::shell::shortcuts::listen;
use crate::shell::tabs::ViewTabs;
use crate::shell::theme_picker::ThemeField;
use crate::shell::views::{self, View};
use crate::similar::dialogs::{DuplicatesDialog, SimilarDialog};
use crate::state::Msg;
use crate::suggestions::review_dialog::SuggestionReviewDialog;
use crate::team::agreement_dialog::AgreementDialog;
use crate::team::panel::{IncomingDialog, Team};
use crate::ui::deferred::RenderLater;
use crate::ui::dom::{focus, nothing_has_focus};
use crate::ui::drawer::Drawer;

pub fn begin(app: AppHandle) {
    provide_explainer();
    activity::listen();
    listen();
    focus_restore::listen();
    app.begin();
}

pub fn notices() -> AnyView {
    view! { <RunEndAnnouncement/><LiveRegion/><Notices/> }.into_any()
}

pub fn projects() -> AnyView {
    view! { <ProjectList/> }.into_any()
}

/// Shows the stored data that does not belong to projects, and the other local address of the page.
/// The browser stores the projects of `localhost` and `127.0.0.1` separately.
pub fn stored_data() -> AnyView {
    view! { <CustomEncoderLine/><Cache/><StoredMultilingual/><NextProtection/><OtherAddress/> }.into_any()
}

/// The preview and the panel of the data are created later, because opening a large file already takes a long time.
pub fn setup() -> AnyView {
    view! {
        <div class="workspace setup">
            <div class="center">
                <RenderLater><Preview/></RenderLater>
                <div class="ongoing"><RunProgress/><PcaPreview/></div>
            </div>
            <aside class="settings" aria-label=t!("common-settings")>
                <RenderLater><DatasetPanel/></RenderLater>
                <SettingsForm/><Confidences/><Encoder/><ThemeField/>
            </aside>
        </div>
    }
    .into_any()
}

/// All views are in the document at the same time, because they share one map and keep the content of fields.
pub fn result(help: RwSignal<bool>) -> AnyView {
    // The new screen begins with the text to label. On a phone, the user has scrolled down to press the button.
    before_paint(|| {
        // If nothing has focus, keyboard users continue at the text instead of the first button of the page.
        if nothing_has_focus() {
            focus("current-text");
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let shown = use_state(|state| state.view.shown);
    let is_not = move |view: View| move || shown.get() != view;
    // While texts are marked, the toolbar of the map describes the last labeling step, so the data view does not.
    let has_marked = use_state(|state| !state.map.marked.is_empty());
    // Ignores the second press of a double click if the first press has changed the view.
    // The second press of a double click could give a label, move the focus into a field, or zoom the map.
    let pressed_in = StoredValue::new(View::default());
    let ignore_second_press = move |event: MouseEvent| {
        let now = shown.get_untracked();
        if event.detail() < 2 {
            pressed_in.set_value(now);
        } else if pressed_in.get_value() != now {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    view! {
        <div class="workspace result" data-view=move || shown.get().name() on:mousedown:capture=ignore_second_press
            on:click:capture=ignore_second_press on:dblclick:capture=ignore_second_press>
            <ViewTabs/>
            <div class="labeling" hidden=is_not(View::Label)><LabelingView help/></div>
            <div class="data-column" hidden=is_not(View::Data)>
                <div class="step-line" class:covered=move || has_marked.get()><LastStepLine/></div>
                <RenderLater><DatasetPanel/><Team/><Coverage/><Summary/></RenderLater>
            </div>
            <div class="side" hidden=move || !matches!(shown.get(), View::Data | View::Label)>
                <MapPanel/>
                <div class="picks-place" hidden=is_not(View::Label)><Picks/></div>
            </div>
            <div class="review-column" hidden=is_not(View::Review)><RenderLater><ReviewView/></RenderLater></div>
            <div class="export-column" hidden=is_not(View::Export)>
                <div class="step-line"><LastStepLine/></div>
                <RenderLater><Export/></RenderLater>
            </div>
            <div class="ongoing"><RunProgress/></div>
        </div>
    }
    .into_any()
}

#[component]
fn SettingsDrawer() -> impl IntoView {
    let app = use_app();
    let is_open = use_state(|state| state.view.is_settings_open);
    // The drawer is empty while the setup screen is shown, because both contain a form with the same element ids.
    let is_kept = use_state(|state| state.project.as_ref().is_some_and(Project::has_queue));
    let close = move |()| app.dispatch(Msg::View(views::Msg::CloseSettings));
    view! {
        <Drawer name="settings" title=t!("common-settings") is_open is_kept close>
            <SettingsForm has_encoder=true/><Confidences/><ThemeField/>
        </Drawer>
    }
}

#[component]
fn MapPanel() -> impl IntoView {
    let is_early = use_state(|state| {
        let has_outcome = state.project.as_ref().is_some_and(|open| open.result.outcome.is_some());
        state.run.current.is_some() && !has_outcome
    });
    view! { <Show when=move || is_early.get() fallback=|| view! { <Map/> }><PcaPreview/></Show> }
}

pub fn dialogs(help: RwSignal<bool>) -> AnyView {
    view! {
        <ImportDialog/>
        <EncoderDialog/>
        <CompareDialog/>
        <ExplainerDialog/>
        <PromptDialog/>
        <AgreementDialog help/>
        <IncomingDialog/>
        <AppendDialog/>
        <FileLabelsDialog/>
        <SuggestionReviewDialog/>
        <AnswerReviewDialog/>
        <SimilarDialog/>
        <DuplicatesDialog/>
        <NetworkDialog/>
        <UnlockDialog/>
        <ChooseDialog/>
        <SettingsDrawer/>
        <ConfirmationDialog/>
        <Help open=help/>
        <FindLabel/>
    }
    .into_any()
}
