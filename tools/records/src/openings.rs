//! Openings: plies played before a game starts, listed by board size and rules.
//!
//! As text, an opening is a list of comma-separated plies, such as `f6,swap,c4`.

use crate::file;
use crate::range::ValueRange;
use anyhow::{bail, ensure, Context, Result};
use engine::book::quarter;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::SeedableRng;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use twixt::evaluate::DistanceEvaluator;
use twixt::geometry::{Hole, Side, Size};
use twixt::random::Random;
use twixt::rules::{is_drawn, Linking, Ply, Position};

/// Names of the built-in lists, for help texts and errors.
pub const NAMES: &str = "first-pegs, every-first-peg, even";

/// Names and contents of the built-in lists. A name ends in the board size and, for balanced openings, the
/// linking rule; the content has one opening per line.
const LISTS: [(&str, &str); 10] = [
    ("first-pegs-12", include_str!("../openings/first-pegs-12.txt")),
    ("every-first-peg-12", include_str!("../openings/every-first-peg-12.txt")),
    ("even-12-pp", include_str!("../openings/even-12-pp.txt")),
    ("even-12-standard", include_str!("../openings/even-12-standard.txt")),
    ("even-16-pp", include_str!("../openings/even-16-pp.txt")),
    ("even-18-pp", include_str!("../openings/even-18-pp.txt")),
    ("even-24-pp", include_str!("../openings/even-24-pp.txt")),
    ("even-16-standard", include_str!("../openings/even-16-standard.txt")),
    ("even-18-standard", include_str!("../openings/even-18-standard.txt")),
    ("even-24-standard", include_str!("../openings/even-24-standard.txt")),
];

/// Reads the openings of a built-in list or of a file with one opening per line.
///
/// - `first-pegs`: on 12 × 12, fifty first pegs spread over the board; on other sizes, all first pegs, but only
///   one of each set of reflections.
/// - `every-first-peg`: all first pegs.
/// - `even`: 100 or 400 balanced openings of three to eight pegs, for sizes 12, 16, 18 and 24;
///   `even-SIZE-RULES`, such as `even-16-pp`, selects the list of another board.
///
/// A path with a folder, such as `./even`, always means a file. Fails if there is no such list or file, or if
/// the file contains no opening or an invalid line.
pub fn read(name: &Path, size: Size, linking: Linking) -> Result<Vec<String>> {
    let (edge, known) = (size.get(), name.to_str().unwrap_or_default());
    let list = match known {
        "even" => format!("even-{edge}-{linking}"),
        "first-pegs" | "every-first-peg" => format!("{known}-{edge}"),
        _ => known.to_owned(),
    };
    if let Some((list, text)) = LISTS.iter().find(|(name, _)| *name == list) {
        return parse_lines(text, list);
    }
    let pegs: Vec<Hole> = match known {
        "first-pegs" => quarter(size).collect(),
        "every-first-peg" => {
            let row = |row| (1..edge - 1).map(move |column| Hole::new(column, row));
            (0..edge).flat_map(row).collect()
        }
        "even" => bail!(
            "cannot use `even`: no balanced openings for {edge} x {edge} under `{linking}`; pass a file \
             that `lab openings --size {edge} --rules {linking} --count 100` writes"
        ),
        _ => {
            let shown = name.display();
            ensure!(
                name.exists(),
                "cannot read openings `{shown}`: neither a file nor one of {NAMES}"
            );
            let text = String::from_utf8(file::read(name, MAX_SIZE)?);
            let text = text.with_context(|| format!("cannot read openings from {shown}"))?;
            return parse_lines(&text, &shown.to_string());
        }
    };
    Ok(pegs.iter().map(|hole| hole.to_string().to_lowercase()).collect())
}

/// The maximum size of a file with openings, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Parses openings, one per line, and skips empty lines and comments, which start with `#`. Fails if there is no opening
/// or one is invalid. Errors contain `source`, the name of the text.
pub fn parse_lines(text: &str, source: &str) -> Result<Vec<String>> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines = lines.enumerate().filter(|(_, line)| !line.is_empty());
    let openings: Result<Vec<_>> = lines
        .map(|(number, line)| {
            let plies = parse(line).with_context(|| format!("{source} line {}", number + 1));
            Ok(text_of(&plies?))
        })
        .collect();
    let openings = openings?;
    ensure!(
        !openings.is_empty(),
        "cannot read openings: {source} contains no opening; write one per line"
    );
    Ok(openings)
}

