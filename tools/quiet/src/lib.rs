//! How a program of the workshop ends: with its exit status, with one line on stderr, or quietly, if
//! whoever read what it prints has gone, as `head` goes when it has seen enough.
//!
//! The system's own way, to be ended by a signal, would not do: it strikes whoever writes into any pipe,
//! and some of these programs write to bots.

#![forbid(unsafe_code)]

use anyhow::{Error, Result};
use std::io::{self, ErrorKind, Write};
use std::panic::{self, PanicHookInfo};
use std::process::{Command, ExitCode, Output, Stdio};

/// Says a line on stderr, if anyone listens: what a program does goes on without a listener.
#[macro_export]
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

/// Says a line on stdout, if anyone listens: for programs that print how they get on while what they
/// make goes to files.
#[macro_export]
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

/// Runs a program of this name to its end. An error is one line on stderr and the exit status
/// `failure`; that nobody reads any more what `println!` prints is none, and the status is 0. What a
/// program makes besides what it prints is not to end with its reader: it speaks by [`say!`] and [`tell!`].
pub fn run(name: &str, failure: u8, program: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_unread_print(info) {
            std::process::exit(0);
        }
        usual(info);
    }));
    match program() {
        Ok(code) => code,
        Err(error) if is_unread(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Whoever might read it may have gone, too.
            let _ = writeln!(io::stderr(), "{name}: {error:#}");
            ExitCode::from(failure)
        }
    }
}

/// Whether the error is that nobody reads the output any more. One that says what was being done is
/// about another pipe, such as a bot's.
#[must_use]
pub fn is_unread(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
        && error.chain().count() == 1
}

/// Whether the panic is that of `println!` without a reader.
fn is_unread_print(info: &PanicHookInfo<'_>) -> bool {
    let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
    let broken = io::Error::from(ErrorKind::BrokenPipe).to_string();
    text.starts_with("failed printing to stdout")
        && (text.contains("Broken pipe") || text.contains(&broken))
}

/// For tests: runs a command to its end with nobody at the other end of its stdout.
///
/// # Errors
///
/// If it can't be started.
pub fn unread(command: &mut Command) -> io::Result<Output> {
    unread_on(command, "")
}

/// The same on this input.
fn unread_on(command: &mut Command, input: &str) -> io::Result<Output> {
    let (reader, writer) = io::pipe()?;
    drop(reader);
    command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A child that has ended already reads nothing.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output()
}

/// For tests: as [`unread`], on this input, and the command has to have ended with 0 and without a word.
///
/// # Panics
///
/// If it has not.
pub fn ends_quietly_on(command: &mut Command, input: &str) {
    let told = format!("{command:?}");
    let output = unread_on(command, input).unwrap_or_else(|error| panic!("{told}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{told}: {} {stderr}", output.status);
}

/// For tests: as [`ends_quietly_on`], without input.
///
/// # Panics
///
/// As that.
pub fn ends_quietly(command: &mut Command) {
    ends_quietly_on(command, "");
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn only_an_error_of_the_output_itself_is_passed_over() {
        let broken = || Error::from(io::Error::from(ErrorKind::BrokenPipe));
        assert!(is_unread(&broken()));
        assert!(!is_unread(
            &Err::<(), _>(broken()).context("cannot write to the bot").unwrap_err()
        ));
        assert!(!is_unread(&Error::from(io::Error::from(ErrorKind::NotFound))));
    }
}
