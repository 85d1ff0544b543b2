use anyhow::Result;
use clap::Args;
use train::bench::{measure, peak, Speed};
use train::kernel::Kernel;
use train::shape::Shape;

/// Measure how many samples a processor second one thread learns from, on random positions
#[derive(Args)]
pub(crate) struct Options {
    /// Seconds a measurement
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
}

/// Channels, pairs and board edge of what is measured.
const SHAPES: [(usize, usize, usize); 5] =
    [(16, 8, 12), (16, 4, 12), (32, 4, 12), (16, 8, 24), (32, 8, 24)];

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let peak = peak(kernel);
            println!("{kernel}: {:.1} billion multiplications a second at most", peak / 1e9);
            for (channels, pairs, edge) in SHAPES {
                let shape = Shape::new(channels, pairs)?;
                let Speed { learning, measuring, multiplications } =
                    measure(kernel, shape, edge, self.seconds);
                let share = 100.0 * multiplications * learning / peak;
                println!(
                    "  {channels} channels, {pairs} pairs, {edge} x {edge}: {learning:.0} \
                     samples/s ({share:.0} % of the most), forward alone {measuring:.0}"
                );
            }
        }
        Ok(())
    }
}
