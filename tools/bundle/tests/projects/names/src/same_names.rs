//! The same names in several modules.

mod one {
    use super::two::Shared as Other;
    use std::fmt::Result;

    pub(super) struct Shared(pub(in crate::same_names) u8);

    impl Shared {
        pub(super) fn number(&self) -> u8 {
            helper(self.0)
        }
    }

    fn helper(value: u8) -> u8 {
        value + Other::new(1).number() + self::inner::helper()
    }

    mod inner {
        pub(in super::super) fn helper() -> u8 {
            let helper = super::super::helper();
            helper + super::super::one::LEVEL
        }
    }

    pub(crate) const LEVEL: u8 = 3;

    impl std::fmt::Display for Shared {
        fn fmt(&self, f: &mut std::fmt::Formatter) -> Result {
            write!(f, "shared {}", self.0)
        }
    }
}

mod two {
    type Result<T> = std::result::Result<T, String>;

    pub struct Shared {
        number: u8,
    }

    impl Shared {
        pub fn new(number: u8) -> Self {
            Self { number }
        }

        pub fn number(&self) -> u8 {
            helper(self).unwrap_or(LEVEL)
        }
    }

    fn helper(shared: &Shared) -> Result<u8> {
        if shared.number > LEVEL { Err("too much".into()) } else { Ok(shared.number) }
    }

    const LEVEL: u8 = 100;
}

fn helper() -> u8 {
    const LEVEL: u8 = 50;
    LEVEL
}

/// Called from `main`.
pub(crate) fn run() {
    let shared = one::Shared(2);
    println!("{} {} {shared}", shared.number(), two::Shared::new(101).number());
    let result: Result<u8, std::num::ParseIntError> = "7".parse();
    println!("{result:?} {}", one::LEVEL);
}
