//! HTTP headers for every file of the site. `serve` and the service worker send these headers.
//! The document's content security policy also applies to workers if it is sent as a header.
//! Some security settings are only possible in a header.

use std::cell::RefCell;

use anyhow::{Result, anyhow};
use lol_html::{RewriteStrSettings, element, rewrite_str};

/// Headers that are sent in addition to the content security policy, with names in lower case.
pub const HEADERS: [(&str, &str); 6] = [
    // Cross-origin isolation: no page of another site shares the process, and shared memory is available.
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

/// Content security policy of a document as a header; `None` if the document has no policy.
/// Adds `frame-ancestors`, which only works in a header: only the page itself may show the document in a frame.
pub fn header(html: &str) -> Result<Option<String>> {
    Ok(of(html)?.map(|policy| format!("{policy}; frame-ancestors 'self'")))
}

/// Content security policy in the document's `<meta>` element.
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
