//! What the browser tells of requests, and the service worker.
//!
//! Timings of resources come from the page itself and, over a channel, from its workers (www/worker-loader.js); the service
//! worker posts each address that it asks. docs/trust.md says what none of them can see.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::EventTarget;

use crate::assets::{self, encoder_files};
use crate::control::sleep;
use crate::lock::BroadcastChannel;
use fastgas_protocol::transport::{Refusal, words};

/// How long texts are there before what embeds them is stored, unless it was needed by then: so long somebody may still
/// bring embeddings instead.
const PATIENCE: Duration = Duration::from_secs(20);

#[wasm_bindgen]
extern "C" {
    type PerformanceObserver;
    #[wasm_bindgen(constructor, catch)]
    fn new(listener: &Function) -> Result<PerformanceObserver, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn observe(this: &PerformanceObserver, options: &JsValue) -> Result<(), JsValue>;

    type EntryList;
    #[wasm_bindgen(method, js_name = getEntries)]
    fn get_entries(this: &EntryList) -> Array;

    /// ServiceWorkerContainer.
    #[wasm_bindgen(extends = EventTarget)]
    type Container;
    #[wasm_bindgen(method, catch)]
    fn register(this: &Container, address: &str) -> Result<Promise, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn ready(this: &Container) -> Promise;
    #[wasm_bindgen(method, getter)]
    fn controller(this: &Container) -> Option<ServiceWorker>;
    #[wasm_bindgen(method, js_name = startMessages)]
    fn start_messages(this: &Container);

    /// ServiceWorkerRegistration.
    #[derive(Clone)]
    #[wasm_bindgen(extends = EventTarget)]
    type Registration;
    #[wasm_bindgen(method, getter)]
    fn installing(this: &Registration) -> Option<ServiceWorker>;
    #[wasm_bindgen(method, getter)]
    fn waiting(this: &Registration) -> Option<ServiceWorker>;
    #[wasm_bindgen(method, getter)]
    fn active(this: &Registration) -> Option<ServiceWorker>;

    #[wasm_bindgen(extends = EventTarget)]
    type ServiceWorker;
    #[wasm_bindgen(method, js_name = postMessage)]
    fn post_message(this: &ServiceWorker, message: &JsValue);
}

/// Something that the browser tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// The page asked for these addresses.
    Asked(Vec<String>),
    /// A worker did.
    AskedByWorker(Vec<String>),
    /// The service worker did.
    AskedByServiceWorker(String),
    /// It went out by the way out.
    Sent(String),
    /// The policy forbade it.
    Refused(String),
    /// The site's files are being stored.
    Storing,
    /// They are stored, and the service worker answers with them.
    Stored,
    NotStored(NotStored),
    /// Whether what embeds texts is stored, too.
    Embeds(bool),
    /// A newer version of the site is stored, and waits.
    Newer,
    /// So many other tabs still use the present one.
    OtherTabs(u32),
}

/// Why the site's files are not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// The site was built without a service worker.
    NotBuilt,
    /// The browser has none, or not for such an address.
    NotHere,
    /// Something keeps the browser from it.
    Hindered,
    /// The server has this file of another version.
    Foreign(String),
    Said(String),
}

type Listener = Rc<dyn Fn(Told)>;

thread_local! {
    /// Of the page; there is one.
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
    /// Whether there will be no service worker.
    static HOPELESS: Cell<bool> = const { Cell::new(false) };
    /// Whether there have been texts on this visit.
    static HAS_TEXTS: Cell<bool> = const { Cell::new(false) };
    /// Whether a person brought embeddings or an encoder.
    static EMBEDS_OTHERWISE: Cell<bool> = const { Cell::new(false) };
}

/// Tells `listener` of everything from now on, and of what was asked before. Gives the page's origin.
pub fn watch(listener: impl Fn(Told) + 'static) -> String {
    LISTENER.set(Some(Rc::new(listener)));
    let window = web_sys::window();
    let origin = window.as_ref().and_then(|window| window.location().origin().ok());
    if let Some(address) = window.as_ref().and_then(|window| window.location().href().ok()) {
        // The document itself, which is no resource of itself.
        tell(Told::Asked(vec![address]));
    }
    watch_resources();
    watch_workers();
    if let Some(document) = window.and_then(|window| window.document()) {
        let refused = |event: JsValue| tell_text(&event, "blockedURI", Told::Refused);
        listen(&document, "securitypolicyviolation", refused);
    }
    origin.unwrap_or_default()
}

