//! Local referee for the Twixt PP arena: runs two bots under the arena's protocol, rules and time control.
//!
//! | module | contents |
//! | --- | --- |
//! | [`game`] | a game: its plies and the position after them |
//! | [`turn`](mod@turn) | the text of a turn that a bot reads, and its answer |
//! | [`bot`] | the command line of a bot |
//! | [`process`] | a bot as a process: its timed answers, its errors, and its end with all its descendants |
//! | [`gtp`] | a program that speaks GTP, as a player |
//! | [`verdict`] | ending, winner and reason of a game |
//! | [`play`] | one game; judges the answers |
//! | [`record`] | a game as a JSON file |
//! | `built_in` | the built-in bots `path` and `random` |
//! | [`players`] | bots by command or by name; the built-in bots run in processes of the same program |
//! | [`signals`] | kills all bots when a signal ends the program |

pub mod game;
pub mod gtp;
pub mod turn;
pub mod bot;
pub mod process;
pub mod verdict;
pub mod play;
pub mod record;
mod built_in;
pub mod players;
pub mod signals;
