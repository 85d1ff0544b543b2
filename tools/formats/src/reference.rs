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
    pub fn file_name(self) -> String {
        format!("game{}.tsgf", self.number)
    }

    /// Returns the address of the game's file.
    pub fn address(self) -> String {
        format!("https://www.littlegolem.net/servlet/sgf/{}/{}", self.number, self.file_name())
    }
}

#[cfg(test)]
mod tests {
    use super::LittleGolemGame;

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
