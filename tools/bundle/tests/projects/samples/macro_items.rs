//! Macros that define items, modules and macros.

mod flags {
    macro_rules! flag {
        ($name:ident, $value:expr) => {
            #[derive(Clone, Copy)]
            pub struct $name(pub u32);
            impl $name {
                pub const BIT: u32 = $value;
                pub fn new() -> Self {
                    $name(Self::BIT)
                }
            }
        };
    }
    flag!(Read, 1);
    flag!(Write, 2);

    macro_rules! constants {
        () => {
            pub const HIDDEN: u32 = 40;
            pub mod generated {
                pub(crate) fn answer() -> u32 {
                    super::helper() + crate::plain::helper()
                }
                pub struct Read;
            }
        };
    }
    constants!();
    fn helper() -> u32 {
        HIDDEN + 2
    }
    macro_rules! define_macro {
        ($name:ident) => {
            macro_rules! $name {
                ($x:expr) => {
                    $x + 100
                };
            }
        };
    }
    define_macro!(hundred);
    pub fn use_it() -> u32 {
        hundred!(helper())
    }
}

mod plain {
    pub fn helper() -> u32 {
        7
    }
    pub struct Write(pub u32);
    macro_rules! importer {
        ($f:ident) => {{
            use crate::flags::{Read, Write as Pen};
            Read::new().0 + Pen::new().0 + $f()
        }};
    }
    pub fn imported() -> u32 {
        importer!(helper)
    }
    macro_rules! functions {
        ($($name:ident = $value:expr;)*) => { $(pub fn $name() -> u32 { helper() + $value })* };
    }
    functions! { first = 1; second = 2; }
}

mod more {
    macro_rules! functions {
        ($($name:ident = $value:expr;)*) => { $(pub fn $name() -> u32 { $value })* };
    }
    functions! { fourth = 10; third = 30; }
    thread_local! {
        pub static COUNT: std::cell::Cell<u32> = std::cell::Cell::new(fourth());
    }
}

use flags::{generated, Read};

fn main() {
    println!("{} {} {}", Read::new().0, flags::Write::BIT, flags::HIDDEN);
    println!("{} {}", generated::answer(), flags::use_it());
    println!("{} {}", plain::imported(), plain::Write(3).0);
    println!("{} {} {}", plain::first(), plain::second(), more::fourth() + more::third());
    println!("{}", more::COUNT.with(|count| count.get()));
}
