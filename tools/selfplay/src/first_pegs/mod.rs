//! What first pegs are worth: the results of games from each of them, four mirror images as one.

mod picture;

pub use picture::picture;

use crate::game::{Ending, Game, Start};
use crate::shard::{self, Shard};
use anyhow::{bail, ensure, Context, Result};
use std::fmt;
use std::path::Path;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::Ply;

/// The results of the games from one first peg.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Games that the side of the peg won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that the other side won.
    pub lost: u32,
}

impl Results {
    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of points of the side of the peg, 0–1, with half a game won and half a game lost
    /// added (the mean under Jeffreys' prior), so that it is never certain.
    #[must_use]
    pub fn share(self) -> f64 {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        (points + 0.5) / (f64::from(self.games()) + 1.0)
    }

    /// Half the width of the share's 95 % interval.
    #[must_use]
    pub fn error(self) -> f64 {
        let share = self.share();
        1.96 * (share * (1.0 - share) / (f64::from(self.games()) + 2.0)).sqrt()
    }
}

/// Games of a peg that make those of earlier sources superfluous.
pub const ENOUGH: u32 = 8;

/// The games of a match, as `lab match --out` and `referee --record` keep them: whoever has the first
/// peg after the swap, if there was one, has its result. `None` if there are none.
fn of_match(path: &Path) -> Result<Option<FirstPegs>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let games = formats::read(&text, Some(formats::Format::Json), &formats::Assume::default());
    let mut found: Option<FirstPegs> = None;
    for game in games.with_context(|| path.display().to_string())? {
        let mut plies = game.main_line().map(|node| &node.ply);
        let (Some(Ply::Turn(first)), Some(ending)) = (plies.next(), game.ending) else { continue };
        let owner =
            if plies.next() == Some(&Ply::Swap) { Side::Horizontal } else { Side::Vertical };
        let pegs = found.get_or_insert_with(|| FirstPegs::new(game.size));
        ensure!(pegs.size == game.size, "{} has games of several sizes", path.display());
        let (row, column) = pegs.place(first.peg);
        let results = &mut pegs.quarter[row][column];
        match ending.winner {
            Some(winner) if winner == owner => results.won += 1,
            Some(_) => results.lost += 1,
            None => results.drawn += 1,
        }
    }
    Ok(found)
}

/// The results of all first pegs of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstPegs {
    size: Size,
    /// By row and column of the upper left quarter; the column of the left border stays empty.
    quarter: Vec<Vec<Results>>,
}

impl FirstPegs {
    /// No games yet.
    #[must_use]
    pub fn new(size: Size) -> FirstPegs {
        let half = usize::from(size.get()).div_ceil(2);
        FirstPegs { size, quarter: vec![vec![Results::default(); half]; half] }
    }

    /// Counts the games that start from a first peg, of folders with shards and of files with
    /// records of matches; all of one size. The later a source stands, the better its games are
    /// taken to be: if it has [`ENOUGH`] games of a peg, those before it count no more for the peg.
    ///
    /// # Errors
    ///
    /// If a source can't be read, or there is no such game.
    pub fn of(sources: &[impl AsRef<Path>]) -> Result<FirstPegs> {
        let mut found: Option<FirstPegs> = None;
        for source in sources.iter().map(AsRef::as_ref) {
            let more =
                if source.is_dir() { FirstPegs::of_shards(source)? } else { of_match(source)? };
            let Some(more) = more else { continue };
            let pegs = found.get_or_insert_with(|| FirstPegs::new(more.size));
            ensure!(pegs.size == more.size, "{} has games of another size", source.display());
            let all = pegs.quarter.iter_mut().flatten();
            for (known, more) in all.zip(more.quarter.into_iter().flatten()) {
                if more.games() >= ENOUGH {
                    *known = more;
                } else {
                    known.won += more.won;
                    known.drawn += more.drawn;
                    known.lost += more.lost;
                }
            }
        }
        match found.filter(|pegs| pegs.games() > 0) {
            Some(pegs) => Ok(pegs),
            None => bail!("no games from a first peg: make some with --starts first-peg:1"),
        }
    }

    /// The games of a folder's shards; `None` if there are none.
    fn of_shards(folder: &Path) -> Result<Option<FirstPegs>> {
        let mut found: Option<FirstPegs> = None;
        for path in shard::list(folder, None)? {
            let shard = Shard::read(&path)?;
            let Some(settings) = shard.settings() else { continue };
            let size = Size::new(settings.edge).context("a board of unknown size")?;
            let pegs = found.get_or_insert_with(|| FirstPegs::new(size));
            ensure!(pegs.size == size, "{} has games of another size", path.display());
            for game in shard.games() {
                pegs.add(&game.with_context(|| path.display().to_string())?)?;
            }
        }
        Ok(found)
    }

