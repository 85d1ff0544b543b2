//! The rules of Twixt PP a second time, written to be read and not to be fast.
//!
//! Pegs and links are lists of number pairs, a crossing is decided by the sides of two straight
//! lines, a win by growing a group of pegs, and the legal moves by trying every hole. Nothing here
//! comes from the crate under test, so where the two agree neither can lean on the other; the test
//! files translate between them.
//!
//! A game starts by the rules of PP on a square board; [`Game::with_rules`] starts any other.
//! [`turn`] has the turns that change links.

// Each test file uses its own part of the oracle.
#![allow(dead_code)]

pub(crate) mod turn;

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

/// What the second player's answer to the first peg may be but a peg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Swap {
    /// The peg becomes its own, mirrored.
    Mirror,
    /// The players change sides and the peg stays.
    Sides,
    None,
}

/// What is wrong with a peg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PegFault {
    GameOver(End),
    NoHole,
    /// This player's peg stands there.
    Occupied(Player),
    OpponentsBorder,
}

/// A game in progress: the pegs and links of either player in the order in which they were made.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// Whether no links cross, and a turn may change links: the classic rules.
    pub(crate) classic: bool,
    pub(crate) swap_rule: Swap,
    pub(crate) pegs: [Vec<Hole>; 2],
    pub(crate) links: [Vec<Link>; 2],
    pub(crate) to_move: Player,
    pub(crate) turns: usize,
    /// How the game ended, if it has.
    pub(crate) end: Option<End>,
}

impl Game {
    /// The start of a game of PP on a board of `size` by `size` holes.
    pub(crate) fn new(size: i32) -> Game {
        Game::with_rules(size, size, false, Swap::Mirror)
    }

    /// The start of a game. Nobody may swap on a board that is not square.
    pub(crate) fn with_rules(columns: i32, rows: i32, classic: bool, swap_rule: Swap) -> Game {
        Game {
            columns,
            rows,
            classic,
            swap_rule: if columns == rows { swap_rule } else { Swap::None },
            pegs: [vec![], vec![]],
            links: [vec![], vec![]],
            to_move: FIRST,
            turns: 0,
            end: None,
        }
    }