/// The name of the channel on which this page's workers tell what they ask; another in every tab.
pub(super) fn channel() -> String {
    thread_local! {
        static NAME: String = format!("fastgas-requests-{}-{}", js_sys::Date::now(), js_sys::Math::random());
    }
    NAME.with(String::clone)
}

/// A request goes out by the way out.
pub(super) fn sent(address: &str) {
    tell(Told::Sent(address.into()));
}

/// The policy of the way out refused a request.
pub(super) fn refused(address: &str) {
    tell(Told::Refused(address.into()));
}

/// Has the site's files stored, and looks whether there is a newer version of them.
pub async fn store_site() {
    let Ok(address) = assets::url("service-worker") else {
        return tell(Told::NotStored(NotStored::NotBuilt));
    };
    let Some(container) = container() else {
        return tell(Told::NotStored(NotStored::NotHere));
    };
    listen(&container, "message", heard);
    container.start_messages();
    let registered = async { JsFuture::from(container.register(&address)?).await };
    let registration = match registered.await {
        Ok(registration) if registration.is_object() => registration.unchecked_into(),
        Ok(_) => return tell(Told::NotStored(NotStored::Hindered)),
        Err(reason) => return tell(Told::NotStored(NotStored::Said(words(&reason)))),
    };
    follow(&registration);
    let Some(active) = active().await else {
        return;
    };
    if container.controller().is_none() {
        // Reloaded past the service worker.
        active.post_message(&"claim".into());
    }
    tell(Told::Storing);
    active.post_message(&"store".into());
    of_what_embeds("has").await;
}

/// There are texts. What embeds them is stored soon, needed or not, so that it is there without a network; unless a person
/// embeds otherwise, or the browser is to save data, as the service worker finds out.
pub(super) fn has_texts() {
    if HAS_TEXTS.replace(true) {
        return;
    }
    spawn_local(async {
        sleep(PATIENCE).await;
        if !EMBEDS_OTHERWISE.get() {
            of_what_embeds("keep").await;
        }
    });
}

/// A person brought embeddings or an encoder: what the page itself embeds with is not stored before it is needed.
pub(super) fn embeds_otherwise() {
    EMBEDS_OTHERWISE.set(true);
}

/// Asks the service worker whether it `has` all files that embed in this browser, or tells it to `keep` them; it answers
/// both with whether it has them.
async fn of_what_embeds(wish: &str) {
    let [script, module] = encoder_files();
    let files = [script, module, "tokenizer", "model-config", "model"].map(assets::url);
    let Ok(files) = files.into_iter().collect::<Result<Vec<String>, _>>() else {
        return;
    };
    let files: Array = files.into_iter().map(JsValue::from).collect();
    let message = Object::new();
    // Never refused of an object of one's own.
    let _ = Reflect::set(&message, &wish.into(), &files);
    if let Some(active) = active().await {
        active.post_message(&message);
    }
}

/// The service worker, once there is one.
async fn active() -> Option<ServiceWorker> {
    let ready = JsFuture::from(container()?.ready()).await.ok()?;
    ready.unchecked_into::<Registration>().active()
}

/// Waits until the service worker answers what the page asks, and with it the policy that binds workers comes also from
/// hosts that send none; where there is no service worker, not at all.
pub(super) async fn bound() {
    const LOOK_EVERY: Duration = Duration::from_millis(20);
    const LOOKS: usize = 500;
    for _ in 0..LOOKS {
        let is_bound = container().is_none_or(|container| container.controller().is_some());
        if is_bound || HOPELESS.get() {
            return;
        }
        sleep(LOOK_EVERY).await;
    }
}

/// Asks the newer version to begin; when it has, the page is loaded anew.
pub async fn use_newer() {
    let (Some(container), Some(window)) = (container(), web_sys::window()) else {
        return;
    };
    let Ok(registration) = JsFuture::from(container.ready()).await else {
        return;
    };
    let Some(waiting) = registration.unchecked_into::<Registration>().waiting() else {
        return;
    };
    listen(&container, "controllerchange", move |_| {
        // Refused only while another navigation is under way.
        let _ = window.location().reload();
    });
    waiting.post_message(&"activate".into());
}

