//! Holes, directions, links, sides, board sizes and symmetries.
//!
//! Columns and rows count from 0 at the top left; in text, columns are letters and rows count from 1.

mod direction;
mod hole;
mod link;
mod side;
mod size;
mod symmetry;
mod text;

pub use direction::Direction;
pub use hole::Hole;
pub use link::Link;
pub use side::{BySide, Side};
pub use size::Size;
pub use symmetry::Symmetry;
pub use text::{ParseHoleError, ParseSideError};
