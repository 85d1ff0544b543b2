//! The bot's program from outside: exit codes, what it prints where, and answers that are legal
//! for any lists.

mod answers;
mod flags;
mod legality;
mod mistakes;
mod process;
