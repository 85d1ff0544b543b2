//! Command-line options.

use crate::records::listed_files;
use crate::server::serve;
use crate::state::State;
use anyhow::{Context, Result};
use clap::Args;
use common::workers::{cores, threads};
use common::{note, output};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// The options of `board`.
#[derive(Args, Debug)]
pub struct Options {
    /// Files to view: games in any format, records of the referee and the lab, or folders of these; matches
    /// are followed while they are played. No other files are read
    files: Vec<PathBuf>,
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 8712)]
    port: u16,
    /// Open the page in the system's browser
    #[arg(long)]
    open: bool,
    /// Address to listen on; everyone who can reach it can see the files and use the engine
    /// [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", hide_default_value = true)]
    bind: IpAddr,
    /// Number of threads that search a position or review a game; several searches take turns [default: all cores,
    /// or all but one if --bind is this computer, whose browser needs one]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Memory for the tree of an analysis, in megabytes; up to 8 analyses run at a time. An engine move in a
    /// game uses a quarter of this
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u64).range(16..=16_384))]
    memory: u64,
}

impl Options {
    /// Serves until the program is stopped.
    ///
    /// # Errors
    ///
    /// If a file can't be read, or the address can't be bound.
    pub fn run(self) -> Result<()> {
        let spare = usize::from(self.bind.is_loopback());
        let threads = self.threads.unwrap_or_else(|| cores().saturating_sub(spare).max(1));
        let state = State::new(threads, self.memory, listed_files(&self.files)?);
        let wanted = SocketAddr::new(self.bind, self.port);
        // Requests are short; searches run on separate threads.
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(wanted).await.with_context(|| {
                format!("cannot listen on {wanted}; choose another port with --port, or 0 for any")
            })?;
            let url = format!("http://{}/", listener.local_addr()?);
            output!("{url}");
            if self.open {
                open_browser(url);
            }
            serve(listener, Arc::new(state)).await
        })
    }
}

/// Opens the page in the system's browser; prints a note on failure.
fn open_browser(url: String) {
    // Some openers run until the browser ends, so wait on a thread.
    thread::spawn(move || {
        if let Err(error) = open::that(&url) {
            note!("board: cannot open a browser: {error}; open {url} yourself");
        }
    });
}
