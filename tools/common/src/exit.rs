//! Exit status, error output, and handling of a closed stdout.
//!
//! EPIPE on stdout ends a program silently with status 0, as in `club list | head`. SIGPIPE stays
//! ignored, because its default action would also end a program that writes to the pipe of a bot that has exited.

use crate::stop::Stopped;
use anyhow::{Error, Result};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::process::{Command, ExitCode, Output, Stdio};

/// Prints a line to stderr and ignores errors.
#[macro_export]
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

/// Prints a line to stdout and ignores errors, for programs that write their results to files.
#[macro_export]
macro_rules! output {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

/// Stdout of a program that may also write files.
#[derive(Clone, Copy, Debug)]
pub struct Stdout {
    /// Whether the program writes its results to files: then EPIPE is ignored, and the program continues.
    pub writes_files: bool,
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match io::stdout().write(bytes) {
            Err(error) if self.ignores(&error) => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match io::stdout().flush() {
            Err(error) if self.ignores(&error) => Ok(()),
            flushed => flushed,
        }
    }
}

impl Stdout {
    fn ignores(&self, error: &io::Error) -> bool {
        self.writes_files && error.kind() == ErrorKind::BrokenPipe
    }
}

/// Runs a program and returns its exit status.
///
/// Prints an error as one line, `NAME: ERROR`, and returns `failure`, or the [status](Stopped::status) of [`Stopped`].
/// EPIPE on stdout ends the program with status 0. Programs that write files print with [`note!`](crate::note),
/// [`output!`](crate::output) and [`Stdout`], which ignore EPIPE. None uses `println!`, which panics if the disk is full.
pub fn run(name: &str, failure: u8, program: impl FnOnce() -> Result<ExitCode>) -> ExitCode {
    match program() {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let is_full = bare(&error) == Some(ErrorKind::StorageFull);
            let start = if is_full { "cannot write the output: " } else { "" };
            note!("{name}: {start}{error:#}");
            ExitCode::from(error.downcast_ref().map_or(failure, Stopped::status))
        }
    }
}

/// Returns the kind of an error of stdout, such as EPIPE. Errors of other pipes and files, such as a bot's, have context;
/// those of stdout have none.
fn bare(error: &Error) -> Option<ErrorKind> {
    let error = error.downcast_ref::<io::Error>().filter(|_| error.chain().count() == 1);
    error.map(io::Error::kind)
}

fn is_closed_pipe(error: &Error) -> bool {
    bare(error) == Some(ErrorKind::BrokenPipe)
}

/// For tests: runs a command whose stdin is `input` and whose stdout is a pipe without a reader. Fails if the
/// command cannot be started.
pub fn without_reader(command: &mut Command, input: &str) -> io::Result<Output> {
    let (reader, writer) = io::pipe()?;
    drop(reader);
    command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // Ignores EPIPE: the child may exit before it has read its input.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output()
}

/// For tests: asserts that a command whose stdout [has no reader](without_reader) exits with status 0 and
/// prints nothing to stderr, and that it does not panic if the disk with its stdout is full.
pub fn assert_silent_without_reader(command: &mut Command, input: &str) {
    let shown = format!("{command:?}");
    let output = without_reader(command, input).unwrap_or_else(|error| panic!("{shown}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{shown}: {} {stderr}", output.status);
    // Only Linux has this file.
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    let output = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output();
    let output = output.unwrap_or_else(|error| panic!("{shown}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    let has_ended = output.status.code().is_some_and(|code| code != 101);
    assert!(has_ended && !stderr.contains("panicked"), "{shown} > /dev/full: {stderr}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn only_epipe_without_context_is_a_closed_stdout() {
        let broken = || Error::from(io::Error::from(ErrorKind::BrokenPipe));
        assert!(is_closed_pipe(&broken()));
        let bot = Err::<(), _>(broken()).context("cannot write to the bot").unwrap_err();
        assert!(!is_closed_pipe(&bot));
        assert!(!is_closed_pipe(&Error::from(io::Error::from(ErrorKind::NotFound))));
    }
}
