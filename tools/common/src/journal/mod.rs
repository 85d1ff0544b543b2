//! Append-only journals that detect damage.
//!
//! Every record stores its length and a [`ChainHash`] over its payload and the previous record's hash. Reading
//! reports changed, copied, removed and exchanged records with their position. It cannot detect records that
//! are missing at the end, nor forgery: the hash has no key.
//!
//! A record is appended with one write. A kill or a power cut leaves at most one incomplete record or zeros at
//! the end, which [`Read::torn`] reports and a resumed run truncates.
//!
//! [`Frames`] is the format for bytes, [`Lines`] the one for JSON, which other programs can read, and
//! [`Objects`] an open file of JSON lines. The modules are in dependency order.

mod form;
mod file;
mod lines;

pub use file::{InUse, LockedFile, Mode};
pub use form::{
    read, without_zeros, ChainHash, Damage, Fault, Frames, Read, Record, RecordFormat, Torn,
};
pub use lines::{has_hashes, read_objects, Lines, Objects, PlainLines};
