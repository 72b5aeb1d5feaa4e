//! A hidden frame that sends requests to the user's endpoint. Only this frame may send requests to another origin.
//!
//! The content security policy of the page forbids requests to other origins everywhere in this program.
//! The frame contains the document www/endpoint.html, whose policy allows requests and forbids everything else.
//! Before the first request, the frame gets a second policy, which allows requests only to the endpoint.
//! The browser enforces both policies, so that even an error in this program cannot send data to a third server.
//! The frame is removed when all questions are answered or the run ends early, even while the frame loads.

use futures::channel::oneshot;
use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, RequestInit, Response, Url, Window};

use crate::assets;
use crate::network::{self, RequestObserver};
use fastgas_annotation::UnreachableReason;
use fastgas_annotation::confidence::Endpoint;
use fastgas_protocol::Refusal;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Element)]
    type Frame;
    #[wasm_bindgen(method, getter, js_name = contentWindow)]
    fn content_window(this: &Frame) -> Option<Window>;
    #[wasm_bindgen(method, getter, js_name = contentDocument)]
    fn content_document(this: &Frame) -> Option<Document>;
}

/// Dropping this value closes the frame.
pub struct EgressFrame {
    window: Window,
    address: String,
    // Fields are dropped in declaration order, and the last requests must be read before the frame is removed.
    _other_requests: Option<OtherRequests>,
    _frame: FrameGuard,
}

/// Dropping this value removes the frame from the page.
struct FrameGuard(Frame);

impl Drop for FrameGuard {
    fn drop(&mut self) {
        self.0.remove();
    }
}

pub(super) fn unreachable(refusal: Refusal) -> UnreachableReason {
    match refusal {
        Refusal::NoAnswer => UnreachableReason::NoAnswer,
        Refusal::TooLate => UnreachableReason::TooLate,
        Refusal::NoPage => UnreachableReason::NoPage,
        Refusal::Other { message } => UnreachableReason::Browser { message },
        other => UnreachableReason::Other(other.to_string().into()),
    }
}

impl EgressFrame {
    pub async fn open(endpoint: &Endpoint) -> Result<EgressFrame, UnreachableReason> {
        let origin = endpoint.origin();
        if origin.contains('[') {
            return Err(UnreachableReason::Ipv6);
        }
        let source = assets::url("endpoint").map_err(|error| UnreachableReason::Other(error.to_string().into()))?;
        let (frame, loaded) = Frame::insert(&source).map_err(unreachable)?;
        loaded.await.map_err(|_| UnreachableReason::FrameGone)?;
        let allowed = frame.0.allow_only(origin);
        let window = frame.0.content_window().filter(|_| allowed.is_some());
        let window = window.ok_or(UnreachableReason::NoFrame)?;
        Ok(EgressFrame {
            _other_requests: OtherRequests::observe(&window, endpoint.address()),
            window,
            address: endpoint.address().into(),
            _frame: frame,
        })
    }

    pub async fn send(&self, init: &RequestInit) -> Result<Response, JsValue> {
        network::sent(&self.address);
        let asked: Promise = self.window.fetch_with_str_and_init(&self.address, init);
        Ok(JsFuture::from(asked).await?.unchecked_into())
    }
}

/// Adds requests of the frame that this program did not send to the log of requests.
/// A server may answer with a header `Link: …; rel=prefetch`, which requests another URL.
/// The policy of the frame blocks prefetch requests.
/// If a browser does not enforce the policy, prefetch requests appear in the log of requests.
struct OtherRequests {
    observer: RequestObserver,
    own: String,
}

impl OtherRequests {
    /// Returns `None` in browsers without resource timing. `address` is the address to which this program sends.
    fn observe(window: &Window, address: &str) -> Option<OtherRequests> {
        // `Url` normalizes the address like the browser's list of requests, so that the addresses can be compared.
        let own = Url::new(address).ok()?.href();
        let known = own.clone();
        let observer = RequestObserver::start(window, move |addresses| report_others(&addresses, &known))?;
        Some(OtherRequests { observer, own })
    }
}

impl Drop for OtherRequests {
    fn drop(&mut self) {
        // The browser calls the listener with a delay, and not at all after the frame is removed.
        report_others(&self.observer.take(), &self.own);
    }
}

fn report_others(addresses: &[String], own: &str) {
    let others = addresses.iter().filter(|address| *address != own);
    others.for_each(|address| network::sent(address));
}

impl Frame {
    /// The returned receiver gets a message when the frame is loaded.
    /// The returned `FrameGuard` removes the frame even if the caller's future is dropped while the frame loads.
    fn insert(source: &str) -> Result<(FrameGuard, oneshot::Receiver<()>), Refusal> {
        let document = web_sys::window().and_then(|window| window.document());
        let document = document.ok_or(Refusal::NoPage)?;
        let frame: Frame = document.create_element("iframe")?.unchecked_into();
        frame.set_attribute("hidden", "")?;
        frame.set_attribute("src", source)?;
        let (sender, receiver) = oneshot::channel();
        let loaded = Closure::once_into_js(move || {
            // An error from `send` means that the run was stopped, so that no future waits for the frame.
            let _ = sender.send(());
        });
        frame.add_event_listener_with_callback("load", loaded.unchecked_ref())?;
        document.body().ok_or(Refusal::NoPage)?.append_child(&frame)?;
        Ok((FrameGuard(frame), receiver))
    }

    /// Adds a policy to the frame that allows requests only to `origin`.
    /// Returns `None` if the frame contains another document, which lacks the policy that forbids everything else.
    fn allow_only(&self, origin: &str) -> Option<()> {
        let document = self.content_document()?;
        document.query_selector("meta[http-equiv]").ok()??;
        let policy = document.create_element("meta").ok()?;
        policy.set_attribute("http-equiv", "Content-Security-Policy").ok()?;
        // Resources without a separate directive are controlled by `default-src`.
        // Without `default-src`, response headers such as `Link: …; rel=prefetch` could cause requests to other hosts.
        let content = format!("default-src 'none'; connect-src {origin}");
        policy.set_attribute("content", &content).ok()?;
        let refused = Closure::<dyn Fn(JsValue)>::new(|event: JsValue| {
            if let Some(address) = Reflect::get(&event, &"blockedURI".into())
                .ok()
                .and_then(|uri| uri.as_string())
            {
                network::refused(&address);
            }
        });
        // The listener lives as long as the document. The result is ignored, because adding a listener cannot fail.
        let _ = document
            .add_event_listener_with_callback("securitypolicyviolation", refused.into_js_value().unchecked_ref());
        document.head()?.append_child(&policy).ok()?;
        Some(())
    }
}
