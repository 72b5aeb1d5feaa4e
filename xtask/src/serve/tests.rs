use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;

fn host(address: &str) -> &str {
    address.trim_start_matches("http://").trim_end_matches('/')
}

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
    // A service worker that was installed under the name `localhost` still gets its files.
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
    // Most of the connections send nothing. The other connections send only the start of a request.
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
        // The server closes the connection after its time limit. Without the time limit, reading would block forever.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{sent}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Runs the test `name` again in a process with at most `n` file descriptors, and returns the output on stderr.
/// Returns `None` in the process that runs the test again.
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
        // An error is ignored, because the server may have closed the connection already.
        let _ = stream.write_all(sent.as_bytes());
        stream
    };
    let all: Vec<TcpStream> = (0..1100).map(connect).collect();
    assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
    drop(all);
    assert!(get(&serving.address, "/").starts_with("HTTP/1.1 200"));
    fs::remove_dir_all(folder).unwrap();
}

/// The test runs in a separate process, because the test uses up all file descriptors of the process.
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
    // If the descriptors ran out, the system has already refused at least one connection of the server.
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
        message.contains("belong to exactly this address: to http://127.0.0.1:26417, with this scheme, name and port")
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

#[test]
fn other_folders_are_isolated_only_on_request() {
    let folder = folder("isolated");
    fs::create_dir_all(folder.join("bench")).unwrap();
    fs::write(folder.join("bench/page.html"), "<p>a page").unwrap();
    let others = [("/bench", &*folder.join("bench"))];
    for (serving, is_isolated) in [
        (start(&folder.join("site"), &others, 0).unwrap(), false),
        (start_isolated(&folder.join("site"), &others, 0).unwrap(), true),
    ] {
        let answer = get(&serving.address, "/bench/page.html");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        for header in ["opener-policy: same-origin\r", "embedder-policy: require-corp\r"] {
            let header = format!("cross-origin-{header}");
            assert_eq!(answer.contains(&header), is_isolated, "{answer}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
