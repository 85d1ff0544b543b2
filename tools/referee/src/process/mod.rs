//! A bot as a child process with timed answers.
//!
//! Each bot has three threads: a writer, so that a bot that does not read cannot block the referee; a reader,
//! which timestamps lines; and one that drains stderr.

mod stderr;
mod supervised;

use crate::bot::Bot;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use supervised::Supervised;

pub use stderr::Stderr;
pub use supervised::{kill_all, kills_escaped_processes};

/// Maximum length of an answer line in bytes, as in the arena.
pub const MAX_LINE: usize = 10_000;
/// Number of lines that the reader thread buffers. The thread does not read while the buffer is full, so a bot that
/// prints more blocks once its pipe is full too.
const LINES_AHEAD: usize = 16;
/// Maximum wait for the exit of a bot that closed its output, and for the rest of its stderr.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A bot's reply to a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A line, without its end.
    Line {
        /// The line, with invalid UTF-8 replaced.
        text: String,
        /// Time from just before the turn was written to the arrival of the line; zero if `early`.
        time: Duration,
        /// Whether the line arrived before the turn was written.
        early: bool,
    },
    /// More than [`MAX_LINE`] bytes without an end of line.
    Endless,
    /// The start of a line whose end did not arrive.
    Unterminated {
        /// The part that arrived, with invalid UTF-8 replaced.
        text: String,
        /// Time that the referee waited for the line's end.
        waited: Duration,
    },
    /// No output within this time.
    Nothing(Duration),
    /// The bot's output ended.
    Closed,
}

struct OutputLine {
    bytes: Vec<u8>,
    arrived: Instant,
}

struct Piece {
    turn: u32,
    /// Delay before the write.
    pause: Duration,
    text: String,
    last: bool,
}

type Partial = Mutex<Vec<u8>>;

/// The number of the last turn whose last piece the writer thread has started to write, and the time of that
/// start.
type Written = Mutex<(u32, Instant)>;

/// Timestamps turns and answers: [`Instant::now`], except in tests.
pub type Clock = fn() -> Instant;

/// A running bot. Dropping it kills the bot and its descendants.
#[derive(Debug)]
pub struct BotProcess {
    supervised: Supervised,
    clock: Clock,
    /// `None` after the bot's input was closed.
    input: Option<Sender<Piece>>,
    lines: Receiver<OutputLine>,
    partial: Arc<Partial>,
    stderr: stderr::Drain,
    turn: u32,
    written: Arc<Written>,
}

impl BotProcess {
    /// Starts a bot.
    pub fn start(bot: &Bot) -> io::Result<BotProcess> {
        BotProcess::start_with_clock(bot, Instant::now)
    }

