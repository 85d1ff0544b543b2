//! The numbers that steer a search, each with its default and its bounds.

use std::fmt;

/// What steers a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Params {
    /// How much a prior counts against a mean: the constant of PUCT.
    pub cpuct: f32,
    /// How much worse than its parent an unvisited move is taken to be.
    pub fpu: f32,
    /// How much of its standard error is taken off the value of a move that may be played; with 0 the
    /// most visited move is played.
    pub caution: f32,
    /// The evaluator looks at a position's moves again after so many visits; 0 is never.
    pub again: f32,
    /// How likely a swap is taken to be, beside the likeliest peg.
    pub swap: f32,
}

impl Default for Params {
    fn default() -> Params {
        Params { cpuct: 1.5, fpu: 0.0, caution: 0.5, again: 16.0, swap: 1.0 }
    }
}

/// A parameter's name, its least and its greatest value, and where it is kept.
type Param = (&'static str, f32, f32, fn(&mut Params) -> &mut f32);

impl Params {
    // A table and no macro: the single-file bundle leaves out a table that nobody reads.
    const ALL: [Param; 5] = [
        ("cpuct", 0.0, 20.0, |params| &mut params.cpuct),
        ("fpu", -1.0, 1.0, |params| &mut params.fpu),
        ("caution", 0.0, 20.0, |params| &mut params.caution),
        ("again", 0.0, 1e6, |params| &mut params.again),
        ("swap", 0.0, 1.0, |params| &mut params.swap),
    ];

    /// Sets a parameter by its field's name.
    ///
    /// # Errors
    ///
    /// If there is none of that name, or the value lies outside its bounds.
    pub fn set(&mut self, name: &str, value: f32) -> Result<(), ParamError> {
        let named = Params::ALL.into_iter().find(|param| param.0 == name);
        let (_, low, high, field) = named.ok_or(ParamError::Name)?;
        if !(low..=high).contains(&value) {
            return Err(ParamError::Bounds(low, high));
        }
        *field(self) = value;
        Ok(())
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamError {
    /// There is none of that name.
    Name,
    /// The value must lie between these two.
    Bounds(f32, f32),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Name => {
                let names = Params::ALL.map(|param| param.0).join(", ");
                write!(f, "no such parameter; there are {names}")
            }
            ParamError::Bounds(low, high) => write!(f, "must lie between {low} and {high}"),
        }
    }
}

impl std::error::Error for ParamError {}
