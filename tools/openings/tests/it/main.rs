//! The tree of openings as a whole.

mod grown;
mod kept;
mod made;
mod values;
