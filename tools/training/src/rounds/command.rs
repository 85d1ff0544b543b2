//! Command lines of stages and of the loop's own tasks.

use std::fmt;

/// A program with its arguments and output files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Command {
    /// `train`, `openings`, `lab`, or a program on the PATH.
    pub program: String,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// File for standard output; if it exists, the command is skipped.
    pub stdout: Option<String>,
    /// A file that the program itself writes; if it exists, the command is skipped.
    pub unless: Option<String>,
}

impl Command {
    /// Creates a command with a subcommand and no further arguments.
    #[must_use]
    pub fn new(program: &str, subcommand: &str) -> Command {
        let program = program.to_owned();
        Command { program, arguments: vec![subcommand.to_owned()], ..Command::default() }
    }

    /// Appends arguments.
    #[must_use]
    pub fn words<T: ToString>(mut self, words: impl IntoIterator<Item = T>) -> Command {
        self.arguments.extend(words.into_iter().map(|word| word.to_string()));
        self
    }

    /// Appends a flag and its value.
    #[must_use]
    pub fn flag(self, name: &str, value: impl fmt::Display) -> Command {
        self.words([name.to_owned(), value.to_string()])
    }

    /// Returns whether this command runs the given subcommand of `train`.
    #[must_use]
    pub fn is_train(&self, subcommand: &str) -> bool {
        self.program == "train" && self.arguments.first().is_some_and(|word| word == subcommand)
    }

    /// Returns the value of a flag, if present.
    #[must_use]
    pub fn value(&self, flag: &str) -> Option<&str> {
        let place = self.arguments.iter().position(|word| word == flag)?;
        self.arguments.get(place + 1).map(String::as_str)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.unless {
            write!(f, "[ -f {} ] || ", quoted(file))?;
        }
        f.write_str(&quoted(&self.program))?;
        self.arguments.iter().try_for_each(|word| write!(f, " {}", quoted(word)))?;
        self.stdout.iter().try_for_each(|file| write!(f, " > {}", quoted(file)))
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
