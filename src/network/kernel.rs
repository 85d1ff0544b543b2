#[cfg(target_arch = "x86_64")]
use crate::processor::{Avx2, Avx512};
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
        if Avx2::ask().is_some() {
            return Avx512::ask().map_or(Kernel::Avx2, |_| Kernel::Avx512);
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
        found.ok_or_else(|| format!("{name:?} is no kernel; there are avx512, avx2 and portable"))
    }
}
