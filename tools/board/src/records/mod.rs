//! Files of games, matches and leagues, as the page shows them.

mod details;
mod describe;
mod file;
mod games;
mod gathered;
mod live;
mod standing;
mod values;

pub use file::{named, Named, MOST};
pub use games::{read, Content, Shown};
pub use gathered::{Gathered, Row, Whole};
pub use live::{Following, Update};
pub use standing::Standing;
