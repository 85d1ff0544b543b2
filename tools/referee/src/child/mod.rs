//! A bot as a child process with a clock.
//!
//! Three threads serve a bot: one writes its input, so that a bot that does not read cannot hold
//! up the referee; one reads its answers and stamps them with their time of arrival; one drains its
//! stderr.

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
pub use supervised::{ends_escaped, kill_all};

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
    /// The start of a line whose end did not arrive.
    Unterminated {
        /// What arrived of the line; bytes that are no UTF-8 are replaced.
        text: String,
        /// How long the referee waited for the line's end.
        waited: Duration,
    },
    /// Nothing, though the referee waited this long.
    Nothing(Duration),
    /// The bot's output ended.
    Closed,
}

struct Line {
    bytes: Vec<u8>,
    arrived: Instant,
}

/// Part of a bot's input.
struct Piece {
    turn: u32,
    /// How long to wait before writing it.
    pause: Duration,
    text: String,
    /// Whether it ends its turn.
    last: bool,
}

/// What has arrived of the line that the bot is writing.
type Partial = Mutex<Vec<u8>>;

/// The turn whose last piece was last begun to be written, and when.
type Written = Mutex<(u32, Instant)>;

/// A running bot. Dropping it kills it and whatever it started.
#[derive(Debug)]
pub struct Child {
    supervised: Supervised,
    /// `None` once the bot's input is closed.
    input: Option<Sender<Piece>>,
    lines: Receiver<Line>,
    partial: Arc<Partial>,
    stderr: stderr::Drain,
    turn: u32,
    written: Arc<Written>,
}

impl Child {
    /// Starts a bot.
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
        let mut supervised = Supervised::spawn(&mut command)?;
        let missing = || io::Error::other("the new process has no pipes");
        let stdin = supervised.process.stdin.take().ok_or_else(missing)?;
        let stdout = supervised.process.stdout.take().ok_or_else(missing)?;
        let stderr = supervised.process.stderr.take().ok_or_else(missing)?;

