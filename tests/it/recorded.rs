//! Fingerprints of the searches against `benches/fingerprints/recorded.txt`.

#[path = "../../benches/common/mod.rs"]
mod common;
#[path = "../../benches/fingerprints/mod.rs"]
mod fingerprints;

use fingerprints::{distance, network, Counted, NAMES, RECORDED};

#[test]
fn fingerprints_equal_the_recorded_ones() {
    let searches = NAMES.into_iter().zip([distance as fn() -> Counted, network]);
    let found: String =
        searches.map(|(name, search)| format!("{name}: {}\n", search().nodes)).collect();
    assert_eq!(
        found, RECORDED,
        "the search changed: if intended, record the fingerprints in \
         benches/fingerprints/recorded.txt and in the commit message"
    );
}
