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
    let symbol_by_macro = 7_u32;
    println!("{}", symbol_by_macro.measured());
}

macro_rules! symbol {
    ($name:ident) => {
        #[no_mangle]
        pub extern "C" fn $name() {}
    };
}

macro_rules! pass_on {
    ($name:ident) => {
        symbol!($name);
    };
}

pass_on!(symbol_by_macro);
