//! The one document that may send anything to another server, and to one only.
//!
//! The page's own policy lets nothing out of its origin, not even here. www/endpoint.html is opened in a frame that nobody
//! sees; its policy allows requests and nothing else, and before the first one a second policy is added that names the
//! endpoint alone. The browser holds both, so that even an error in this program could send to nobody else. The frame goes
//! when the asking ends.

use futures::channel::oneshot;
use js_sys::Promise;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, RequestInit, Response, Window};

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

impl Drop for WayOut {
    fn drop(&mut self) {
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
        policy.set_attribute("content", &format!("connect-src {origin}")).ok()?;
        document.head()?.append_child(&policy).ok()?;
        Some(())
    }
}
