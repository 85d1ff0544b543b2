//! The choice of a kernel. The arena's single file omits this module.

#[cfg(target_arch = "x86_64")]
use super::avx512::{Avx512, Wide};
use super::conv::Conv;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128;
use super::{Network, Output, Planes, Scratch};
#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;
use std::fmt;
use std::str::FromStr;

/// The implementations of the network, from slow to fast, with identical results. The arena's
/// single file has only `Avx2` and `Portable`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// Portable code, which the compiler vectorises for the features that all CPUs of the target
    /// have: SSE2 on x86-64, NEON on ARM.
    Portable,
    /// SIMD128, in WebAssembly compiled with this feature.
    Simd128,
    /// Relaxed SIMD, in WebAssembly compiled with this feature.
    Relaxed,
    /// AVX2.
    Avx2,
    /// AVX512F, AVX512BW and AVX512_VNNI.
    Avx512,
}

impl Kernel {
    /// All kernels, the slowest first.
    pub const ALL: [Kernel; 5] =
        [Kernel::Portable, Kernel::Simd128, Kernel::Relaxed, Kernel::Avx2, Kernel::Avx512];

    /// Returns the fastest kernel that this CPU supports.
    #[must_use]
    pub fn best() -> Kernel {
        let available = Kernel::ALL.into_iter().rev().find(|kernel| kernel.is_available());
        available.unwrap_or(Kernel::Portable)
    }

    /// Returns whether this CPU supports the kernel.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Portable => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::Simd128::detect().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
            Kernel::Relaxed => simd128::Relaxed::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx2::detect().is_some() && Avx512::detect().is_some(),
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Portable => "portable",
            Kernel::Simd128 => "simd128",
            Kernel::Relaxed => "relaxed",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        })
    }
}

impl FromStr for Kernel {
    type Err = String;

    /// Parses the displayed name.
    fn from_str(name: &str) -> Result<Kernel, String> {
        let found = Kernel::ALL.into_iter().find(|kernel| kernel.to_string() == name);
        found.ok_or_else(|| {
            format!("unknown kernel {name:?}; choose avx512, avx2, relaxed, simd128 or portable")
        })
    }
}

/// The kernel of a network.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// A kernel that this CPU supports.
    kernel: Kernel,
    /// The weights in the layout of the AVX-512 kernel, if it is chosen.
    #[cfg(target_arch = "x86_64")]
    wide: Option<Wide>,
}

impl Choice {
    /// Chooses the fastest kernel.
    pub(super) fn best(input: &Conv, pairs: &[Conv]) -> Choice {
        Choice::new(Kernel::best(), input, pairs)
    }

    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    fn new(kernel: Kernel, input: &Conv, pairs: &[Conv]) -> Choice {
        Choice {
            kernel,
            #[cfg(target_arch = "x86_64")]
            wide: Wide::of(kernel, input, pairs),
        }
    }

    /// Evaluates with the chosen kernel and returns true, unless the kernel is AVX2, which [`Network::evaluate`] runs.
    pub(super) fn evaluate(
        &self,
        network: &Network,
        planes: &Planes,
        scratch: &mut Scratch,
        output: &mut Output,
    ) -> bool {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = &self.wide {
            wide.evaluate(&network.heads, planes, scratch, output);
            return true;
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
        if let (Kernel::Relaxed, Some(key)) = (self.kernel, simd128::Relaxed::detect()) {
            network.forward(planes, scratch, output, |layer, from, old, to| {
                simd128::conv::<_, 2>(key, layer, from, old, to)
            });
            return true;
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let (Kernel::Simd128, Some(key)) = (self.kernel, simd128::Simd128::detect()) {
            network.forward(planes, scratch, output, |layer, from, old, to| {
                simd128::conv::<_, 3>(key, layer, from, old, to)
            });
            return true;
        }
        if self.kernel == Kernel::Portable {
            network.evaluate_portably(planes, scratch, output);
        }
        self.kernel == Kernel::Portable
    }
}

impl Network {
    /// Returns the network with another kernel, or the fastest one if the CPU does not support it.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        let kernel = if kernel.is_available() { kernel } else { Kernel::best() };
        let choice = Choice::new(kernel, &self.input, &self.pairs);
        Network { choice, ..self }
    }

    /// Returns the kernel of the network.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.choice.kernel
    }
}
