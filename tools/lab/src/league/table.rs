//! Table of a league.

use super::ratings::Ratings;
use super::results::LeagueResults;
use crate::report::aligned;
use crate::stats::{fixed, Wdl};
use std::fmt::{self, Display};

/// Row of one bot.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueRow {
    /// Index of the bot in the ratings.
    pub player: usize,
    /// Name of the bot.
    pub name: String,
    /// Rating in Elo.
    pub elo: f64,
    /// Half-width of the rating's 95 % interval, in Elo, relative to the league's mean.
    pub error: f64,
    /// Results against all others, from this bot's point of view.
    pub score: Wdl,
    /// Likelihood of superiority over the bot in the next row, from 0 to 1; `None` in the last row, and if
    /// the two bots are in different [groups](LeagueResults::groups).
    pub superiority: Option<f64>,
}

/// Table of all bots by rating, the strongest first. [`Display`] adds a note if there are several groups.
#[derive(Clone, Debug, PartialEq)]
pub struct LeagueTable {
    /// Rows from the top.
    pub rows: Vec<LeagueRow>,
    /// Names of the bots by group, see [`LeagueResults::groups`].
    pub groups: Vec<Vec<String>>,
}

impl LeagueTable {
    /// Creates the table; `names` are in the order of the bots' numbers. Panics if the lengths differ.
    pub fn new(names: &[impl AsRef<str>], ratings: &Ratings, results: &LeagueResults) -> Self {
        let players = ratings.players();
        assert_eq!(names.len(), players, "one name per bot");
        assert_eq!(results.players(), players, "the ratings are from another league");
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|&a, &b| ratings.elo(b).total_cmp(&ratings.elo(a)));
        let groups = results.groups();
        let row = |rank: usize| {
            let player = order[rank];
            let next = order.get(rank + 1).filter(|&&next| groups[next] == groups[player]);
            LeagueRow {
                player,
                name: names[player].as_ref().to_owned(),
                elo: ratings.elo(player),
                error: ratings.error(player),
                score: results.total(player),
                superiority: next.map(|&next| ratings.superiority(player, next)),
            }
        };
        let count = groups.iter().max().map_or(0, |last| last + 1);
        let mut by_group = vec![Vec::new(); count];
        for &player in &order {
            by_group[groups[player]].push(names[player].as_ref().to_owned());
        }
        LeagueTable { rows: (0..players).map(row).collect(), groups: by_group }
    }
}

impl Display for LeagueTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["rank", "bot", "Elo", "±", "games", "score", "LOS"].map(String::from);
        let rows = self.rows.iter().enumerate().map(|(rank, row)| cells(rank + 1, row));
        let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
        f.write_str(&aligned(&rows, &[1]))?;
        if self.groups.len() > 1 {
            writeln!(f, "These groups have no games between them; do not compare their ratings:")?;
            for group in &self.groups {
                writeln!(f, "  {}", group.join(", "))?;
            }
        }
        Ok(())
    }
}

fn cells(rank: usize, row: &LeagueRow) -> [String; 7] {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let none = || String::from("-");
    [
        rank.to_string(),
        row.name.clone(),
        fixed(row.elo, 0),
        fixed(row.error, 0),
        row.score.games().to_string(),
        row.score.fraction().map_or_else(none, percent),
        row.superiority.map_or_else(none, percent),
    ]
}
