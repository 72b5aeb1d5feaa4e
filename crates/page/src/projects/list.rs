//! The project list on the start screen.

use std::time::Duration;

use leptos::prelude::*;
use leptos::{ev, html};

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::persistence;
use crate::projects::Msg;
use crate::protection::dialogs::lock_icon;
use crate::run::time_estimate::megabytes;
use crate::runtime::access::{use_app, use_state};
use crate::state::{AppState, Msg as StateMsg};
use crate::ui::dom::mounted;
use crate::ui::keyboard::is_composing;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::{format_time, subscribe};
use fastgas_platform::{ProjectEntry, ProjectId, other_local_address};

fn on_click_dispatch<E: 'static>(msg: impl Fn() -> Msg + 'static) -> impl Fn(E) + 'static {
    let app = use_app();
    move |_| app.dispatch(StateMsg::Projects(msg()))
}

/// Delay after the user lifts a finger before rows of the list may move.
/// On touch screens, the click comes up to half a second after the finger is lifted.
const RELEASE_DELAY: Duration = Duration::from_millis(500);

/// For a mouse or a pen, a delay of zero is enough, because the browser sends the click before a zero-delay timer runs.
fn release_delay(pointer_type: &str) -> Duration {
    match pointer_type {
        "touch" => RELEASE_DELAY,
        _ => Duration::ZERO,
    }
}

