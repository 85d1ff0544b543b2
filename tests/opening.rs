//! Openings: what a book tells is found on every board that its lines lead to and on no other, and the
//! bot plays by it unless its search has proven better.

#[path = "opening/bot.rs"]
mod bot;
#[path = "opening/decide.rs"]
mod decide;
#[path = "opening/lookup.rs"]
mod lookup;
#[path = "opening/sample.rs"]
mod sample;
#[path = "opening/text.rs"]
mod text;
