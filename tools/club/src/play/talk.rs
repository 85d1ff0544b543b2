use super::editor::LineEditor;
use super::interrupt::Interrupts;
use super::wrap::wrapped;
use crate::{lines, view};
use anyhow::Result;
use rustyline::error::ReadlineError;
use std::io::{self, BufReader, Stdin, Write};

/// The terminal, or what takes its place.
pub(super) struct Talk {
    pub(super) input: Input,
    /// Whether a person sits there. A script has nobody who could answer a question.
    pub(super) asks: bool,
    pub(super) interrupts: Interrupts,
}

/// Where lines come from.
pub(super) enum Input {
    /// A terminal on which lines are edited.
    Editor(Box<LineEditor>),
    /// Anything else, line by line.
    Lines(BufReader<Stdin>),
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

/// Prints text, if there is any, in lines that break between words where the terminal ends.
pub(super) fn say(text: &str) -> Result<()> {
    match text {
        "" => Ok(()),
        text => print(&(wrapped(text, view::columns()) + "\n")),
    }
}

/// Prints a drawing, or text that is meant to be copied, as it is.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

impl Talk {
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
                print(prompt)?;
                let Some(line) = lines::next(input)? else {
                    print("\n")?;
                    return Ok(Typed::End);
                };
                Ok(Typed::Line(String::from_utf8_lossy(&line).trim().to_owned()))
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
