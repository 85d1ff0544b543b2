//! The searches do what they did in the commit that recorded their fingerprints.

#[path = "../../benches/common/mod.rs"]
mod common;
#[path = "../../benches/fingerprints/mod.rs"]
mod fingerprints;

use fingerprints::{distance, network, Counted, NAMES, RECORDED};

#[test]
fn they_are_those_that_were_recorded() {
    let searches = NAMES.into_iter().zip([distance as fn() -> Counted, network]);
    let found: String =
        searches.map(|(name, search)| format!("{name}: {}\n", search().nodes)).collect();
    assert_eq!(
        found, RECORDED,
        "the search does something else: if it is meant to, record it in \
         benches/fingerprints/recorded.txt and say so in the commit's message"
    );
}
