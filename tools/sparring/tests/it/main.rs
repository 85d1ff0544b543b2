//! The sparring engines against slower searches and against the rules.

mod common;
mod exact;
mod games;
#[path = "../../../../tests/it/late.rs"]
mod late;
mod minimax;
mod uct;
