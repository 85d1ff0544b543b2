//! The kernels, compared with the portable one and with a computation from the file's bytes.

use super::sample::{weights, weights_for_all_rules, Loudness};
use super::{planes, positions, refill};
use twixt::network::{Kernel, Network, Output, Planes, Scratch};

/// Compares every available kernel with the portable one on 5,000 positions, most of them with the
/// three smallest networks, since the portable kernel is slow.
fn compare_kernels(loudness: Loudness, seed: u64) {
    let shapes = [(16, 0), (16, 1), (16, 0), (16, 4), (32, 2), (48, 1), (64, 1)];
    let kernels: Vec<Kernel> = Kernel::ALL.into_iter().filter(|k| k.is_available()).collect();
    for kernel in Kernel::ALL.into_iter().filter(|k| !k.is_available()) {
        println!("skipped: this machine has no {kernel}");
    }
    let nets: Vec<Vec<Network>> = (seed..)
        .zip(shapes)
        .map(|(seed, (channels, pairs))| match seed % 2 {
            0 => weights_for_all_rules(channels, pairs, loudness, seed),
            _ => weights(channels, pairs, loudness, seed),
        })
        .map(|file| {
            let by = |&kernel| Network::from_bytes(&file).unwrap().with_kernel(kernel);
            kernels.iter().map(by).collect()
        })
        .collect();
    let mut scratch = [Scratch::default(), Scratch::default()];
    let mut outputs = [Output::default(), Output::default()];
    let mut input = Planes::default();
    for edge in 5..=24 {
        let (count, large) = if edge == 12 { (4050, 20) } else { (50, 4) };
        for (i, position) in positions(edge, count, seed).iter().enumerate() {
            refill(&mut input, position);
            let by_kernel = &nets[if i % large == 0 { i / large % nets.len() } else { i % 3 }];
            by_kernel[0].evaluate_portably(&input, &mut scratch[1], &mut outputs[1]);
            let sum: f32 = outputs[1].wdl.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{:?}", outputs[1].wdl);
            for net in &by_kernel[1..] {
                outputs[0] = Output::default();
                net.evaluate(&input, &mut scratch[0], &mut outputs[0]);
                assert!(outputs[0] == outputs[1], "{}, {edge}, {position:?}", net.kernel());
            }
        }
        outputs[1] = Output::default();
    }
}

#[test]
fn kernels_agree_when_sums_are_small() {
    compare_kernels(Loudness::Calm, 1);
}

#[test]
fn kernels_agree_when_sums_wrap() {
    compare_kernels(Loudness::Loud, 101);
}

#[test]
fn kernels_agree_near_the_ends_of_16_bits() {
    compare_kernels(Loudness::Between, 201);
}

#[test]
fn kernel_is_the_requested_or_the_best_available() {
    assert_eq!(Network::built_in().unwrap().kernel(), Kernel::best());
    for kernel in Kernel::ALL {
        let found = Network::built_in().unwrap().with_kernel(kernel).kernel();
        assert_eq!(found, if kernel.is_available() { kernel } else { Kernel::best() });
        assert_eq!(kernel.to_string().parse(), Ok(kernel));
    }
    assert!("avx".parse::<Kernel>().is_err());
}

#[test]
fn random_network_distinguishes_positions() {
    let network = Network::from_bytes(&weights(16, 4, Loudness::Calm, 3)).unwrap();
    let mut scratch = Scratch::default();
    let outputs = positions(12, 2, 3).into_iter().map(|position| {
        let mut output = Output::default();
        network.evaluate(&planes(&position), &mut scratch, &mut output);
        output
    });
    let outputs: Vec<Output> = outputs.collect();
    assert_ne!(outputs[0].wdl, outputs[1].wdl);
    let different = (0..144).filter(|&i| outputs[0].logits[i] != outputs[1].logits[i]).count();
    assert!(different > 100, "{different}");
}

/// Computes the network from the file's bytes as the format specifies it, without the engine's
/// layouts.
#[test]
fn kernel_computes_the_network_of_the_file() {
    for (loudness, seed, planes_read) in
        [(Loudness::Calm, 9, 25), (Loudness::Loud, 10, 25), (Loudness::Calm, 11, 26)]
    {
        let form = if planes_read == 25 { weights } else { weights_for_all_rules };
        let file = form(16, 1, loudness, seed);
        let network = Network::from_bytes(&file).unwrap();
        let (mut scratch, mut output) = (Scratch::default(), Output::default());
        let mut wrapped = 0;
        for position in positions(7, 20, 9) {
            let input = planes(&position);
            network.evaluate(&input, &mut scratch, &mut output);
            let mut bytes = file[8..].iter().copied();
            let plane = |p: usize| (0..49).map(|i| i32::from(input.get(p, i / 7, i % 7))).collect();
            let input: Vec<Vec<i32>> = (0..planes_read).map(plane).collect();
            let first = conv(&mut bytes, &input, None, &mut wrapped);
            let second = conv(&mut bytes, &first, None, &mut wrapped);
            let third = conv(&mut bytes, &second, Some(&first), &mut wrapped);
            let scale = f32::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap()));
            let policy: Vec<i32> =
                (0..16).map(|_| i32::from(bytes.next().unwrap() as i8)).collect();
            for (hole, logit) in output.logits.iter().enumerate().take(49) {
                let products = third.iter().zip(&policy).map(|(plane, w)| plane[hole] * w);
                assert_eq!(*logit, products.sum::<i32>() as f32 * scale, "{position:?}");
            }
            let expected = wdl(&mut bytes, &third);
            for (found, expected) in output.wdl.iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 1e-4, "{position:?}");
            }
        }
        assert_eq!(wrapped > 100, loudness == Loudness::Loud, "{wrapped}");
    }
}

