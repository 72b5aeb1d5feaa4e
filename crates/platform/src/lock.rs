//! Ensures that only one tab at a time writes to a project, although several tabs may show the project.
//! Uses Web Locks, and a channel that a tab uses to ask another tab for the lock.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::project_id::ProjectId;

const CHANNEL: &str = "fastgas";

#[wasm_bindgen]
extern "C" {
    type LockManager;
    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, options: &JsValue, callback: &Function) -> Result<Promise, JsValue>;

    pub(super) type BroadcastChannel;
    #[wasm_bindgen(constructor, catch)]
    pub(super) fn new(name: &str) -> Result<BroadcastChannel, JsValue>;
    #[wasm_bindgen(method, js_name = postMessage)]
    fn post_message(this: &BroadcastChannel, message: &JsValue);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_onmessage(this: &BroadcastChannel, listener: Option<&Function>);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LockMode {
    IfAvailable,
    Steal,
}

/// The lock of a project. Dropping this value releases the lock.
pub struct ProjectLock {
    release: Option<Function>,
}

impl ProjectLock {
    /// Takes the lock of a project. Returns `None` if another tab holds the lock.
    /// In a browser without Web Locks, always succeeds. `lost` is called if another tab steals the lock.
    pub async fn acquire(id: &ProjectId, lost: impl FnOnce() + 'static) -> Option<ProjectLock> {
        request(id, LockMode::IfAvailable, lost).await
    }

    /// Takes the lock of a project from another tab, even if the other tab does not respond.
    pub async fn steal(id: &ProjectId, lost: impl FnOnce() + 'static) -> Option<ProjectLock> {
        request(id, LockMode::Steal, lost).await
    }
}

impl Drop for ProjectLock {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

async fn request(id: &ProjectId, how: LockMode, lost: impl FnOnce() + 'static) -> Option<ProjectLock> {
    let Some(manager) = manager() else {
        return Some(ProjectLock { release: None });
    };
    let (sender, receiver) = oneshot::channel();
    let sender = RefCell::new(Some(sender));
    // The browser holds the lock until `release` resolves this promise.
    let granted = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |lock: JsValue| {
        let Some(sender) = sender.borrow_mut().take() else {
            return JsValue::UNDEFINED;
        };
        if lock.is_null() {
            let _ = sender.send(None);
            return JsValue::UNDEFINED;
        }
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        let _ = sender.send(release);
        held.into()
    });
    let options = Object::new();
    let option = match how {
        LockMode::IfAvailable => "ifAvailable",
        LockMode::Steal => "steal",
    };
    let _ = Reflect::set(&options, &option.into(), &JsValue::TRUE);
    let name = id.database("fastgas-project");
    let ended = manager
        .request(&name, &options, granted.as_ref().unchecked_ref())
        .ok()?;
    spawn_local(async move {
        // The promise is rejected if the lock was stolen, and resolved if the lock was released or never granted.
        if JsFuture::from(ended).await.is_err() {
            lost();
        }
        drop(granted);
    });
    let release = receiver.await.ok().flatten()?;
    Some(ProjectLock { release: Some(release) })
}

fn manager() -> Option<LockManager> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    (!locks.is_undefined()).then(|| locks.unchecked_into())
}

/// `Wanted` is sent as a string with the id of the project, because older versions know only this format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TabMessage {
    /// The sender wants to write to the project, so the tab with the lock should release it.
    Wanted(ProjectId),
    Stored(ProjectId),
}

const STORED: &str = "stored";

pub struct Channel {
    channel: BroadcastChannel,
    _listener: Closure<dyn FnMut(JsValue)>,
}

impl Channel {
    /// Opens the channel between the tabs. `on_message` is called with each message from another tab.
    /// Returns `None` if the browser does not support `BroadcastChannel`.
    pub fn open(on_message: impl Fn(TabMessage) + 'static) -> Option<Rc<Channel>> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let listener = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let Ok(data) = Reflect::get(&event, &"data".into()) else {
                return;
            };
            let stored = || Reflect::get(&data, &STORED.into()).ok()?.as_string();
            if let Some(id) = data.as_string() {
                on_message(TabMessage::Wanted(ProjectId::of_text(id)));
            } else if let Some(id) = stored() {
                on_message(TabMessage::Stored(ProjectId::of_text(id)));
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Some(Rc::new(Channel {
            channel,
            _listener: listener,
        }))
    }

    pub fn broadcast(&self, message: &TabMessage) {
        let message = match message {
            TabMessage::Wanted(id) => JsValue::from(id.text()),
            TabMessage::Stored(id) => {
                let message = Object::new();
                let _ = Reflect::set(&message, &STORED.into(), &id.text().into());
                message.into()
            }
        };
        self.channel.post_message(&message);
    }
}
