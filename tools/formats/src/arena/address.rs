//! Addresses of replays, which contain no game.

/// How to get a replay as a file.
pub(crate) const HOW_TO_SAVE: &str =
    "open the replay in a browser, open the developer tools (F12) at Network, reload the \
    page, and save the response of findByGameId as a file";

/// Returns the number of the replay that a line of text names by its address, such as
/// `https://www.codingame.com/replay/812345678`.
pub(crate) fn replay_at(text: &str) -> Option<u64> {
    let line = text.trim();
    let (_, path) = line.split_once("codingame.com/").filter(|_| line.lines().count() == 1)?;
    let (_, number) = path.split_once("replay/")?;
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::replay_at;

    #[test]
    fn addresses_name_a_replay_of_codingame() {
        for text in [
            "https://www.codingame.com/replay/812345678",
            "https://www.codingame.com/share-replay/812345678",
            "see codingame.com/replay/812345678?lang=en\n",
        ] {
            assert_eq!(replay_at(text), Some(812_345_678), "{text}");
        }
        for text in ["https://www.codingame.com/ide/puzzle/twixt-pp", "replay/812", "1.d6"] {
            assert_eq!(replay_at(text), None, "{text}");
        }
    }
}
