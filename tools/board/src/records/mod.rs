//! Files of games, matches and leagues, as the page shows them.

mod details;
mod file;
mod games;
mod live;
mod matches;

pub use file::{named, Named, MOST};
pub use games::{read, Content, Shown};
pub use live::{Following, Update};
pub use matches::{Gathered, Row, Standing, Whole};
