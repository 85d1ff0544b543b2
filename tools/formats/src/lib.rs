//! Twixt games as files: read, written and told apart.
//!
//! | [`Format`] | who uses it | a move |
//! | --- | --- | --- |
//! | [`Format::Sgf`] | red-bean.com's Smart Game Format, `GM[21]` | `;W[d6]` |
//! | [`Format::LittleGolem`] | the server littlegolem.net, `.tsgf` | `;b[df]` |
//! | [`Format::T1j`] | the program T1j and those that read its files | `D6`, a line each |
//! | [`Format::List`] | people, mails, the gamerz server | `1.d6 2.swap 3.j12-i12/k11` |
//! | [`Format::Json`] | this project's referee and lab | `"D6"` |
//!
//! All of them read into one [`Game`]: board, rules, players, how it ended, and a tree of plies with
//! comments; pegs may be set up before the first ply ([`Setup`]). [`read`] plays every ply of every
//! variation and names the place of the first that breaks a rule; what a text does not tell is taken
//! from [`Assume`], or by its format: the rules of an SGF or T1j file that names none are the classic
//! ones, those of LittleGolem are pp. [`Format::loses`] tells what of a game a format has no room for, so that nothing
//! gets lost unsaid.
//!
//! ```
//! use formats::{read, write, Assume, Format};
//!
//! let games = read("# twixt size=24 rules=standard\n1.f6 2.swap 3.m16", None, &Assume::default())?;
//! assert!(write(&games, Format::Sgf)?.contains(";W[f6];B[swap]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Who is who
//!
//! The side that opens joins top and bottom, [`Side::Vertical`](twixt::geometry::Side). Where a file
//! lets the other side open, it is read mirrored on the main diagonal, and [`Game::notes`] says so.
//! [`Game::players`] holds who opens, then who answers, and stays so whatever happens; [`Ending::winner`] is a side. With the
//! swap rule `sides` a swap exchanges the players' sides, and [`Game::player_of`] knows.

#![forbid(unsafe_code)]

mod kind;
mod ending;
mod tree;
mod setup;
mod game;
mod error;
mod token;
mod assume;
mod games;
mod properties;
mod builder;
mod sgf;
mod little_golem;
mod t1j;
mod list;
mod json;
mod format;

pub use assume::Assume;
pub use ending::{Ending, ParseEndingError, Reason};
pub use error::{ReadError, WriteError};
pub use format::{needs_larger_board, read, read_at_most, recognise, write};
pub use game::{Game, Handicap, IllegalPly};
pub use kind::{Format, UnknownFormat};
pub use setup::Setup;
pub use tree::{At, Node, Tree};
