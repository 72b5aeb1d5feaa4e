//! A static file server for 127.0.0.1, which also sends each document's content security policy and the headers of `policy`.
//! The site must work without these extra headers, because most static hosts do not send them.

use std::collections::VecDeque;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any_service;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use percent_encoding::percent_decode_str;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::policy;

/// Default port of `cargo xtask serve`. The port is fixed, because browsers keep the projects of each port apart.
/// Few other programs use this port: a program that takes the port while the server is not running could read the projects.
pub const PORT: u16 = 26_417;

/// Limits for the clients of the server.
#[derive(Clone, Copy)]
struct Limits {
    /// Maximum number of open connections. A connection uses two file descriptors, and some systems limit a program to 256.
    connections: usize,
    /// Time limit for receiving the head of a request, which also applies to later requests on a kept-alive connection.
    head: Duration,
}

const LIMITS: Limits = Limits {
    connections: 100,
    head: Duration::from_secs(10),
};

/// Pause after the system refused to accept a connection, for example because file descriptors ran out.
const PAUSE: Duration = Duration::from_millis(100);

/// A running server, which stops when this value is dropped.
pub struct Serving {
    /// Address of the server, with a trailing slash.
    pub address: String,
    task: JoinHandle<()>,
    runtime: Runtime,
}

/// Serves `folder` on 127.0.0.1, and each folder of `others` below its path. With port 0, the system chooses the port.
pub fn start(folder: &Path, others: &[(&str, &Path)], port: u16) -> Result<Serving> {
    // The sender has been dropped, which means that the folder is complete.
    start_with(folder, others, port, LIMITS, &watch::channel(()).1)
}

/// Serves a folder to which files are still being added.
/// A request for a missing file is answered as soon as the sender of `completion` has been dropped.
pub fn start_incomplete(folder: &Path, port: u16, completion: &watch::Receiver<()>) -> Result<Serving> {
    start_with(folder, &[], port, LIMITS, completion)
}

fn start_with(
    folder: &Path,
    others: &[(&str, &Path)],
    port: u16,
    limits: Limits,
    completion: &watch::Receiver<()>,
) -> Result<Serving> {
    let mut site = guarded(
        Router::new().fallback_service(files(folder, completion)?),
        &folder.join("index.html"),
    )?;
    for document in documents(folder)? {
        let served = Folder::new(folder, completion)?;
        let file =
            any_service(ServeDir::new(served.path.as_path())).layer(from_fn_with_state(served, only_plain_files));
        let alone = Router::new().route(&format!("/{document}"), file);
        site = site.merge(guarded(alone, &folder.join(&document))?);
    }
    for (path, folder) in others {
        site = site.nest_service(path, files(folder, completion)?);
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime
        .block_on(TcpListener::bind(("127.0.0.1", port)))
        .with_context(|| {
            format!(
                "cannot serve on port {port}. Is something else there? Another can be chosen with --port, but projects that \
                 are stored at this port are not seen at another."
            )
        })?;
    let own = listener.local_addr()?;
    let no_cache = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let site = site
        .layer(no_cache)
        .layer(from_fn_with_state(own.port(), only_own_names));
    let task = runtime.spawn(accept(listener, site, limits));
    Ok(Serving {
        address: format!("http://{own}/"),
        task,
        runtime,
    })
}

/// Serves only the files in `folder`, regardless of the requested path.
fn files(folder: &Path, completion: &watch::Receiver<()>) -> Result<Router> {
    let folder = Folder::new(folder, completion)?;
    let files = Router::new().fallback_service(ServeDir::new(folder.path.as_path()));
    Ok(files.layer(from_fn_with_state(folder, only_plain_files)))
}

/// A served folder.
#[derive(Clone)]
struct Folder {
    /// Path of the folder, with symbolic links resolved.
    path: Arc<PathBuf>,
    /// Channel that is closed when the folder is complete.
    completion: watch::Receiver<()>,
}

impl Folder {
    fn new(path: &Path, completion: &watch::Receiver<()>) -> Result<Folder> {
        let path = path
            .canonicalize()
            .with_context(|| format!("no folder {}", path.display()))?;
        Ok(Folder {
            path: Arc::new(path),
            completion: completion.clone(),
        })
    }
}

/// Answers only requests for the local names of this machine.
/// Without the check, a web page of another site could use a name that resolves to this machine (DNS rebinding).
/// The page of the other site would then have the same origin as the server.
async fn only_own_names(State(port): State<u16>, request: Request, next: Next) -> Response {
    let own = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    let is_own = |name: &str| own.iter().any(|own| own.eq_ignore_ascii_case(name));
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let named = request.uri().authority().is_none_or(|named| is_own(named.as_str()));
    if !named || !host.to_str().is_ok_and(is_own) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    match is_document(&request) && host != own[0].as_str() {
        true => {
            let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
            Redirect::temporary(&format!("http://{}{path}", own[0])).into_response()
        }
        false => next.run(request).await,
    }
}

/// Whether a browser opens the answer to the request as a document in a tab.
/// Browsers store the projects of each host name separately. Therefore requests with other names are redirected to one name.
fn is_document(request: &Request) -> bool {
    request
        .headers()
        .get("sec-fetch-dest")
        .is_some_and(|purpose| purpose == "document")
}

/// Answers 404 for hidden files and for paths behind symbolic links, as if the files did not exist.
async fn only_plain_files(State(folder): State<Folder>, request: Request, next: Next) -> Response {
    if !is_plain(&folder.path, request.uri().path()) {
        let mut completion = folder.completion.clone();
        while completion.changed().await.is_ok() {}
    }
    match is_plain(&folder.path, request.uri().path()) {
        true => next.run(request).await,
        false => StatusCode::NOT_FOUND.into_response(),
    }
}

fn is_plain(folder: &Path, path: &str) -> bool {
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return false;
    };
    let is_there = |place: &Path| fs::symlink_metadata(place).is_ok_and(|about| !about.is_symlink());
    let mut place = folder.to_owned();
    for name in path.split('/').filter(|name| !name.is_empty()) {
        if name.starts_with('.') || name.contains(['\\', '\0']) {
            return false;
        }
        place.push(name);
        if !is_there(&place) {
            return false;
        }
    }
    !place.is_dir() || is_there(&place.join("index.html")) || !path.ends_with('/')
}

