//! Reading files of games and matches for the page.

mod referee;
mod games;
mod matches;

pub use games::{read, Content, GameEntry};
pub use matches::{FullMatch, MatchGame, MatchState, MatchSummary, RunningRow};
