//! Tests of the program as a process.

use crate::client::MINUTE;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

fn board() -> Command {
    Command::new(env!("CARGO_BIN_EXE_board"))
}

fn failed(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_printed_address_responds_at_once() {
    let mut child =
        board().args(["--port", "0", "--threads", "1"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    assert!(address.starts_with("127.0.0.1:"));
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.set_read_timeout(Some(MINUTE)).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let port = address.rsplit(':').next().unwrap();
    let taken = board().args(["--port", port]).output().unwrap();
    assert!(failed(&taken).contains("choose another port with --port"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_missing_file_is_an_error() {
    let error = failed(&board().arg("no/such/file.sgf").output().unwrap());
    assert!(error.starts_with("board: cannot read no/such/file.sgf"), "{error}");
}
