//! Reports the requests that the browser makes, and controls the service worker.
//!
//! Resource timings come from the page itself and, through a channel, from its workers (www/worker-loader.js).
//! The service worker reports its own requests. docs/trust.md describes the requests that no source reports.

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
use fastgas_protocol::Refusal;

/// Time between the import of texts and the download of the encoder's files for offline use.
/// The delay gives the user time to supply embeddings, which make the download unnecessary.
/// If the files are needed earlier, the download starts earlier.
const OFFLINE_DOWNLOAD_DELAY: Duration = Duration::from_secs(20);

#[wasm_bindgen]
extern "C" {
    type PerformanceObserver;
    #[wasm_bindgen(method, catch)]
    fn observe(this: &PerformanceObserver, options: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = takeRecords)]
    fn take_records(this: &PerformanceObserver) -> Array;

    type EntryList;
    #[wasm_bindgen(method, js_name = getEntries)]
    fn get_entries(this: &EntryList) -> Array;

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

#[derive(Clone, Debug, PartialEq)]
pub enum NetworkEvent {
    Asked(Vec<String>),
    AskedByWorker(Vec<String>),
    AskedByServiceWorker(String),
    Sent(String),
    Refused(String),
    Storing,
    /// The service worker has stored the site's files and serves them.
    Stored,
    NotStored(NotStored),
    /// True if the files that embedding needs are also stored, so that embedding works offline.
    Embeds(bool),
    /// A newer version of the site is stored, but not active yet.
    Newer,
    OtherTabs(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotStored {
    /// The site was built without a service worker.
    NotBuilt,
    /// The browser does not support service workers for a page at this address.
    NotHere,
    Hindered,
    /// The server has a different version of the file with this path.
    Foreign(String),
    Said(Refusal),
}

type Listener = Rc<dyn Fn(NetworkEvent)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
    /// True if no service worker will control the page.
    static NO_SERVICE_WORKER: Cell<bool> = const { Cell::new(false) };
    static HAS_TEXTS: Cell<bool> = const { Cell::new(false) };
    /// True when the user has supplied embeddings or an encoder, so that the built-in encoder is not needed.
    static NEEDS_NO_ENCODER: Cell<bool> = const { Cell::new(false) };
}

/// Calls `listener` with all requests of the page, including earlier requests. Returns the page's origin.
pub fn watch(listener: impl Fn(NetworkEvent) + 'static) -> String {
    LISTENER.set(Some(Rc::new(listener)));
    let window = web_sys::window();
    let origin = window.as_ref().and_then(|window| window.location().origin().ok());
    if let Some(address) = window.as_ref().and_then(|window| window.location().href().ok()) {
        // The document is not in the list of its own resources.
        report_event(NetworkEvent::Asked(vec![address]));
    }
    watch_resources();
    watch_workers();
    if let Some(document) = window.and_then(|window| window.document()) {
        let refused = |event: JsValue| report_text_field(&event, "blockedURI", NetworkEvent::Refused);
        listen(&document, "securitypolicyviolation", refused);
    }
    origin.unwrap_or_default()
}

/// The name of the channel is unique for each tab, so that the page does not receive the requests of other tabs.
pub(super) fn channel() -> String {
    thread_local! {
        static NAME: String = format!("fastgas-requests-{}-{}", js_sys::Date::now(), js_sys::Math::random());
    }
    NAME.with(String::clone)
}

pub(super) fn sent(address: &str) {
    report_event(NetworkEvent::Sent(address.into()));
}

pub(super) fn refused(address: &str) {
    report_event(NetworkEvent::Refused(address.into()));
}

/// Starts the service worker, which stores the site and checks for a newer version of the site.
pub async fn store_site() {
    let Ok(address) = assets::url("service-worker") else {
        return report_event(NetworkEvent::NotStored(NotStored::NotBuilt));
    };
    let Some(container) = container() else {
        return report_event(NetworkEvent::NotStored(NotStored::NotHere));
    };
    listen(&container, "message", on_message);
    container.start_messages();
    let registered = async { JsFuture::from(container.register(&address)?).await };
    let registration = match registered.await {
        Ok(registration) if registration.is_object() => registration.unchecked_into(),
        Ok(_) => return report_event(NetworkEvent::NotStored(NotStored::Hindered)),
        Err(reason) => return report_event(NetworkEvent::NotStored(NotStored::Said(Refusal::of(&reason)))),
    };
    follow(&registration);
    let Some(active) = active().await else {
        return;
    };
    if container.controller().is_none() {
        // The page has no service worker if the user reloaded the page in a way that bypasses service workers.
        // The message asks the active service worker to control the page.
        active.post_message(&"claim".into());
    }
    report_event(NetworkEvent::Storing);
    active.post_message(&"store".into());
    send_encoder_files("has").await;
}

/// After a short delay, the service worker stores the files that embedding needs, so that embedding works offline.
/// The files are not stored if the page [embeds otherwise](embeds_otherwise), or if the browser's data saver is on.
/// The service worker checks whether the data saver is on.
pub(super) fn note_texts_imported() {
    if HAS_TEXTS.replace(true) {
        return;
    }
    spawn_local(async {
        sleep(OFFLINE_DOWNLOAD_DELAY).await;
        if !NEEDS_NO_ENCODER.get() {
            send_encoder_files("keep").await;
        }
    });
}

/// Called when the page uses an encoder other than the built-in one, or embeddings of another encoder.
/// Not called for all embeddings from files, because a project file may contain embeddings of the built-in encoder.
/// After the call, the files of the built-in encoder are stored only when a job needs them.
pub fn embeds_otherwise() {
    NEEDS_NO_ENCODER.set(true);
}

/// Sends the service worker a list of all files that embedding needs in this browser.
/// The request `has` asks whether the files are stored. The request `keep` asks the service worker to store the files.
/// The service worker answers both requests by stating whether the files are stored.
async fn send_encoder_files(request: &str) {
    let [script, module] = encoder_files();
    let files = [script, module, "tokenizer", "model-config", "model"].map(assets::url);
    let Ok(files) = files.into_iter().collect::<Result<Vec<String>, _>>() else {
        return;
    };
    let files: Array = files.into_iter().map(JsValue::from).collect();
    let message = Object::new();
    // The result is ignored, because setting a property of a new object cannot fail.
    let _ = Reflect::set(&message, &request.into(), &files);
    if let Some(active) = active().await {
        active.post_message(&message);
    }
}

async fn active() -> Option<ServiceWorker> {
    let ready = JsFuture::from(container()?.ready()).await.ok()?;
    ready.unchecked_into::<Registration>().active()
}

/// Waits up to 10 s until the service worker controls the page.
/// The service worker adds the content security policy for workers, which some hosts do not send.
/// Returns immediately if no service worker will control the page.
pub(super) async fn bound() {
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
    const MAX_POLLS: usize = 500;
    for _ in 0..MAX_POLLS {
        let is_bound = container().is_none_or(|container| container.controller().is_some());
        if is_bound || NO_SERVICE_WORKER.get() {
            return;
        }
        sleep(POLL_INTERVAL).await;
    }
}

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
        // Reloading fails only while another navigation is in progress.
        let _ = window.location().reload();
    });
    waiting.post_message(&"activate".into());
}

