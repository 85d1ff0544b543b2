//! All tests of the crate in one program: it is linked once, and what several of them use is compiled once.

// What they use: an independent set of rules, comparisons with it, a solver by trying all, positions for
// it, faulty input.
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
