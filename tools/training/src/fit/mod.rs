//! The trainer: trains a small convolutional network that the engine evaluates with integer
//! arithmetic ([`twixt::network`]).

mod math;
pub mod source;
pub mod shape;
pub mod params;
pub mod gradient;
pub mod units;
pub mod losses;
mod tape;
mod heads;
pub mod learner;
mod muon;
pub mod optimiser;
pub mod weights;
pub mod checkpoint;
pub mod sampler;
pub mod workers;
pub mod options;
pub mod ship;
pub mod run;