fn use_press() -> (RwSignal<bool>, impl Fn(ev::PointerEvent) + Copy + 'static) {
    let is_pressed = RwSignal::new(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let cancel = move || {
        if let Some(Some(timer)) = timer.try_get_value() {
            timer.clear();
        }
    };
    let release = move |delay: Duration| {
        if is_pressed.get_untracked() {
            cancel();
            timer.set_value(set_timeout_with_handle(move || is_pressed.set(false), delay).ok());
        }
    };
    let handles = [
        window_event_listener(ev::pointerup, move |event| {
            release(release_delay(&event.pointer_type()))
        }),
        window_event_listener(ev::pointercancel, move |_| release(RELEASE_DELAY)),
        window_event_listener(ev::blur, move |_| release(RELEASE_DELAY)),
    ];
    on_cleanup(move || {
        cancel();
        handles.into_iter().for_each(|handle| handle.remove());
    });
    let press = move |event: ev::PointerEvent| {
        if event.button() == 0 {
            cancel();
            is_pressed.set(true);
        }
    };
    (is_pressed, press)
}

/// The projects that were changed last come first, deleted projects last.
///
/// The list is read again whenever a tab changes a project. The row of a listed project stays in the document.
/// If the button in a row were replaced or moved between pressing and releasing, the click would be lost.
/// The rows and their order do not change while the pointer is pressed in the list.
#[component]
pub fn ProjectList() -> impl IntoView {
    let ids = |deleted| {
        use_state(move |state| {
            let list = state.projects.list.iter().filter(|entry| entry.deleted == deleted);
            list.map(|entry| entry.id.clone()).collect::<Vec<_>>()
        })
    };
    let (is_pressed, press) = use_press();
    let steady = |ids: Memo<Vec<ProjectId>>| {
        Memo::new(
            move |shown: Option<&Vec<ProjectId>>| match shown.filter(|_| is_pressed.get()) {
                Some(shown) => shown.clone(),
                None => ids.get(),
            },
        )
    };
    let (listed, deleted) = (steady(ids(false)), steady(ids(true)));
    let hand = FocusAfterAction::default();
    let navigation = ListNavigation::of("projects", "button", move || subscribe(listed));
    let of_deleted = ListNavigation::of("deleted-listed", "button", move || subscribe(deleted));
    view! {
        <Show when=move || !listed.read().is_empty() || !deleted.read().is_empty()>
            <section class="projects" aria-labelledby="projects-title" on:pointerdown=press>
                <h2 id="projects-title">{t!("projects-list-title")}</h2>
                <Show when=move || !listed.read().is_empty()>
                    <ul id="projects" on:focusin=move |event| navigation.focused(&event) on:keydown=move |event| navigation.key(&event, |_, _| ())>
                        <For each=move || listed.get() key=ProjectId::clone let(id)><Line id hand navigation/></For>
                    </ul>
                </Show>
                <Show when=move || !deleted.read().is_empty()>
                    <details id="deleted-projects" open=move || hand.unfolded.get()>
                        <summary>{move || t!("projects-deleted-title", n = deleted.read().len())}</summary>
                        <p class="faint">{t!("projects-deleted-hint")}</p>
                        <ul id="deleted-listed" on:focusin=move |event| of_deleted.focused(&event)
                            on:keydown=move |event| of_deleted.key(&event, |_, _| ())>
                            <For each=move || deleted.get() key=ProjectId::clone let(id)><DeletedLine id hand/></For>
                        </ul>
                    </details>
                </Show>
            </section>
        </Show>
    }
}

/// Links to the other address of this server: `localhost` instead of `127.0.0.1`, or the reverse.
/// The browser stores the projects of the two addresses separately.
/// Shown only if this address has no projects, because the user may look for projects of the other address.
#[component]
pub fn OtherAddress() -> impl IntoView {
    let has_none = use_state(|state| state.projects.has_none());
    move || {
        has_none.get().then(other_local_address).flatten().map(|address| {
            view! {
                <p class="cache faint" id="other-address">
                    <span>{t!("projects-other-address-hint")}</span><a href=address.clone()>{address.clone()}</a>
                </p>
            }
        })
    }
}

/// A removed project keeps its last entry, because the row of the project is removed a moment later.
fn entry_of(id: &ProjectId) -> Memo<ProjectEntry> {
    let state = use_app().state();
    let id = id.clone();
    Memo::new_owning(move |last: Option<ProjectEntry>| {
        let now = state.with(|state| {
            let mut list = state.projects.list.iter();
            list.find(|entry| entry.id == id)
                .filter(|entry| Some(*entry) != last.as_ref())
                .cloned()
        });
        match (now, last) {
            (Some(now), _) => (now, true),
            (None, last) => (last.unwrap_or_default(), false),
        }
    })
}

/// Moves the focus to another button of the project if an action has removed the focused button.
#[derive(Clone, Copy, Default)]
struct FocusAfterAction {
    /// The project of the user's last action, until one of its buttons has received the focus.
    at: RwSignal<Option<ProjectId>>,
    /// True if the deleted projects are listed. Deleting a project shows the deleted projects.
    unfolded: RwSignal<bool>,
}

impl FocusAfterAction {
    fn reach(self, button: NodeRef<html::Button>, id: ProjectId) {
        Effect::new(move |_| {
            let Some(button) = button.get() else { return };
            if self.at.read_untracked().as_ref() == Some(&id) {
                self.at.set(None);
                let _ = button.focus();
            }
        });
    }

    /// The handler remembers the project, so that the focus can move to another button of the project.
    fn act<E: 'static>(self, id: StoredValue<ProjectId>, msg: fn(ProjectId) -> Msg) -> impl Fn(E) + 'static {
        on_click_dispatch(move || {
            self.at.set(Some(id.get_value()));
            msg(id.get_value())
        })
    }
}

fn facts(ProjectEntry { summary, at_ms, .. }: &ProjectEntry) -> String {
    let progress = match summary.n_picks {
        0 => t!("projects-no-picks-status"),
        n => t!(
            "projects-labeled-status",
            n_labeled = summary.n_labeled,
            n = grouped(n as u64)
        ),
    };
    let facts = format!(
        "{} · {progress} · {} · {}",
        t!("common-text-count", n = grouped(summary.n_texts as u64)),
        megabytes(summary.bytes),
        format_time(*at_ms)
    );
    match summary.changes_since_backup {
        0 => facts,
        n => format!("{facts} · {}", t!("backup-pending-status", n = grouped(n as u64))),
    }
}

#[component]
fn Line(id: ProjectId, hand: FocusAfterAction, navigation: ListNavigation) -> impl IntoView {
    let app = use_app();
    let entry = entry_of(&id);
    let name = move || entry.with(|entry| entry.summary.name.clone());
    let progress = Memo::new(move |_| entry.with(|entry| (entry.summary.n_labeled, entry.summary.n_picks)));
    let is_protected = Memo::new(move |_| entry.with(|entry| entry.summary.is_protected));
    let renaming = RwSignal::new(false);
    // During renaming, a text field replaces the name button, so the Tab key may have to reach another button.
    navigation.follow(move || subscribe(renaming));
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
            let _ = field.focus();
        }
    });
    let name_button = NodeRef::<html::Button>::new();
    hand.reach(name_button, id.clone());
    let id = StoredValue::new(id);
    let finish = move || {
        hand.at.set(Some(id.get_value()));
        renaming.set(false);
    };
    let rename = move |event| {
        let name = event_target_value(&event);
        finish();
        app.dispatch(StateMsg::Projects(Msg::Rename(id.get_value(), name)));
    };
    // The Escape key ends the renaming without a change.
    let give_up = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && !is_composing(&event) {
            event.prevent_default();
            event_target::<web_sys::HtmlInputElement>(&event).set_value(&entry.read_untracked().summary.name);
            finish();
        }
    };
    let delete = hand.act(id, Msg::Delete);
    view! {
        <li>
            <div class="project-name">
                <Show when=move || renaming.get() fallback=move || view! {
                    <button type="button" class="quiet project-open" tabindex="-1" dir="auto" node_ref=name_button
                        on:click=on_click_dispatch(move || Msg::Open(id.get_value()))>{name}{move || is_protected.get().then(protected_icon)}</button>
                }>
                    <input type="text" tabindex="-1" node_ref=field maxlength="120" dir="auto" aria-label=t!("projects-name-label") autocomplete="off"
                        value=entry.read_untracked().summary.name.clone()
                        on:change=mounted(rename) on:blur=mounted(move |_| renaming.set(false)) on:keydown=give_up/>
                </Show>
                <span class="faint">{move || entry.with(facts)}</span>
                {move || {
                    let (n_labeled, n_picks) = progress.get();
                    let label = || t!("common-labeled-status", n_labeled = grouped(n_labeled as u64), n_picks = grouped(n_picks as u64));
                    (n_picks > 0).then(|| view! { <progress max=n_picks.to_string() value=n_labeled.to_string() aria-label=label()></progress> })
                }}
            </div>
            <button type="button" class="quiet" tabindex="-1" aria-label=move || labeled(t!("projects-rename-button"), &name()) on:click=move |_| renaming.set(true)>{t!("projects-rename-button")}</button>
            <button type="button" class="quiet" tabindex="-1" aria-label=move || labeled(t!("common-back-up"), &name()) on:click=on_click_dispatch(move || Msg::BackUp(id.get_value()))>{t!("common-back-up")}</button>
            <button type="button" class="quiet" tabindex="-1" aria-label=move || labeled(t!("projects-delete-button"), &name())
                on:click=move |event: ev::MouseEvent| { hand.unfolded.set(true); delete(event) }>{t!("projects-delete-button")}</button>
        </li>
    }
}

