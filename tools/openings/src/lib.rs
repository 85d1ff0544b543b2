//! Opening tree for Twixt PP, grown by long searches, and what is made from it: the bot's book, and a table of the
//! first pegs.
//!
//! The tree contains no swaps: whether to swap a first peg follows from its value. Modules in dependency order:
//!
//! | module | contents |
//! | --- | --- |
//! | [`line`](mod@line) | positions given by their moves, with one key for all reflections |
//! | [`search`] | one long search of a position, and its result |
//! | [`journal`] | append-only file of search results |
//! | [`tree`] | search results as a graph: minimax values, next position to search |
//! | [`grow`] | worker threads that extend the tree until its verdicts are stable |
//! | [`verdict`] | value, proof and best line of every first peg |
//! | [`book`](mod@book) | selection of the positions of the bot's book |

#![forbid(unsafe_code)]

pub mod book;
pub mod grow;
pub mod journal;
pub mod line;
pub mod search;
pub mod tree;
pub mod verdict;
