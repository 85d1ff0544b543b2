//! Openings: what a book tells is found on every board that its lines lead to and on no other, and the
//! bot plays by it unless its search has proven better.

mod bot;
mod decide;
mod lookup;
mod sample;
mod text;