fn report_event(event: NetworkEvent) {
    NO_SERVICE_WORKER.set(NO_SERVICE_WORKER.get() || matches!(event, NetworkEvent::NotStored(_)));
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        listener(event);
    }
}

fn report_text_field(of: &JsValue, key: &str, event: impl Fn(String) -> NetworkEvent) {
    if let Some(text) = Reflect::get(of, &key.into()).ok().and_then(|text| text.as_string()) {
        report_event(event(text));
    }
}

fn watch_resources() {
    let report = |addresses| report_event(NetworkEvent::Asked(addresses));
    // The result is ignored, because the browser keeps the observer as long as the page.
    // Without resource timing, the list contains only the requests that workers report.
    let _ = RequestObserver::start(&js_sys::global(), report);
}

/// Observes the requests of a window, which may be the window of a frame.
/// The list `performance.getEntriesByType` is no substitute, because the list is full after 250 requests by default.
pub(super) struct RequestObserver(PerformanceObserver);

impl RequestObserver {
    /// Calls `listener` with the addresses of the requests of `window`, including earlier requests.
    /// Returns `None` in browsers without resource timing.
    pub fn start(window: &JsValue, listener: impl Fn(Vec<String>) + 'static) -> Option<RequestObserver> {
        let listener = move |entries: EntryList| listener(addresses_of(entries.get_entries()));
        let listener = Closure::<dyn Fn(EntryList)>::new(listener).into_js_value();
        // A `PerformanceObserver` observes the window whose constructor creates the observer.
        let constructor = Reflect::get(window, &"PerformanceObserver".into()).ok()?;
        let observer = Reflect::construct(constructor.dyn_ref::<Function>()?, &Array::of1(&listener)).ok()?;
        let observer: PerformanceObserver = observer.unchecked_into();
        let options = Object::new();
        for (key, value) in [("type", "resource".into()), ("buffered", JsValue::TRUE)] {
            Reflect::set(&options, &key.into(), &value).ok()?;
        }
        observer.observe(&options).ok()?;
        Some(RequestObserver(observer))
    }

