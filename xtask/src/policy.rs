//! What a browser is told with every file: the document's policy as a header, which binds workers too, and what only a
//! header can say. Sent by `serve` and by the service worker.

use std::cell::RefCell;

use anyhow::{Result, anyhow};
use lol_html::{RewriteStrSettings, element, rewrite_str};

/// Headers beside the policy, in lower case.
pub const HEADERS: [(&str, &str); 6] = [
    // Alone in its process: no other page can reach this one, and shared memory may be used.
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    (
        "permissions-policy",
        "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
         magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
    ),
    ("x-content-type-options", "nosniff"),
];

/// The policy of a document as a header; none where it has none. Only a header can say who may show the document in a
/// frame: the page itself and nobody else.
pub fn header(html: &str) -> Result<Option<String>> {
    Ok(of(html)?.map(|policy| format!("{policy}; frame-ancestors 'self'")))
}

/// The policy that a document carries.
fn of(html: &str) -> Result<Option<String>> {
    let policy = RefCell::new(None);
    let settings = RewriteStrSettings {
        element_content_handlers: vec![element!("meta[http-equiv=Content-Security-Policy]", |element| {
            *policy.borrow_mut() = element.get_attribute("content");
            Ok(())
        })],
        ..RewriteStrSettings::new()
    };
    rewrite_str(html, settings).map_err(|error| anyhow!("{error}"))?;
    Ok(policy.into_inner())
}
