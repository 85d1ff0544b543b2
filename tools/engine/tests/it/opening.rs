//! Openings: book entries apply to exactly the boards of their lines, and the bot follows the book unless
//! its search proves a result.

mod bot;
mod decide;
mod lookup;
mod sample;
mod text;
