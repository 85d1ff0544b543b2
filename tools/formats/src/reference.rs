//! Games that a text names without containing them.

use crate::convert::recognise;

/// A game on littlegolem.net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LittleGolemGame {
    /// The number of the game.
    pub number: u64,
}

impl LittleGolemGame {
    /// Returns the game that a line of text names: by its number, as in `1234567` or `#1234567`, or by an address, as in
    /// `https://www.littlegolem.net/jsp/game/game.jsp?gid=1234567`.
    #[must_use]
    pub fn named_by(text: &str) -> Option<LittleGolemGame> {
        let line = text.trim();
        if line.lines().count() != 1 || recognise(text).is_some() {
            return None;
        }
        let is_number = |digits: &str| {
            (4..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let alone = line.strip_prefix('#').unwrap_or(line).trim();
        let in_address = || {
            let (_, path) = line.split_once("littlegolem.net/")?;
            let (_, rest) = path.split_once("gid=").or_else(|| path.split_once("/sgf/"))?;
            Some(&rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()])
        };
        let digits = Some(alone).filter(|text| is_number(text)).or_else(in_address)?;
        Some(LittleGolemGame { number: digits.parse().ok()? })
    }

    /// Returns the name of the game's file.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("game{}.tsgf", self.number)
    }

    /// Returns the address of the game's file.
    #[must_use]
    pub fn address(self) -> String {
        format!("https://www.littlegolem.net/servlet/sgf/{}/{}", self.number, self.file_name())
    }
}

/// How to get a replay as a file.
pub(crate) const REPLAY_FILE: &str =
    "open the replay in a browser, open the developer tools (F12) at Network, reload the \
    page, and save the response of findByGameId as a file";

/// Returns the number of the replay that a line of text names by its address, such as
/// `https://www.codingame.com/replay/812345678`.
pub(crate) fn codingame_replay(text: &str) -> Option<u64> {
    let line = text.trim();
    let (_, path) = line.split_once("codingame.com/").filter(|_| line.lines().count() == 1)?;
    let (_, number) = path.split_once("replay/")?;
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{codingame_replay, LittleGolemGame};

    #[test]
    fn addresses_name_a_replay_of_codingame() {
        for text in [
            "https://www.codingame.com/replay/812345678",
            "https://www.codingame.com/share-replay/812345678",
            "see codingame.com/replay/812345678?lang=en\n",
        ] {
            assert_eq!(codingame_replay(text), Some(812_345_678), "{text}");
        }
        for text in ["https://www.codingame.com/ide/puzzle/twixt-pp", "replay/812", "1.d6"] {
            assert_eq!(codingame_replay(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_and_addresses_name_a_game() {
        for text in [
            "1234567",
            " #1234567\n",
            "https://www.littlegolem.net/jsp/game/game.jsp?gid=1234567",
            "http://littlegolem.net/jsp/game/game.jsp?gid=1234567&nmove=12",
            "See www.littlegolem.net/jsp/game/game.jsp?gid=1234567, a good one",
            "https://www.littlegolem.net/servlet/sgf/1234567/game1234567.tsgf",
        ] {
            let game = LittleGolemGame::named_by(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(game.number, 1_234_567, "{text}");
            assert_eq!(
                game.address(),
                "https://www.littlegolem.net/servlet/sgf/1234567/game1234567.tsgf"
            );
        }
    }

    #[test]
    fn games_and_other_texts_name_none() {
        for text in [
            "",
            "12",
            "#",
            "1.d6 2.e8",
            "1.d6 # littlegolem.net/jsp/game/game.jsp?gid=1234567",
            "(;FF[4]EV[twixt]SO[https://www.littlegolem.net]C[littlegolem.net/x?gid=1234567];b[dd])",
            "https://www.littlegolem.net/jsp/info/player.jsp?plid=1234",
            "https://www.littlegolem.net/jsp/game/game.jsp?gid=",
            "https://example.com/?gid=1234567",
            "1234567\n1234568",
        ] {
            assert_eq!(LittleGolemGame::named_by(text), None, "{text}");
        }
    }
}
