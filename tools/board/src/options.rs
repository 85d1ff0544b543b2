//! The command line.

use crate::records::named;
use crate::server::serve;
use crate::state::State;
use anyhow::{Context, Result};
use clap::Args;
use quiet::{say, tell};
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
    /// Files to look at: games of any format, the referee's and the lab's records, leagues
    files: Vec<PathBuf>,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8712)]
    port: u16,
    /// Open the page in the system's browser
    #[arg(long)]
    open: bool,
    /// Listen on this address, so that other machines may reach the board; whoever reaches it can let
    /// this machine's engine think
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Cores that the engine may use; all tabs share them [default: all there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for the tree of each analysis, of which there may be 8 at a time
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u64).range(16..=16_384))]
    memory: u64,
}

impl Options {
    /// Serves until the program is stopped.
    ///
    /// # Errors
    ///
    /// If the address can't be listened on.
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
            tell!("{url}");
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
    thread::spawn(move || {
        let ended = child.and_then(|mut child| child.wait());
        if !ended.is_ok_and(|status| status.success()) {
            say!("board: no browser could be opened by {program}: open {url} yourself");
        }
    });
}
