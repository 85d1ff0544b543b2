//! The players: alpha-beta's search against plainer ones, answers against the rules.

mod common;
mod exact;
mod games;
#[path = "../../../../tests/it/late.rs"]
mod late;
mod twin;
mod uct;