    /// All holes of the board, row by row.
    pub(crate) fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (column, row)))
            .filter(|&hole| self.is_hole(hole))
    }

    /// Whether the board has this hole: it lies inside the edges and is no corner.
    pub(crate) fn is_hole(&self, (column, row): Hole) -> bool {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let inside = (0..=right).contains(&column) && (0..=bottom).contains(&row);
        let corner = (column == 0 || column == right) && (row == 0 || row == bottom);
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
        let length = if player == FIRST { self.rows } else { self.columns };
        along(player, hole) == length - 1
    }

    /// Whose peg stands in the hole.
    pub(crate) fn owner(&self, hole: Hole) -> Option<Player> {
        [FIRST, SECOND].into_iter().find(|&player| self.pegs[player].contains(&hole))
    }

    /// Whether the hole is vacant and open to the player.
    pub(crate) fn may_peg(&self, player: Player, hole: Hole) -> bool {
        self.is_open(player, hole) && self.owner(hole).is_none()
    }

    /// Whether the player may ever have a peg in the hole.
    fn is_open(&self, player: Player, hole: Hole) -> bool {
        self.is_hole(hole) && !self.is_opponents_border(player, hole)
    }

    /// The first rule that a peg of the player to move would break here.
    pub(crate) fn peg_fault(&self, hole: Hole) -> Option<PegFault> {
        if let Some(end) = self.end {
            Some(PegFault::GameOver(end))
        } else if !self.is_hole(hole) {
            Some(PegFault::NoHole)
        } else if let Some(owner) = self.owner(hole) {
            Some(PegFault::Occupied(owner))
        } else if self.is_opponents_border(self.to_move, hole) {
            Some(PegFault::OpponentsBorder)
        } else {
            None
        }
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
        self.turns == 1 && self.swap_rule != Swap::None
    }

    /// Sets a peg for the player to move and returns the number of links that it makes.
    pub(crate) fn peg(&mut self, hole: Hole) -> usize {
        self.pegs[self.to_move].push(hole);
        let made = self.link_to_all(hole);
        self.end_turn(self.joins_borders(self.to_move, hole));
        made
    }

    /// Makes every link that the peg of the player to move can make; returns their number.
    fn link_to_all(&mut self, hole: Hole) -> usize {
        let player = self.to_move;
        let made: Vec<Link> = self.pegs[player]
            .iter()
            .filter(|&&peg| is_knights_move(peg, hole))
            .map(|&peg| link(peg, hole))
            .filter(|&new| !self.links[player].contains(&new) && !self.is_barred(player, new))
            .collect();
        self.links[player].extend(&made);
        made.len()
    }

    fn end_turn(&mut self, joined: bool) {
        let player = self.to_move;
        self.to_move = 1 - player;
        self.turns += 1;
        self.end = if joined {
            Some(End::Won(player))
        } else if self.has_no_move() {
            Some(End::Drawn)
        } else {
            None
        };
    }

    /// Swaps: the only peg goes over to the second player, mirrored on the main diagonal; or the
    /// players change sides, so that whoever opened is to answer its own peg.
    pub(crate) fn swap(&mut self) {
        self.turns += 1;
        if self.swap_rule == Swap::Mirror {
            let (column, row) = self.pegs[FIRST].remove(0);
            self.pegs[SECOND].push((row, column));
            self.to_move = FIRST;
        }
    }

    /// Whether the player may not make this link because it would cross another.
    pub(crate) fn is_barred(&self, player: Player, new: Link) -> bool {
        self.links[1 - player].iter().any(|&theirs| cross(new, theirs))
            || self.classic && self.links[player].iter().any(|&own| cross(new, own))
    }

    /// The links, and whose they are, that the player's link would cross and may not: the
    /// opponent's, and by the classic rules its own.
    pub(crate) fn in_the_way_of(&self, player: Player, new: Link) -> Vec<(Player, Link)> {
        let barring = if self.classic { vec![1 - player, player] } else { vec![1 - player] };
        let links = barring
            .into_iter()
            .flat_map(|owner| self.links[owner].iter().map(move |&link| (owner, link)));
        links.filter(|&(_, other)| cross(new, other)).collect()
    }

    /// The pegs linked to `start`, by way of other pegs or not, and `start` itself.
    pub(crate) fn group(&self, player: Player, start: Hole) -> Vec<Hole> {
        self.grown(player, vec![start])
    }

    /// The pegs, and all that are linked to one of them, by way of other pegs or not.
    fn grown(&self, player: Player, mut group: Vec<Hole>) -> Vec<Hole> {
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
        let pegs = self.pegs[player].iter().copied();
        let near = pegs.filter(|&peg| self.is_near_border(player, peg)).collect();
        self.grown(player, near).iter().any(|&peg| self.is_far_border(player, peg))
    }

    /// Whether the player's borders would be joined if it had a peg in every hole but the
    /// opponent's and every link that crosses none of the opponent's, its own crossing as they like.
    pub(crate) fn can_join(&self, player: Player) -> bool {
        let mine = |hole| self.owner(hole) != Some(1 - player);
        let links: Vec<Link> = self
            .possible_links(player)
            .into_iter()
            .filter(|&(a, b)| mine(a) && mine(b))
            .filter(|&new| !self.links[1 - player].iter().any(|&theirs| cross(new, theirs)))
            .collect();
        let near = |hole: Hole| self.is_open(player, hole) && self.is_near_border(player, hole);
        let mut joined: Vec<Hole> = self.holes().filter(|&hole| near(hole) && mine(hole)).collect();
        loop {
            let before = joined.len();
            for &(a, b) in &links {
                match (joined.contains(&a), joined.contains(&b)) {
                    (true, false) => joined.push(b),
                    (false, true) => joined.push(a),
                    _ => (),
                }
            }
            if joined.len() == before {
                return joined.iter().any(|&hole| self.is_far_border(player, hole));
            }
        }
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
                if self.is_open(player, a) && self.is_open(player, b) {
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
