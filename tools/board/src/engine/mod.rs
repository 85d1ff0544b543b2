//! Searches: how many there may be, how they share the machine's cores, what they found.

mod finding;
mod seats;
mod thought;
mod work;

pub use finding::{Finding, Proven};
pub use seats::{Kind, Seat, Seats};
pub use thought::{Aim, Thought};
pub use work::Work;
