//! The choice of a kernel; the arena's single file has none.

#[cfg(target_arch = "x86_64")]
use super::avx512::{Avx512, Wide};
use super::conv::Conv;
use super::{Network, Output, Planes, Scratch};
#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;
use std::fmt;
use std::str::FromStr;

/// The instructions that a network is computed with. All of them find the same bits; the later in
/// this order, the sooner. The arena's single file knows no choice: it has AVX2 and the portable one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// Those that every processor has.
    Portable,
    /// 256-bit registers.
    Avx2,
    /// 512-bit registers: AVX512F, AVX512BW and AVX512_VNNI, as in the processors of 2019 and later
    /// that have any of it.
    Avx512,
}

impl Kernel {
    /// Slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Portable, Kernel::Avx2, Kernel::Avx512];

    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if Avx2::detect().is_some() {
            return Avx512::detect().map_or(Kernel::Avx2, |_| Kernel::Avx512);
        }
        Kernel::Portable
    }

    /// Whether this machine has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        self <= Kernel::best()
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

    /// The name that is displayed.
    fn from_str(name: &str) -> Result<Kernel, String> {
        let found = Kernel::ALL.into_iter().find(|kernel| kernel.to_string() == name);
        found.ok_or_else(|| format!("unknown kernel {name:?}; choose avx512, avx2 or portable"))
    }
}

/// The kernel that a network is computed with.
pub(super) struct Choice {
    /// One that the machine has.
    kernel: Kernel,
    /// The weights as the AVX-512 kernel needs them, if it is the one.
    #[cfg(target_arch = "x86_64")]
    wide: Option<Wide>,
}

impl Choice {
    /// The fastest kernel that this machine has.
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

    /// Evaluates by the chosen kernel if it is not the AVX2 one; returns whether it did.
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
        if self.kernel == Kernel::Portable {
            network.evaluate_portably(planes, scratch, output);
        }
        self.kernel == Kernel::Portable
    }
}

impl Network {
    /// The network computed with another kernel than the best; if the machine lacks the
    /// instructions, with the best that it has.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Network {
        let choice = Choice::new(kernel.min(Kernel::best()), &self.input, &self.pairs);
        Network { choice, ..self }
    }

    /// The kernel that the network is computed with.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.choice.kernel
    }
}
