//! What the user sees after the page's program has failed: `www/rescue.js`, which needs nothing of the program. The program only
//! tells it the words of the user's language beforehand, and calls it when it panics.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = fastgasRescue, js_name = tellWords)]
    fn tell_words(words: &Object) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = fastgasRescue)]
    fn show(place: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Tells the words, by their names in `www/rescue.js`.
pub fn tell_rescue_words(words: &[(&str, String)]) {
    let object = Object::new();
    for (name, text) in words {
        // A new object takes any key.
        let _ = Reflect::set(&object, &(*name).into(), &text.into());
    }
    if tell_words(&object).is_err() {
        console_error("rescue.js is missing: after an error in the program nothing would be said");
    }
}

/// From now on a panic is told to the user. Neither the console nor the user reads more of it than the place in the sources: the
/// message of a panic may contain texts of the user, and whoever reports it would send them.
pub fn rescue_after_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        console_error(&format!("the program panicked at {place}"));
        // Without rescue.js the exception that follows is in the console.
        let _ = show(&place);
    }));
}
