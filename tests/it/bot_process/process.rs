//! The bot as a process: what goes in, what comes out, and never waiting for ever.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A run takes milliseconds; one that takes so long hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The bot with these flags, its three streams piped, not yet started.
pub(crate) fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(super::BOT);
    command.args(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the bot on an input, which ends after it.
pub(crate) fn run(flags: &[&str], input: &[u8]) -> Ended {
    finish(command(flags).spawn().expect("the bot starts"), input)
}

/// Writes the input and waits for the end of the process.
///
/// # Panics
///
/// If the process hangs; it is killed then.
pub(crate) fn finish(mut bot: Child, input: &[u8]) -> Ended {
    let mut stdin = bot.stdin.take().expect("piped");
    let given = input.to_vec();
    // From a thread of its own, as a bot that does not read on must not hold up the clock. A bot
    // that has ended leaves input behind, so errors are no matter.
    let writer = thread::spawn(move || stdin.write_all(&given));
    let start = Instant::now();
    while bot.try_wait().expect("a child of ours").is_none() {
        if start.elapsed() > PATIENCE {
            let _ = bot.kill();
            let _ = bot.wait();
            panic!("the bot hangs on\n{}", String::from_utf8_lossy(input));
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = writer.join().expect("the writer does not panic");
    // What these tests let a bot say fits into a pipe, so it may be read afterwards.
    let output = bot.wait_with_output().expect("the output can be read");
    Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// What the bot answers, a line a turn, at 20 positions a turn and further flags. Nothing may be
/// wrong with the run.
#[allow(dead_code)]
pub(crate) fn answers(flags: &[&str], input: &str) -> Vec<String> {
    let flags = [&["--nodes", "20"], flags].concat();
    let ended = run(&flags, input.as_bytes());
    assert_eq!((ended.code, &*ended.stderr), (Some(0), ""), "{flags:?} on\n{input}");
    ended.stdout.lines().map(str::to_owned).collect()
}
