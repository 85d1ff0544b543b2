//! Exercises cases that a bundler can break; prints one line for each.

use medley::shapes::{Area as _, Circle, Square};
use medley::{answer, containers, shapes, traps};

mod local {
    /// A name that the library has as well.
    pub(crate) fn describe() -> &'static str {
        concat!("local of ", env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"))
    }

    #[cfg(test)]
    mod tests {
        use not_there::Anything;
    }
}

macro_rules! show {
    ($($name:ident = $value:expr),* $(,)?) => {
        $(println!("{} = {:?}", stringify!($name), $value);)*
    };
}

fn main() {
    show!(local = local::describe(), answer = answer!(), seven = medley::answer!(7));
    show!(circle = Circle::new(2).area(), square = (Square { side: 3 }).area());
    show!(deep = shapes::deep::deepest::depth(), oddly = shapes::placed_elsewhere());
    containers::run();
    traps::run();
    println!("{}", medley::features());
    println!("{}", include_str!("../data/words.txt"));
    println!("{:?}", include_bytes!("../data/bytes.bin"));
}