    /// Counts a game, if it starts from a first peg.
    ///
    /// # Errors
    ///
    /// If its peg is off the board.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        let (Start::FirstPeg, [peg]) = (game.start, &game.opening[..]) else { return Ok(()) };
        let hole = peg.hole(self.size).context("a first peg that the board has not")?;
        let (row, column) = self.place(hole);
        let results = &mut self.quarter[row][column];
        match game.ending {
            Ending::Vertical => results.won += 1,
            Ending::Horizontal => results.lost += 1,
            Ending::Drawn => results.drawn += 1,
        }
        Ok(())
    }

    /// The board's size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.quarter.iter().flatten().map(|results| results.games()).sum()
    }

    /// The results of a first peg, those of its mirror images with them.
    #[must_use]
    pub fn results(&self, hole: Hole) -> Results {
        let (row, column) = self.place(hole);
        self.quarter[row][column]
    }

    /// The first pegs of the upper left quarter.
    pub fn pegs(&self) -> impl Iterator<Item = Hole> + '_ {
        let half = self.quarter.len() as u8;
        let holes = (0..half).flat_map(move |row| (0..half).map(move |c| Hole::new(c, row)));
        holes.filter(|&hole| self.size.open_to(Side::Vertical, hole))
    }

    /// The first peg that leaves most to whoever sets it, when the other side may take it: the one
    /// nearest to even.
    #[must_use]
    pub fn best(&self) -> Option<Hole> {
        let distance = |hole: &Hole| (self.results(*hole).share() - 0.5).abs();
        self.pegs()
            .filter(|&hole| self.results(hole).games() > 0)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// What they are worth as a table: by row of the upper left quarter the shares of the pegs in
    /// hundredths, two digits each, `--` where there can't be one.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = String::new();
        for (row, results) in self.quarter.iter().enumerate() {
            for (column, results) in results.iter().enumerate() {
                let hole = Hole::new(column as u8, row as u8);
                if self.size.open_to(Side::Vertical, hole) {
                    let percent = (100.0 * results.share()).round().clamp(0.0, 99.0);
                    table += &format!("{percent:02}");
                } else {
                    table += "--";
                }
            }
            table.push('\n');
        }
        table
    }

    fn place(&self, hole: Hole) -> (usize, usize) {
        let last = self.size.get() - 1;
        let fold = |place: u8| usize::from(place.min(last - place));
        (fold(hole.row()), fold(hole.column()))
    }
}

impl fmt::Display for FirstPegs {
    /// A line for each first peg of the upper left quarter, the best for its side first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pegs: Vec<Hole> = self.pegs().collect();
        pegs.sort_by(|&a, &b| self.results(b).share().total_cmp(&self.results(a).share()));
        writeln!(f, "peg   games    won  drawn   lost   share           swap")?;
        for hole in pegs {
            let results = self.results(hole);
            let Results { won, drawn, lost } = results;
            let (share, error) = (100.0 * results.share(), 100.0 * results.error());
            let name = hole.to_string();
            let verdict = match (share - 50.0, error) {
                (over, error) if over.abs() < error => "either",
                (over, _) if over > 0.0 => "yes",
                _ => "no",
            };
            writeln!(
                f,
                "{name:<4} {:>6} {won:>6} {drawn:>6} {lost:>6}  {share:>5.1} ± {error:>4.1} %   {verdict}",
                results.games()
            )?;
        }
        match self.best() {
            Some(best) => writeln!(f, "to open with: {best}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::HoleNumber;

    fn game(hole: &str, ending: Ending) -> Game {
        let hole: Hole = hole.parse().unwrap();
        Game {
            number: 0,
            seed: 0,
            start: Start::FirstPeg,
            opening: vec![HoleNumber::of(hole, Size::ARENA)],
            plies: Vec::new(),
            ending,
            resignation: None,
            finish: Vec::new(),
        }
    }

    #[test]
    fn mirror_images_count_as_one() {
        let mut pegs = FirstPegs::new(Size::ARENA);
        for (hole, ending) in [
            ("D3", Ending::Vertical),
            ("I3", Ending::Vertical),
            ("D10", Ending::Horizontal),
            ("I10", Ending::Drawn),
            ("C4", Ending::Horizontal),
        ] {
            pegs.add(&game(hole, ending)).unwrap();
        }
        let results = pegs.results("I10".parse().unwrap());
        assert_eq!(results, Results { won: 2, drawn: 1, lost: 1 });
        assert!((results.share() - 3.0 / 5.0).abs() < 1e-9);
        assert_eq!(pegs.games(), 5);
        assert_eq!(pegs.best().unwrap().to_string(), "D3");
        assert_eq!(pegs.pegs().count(), 30);
        // Column A is a border of the other side; pegs without games stand at one half.
        let rows: Vec<_> = pegs.table().lines().map(str::to_owned).collect();
        assert_eq!(
            (rows.len(), rows[2].as_str(), rows[3].as_str()),
            (6, "--5050605050", "--5025505050")
        );
    }

    #[test]
    fn more_games_make_a_narrower_interval() {
        let few = Results { won: 6, drawn: 0, lost: 4 };
        let many = Results { won: 60, drawn: 0, lost: 40 };
        assert!(many.error() < few.error() / 2.5 && many.error() > 0.09 && many.error() < 0.1);
    }
}