fn tell(told: Told) {
    HOPELESS.set(HOPELESS.get() || matches!(told, Told::NotStored(_)));
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        listener(told);
    }
}

fn tell_text(of: &JsValue, key: &str, told: impl Fn(String) -> Told) {
    if let Some(text) = Reflect::get(of, &key.into()).ok().and_then(|text| text.as_string()) {
        tell(told(text));
    }
}

fn watch_resources() {
    let listener = Closure::<dyn Fn(EntryList)>::new(|entries: EntryList| {
        let names = entries.get_entries().into_iter();
        let names = names.filter_map(|entry| Reflect::get(&entry, &"name".into()).ok()?.as_string());
        tell(Told::Asked(names.collect()));
    });
    let listener = listener.into_js_value();
    let Ok(observer) = PerformanceObserver::new(listener.unchecked_ref()) else {
        return;
    };
    let options = Object::new();
    let set = |key: &str, value: JsValue| Reflect::set(&options, &key.into(), &value);
    if set("type", "resource".into())
        .and(set("buffered", JsValue::TRUE))
        .is_ok()
    {
        // Refused by browsers that have no timing of resources; the list then holds what workers tell.
        let _ = observer.observe(&options);
    }
}

fn watch_workers() {
    let Ok(channel) = BroadcastChannel::new(&channel()) else {
        return;
    };
    let listener = Closure::<dyn Fn(JsValue)>::new(|event: JsValue| {
        let Ok(told) = Reflect::get(&event, &"data".into()) else {
            return;
        };
        tell_text(&told, "refused", Told::Refused);
        if let Ok(asked) = Reflect::get(&told, &"asked".into()).and_then(|asked| asked.dyn_into::<Array>()) {
            tell(Told::AskedByWorker(
                asked.iter().filter_map(|name| name.as_string()).collect(),
            ));
        }
    });
    channel.set_onmessage(Some(listener.into_js_value().unchecked_ref()));
    // As long as the page.
    std::mem::forget(channel);
}

/// Not there without a secure context, and in some private windows.
fn container() -> Option<Container> {
    let navigator = web_sys::window()?.navigator();
    let container = Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
    (!container.is_undefined()).then(|| container.unchecked_into())
}

/// What the service worker says.
fn heard(event: JsValue) {
    let Ok(told) = Reflect::get(&event, &"data".into()) else {
        return;
    };
    let said = |key: &str| Reflect::get(&told, &key.into()).unwrap_or_default();
    tell_text(&told, "requested", Told::AskedByServiceWorker);
    if let Some(reason) = said("notStored").as_string() {
        let foreign = said("foreign").as_string().map(NotStored::Foreign);
        let said = || NotStored::Said(Refusal::in_words(&reason).to_string());
        tell(Told::NotStored(foreign.unwrap_or_else(said)));
    }
    if said("stored").is_truthy() {
        tell(Told::Stored);
    }
    if let Some(embeds) = said("hasAll").as_bool() {
        tell(Told::Embeds(embeds));
    }
    if said("kept").is_string() {
        spawn_local(of_what_embeds("has"));
    }
    if said("takesLonger").is_truthy() {
        // A service worker is ended that does one thing for minutes.
        spawn_local(of_what_embeds("keep"));
    }
    if let Some(n) = said("others").as_f64() {
        tell(Told::OtherTabs(n as u32));
    }
}

/// Tells when a newer version is installed.
fn follow(registration: &Registration) {
    look(registration);
    let found = registration.clone();
    listen(registration, "updatefound", move |_| look(&found));
}

fn look(registration: &Registration) {
    if let Some(installing) = registration.installing() {
        let changed = registration.clone();
        listen(&installing, "statechange", move |_| tell_newer(&changed));
    }
    tell_newer(registration);
}

fn tell_newer(registration: &Registration) {
    if registration.waiting().is_some() && registration.active().is_some() {
        tell(Told::Newer);
    }
}

/// As long as the page.
fn listen(target: &EventTarget, event: &str, listener: impl Fn(JsValue) + 'static) {
    let listener = Closure::<dyn Fn(JsValue)>::new(listener).into_js_value();
    // Never refused.
    let _ = target.add_event_listener_with_callback(event, listener.unchecked_ref());
}
