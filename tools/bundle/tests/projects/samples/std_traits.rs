//! Calls of methods that two traits of std have, in modules of which none imports both; macros with the name `_`; keywords
//! as names.

mod letters {
    use std::fmt;
    pub struct Letter(pub char);
    impl fmt::Display for Letter {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            self.0.fmt(f)
        }
    }
    impl fmt::Debug for Letter {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            self.0.fmt(f)
        }
    }
}

mod shown {
    use std::fmt::{Debug, Display};
    pub fn shown_twice(x: impl Debug + Display) -> String {
        format!("{x} {x:?}")
    }
}

mod constants {
    mod inner {
        pub trait Doubled {
            fn doubled(&self) -> u8;
        }
        impl Doubled for u8 {
            fn doubled(&self) -> u8 {
                self * 2
            }
        }
    }
    use inner::Doubled as _;
    macro_rules! checked {
        ($($value:expr),*) => {
            $(const _: () = assert!($value > 0);)*
        };
    }
    checked!(1, 2);
    pub fn four() -> u8 {
        2.doubled()
    }
}

mod r#type {
    pub struct Fields {
        pub r#fn: u8,
    }
    pub fn r#match(r#in: u8) -> Fields {
        Fields { r#fn: r#in + 1 }
    }
}
use r#type::r#match;

trait Register {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut u8>;
}

impl Register for std::collections::BTreeMap<u8, u8> {
    fn values_mut(&mut self) -> impl Iterator<Item = &mut u8> {
        std::collections::BTreeMap::values_mut(self)
    }
}

fn increased(register: &mut impl Register) {
    register.values_mut().for_each(|value| *value += 1);
}

fn main() {
    println!("{}", shown::shown_twice(letters::Letter('x')));
    let mut register = std::collections::BTreeMap::from([(1, constants::four())]);
    increased(&mut register);
    println!("{register:?} {}", r#match(4).r#fn);
}
