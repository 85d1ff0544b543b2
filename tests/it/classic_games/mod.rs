//! Published examples of the classic rules, in the engine and in the [oracle](crate::oracle).

mod bridges;
mod pair;
mod sample;
