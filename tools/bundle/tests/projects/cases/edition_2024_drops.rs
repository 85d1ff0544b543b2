//! Temporary variables, which edition 2024 drops earlier.
//! Edition 2024
use std::cell::RefCell;
use std::sync::Mutex;
struct Loud(&'static str);
impl Drop for Loud {
    fn drop(&mut self) { println!("drop {}", self.0); }
}
impl Loud {
    fn none(&self) -> Option<u8> { None }
    fn length(&self) -> usize { self.0.len() }
}
fn first_or_push(cell: &RefCell<Vec<u8>>) -> u8 {
    if let Some(x) = cell.borrow().first() { *x } else { cell.borrow_mut().push(4); 0 }
}
fn length() -> usize { let cell = RefCell::new(vec![1, 2]); cell.borrow().len() }
fn in_order() -> usize { let _first = Loud("variable"); Loud("temporary").length() }
fn set(value: &Mutex<Option<u8>>) -> u8 {
    if let Some(x) = *value.lock().unwrap() { x } else { *value.lock().unwrap() = Some(7); 1 }
}
fn main() {
    let cell = RefCell::new(vec![]);
    println!("{} {} {} {}", first_or_push(&cell), first_or_push(&cell), length(), in_order());
    if let Some(x) = Loud("condition").none() { println!("{x}"); } else { println!("else"); }
    if let Some(x) = Loud("no else").none() { println!("{x}"); }
    let value = Mutex::new(None);
    println!("{} {}", set(&value), set(&value));
    let inner = { let _outer = Loud("outer"); Loud("inner").length() };
    println!("{inner}");
    for i in 0..2 {
        if let Some(x) = Loud("loop").none() { println!("{x}"); } else if i == 0 { continue; }
        println!("end");
    }
}
