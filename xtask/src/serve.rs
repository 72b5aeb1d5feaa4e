//! A static server for 127.0.0.1. It sends each document's policy as a header too, and what else a browser should be told
//! (`policy`); the site must not come to need any of it, since most static hosts send none.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderName, HeaderValue};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::policy;

/// A running server; it ends when this is dropped.
pub struct Serving {
    /// Its address, with a slash at the end.
    pub address: String,
    task: JoinHandle<std::io::Result<()>>,
    runtime: Runtime,
}

/// Serves `folder` on 127.0.0.1, and each of `others` below its path; port 0 lets the system choose.
pub fn start(folder: &Path, others: &[(&str, &Path)], port: u16) -> Result<Serving> {
    let files = |folder: &Path| {
        let folder = folder
            .canonicalize()
            .with_context(|| format!("no folder {}", folder.display()))?;
        anyhow::Ok(ServeDir::new(folder))
    };
    let mut site = guarded(
        Router::new().fallback_service(files(folder)?),
        &folder.join("index.html"),
    )?;
    for document in documents(folder)? {
        let (path, file) = (format!("/{document}"), folder.join(&document));
        let alone = Router::new().route_service(&path, ServeFile::new(&file));
        site = site.merge(guarded(alone, &file)?);
    }
    for (path, folder) in others {
        site = site.nest_service(path, files(folder)?);
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_io().build()?;
    let listener = runtime
        .block_on(TcpListener::bind(("127.0.0.1", port)))
        .with_context(|| {
            format!("cannot serve on port {port}. Is something else there? Choose another with --port.")
        })?;
    let address = format!("http://{}/", listener.local_addr()?);
    let site = site.layer(SetResponseHeaderLayer::overriding(
        CACHE_CONTROL,
        HeaderValue::from_static("no-cache"),
    ));
    let task = runtime.spawn(async { axum::serve(listener, site).await });
    Ok(Serving { address, task, runtime })
}

/// `router`, whose answers carry the policy of `document`, where that has one.
fn guarded(router: Router, document: &Path) -> Result<Router> {
    let html = fs::read_to_string(document).unwrap_or_default();
    let Some(content) = policy::header(&html)? else {
        return Ok(router);
    };
    let set = |name, value: &str| {
        anyhow::Ok(SetResponseHeaderLayer::overriding(
            name,
            HeaderValue::from_str(value).context("the policy is no header")?,
        ))
    };
    let mut router = router.layer(set(CONTENT_SECURITY_POLICY, &content)?);
    for (name, value) in policy::HEADERS {
        router = router.layer(set(HeaderName::from_static(name), value)?);
    }
    Ok(router)
}

/// The documents in `folder`, but for the page itself.
fn documents(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend((name.ends_with(".html") && name != "index.html").then_some(name));
    }
    Ok(names)
}

impl Serving {
    /// Serves until the program is stopped.
    pub fn wait(self) -> Result<()> {
        Ok(self.runtime.block_on(self.task)??)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn get(address: &str, path: &str) -> String {
        let host = address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn types_are_right_and_nothing_outside_is_served() {
        let folder = std::env::temp_dir().join(format!("xtask-serve-{}", std::process::id()));
        fs::create_dir_all(folder.join("site/sub dir")).unwrap();
        fs::write(folder.join("secret"), "secret").unwrap();
        let html = |source: &str| format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{source}\">");
        fs::write(folder.join("site/index.html"), html("connect-src 'self'")).unwrap();
        fs::write(folder.join("site/endpoint.html"), html("connect-src http:")).unwrap();
        for name in ["a.js", "a_bg.wasm", "sub dir/t.json"] {
            fs::write(folder.join("site").join(name), name).unwrap();
        }
        let serving = start(&folder.join("site"), &[("/other", &folder.join("site/sub dir"))], 0).unwrap();
        let address = &serving.address;
        for (path, mime) in [
            ("/", "text/html"),
            ("/a.js?x=1", "text/javascript"),
            ("/a_bg.wasm", "application/wasm"),
            ("/sub%20dir/t.json", "application/json"),
            ("/other/t.json", "application/json"),
        ] {
            let answer = get(address, path);
            assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
            assert!(
                answer.to_lowercase().contains(&format!("content-type: {mime}\r\n")),
                "{path}: {answer}"
            );
            assert!(
                answer.to_lowercase().contains("cache-control: no-cache\r\n"),
                "{path}: {answer}"
            );
        }
        for (path, sent) in [
            ("/", "connect-src 'self'; frame-ancestors 'self'\r"),
            ("/a.js", "connect-src 'self'; frame-ancestors 'self'\r"),
            ("/endpoint.html", "connect-src http:; frame-ancestors 'self'\r"),
        ] {
            let answer = get(address, path);
            assert!(
                answer.contains(&format!("content-security-policy: {sent}")),
                "{path}: {answer}"
            );
            assert!(
                answer.contains("cross-origin-opener-policy: same-origin\r"),
                "{path}: {answer}"
            );
        }
        assert!(!get(address, "/other/t.json").contains("content-security-policy"));
        for path in [
            "/../secret",
            "/other/../../secret",
            "/%2e%2e/secret",
            "/sub%20dir/../../secret",
            "//etc/passwd",
            "/none",
            "/sub%20dir",
        ] {
            let answer = get(address, path);
            assert!(
                !answer.starts_with("HTTP/1.1 200") && !answer.contains("secret"),
                "{path}: {answer}"
            );
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
