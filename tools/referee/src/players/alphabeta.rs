//! The alpha-beta player, inside this program. It leaves nothing to chance, so it has no seed.

use super::{own, Terms};

/// The command line of the player on `terms`; the user's `flags` have the last word.
pub(super) fn arguments(terms: &Terms, flags: &[String]) -> Vec<String> {
    let terms = Terms { seed: None, ..*terms };
    let words = std::iter::once(String::from("alphabeta"));
    words.chain(own::flags(&terms)).chain(flags.iter().cloned()).collect()
}
