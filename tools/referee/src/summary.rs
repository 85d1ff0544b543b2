//! Results of several games as a table.

use records::game::Ending;
use records::game::GameRecord;
use records::game::Tally;
use records::seat::Seat;
use records::tables::endings;
use referee::play::ARENA_GAME;
use std::fmt;
use std::time::Duration;

/// Totals of several games between two bots.
pub(crate) struct Summary {
    names: [String; 2],
    tallies: [Tally; 2],
    /// Cap on the time allotted to a game.
    cap: Option<Duration>,
    /// Games stopped by the cap.
    stopped: u32,
    /// Games that the arena's cap would have stopped.
    beyond: u32,
}

impl Summary {
    pub(crate) fn new(names: [String; 2], cap: Option<Duration>) -> Summary {
        Summary { names, tallies: Default::default(), cap, stopped: 0, beyond: 0 }
    }

    /// Adds a game. `seats[i]` is the seat of bot `i`; `allotted` is the time that the arena would have
    /// allotted.
    pub(crate) fn add(
        &mut self,
        record: &GameRecord,
        seats: [Seat; 2],
        allotted: Option<Duration>,
    ) {
        self.stopped += u32::from(record.ending == Ending::Stopped);
        self.beyond += u32::from(allotted.is_some_and(|allotted| allotted > ARENA_GAME));
        for (tally, seat) in self.tallies.iter_mut().zip(seats) {
            tally.add(record, seat);
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.names;
        f.write_str(&endings(&[(first, &self.tallies[0]), (second, &self.tallies[1])]))?;
        if let Some(cap) = self.cap.filter(|_| self.stopped > 0) {
            let (games, cap) = (games(self.stopped), cap.as_secs_f64());
            writeln!(f, "{games} stopped at the cap of {cap:.1} s and counted as drawn")?;
        }
        if self.beyond > 0 {
            let (games, cap) = (games(self.beyond), ARENA_GAME.as_secs_f64());
            writeln!(
                f,
                "{games} allotted more than the arena's {cap:.1} s for a whole game: the arena \
                 stops such games; pass --game-ms {} to do so here",
                ARENA_GAME.as_millis()
            )?;
        }
        Ok(())
    }
}

fn games(count: u32) -> String {
    if count == 1 {
        String::from("1 game was")
    } else {
        format!("{count} games were")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::game::Game;
    use referee::play::{GameReport, GameSettings};
    use referee::record::record;
    use referee::verdict::Verdict;
    use twixt::geometry::Size;

    #[test]
    fn games_beyond_the_arenas_cap_are_counted() {
        let game = Game::new(Size::ARENA);
        let verdict = Verdict::draw();
        let allotted = ARENA_GAME;
        let (plies, stderr) = (Vec::new(), Default::default());
        let report = GameReport { game, plies, verdict, allotted, stderr };
        let record = record(&GameSettings::default(), ["a", "b"], None, &report);
        let table = |games: &[Option<Duration>]| {
            let mut summary = Summary::new(["a", "b"].map(str::to_owned), None);
            games.iter().for_each(|&allotted| summary.add(&record, Seat::BOTH, allotted));
            summary.to_string()
        };
        let beyond = Some(allotted + Duration::from_millis(300));
        let text = table(&[beyond, Some(allotted), beyond, None]);
        assert!(text.contains("2 games were allotted more than the arena's 30.0 s"), "{text}");
        assert!(!table(&[Some(allotted), None]).contains("allotted"));
    }
}
