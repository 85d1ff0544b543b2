//! The bot's program from outside: exit codes, what it prints where, and answers that are legal
//! for any lists.

#[path = "bot_process/answers.rs"]
mod answers;
#[path = "bot_process/flags.rs"]
mod flags;
#[path = "bot_process/legality.rs"]
mod legality;
mod malformed;
#[path = "bot_process/mistakes.rs"]
mod mistakes;
#[path = "bot_process/process.rs"]
mod process;
