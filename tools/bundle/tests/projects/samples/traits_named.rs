//! Functions that several traits have, called by the type; in each module one of the traits is in scope.

mod measure {
    pub trait Measure: Sized {
        fn zero() -> Self;
    }
    impl Measure for u32 {
        fn zero() -> u32 {
            7
        }
    }
    pub fn start() -> u32 {
        u32::zero()
    }
}

mod number {
    pub trait Zero: Sized {
        fn zero() -> Self;
        fn twice() -> Self;
    }
    impl Zero for u32 {
        fn zero() -> u32 {
            0
        }
        fn twice() -> u32 {
            u32::zero() * 2
        }
    }
    pub fn start() -> u32 {
        u32::zero()
    }
}

mod cast {
    pub trait NumCast: Sized {
        fn from(n: u32) -> Option<Self>;
    }
    impl NumCast for f64 {
        fn from(n: u32) -> Option<f64> {
            n.checked_sub(1).map(|n| n as f64)
        }
    }
    pub fn cast() -> Option<f64> {
        <f64 as NumCast>::from(3)
    }
}

macro_rules! root {
    ($n:expr) => {
        f64::from($n).sqrt()
    };
    ($t:ident, $n:expr) => {
        $t::from($n)
    };
}

mod errors {
    pub mod read {
        pub trait Error: Sized {
            fn custom(text: &str) -> Self;
            fn missing() -> Self {
                Self::custom("missing")
            }
        }
        pub trait Visitor {
            fn visit(&self) -> u32;
        }
    }
    pub mod write {
        pub trait Error: Sized {
            fn custom(text: &str) -> Self;
        }
    }
    #[derive(Debug)]
    pub struct Failure(pub String);
    impl read::Error for Failure {
        fn custom(text: &str) -> Failure {
            Failure(format!("read {text}"))
        }
        fn missing() -> Failure {
            Failure::custom("nothing")
        }
    }
    impl write::Error for Failure {
        fn custom(text: &str) -> Failure {
            Failure(format!("write {text}"))
        }
    }
    pub fn visited() -> u32 {
        struct Visitor(u32);
        impl read::Visitor for Visitor {
            fn visit(&self) -> u32 {
                self.0
            }
        }
        read::Visitor::visit(&Visitor(4))
    }
}

mod lib {
    // The module, not the type.
    pub use std::u64;
}

mod limits {
    use crate::lib::*;
    pub fn most() -> u64 {
        u64::MAX
    }
}

fn main() {
    println!("{}", limits::most());
    use errors::{read, write, Failure};
    use number::Zero;
    println!("{} {} {}", measure::start(), number::start(), <u32 as Zero>::twice());
    println!("{:?} {} {}", cast::cast(), root!(9u32), root!(f64, 2u32));
    let failure: Failure = read::Error::missing();
    println!("{:?} {:?}", failure, <Failure as write::Error>::custom("text"));
    println!("{}", errors::visited());
}
