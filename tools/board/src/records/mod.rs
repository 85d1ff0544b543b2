//! Reading files of games, matches and leagues for the page.

mod referee;
mod listed;
mod games;
mod followed;
mod matches;

pub use followed::{FollowedFile, Update};
pub use games::{read, Content, GameEntry};
pub use listed::{listed_files, ListedFile, MAX_BYTES};
pub use matches::{FullMatch, MatchGame, MatchState, MatchSummary};
