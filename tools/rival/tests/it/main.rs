//! The alpha-beta player: its search against plainer ones, its answers against the rules.

mod common;
mod exact;
mod games;
#[path = "../../../../tests/it/late.rs"]
mod late;
mod twin;