        let written = Arc::new(Mutex::new((0, Instant::now())));
        let (input, pieces) = mpsc::channel();
        let shared = Arc::clone(&written);
        std::thread::spawn(move || write_pieces(stdin, &pieces, &shared));
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let partial = Arc::<Partial>::default();
        let shared = Arc::clone(&partial);
        std::thread::spawn(move || read_lines(stdout, &sender, &shared));
        let (input, stderr) = (Some(input), stderr::Drain::start(stderr));
        Ok(Child { supervised, input, lines, partial, stderr, turn: 0, written })
    }

    /// Gives the bot its next turn and waits for a line, at most `patience`.
    pub fn ask(&mut self, turn: String, patience: Duration) -> Answer {
        self.ask_in_pieces(vec![(Duration::ZERO, turn)], patience)
    }

    /// As [`Child::ask`], with the bot's input ended behind this turn.
    pub fn ask_last(&mut self, turn: String, patience: Duration) -> Answer {
        let whole = self.hand_over(vec![(Duration::ZERO, turn)]);
        self.close_input();
        self.answer(patience, whole)
    }

    /// Gives the bot its next turn in pieces, each after its pause, and waits for a line, at most
    /// `patience` beyond the sum of the pauses.
    ///
    /// The answer's time counts from just before the last piece; an answer that came before that
    /// is early.
    pub fn ask_in_pieces(&mut self, pieces: Vec<(Duration, String)>, patience: Duration) -> Answer {
        let whole = self.hand_over(pieces);
        self.answer(whole.saturating_duration_since(Instant::now()) + patience, whole)
    }

    /// Waits for a line that nobody asked for, at most `patience`.
    pub fn listen(&mut self, patience: Duration) -> Answer {
        match self.receive(patience) {
            Ok((text, _)) => Answer::Line { text, time: Duration::ZERO, early: true },
            Err(other) => other,
        }
    }

    /// The number of turns that the bot was given.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turn
    }

    /// Ends the bot's input, behind what it was given so far.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the bot has ended by itself, at most `patience`, and tells its exit status;
    /// `None` if it still runs.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.supervised.wait(patience)
    }

    /// How many processes that the bot started are still running, where the system can tell; call it
    /// once the bot has ended. Elsewhere 1 stands for any number of them.
    #[must_use]
    pub fn left_behind(&self) -> usize {
        self.supervised.left_behind()
    }

    /// Hands over a turn in pieces, each after its pause; returns when the last one will be written.
    fn hand_over(&mut self, pieces: Vec<(Duration, String)>) -> Instant {
        self.turn += 1;
        let whole = Instant::now() + pieces.iter().map(|(pause, _)| *pause).sum::<Duration>();
        let last = pieces.len().saturating_sub(1);
        for (number, (pause, text)) in pieces.into_iter().enumerate() {
            if let Some(input) = &self.input {
                // An error means that the bot closed its input. It may still answer.
                let last = number == last;
                let _ = input.send(Piece { turn: self.turn, pause, text, last });
            }
        }
        whole
    }

    /// The next line and when it arrived, or what came instead.
    fn receive(&self, patience: Duration) -> Result<(String, Instant), Answer> {
        let start = Instant::now();
        match self.lines.recv_timeout(patience) {
            Ok(line) if line.bytes.len() > MAX_LINE => Err(Answer::Endless),
            Ok(line) => Ok((text_of(&line.bytes), line.arrived)),
            Err(RecvTimeoutError::Timeout) => {
                let waited = start.elapsed();
                let partial = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
                let text = text_of(&partial);
                Err(if text.is_empty() {
                    Answer::Nothing(waited)
                } else {
                    Answer::Unterminated { text, waited }
                })
            }
            Err(RecvTimeoutError::Disconnected) => Err(Answer::Closed),
        }
    }

    /// The answer to the turn that was `handed_over` then, or will be. The thread that writes knows
    /// better when that was, if it has come to it.
    fn answer(&self, patience: Duration, handed_over: Instant) -> Answer {
        let (text, arrived) = match self.receive(patience) {
            Ok(line) => line,
            Err(other) => return other,
        };
        let (turn, begun) = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let start = if turn == self.turn { begun } else { handed_over };
        let time = arrived.saturating_duration_since(start);
        Answer::Line { text, time, early: arrived < start }
    }

    /// How a bot whose output has ended came to its end, as the rest of a sentence.
    pub fn how_it_ended(&mut self) -> String {
        match self.wait(LAST_WORDS) {
            Some(status) => {
                self.stderr.settle(LAST_WORDS);
                ended_by(status)
            }
            None => String::from("closed its output and keeps running"),
        }
    }

    /// Ends the bot and returns what is kept of its stderr, to the last line that it wrote.
    #[must_use]
    pub fn finish(self) -> Stderr {
        drop(self.supervised);
        self.stderr.settle(LAST_WORDS);
        self.stderr.kept()
    }

    /// What is kept of the bot's stderr so far.
    #[must_use]
    pub fn stderr(&self) -> Stderr {
        self.stderr.kept()
    }
}

/// Whether a process could not be started because the system lacks memory, process numbers or open
/// files: nothing that its program could help.
#[must_use]
pub fn is_shortage(error: &io::Error) -> bool {
    #[cfg(unix)]
    if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::EAGAIN)) {
        return true;
    }
    error.kind() == io::ErrorKind::OutOfMemory
}

/// A line as text, without its end.
fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

fn ended_by(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => format!("was killed ({status})"),
    }
}

/// Writes pieces as they come; when no more can come, the bot's input ends.
fn write_pieces(mut stdin: ChildStdin, pieces: &Receiver<Piece>, written: &Written) {
    for Piece { turn, pause, text, last } in pieces {
        if !pause.is_zero() {
            std::thread::sleep(pause);
        }
        if last {
            *written.lock().unwrap_or_else(PoisonError::into_inner) = (turn, Instant::now());
        }
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Sends every line, and a last one that ends with the output. The start of a line is kept in
/// `partial` until its end arrives. After a line longer than [`MAX_LINE`] it stops: that game is
/// over.
fn read_lines(stdout: impl Read, lines: &SyncSender<Line>, partial: &Partial) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let chunk = match stdout.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let (arrived, closed) = (Instant::now(), chunk.is_empty());
        let mut begun = partial.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_LINE + 1 - begun.len();
        let chunk = &chunk[..chunk.len().min(room)];
        let end = chunk.iter().position(|&byte| byte == b'\n');
        begun.extend(&chunk[..end.unwrap_or(chunk.len())]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        stdout.consume(used);
        let endless = begun.len() > MAX_LINE;
        let complete = end.is_some() || endless || (closed && !begun.is_empty());
        let line = complete.then(|| std::mem::take(&mut *begun));
        // Sending may block until the referee takes a line.
        drop(begun);
        let sent = line.is_none_or(|bytes| lines.send(Line { bytes, arrived }).is_ok());
        if !sent || endless || closed {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
