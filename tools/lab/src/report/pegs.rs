//! Results of a match by first peg and swap.

use records::journal::JournalEntry;
use records::seat::Seat;
use records::tables::aligned;
use std::collections::BTreeMap;
use std::fmt;
use twixt::geometry::{Hole, Size};

/// A bot's games as the second player after a given first peg.
#[derive(Clone, Copy, Default, Debug)]
struct Second {
    games: u32,
    swaps: u32,
    points: f64,
}

impl Second {
    /// Whether the bot swapped in more than half of the games.
    fn swaps(&self) -> bool {
        2 * self.swaps > self.games
    }
}

impl fmt::Display for Second {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Second { games, swaps, points } = self;
        match *swaps {
            _ if *games == 0 => return f.write_str("-"),
            0 => {}
            all if all == *games => write!(f, "swap ")?,
            some => write!(f, "swap {some}x ")?,
        }
        write!(f, "{points} of {games}")
    }
}

/// Returns a table of two bots' games by first peg, with reflections merged: each bot's swaps and points as
/// the second player. The last line sums over the pegs that only one bot usually swaps: with these, the swap
/// rather than the play decides a pair. Returns `None` if a game has no first peg, or its second player is
/// another bot.
#[must_use]
pub fn first_pegs<'a>(
    entries: impl IntoIterator<Item = &'a JournalEntry>,
    names: [&str; 2],
) -> Option<String> {
    let mut pegs: BTreeMap<(Size, Hole), [Second; 2]> = BTreeMap::new();
    for entry in entries {
        let peg = entry.record.first_peg()?;
        let second = names.iter().position(|name| *name == entry.players[1])?;
        let counted = &mut pegs.entry(peg).or_default()[second];
        counted.games += 1;
        counted.swaps += u32::from(entry.record.moves.get(1).is_some_and(|mv| mv == "SWAP"));
        counted.points += match entry.record.winner {
            None => 0.5,
            Some(Seat::Second) => 1.0,
            Some(Seat::First) => 0.0,
        };
    }
    Some(table(&pegs, names))
}

fn table(pegs: &BTreeMap<(Size, Hole), [Second; 2]>, names: [&str; 2]) -> String {
    let head = ["peg", names[0], names[1], "points of the first bot", ""];
    let mut rows = vec![head.map(String::from)];
    let (mut decided, mut points, mut games) = (0, 0.0, 0);
    for ((_, peg), [a, b]) in pegs {
        let all = a.games + b.games;
        let of_first = a.points + f64::from(b.games) - b.points;
        let decides = a.games > 0 && b.games > 0 && a.swaps() != b.swaps();
        if decides {
            (decided, points, games) = (decided + 1, points + of_first, games + all);
        }
        let sign = if decides { "the swap decides" } else { "" };
        let of_first = format!("{of_first} of {all}");
        rows.push([peg.to_string(), a.to_string(), b.to_string(), of_first, sign.to_owned()]);
    }
    let last = match decided {
        0 => String::from("Both swap the same first pegs."),
        _ => {
            let share = 100.0 * points / f64::from(games);
            format!(
                "Where the swap decides ({decided} pegs): {} scores {points} of {games}, {share:.1} %",
                names[0]
            )
        }
    };
    format!("Second player's points by first peg:\n{}{last}\n", aligned(&rows, &[0, 4]))
}

#[cfg(test)]
mod tests {
    use super::first_pegs;
    use crate::matches::example::entry;
    use records::journal::JournalEntry;
    use records::seat::Seat;

    fn game(number: u64, moves: &[&str], winner: Option<Seat>) -> JournalEntry {
        let mut game = entry(number, winner);
        game.record.moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
        game
    }

    #[test]
    fn reflections_count_as_one_peg_and_differing_swaps_decide() {
        let entries = [
            // `a` does not swap B4 and wins; `b` swaps its reflection and loses.
            game(1, &["B4", "G9"], Some(Seat::Second)),
            game(0, &["K9", "SWAP", "D4"], Some(Seat::First)),
            // Both swap F6.
            game(2, &["F6", "SWAP"], Some(Seat::Second)),
            game(3, &["G7", "SWAP"], None),
        ];
        let table = first_pegs(&entries, ["a", "b"]).unwrap();
        let line = |peg: &str| table.lines().find(|line| line.starts_with(peg)).unwrap();
        let words = |peg: &str| line(peg).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("B4"), "B4 1 of 1 swap 0 of 1 2 of 2 the swap decides");
        assert_eq!(words("F6"), "F6 swap 0.5 of 1 swap 1 of 1 0.5 of 2");
        assert!(table.contains("(1 pegs): a scores 2 of 2, 100.0 %"), "{table}");
        assert!(first_pegs(&entries, ["a", "c"]).is_none());
    }
}
