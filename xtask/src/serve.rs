//! A static server for 127.0.0.1, as plain as any static host: no header that the site could come to need.

use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, anyhow};
use percent_encoding::percent_decode_str;
use tiny_http::{Header, Method, Request, Response, Server};

/// A running server; it ends with the program.
pub struct Serving {
    /// Its address, with a slash at the end.
    pub address: String,
    threads: Vec<thread::JoinHandle<()>>,
}

/// Serves `folder` on 127.0.0.1; port 0 lets the system choose.
pub fn start(folder: &Path, port: u16) -> Result<Serving> {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("no folder {}", folder.display()))?;
    let server = Server::http(("127.0.0.1", port)).map_err(|error| {
        anyhow!("cannot serve on port {port}: {error}. Is something else there? Choose another with --port.")
    })?;
    let address = format!("http://{}/", server.server_addr());
    let server = Arc::new(server);
    // A browser opens six connections at a time.
    let threads = (0..6)
        .map(|_| {
            let (server, folder) = (server.clone(), folder.clone());
            thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    answer(request, &folder);
                }
            })
        })
        .collect();
    Ok(Serving { address, threads })
}

impl Serving {
    /// Serves until the program is stopped.
    pub fn wait(self) {
        for thread in self.threads {
            // A thread that panicked has already said why.
            let _ = thread.join();
        }
    }
}

fn answer(request: Request, folder: &Path) {
    // What is left to do when the browser hangs up in the middle: nothing.
    let _ = match (request.method(), file_of(request.url(), folder)) {
        (Method::Get | Method::Head, Some((path, file))) => {
            let mime = mime_guess::from_path(&path).first_or_octet_stream();
            let mime = match mime.type_() {
                mime_guess::mime::TEXT => format!("{mime}; charset=utf-8"),
                _ => mime.to_string(),
            };
            request.respond(
                Response::from_file(file)
                    .with_header(header("Content-Type", &mime))
                    .with_header(header("Cache-Control", "no-cache"))
                    .with_header(header("X-Content-Type-Options", "nosniff"))
                    // Length up front instead of chunks, so that a browser can show how far it is.
                    .with_chunked_threshold(usize::MAX),
            )
        }
        (Method::Get | Method::Head, None) => request.respond(plain(404, "not found\n")),
        _ => request.respond(plain(405, "only GET and HEAD\n")),
    };
}

fn plain(status: u16, text: &str) -> Response<Cursor<Vec<u8>>> {
    Response::from_string(text).with_status_code(status)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and types of files are ASCII")
}

/// The file that `url` means; none where there is none or where it would lie outside of `folder`.
fn file_of(url: &str, folder: &Path) -> Option<(PathBuf, File)> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.into_owned()
    };
    // Links and `..` are both resolved here, so what is compared is where the file really is.
    let path = folder.join(path.trim_start_matches('/')).canonicalize().ok()?;
    if !path.starts_with(folder) || !path.is_file() {
        return None;
    }
    let file = File::open(&path).ok()?;
    Some((path, file))
}

#[cfg(test)]
mod tests {
    use std::fs;
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
        for name in ["index.html", "a.js", "a_bg.wasm", "sub dir/t.json"] {
            fs::write(folder.join("site").join(name), name).unwrap();
        }
        let address = start(&folder.join("site"), 0).unwrap().address;
        for (path, mime) in [
            ("/", "text/html; charset=utf-8"),
            ("/a.js?x=1", "text/javascript; charset=utf-8"),
            ("/a_bg.wasm", "application/wasm"),
            ("/sub%20dir/t.json", "application/json"),
        ] {
            let answer = get(&address, path);
            assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
            assert!(
                answer.contains(&format!("Content-Type: {mime}\r\n")),
                "{path}: {answer}"
            );
            assert!(answer.contains("Cache-Control: no-cache\r\n"), "{path}: {answer}");
        }
        for path in [
            "/../secret",
            "/%2e%2e/secret",
            "/sub%20dir/../../secret",
            "//etc/passwd",
            "/none",
            "/sub%20dir",
        ] {
            assert!(get(&address, path).starts_with("HTTP/1.1 404"), "{path}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
