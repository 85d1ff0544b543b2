//! Runs the bot with a timeout.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout of a run; runs take milliseconds.
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct RunResult {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Returns the command for the bot with three piped streams.
pub(crate) fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(super::BOT);
    command.args(flags).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(flags: &[&str], input: &[u8]) -> RunResult {
    finish(command(flags).spawn().expect("the bot starts"), input)
}

/// Writes the input and waits for the end of the process.
///
/// # Panics
/// If the process hangs; it is then killed.
pub(crate) fn finish(mut bot: Child, input: &[u8]) -> RunResult {
    let mut stdin = bot.stdin.take().expect("piped");
    let given = input.to_vec();
    // The input is written in a thread, so that a bot that stops reading does not block the timeout.
    // Errors are ignored, since a bot that has ended leaves input unread.
    let writer = thread::spawn(move || stdin.write_all(&given));
    let start = Instant::now();
    while bot.try_wait().expect("a child of ours").is_none() {
        if start.elapsed() > TIMEOUT {
            let _ = bot.kill();
            let _ = bot.wait();
            panic!("the bot hangs on\n{}", String::from_utf8_lossy(input));
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = writer.join().expect("the writer does not panic");
    // The output of these tests fits into a pipe, so it can be read afterwards.
    let output = bot.wait_with_output().expect("the output can be read");
    RunResult {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// Returns the bot's answers, one line per turn, with 20 evaluations per turn; the run must succeed.
#[allow(dead_code)]
pub(crate) fn answers(flags: &[&str], input: &str) -> Vec<String> {
    let flags = [&["--nodes", "20"], flags].concat();
    let ended = run(&flags, input.as_bytes());
    assert_eq!((ended.code, &*ended.stderr), (Some(0), ""), "{flags:?} on\n{input}");
    ended.stdout.lines().map(str::to_owned).collect()
}
