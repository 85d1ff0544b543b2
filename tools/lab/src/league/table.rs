//! Table of a league.

use crate::report::aligned;
use records::ratings::Rating;
use records::stats::fixed;

/// Returns a table of the ratings, in their order.
#[must_use]
pub fn table(ratings: &[Rating]) -> String {
    let head = ["rank", "bot", "Elo", "±", "games", "score"].map(String::from);
    let rows = ratings.iter().enumerate().map(|(rank, rating)| {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        [
            (rank + 1).to_string(),
            rating.name.clone(),
            fixed(rating.elo, 0),
            fixed(rating.error, 0),
            rating.score.games().to_string(),
            rating.score.fraction().map_or_else(|| String::from("-"), percent),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    aligned(&rows, &[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::stats::Wdl;

    #[test]
    fn columns_are_aligned() {
        let rating =
            |name: &str, elo, score| Rating { name: name.to_owned(), elo, error: 33.4, score };
        let played = Wdl { wins: 130, draws: 1, losses: 69 };
        let text = table(&[rating("v1-first", 1220.4, played), rating("v2", -0.2, Wdl::default())]);
        let wanted = "\
rank  bot        Elo   ±  games   score
   1  v1-first  1220  33    200  65.2 %
   2  v2           0  33      0       -
";
        assert_eq!(text, wanted);
    }
}
