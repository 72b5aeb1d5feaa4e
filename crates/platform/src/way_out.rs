//! The one document that may send anything to another server, and to one only.
//!
//! The page's own policy lets nothing out of its origin, not even here. www/endpoint.html is opened in a frame that nobody
//! sees; its policy allows requests and nothing else, and before the first one a second policy is added that names the
//! endpoint alone. The browser holds both, so that even an error in this program could send to nobody else. The frame goes
//! when the asking ends.

use futures::channel::oneshot;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, RequestInit, Response, Url, Window};

use crate::{assets, network};
use fastgas_annotation::confidence::Endpoint;
use fastgas_protocol::transport::words;

#[wasm_bindgen]
extern "C" {
    /// HTMLIFrameElement.
    #[wasm_bindgen(extends = Element)]
    type Frame;
    #[wasm_bindgen(method, getter, js_name = contentWindow)]
    fn content_window(this: &Frame) -> Option<Window>;
    #[wasm_bindgen(method, getter, js_name = contentDocument)]
    fn content_document(this: &Frame) -> Option<Document>;

    type Performance;
    #[wasm_bindgen(method, js_name = getEntriesByType)]
    fn get_entries_by_type(this: &Performance, kind: &str) -> Array;
}

/// The way out, to one endpoint. Closed when it is dropped.
pub struct WayOut {
    frame: Frame,
    window: Window,
    address: String,
}

impl WayOut {
    /// Opens it.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    pub async fn open(endpoint: &Endpoint) -> Result<WayOut, String> {
        let origin = endpoint.origin();
        if origin.contains('[') {
            return Err(
                "a page’s policy cannot name an address of IPv6; give its host a name, such as localhost".into(),
            );
        }
        let source = assets::url("endpoint").map_err(|error| error.to_string())?;
        let frame = Frame::insert(&source).await.map_err(|reason| words(&reason))?;
        let allowed = frame.allow_only(origin);
        let window = frame.content_window().filter(|_| allowed.is_some());
        match window {
            Some(window) => Ok(WayOut {
                frame,
                window,
                address: endpoint.address().into(),
            }),
            None => {
                frame.remove();
                Err("the browser shows no frame".into())
            }
        }
    }

    /// Sends a request to the endpoint.
    ///
    /// # Errors
    /// As `fetch`.
    pub async fn send(&self, init: &RequestInit) -> Result<Response, JsValue> {
        network::sent(&self.address);
        let asked: Promise = self.window.fetch_with_str_and_init(&self.address, init);
        Ok(JsFuture::from(asked).await?.unchecked_into())
    }
}

impl WayOut {
    /// Tells of what the frame asked beside what was sent: a server may answer with a header `Link: …; rel=prefetch`. The policy
    /// refuses it, and the list of requests would show it where a browser does not hold to the policy.
    fn tell_of_others(&self) {
        let performance = Reflect::get(&self.window, &"performance".into());
        let Ok(performance) = performance.map(JsCast::unchecked_into::<Performance>) else {
            return;
        };
        // As the browser spells it.
        let Ok(own) = Url::new(&self.address).map(|address| address.href()) else {
            return;
        };
        let entries = performance.get_entries_by_type("resource").into_iter();
        let names = entries.filter_map(|entry| Reflect::get(&entry, &"name".into()).ok()?.as_string());
        names.filter(|name| *name != own).for_each(|name| network::sent(&name));
    }
}

impl Drop for WayOut {
    fn drop(&mut self) {
        self.tell_of_others();
        self.frame.remove();
    }
}

impl Frame {
    /// Puts the document of `source` into the page, unseen, and waits until it is there.
    async fn insert(source: &str) -> Result<Frame, JsValue> {
        let document = web_sys::window().and_then(|window| window.document());
        let document = document.ok_or("there is no page")?;
        let frame: Frame = document.create_element("iframe")?.unchecked_into();
        frame.set_attribute("hidden", "")?;
        frame.set_attribute("src", source)?;
        let (tell, told) = oneshot::channel();
        let loaded = Closure::once_into_js(move || {
            // Nobody waits when the asking was stopped.
            let _ = tell.send(());
        });
        frame.add_event_listener_with_callback("load", loaded.unchecked_ref())?;
        document.body().ok_or("there is no page")?.append_child(&frame)?;
        told.await.map_err(|_| "the frame has gone")?;
        Ok(frame)
    }

    /// Adds the policy that names this origin alone. None where the document is not the one that was asked for, whose own
    /// policy would be missing.
    fn allow_only(&self, origin: &str) -> Option<()> {
        let document = self.content_document()?;
        document.query_selector("meta[http-equiv]").ok()??;
        let policy = document.create_element("meta").ok()?;
        policy.set_attribute("http-equiv", "Content-Security-Policy").ok()?;
        // What no directive names falls to `default-src`: without it, headers of the answers (`Link: …; rel=prefetch`) could
        // have the browser ask other hosts.
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
        // As long as the document. Never refused.
        let _ = document
            .add_event_listener_with_callback("securitypolicyviolation", refused.into_js_value().unchecked_ref());
        document.head()?.append_child(&policy).ok()?;
        Some(())
    }
}
