//! Input lines from a terminal or a pipe, and output.

use super::editor::LineEditor;
use super::interrupt::Interrupts;
use crate::lines;
use anyhow::Result;
use rustyline::error::ReadlineError;
use std::io::{self, BufReader, Stdin, Write};

/// The terminal, or redirected input and output.
pub(super) struct Console {
    pub(super) input: Input,
    /// Whether input is a terminal; only then does the program ask for confirmation.
    pub(super) is_interactive: bool,
    pub(super) interrupts: Interrupts,
}

pub(super) enum Input {
    /// A terminal with a line editor.
    Editor(Box<LineEditor>),
    Lines(BufReader<Stdin>),
}

pub(super) enum Typed {
    /// A line without its line feed.
    Line(String),
    Interrupt,
    End,
}

/// Prints text with a line feed, unless it is empty.
pub(super) fn print_lines(text: &str) -> Result<()> {
    match text {
        "" => Ok(()),
        text => print(&format!("{text}\n")),
    }
}

pub(super) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

impl Console {
    /// Reads the next command and adds it to the editor's history.
    pub(super) fn command(&mut self, prompt: &str) -> Result<Typed> {
        let typed = self.read_line(&format!("{prompt}> "))?;
        if let (Input::Editor(editor), Typed::Line(line)) = (&mut self.input, &typed) {
            editor.add_history_entry(line.as_str())?;
        }
        Ok(typed)
    }

    /// Reads the next line. Invalid UTF-8 is replaced, so that a mistyped byte does not end the game.
    fn read_line(&mut self, prompt: &str) -> Result<Typed> {
        match &mut self.input {
            Input::Editor(_) if self.interrupts.take() => Ok(Typed::Interrupt),
            Input::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Typed::Line(char::REPLACEMENT_CHARACTER.into()))
                }
                Err(ReadlineError::Io(error)) => Err(error.into()),
                Err(error) => Err(io::Error::other(error).into()),
            },
            Input::Lines(input) => {
                print(prompt)?;
                let Some(line) = lines::next(input)? else {
                    print("\n")?;
                    return Ok(Typed::End);
                };
                Ok(Typed::Line(String::from_utf8_lossy(&line).trim().to_owned()))
            }
        }
    }

    /// Asks a yes/no question; returns `None` on Ctrl-C or at the end of the input.
    pub(super) fn confirms(&mut self, question: &str) -> Result<Option<bool>> {
        Ok(match self.read_line(&format!("{question} (y/n) "))? {
            Typed::Line(line) => Some(matches!(line.to_ascii_lowercase().as_str(), "y" | "yes")),
            Typed::Interrupt | Typed::End => None,
        })
    }
}
