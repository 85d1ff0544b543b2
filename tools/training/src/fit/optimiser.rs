//! Muon (Jordan 2024), AdamW (Loshchilov and Hutter 2019), and the learning rate schedule.

use crate::fit::muon::orthogonalise;
use crate::fit::params::Params;
use crate::fit::shape::Array;
use kernels::Kernel;
use serde::{Deserialize, Serialize};

const MAX_NORM: f64 = 5.0;

/// Adam's decay rates β₁ and β₂, and its ε.
const BETAS: (f64, f64) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// Muon's decay rate of the gradient's moving average.
const MOMENTUM: f32 = 0.95;

/// Root mean square of Muon's update, before the learning rate; Adam's is of the same order.
const MUON_RMS: f32 = 0.2;

/// Fraction of the run with a rising learning rate.
const WARM_UP: f64 = 0.03;

/// Parameters and optimiser state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingState {
    /// Current parameters, after the last step.
    pub params: Params,
    /// Moving averages of the gradient and, for AdamW's parameters, its square.
    pub moments: [Vec<f32>; 2],
    /// Number of steps.
    pub steps: u64,
}

impl TrainingState {
    /// Returns the state before the first step.
    pub fn new(params: Params) -> TrainingState {
        let length = params.values.len();
        TrainingState { params, moments: [vec![0.0; length], vec![0.0; length]], steps: 0 }
    }

    /// Takes one step: Muon for the convolutions' weights, AdamW for the other parameters.
    pub fn step(&mut self, kernel: Kernel, gradient: &Params, rate: f64, decay: f32) {
        let squares: f64 = gradient.values.iter().map(|&g| f64::from(g) * f64::from(g)).sum();
        let norm = squares.sqrt();
        let clip = if norm < MAX_NORM { 1.0 } else { (MAX_NORM / norm) as f32 };
        let gradient: Vec<f32> = gradient.values.iter().map(|g| g * clip).collect();
        let count = self.steps as f64 + 1.0;
        let shape = self.params.shape;
        let rate = rate as f32;
        for array in shape.arrays() {
            let range = shape.range(array);
            let update = match array {
                Array::ConvWeights(_) => {
                    let momentum = &mut self.moments[0][range.clone()];
                    muon_update(kernel, &gradient[range.clone()], momentum, shape.channels())
                }
                _ => {
                    let moments = self.moments.each_mut().map(|values| &mut values[range.clone()]);
                    adam_update(&gradient[range.clone()], moments, count)
                }
            };
            let decay = if array.decays(shape) { decay } else { 0.0 };
            for (param, update) in self.params.values[range].iter_mut().zip(update) {
                *param -= rate * (update + decay * *param);
            }
        }
        self.steps += 1;
    }
}

/// Returns Adam's update and updates the moving averages of the gradient and its square; `count` is
/// the number of steps including this one.
fn adam_update(gradient: &[f32], [means, squares]: [&mut [f32]; 2], count: f64) -> Vec<f32> {
    let (beta1, beta2) = (BETAS.0 as f32, BETAS.1 as f32);
    // Bias correction for moving averages initialised to 0.
    let bias1 = (1.0 / (1.0 - BETAS.0.powf(count))) as f32;
    let bias2 = (1.0 / (1.0 - BETAS.1.powf(count))) as f32;
    let moments = means.iter_mut().zip(squares);
    let update = gradient.iter().zip(moments).map(|(gradient, (mean, square))| {
        *mean = beta1 * *mean + (1.0 - beta1) * gradient;
        *square = beta2 * *square + (1.0 - beta2) * gradient * gradient;
        *mean * bias1 / ((*square * bias2).sqrt() + EPSILON)
    });
    update.collect()
}

