//! League of frozen bots (stored versions of the project's bot, and other programs): games and ratings.
//!
//! [`season`] chooses the next pairing, [`frozen`] stores the bots, [`chart`] shows the ratings.
//! [`matches`](crate::matches) plays the games, and [`records::ratings`] rates the bots.

pub mod season;
pub mod frozen;
pub mod chart;
