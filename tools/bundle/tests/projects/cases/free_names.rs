//! Names in the rules of macros that mean another item in each module with a call.
macro_rules! node {
    ($x:expr) => {
        Node::new($x)
    };
}
macro_rules! look_up {
    ($i:expr) => {
        TABLE[$i]
    };
}
macro_rules! named {
    () => {
        (Config::NAME, <Config as crate::Named>::name())
    };
}
trait Named {
    fn name() -> i32;
}
mod a {
    macro_rules! valued {
        () => {
            value()
        };
    }
    pub(crate) use valued;
    pub struct Node;
    impl Node {
        pub fn new(x: i32) -> i32 { x * 10 }
    }
    static TABLE: [i32; 3] = [1, 2, 3];
    pub fn value() -> i32 { 2 }
    pub fn all(at: usize) -> (i32, i32, i32) { (node!(3), TABLE[0] + look_up!(at), valued!()) }
}
mod b {
    pub struct Node;
    impl Node {
        pub fn new(x: i32) -> i32 { x * 20 }
    }
    static TABLE: [i32; 3] = [4, 5, 6];
    pub fn all(at: usize) -> (i32, i32) { (node!(3), look_up!(at)) }
}
mod c {
    pub struct Config;
    impl Config {
        pub const NAME: char = 'c';
    }
    impl crate::Named for Config {
        fn name() -> i32 { 3 }
    }
    pub fn all() -> (char, i32) { named!() }
}
pub struct Config;
impl Config {
    pub const NAME: char = 'r';
}
impl Named for Config {
    fn name() -> i32 { 4 }
}
fn value() -> i32 { 1 }
fn main() {
    println!("{:?} {:?} {:?}", a::all(1), b::all(1), a::valued!());
    println!("{:?} {:?}", c::all(), named!());
}
