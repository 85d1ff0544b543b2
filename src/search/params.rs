//! The numbers that steer a search, each declared once with its default and its bounds.

use std::fmt;

/// Declares [`Params`]: field, name for flags, default, bounds, and what it does.
macro_rules! params {
    ($($(#[$doc:meta])* $field:ident: $default:literal in $low:literal..=$high:literal;)*) => {
        /// What steers a search.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $field: f32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($field: $default,)* }
            }
        }

        impl Params {
            /// Sets a parameter by its field's name.
            ///
            /// # Errors
            ///
            /// If there is none of that name, or the value lies outside its bounds.
            pub fn set(&mut self, name: &str, value: f32) -> Result<(), ParamError> {
                match name {
                    $(stringify!($field) => {
                        if !($low..=$high).contains(&value) {
                            return Err(ParamError::Bounds($low, $high));
                        }
                        self.$field = value;
                    })*
                    _ => return Err(ParamError::Name(&[$(stringify!($field)),*])),
                }
                Ok(())
            }
        }
    };
}

params! {
    /// How much a prior counts against a mean: the constant of PUCT.
    cpuct: 1.5 in 0.0..=20.0;
    /// How much worse than its parent an unvisited move is taken to be.
    fpu: 0.0 in -1.0..=1.0;
    /// How much of its standard error is taken off the value of a move that may be played; with 0 the
    /// most visited move is played.
    caution: 0.5 in 0.0..=20.0;
    /// The evaluator looks at a position's moves again after so many visits; 0 is never.
    again: 16.0 in 0.0..=1e6;
    /// How likely a swap is taken to be, beside the likeliest peg.
    swap: 1.0 in 0.0..=1.0;
}

/// Why a parameter can't be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParamError {
    /// There is none of that name; these there are.
    Name(&'static [&'static str]),
    /// The value must lie between these two.
    Bounds(f32, f32),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Name(names) => {
                write!(f, "no such parameter; there are {}", names.join(", "))
            }
            ParamError::Bounds(low, high) => write!(f, "must lie between {low} and {high}"),
        }
    }
}

impl std::error::Error for ParamError {}
