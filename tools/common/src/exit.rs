//! How a program ends: its exit status, errors on stderr, and a closed stdout.
//!
//! A program ends with status 0 and without a message when the reader of its stdout has gone, as `head`
//! goes. The default action of SIGPIPE would not do, since it also ends a program that writes to a pipe
//! of a bot.

use crate::stop::{Stopped, STOPPED};
use anyhow::{Error, Result};
use std::io::{self, ErrorKind, Write};
use std::panic::{self, PanicHookInfo};
use std::process::{Command, ExitCode, Output, Stdio};

/// Prints a line to stderr, and ignores that it is closed.
#[macro_export]
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

/// Prints a line to stdout, and ignores that it is closed: for programs whose results go to files.
#[macro_export]
macro_rules! output {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

/// Runs a program to its end.
///
/// An error is printed as one line, `name: error`, and ends it with the status `failure`, or [`STOPPED`]
/// if it is [`Stopped`]. A closed
/// stdout, met by `println!` or as an error of its own, ends it with 0. A program that makes something
/// besides what it prints uses [`note!`](crate::note) and [`output!`](crate::output), which let it
/// continue.
pub fn run(name: &str, failure: u8, program: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    let default = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_closed_stdout(info) {
            std::process::exit(0);
        }
        default(info);
    }));
    match program() {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note!("{name}: {error:#}");
            ExitCode::from(if error.is::<Stopped>() { STOPPED } else { failure })
        }
    }
}

/// Whether the error is a closed stdout.
///
/// An error with a context is about another pipe, such as a bot's.
fn is_closed_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
        && error.chain().count() == 1
}

/// Whether the panic is that of `println!` on a closed stdout.
fn is_closed_stdout(info: &PanicHookInfo<'_>) -> bool {
    let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
    let broken = io::Error::from(ErrorKind::BrokenPipe).to_string();
    text.starts_with("failed printing to stdout")
        && (text.contains("Broken pipe") || text.contains(&broken))
}

/// Runs a command on this input, with a stdout that is closed. For tests.
///
/// # Errors
///
/// If it cannot be started.
pub fn without_reader(command: &mut Command, input: &str) -> io::Result<Output> {
    let (reader, writer) = io::pipe()?;
    drop(reader);
    command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A child that has ended reads nothing.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output()
}

/// Runs a command [without a reader](without_reader) and asserts status 0 and an empty stderr. For
/// tests.
///
/// # Panics
///
/// If the command ends otherwise.
pub fn assert_silent_without_reader(command: &mut Command, input: &str) {
    let shown = format!("{command:?}");
    let output = without_reader(command, input).unwrap_or_else(|error| panic!("{shown}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{shown}: {} {stderr}", output.status);
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn only_an_error_of_stdout_itself_is_ignored() {
        let broken = || Error::from(io::Error::from(ErrorKind::BrokenPipe));
        assert!(is_closed_pipe(&broken()));
        let bot = Err::<(), _>(broken()).context("cannot write to the bot").unwrap_err();
        assert!(!is_closed_pipe(&bot));
        assert!(!is_closed_pipe(&Error::from(io::Error::from(ErrorKind::NotFound))));
    }
}
