//! A bot as a child process with a clock.
//!
//! Three threads serve a bot: one writes its input, so that a bot that does not read cannot hold
//! up the referee; one reads its answers and stamps them with their time of arrival; one drains its
//! stderr.

mod group;
mod stderr;

use crate::bot::Bot;
use group::Group;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use group::kill_all;
pub use stderr::Stderr;

/// The longest answer line, in bytes: as much as the arena reads of a bot at a time.
pub const MAX_LINE: usize = 10_000;
/// Lines that a bot may be ahead; beyond that it waits in its write.
const LINES_AHEAD: usize = 16;
/// How long a bot that closed its output may take to exit, and its last words to arrive.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What came from a bot in answer to a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A line, without its end.
    Line {
        /// The line; bytes that are no UTF-8 are replaced.
        text: String,
        /// From just before the turn was written to the arrival of the line; zero if `early`.
        time: Duration,
        /// Whether the line had come before the turn was written, behind an earlier answer.
        early: bool,
    },
    /// More than [`MAX_LINE`] bytes without an end of line.
    Endless,
    /// Nothing, though the referee waited this long.
    Nothing(Duration),
    /// The bot's output ended.
    Closed,
}

struct Line {
    bytes: Vec<u8>,
    arrived: Instant,
}

/// A running bot. Dropping it kills it and whatever it started.
#[derive(Debug)]
pub struct Child {
    group: Group,
    input: Sender<(u32, String)>,
    lines: Receiver<Line>,
    stderr: stderr::Drain,
    turn: u32,
    /// The turn that was last begun to be written, and when.
    written: Arc<Mutex<(u32, Instant)>>,
}

impl Child {
    /// Starts a bot. Do it on the thread that plays the game: on Linux the bot ends with that
    /// thread.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(bot: &Bot) -> io::Result<Child> {
        let mut command = Command::new(&bot.words[0]);
        command
            .args(&bot.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command)?;
        let missing = || io::Error::other("the new process has no pipes");
        let stdin = group.leader.stdin.take().ok_or_else(missing)?;
        let stdout = group.leader.stdout.take().ok_or_else(missing)?;
        let stderr = group.leader.stderr.take().ok_or_else(missing)?;

        let written = Arc::new(Mutex::new((0, Instant::now())));
        let (input, turns) = mpsc::channel();
        let shared = Arc::clone(&written);
        std::thread::spawn(move || write_turns(stdin, &turns, &shared));
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        std::thread::spawn(move || read_lines(stdout, &sender));
        Ok(Child { group, input, lines, stderr: stderr::Drain::start(stderr), turn: 0, written })
    }

    /// Gives the bot its next turn and waits for a line, at most `patience`.
    pub fn ask(&mut self, turn: String, patience: Duration) -> Answer {
        self.turn += 1;
        let handed_over = Instant::now();
        // An error means that the bot closed its input. It may still answer.
        let _ = self.input.send((self.turn, turn));
        match self.lines.recv_timeout(patience) {
            Ok(line) if line.bytes.len() > MAX_LINE => Answer::Endless,
            Ok(line) => {
                let written = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
                let start = if written.0 == self.turn { written.1 } else { handed_over };
                Answer::Line {
                    text: String::from_utf8_lossy(&line.bytes).trim_end().to_owned(),
                    time: line.arrived.saturating_duration_since(start),
                    early: line.arrived < handed_over,
                }
            }
            Err(RecvTimeoutError::Timeout) => Answer::Nothing(handed_over.elapsed()),
            Err(RecvTimeoutError::Disconnected) => Answer::Closed,
        }
    }

    /// How a bot whose output has ended came to its end, as the rest of a sentence.
    pub fn how_it_ended(&mut self) -> String {
        let start = Instant::now();
        loop {
            match self.group.leader.try_wait() {
                Ok(Some(status)) => {
                    self.stderr.settle(LAST_WORDS);
                    return ended_by(status);
                }
                Ok(None) if start.elapsed() < LAST_WORDS => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => return String::from("closed its output and keeps running"),
            }
        }
    }

    /// Ends the bot and returns what is kept of its stderr, to the last line that it wrote.
    #[must_use]
    pub fn finish(self) -> Stderr {
        drop(self.group);
        self.stderr.settle(LAST_WORDS);
        self.stderr.kept()
    }

    /// What is kept of the bot's stderr so far.
    #[must_use]
    pub fn stderr(&self) -> Stderr {
        self.stderr.kept()
    }

    /// The number of the bot's process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.group.leader.id()
    }
}

fn ended_by(status: std::process::ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => format!("was killed ({status})"),
    }
}

fn write_turns(
    mut stdin: ChildStdin,
    turns: &Receiver<(u32, String)>,
    written: &Mutex<(u32, Instant)>,
) {
    for (turn, text) in turns {
        *written.lock().unwrap_or_else(PoisonError::into_inner) = (turn, Instant::now());
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Sends every line, and a last one that ends with the output. After a line longer than
/// [`MAX_LINE`] it stops: that game is over.
fn read_lines(stdout: impl Read, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let limit = MAX_LINE as u64 + 1;
        let read = stdout.by_ref().take(limit).read_until(b'\n', &mut bytes);
        let arrived = Instant::now();
        if !matches!(read, Ok(1..)) {
            return;
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        let endless = bytes.len() > MAX_LINE;
        if lines.send(Line { bytes, arrived }).is_err() || endless {
            return;
        }
    }
}
