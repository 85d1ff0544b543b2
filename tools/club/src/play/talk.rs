use crate::lines;
use anyhow::Result;
use std::io::{BufRead, Write};

/// Who is talked to: what they type, what they read, and whether they can be asked.
pub(super) struct Talk<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    /// Whether a person sits there. A script has nobody who could answer a question.
    pub(super) asks: bool,
}

impl Talk<'_> {
    /// The next line without its end; `None` at the end of the input. What is no UTF-8 is shown as
    /// such: one wrong key is no reason to lose a game.
    pub(super) fn line(&mut self) -> Result<Option<String>> {
        self.out.flush()?;
        let line = lines::next(self.input)?;
        Ok(line.map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }

    /// Whether the answer to a question is yes; the end of the input is no answer.
    pub(super) fn confirms(&mut self, question: &str) -> Result<Option<bool>> {
        write!(self.out, "{question} (y/n) ")?;
        let line = self.line()?;
        Ok(line.map(|line| matches!(line.to_ascii_lowercase().as_str(), "y" | "yes")))
    }
}
