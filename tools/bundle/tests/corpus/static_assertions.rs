//! static_assertions = "1"

use static_assertions::{assert_eq_align, assert_eq_size, assert_impl_all, assert_not_impl_any};
use static_assertions::{
    assert_obj_safe, assert_trait_sub_all, assert_type_eq_all, const_assert, const_assert_eq,
};

const SIZE: usize = 24;
const CELLS: usize = SIZE * SIZE - 4;

const_assert!(CELLS < 1024);
const_assert_eq!(CELLS, 572);

#[derive(Clone, Copy, Debug)]
struct Cell(u16);

struct Handle(*const u8);

trait Player {
    fn choose(&self, free: &[Cell]) -> Cell;
}

struct Last;

impl Player for Last {
    fn choose(&self, free: &[Cell]) -> Cell {
        assert_eq_size!(Cell, u16);
        free[free.len() - 1]
    }
}

trait Named: std::fmt::Debug + Clone {
    fn name(&self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

impl Named for Cell {}

assert_eq_align!(Cell, u16);
assert_impl_all!(Cell: Copy, Send, Sync, std::fmt::Debug);
assert_not_impl_any!(Handle: Send, Sync);
assert_obj_safe!(Player);
assert_trait_sub_all!(Named: Clone, std::fmt::Debug);
assert_type_eq_all!(<Vec<Cell> as IntoIterator>::Item, Cell);

fn main() {
    let free: Vec<Cell> = (0..CELLS as u16).step_by(100).map(Cell).collect();
    let player: Box<dyn Player> = Box::new(Last);
    let chosen = player.choose(&free);
    println!("{} {} of {} ({CELLS})", chosen.name(), chosen.0, free.len());
    println!("{}", Handle(std::ptr::null()).0.is_null());
}
