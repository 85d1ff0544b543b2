//! Imports in functions and blocks.

mod game {
    pub trait Game {
        fn go(&self) -> i32;
    }
    pub struct S;
    impl Game for S {
        fn go(&self) -> i32 {
            4
        }
    }
    pub fn score() -> i32 {
        use super::*;
        helper() + limits::LOW
    }
}

mod limits {
    pub const LOW: i32 = -3;
    pub const HIGH: i32 = 9;
    pub fn helper() -> i32 {
        100
    }
    pub mod inner {
        pub fn helper() -> i32 {
            200
        }
        pub fn up() -> i32 {
            use super::helper as above;
            use super::super::helper as top;
            above() + top() + { use self::helper; helper() }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Plain,
    Loud(i32),
}

mod other {
    #[derive(Debug)]
    pub enum Kind {
        Plain,
        Quiet,
    }
    pub fn name(kind: &Kind) -> &'static str {
        use Kind::*;
        match kind {
            Plain => "other plain",
            Quiet => "quiet",
        }
    }
}

fn helper() -> i32 {
    1
}

fn weight(kind: Kind) -> i32 {
    use crate::Kind::{Loud, Plain as Silent};
    match kind {
        Silent => 0,
        Loud(x) => x,
    }
}

fn local_items() -> i32 {
    const LOW: i32 = 5;
    enum Shade {
        Dark,
        Light,
    }
    struct S(i32);
    fn helper() -> i32 {
        use crate::helper;
        helper() + 10
    }
    use Shade::{Dark, Light as Bright};
    let value = |shade| match shade {
        Dark => S(1),
        Bright => S(2),
    };
    macro_rules! twice {
        ($x:expr) => {
            $x * 2
        };
    }
    value(Dark).0 + value(Bright).0 + twice!(LOW) + helper()
}

fn modules() -> i32 {
    mod limits {
        pub const LOW: i32 = super::limits::LOW + 7;
        pub struct Pair {
            pub left: i32,
            right: i32,
        }
        impl Pair {
            pub(super) fn new() -> Self {
                Pair { left: crate::limits::inner::helper(), right: LOW }
            }
            pub fn right(&self) -> i32 {
                self.right
            }
        }
        pub mod inner {
            pub fn helper() -> i32 {
                super::super::helper() + super::LOW
            }
        }
    }
    use limits::{inner::helper, Pair};
    helper() + Pair::new().left + Pair::new().right()
}

fn shadows() -> i32 {
    let helper = helper();
    let low = {
        use limits::{inner::helper as deep, HIGH, LOW};
        deep() + HIGH + LOW
    };
    let closure = |helper: i32| helper + 1;
    if let Some(score) = Some(helper) {
        return low + closure(score) + game::score();
    }
    helper
}

mod prelude_names {
    use Option::{self as Maybe, None as Missing, Some as Present};
    pub struct Holder(Maybe<u8>);
    impl Holder {
        pub fn new(is_full: bool) -> Holder {
            Holder(if is_full { Present(1) } else { Missing })
        }
        pub fn get(&self) -> u8 {
            match self.0 {
                Present(value) => value,
                Missing => 0,
            }
        }
    }
}

fn main() {
    use crate::game::Game;
    println!("{} {}", prelude_names::Holder::new(true).get(), prelude_names::Holder::new(false).get());
    println!("{}", game::S.go());
    use std::fmt::Write as _;
    let mut text = String::new();
    write!(text, "{:?}", Kind::Plain).unwrap();
    {
        use std::collections::{BTreeMap as Map, *};
        let mut map: Map<i32, i32> = BTreeMap::new();
        map.insert(weight(Kind::Loud(7)), weight(Kind::Plain));
        println!("{text} {map:?} {:?}", HashSet::<u8>::new());
    }
    for kind in [other::Kind::Plain, other::Kind::Quiet] {
        use self::other::name;
        println!("{} {kind:?}", name(&kind));
    }
    println!("{} {} {}", local_items(), shadows(), limits::inner::up());
    println!("{}", modules());
}
