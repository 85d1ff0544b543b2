//! Tables for terminals.

use crate::game::{Ending, Tally};

/// Formats rows of cells in columns, aligned to the right except for the columns with an index in `left`.
pub fn aligned<R: AsRef<[String]>>(rows: &[R], left: &[usize]) -> String {
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

/// Returns the endings of each bot's games, with answer times if they were measured.
pub fn endings(bots: &[(&str, &Tally)]) -> String {
    let timed = bots.iter().any(|(_, tally)| !tally.times_ms.is_empty());
    let mut head = ["", "wins", "draws", "losses", "lost by:"].map(String::from).to_vec();
    head.extend(Ending::LOSSES.map(|ending| ending.to_string()));
    if timed {
        head.extend(["answers, ms:", "median", "99 %", "slowest"].map(String::from));
    }
    let mut rows = vec![head];
    for (name, tally) in bots {
        let mut row = vec![(*name).to_owned()];
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
    use crate::game::example::entry;
    use crate::seat::Seat;

    #[test]
    fn columns_are_aligned_with_their_headings() {
        let mut tallies = [Tally::default(), Tally::default()];
        for (number, winner) in [(0, Some(Seat::First)), (1, None)] {
            for (tally, seat) in tallies.iter_mut().zip(Seat::BOTH) {
                tally.add(&entry(number, winner).record, seat);
            }
        }
        let table = endings(&[("a", &tallies[0]), ("b", &tallies[1])]);
        let lines: Vec<&str> = table.lines().collect();
        let end = |text: &str, word: &str| text.find(word).map(|at| at + word.len());
        let losses = lines[2].match_indices('1').nth(2).map(|(at, _)| at + 1);
        assert_eq!(end(lines[0], "chain"), losses, "{table}");
        assert_eq!(lines[0].len(), lines[1].len(), "{table}");
        assert_eq!(lines[1].len(), lines[2].len(), "{table}");
    }
}
