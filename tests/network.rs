//! The network: its kernels against one another, its planes against the plain way to find them,
//! damaged weights, weights as text.

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use twixt::board::Board;
use twixt::distance::plain::Plain;
use twixt::distance::Distances;
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::network::sample::{weights, Loudness};
use twixt::network::text::{decode, encode, TextError};
use twixt::network::{hole_at, index_of, Kernel, Network, Output, Planes, Scratch, WeightsError};
use twixt::rules::{Move, Position};

const PLANES: usize = 25;

/// Positions of random games, ended ones among them.
fn positions(edge: u8, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = StdRng::seed_from_u64(seed << 8 | u64::from(edge));
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::new(Size::new(edge).unwrap());
        while position.outcome().is_none() && positions.len() < count {
            if rng.random_ratio(1, 3) {
                positions.push(position.clone());
            }
            let mv = position.moves().choose(&mut rng).unwrap();
            position.play(mv).unwrap();
        }
        positions.push(position);
    }
    positions
}

fn planes(position: &Position) -> Planes {
    let mut planes = Planes::default();
    refill(&mut planes, position);
    planes
}

fn refill(planes: &mut Planes, position: &Position) {
    if position.size().get() <= 16 {
        let mut distances = Distances::<4>::new();
        distances.measure(position.board());
        planes.fill(position, &distances);
    } else {
        let mut distances = Distances::<12>::new();
        distances.measure(position.board());
        planes.fill(position, &distances);
    }
}

/// All values of the planes of a board of this edge: plane, row, column.
fn values(planes: &Planes, edge: usize) -> Vec<u8> {
    let at = |i: usize| planes.get(i / (edge * edge), i / edge % edge, i % edge);
    (0..PLANES * edge * edge).map(at).collect()
}

