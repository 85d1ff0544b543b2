//! Append-only journals that detect damage.
//!
//! Every record stores its length and a [`ChainHash`] over its payload and the previous record's hash.
//! Reading reports changed bits, edits, and copied, removed or exchanged records with their position. It does
//! not detect records that are missing at the end, nor an edit with recomputed hashes: the hash has no key,
//! so a journal protects against accidents but not against forgery.
//!
//! A record is appended with one write and ends with a line feed. A kill or a power cut leaves at most one
//! incomplete record or zeros at the end, which [`Read::torn`] reports and a resumed run truncates.
//!
//! There are two formats: [`Frames`] for bytes and [`Lines`] for JSON, which other programs can read.
//! [`Objects`] is an open file of JSON lines. [`PlainLines`] is the older JSON format without hashes. Modules
//! are in dependency order.

mod form;
mod file;
mod lines;

pub use file::{InUse, LockedFile, Mode};
pub use form::{
    read, without_zeros, ChainHash, Damage, Fault, Frames, Read, Record, RecordFormat, Torn,
};
pub use lines::{has_hashes, read_objects, Lines, Objects, PlainLines};
