//! The hash that ties a record to the one before it.

use sha2::{Digest, Sha256};

/// The first 64 bits of a SHA-256 over a record and the link of the record before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link(pub u64);

impl Link {
    /// What the first record of a file is tied to.
    pub const START: Link = Link(0);

    /// The link of a record that follows this one.
    #[must_use]
    pub fn next(self, payload: &[u8]) -> Link {
        let mut hash = self.hash(payload.len());
        hash.update(payload);
        Link(first(&hash.finalize()))
    }

    /// The check of the length of a record that follows this one. It stands before the record, so
    /// that a wrong length is told from a record that was cut off.
    #[must_use]
    pub fn of_length(self, length: usize) -> u32 {
        (first(&self.hash(length).finalize()) >> 32) as u32
    }

    fn hash(self, length: usize) -> Sha256 {
        let hash = Sha256::new();
        hash.chain_update(self.0.to_le_bytes()).chain_update((length as u64).to_le_bytes())
    }
}

/// The first eight bytes of a digest as a number.
fn first(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
