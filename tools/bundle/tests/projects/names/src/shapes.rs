//! Methods with names of std, traits of std, and derived output.

use std::fmt::{self, Display};
use std::ops::{Add, Deref, Index};

/// Its derived `Debug` output must not change.
#[derive(Clone, Debug, Default, PartialEq)]
struct Printed {
    printed_field: u8,
    other_field: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    #[default]
    PlainKind,
    NamedKind { depth_of_kind: i8 },
}

/// Has fields and methods with names of std and of the type that it dereferences to.
struct Stack {
    items: Vec<u32>,
    len: u32,
}

impl Stack {
    fn new(len: u32) -> Self {
        let items = vec![len, len + 1];
        Stack { len, items }
    }

    fn len(&self) -> u32 {
        self.len * 100
    }

    fn push(&mut self, value: u32) -> &mut Self {
        let Stack { items, len } = self;
        *len += 1;
        items.push(value);
        self
    }

    fn swap(self) -> (u32, Vec<u32>) {
        let Self { len: items, items: len } = self;
        (items, len)
    }
}

impl Deref for Stack {
    type Target = [u32];
    fn deref(&self) -> &[u32] {
        &self.items
    }
}

impl Index<&str> for Stack {
    type Output = u32;
    fn index(&self, index: &str) -> &u32 {
        &self.items[index.len()]
    }
}

impl Add<u32> for Stack {
    type Output = Stack;
    fn add(mut self, rhs: u32) -> Stack {
        self.push(rhs);
        self
    }
}

impl Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.items.len() + 4;
        let Stack { len: length, .. } = self;
        write!(f, "[{length:>width$}|{0:<1$}]", self.len(), width)
    }
}

struct Countdown {
    left: u8,
}

impl Iterator for Countdown {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }
}

/// Called from `main`.
pub(crate) fn run() {
    println!("{:?}", Printed { printed_field: 1, ..Printed::default() });
    println!("{:?}", Kind::NamedKind { depth_of_kind: -1 });
    let mut stack = Stack::new(4);
    stack.push(7).push(8);
    println!("{} {} {stack}", stack.len(), stack.iter().len());
    println!("{}", stack[""]);
    println!("{:?}", (stack + 3).swap());
    let mut countdown = Countdown { left: 3 };
    println!("{:?} {:?}", countdown.next(), countdown.map(|left| left * 2).collect::<Vec<_>>());
    assert!(Kind::PlainKind < Kind::NamedKind { depth_of_kind: 0 }, "assertion of {}", 1);
}
