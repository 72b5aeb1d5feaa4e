//! The clocks and the timer of the browser.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_time::Instant;

/// Milliseconds since 1970 according to the system clock.
pub fn wall_clock_ms() -> u64 {
    js_sys::Date::now() as u64
}

/// Elapsed milliseconds, measured by a monotonic clock.
pub fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// Returns immediately if the browser cannot set a timer.
pub async fn sleep(ms: i32) {
    let elapsed = js_sys::Promise::new(&mut |resolve, _| {
        let timer =
            web_sys::window().map(|window| window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, ms));
        if !matches!(timer, Some(Ok(_))) {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    // The timer's promise is never rejected, so an error is impossible.
    let _ = JsFuture::from(elapsed).await;
}