/// Accepts connections until the program ends. Errors of a connection are ignored.
async fn accept(listener: TcpListener, site: Router, limits: Limits) {
    let mut open = Open::default();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => open.serve(stream, &site, limits).await,
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            Err(error) => {
                eprintln!("a connection cannot be accepted: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// The connections that are open.
#[derive(Default)]
struct Open {
    tasks: JoinSet<()>,
    /// Connections that may not have sent a request yet, oldest first.
    /// The first request of a connection sets the connection's flag.
    silent: VecDeque<(AbortHandle, Arc<AtomicBool>)>,
}

impl Open {
    /// Serves a connection concurrently with the other connections.
    /// If the limit is reached, closes the oldest connection that has not sent a request.
    /// If all connections have sent a request, waits until a connection ends.
    async fn serve(&mut self, stream: TcpStream, site: &Router, limits: Limits) {
        while self.tasks.try_join_next().is_some() {}
        let is_silent =
            |task: &AbortHandle, has_asked: &AtomicBool| !task.is_finished() && !has_asked.load(Ordering::Relaxed);
        self.silent.retain(|(task, has_asked)| is_silent(task, has_asked));
        if self.tasks.len() >= limits.connections {
            if let Some((oldest, _)) = self.silent.pop_front() {
                oldest.abort();
            }
            self.tasks.join_next().await;
        }
        let has_asked = Arc::new(AtomicBool::new(false));
        let (site, asks) = (TowerToHyperService::new(site.clone()), has_asked.clone());
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            asks.store(true, Ordering::Relaxed);
            site.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .serve_connection(TokioIo::new(stream), service);
        // An error of the connection concerns only the client of this connection.
        let task = self.tasks.spawn(async { drop(connection.await) });
        self.silent.push_back((task, has_asked));
    }
}

/// The message that is printed at the start. The message explains how browsers store data under the address.
pub fn about(address: &str) -> String {
    let origin = address.trim_end_matches('/');
    format!(
        "FastGAS is at {address}\n\
         Projects that the page stores belong to exactly this address: to {origin}, with this scheme, name and port. They are \
         not seen at another name or at another port; a tab that opens localhost is redirected to this address. As long as \
         this server does not run, another program that serves this address can read them."
    )
}

/// Adds the policy of `document`, if it has a policy, to the answers of `router`.
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

/// Returns the HTML documents in `folder`, except index.html.
fn documents(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_document = name.ends_with(".html") && name != "index.html" && entry.file_type()?.is_file();
        names.extend(is_document.then_some(name));
    }
    Ok(names)
}

impl Serving {
    /// Serves until the program is stopped.
    pub fn wait(self) -> Result<()> {
        Ok(self.runtime.block_on(self.task)?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn host(address: &str) -> &str {
        address.trim_start_matches("http://").trim_end_matches('/')
    }

    /// Sends a request with the given head and returns the response.
    fn ask(address: &str, head: &str) -> String {
        let mut stream = TcpStream::connect(host(address)).unwrap();
        write!(stream, "{head}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(address: &str, path: &str) -> String {
        ask(address, &format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", host(address)))
    }

    /// Creates a folder with a site for the test called `name`.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("xtask-serve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("site")).unwrap();
        fs::write(folder.join("site/index.html"), "<p>the page").unwrap();
        folder
    }

    #[test]
    fn missing_file_of_incomplete_folder_is_answered_when_complete() {
        let folder = folder("incomplete");
        let site = folder.join("site");
        let (completion, receiver) = watch::channel(());
        let serving = start_incomplete(&site, 0, &receiver).unwrap();
        assert!(get(&serving.address, "/").contains("the page"));
        std::thread::scope(|scope| {
            let present = scope.spawn(|| get(&serving.address, "/later.js"));
            let missing = scope.spawn(|| get(&serving.address, "/never.js"));
            std::thread::sleep(Duration::from_millis(200));
            assert!(!present.is_finished() && !missing.is_finished());
            fs::write(site.join("later.js"), "a later program").unwrap();
            drop(completion);
            assert!(present.join().unwrap().contains("a later program"));
            assert!(missing.join().unwrap().starts_with("HTTP/1.1 404"));
        });
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_own_names_are_answered() {
        let folder = folder("names");
        let serving = start(&folder.join("site"), &[], 0).unwrap();
        let address = &serving.address;
        let port: u16 = host(address).rsplit_once(':').unwrap().1.parse().unwrap();
        let status = |head: &str| ask(address, head).split(' ').nth(1).unwrap_or_default().to_owned();
        for name in ["127.0.0.1", "localhost", "LocalHost", "[::1]"] {
            assert_eq!(
                status(&format!("GET / HTTP/1.1\r\nHost: {name}:{port}\r\n")),
                "200",
                "{name}"
            );
        }
        let other = port.wrapping_add(1);
        for name in [
            "evil.example".to_owned(),
            format!("evil.example:{port}"),
            format!("a.localhost:{port}"),
            format!("127.0.0.1.evil.example:{port}"),
            format!("127.0.0.2:{port}"),
            format!("127.0.0.1:{other}"),
            "127.0.0.1".into(),
            String::new(),
        ] {
            assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: {name}\r\n")), "421", "{name}");
        }
        assert_eq!(status("GET / HTTP/1.1\r\n"), "400");
        let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n");
        assert_eq!(status(&twice), "400");
        let absolute = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
        assert_eq!(status(&absolute), "421");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn tabs_are_redirected_to_the_name_of_the_projects() {
        let folder = folder("redirect");
        let serving = start(&folder.join("site"), &[], 0).unwrap();
        let own = host(&serving.address);
        let (_, port) = own.split_once(':').unwrap();
        let open = |name: &str, path: &str, purpose: &str| {
            let head = format!("GET {path} HTTP/1.1\r\nHost: {name}:{port}\r\nSec-Fetch-Dest: {purpose}\r\n");
            ask(&serving.address, &head)
        };
        for (name, path) in [
            ("localhost", "/?a=b"),
            ("LocalHost", "/"),
            ("[::1]", "//other.example/"),
        ] {
            let answer = open(name, path, "document");
            assert!(answer.starts_with("HTTP/1.1 307"), "{name}: {answer}");
            assert!(
                answer.contains(&format!("location: http://{own}{path}\r\n")),
                "{name}: {answer}"
            );
        }
        assert!(open("127.0.0.1", "/", "document").starts_with("HTTP/1.1 200"));
        // An installed service worker still gets its files.
        assert!(open("localhost", "/index.html", "serviceworker").starts_with("HTTP/1.1 200"));
        assert!(open("other.example", "/", "document").starts_with("HTTP/1.1 421"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn hidden_files_links_and_long_names_are_not_found() {
        let folder = folder("hidden");
        let site = folder.join("site");
        fs::create_dir_all(site.join(".git")).unwrap();
        fs::create_dir_all(site.join("sub")).unwrap();
        fs::write(folder.join("secret.html"), "secret").unwrap();
        for name in [".env", ".git/config", "sub/.hidden", "sub/file.js"] {
            fs::write(site.join(name), "secret").unwrap();
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("../secret.html", site.join("link.html")).unwrap();
            symlink("..", site.join("up")).unwrap();
            symlink("../../secret.html", site.join("sub/index.html")).unwrap();
        }
        let others = folder.join("site/sub");
        let serving = start(&site, &[("/other", &others)], 0).unwrap();
        let long = "/".to_owned() + &"x".repeat(300);
        for path in [
            "/.env",
            "/%2eenv",
            "/.git/config",
            "/sub/.hidden",
            "/other/.hidden",
            "/link.html",
            "/up/secret.html",
            "/sub/",
            "/other/",
            "/sub/%00",
            "/sub%5cfile.js",
            "/%ff",
            &long,
            &(long.clone() + "/x"),
        ] {
            let answer = get(&serving.address, path);
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
            assert!(!answer.contains("secret"), "{path}: {answer}");
        }
        assert!(get(&serving.address, "/sub/file.js").starts_with("HTTP/1.1 200"));
        assert!(get(&serving.address, "/other/file.js").starts_with("HTTP/1.1 200"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn connections_above_the_limit_lock_no_client_out() {
        let folder = folder("connections");
        let serving = start(&folder.join("site"), &[], 0).unwrap();
        let connect = |sent: &str| {
            let mut stream = TcpStream::connect(host(&serving.address)).unwrap();
            stream.write_all(sent.as_bytes()).unwrap();
            stream
        };
        // Most of the connections send nothing; the other connections start a request.
        let silent: Vec<TcpStream> = (0..3 * LIMITS.connections).map(|_| connect("")).collect();
        let incomplete: Vec<TcpStream> = (0..LIMITS.connections).map(|_| connect("GET / HTTP/1.1\r\n")).collect();
        assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
        drop((silent, incomplete));
        assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn unfinished_request_is_closed() {
        let folder = folder("slow");
        let limits = Limits {
            head: Duration::from_millis(100),
            ..LIMITS
        };
        let serving = start_with(&folder.join("site"), &[], 0, limits, &watch::channel(()).1).unwrap();
        for sent in ["", "GET / HTTP/1.1\r\nHost: "] {
            let mut stream = TcpStream::connect(host(&serving.address)).unwrap();
            stream.write_all(sent.as_bytes()).unwrap();
            let mut answer = Vec::new();
            // Without the time limit, reading would block forever.
            let _ = stream.read_to_end(&mut answer);
            assert!(!answer.starts_with(b"HTTP/1.1 200"), "{sent}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Runs the test `name` again, in a process with at most `n` file descriptors. Returns what the process prints on stderr.
    /// Returns `None` in the inner process.
    #[cfg(unix)]
    fn run_with_descriptors(name: &str, n: u32) -> Option<String> {
        const INNER: &str = "FASTGAS_DESCRIPTORS";
        if std::env::var_os(INNER).is_some() {
            return None;
        }
        let output = std::process::Command::new("sh")
            .args(["-c", "ulimit -n \"$2\" && exec \"$0\" --exact \"$1\" --nocapture"])
            .arg(std::env::current_exe().unwrap())
            .args([format!("serve::tests::{name}"), n.to_string()])
            .env(INNER, "1")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{printed}");
        Some(printed)
    }

    #[cfg(unix)]
    #[test]
    fn server_survives_1100_connections() {
        if run_with_descriptors("server_survives_1100_connections", 4096).is_some() {
            return;
        }
        let folder = folder("flood");
        let serving = start(&folder.join("site"), &[], 0).unwrap();
        let connect = |n: usize| {
            let mut stream = TcpStream::connect(host(&serving.address)).unwrap();
            let sent = if n.is_multiple_of(2) { "" } else { "GET / HTTP/1.1\r\n" };
            // The server may have closed the connection already.
            let _ = stream.write_all(sent.as_bytes());
            stream
        };
        let all: Vec<TcpStream> = (0..1100).map(connect).collect();
        assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
        drop(all);
        assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
        fs::remove_dir_all(folder).unwrap();
    }

    /// The test uses all file descriptors of its process.
    #[cfg(unix)]
    #[test]
    fn server_without_descriptors_continues_when_some_are_free() {
        if let Some(printed) = run_with_descriptors("server_without_descriptors_continues_when_some_are_free", 64) {
            assert!(printed.contains("a connection cannot be accepted"), "{printed}");
            return;
        }
        let folder = folder("descriptors");
        let serving = start(&folder.join("site"), &[], 0).unwrap();
        let mut taken = Vec::new();
        while let Ok(stream) = TcpStream::connect(host(&serving.address)) {
            taken.push(stream);
        }
        // Opening a file also needs a descriptor, so a failure shows that the descriptors ran out.
        // Before this point, the system has refused at least one connection of the server.
        assert!(fs::File::open(folder.join("site/index.html")).is_err() || taken.len() > 10);
        std::thread::sleep(3 * PAUSE);
        drop(taken);
        assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn start_message_explains_the_address() {
        let message = about(&format!("http://127.0.0.1:{PORT}/"));
        assert!(
            message
                .contains("belong to exactly this address: to http://127.0.0.1:26417, with this scheme, name and port")
        );
    }

    #[test]
    fn mime_types_are_correct_and_nothing_outside_is_served() {
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
            "/..%2fsecret",
            "/..%5csecret",
            "/%2e%2e%2fsecret",
            "/.%2e/secret",
            "/%252e%252e/secret",
            "/....//secret",
            "/..;/secret",
            "/a.js/../../secret",
            "/other/%2e%2e/%2e%2e/secret",
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
