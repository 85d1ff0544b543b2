//! What the first plies of Twixt PP are worth: a tree of openings, grown by long searches, and what
//! is made of it: the bot's book, a text and a picture for people, starts for self-play.
//!
//! Nobody swaps in the tree: whether to take a first peg follows from what it is worth. Modules in
//! the order in which they build on each other:
//!
//! | module | what it does |
//! | --- | --- |
//! | [`line`](mod@line) | positions by the moves that lead there, one for all mirror images |
//! | [`look`] | one long search of a position, and what it found |
//! | [`journal`] | looks in a file, one a line, so that nothing is lost |
//! | [`tree`] | the looks as a graph: values backed up, and what to look at next |
//! | [`grow`] | workers that look and look until the verdicts stand, games played first |
//! | [`verdict`] | what the tree says of every first peg |
//! | [`picture`] | the verdicts as a picture |
//! | [`regret`] | the own first peg against opponents that swap in different ways |
//! | [`reach`] | positions in the order in which good play comes to them |
//! | [`extract`] | the part of the tree that is worth keeping as a book |

#![forbid(unsafe_code)]

pub mod extract;
pub mod grow;
pub mod journal;
pub mod line;
pub mod look;
pub mod tree;
pub mod picture;
pub mod reach;
pub mod regret;
pub mod verdict;