/// Parses an opening such as `f6,swap,c4`.
pub fn parse(text: &str) -> Result<Vec<Ply>> {
    let ply = |word: &str| {
        let read = word.trim().parse();
        read.with_context(|| {
            format!("cannot read `{word}`: write holes and swap, such as f6,swap,c4")
        })
    };
    text.split(',').map(ply).collect()
}

/// Returns the text of an opening.
pub fn text_of(plies: &[Ply]) -> String {
    let words: Vec<String> = plies.iter().map(|ply| ply.to_string().to_lowercase()).collect();
    words.join(",")
}

/// An infinite sequence of openings, indexed from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// Always the empty board.
    None,
    /// The texts of a list, repeated cyclically.
    List(Vec<String>),
    /// This number of random pegs, on holes that are open to both sides.
    Random(u32),
}

/// Maximum number of random pegs. More pegs would already decide most games.
pub const MAX_PEGS: u32 = 12;

/// Acceptance criterion for random openings.
pub enum Balance<'a> {
    /// Accepts every opening that does not end the game.
    Any,
    /// Accepts an opening that is balanced according to link distances, or the most balanced of 300 samples if
    /// none is balanced.
    Distances,
    /// Accepts openings whose value for the side to move, from 0 to 1, is in the range; the function evaluates
    /// the position after an opening.
    Judged(ValueRange, &'a mut dyn FnMut(&Position) -> Result<f32>),
}

/// An opening is balanced if its value according to link distances differs from 0.5 by less than this.
const BALANCED: f32 = 0.12;

impl Openings {
    /// Parses `none` or `random:PEGS` with 1 to 12 pegs; otherwise reads a list or file with [`read`] for the
    /// board and rules of `start`. Shuffles a list with the seed `shuffle`, if any.
    pub fn parse(text: &str, start: &Position, shuffle: Option<u64>) -> Result<Openings> {
        if text == "none" {
            return Ok(Openings::None);
        }
        if let Some(pegs) = text.strip_prefix("random:") {
            let pegs = pegs.parse().ok().filter(|pegs| (1..=MAX_PEGS).contains(pegs));
            let pegs = pegs.with_context(|| {
                format!("cannot read `{text}`: write random:PEGS with 1 to {MAX_PEGS} pegs")
            })?;
            return Ok(Openings::Random(pegs));
        }
        let mut list = read(Path::new(text), start.size(), start.rules().linking)?;
        if let Some(seed) = shuffle {
            list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        }
        Ok(Openings::List(list))
    }

    /// Returns the number of plies of the shortest opening.
    pub fn shortest(&self) -> usize {
        match self {
            Openings::None => 0,
            Openings::List(list) => {
                list.iter().map(|text| text.split(',').count()).min().unwrap_or(0)
            }
            Openings::Random(pegs) => *pegs as usize,
        }
    }

    /// Returns the number of openings before they repeat; `None` for random ones.
    pub fn count(&self) -> Option<u64> {
        match self {
            Openings::None => Some(1),
            Openings::List(list) => Some(list.len() as u64),
            Openings::Random(_) => None,
        }
    }

    /// Checks that every opening of a list is legal from `start` and does not end the game, and that the list
    /// is not empty.
    pub fn check(&self, start: &Position) -> Result<()> {
        let Openings::List(list) = self else { return Ok(()) };
        ensure!(!list.is_empty(), "the list contains no opening");
        for text in list {
            let mut position = start.clone();
            for ply in parse(text)? {
                position.play_ply(&ply).with_context(|| {
                    format!("the opening {text} is illegal at {ply} on a {} board", start.size())
                })?;
            }
            ensure!(
                !is_over(&position),
                "cannot use the opening {text}: it ends the game; remove it from the list"
            );
        }
        Ok(())
    }

