//! The fingerprints of the searches, compared with `benches/fingerprints/recorded.txt`.

#[path = "../../benches/common/mod.rs"]
mod common;
#[path = "../../benches/fingerprints/mod.rs"]
mod fingerprints;

use fingerprints::{Counted, Fingerprint, ALL, RECORDED};

#[test]
fn fingerprints_equal_the_recorded_ones() {
    let line = |fingerprint: &Fingerprint| {
        let Counted { nodes, .. } = (fingerprint.run)(fingerprint.evals);
        format!("{}: {nodes}\n", fingerprint.name)
    };
    let found: String = ALL.iter().map(line).collect();
    assert_eq!(
        found, RECORDED,
        "the search changed: if intended, record the fingerprints in \
         benches/fingerprints/recorded.txt and in the commit message"
    );
}
