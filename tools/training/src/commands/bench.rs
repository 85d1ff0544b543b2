use anyhow::Result;
use clap::Args;
use std::str::FromStr;
use training::fit::bench::{measure, peak, Speed};
use training::fit::kernel::Kernel;
use training::fit::shape::Shape;

/// Measure how many samples a processor second one thread learns from, on random positions
#[derive(Args)]
pub(crate) struct Options {
    /// Seconds a measurement
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,

    /// The arithmetic's instructions, avx512, avx2 or plain (any number of times); all by default
    #[arg(long)]
    kernel: Vec<Kernel>,

    /// Network and board, such as 16x8x12: channels, residual pairs, holes an edge (any number of
    /// times); some by default
    #[arg(long, value_name = "SHAPE")]
    shape: Vec<Bench>,
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
struct Bench {
    shape: Shape,
    edge: usize,
}

impl FromStr for Bench {
    type Err = String;

    fn from_str(text: &str) -> Result<Bench, String> {
        let numbers: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[channels, pairs, edge]) if (5..=24).contains(&edge) => {
                let shape = Shape::new(channels, pairs).map_err(|error| error.to_string())?;
                Ok(Bench { shape, edge })
            }
            _ => Err("expected CHANNELSxPAIRSxEDGE, such as 16x8x12".to_string()),
        }
    }
}

/// What is measured by default.
const SHAPES: [&str; 5] = ["16x8x12", "16x4x12", "32x4x12", "16x8x24", "32x8x24"];

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let kernels = match &self.kernel[..] {
            [] => Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect(),
            chosen => chosen.to_vec(),
        };
        let shapes = match &self.shape[..] {
            [] => SHAPES.iter().filter_map(|text| text.parse().ok()).collect(),
            chosen => chosen.to_vec(),
        };
        for kernel in kernels {
            let peak = peak(kernel);
            println!("{kernel}: {:.1} billion multiplications a second at most", peak / 1e9);
            for &Bench { shape, edge } in &shapes {
                let Speed { learning, measuring, multiplications } =
                    measure(kernel, shape, edge, self.seconds);
                let share = 100.0 * multiplications * learning / peak;
                println!(
                    "  {} channels, {} pairs, {edge} x {edge}: {learning:.0} samples/s ({share:.0} \
                     % of the most), forward alone {measuring:.0}",
                    shape.channels(),
                    shape.pairs()
                );
            }
        }
        Ok(())
    }
}