    /// Returns opening `number` from the position `start`. `seed` and `balance` apply to random openings only;
    /// listed openings are not validated (see [`Openings::check`]). Fails if the list is empty, no random sample
    /// meets `balance`, or the function of [`Balance::Judged`] fails.
    pub fn get(
        &self,
        number: u64,
        start: &Position,
        seed: u64,
        balance: Balance<'_>,
    ) -> Result<Vec<Ply>> {
        match self {
            Openings::None => Ok(Vec::new()),
            Openings::List(list) => {
                let index = number
                    .checked_rem(list.len() as u64)
                    .context("the list contains no opening")?;
                parse(&list[index as usize])
            }
            Openings::Random(pegs) => random(*pegs, start, splitmix(seed, number), balance)
                .with_context(|| format!("cannot sample random opening {number}")),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => f.write_str("no opening"),
            Openings::List(list) => write!(f, "{} openings", list.len()),
            Openings::Random(pegs) => write!(f, "random:{pegs}"),
        }
    }
}

/// Returns output `number` of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014) with this seed.
pub fn splitmix(seed: u64, number: u64) -> u64 {
    Random::new(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))).bits()
}

fn random(pegs: u32, start: &Position, seed: u64, mut balance: Balance<'_>) -> Result<Vec<Ply>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut distances = DistanceEvaluator::<12>::default();
    let samples = if matches!(balance, Balance::Distances) { 300 } else { 1000 };
    let mut best: (f32, Option<Vec<Ply>>) = (f32::INFINITY, None);
    for _ in 0..samples {
        let Some((plies, position)) = sample(pegs, start, &mut rng) else { continue };
        let (off, fits) = match &mut balance {
            Balance::Any => (0.0, true),
            Balance::Distances => {
                let off = (distances.measure(&position).expected - 0.5).abs();
                (off, off < BALANCED)
            }
            Balance::Judged(range, judge) => {
                let fits = range.contains(judge(&position)?);
                (f32::INFINITY, fits)
            }
        };
        if fits {
            return Ok(plies);
        }
        if off < best.0 {
            best = (off, Some(plies));
        }
    }
    match (best.1, balance) {
        (Some(plies), _) => Ok(plies),
        (None, Balance::Judged(range, _)) => bail!(
            "none of {samples} samples has a value in {range}; widen --balance or change the \
             number of pegs"
        ),
        (None, _) => {
            bail!("all {samples} samples end the game; pass --openings random:PEGS with fewer pegs")
        }
    }
}