    /// Removes and returns the addresses that the browser has not passed to the listener yet.
    pub fn take(&self) -> Vec<String> {
        addresses_of(self.0.take_records())
    }
}

fn addresses_of(entries: Array) -> Vec<String> {
    let names = entries.into_iter().map(|entry| Reflect::get(&entry, &"name".into()));
    names.filter_map(|name| name.ok()?.as_string()).collect()
}

fn watch_workers() {
    let Ok(channel) = BroadcastChannel::new(&channel()) else {
        return;
    };
    let listener = Closure::<dyn Fn(JsValue)>::new(|event: JsValue| {
        let Ok(event) = Reflect::get(&event, &"data".into()) else {
            return;
        };
        report_text_field(&event, "refused", NetworkEvent::Refused);
        if let Ok(asked) = Reflect::get(&event, &"asked".into()).and_then(|asked| asked.dyn_into::<Array>()) {
            report_event(NetworkEvent::AskedByWorker(
                asked.iter().filter_map(|name| name.as_string()).collect(),
            ));
        }
    });
    channel.set_onmessage(Some(listener.into_js_value().unchecked_ref()));
    // The channel is never freed, because it lives as long as the page.
    std::mem::forget(channel);
}

fn container() -> Option<Container> {
    let navigator = web_sys::window()?.navigator();
    let container = Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
    (!container.is_undefined()).then(|| container.unchecked_into())
}

fn on_message(event: JsValue) {
    let Ok(event) = Reflect::get(&event, &"data".into()) else {
        return;
    };
    let field = |key: &str| Reflect::get(&event, &key.into()).unwrap_or_default();
    report_text_field(&event, "requested", NetworkEvent::AskedByServiceWorker);
    if let Some(reason) = field("notStored").as_string() {
        let foreign = field("foreign").as_string().map(NotStored::Foreign);
        let status = field("status").as_f64().map(|status| status as u16);
        let other = || match status {
            Some(status) => NotStored::Said(Refusal::Status { status }),
            None => NotStored::Said(Refusal::in_words(&reason)),
        };
        report_event(NetworkEvent::NotStored(foreign.unwrap_or_else(other)));
    }
    if field("stored").is_truthy() {
        report_event(NetworkEvent::Stored);
    }
    if let Some(embeds) = field("hasAll").as_bool() {
        report_event(NetworkEvent::Embeds(embeds));
    }
    if field("kept").is_string() {
        spawn_local(send_encoder_files("has"));
    }
    if field("takesLonger").is_truthy() {
        // Storing the files takes longer than the browser allows for one event, so the page sends the request again.
        // A browser terminates a service worker that handles one event for minutes.
        spawn_local(send_encoder_files("keep"));
    }
    if let Some(n) = field("others").as_f64() {
        report_event(NetworkEvent::OtherTabs(n as u32));
    }
}

fn follow(registration: &Registration) {
    watch_installation(registration);
    let found = registration.clone();
    listen(registration, "updatefound", move |_| watch_installation(&found));
}

fn watch_installation(registration: &Registration) {
    if let Some(installing) = registration.installing() {
        let changed = registration.clone();
        listen(&installing, "statechange", move |_| report_newer_version(&changed));
    }
    report_newer_version(registration);
}

fn report_newer_version(registration: &Registration) {
    if registration.waiting().is_some() && registration.active().is_some() {
        report_event(NetworkEvent::Newer);
    }
}

fn listen(target: &EventTarget, event: &str, listener: impl Fn(JsValue) + 'static) {
    let listener = Closure::<dyn Fn(JsValue)>::new(listener).into_js_value();
    // The result is ignored, because adding a listener cannot fail.
    let _ = target.add_event_listener_with_callback(event, listener.unchecked_ref());
}
