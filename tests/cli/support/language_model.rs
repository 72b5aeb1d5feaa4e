//! A local server that answers like the server of a language model, for tests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Request line and headers in lower case, and the body of a request.
pub type Request = (String, Value);

/// Status, additional header lines, and the body of a response.
pub type Plain = (u16, &'static str, String);

pub enum Response {
    Complete(Plain),
    /// The headers announce the complete body, but the server closes the connection in the middle of the body.
    Truncated(String),
    /// The server sends no response, and closes the connection after the given duration.
    Silent(Duration),
}

impl From<Plain> for Response {
    fn from(response: Plain) -> Response {
        Response::Complete(response)
    }
}

pub struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Starts a server. `answer` gets the 0-based number of a request and its body, and returns the response.
    pub fn start<R: Into<Response>>(answer: impl Fn(usize, &Value) -> R + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = requests.clone();
        let answer = Arc::new(move |number: usize, body: &Value| -> Response { answer(number, body).into() });
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, answer) = (seen.clone(), answer.clone());
                thread::spawn(move || serve(stream.expect("a connection"), &seen, &*answer));
            }
        });
        Server { address, requests }
    }

    /// Removes and returns the requests since the previous call.
    pub fn take(&self) -> Vec<Request> {
        std::mem::take(&mut self.requests.lock().expect("no panic"))
    }

    /// Number of requests since the most recent call to [`Server::take`].
    pub fn n_requests(&self) -> usize {
        self.requests.lock().expect("no panic").len()
    }
}

fn serve(stream: TcpStream, seen: &Mutex<Vec<Request>>, answer: &dyn Fn(usize, &Value) -> Response) {
    let mut reader = BufReader::new(&stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        // A client program that a test kills may close the connection at any time.
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let head = head.to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.expect("a length").trim().parse().expect("a number")];
    reader.read_exact(&mut body).expect("a body");
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    let number = {
        let mut seen = seen.lock().expect("no panic");
        seen.push((head, body.clone()));
        seen.len() - 1
    };
    let ((status, more, text), sent) = match answer(number, &body) {
        Response::Complete(response) => {
            let sent = response.2.len();
            (response, sent)
        }
        Response::Truncated(text) => {
            let sent = text.len() / 2;
            ((200, "", text), sent)
        }
        Response::Silent(time) => {
            thread::sleep(time);
            return;
        }
    };
    let length = text.len();
    let _ = write!(
        &stream,
        "HTTP/1.1 {status} X\r\n{more}Content-Length: {length}\r\nConnection: close\r\n\r\n{}",
        &text[..sent]
    );
}

pub fn asked(body: &Value) -> &str {
    let last = body["messages"].as_array().and_then(|messages| messages.last());
    last.map_or_else(|| body["prompt"].as_str(), |last| last["content"].as_str())
        .expect("a question")
}
