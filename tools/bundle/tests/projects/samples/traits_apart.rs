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
}

fn main() {
    println!("{} {} {:?}", one::run(), two::run(), two::UNRELATED);
}
