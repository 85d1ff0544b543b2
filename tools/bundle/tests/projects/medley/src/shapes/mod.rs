//! Shapes with an area.

pub mod deep;
#[path = "odd_place.rs"]
mod elsewhere;

pub use elsewhere::placed_elsewhere;

/// Something with an area.
pub trait Area {
    /// Type of the result.
    type Output;
    /// The area.
    fn area(&self) -> Self::Output;
    /// Unused.
    fn perimeter(&self) -> Self::Output;
}

/// A circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Circle {
    radius: u32,
}

impl Circle {
    /// With a radius.
    pub const fn new(radius: u32) -> Self {
        Self { radius }
    }

    /// Dead.
    pub fn radius(self) -> u32 {
        self.radius
    }
}

impl Area for Circle {
    type Output = f64;
    #[inline(always)]
    fn area(&self) -> f64 {
        f64::from(self.radius).powi(2) * 3.
    }
    fn perimeter(&self) -> f64 {
        dead_helper(self.radius)
    }
}

fn dead_helper(radius: u32) -> f64 {
    2. * f64::from(radius)
}

/// A square.
pub struct Square {
    /// Its side.
    pub side: u64,
}

impl Area for Square {
    type Output = u64;
    fn area(&self) -> Self::Output {
        deep::twice_wrapped(self.side) * self.side / 2
    }
    fn perimeter(&self) -> u64 {
        4 * self.side
    }
}

/// Reached by dead code only.
#[derive(Debug, Default)]
pub struct Unused {
    circles: Vec<Circle>,
}

impl std::fmt::Display for Unused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.circles)
    }
}

impl From<Circle> for Unused {
    fn from(circle: Circle) -> Self {
        Unused { circles: vec![circle] }
    }
}
