//! All integration tests of the crate in one program, which saves link time.

// Shared helpers.
mod compare;
#[path = "../../fuzz/bodies/corpus.rs"]
mod corpus;
mod exhaustive;
mod late;
mod malformed;
mod oracle;

mod agreement;
mod arena_input;
mod bot_process;
mod classic;
mod classic_games;
mod crossing;
mod distance;
mod draws;
mod engine;
mod known_games;
mod network;

mod random_games;
mod recorded;
mod search;
mod symmetry;
mod threats;
mod winning_chain;
