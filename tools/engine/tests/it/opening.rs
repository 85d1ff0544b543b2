//! Openings: book entries apply to exactly the boards of their lines, and the bot follows the book unless
//! its search has a proof.

mod bot;
mod decide;
mod lookup;
mod sample;
mod text;
