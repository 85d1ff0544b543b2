//! Permanent league: frozen bots, their games, and their ratings.
//!
//! [`results`] counts games, [`ratings`] computes Elo with errors from them, [`choose`] selects the next
//! pairing, [`frozen`] stores the bots, [`chart`] and [`table`] show the ratings.
//! [`matches`](crate::matches) plays and stores the games.
//!
//! ```
//! use lab::stats::Wdl;
//! use lab::league::{choose, ratings::{Model, Ratings}, results::Results, table::Table};
//!
//! let names = ["random", "old", "new"];
//! let mut results = Results::new(names.len());
//! results.add(1, 0, Wdl { wins: 20, draws: 0, losses: 0 });
//! results.add(2, 1, Wdl { wins: 13, draws: 1, losses: 6 });
//! let ratings = Ratings::fit(&results, &Model::default())?;
//! print!("{}", Table::new(&names, &ratings, &results));
//! // Four pairs of games to start, while one between 0 and 1 is running.
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
