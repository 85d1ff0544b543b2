//! What to start as a player: a command line, split as a shell would split it.

use anyhow::{Context, Result};

/// A bot's command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// The command as the user wrote it; names the bot in reports and records.
    pub name: String,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
}

impl Bot {
    /// Splits `command` into a program and its arguments. Quotes and backslashes work as in a
    /// shell, but no shell runs: for pipes or variables write `sh -c '…'`.
    ///
    /// # Errors
    ///
    /// If a quote is left open or no word is left.
    pub fn parse(command: &str) -> Result<Bot> {
        let words = shell_words::split(command)
            .with_context(|| format!("cannot split the command `{command}`: close its quotes"))?;
        anyhow::ensure!(
            !words.is_empty(),
            "the command of a bot is empty: name a program to start, such as `./bot`"
        );
        Ok(Bot { name: command.to_owned(), words })
    }
}

#[cfg(test)]
mod tests {
    use super::Bot;

    #[test]
    fn commands_split_as_in_a_shell() {
        let bot = Bot::parse("sh -c 'echo D6; sleep 1' \"a b\"").unwrap();
        assert_eq!(bot.words, ["sh", "-c", "echo D6; sleep 1", "a b"]);
    }

    #[test]
    fn bad_commands_say_why() {
        assert!(Bot::parse("sh -c 'echo").unwrap_err().to_string().contains("quotes"));
        assert!(Bot::parse("  ").unwrap_err().to_string().contains("empty"));
    }
}
