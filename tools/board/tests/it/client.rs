//! A server in this process, and a raw TCP client.

use board::records::listed_files;
use board::server::serve;
use board::state::State;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// Size of a search tree in these tests, in megabytes.
pub(crate) const MEMORY: u64 = 16;

/// A server on a free port, which runs until the tests end.
#[derive(Clone, Copy)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error} in {}", self.text()))
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn error(&self) -> String {
        let message = self.json()["error"].as_str().map(str::to_owned);
        message.unwrap_or_else(|| panic!("no error in {}", self.text()))
    }
}

/// A limit for waits that end on a machine of any speed unless the server hangs.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// Returns the state of a server under test.
pub(crate) fn state(files: &[PathBuf]) -> State {
    State::new(2, MEMORY, listed_files(files).unwrap())
}

impl Server {
    pub(crate) fn start(files: &[PathBuf]) -> Server {
        // Requests of a test are complete, however slow the machine is.
        Server::with(State { timeout: MINUTE, ..state(files) })
    }

    pub(crate) fn with(state: State) -> Server {
        let state = Arc::new(state);
        let (sender, address) = channel();
        thread::spawn(move || {
            let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.unwrap().block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, state).await.unwrap();
            });
        });
        Server { address: address.recv().unwrap() }
    }

    pub(crate) fn connect(self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(2 * MINUTE)).unwrap();
        stream
    }

    /// Returns the head of a request with additional header lines, each ended by `\r\n`.
    pub(crate) fn head(self, line: &str, more: &str) -> String {
        format!("{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", self.address)
    }

    pub(crate) fn get(self, path: &str) -> Answer {
        self.send(self.head(&format!("GET {path}"), "").as_bytes())
    }

    pub(crate) fn post(self, path: &str, body: impl AsRef<[u8]>) -> Answer {
        let body = body.as_ref();
        let length = format!("Content-Length: {}\r\n", body.len());
        let mut request = self.head(&format!("POST {path}"), &length).into_bytes();
        request.extend_from_slice(body);
        self.send(&request)
    }

    pub(crate) fn send(self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may respond and close before the request is complete.
        let _ = stream.write_all(request);
        let mut raw = Vec::new();
        let _ = stream.read_to_end(&mut raw);
        answer(&raw)
    }

    /// Sends a request and returns the stream of its response.
    pub(crate) fn stream(self, path: &str, body: &str) -> BufReader<TcpStream> {
        let length = format!("Content-Length: {}\r\n", body.len());
        let method = if body.is_empty() { "GET" } else { "POST" };
        let request = self.head(&format!("{method} {path}"), &length) + body;
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        BufReader::new(stream)
    }

    pub(crate) fn running(self) -> u64 {
        self.get("/api/about").json()["running"].as_u64().unwrap()
    }

    /// Waits until `count` searches are running.
    pub(crate) fn wait_for_running(self, count: u64) {
        let start = Instant::now();
        loop {
            let running = self.running();
            if running == count {
                return;
            }
            assert!(start.elapsed() < MINUTE, "{running} searches instead of {count}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Reads the next JSON line of a streamed response; `None` at its end.
pub(crate) fn next_line(stream: &mut BufReader<TcpStream>) -> Option<Value> {
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        // The other lines are the head and chunk lengths.
        if line.starts_with('{') {
            return Some(serde_json::from_str(&line).unwrap());
        }
    }
}

fn answer(raw: &[u8]) -> Answer {
    let end = raw.windows(4).position(|window| window == b"\r\n\r\n");
    let Some(end) = end else {
        return Answer { status: 0, head: String::new(), body: raw.to_vec() };
    };
    let head = String::from_utf8_lossy(&raw[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let rest = &raw[end + 4..];
    let body =
        if head.contains("transfer-encoding: chunked") { joined(rest) } else { rest.to_vec() };
    Answer { status, head, body }
}

fn joined(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let length = std::str::from_utf8(&rest[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        let piece = &rest[end + 2..];
        body.extend_from_slice(&piece[..length.min(piece.len())]);
        if length == 0 || piece.len() < length + 2 {
            break;
        }
        rest = &piece[length + 2..];
    }
    body
}
