//! What the processor can do, asked for at run time.
//!
//! A key is proof: there is none but from a processor that has the instructions. What is compiled for
//! them takes one, and is safe to call for everybody.

/// AVX2, and what came before it: POPCNT, BMI1 and LZCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// A key, if this processor has the instructions; asked once, then remembered.
    #[inline(always)]
    pub(crate) fn ask() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("lzcnt");
        has.then_some(Avx2(()))
    }
}
