//! The tables of a report.

use crate::matches::Standings;
use crate::stats::Strength;
use referee::verdict::Ending;
use std::fmt::Write as _;

/// The players by their scores against all others, with Elo against an average opponent.
#[must_use]
pub fn ranking(standings: &Standings) -> String {
    let names = standings.names();
    let mut places: Vec<usize> = (0..names.len()).collect();
    let share = |place: usize| {
        let counts = standings.overall(place);
        counts.wdl.points() / (counts.wdl.games().max(1)) as f64
    };
    places.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let width = width(names);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "Rank {:<width$} {:>9} {:>9} {:>9} {:>7} {:>9}  Ptnml(0-2)",
        "Name", "Elo", "+/-", "nElo", "Games", "Score"
    );
    for (rank, &place) in places.iter().enumerate() {
        let counts = standings.overall(place);
        let strength = Strength::of(&counts);
        let _ = writeln!(
            text,
            "{:>4} {:<width$} {:>9.2} {:>9.2} {:>9.2} {:>7} {:>7.2} %  {:?}",
            rank + 1,
            names[place],
            strength.elo.value,
            strength.elo.error,
            strength.nelo.value,
            counts.wdl.games(),
            share(place) * 100.0,
            counts.pairs.0,
        );
    }
    text
}

/// A line per pairing, from the point of view of the first player.
#[must_use]
pub fn meetings(standings: &Standings) -> String {
    let names = standings.names();
    let width = width(names);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<width$}    {:<width$} {:>6} {:>6} {:>6} {:>9} {:>9}  Ptnml(0-2)",
        "Name", "Met", "wins", "draws", "losses", "Elo", "+/-"
    );
    for (a, b) in standings.meetings() {
        let counts = standings.between(a, b);
        let (elo, wdl) = (Strength::of(&counts).elo, counts.wdl);
        let _ = writeln!(
            text,
            "{:<width$} vs {:<width$} {:>6} {:>6} {:>6} {:>9.2} {:>9.2}  {:?}",
            names[a],
            names[b],
            wdl.wins,
            wdl.draws,
            wdl.losses,
            elo.value,
            elo.error,
            counts.pairs.0
        );
    }
    text
}

/// The endings of each player's games, and its answer times if they were measured.
#[must_use]
pub fn endings(standings: &Standings) -> String {
    let names = standings.names();
    let width = width(names);
    let timed = (0..names.len()).any(|place| !standings.tally(place).times_ms.is_empty());
    let mut text = format!("{:<width$} {:>6} {:>6} {:>6}  lost by:", "", "wins", "draws", "losses");
    for kind in Ending::LOSSES {
        let _ = write!(text, " {}", kind.name());
    }
    if timed {
        let _ = write!(text, "  answers, ms: {:>8} {:>8} {:>8}", "median", "99 %", "slowest");
    }
    text.push('\n');
    for (place, name) in names.iter().enumerate() {
        let tally = standings.tally(place);
        let _ = write!(
            text,
            "{name:<width$} {:>6} {:>6} {:>6}          ",
            tally.wins, tally.draws, tally.losses
        );
        for (kind, count) in Ending::LOSSES.iter().zip(tally.lost_by) {
            let _ = write!(text, " {count:>0$}", kind.name().len());
        }
        if timed {
            let [median, high, slowest] = tally.percentiles([50, 99, 100]);
            let answers = tally.times_ms.len();
            let _ = write!(text, " {answers:>12}  {median:>8.1} {high:>8.1} {slowest:>8.1}");
        }
        text.push('\n');
    }
    text
}

fn width(names: &[String]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::example::entry;
    use referee::rules::Seat;

    #[test]
    fn the_columns_stand_below_their_heads() {
        let mut standings = Standings::new(["a", "b"].map(String::from));
        standings.add(&entry(0, Some(Seat::First)), 0);
        standings.add(&entry(1, None), 0);
        let table = endings(&standings);
        let lines: Vec<&str> = table.lines().collect();
        let end = |text: &str, word: &str| text.find(word).map(|at| at + word.len());
        assert_eq!(end(lines[0], "chain"), end(lines[2], "          1"), "{table}");
        assert_eq!(lines[0].len(), lines[1].len(), "{table}");
        assert_eq!(lines[1].len(), lines[2].len(), "{table}");
        let ranking = ranking(&standings);
        assert!(ranking.lines().nth(1).unwrap().contains(" a "), "{ranking}");
        assert!(ranking.contains("75.00 %"), "{ranking}");
    }
}
