use super::editor::LineEditor;
use super::interrupt::Interrupts;
use super::wrap::Wrapped;
use crate::lines;
use anyhow::Result;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, Write};

/// Who is talked to: what they type, what they read, and whether they can be asked.
pub(super) struct Talk<'a> {
    pub(super) input: Input<'a>,
    pub(super) out: Wrapped<'a>,
    /// Whether a person sits there. A script has nobody who could answer a question.
    pub(super) asks: bool,
    pub(super) interrupts: Interrupts,
}

/// Where lines come from.
pub(super) enum Input<'a> {
    /// A terminal on which lines are edited.
    Editor(Box<LineEditor>),
    /// Anything else, line by line.
    Lines(&'a mut dyn BufRead),
}

/// What comes in at a prompt.
pub(super) enum Typed {
    /// A line without its end.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of the input.
    End,
}

impl Talk<'_> {
    /// The next command.
    pub(super) fn command(&mut self, prompt: &str) -> Result<Typed> {
        let typed = self.line(&format!("{prompt}> "))?;
        if let (Input::Editor(editor), Typed::Line(line)) = (&mut self.input, &typed) {
            editor.add_history_entry(line.as_str())?;
        }
        Ok(typed)
    }

    /// The next line. What is no UTF-8 is shown as such: one wrong key is no reason to lose a game.
    fn line(&mut self, prompt: &str) -> Result<Typed> {
        self.out.flush()?;
        match &mut self.input {
            Input::Editor(_) if self.interrupts.take() => Ok(Typed::Interrupt),
            Input::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Io(error)) => Err(error.into()),
                Err(error) => Err(io::Error::other(error).into()),
            },
            Input::Lines(input) => {
                self.out.verbatim(prompt)?;
                self.out.flush()?;
                let line = lines::next(*input)?;
                if line.is_none() {
                    writeln!(self.out)?;
                }
                let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
                Ok(line.map_or(Typed::End, |bytes| Typed::Line(text(bytes))))
            }
        }
    }

    /// Whether the answer to a question is yes; Ctrl-C and the end of the input are no answer.
    pub(super) fn confirms(&mut self, question: &str) -> Result<Option<bool>> {
        Ok(match self.line(&format!("{question} (y/n) "))? {
            Typed::Line(line) => Some(matches!(line.to_ascii_lowercase().as_str(), "y" | "yes")),
            Typed::Interrupt | Typed::End => None,
        })
    }
}
