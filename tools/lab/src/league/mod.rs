//! League of frozen bots (stored versions of the project's bot, and other programs): games and ratings.
//!
//! [`results`] counts games, [`ratings`] computes Elo with errors, [`choose`] selects the next pairing,
//! [`frozen`] stores the bots, [`chart`] and [`table`] show the ratings. [`matches`](crate::matches) plays
//! and stores the games.
//!
//! ```
//! use lab::stats::Wdl;
//! use lab::league::{choose, ratings::{RatingModel, Ratings}, results::LeagueResults, table::LeagueTable};
//!
//! let names = ["random", "old", "new"];
//! let mut results = LeagueResults::new(names.len());
//! results.add(1, 0, Wdl { wins: 20, draws: 0, losses: 0 });
//! results.add(2, 1, Wdl { wins: 13, draws: 1, losses: 6 });
//! let ratings = Ratings::fit(&results, &RatingModel::default())?;
//! print!("{}", LeagueTable::new(&names, &ratings, &results));
//! // Schedule four pairs of games while a pair between bots 0 and 1 is running.
//! let next = choose::choose(&ratings, &results, &[(0, 1)], 4);
//! assert_eq!(next.len(), 4);
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod results;
mod linear;
pub mod ratings;
pub mod choose;
pub mod season;
#[cfg(feature = "frozen")]
pub mod frozen;
pub mod chart;
pub mod table;
