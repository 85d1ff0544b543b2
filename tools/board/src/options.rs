//! The command line.

use crate::export::html;
use crate::records::named;
use crate::server::serve;
use crate::state::State;
use anyhow::{anyhow, ensure, Context, Result};
use clap::Args;
use club::files::ReadFlags;
use common::{note, output};
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// `board`: the server.
#[derive(Args, Debug)]
pub struct Options {
    /// Files to look at: games of any format, the referee's and the lab's records, leagues, or folders of
    /// them. Nothing else on this machine is read; those that grow are followed
    files: Vec<PathBuf>,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8712)]
    port: u16,
    /// Open the page in the system's browser
    #[arg(long)]
    open: bool,
    /// Listen on this address instead of this machine's own, 127.0.0.1. Whoever reaches it sees the
    /// files and can let the engine think
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", hide_default_value = true)]
    bind: IpAddr,
    /// Cores that the engine may use; all tabs share them [default: all there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the tree of an analysis, of which there may be 8 at a time; an answer in a game has a
    /// quarter of it
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u64).range(16..=16_384))]
    memory: u64,
}

impl Options {
    /// Serves until the program is stopped.
    ///
    /// # Errors
    ///
    /// If a file is not there, or the address can't be listened on.
    pub fn run(self) -> Result<()> {
        let cores = self.threads.map_or_else(cores, usize::from);
        let state = State::new(cores, self.memory, named(&self.files)?);
        let wanted = SocketAddr::new(self.bind, self.port);
        // Requests are short; the engine has threads of its own.
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(wanted).await.with_context(|| {
                format!("can't listen on {wanted}: choose another port by --port, or 0 for any")
            })?;
            let url = format!("http://{}/", listener.local_addr()?);
            output!("{url}");
            if self.open {
                open(&url);
            }
            serve(listener, Arc::new(state)).await
        })
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Opens the page in the system's browser; if there is none, the address was said.
fn open(url: &str) {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn();
    let url = url.to_owned();
    // Some of them end with the browser.
    thread::spawn(move || {
        let ended = child.and_then(|mut child| child.wait());
        if !ended.is_ok_and(|status| status.success()) {
            note!("board: {program} opened no browser: open {url} yourself");
        }
    });
}

/// `board export`: a game as a page of its own.
#[derive(Args, Debug)]
pub struct Export {
    /// A file with games of any format; - for stdin
    file: PathBuf,
    /// Write one HTML page that replays the game by itself, without a server
    #[arg(long)]
    html: bool,
    /// Write here instead of to stdout
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    read: ReadFlags,
}

impl Export {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// If the file holds no game, or several and none is picked, or the page can't be written.
    pub fn run(self) -> Result<()> {
        ensure!(
            self.html,
            "say what to make of it: --html, a page; `club convert` writes formats and pictures"
        );
        let games = self.read.games(&self.file)?;
        ensure!(
            games.len() == 1,
            "{} holds {} games, and a page replays one: pick it by --game N",
            self.file.display(),
            games.len()
        );
        let page = html(&games[0]).map_err(|refusal| anyhow!(refusal.words))?;
        match &self.out {
            Some(path) => common::file::write(path, page),
            None => Ok(std::io::stdout().lock().write_all(page.as_bytes())?),
        }
    }
}
