//! Run-time detection of CPU features.
//!
//! Code compiled for a feature takes a token that only detection creates, so that calls of such code are safe.

/// The token for AVX2, POPCNT, BMI1 and LZCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the token if the CPU has the features; the standard library caches the detection.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("lzcnt");
        has.then_some(Avx2(()))
    }
}
