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

/// Default port of the server. The port is fixed, because browsers keep the projects of each port apart.
/// Few other programs use this port. A program on the same port could read the projects while the server is stopped.
pub const PORT: u16 = 26_417;

#[derive(Clone, Copy)]
struct Limits {
    /// Maximum number of open connections.
    /// A connection uses two file descriptors, and some systems limit a program to 256.
    connections: usize,
    /// Time limit for receiving the head of a request, which also applies to later requests on a kept-alive connection.
    head: Duration,
}

const LIMITS: Limits = Limits {
    connections: 100,
    head: Duration::from_secs(10),
};

/// Pause after the system refuses to accept a connection, for example because file descriptors ran out.
const PAUSE: Duration = Duration::from_millis(100);

/// A running server, which stops when this value is dropped.
pub struct Serving {
    /// Address of the server, including a slash at the end.
    pub address: String,
    task: JoinHandle<()>,
    runtime: Runtime,
}

/// Serves `folder` on 127.0.0.1, and each folder in `others` below the given path. With port 0, the system chooses the port.
pub fn start(folder: &Path, others: &[(&str, &Path)], port: u16) -> Result<Serving> {
    // The sender of this channel is dropped immediately, which means that the folder is complete.
    start_with(folder, others, port, LIMITS, &watch::channel(()).1)
}

/// Like [`start`], but isolates the pages in `others` from other origins, so that workers can share memory.
pub fn start_isolated(folder: &Path, others: &[(&str, &Path)], port: u16) -> Result<Serving> {
    let completion = watch::channel(()).1;
    let mut site = site_router(folder, &completion)?;
    for (path, folder) in others {
        site = site.nest_service(path, isolated(files(folder, &completion)?));
    }
    serve(site, port, LIMITS)
}

/// Serves a folder to which other code still adds files.
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
    let mut site = site_router(folder, completion)?;
    for (path, folder) in others {
        site = site.nest_service(path, files(folder, completion)?);
    }
    serve(site, port, limits)
}

/// Each HTML document has its own policy. All other files have the policy of index.html.
fn site_router(folder: &Path, completion: &watch::Receiver<()>) -> Result<Router> {
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
    Ok(site)
}

fn serve(site: Router, port: u16, limits: Limits) -> Result<Serving> {
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

/// Router that never serves a file outside `folder`, regardless of the requested path.
fn files(folder: &Path, completion: &watch::Receiver<()>) -> Result<Router> {
    let folder = Folder::new(folder, completion)?;
    let files = Router::new().fallback_service(ServeDir::new(folder.path.as_path()));
    Ok(files.layer(from_fn_with_state(folder, only_plain_files)))
}

#[derive(Clone)]
struct Folder {
    /// Path of the folder, without symbolic links.
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
/// Otherwise, a web page of another site could use a host name that resolves to this machine (DNS rebinding).
/// The browser would then treat the other page and this server as the same origin.
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

/// True if a browser requests a document for a tab.
/// Browsers store the projects of each host name separately.
/// Requests for documents under other host names are therefore redirected to one host name.
fn is_document(request: &Request) -> bool {
    request
        .headers()
        .get("sec-fetch-dest")
        .is_some_and(|purpose| purpose == "document")
}

/// For hidden files and for paths behind symbolic links, the answer is 404, as if the files did not exist.
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

#[derive(Default)]
struct Open {
    tasks: JoinSet<()>,
    /// Connections that might not have sent a request yet, oldest first.
    /// The flag of a connection becomes true with the first request.
    silent: VecDeque<(AbortHandle, Arc<AtomicBool>)>,
}

impl Open {
    /// Serves a connection. At the maximum number of connections, first closes the oldest one without a request.
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
        // A connection error is ignored, because it affects only the client of that connection.
        let task = self.tasks.spawn(async { drop(connection.await) });
        self.silent.push_back((task, has_asked));
    }
}

/// Message printed when the server starts. It explains that browsers store data separately for each address.
pub fn about(address: &str) -> String {
    let origin = address.trim_end_matches('/');
    format!(
        "FastGAS is at {address}\n\
         Projects that the page stores belong to exactly this address: to {origin}, with this scheme, name and port. They are \
         not seen at another name or at another port; a tab that opens localhost is redirected to this address. As long as \
         this server does not run, another program that serves this address can read them."
    )
}

/// Adds the content security policy of `document`, if there is one, to the answers of `router`.
fn guarded(router: Router, document: &Path) -> Result<Router> {
    let html = fs::read_to_string(document).unwrap_or_default();
    let Some(content) = policy::header(&html)? else {
        return Ok(router);
    };
    let content = HeaderValue::from_str(&content).context("the policy is no header")?;
    let layer = SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, content);
    Ok(isolated(router.layer(layer)))
}

fn isolated(mut router: Router) -> Router {
    for (name, value) in policy::HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router
}

/// Names of the HTML documents in `folder`, except index.html.
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
    pub fn wait(self) -> Result<()> {
        Ok(self.runtime.block_on(self.task)?)
    }
}

#[cfg(test)]
mod tests;