/// Holds every kernel that the machine has against its twin, on 5,000 positions; most of them go to
/// the first three networks, since the twin takes its time.
fn hold_against_twin(loudness: Loudness, seed: u64) {
    let shapes = [(16, 0), (16, 1), (16, 0), (16, 4), (32, 2), (48, 1), (64, 1)];
    let kernels: Vec<Kernel> = Kernel::ALL.into_iter().filter(|k| k.is_available()).collect();
    for kernel in Kernel::ALL.into_iter().filter(|k| !k.is_available()) {
        println!("skipped: this machine has no {kernel}");
    }
    let nets: Vec<Vec<Network>> = (seed..)
        .zip(shapes)
        .map(|(seed, (channels, pairs))| weights(channels, pairs, loudness, seed))
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
fn calm_kernels_agree_with_their_twin() {
    hold_against_twin(Loudness::Calm, 1);
}

#[test]
fn loud_kernels_agree_with_their_twin() {
    hold_against_twin(Loudness::Loud, 101);
}

#[test]
fn the_kernel_is_the_one_asked_for_or_the_best_there_is() {
    assert_eq!(Network::built_in().unwrap().kernel(), Kernel::best());
    for kernel in Kernel::ALL {
        let found = Network::built_in().unwrap().with_kernel(kernel).kernel();
        assert_eq!(found, if kernel.is_available() { kernel } else { Kernel::best() });
        assert_eq!(kernel.to_string().parse(), Ok(kernel));
    }
    assert!("avx".parse::<Kernel>().is_err());
}

#[test]
fn a_calm_network_tells_positions_apart() {
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

/// The network computed from the file's bytes as its documents describe it, with nothing of the
/// engine's layouts.
#[test]
fn the_kernel_computes_what_the_file_says() {
    for (loudness, seed) in [(Loudness::Calm, 9), (Loudness::Loud, 10)] {
        let file = weights(16, 1, loudness, seed);
        let network = Network::from_bytes(&file).unwrap();
        let (mut scratch, mut output) = (Scratch::default(), Output::default());
        let mut saturated = 0;
        for position in positions(7, 20, 9) {
            let input = planes(&position);
            network.evaluate(&input, &mut scratch, &mut output);
            let mut bytes = file[8..].iter().copied();
            let plane = |p: usize| (0..49).map(|i| i32::from(input.get(p, i / 7, i % 7))).collect();
            let input: Vec<Vec<i32>> = (0..PLANES).map(plane).collect();
            let first = conv(&mut bytes, &input, None, &mut saturated);
            let second = conv(&mut bytes, &first, None, &mut saturated);
            let third = conv(&mut bytes, &second, Some(&first), &mut saturated);
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
        assert_eq!(saturated > 1000, loudness == Loudness::Loud, "{saturated}");
    }
}

fn short(bytes: &mut impl Iterator<Item = u8>) -> i32 {
    i32::from(i16::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap())))
}

/// A convolution of planes of 7 × 7 into sixteen; counts the sums that ran into 16 bits' ends.
fn conv(
    bytes: &mut impl Iterator<Item = u8>,
    input: &[Vec<i32>],
    residual: Option<&[Vec<i32>]>,
    saturated: &mut usize,
) -> Vec<Vec<i32>> {
    let mut add = |a: i32, b: i32| {
        let sum = (a + b).clamp(-32_768, 32_767);
        *saturated += usize::from(sum != a + b);
        sum
    };
    let heads: Vec<(i32, i32)> = (0..16).map(|_| (short(bytes), short(bytes))).collect();
    let mut output = Vec::new();
    for (o, (bias, scale)) in heads.into_iter().enumerate() {
        let mut sums = [[bias, 0]; 49];
        let taps: Vec<Vec<i32>> = (0..9)
            .map(|_| input.iter().map(|_| i32::from(bytes.next().unwrap() as i8)).collect())
            .collect();
        // By row of taps: the fours of inputs, tap by tap, of which two are added at a time.
        let fours = input.len().div_ceil(4);
        for (row, taps) in (-1..).zip(taps.chunks(3)) {
            for two in (0..3 * fours).collect::<Vec<_>>().chunks(2) {
                for (hole, sums) in sums.iter_mut().enumerate() {
                    let mut added = [0, 0];
                    for four in two {
                        let (row, column) =
                            (hole as i32 / 7 + row, hole as i32 % 7 + (four / fours) as i32 - 1);
                        if !(0..7).contains(&row) || !(0..7).contains(&column) {
                            continue;
                        }
                        let first = four % fours * 4;
                        for i in first..input.len().min(first + 4) {
                            let product =
                                input[i][(7 * row + column) as usize] * taps[four / fours][i];
                            added[(i - first) / 2] += product;
                        }
                    }
                    *sums = [add(sums[0], added[0]), add(sums[1], added[1])];
                }
            }
        }
        let mut finish = |(hole, sums): (usize, [i32; 2])| {
            let sum = add(sums[0], sums[1]);
            let old = residual.map_or(0, |planes| planes[o][hole]);
            (((sum * scale + 0x4000) >> 15) + old).clamp(0, 127)
        };
        output.push(sums.into_iter().enumerate().map(&mut finish).collect());
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

const WAYS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// One plane's value the plain way.
fn plain_value(position: &Position, plains: &[Plain; 2], plane: usize, r: u8, c: u8) -> u8 {
    let (board, mover, size) = (position.board(), position.to_move(), position.size());
    let last = size.get() - 1;
    let edge = |on: bool| if on { 64 } else { 0 };
    match plane {
        22 => return edge(r == 0 || r == last),
        23 => return edge(c == 0 || c == last),
        24 => return 64,
        _ => {}
    }
    let hole = if mover == Side::Vertical { Hole::new(c, r) } else { Hole::new(r, c) };
    if !size.contains(hole) {
        return 0;
    }
    match plane {
        0 | 1 => edge(board.has_peg(if plane == 0 { mover } else { !mover }, hole)),
        2..18 => {
            let side = if plane < 10 { mover } else { !mover };
            let (dx, dy) = WAYS[(plane - 2) % 8];
            let (dx, dy) = if mover == Side::Vertical { (dx, dy) } else { (dy, dx) };
            let way = Direction::from_offset(dx, dy).unwrap();
            edge(Link::from(hole, way, size).is_some_and(|link| !board.is_barred(side, link)))
        }
        _ => plains[usize::from(plane >= 20)]
            .distance(plane % 2, hole)
            .map_or(0, |distance| (64.0 * (-f64::from(distance) / 3.0).exp()).round() as u8),
    }
}

#[test]
fn planes_are_those_of_the_plain_way() {
    let mut fast = Planes::default();
    for edge in 5..=24 {
        for position in positions(edge, 20, 4) {
            refill(&mut fast, &position);
            let (board, mover) = (position.board(), position.to_move());
            let plains = [mover, !mover].map(|side| Plain::measure(board, side));
            for plane in 0..PLANES {
                for (row, column) in (0..edge).flat_map(|r| (0..edge).map(move |c| (r, c))) {
                    let expected = plain_value(&position, &plains, plane, row, column);
                    let found = fast.get(plane, row.into(), column.into());
                    assert_eq!(found, expected, "plane {plane}, {row}, {column}, {position:?}");
                }
            }
        }
    }
}

/// The position with columns for rows and one side for the other.
fn transposed(position: &Position) -> Position {
    let board = position.board();
    let mut image = Board::new(board.size());
    for side in Side::ALL {
        board.pegs(side).for_each(|peg| image.set_peg(!side, peg.transposed()));
        board.links(side).for_each(|link| image.link(!side, link.transposed()));
    }
    Position::from_board(image, !position.to_move())
}

#[test]
fn both_sides_see_the_board_in_the_same_way() {
    for edge in [5, 11, 12, 16, 17, 24] {
        for position in positions(edge, 60, 5) {
            let image = transposed(&position);
            let edge = usize::from(edge);
            assert_eq!(
                values(&planes(&position), edge),
                values(&planes(&image), edge),
                "{position:?}"
            );
        }
    }
}

#[test]
fn holes_and_their_numbers_belong_together() {
    for (size, side) in [5, 12, 24].into_iter().flat_map(|n| Side::ALL.map(|side| (n, side))) {
        let size = Size::new(size).unwrap();
        for hole in size.holes() {
            assert_eq!(hole_at(index_of(hole, size, side), size, side), hole);
        }
    }
    let hole = Hole::new(3, 1);
    assert_eq!(index_of(hole, Size::ARENA, Side::Vertical), 15);
    assert_eq!(index_of(hole, Size::ARENA, Side::Horizontal), 37);
    // A peg is seen where its number says.
    let mut position = Position::new(Size::ARENA);
    position.play(Move::Peg(hole)).unwrap();
    let planes = planes(&position);
    assert_eq!((planes.get(1, 3, 1), planes.get(1, 1, 3)), (64, 0));
}

#[test]
fn planes_that_were_never_filled_do_no_harm() {
    let network = Network::from_bytes(&weights(16, 1, Loudness::Calm, 1)).unwrap();
    let mut output = Output::default();
    network.evaluate(&Planes::default(), &mut Scratch::default(), &mut output);
    assert_eq!(output, Output::default());
}

#[test]
fn every_damaged_byte_is_noticed() {
    let file = weights(16, 0, Loudness::Calm, 6);
    assert!(Network::from_bytes(&file).is_ok());
    for at in 0..file.len() {
        // All changes of the first bytes, three of the others.
        for change in (1..=255).filter(|change| at < 8 || [1, 64, 255].contains(change)) {
            let mut damaged = file.clone();
            damaged[at] ^= change;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {at} ^ {change}");
        }
    }
}

#[test]
fn short_and_long_weights_are_refused() {
    let file = weights(16, 0, Loudness::Calm, 7);
    for length in 0..file.len() {
        let error = Network::from_bytes(&file[..length]).err();
        let expected = if length < 4 { "TPN1" } else { "bytes of network weights" };
        assert!(error.unwrap().to_string().contains(expected), "{length}: {error:?}");
    }
    let mut long = file.clone();
    long.push(0);
    let lengths = WeightsError::Length { needed: file.len(), found: file.len() + 1 };
    assert_eq!(Network::from_bytes(&long).err(), Some(lengths));
}

#[test]
fn shapes_that_are_not_known_are_refused() {
    for (channels, pairs) in [(0, 1), (8, 1), (24, 1), (80, 0), (16, 17)] {
        let error = Network::from_bytes(&weights(channels, pairs, Loudness::Calm, 8)).err();
        assert_eq!(error, Some(WeightsError::Shape([channels, pairs, 32, 0])));
    }
    let mut nothing = weights(16, 0, Loudness::Calm, 8);
    // The first multiplier, with a checksum that fits.
    nothing[10..12].copy_from_slice(&[0, 0]);
    let end = nothing.len() - 4;
    let hash = nothing[..end]
        .iter()
        .fold(2_166_136_261_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    nothing[end..].copy_from_slice(&hash.to_le_bytes());
    assert_eq!(Network::from_bytes(&nothing).err(), Some(WeightsError::Scale));
}

#[test]
fn text_gives_the_bytes_back() {
    let mut rng = StdRng::seed_from_u64(11);
    for length in (0..200_usize).chain([32_766, 32_767, 32_768, 70_001]) {
        let bytes: Vec<u8> = (0..length).map(|_| rng.random()).collect();
        let text = encode(&bytes).unwrap();
        assert_eq!(text.chars().count(), 2 + (8 * length).div_ceil(15));
        assert_eq!(text.encode_utf16().count(), text.chars().count());
        assert_eq!(decode(&text).as_ref(), Ok(&bytes), "{length}");
    }
}

#[test]
fn damaged_text_is_refused() {
    let bytes = [7_u8; 21];
    let text: Vec<char> = encode(&bytes).unwrap().chars().collect();
    let joined = |signs: &[char]| signs.iter().collect::<String>();
    for length in 0..text.len() {
        assert_eq!(decode(&joined(&text[..length])), Err(TextError::Length), "{length}");
    }
    let mut long = text.clone();
    long.push('\u{3400}');
    assert_eq!(decode(&joined(&long)), Err(TextError::Length));
    for (at, sign) in [(0, 'a'), (3, '\u{c040}'), (5, '\u{4dc0}'), (9, ' ')] {
        let mut damaged = text.clone();
        damaged[at] = sign;
        assert_eq!(decode(&joined(&damaged)), Err(TextError::Digit(at, sign)));
    }
    // 168 bits take twelve digits, whose last twelve bits are zeros.
    let mut damaged = text.clone();
    let last = damaged.last_mut().unwrap();
    *last = char::from_u32(*last as u32 + 1).unwrap();
    assert_eq!(decode(&joined(&damaged)), Err(TextError::Rest));
}
