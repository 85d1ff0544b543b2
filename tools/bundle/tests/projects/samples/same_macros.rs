//! Macros of the same name.

macro_rules! say {
    ($e:expr) => {
        println!("root {}", $e)
    };
}

mod one {
    pub fn before() {
        say!(1);
    }
    macro_rules! say {
        ($e:expr) => {
            println!("one {}", $e)
        };
    }
    pub fn run() {
        say!(2);
        inner::run();
        own!(9);
    }
    mod inner {
        pub fn run() {
            say!(3);
        }
    }
    macro_rules! own {
        ($value:expr) => {
            say!($value)
        };
    }
    macro_rules! say {
        ($e:expr) => {
            println!("shadowed {}", $e)
        };
    }
    use own;
    pub fn after() {
        say!(4);
    }
}

#[macro_use]
mod two {
    macro_rules! vec {
        ($($e:expr),*) => { [$($e,)* 77] };
    }
    macro_rules! outer {
        ($e:expr) => {
            later!($e)
        };
    }
    macro_rules! later {
        ($e:expr) => {
            println!("later {}", $e)
        };
    }
    pub(crate) use later as late;
}

mod three {
    pub mod pick {
        macro_rules! pick {
            ($e:expr) => {
                $e + 1
            };
        }
        pub(crate) use pick;
        pub fn value(x: i32) -> i32 {
            x * 10
        }
    }
    pub(crate) use pick::pick;
}

mod four {
    pub fn std_vec() -> std::vec::Vec<u8> {
        ::std::vec![1, 2]
    }
}

mod five {
    macro_rules! twice {
        ($e:expr) => {
            $e * 2
        };
    }
    pub fn value(x: i32) -> i32 {
        twice!(x)
    }
}

mod six {
    macro_rules! twice {
        ($e:expr) => {
            $e + $e + 1
        };
    }
    macro_rules! function {
        ($name:ident, $of:ident) => {
            pub fn $name(x: i32) -> i32 {
                $of!(x)
            }
        };
    }
    function!(passed_on, twice);
}

fn main() {
    println!("{} {}", five::value(3), six::passed_on(3));
    say!(0);
    one::before();
    one::run();
    one::after();
    outer!(5);
    two::late!(6);
    println!("{:?} {:?}", vec![1, 2], four::std_vec());
    println!("{} {}", three::pick!(1), three::pick::value(1));
    println!("{}", three::pick::pick!(three::pick::value(1)));
}
