//! Game files: reading, writing and recognising their formats.
//!
//! | [`Format`] | origin or use | example of a move |
//! | --- | --- | --- |
//! | [`Format::Sgf`] | red-bean.com's Smart Game Format, `GM[21]` | `;W[d6]` |
//! | [`Format::LittleGolem`] | the server littlegolem.net, `.tsgf` | `;b[df]` |
//! | [`Format::T1j`] | the program T1j | `D6`, one per line |
//! | [`Format::List`] | emails, forums, mails of the gamerz server | `1.d6 2.swap 3.j12-i12/k11` |
//! | [`Format::Json`] | the referee and the lab of this project | `"D6"` |
//! | [`Format::Arena`] | logs of bots of the CodinGame arena, its replays | turns of the [protocol](twixt::arena) |
//!
//! # Reading
//!
//! [`read`] recognises the format and returns [`Game`]s: board, rules, players, result, and a tree of plies with
//! comments and marks on the board ([`Mark`]). It plays every ply of every variation, so a game that it returns is
//! legal; an error names line and column. Pegs may be set up before the first ply ([`Setup`]). A text that states no board or rules gets the
//! defaults of its format: 24 × 24 and classic rules in SGF and T1j, 24 × 24 and PP in LittleGolem, those of
//! [`Assume`] in lists and JSON, the arena's in its logs and replays, except that a larger size of [`Assume`] applies
//! to these. [`states_no_size`] returns whether the size of [`Assume`] applies.
//! [`LittleGolemGame`] finds the file of a game that a text only names.
//!
//! ```
//! use formats::{read, Assume};
//!
//! let games = read("# twixt size=24 rules=standard\n1.f6 2.swap 3.m16 4.g8", None, &Assume::default())?;
//! let game = &games[0];
//! let plies: Vec<String> = game.main_line().map(|node| node.ply.to_string()).collect();
//! assert_eq!(plies, ["F6", "swap", "M16", "G8"]);
//!
//! let position = game.position()?;
//! assert_eq!(position.pegs(), 3);
//! assert!(game.ending.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing
//!
//! [`write()`] is the inverse of [`read`], except for content that the format cannot hold; [`Format::loses`] lists
//! this content.
//!
//! ```
//! use formats::{read, write, Assume, Format};
//!
//! let games = read("# twixt size=24 rules=standard\n1.f6 2.swap 3.m16", None, &Assume::default())?;
//! assert!(write(&games, Format::Sgf)?.contains(";W[f6];B[swap]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sides and players
//!
//! The side that moves first connects top and bottom, [`Side::Vertical`](twixt::geometry::Side). A file in which the
//! other side moves first is transposed, and [`Game::notes`] reports it. [`Game::players`] holds the first player and
//! then the second, even after a swap; [`Ending::winner`] is a side. Under the swap rule `sides` a swap exchanges
//! the players' sides; [`Game::player_of`] returns the player of a side.

#![forbid(unsafe_code)]

mod format;
mod ending;
mod marks;
mod tree;
mod setup;
mod game;
mod error;
mod token;
mod assume;
mod properties;
mod builder;
mod sgf;
mod little_golem;
mod t1j;
mod list;
mod gamerz;
mod json;
mod arena;
mod convert;
mod decode;
mod reference;

pub use assume::Assume;
pub use convert::{
    needs_larger_board, read, read_at_most, read_json, recognise, states_no_size, write,
};
pub use decode::{decode, NotText};
pub use ending::{Ending, ParseEndingError, Reason};
pub use error::{ReadError, WriteError};
pub use format::{Format, UnknownFormat};
pub use game::{Game, IllegalPly};
pub use json::ply_text;
pub use marks::{Colour, Mark, Marks, ParseMarkError, Shape};
pub use reference::LittleGolemGame;
pub use setup::Setup;
pub use tree::{At, Node, Tree};
