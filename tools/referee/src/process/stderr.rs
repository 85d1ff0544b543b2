//! A bot's stderr: drained continuously, so that the pipe never blocks the bot, and retained in part.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Number of lines retained.
const LINES: usize = 200;
/// Maximum length of a retained line, in bytes.
const LINE_BYTES: u64 = 1000;
/// Maximum number of `[PDATA]` keys.
const KEYS: usize = 100;

/// The retained part of a bot's stderr.
#[derive(Clone, Default, Debug)]
pub struct Stderr {
    /// Last lines, oldest first; long lines are split.
    pub lines: VecDeque<String>,
    /// Values from lines `[PDATA] key = value`; a later value replaces an earlier one.
    pub data: BTreeMap<String, String>,
    /// Total number of bytes read.
    pub bytes: u64,
}

impl Stderr {
    fn add(&mut self, line: &str) {
        let pair = line.trim().strip_prefix("[PDATA]").and_then(|rest| rest.split_once('='));
        if let Some((key, value)) = pair {
            let key = key.trim();
            if self.data.len() < KEYS || self.data.contains_key(key) {
                self.data.insert(key.to_owned(), value.trim().to_owned());
            }
        }
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.to_owned());
    }
}

/// Thread that reads a bot's stderr to its end.
#[derive(Debug)]
pub(crate) struct Drain {
    kept: Arc<Mutex<Stderr>>,
    thread: JoinHandle<()>,
}

impl Drain {
    pub(crate) fn start(pipe: impl Read + Send + 'static) -> Drain {
        let kept = Arc::new(Mutex::new(Stderr::default()));
        let shared = Arc::clone(&kept);
        let thread = std::thread::spawn(move || {
            let mut pipe = BufReader::new(pipe);
            let mut line = Vec::new();
            while matches!(pipe.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8_lossy(&line);
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                kept.add(text.trim_end());
                kept.bytes += line.len() as u64;
                line.clear();
            }
        });
        Drain { kept, thread }
    }

    pub(crate) fn kept(&self) -> Stderr {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits up to `timeout` for the end of the pipe, which a surviving descendant of the bot may hold open.
    pub(crate) fn wait_for_end(&self, timeout: Duration) {
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < timeout {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(text: String) -> Stderr {
        let drain = Drain::start(std::io::Cursor::new(text));
        drain.wait_for_end(Duration::from_secs(5));
        drain.kept()
    }

    #[test]
    fn the_last_lines_are_retained() {
        let kept = drained((0..1000).map(|i| format!("line {i}\n")).collect());
        assert_eq!(kept.lines.len(), LINES);
        assert_eq!(kept.lines.back().unwrap(), "line 999");
    }

    #[test]
    fn a_line_without_end_is_split_and_bounded() {
        let kept = drained("x".repeat(1_000_000));
        assert_eq!((kept.lines.len(), kept.bytes), (LINES, 1_000_000));
        assert!(kept.lines.iter().all(|line| line.len() as u64 <= LINE_BYTES));
    }

    #[test]
    fn the_last_value_of_player_data_counts() {
        let kept = drained("[PDATA] visits = 10\nhello\n[PDATA] visits = 12\n".to_owned());
        assert_eq!(kept.data.into_iter().collect::<Vec<_>>(), [("visits".into(), "12".into())]);
        assert_eq!(kept.lines.len(), 3);
    }
}