/// Samples random pegs; returns `None` if they end the game or no hole is left.
fn sample(
    pegs: u32,
    start: &Position,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<(Vec<Ply>, Position)> {
    let (mut position, mut plies) = (start.clone(), Vec::new());
    for _ in 0..pegs {
        let hole = *inner_holes(&position).choose(rng)?;
        position.play_peg(hole);
        plies.push(Ply::Turn(hole.into()));
        if position.outcome().is_some() {
            return None;
        }
    }
    (!is_over(&position)).then_some((plies, position))
}

/// Returns the vacant holes where both sides may place pegs.
pub fn inner_holes(position: &Position) -> Vec<Hole> {
    let size = position.size();
    let open = |hole: &Hole| Side::ALL.iter().all(|&side| size.open_to(side, *hole));
    position.board().vacant(position.to_move()).filter(open).collect()
}

fn is_over(position: &Position) -> bool {
    position.outcome().is_some() || is_drawn(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use twixt::rules::{Rules, SwapRule};

    fn start(edge: u8, linking: Linking) -> Position {
        let rules = Rules { linking, swap: SwapRule::None };
        Position::with_rules(Size::new(edge).unwrap(), rules)
    }

    fn list(name: &str, edge: u8, linking: Linking) -> Vec<String> {
        let start = start(edge, linking);
        let openings = Openings::parse(name, &start, None).unwrap();
        openings.check(&start).unwrap();
        let Openings::List(list) = openings else { panic!("a list") };
        list
    }

    #[test]
    fn names_select_the_list_of_the_board_and_rules() {
        for (name, edge, count, first) in [
            ("first-pegs", 12, 50, "b2"),
            ("first-pegs", 9, 20, "b1"),
            ("every-first-peg", 12, 120, "b1"),
            ("every-first-peg", 24, 24 * 22, "b1"),
            ("even", 12, 400, "d4,h4,h7"),
        ] {
            let list = list(name, edge, Linking::Pp);
            assert_eq!((list.len(), list[0].as_str()), (count, first));
        }
        let mut firsts = BTreeSet::new();
        for linking in [Linking::Pp, Linking::Standard] {
            for edge in [12, 16, 18, 24] {
                let even = list("even", edge, linking);
                assert_eq!(even, list(&format!("even-{edge}-{linking}"), edge, linking));
                let few = linking == Linking::Pp && edge > 12;
                assert_eq!(even.len(), if few { 100 } else { 400 });
                assert!(even.iter().any(|text| text.contains(&(edge - 1).to_string())));
                assert!(even.iter().all(|text| (3..=8).contains(&text.split(',').count())));
                firsts.insert(even[0].clone());
            }
        }
        assert_eq!(firsts.len(), 8, "each board has its own list");
    }

    #[test]
    fn errors_name_the_line_and_the_wrong_word() {
        let error = |text: &str| format!("{:#}", parse_lines(text, "x.txt").unwrap_err());
        assert!(error("b2\n\nf6,pass\n").contains("x.txt line 3: cannot read `pass`"));
        assert!(error("\n").contains("no opening"));
        let start = start(13, Linking::Pp);
        for (wrong, word) in [
            ("random:0", "1 to 12 pegs"),
            ("random:13", "1 to 12 pegs"),
            ("random:x", "1 to 12 pegs"),
            ("even", "no balanced openings for 13 x 13 under `pp`"),
            ("odd", "first-pegs, every-first-peg, even"),
        ] {
            let error = format!("{:#}", Openings::parse(wrong, &start, None).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        for (wrong, word) in [("b2,swap", "at swap"), ("z1", "z1"), ("b2,b2", "b2,b2")] {
            let error = Openings::List(vec![wrong.to_owned()]).check(&start).unwrap_err();
            assert!(error.to_string().to_lowercase().contains(word), "{error}");
        }
    }

    #[test]
    fn lists_repeat_and_can_be_shuffled() {
        let start = start(12, Linking::Pp);
        let get = |openings: &Openings, number| {
            text_of(&openings.get(number, &start, 1, Balance::Any).unwrap())
        };
        let given = Openings::parse("first-pegs", &start, None).unwrap();
        assert_eq!(get(&given, 0), get(&given, 50));
        assert_eq!((given.count(), given.shortest()), (Some(50), 1));
        let shuffled = Openings::parse("first-pegs", &start, Some(1)).unwrap();
        assert_ne!(given, shuffled);
        let sorted = |openings: &Openings| -> BTreeSet<String> {
            (0..50).map(|number| get(openings, number)).collect()
        };
        assert_eq!(sorted(&given), sorted(&shuffled));
        assert_eq!(get(&Openings::None, 3), "");
    }

    #[test]
    fn random_openings_are_balanced_and_reproducible() {
        let openings = Openings::Random(3);
        let mut seen = BTreeSet::new();
        for edge in [5, 12, 24] {
            let start = start(edge, Linking::Pp);
            for number in 0..20 {
                let get = |seed| openings.get(number, &start, seed, Balance::Distances).unwrap();
                let plies = get(7);
                assert_eq!(plies, get(7));
                assert_eq!(plies.len(), 3);
                Openings::List(vec![text_of(&plies)]).check(&start).unwrap();
                seen.insert(text_of(&plies));
            }
            assert_ne!(
                openings.get(0, &start, 7, Balance::Any).unwrap(),
                openings.get(0, &start, 8, Balance::Any).unwrap()
            );
        }
        assert!(seen.len() > 50, "{}", seen.len());
        let crowded = Openings::Random(12).get(0, &start(5, Linking::Pp), 1, Balance::Distances);
        assert!(format!("{:#}", crowded.unwrap_err()).contains("fewer pegs"));
    }

    /// Journals store only the seed of random openings, so a seed must always give the same openings.
    #[test]
    fn random_openings_of_a_seed_never_change() {
        let (pp, standard) = (start(12, Linking::Pp), start(10, Linking::Standard));
        let balanced = Openings::Random(2).get(5, &pp, 1, Balance::Distances).unwrap();
        let any = Openings::Random(3).get(5, &standard, 1, Balance::Any).unwrap();
        assert_eq!([balanced, any].map(|plies| text_of(&plies)), ["f4,d4", "i3,h3,f9"]);
    }
}
