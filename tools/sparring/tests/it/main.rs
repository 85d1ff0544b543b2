//! The sparring engines, compared with slower searches and checked against the rules.

mod common;
mod exact;
mod games;
#[path = "../../../../tests/it/late.rs"]
mod late;
mod minimax;
mod uct;
