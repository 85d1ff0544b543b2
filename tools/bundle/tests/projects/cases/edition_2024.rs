//! Code of a later edition than the bundle's: conditions, captured lifetimes, the prelude, raw names.
//! Edition 2024
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
type Values = BTreeMap<u8, Option<u8>>;
fn chained(map: &Values, key: u8) -> u8 {
    if let Some(x) = map.get(&key) && let Some(y) = x && *y > 2 {
        *y
    } else if key == 9 && let Some(None) = map.get(&1) {
        90
    } else {
        0
    }
}
fn in_loops(values: &[u8]) -> (u32, u32) {
    let (mut count, mut sum) = (0, 0);
    let mut rest = values.iter().peekable();
    while let Some(x) = rest.next() && *x < 5 {
        if let Some(y) = rest.peek() && **y == 3 { continue; } else { count += 1; }
        if count > 6 { break; }
        sum += *x as u32;
    }
    'outer: for i in 0..5u32 {
        loop {
            if i > 3 && let Some(k) = i.checked_sub(2) && k < 9 {
                sum += k;
                break 'outer;
            } else {
                sum += 1;
                if sum % 2 == 0 { break; } else { continue; }
            }
        }
    }
    (count, sum)
}
struct Slice<'a, T> { values: &'a [T], count: usize }
impl<'a, T: Clone + Debug + 'a> Slice<'a, T> {
    fn first(&self) -> impl Iterator<Item = &T> { self.values.iter().take(self.count) }
    fn numbered(&self, from: &usize) -> impl Iterator<Item = (usize, T)> {
        let from = *from;
        self.values.iter().enumerate().map(move |(i, x)| (i + from, x.clone()))
    }
}
fn both(a: &[u32], b: &[u32]) -> impl Iterator<Item = u32> { a.iter().zip(b).map(|(x, y)| x + y) }
fn nested<const N: usize>(values: &[u8; N]) -> Option<Box<impl Fn(usize) -> u8>> {
    Some(Box::new(|i| values[i % N]))
}
fn called(f: &dyn Fn(&u8) -> u8) -> impl Fn(u8) -> u8 { move |x| f(&x) }
fn own(x: &u8) -> impl Debug + use<> { *x }
struct Ready(u8);
impl Future for Ready {
    type Output = u8;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u8> { Poll::Ready(self.0) }
}
fn later(x: u8) -> impl Future<Output = u8> { async move { Ready(x).await + 1 } }
fn first_or_push(cell: &RefCell<Vec<u8>>) -> u8 { if let Some(x) = cell.borrow().first() { *x } else { 0 } }
fn endless() -> std::sync::mpsc::Receiver<u8> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut next = 7;
        loop {
            next += 1;
            sender.send(next).unwrap();
        }
    });
    receiver
}
const fn on_this_processor(x: u8) -> u8 {
    #[cfg(target_arch = "x86_64")]
    unsafe { with_popcnt(x) }
    #[cfg(not(target_arch = "x86_64"))]
    without(x)
}
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
const unsafe fn with_popcnt(x: u8) -> u8 { without(x) }
const fn without(x: u8) -> u8 { x.count_ones() as u8 }
fn main() {
    println!("{:?} {}", endless().recv(), on_this_processor(7));
    let map = Values::from([(1, None), (2, Some(3)), (3, Some(1))]);
    println!("{:?} {:?}", [1, 2, 3, 9].map(|key| chained(&map, key)), in_loops(&[1, 2, 3, 4, 5, 6]));
    let slice = Slice { values: &[1, 2, 3], count: 2 };
    println!("{:?} {:?}", slice.first().collect::<Vec<_>>(), slice.numbered(&4).collect::<Vec<_>>());
    println!("{} {}", both(&[1], &[2]).sum::<u32>(), nested(&[7, 8]).unwrap()(3));
    println!("{} {:?} {}", called(&|x| x + 1)(4), own(&3), newer::parse("a=1,b=x,c=0").count());
    let mut future = pin!(later(3));
    if let Poll::Ready(x) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) && x > 2 {
        println!("{x} {}", first_or_push(&RefCell::new(vec![4])));
    }
}
//# newer/src/lib.rs
//! Edition 2024
pub fn parse(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.split(',').filter_map(|part| {
        if let Some((key, value)) = part.split_once('=')
            && let Ok(r#gen) = value.parse()
        {
            Some((key, r#gen))
        } else {
            None
        }
    })
}
