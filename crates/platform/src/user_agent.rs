//! The platform of the user's machine.

/// Whether the user's device is from Apple. Apple devices have different modifier keys.
pub fn is_apple() -> bool {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    let is_apple = |platform: String| ["Mac", "iPhone", "iPad"].iter().any(|name| platform.starts_with(name));
    platform.is_some_and(is_apple)
}
