//! A conversion into a tuple of primitive types, found by the type that it converts, and a module named like one.

mod f64 {
    pub fn half_of(number: f64) -> f64 {
        number / 2.0
    }
}

mod unneeded {
    pub struct Apart(pub f64);

    impl From<Apart> for (f64, f64) {
        fn from(apart: Apart) -> (f64, f64) {
            println!("apart_text");
            (apart.0, 1.0)
        }
    }

    impl From<Apart> for [f64; 2] {
        fn from(apart: Apart) -> [f64; 2] {
            println!("apart_text");
            [apart.0, 1.0]
        }
    }
}

struct Position {
    across: f64,
    upwards: f64,
}

impl From<Position> for (f64, f64) {
    fn from(position: Position) -> (f64, f64) {
        (f64::half_of(position.across), position.upwards)
    }
}

mod unused {
    use super::Position;

    impl Position {
        pub fn turned(self) -> Position {
            let (across, upwards) = self.into();
            Position { across: upwards, upwards: across }
        }
    }
}

/// Has the name of the method, which is therefore reached.
fn turned(position: &Position) -> f64 {
    f64::half_of(position.upwards - position.across)
}

fn main() {
    let position = Position { across: 3.0, upwards: 4.0 };
    println!("{} {}", turned(&position), unneeded::Apart(1.0).0);
}
