//! All integration tests of the crate in one program.

#[path = "../../../../fuzz/bodies/weights.rs"]
mod body;
#[path = "../../../../fuzz/bodies/corpus.rs"]
mod corpus;
#[allow(dead_code)]
#[path = "../../../../tests/it/malformed/blocks.rs"]
mod blocks;
#[path = "../../../../tests/it/bot_process/process.rs"]
mod process;
#[path = "../../../../tests/it/network/sample.rs"]
mod sample;

mod answers;
mod files;
mod flags;
mod grades;
mod legality;
mod opening;
mod player;
mod puzzles;
mod removals;
mod threads;

/// The program under test.
pub(crate) const BOT: &str = env!("CARGO_BIN_EXE_engine");
