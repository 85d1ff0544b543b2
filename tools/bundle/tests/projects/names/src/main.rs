//! Exercises cases that renaming can break; prints one line for each.

mod macros;
mod shapes;
mod shared_module;
mod text;
mod same_names;

use shared_module::{run_everything, Measurement as _};

fn main() {
    run_everything();
    shapes::run();
    text::run();
    same_names::run();
    println!("{}", 7_u32.measured());
}
