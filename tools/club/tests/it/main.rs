//! Tests of `club`.

#[path = "../../../../fuzz/bodies/corpus.rs"]
mod corpus;

mod files;
mod frozen;
mod gtp;
mod pipes;
mod play;
#[cfg(unix)]
mod signals;
