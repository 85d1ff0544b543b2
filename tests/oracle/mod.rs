//! The rules of Twixt PP a second time, written to be read and not to be fast.
//!
//! Pegs and links are lists of number pairs, a crossing is decided by the sides of two straight
//! lines, a win by growing a group of pegs, and the legal moves by trying every hole. Nothing here
//! comes from the crate under test, so where the two agree neither can lean on the other; the test
//! files translate between them.

// Each test file uses its own part of the oracle.
#![allow(dead_code)]

/// A hole as (column, row), both counted from 0 at the top left.
pub(crate) type Hole = (i32, i32);

/// A link as its two ends, the smaller pair first.
pub(crate) type Link = (Hole, Hole);

/// [`FIRST`] or [`SECOND`]; the opponent of `player` is `1 - player`.
pub(crate) type Player = usize;

/// Opens the game and joins the top row to the bottom row.
pub(crate) const FIRST: Player = 0;

/// Answers, may swap, and joins the left column to the right column.
pub(crate) const SECOND: Player = 1;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// This player joined its borders.
    Won(Player),
    /// Nobody has won and the player to move has no vacant hole open to it.
    Drawn,
}

/// A game in progress: the pegs and links of either player in the order in which they were made.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) size: i32,
    pub(crate) pegs: [Vec<Hole>; 2],
    pub(crate) links: [Vec<Link>; 2],
    pub(crate) to_move: Player,
    pub(crate) turns: usize,
    /// How the game ended, if it has.
    pub(crate) end: Option<End>,
}

impl Game {
    /// The start of a game on a board of `size` by `size` holes.
    pub(crate) fn new(size: i32) -> Game {
        Game {
            size,
            pegs: [vec![], vec![]],
            links: [vec![], vec![]],
            to_move: FIRST,
            turns: 0,
            end: None,
        }
    }

