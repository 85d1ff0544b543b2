//! Journals: files that only grow, a record at a time, and whose damage is detected.
//!
//! Every record carries its length and a [`Link`]: a hash of what it holds and of the record before
//! it. So a changed bit, an edited word, a record that stands twice, one that was taken out and two
//! that changed places are all found, and the error says where. Two changes are not found: records
//! cut off at the end, and a file whose hashes were computed again after the edit, since the hash has
//! no key. A journal protects against accidents, and not against forgery.
//!
//! A record is written in one go and ends in an end of line, so a program that was killed, or a power
//! cut, leaves at most a piece of one at the end, or zeros. That is no error: [`Read::torn`] tells of
//! it, and whoever goes on with the file cuts it off.
//!
//! There are two forms of the same: [`Frames`] for bytes, and [`Lines`] for JSON, which other programs
//! can read as well; [`Objects`] is a file of the latter that is open for more. [`PlainLines`], JSON without
//! hashes, is what older files hold. The modules are in dependency order.

mod form;
mod file;
mod lines;

pub use file::{Held, InUse, Mode};
pub use form::{read, without_zeros, Damage, Fault, Form, Frames, Link, Read, Record, Torn};
pub use lines::{has_hashes, read_objects, Lines, Objects, PlainLines};
