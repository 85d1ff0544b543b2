//! Command lines of bots.

use anyhow::{Context, Result};

/// A bot's command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// The command as the user passed it, which names the bot in reports and records.
    pub name: String,
    /// Program and arguments; never empty.
    pub words: Vec<String>,
}

impl Bot {
    /// Splits `command` into program and arguments. Quotes and backslashes work as in a shell, but no shell
    /// runs: pipes and variables need `sh -c '…'`. Fails if a quote is unclosed or the command is empty.
    pub fn parse(command: &str) -> Result<Bot> {
        let words = shell_words::split(command)
            .with_context(|| format!("cannot split the command `{command}`: close its quotes"))?;
        anyhow::ensure!(
            !words.is_empty(),
            "the command of a bot is empty: pass a program, such as `./bot`"
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
    fn unclosed_quotes_and_empty_commands_are_rejected() {
        assert!(Bot::parse("sh -c 'echo").unwrap_err().to_string().contains("quotes"));
        assert!(Bot::parse("  ").unwrap_err().to_string().contains("empty"));
    }
}