    /// All holes of the board, row by row.
    pub(crate) fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| (column, row)))
            .filter(|&hole| self.is_hole(hole))
    }

    /// Whether the board has this hole: it lies inside the edges and is no corner.
    pub(crate) fn is_hole(&self, (column, row): Hole) -> bool {
        let last = self.size - 1;
        let inside = (0..=last).contains(&column) && (0..=last).contains(&row);
        let corner = (column == 0 || column == last) && (row == 0 || row == last);
        inside && !corner
    }

    /// Whether the hole lies in one of the opponent's border rows.
    pub(crate) fn is_opponents_border(&self, player: Player, hole: Hole) -> bool {
        self.is_near_border(1 - player, hole) || self.is_far_border(1 - player, hole)
    }

    /// Whether the hole lies in the player's top or left border row.
    fn is_near_border(&self, player: Player, hole: Hole) -> bool {
        along(player, hole) == 0
    }

    /// Whether the hole lies in the player's bottom or right border row.
    fn is_far_border(&self, player: Player, hole: Hole) -> bool {
        along(player, hole) == self.size - 1
    }

    /// Whose peg stands in the hole.
    pub(crate) fn owner(&self, hole: Hole) -> Option<Player> {
        [FIRST, SECOND].into_iter().find(|&player| self.pegs[player].contains(&hole))
    }

    /// Whether the hole is vacant and open to the player.
    pub(crate) fn may_peg(&self, player: Player, hole: Hole) -> bool {
        self.is_hole(hole) && !self.is_opponents_border(player, hole) && self.owner(hole).is_none()
    }

    /// The holes that the player to move may peg, row by row; none once the game is over.
    pub(crate) fn legal_pegs(&self) -> Vec<Hole> {
        if self.end.is_some() {
            return vec![];
        }
        self.holes().filter(|&hole| self.may_peg(self.to_move, hole)).collect()
    }

    /// Whether the player to move may swap: a single turn has been played, the first peg.
    pub(crate) fn may_swap(&self) -> bool {
        self.turns == 1
    }

    /// Sets a peg for the player to move and returns the number of links that it makes.
    pub(crate) fn peg(&mut self, hole: Hole) -> usize {
        let player = self.to_move;
        let made: Vec<Link> = self.pegs[player]
            .iter()
            .filter(|&&peg| is_knights_move(peg, hole))
            .map(|&peg| link(peg, hole))
            .filter(|&new| !self.is_barred(player, new))
            .collect();
        self.pegs[player].push(hole);
        self.links[player].extend(&made);
        self.to_move = 1 - player;
        self.turns += 1;
        self.end = if self.joins_borders(player, hole) {
            Some(End::Won(player))
        } else if self.has_no_move() {
            Some(End::Drawn)
        } else {
            None
        };
        made.len()
    }

    /// Swaps: the only peg goes over to the second player, mirrored on the main diagonal.
    pub(crate) fn swap(&mut self) {
        let (column, row) = self.pegs[FIRST].remove(0);
        self.pegs[SECOND].push((row, column));
        self.to_move = FIRST;
        self.turns += 1;
    }

    /// Whether the player may not make this link because it would cross one of the opponent's.
    pub(crate) fn is_barred(&self, player: Player, new: Link) -> bool {
        self.links[1 - player].iter().any(|&theirs| cross(new, theirs))
    }

    /// The pegs linked to `start`, by way of other pegs or not, and `start` itself.
    pub(crate) fn group(&self, player: Player, start: Hole) -> Vec<Hole> {
        let mut group = vec![start];
        let mut looked_at = 0;
        while looked_at < group.len() {
            let peg = group[looked_at];
            looked_at += 1;
            for &(a, b) in &self.links[player] {
                if a == peg && !group.contains(&b) {
                    group.push(b);
                }
                if b == peg && !group.contains(&a) {
                    group.push(a);
                }
            }
        }
        group
    }

    /// Whether the peg's group holds both of the player's borders.
    fn joins_borders(&self, player: Player, peg: Hole) -> bool {
        let group = self.group(player, peg);
        group.iter().any(|&peg| self.is_near_border(player, peg))
            && group.iter().any(|&peg| self.is_far_border(player, peg))
    }

    /// Whether any group of the player's holds both of its borders.
    pub(crate) fn has_joined(&self, player: Player) -> bool {
        self.pegs[player]
            .iter()
            .filter(|&&peg| self.is_near_border(player, peg))
            .any(|&peg| self.joins_borders(player, peg))
    }

    /// Whether no vacant hole is open to the player to move.
    fn has_no_move(&self) -> bool {
        !self.holes().any(|hole| self.may_peg(self.to_move, hole))
    }

    /// Every link between two holes that are open to the player, whether its pegs stand or not.
    pub(crate) fn possible_links(&self, player: Player) -> Vec<Link> {
        let mut links = vec![];
        for a in self.holes() {
            for b in [(1, 2), (2, 1), (2, -1), (1, -2)].map(|(dx, dy)| (a.0 + dx, a.1 + dy)) {
                let open = |hole| self.is_hole(hole) && !self.is_opponents_border(player, hole);
                if open(a) && open(b) {
                    links.push(link(a, b));
                }
            }
        }
        links
    }
}

/// How far along the player's way from border to border the hole lies.
fn along(player: Player, (column, row): Hole) -> i32 {
    if player == FIRST {
        row
    } else {
        column
    }
}

/// The link between two holes.
pub(crate) fn link(a: Hole, b: Hole) -> Link {
    (a.min(b), a.max(b))
}

/// Whether the holes lie a knight's move apart: one way by one, the other way by two.
pub(crate) fn is_knights_move(a: Hole, b: Hole) -> bool {
    (b.0 - a.0).abs() * (b.1 - a.1).abs() == 2
}

/// Whether two links cross: each has its ends on different sides of the other's line.
///
/// No link runs through a hole other than its ends, so two links that share a point without
/// crossing share an end, which then lies on the line and on neither side of it.
pub(crate) fn cross((a, b): Link, (c, d): Link) -> bool {
    side_of_line(a, b, c) * side_of_line(a, b, d) == -1
        && side_of_line(c, d, a) * side_of_line(c, d, b) == -1
}

/// −1 or 1 as `p` lies on one or the other side of the straight line through `a` and `b`, 0 on it.
fn side_of_line(a: Hole, b: Hole, p: Hole) -> i32 {
    ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
}
