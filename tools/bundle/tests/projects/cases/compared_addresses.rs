//! Impls that act without calls: `Rc` and `Arc` compare values with `Eq` by their addresses first.
use std::rc::Rc;
use std::sync::Arc;
struct Odd(f64);
impl PartialEq for Odd {
    fn eq(&self, other: &Odd) -> bool { self.0 == other.0 }
}
impl Eq for Odd {}
#[derive(PartialEq, Eq)]
struct Around(Odd);
#[derive(PartialEq)]
struct Plain(f64);
struct Other(f64);
type Alias = Other;
impl PartialEq for Alias {
    fn eq(&self, other: &Alias) -> bool { self.0 == other.0 }
}
impl Eq for Other {}
fn main() {
    let other = Rc::new(Other(f64::NAN));
    println!("{}", other == other.clone());
    let (odd, around) = (Rc::new(Odd(f64::NAN)), Arc::new(Around(Odd(f64::NAN))));
    println!("{} {}", odd == odd.clone(), around == around.clone());
    let plain = Rc::new(Plain(f64::NAN));
    println!("{}", plain == plain.clone());
}
