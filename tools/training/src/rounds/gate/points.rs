//! What a match's file tells: pairs of games by their points.

use anyhow::{bail, Context, Result};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game of a journal, as far as it counts here.
#[derive(Deserialize)]
struct Game {
    pair: u64,
    players: [String; 2],
    winner: Option<Seat>,
}

/// Who opened the game, or who answered.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    First,
    Second,
}

/// Pairs in which a player made 0, 0.5, 1, 1.5 and 2 points.
///
/// # Errors
///
/// If the file is torn, or holds a pair of which a game is missing.
pub fn points(journal: &[u8], player: &str) -> Result<[u32; 5]> {
    let mut pairs: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let text = std::str::from_utf8(journal)?;
    for (number, line) in text.lines().enumerate() {
        if number == 0 && line.starts_with("{\"plan\"") {
            continue;
        }
        let game: Game =
            serde_json::from_str(line).with_context(|| format!("line {}: no game", number + 1))?;
        let Some(seat) = game.players.iter().position(|name| name == player) else {
            bail!("line {}: {player} does not play", number + 1);
        };
        let half_points = match game.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner as usize == seat),
        };
        pairs.entry(game.pair).or_default().push(half_points);
    }
    let mut counts = [0; 5];
    for (number, games) in pairs {
        let &[a, b] = &games[..] else { bail!("pair {number} has {} games, not 2", games.len()) };
        counts[a + b] += 1;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match's file with these winners: of each pair new opens the first game.
    fn journal(pairs: &[[&str; 2]]) -> String {
        let mut text = format!("{{\"plan\": {{\"rounds\": {}}}}}\n", pairs.len());
        for (pair, winners) in pairs.iter().enumerate() {
            for (second, winner) in winners.iter().enumerate() {
                let players = if second == 0 { ["new", "old"] } else { ["old", "new"] };
                let seat = players.iter().position(|player| player == winner);
                let winner = seat.map_or("null", |seat| ["\"first\"", "\"second\""][seat]);
                let game = 2 * pair + second;
                text += &format!("{{\"game\": {game}, \"pair\": {pair}, \"players\": ");
                text += &format!("{players:?}, \"winner\": {winner}, \"moves\": []}}\n");
            }
        }
        text
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let kinds = [
            ["new", "new"],
            ["new", ""],
            ["new", "old"],
            ["", ""],
            ["", "old"],
            ["old", "old"],
            ["old", "old"],
        ];
        let whole = journal(&kinds);
        assert_eq!(points(whole.as_bytes(), "new").expect("counts"), [2, 1, 2, 1, 1]);
        assert_eq!(points(whole.as_bytes(), "old").expect("counts"), [1, 1, 2, 1, 2]);
        let torn = &whole[..whole.trim_end().rfind('\n').expect("lines") + 1];
        let error = points(torn.as_bytes(), "new").expect_err("a game is missing");
        assert!(error.to_string().contains("pair 6 has 1 games"), "{error}");
        assert!(points(&whole.as_bytes()[..whole.len() - 4], "new").is_err());
        assert!(points(whole.as_bytes(), "other").is_err());
    }
}
