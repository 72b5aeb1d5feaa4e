//! The address of the language model.

use crate::{ConfidenceError, EndpointReason};

/// The API of the language model's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Api {
    /// `/v1/chat/completions`: examples and text are messages of a chat.
    Chat,
    /// `/v1/completions`: examples and text together are one prompt.
    Completions,
}

/// The address of an OpenAI-compatible server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    address: String,
    host: String,
    api: Api,
}

impl Endpoint {
    /// Parses an address as the user types it: `http://localhost:11434`, `https://api.example.com/v1`, or a complete URL.
    /// A URL path that ends in `/completions` is used unchanged and determines the [`Api`].
    /// `/chat/completions` is appended to any other path; an empty path becomes `/v1/chat/completions`.
    ///
    /// # Errors
    /// Returns [`ConfidenceError::Endpoint`] if the address contains credentials.
    /// Also fails if a browser might resolve the address to a different host than a human reader expects.
    pub fn read(typed: &str) -> Result<Endpoint, ConfidenceError> {
        let typed = typed.trim();
        let refused = |reason| ConfidenceError::Endpoint {
            address: typed.into(),
            reason,
        };
        let (scheme, rest) = typed.split_once("://").unwrap_or_default();
        let scheme = scheme.to_ascii_lowercase();
        if scheme != "http" && scheme != "https" {
            return Err(refused(EndpointReason::Scheme));
        }
        if let Some(odd) = rest
            .chars()
            .find(|&c| !c.is_ascii_graphic() || "\\#\"<>`{}|^".contains(c))
        {
            return Err(refused(EndpointReason::Letter { letter: odd.into() }));
        }
        let (place, query) = rest.split_once('?').map_or((rest, ""), |(place, query)| (place, query));
        let (host, path) = place.find('/').map_or((place, ""), |at| place.split_at(at));
        if host.contains('@') {
            return Err(refused(EndpointReason::Credentials));
        }
        if !is_host(host) {
            return Err(refused(EndpointReason::NoHost));
        }
        let path = path.trim_end_matches('/');
        let (path, api) = match path {
            _ if path.ends_with("/chat/completions") => (path.to_owned(), Api::Chat),
            _ if path.ends_with("/completions") => (path.to_owned(), Api::Completions),
            "" => ("/v1/chat/completions".to_owned(), Api::Chat),
            _ => (format!("{path}/chat/completions"), Api::Chat),
        };
        let host = host.to_ascii_lowercase();
        let query = if query.is_empty() {
            String::new()
        } else {
            format!("?{query}")
        };
        Ok(Endpoint {
            address: format!("{scheme}://{host}{path}{query}"),
            host,
            api,
        })
    }

    /// The full URL that requests are sent to.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Scheme, host and optional port of the server.
    pub fn origin(&self) -> &str {
        let scheme_end = self.address.find("://").map_or(0, |at| at + 3);
        &self.address[..scheme_end + self.host.len()]
    }

    /// Host and optional port of the server that receives the texts.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The API of the server, as determined by the address.
    pub fn api(&self) -> Api {
        self.api
    }

    /// True if the server's host is the local machine.
    pub fn is_local(&self) -> bool {
        let name = match self.host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => self.host.split(':').next().unwrap_or_default(),
        };
        let is_v4 = name.starts_with("127.") && name.parse::<std::net::Ipv4Addr>().is_ok();
        name == "localhost" || name.ends_with(".localhost") || name == "::1" || is_v4
    }

    /// True if texts are sent unencrypted over a network.
    pub fn is_open(&self) -> bool {
        self.address.starts_with("http://") && !self.is_local()
    }
}

/// Accepts a host name, an IPv4 address or a bracketed IPv6 address, each with or without a port.
fn is_host(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, "")) => (name, None),
        Some((name, port)) => (name, Some(port.strip_prefix(':').unwrap_or("none"))),
        None => host
            .split_once(':')
            .map_or((host, None), |(name, port)| (name, Some(port))),
    };
    let is_name = match host.starts_with('[') {
        true => name.parse::<std::net::Ipv6Addr>().is_ok(),
        false => !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)),
    };
    is_name && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_address_is_completed_to_full_path() {
        for (typed, address, api) in [
            (
                "http://localhost:11434",
                "http://localhost:11434/v1/chat/completions",
                Api::Chat,
            ),
            (
                " https://API.example.com/v1/ ",
                "https://api.example.com/v1/chat/completions",
                Api::Chat,
            ),
            ("https://h.io/api/v1", "https://h.io/api/v1/chat/completions", Api::Chat),
            ("http://[::1]:8080/", "http://[::1]:8080/v1/chat/completions", Api::Chat),
            (
                "HTTP://127.0.0.1/v1/completions",
                "http://127.0.0.1/v1/completions",
                Api::Completions,
            ),
            (
                "https://h.io/x/chat/completions?v=1",
                "https://h.io/x/chat/completions?v=1",
                Api::Chat,
            ),
        ] {
            let endpoint = Endpoint::read(typed).expect(typed);
            assert_eq!((endpoint.address(), endpoint.api()), (address, api));
        }
    }

    #[test]
    fn host_locality_and_encryption_are_recognized() {
        for (typed, host, is_local, is_open) in [
            ("http://localhost:8080/v1", "localhost:8080", true, false),
            ("http://127.0.0.9", "127.0.0.9", true, false),
            ("http://[::1]:80", "[::1]:80", true, false),
            ("http://192.168.0.7:8000", "192.168.0.7:8000", false, true),
            ("http://127.evil.example", "127.evil.example", false, true),
            ("http://localhost.example", "localhost.example", false, true),
            ("https://api.example.com", "api.example.com", false, false),
        ] {
            let endpoint = Endpoint::read(typed).expect(typed);
            assert_eq!(
                (endpoint.host(), endpoint.is_local(), endpoint.is_open()),
                (host, is_local, is_open)
            );
            assert_eq!(endpoint.origin(), typed.trim_end_matches("/v1"));
        }
    }

    #[test]
    fn ambiguous_addresses_are_rejected() {
        for typed in [
            "",
            "localhost:8080",
            "ftp://h",
            "http://",
            "http:///v1",
            "http://:80",
            "http://h:x",
            "http://h:70000",
            "http://good.example@evil.example",
            "http://evil.example\\@good.example/",
            "http://good.example#@evil.example",
            "http://a b",
            "http://hé.example",
            "http://[::1",
            "http://[::1]x",
            "http://[nobody]",
            "http://::1",
            "https://h/a\nb",
        ] {
            let error = Endpoint::read(typed).expect_err(typed);
            assert!(matches!(error, ConfidenceError::Endpoint { .. }), "{typed}: {error}");
        }
    }
}
