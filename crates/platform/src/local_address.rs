//! The second address that a browser on this machine can use to reach the page: `localhost` or `127.0.0.1`.

/// Returns the page's other address on this machine: with `127.0.0.1` instead of `localhost`, or the reverse.
/// Browsers store the data of the two addresses separately. Returns `None` if the page does not come from this machine.
pub fn other_local_address() -> Option<String> {
    let location = web_sys::window()?.location();
    let name = other_name(&location.hostname().ok()?)?;
    let (protocol, port, path) = (
        location.protocol().ok()?,
        location.port().ok()?,
        location.pathname().ok()?,
    );
    let port = if port.is_empty() { port } else { format!(":{port}") };
    Some(format!("{protocol}//{name}{port}{path}"))
}

/// Returns `127.0.0.1` for `localhost`, and `localhost` for `127.0.0.1` or `[::1]`.
fn other_name(name: &str) -> Option<&'static str> {
    match name {
        "127.0.0.1" | "[::1]" => Some("localhost"),
        "localhost" => Some("127.0.0.1"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_have_another_name() {
        assert_eq!(other_name("localhost"), Some("127.0.0.1"));
        assert_eq!(other_name("127.0.0.1"), Some("localhost"));
        assert_eq!(other_name("[::1]"), Some("localhost"));
        for name in ["example.org", "localhost.example", "a.localhost", "127.0.0.2", ""] {
            assert_eq!(other_name(name), None, "{name}");
        }
    }
}
