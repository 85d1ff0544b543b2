//! Tables of a report.

use records::game::Ending;
use records::standings::Standings;
use records::stats::EloEstimate;

/// Formats rows of cells in columns, aligned to the right except for the columns with an index in `left`.
pub(crate) fn aligned<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows.iter().map(AsRef::as_ref) {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.as_ref().iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match left.contains(&column) {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Ranks the players by score against all others, with Elo against an average opponent.
#[must_use]
pub fn ranking(standings: &Standings) -> String {
    let names = standings.names();
    let mut places: Vec<usize> = (0..names.len()).collect();
    let share = |&place: &usize| standings.overall(place).wdl.fraction().unwrap_or(0.0);
    places.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let head = ["Rank", "Name", "Elo", "+/-", "nElo", "Games", "Score", "Ptnml(0-2)"];
    let mut rows = vec![head.map(String::from)];
    for (rank, place) in places.iter().enumerate() {
        let counts = standings.overall(*place);
        let EloEstimate { elo, nelo, .. } = EloEstimate::of(&counts);
        rows.push([
            (rank + 1).to_string(),
            names[*place].clone(),
            format!("{:.2}", elo.value),
            format!("{:.2}", elo.error),
            format!("{:.2}", nelo.value),
            counts.wdl.games().to_string(),
            format!("{:.2} %", share(place) * 100.0),
            format!("{:?}", counts.pairs.0),
        ]);
    }
    aligned(&rows, &[1, 7])
}

/// Returns one line per pairing, from the point of view of the pairing's first player.
#[must_use]
pub fn meetings(standings: &Standings) -> String {
    let names = standings.names();
    let head = ["Name", "", "Met", "wins", "draws", "losses", "Elo", "+/-", "Ptnml(0-2)"];
    let mut rows = vec![head.map(String::from)];
    for (a, b) in standings.meetings() {
        let counts = standings.between(a, b);
        let (elo, wdl) = (EloEstimate::of(&counts).elo, counts.wdl);
        let [wins, draws, losses] = [wdl.wins, wdl.draws, wdl.losses].map(|n| n.to_string());
        let [value, error] = [elo.value, elo.error].map(|elo| format!("{elo:.2}"));
        let (pairs, vs) = (format!("{:?}", counts.pairs.0), "vs".to_owned());
        let [a, b] = [a, b].map(|place| names[place].clone());
        rows.push([a, vs, b, wins, draws, losses, value, error, pairs]);
    }
    aligned(&rows, &[0, 2, 8])
}

/// Returns the endings of each player's games, with answer times if they were measured.
#[must_use]
pub fn endings(standings: &Standings) -> String {
    let tallies = || (0..standings.names().len()).map(|place| standings.tally(place));
    let timed = tallies().any(|tally| !tally.times_ms.is_empty());
    let mut head = ["", "wins", "draws", "losses", "lost by:"].to_vec();
    head.extend(Ending::LOSSES.iter().map(|kind| kind.name()));
    if timed {
        head.extend(["answers, ms:", "median", "99 %", "slowest"]);
    }
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    for (name, tally) in standings.names().iter().zip(tallies()) {
        let mut row = vec![name.clone()];
        row.extend([tally.wins, tally.draws, tally.losses].map(|count| count.to_string()));
        row.push(String::new());
        row.extend(tally.lost_by.map(|count| count.to_string()));
        if timed {
            row.push(tally.times_ms.len().to_string());
            row.extend(tally.percentiles([50, 99, 100]).map(|time| format!("{time:.1}")));
        }
        rows.push(row);
    }
    aligned(&rows, &[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::example::entry;
    use records::seat::Seat;

    #[test]
    fn columns_are_aligned_with_their_headings() {
        let mut standings = Standings::new(["a", "b"].map(String::from));
        standings.add(&entry(0, Some(Seat::First)), 0);
        standings.add(&entry(1, None), 0);
        let table = endings(&standings);
        let lines: Vec<&str> = table.lines().collect();
        let end = |text: &str, word: &str| text.find(word).map(|at| at + word.len());
        let losses = lines[2].match_indices('1').nth(2).map(|(at, _)| at + 1);
        assert_eq!(end(lines[0], "chain"), losses, "{table}");
        assert_eq!(lines[0].len(), lines[1].len(), "{table}");
        assert_eq!(lines[1].len(), lines[2].len(), "{table}");
        let ranking = ranking(&standings);
        assert!(ranking.lines().nth(1).unwrap().contains(" a "), "{ranking}");
        assert!(ranking.contains("75.00 %"), "{ranking}");
    }
}