/// Returns Muon's update with Nesterov momentum, and updates the momentum. Its root mean square is
/// [`MUON_RMS`], as Liu et al. 2025 suggest for a learning rate that suits Adam.
fn muon_update(kernel: Kernel, gradient: &[f32], momentum: &mut [f32], outputs: usize) -> Vec<f32> {
    let mut update = Vec::with_capacity(gradient.len());
    for (mean, gradient) in momentum.iter_mut().zip(gradient) {
        *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * gradient;
        update.push(MOMENTUM * *mean + (1.0 - MOMENTUM) * gradient);
    }
    orthogonalise(kernel, &mut update, outputs);
    let rows = update.len() / outputs;
    // The mean square of a matrix with orthonormal columns (or rows) is 1 over the larger dimension.
    let scale = MUON_RMS * (rows.max(outputs) as f32).sqrt();
    update.iter_mut().for_each(|x| *x *= scale);
    update
}

/// Returns the learning rate after the fraction `done` of a run: a short linear warm-up, then
/// cosine decay to a hundredth of the peak (Loshchilov and Hutter 2017).
pub fn learning_rate(peak: f64, done: f64) -> f64 {
    if done < WARM_UP {
        return peak * (0.05 + 0.95 * done / WARM_UP);
    }
    let part = ((done - WARM_UP) / (1.0 - WARM_UP)).min(1.0);
    peak * (0.01 + 0.99 * 0.5 * (1.0 + (std::f64::consts::PI * part).cos()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::shape::Shape;

    const DECAY: f32 = 0.1;

    fn state() -> TrainingState {
        TrainingState::new(Params::random(Shape::new(16, 1).unwrap(), 3))
    }

    #[test]
    fn the_first_step_has_the_length_of_the_rate_and_matrices_decay() {
        let mut state = state();
        let before = state.params.clone();
        let mut gradient = Params::zeros(before.shape);
        gradient[Array::Policy][3] = -0.25;
        state.step(Kernel::Plain, &gradient, 0.01, DECAY);
        // Adam's first step depends only on the gradient's sign.
        let moved = state.params[Array::Policy][3] - before[Array::Policy][3];
        assert!((moved - 0.01).abs() < 1e-6, "{moved}");
        assert_eq!(state.params[Array::Policy][4], before[Array::Policy][4]);
        let shrunk = state.params[Array::First][7] / before[Array::First][7];
        assert!((shrunk - 0.999).abs() < 1e-6, "{shrunk}");
    }

    #[test]
    fn convolutions_move_equally_far_in_all_directions() {
        let (mut state, weights) = (state(), Array::ConvWeights(1));
        let mut gradient = Params::zeros(state.params.shape);
        // Two outputs depend on the gradient, one of them a hundred times as much.
        gradient[weights][3] = 1.0;
        gradient[weights][16 * 20 + 5] = 0.01;
        let before = state.params.clone();
        state.step(Kernel::Plain, &gradient, 0.01, 0.0);
        let moved = |i: usize| (before[weights][i] - state.params[weights][i]) / (0.01 * MUON_RMS);
        for i in [3, 16 * 20 + 5] {
            // One of the 144 rows has all of its column's length.
            assert!((0.6..1.3).contains(&(moved(i) / 12.0)), "{}", moved(i));
        }
        assert_eq!(moved(4), 0.0);
    }

    #[test]
    fn long_gradients_are_clipped() {
        let [mut one, mut two] = [state(), state()];
        let mut gradient = Params::zeros(one.params.shape);
        gradient[Array::Policy].fill(1e3);
        one.step(Kernel::Plain, &gradient, 0.01, DECAY);
        gradient[Array::Policy].fill(5.0 / 4.0);
        two.step(Kernel::Plain, &gradient, 0.01, DECAY);
        for (one, two) in one.moments[0].iter().zip(&two.moments[0]) {
            assert!((one - two).abs() < 1e-6);
        }
    }

    #[test]
    fn the_rate_rises_and_falls() {
        let rates = [0.0, 0.03, 0.515, 1.0].map(|done| learning_rate(1.0, done));
        for (rate, expected) in rates.into_iter().zip([0.05, 1.0, 0.505, 0.01]) {
            assert!((rate - expected).abs() < 1e-9, "{rates:?}");
        }
    }
}
