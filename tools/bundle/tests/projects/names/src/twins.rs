//! The same names in several modules.

mod one {
    use super::two::Twin as Other;
    use std::fmt::Result;

    pub(super) struct Twin(pub(in crate::twins) u8);

    impl Twin {
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

    impl std::fmt::Display for Twin {
        fn fmt(&self, f: &mut std::fmt::Formatter) -> Result {
            write!(f, "twin {}", self.0)
        }
    }
}

mod two {
    type Result<T> = std::result::Result<T, String>;

    pub struct Twin {
        number: u8,
    }

    impl Twin {
        pub fn new(number: u8) -> Self {
            Self { number }
        }

        pub fn number(&self) -> u8 {
            helper(self).unwrap_or(LEVEL)
        }
    }

    fn helper(twin: &Twin) -> Result<u8> {
        if twin.number > LEVEL { Err("too much".into()) } else { Ok(twin.number) }
    }

    const LEVEL: u8 = 100;
}

fn helper() -> u8 {
    const LEVEL: u8 = 50;
    LEVEL
}

/// Called from `main`.
pub(crate) fn run() {
    let twin = one::Twin(2);
    println!("{} {} {twin}", twin.number(), two::Twin::new(101).number());
    let result: Result<u8, std::num::ParseIntError> = "7".parse();
    println!("{result:?} {}", one::LEVEL);
}