#[component]
fn DeletedLine(id: ProjectId, hand: FocusAfterAction) -> impl IntoView {
    let entry = entry_of(&id);
    let name = move || entry.with(|entry| entry.summary.name.clone());
    let is_protected = Memo::new(move |_| entry.with(|entry| entry.summary.is_protected));
    let put_back = NodeRef::<html::Button>::new();
    hand.reach(put_back, id.clone());
    let id = StoredValue::new(id);
    view! {
        <li>
            <div class="project-name">
                <span dir="auto">{name}{move || is_protected.get().then(protected_icon)}</span>
                <span class="faint">{move || entry.with(facts)}</span>
            </div>
            <button type="button" class="quiet" tabindex="-1" node_ref=put_back aria-label=move || labeled(t!("projects-restore-button"), &name())
                on:click=hand.act(id, Msg::Undelete)>{t!("projects-restore-button")}</button>
            <button type="button" class="quiet" tabindex="-1" aria-label=move || labeled(t!("projects-delete-forever-button"), &name())
                on:click=on_click_dispatch(move || Msg::DeletePermanently(id.get_value()))>{t!("projects-delete-forever-button")}</button>
        </li>
    }
}

fn protected_icon() -> impl IntoView {
    view! { <span class="protected" title=t!("protection-protected-status")>{lock_icon()}<span class="hidden">{format!(" ({})", t!("protection-protected-status"))}</span></span> }
}

/// The caption for screen readers contains the project name, because every project has a button for the action.
fn labeled(what: String, name: &str) -> String {
    format!("{what} {}", isolated(name))
}

/// The messages that the project is damaged or that another tab may change the project.
#[component]
pub fn Elsewhere() -> impl IntoView {
    let app = use_app();
    let is_elsewhere = |state: &AppState| {
        let is_damaged = state.projects.damage.as_ref().is_some_and(|damage| damage.is_alone);
        // After a return from the back/forward cache, the page must first find out whether another tab may write.
        state.projects.read_only && !is_damaged && !state.is_left() && state.project.is_some()
    };
    let shown = use_state(is_elsewhere);
    let damage = use_state(|state| state.projects.damage.clone());
    view! {
        {move || damage.get().map(|damage| {
            let is_alone = damage.is_alone;
            view! {
                <section class="message error" id="damaged">
                    <div>
                        <strong>{t!("projects-damage-title")}</strong>" "
                        <p>{damage.words()}" "{t!("projects-damage-advice")}</p>
                    </div>
                    <div class="actions">
                        <button type="button" class="primary" id="back-up-damaged" on:click=move |_| app.dispatch(StateMsg::Persistence(persistence::Msg::BackUp))>{t!("common-back-up")}</button>
                        {is_alone.then(|| view! {
                            <button type="button" id="go-on-damaged" on:click=on_click_dispatch(|| Msg::ContinueDamaged)>{t!("projects-damage-continue-button")}</button>
                        })}
                        <button type="button" on:click=move |_| app.dispatch(StateMsg::Projects(Msg::New))>{t!("common-projects")}</button>
                    </div>
                </section>
            }
        })}
        <Show when=move || shown.get()>
            <section class="message warning" id="elsewhere">
                <div>
                    <strong>{t!("projects-open-elsewhere-title")}</strong>" "
                    <p>{t!("projects-open-elsewhere-hint")}</p>
                </div>
                <div class="actions">
                    <button type="button" class="primary" id="take-over" on:click=on_click_dispatch(|| Msg::TakeOver)>{t!("projects-take-over-button")}</button>
                    <button type="button" on:click=move |_| app.dispatch(StateMsg::Projects(Msg::New))>{t!("common-projects")}</button>
                </div>
            </section>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_later_only_after_the_release_of_a_finger() {
        assert_eq!(release_delay("touch"), RELEASE_DELAY);
        for pointer_type in ["mouse", "pen", ""] {
            assert_eq!(release_delay(pointer_type), Duration::ZERO, "{pointer_type}");
        }
    }
}
