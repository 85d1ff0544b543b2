//! Compares the SIMD kernels with the reference implementation.

use crate::fit::{assert_close, examples, gradient, params};
use kernels::Kernel;

#[test]
fn simd_kernels_match_the_reference() {
    let fast = [Kernel::Avx512, Kernel::Avx2].into_iter().filter(|kernel| kernel.is_available());
    for kernel in fast {
        // These shapes cover all block lengths and all numbers of channels.
        let sizes = (5..=24).map(|edge| (16, edge));
        let wide = [(32, 12), (48, 7), (64, 9)];
        for (channels, edge) in sizes.chain(wide) {
            let params = params(channels, 2, edge as u64);
            let examples = examples(edge, 5, 17 + edge as u64);
            for quantise in [false, true] {
                let what = format!("{kernel}, {channels} channels, {edge} holes, {quantise}");
                let (expected, metrics) = gradient(Kernel::Plain, &params, quantise, &examples);
                let (found, fast_metrics) = gradient(kernel, &params, quantise, &examples);
                assert_close(&what, &found, &expected, 1e-4);
                for (found, expected) in [
                    (fast_metrics.policy, metrics.policy),
                    (fast_metrics.value, metrics.value),
                    (fast_metrics.reply, metrics.reply),
                    (fast_metrics.chain, metrics.chain),
                    (fast_metrics.soft, metrics.soft),
                ] {
                    assert!((found - expected).abs() < 1e-5 * expected, "{what}");
                }
            }
        }
    }
}
