//! A parser for parts of boards in the gamerz server's format.

use twixt::geometry::{BySide, Direction, Hole, Link, Side, Size};

pub(crate) struct Region {
    /// The line of column letters, then a line for each row and for each space between rows. Text beyond the last
    /// hole, such as the row numbers at the right, and trailing spaces are removed.
    pub(crate) lines: Vec<String>,
    pub(crate) pegs: Vec<(Hole, Side)>,
    pub(crate) links: Vec<(Link, Side)>,
}

const LEFT: usize = 3;
const ACROSS: usize = 3;

impl Region {
    /// Reads a diagram: the letters, optional blank lines, and the rows with their numbers.
    pub(crate) fn read(diagram: &str, signs: BySide<char>) -> Region {
        let mut lines: Vec<&str> = diagram.trim_start_matches('\n').lines().collect();
        while lines[1].is_empty() {
            lines.remove(1);
        }
        let letters: Vec<char> = lines[0].chars().filter(|c| !c.is_whitespace()).collect();
        let width = LEFT + ACROSS * letters.len() - 2;
        let is_row = |line: &&str| line[..2.min(line.len())].trim().parse::<u8>().is_ok();
        let end = lines.iter().rposition(is_row).expect("a row");
        let cut = |line: &&str| line.chars().take(width).collect::<String>().trim_end().to_owned();
        let lines: Vec<String> = lines[..=end].iter().map(cut).collect();
        let column = letters[0] as u8 - b'A';
        let row = lines[1][..2].trim().parse::<u8>().unwrap() - 1;
        let mut reader = Reader { lines: &lines[1..], first: (column, row), explained: Vec::new() };
        let pegs = reader.pegs(letters.len(), signs);
        let links = reader.links(&pegs);
        reader.expect_all_explained();
        Region { pegs, links, lines }
    }

    pub(crate) fn cut_out_of(&self, whole: &str) -> Vec<String> {
        let whole: Vec<&str> = whole.lines().collect();
        let width = self.lines[0].len() - LEFT;
        let first = self.lines[0].trim_start().chars().next().unwrap();
        let left = whole[0].find(first).expect("the letter of the first column");
        let number = &self.lines[1][..2];
        let top = whole.iter().position(|line| line.starts_with(number)).expect("the first row");
        let rows = whole[top..top + self.lines.len() - 1].iter().copied();
        let cut = |line: &str| {
            let number: String = line.chars().chain("   ".chars()).take(LEFT).collect();
            let part: String = line.chars().skip(left).take(width).collect();
            format!("{number}{part}").trim_end().to_owned()
        };
        std::iter::once(whole[0]).chain(rows).map(cut).collect()
    }
}

struct Reader<'a> {
    lines: &'a [String],
    /// Column and row of the first hole.
    first: (u8, u8),
    /// The cells of the elements recognised so far.
    explained: Vec<(usize, usize)>,
}

impl Reader<'_> {
    fn at(&self, (x, y): (usize, usize)) -> char {
        self.lines.get(y).and_then(|line| line.chars().nth(x)).unwrap_or(' ')
    }

    fn cell(&self, hole: Hole) -> (usize, usize) {
        let (column, row) = (hole.column() - self.first.0, hole.row() - self.first.1);
        (LEFT + ACROSS * usize::from(column), 2 * usize::from(row))
    }

    fn pegs(&mut self, columns: usize, signs: BySide<char>) -> Vec<(Hole, Side)> {
        let mut pegs = Vec::new();
        for row in 0..self.lines.len().div_ceil(2) as u8 {
            for column in 0..columns as u8 {
                let hole = Hole::new(self.first.0 + column, self.first.1 + row);
                let cell = self.cell(hole);
                let sign = self.at(cell);
                let owner = Side::ALL.into_iter().find(|&side| signs[side] == sign);
                match owner {
                    Some(side) => pegs.push((hole, side)),
                    None => assert!(sign == '.' || sign == ' ', "{sign:?} in {hole}"),
                }
                self.explained.push(cell);
            }
        }
        pegs
    }

    fn links(&mut self, pegs: &[(Hole, Side)]) -> Vec<(Link, Side)> {
        let mut links = Vec::new();
        for &(peg, side) in pegs {
            for down in Direction::DOWN {
                let end = peg.step(down, Size::MAX).filter(|&end| pegs.contains(&(end, side)));
                let Some(end) = end else { continue };
                let (x, y) = self.cell(peg);
                let cells = characters(down)
                    .map(|(dx, dy, glyphs)| ((x as i32 + dx) as usize, y + dy, glyphs));
                let cells: Vec<_> = cells.collect();
                if cells.iter().all(|&(x, y, glyphs)| glyphs.contains(self.at((x, y)))) {
                    self.explained.extend(cells.iter().map(|&(x, y, _)| (x, y)));
                    links.push((Link::between(peg, end).unwrap(), side));
                }
            }
        }
        links
    }

    fn expect_all_explained(&self) {
        for (y, line) in self.lines.iter().enumerate() {
            for (x, c) in line.chars().enumerate().skip(2) {
                assert!(
                    c == ' ' || self.explained.contains(&(x, y)),
                    "{c:?} at column {x} of {line:?} is not part of any element"
                );
            }
        }
    }
}

/// Returns a link's cells relative to its upper peg. For each, the first character is the link's own; the
/// others can cover it without a crossing.
fn characters(down: Direction) -> impl Iterator<Item = (i32, usize, &'static str)> {
    let (columns, rows) = down.offset();
    let right = i32::from(columns.signum());
    let cells = match (rows, right) {
        (1, 1) => &[(1, 0, "_"), (2, 1, "-_"), (3, 1, "-"), (4, 1, "-"), (5, 1, "_\\")][..],
        (1, _) => &[(1, 0, "_"), (2, 1, "-_"), (3, 1, "-"), (4, 1, "-"), (5, 1, "_/")][..],
        (_, 1) => &[(1, 1, "\\"), (1, 2, "|"), (2, 3, "\\")][..],
        _ => &[(1, 1, "/"), (1, 2, "|"), (2, 3, "/")][..],
    };
    cells.iter().map(move |&(dx, dy, glyphs)| (right * dx, dy, glyphs))
}

pub(crate) fn link(name: &str) -> Link {
    let (a, b) = name.split_once('-').expect("two ends");
    let hole = |name: &str| name.parse::<Hole>().expect("a hole's name");
    Link::between(hole(a), hole(b)).expect("a knight's move")
}
