//! Modules that cannot move: their traits have methods of the same name.

pub struct S;

mod one {
    pub trait A {
        fn go(&self) -> i32;
    }
    impl A for super::S {
        fn go(&self) -> i32 {
            1
        }
    }
    pub fn run() -> i32 {
        super::S.go() + deeper::run()
    }
    mod deeper {
        pub fn run() -> i32 {
            use super::A as _;
            crate::S.go() * 100
        }
    }
}

mod two {
    use super::S;
    pub trait B {
        fn go(&self) -> i32;
    }
    impl B for S {
        fn go(&self) -> i32 {
            20
        }
    }
    pub fn run() -> i32 {
        let value = S.go();
        fn helper(x: i32) -> i32 {
            x + 1
        }
        helper(value)
    }
    #[derive(Debug)]
    pub enum Long {
        Variant(i32),
    }
    pub const UNRELATED: Long = Long::Variant(3);
    pub enum Direction {
        Upward,
        Downward,
    }
    pub fn step(direction: Direction) -> i32 {
        use self::Direction::*;
        match direction {
            Upward => 1,
            Downward => -1,
        }
    }
}

// The module has the name of a type.
mod str {
    pub trait Lengthy {
        fn lengthy(&self) -> usize;
    }
    impl Lengthy for &str {
        fn lengthy(&self) -> usize {
            self.len()
        }
    }
}

mod user {
    pub use crate::str::Lengthy;
    pub fn all() -> usize {
        "four".lengthy()
    }
}

fn main() {
    println!("{} {} {:?}", one::run(), two::run(), two::UNRELATED);
    println!("{} {}", two::step(two::Direction::Upward), two::step(two::Direction::Downward));
    println!("{}", user::all());
}