fn short(bytes: &mut impl Iterator<Item = u8>) -> i32 {
    i32::from(i16::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap())))
}

/// The transformation of weights, doubled.
const WEIGHTS: [[i32; 3]; 4] = [[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]];
/// The transformation of sums.
const SUMS: [[i32; 4]; 2] = [[1, 1, 1, 0], [0, 1, -1, 1]];

/// Convolves planes of 7 × 7 into sixteen output planes; counts the sums that wrap.
fn conv(
    bytes: &mut impl Iterator<Item = u8>,
    input: &[Vec<i32>],
    residual: Option<&[Vec<i32>]>,
    wrapped: &mut usize,
) -> Vec<Vec<i32>> {
    let heads: Vec<(i32, i32)> = (0..16).map(|_| (short(bytes), short(bytes))).collect();
    let mut output = Vec::new();
    for (o, (bias, scale)) in heads.into_iter().enumerate() {
        let taps: Vec<Vec<i32>> = (0..9)
            .map(|_| input.iter().map(|_| i32::from(bytes.next().unwrap() as i8)).collect())
            .collect();
        let exact = |i: usize, j: usize, c: usize| -> i32 {
            (0..9).map(|tap| WEIGHTS[i][tap / 3] * WEIGHTS[j][tap % 3] * taps[tap][c]).sum()
        };
        let products = (0..16 * input.len()).map(|k| exact(k % 4, k / 4 % 4, k / 16));
        let largest = products.map(i32::abs).max().unwrap();
        let all = || taps.iter().flatten();
        let positive = 127 * all().filter(|&&w| w > 0).sum::<i32>() + bias;
        let negative = -127 * all().filter(|&&w| w < 0).sum::<i32>() - bias;
        let reach = i64::from(positive.max(negative).max(1));
        let gain = [1024, i64::from(63 * 1024 / largest.max(1)), 57_344 * 512 / reach];
        let gain = gain.into_iter().min().unwrap().max(1) as i32;
        let scale = ((512 * scale + gain / 2) / gain).min(32_767);
        let mut plane = vec![0; 49];
        for tile in 0..16 {
            let (top, left) = (2 * (tile / 4), 2 * (tile % 4));
            let mut sums = [[(bias * gain + 256) >> 9; 2]; 2];
            for (c, input) in input.iter().enumerate() {
                let at = |row: i32, column: i32| {
                    let (row, column) = (top + row - 1, left + column - 1);
                    let is_inside = (0..7).contains(&row) && (0..7).contains(&column);
                    if is_inside {
                        input[(7 * row + column) as usize]
                    } else {
                        0
                    }
                };
                let rows: Vec<[i32; 4]> = (0..4)
                    .map(|x| {
                        let [a, b, c, d] = [0, 1, 2, 3].map(|y| at(y, x));
                        [(a - c) >> 1, (b + c + 1) >> 1, (c - b) >> 1, (d - b) >> 1]
                    })
                    .collect();
                for i in 0..4 {
                    let [a, b, c4, d] = [0, 1, 2, 3].map(|x| rows[x][i]);
                    for (j, value) in [a - c4, b + c4, c4 - b, d - b].into_iter().enumerate() {
                        let weight = (exact(i, j, c) * gain + 512) >> 10;
                        for (y, sums) in sums.iter_mut().enumerate() {
                            for (x, sum) in sums.iter_mut().enumerate() {
                                *sum += SUMS[y][i] * SUMS[x][j] * value * weight;
                            }
                        }
                    }
                }
            }
            for (y, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let (row, column) = (top as usize + y, left as usize + x);
                if row < 7 && column < 7 {
                    let sum = i32::from(sums[y][x] as i16);
                    *wrapped += usize::from(sum != sums[y][x]);
                    let old = residual.map_or(0, |planes| planes[o][7 * row + column]);
                    let scaled = (sum * scale + 0x4000) >> 15;
                    plane[7 * row + column] = (scaled + old).clamp(0, 127);
                }
            }
        }
        output.push(plane);
    }
    output
}

fn wdl(bytes: &mut impl Iterator<Item = u8>, planes: &[Vec<i32>]) -> [f64; 3] {
    let mut fixed = || f64::from(short(bytes)) / 4096.0;
    let mean = |plane: &Vec<i32>| f64::from(plane.iter().sum::<i32>()) / 49.0 / 32.0;
    let most = |plane: &Vec<i32>| f64::from(*plane.iter().max().unwrap()) / 32.0;
    let features: Vec<f64> = planes.iter().map(mean).chain(planes.iter().map(most)).collect();
    let mut hidden: Vec<f64> =
        (0..32).map(|_| features.iter().map(|feature| feature * fixed()).sum()).collect();
    hidden.iter_mut().for_each(|number| *number = (*number + fixed()).max(0.0));
    let mut logits: [f64; 3] =
        std::array::from_fn(|_| hidden.iter().map(|number| number * fixed()).sum());
    logits.iter_mut().for_each(|logit| *logit += fixed());
    let sum: f64 = logits.iter().map(|logit| logit.exp()).sum();
    logits.map(|logit| logit.exp() / sum)
}
