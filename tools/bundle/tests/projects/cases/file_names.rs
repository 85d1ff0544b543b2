//! Names of files with spaces and other signs, which rustc prints in the paths of impls.
#[path = "a (1): b.rs"]
mod a;
fn main() {
    println!("{:?} {}", a::A(1).clone(), a::A(2).f()(3));
}
//# src/a (1): b.rs
#[derive(Clone, Debug)]
pub struct A(pub i32);
impl A {
    pub fn f(self) -> impl Fn(i32) -> i32 { move |x| x + self.0 }
}
