//! The choice of a kernel. The arena's single file omits this module.

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::Network;
#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;
use std::fmt;
use std::str::FromStr;

/// The implementations of the network, from slow to fast, with identical results. The arena's
/// single file has only `Avx2` and `Portable`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// Code for the features that the program is compiled for: loops that the compiler vectorises, with SSE2 on x86-64
    /// and NEON on ARM; instructions of SIMD128 or relaxed SIMD in WebAssembly, which cannot detect features.
    Portable,
    /// AVX2.
    Avx2,
    /// AVX512F, AVX512BW and AVX512_VNNI.
    Avx512,
}

impl Kernel {
    /// All kernels, the slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

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
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx2::detect().is_some() && avx512::is_available(),
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Portable => "portable",
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
        found.ok_or_else(|| format!("unknown kernel {name:?}; choose avx512, avx2 or portable"))
    }
}

impl Network {
    /// Returns the network with another kernel, or the fastest one if the CPU does not support it.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        let kernel = if kernel.is_available() { kernel } else { Kernel::best() };
        Network { kernel, ..self }
    }

    /// Returns the kernel of the network.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }
}
