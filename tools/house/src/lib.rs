//! The order of the house, drawn and checked: what imports what, and whether the documents tell of
//! commands that there are.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`graph`] | rooms and arrows: floors, circles, a drawing |
//! | [`crates`] | the packages of the workspace, and the Rust that all packages need |
//! | [`modules`] | the modules of a package |
//! | [`page`] | the drawings in `docs/architecture.md` |
//! | [`commands`] | the commands in the documents, held against the programs |

#![forbid(unsafe_code)]

pub mod graph;
pub mod crates;
pub mod modules;
pub mod page;
pub mod commands;