    /// Starts a bot whose answers are timed by `clock`. Timeouts are in real time.
    pub fn start_with_clock(bot: &Bot, clock: Clock) -> io::Result<BotProcess> {
        let mut command = Command::new(&bot.words[0]);
        command
            .args(&bot.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut supervised = Supervised::spawn(&mut command)?;
        let missing = || io::Error::other("the new process has no pipes");
        let stdin = supervised.process.stdin.take().ok_or_else(missing)?;
        let stdout = supervised.process.stdout.take().ok_or_else(missing)?;
        let stderr = supervised.process.stderr.take().ok_or_else(missing)?;

        let written = Arc::new(Mutex::new((0, clock())));
        let (input, pieces) = mpsc::channel();
        let shared = Arc::clone(&written);
        std::thread::spawn(move || write_pieces(stdin, &pieces, &shared, clock));
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let partial = Arc::<Partial>::default();
        let shared = Arc::clone(&partial);
        std::thread::spawn(move || read_lines(stdout, &sender, &shared, clock));
        let (input, stderr) = (Some(input), stderr::Drain::start(stderr));
        Ok(BotProcess { supervised, clock, input, lines, partial, stderr, turn: 0, written })
    }

    /// Sends the next turn and waits up to `timeout` for a line.
    pub fn request(&mut self, turn: String, timeout: Duration) -> Reply {
        self.request_in_pieces(vec![(Duration::ZERO, turn)], timeout)
    }

    /// Sends the next turn in pieces, each after its pause, and waits up to `timeout` for a line. The answer's
    /// time is measured from just before the last piece; an answer before that is early.
    pub fn request_in_pieces(
        &mut self,
        pieces: Vec<(Duration, String)>,
        timeout: Duration,
    ) -> Reply {
        let planned = self.queue_turn(pieces);
        self.answer(planned.saturating_duration_since((self.clock)()) + timeout, planned)
    }

    /// Waits up to `timeout` for an unsolicited line.
    pub fn listen(&mut self, timeout: Duration) -> Reply {
        match self.receive(timeout) {
            Ok((text, _)) => Reply::Line { text, time: Duration::ZERO, early: true },
            Err(other) => other,
        }
    }

    /// Returns the number of turns sent.
    pub const fn turns(&self) -> u32 {
        self.turn
    }

    /// Closes the bot's input after the turns sent so far.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Queues a turn in pieces; returns the planned time of the last write.
    fn queue_turn(&mut self, pieces: Vec<(Duration, String)>) -> Instant {
        self.turn += 1;
        let planned = (self.clock)() + pieces.iter().map(|(pause, _)| *pause).sum::<Duration>();
        let last = pieces.len().saturating_sub(1);
        for (number, (pause, text)) in pieces.into_iter().enumerate() {
            if let Some(input) = &self.input {
                let last = number == last;
                // Fails if the writer thread has ended because the bot closed its input; it may still answer.
                let _ = input.send(Piece { turn: self.turn, pause, text, last });
            }
        }
        planned
    }

    /// Returns the next line with its time of arrival. The error is the bot's reaction if it printed no complete line
    /// within `timeout`, or one that is too long.
    fn receive(&self, timeout: Duration) -> Result<(String, Instant), Reply> {
        let start = Instant::now();
        match self.lines.recv_timeout(timeout) {
            Ok(line) if line.bytes.len() > MAX_LINE => Err(Reply::Endless),
            Ok(line) => Ok((text_of(&line.bytes), line.arrived)),
            Err(RecvTimeoutError::Timeout) => {
                let waited = start.elapsed();
                let partial = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
                let text = text_of(&partial);
                Err(if text.is_empty() {
                    Reply::Nothing(waited)
                } else {
                    Reply::Unterminated { text, waited }
                })
            }
            Err(RecvTimeoutError::Disconnected) => Err(Reply::Closed),
        }
    }

    /// Waits for the answer to the current turn. The writer thread's timestamp takes precedence over
    /// `planned`, the planned time of the write.
    fn answer(&self, timeout: Duration, planned: Instant) -> Reply {
        let (text, arrived) = match self.receive(timeout) {
            Ok(line) => line,
            Err(other) => return other,
        };
        let (turn, written_at) = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let start = if turn == self.turn { written_at } else { planned };
        let time = arrived.saturating_duration_since(start);
        Reply::Line { text, time, early: arrived < start }
    }

    /// Describes the exit of a bot whose output has ended, as the end of a sentence.
    pub fn describe_exit(&mut self) -> String {
        match self.supervised.wait(EXIT_TIMEOUT) {
            Some(status) => {
                self.stderr.wait_for_end(EXIT_TIMEOUT);
                ended_by(status)
            }
            None => String::from("closed its output and keeps running"),
        }
    }

    /// Kills the bot and returns the retained part of its stderr.
    pub fn finish(self) -> Stderr {
        drop(self.supervised);
        self.stderr.wait_for_end(EXIT_TIMEOUT);
        self.stderr.kept()
    }

    /// Returns the retained part of the bot's stderr so far.
    pub fn stderr(&self) -> Stderr {
        self.stderr.kept()
    }
}

/// Whether a start failed for lack of memory, process ids or file descriptors, not because of the bot.
pub fn is_shortage(error: &io::Error) -> bool {
    #[cfg(unix)]
    if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::EAGAIN)) {
        return true;
    }
    error.kind() == io::ErrorKind::OutOfMemory
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

fn ended_by(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => format!("was killed ({status})"),
    }
}

fn write_pieces(mut stdin: ChildStdin, pieces: &Receiver<Piece>, written: &Written, clock: Clock) {
    for Piece { turn, pause, text, last } in pieces {
        if !pause.is_zero() {
            std::thread::sleep(pause);
        }
        if last {
            *written.lock().unwrap_or_else(PoisonError::into_inner) = (turn, clock());
        }
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Sends every line, including an unterminated last one, and keeps an incomplete line in `partial`. Stops
/// after a line longer than [`MAX_LINE`].
fn read_lines(stdout: impl Read, lines: &SyncSender<OutputLine>, partial: &Partial, clock: Clock) {
    let mut stdout = BufReader::new(stdout);
    let mut arrived = clock();
    loop {
        let is_buffered = !stdout.buffer().is_empty();
        let chunk = match stdout.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        // Lines of one read arrived together, however late this thread comes to the second one.
        if !is_buffered {
            arrived = clock();
        }
        let closed = chunk.is_empty();
        let mut incomplete = partial.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_LINE + 1 - incomplete.len();
        let chunk = &chunk[..chunk.len().min(room)];
        let end = chunk.iter().position(|&byte| byte == b'\n');
        incomplete.extend(&chunk[..end.unwrap_or(chunk.len())]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        stdout.consume(used);
        let endless = incomplete.len() > MAX_LINE;
        let complete = end.is_some() || endless || (closed && !incomplete.is_empty());
        let line = complete.then(|| std::mem::take(&mut *incomplete));
        // Unlock first, since sending may block.
        drop(incomplete);
        let sent = line.is_none_or(|bytes| lines.send(OutputLine { bytes, arrived }).is_ok());
        if !sent || endless || closed {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
