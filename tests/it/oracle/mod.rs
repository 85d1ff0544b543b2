//! The oracle: an independent implementation of the rules, written for clarity, not speed.
//!
//! Pegs and links are lists of coordinates. Crossings are computed from the sides of straight lines,
//! wins by growing a group of pegs, and legal moves by trying every hole. The oracle uses nothing from the crate
//! under test; `compare` translates between the two. [`Game::new`] starts a PP game on a square board,
//! [`Game::with_rules`] any other game; [`turn`] implements turns that change links.
//! `agreement` holds the engine against it in PP games, `classic` in classic ones.

// Some programs that include this module use only parts of it.
#![allow(dead_code)]

pub(crate) mod turn;

/// A hole as (column, row), both counted from 0 at the top left.
pub(crate) type Hole = (i32, i32);

/// A link as its two ends in ascending order.
pub(crate) type Link = (Hole, Hole);

/// [`FIRST`] or [`SECOND`].
pub(crate) type Player = usize;

/// The player that moves first and connects the top row to the bottom row.
pub(crate) const FIRST: Player = 0;

/// The player that moves second, may swap, and connects the left column to the right column.
pub(crate) const SECOND: Player = 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Won(Player),
    /// The player to move has no vacant hole.
    Drawn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Swap {
    /// The peg becomes the second player's, reflected.
    Mirror,
    /// The players exchange sides and the peg stays.
    Sides,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PegFault {
    GameOver(End),
    NoHole,
    Occupied(Player),
    OpponentsBorder,
}

/// A game in progress; pegs and links are listed in the order of play.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    /// Whether own links block too, and a turn may change links.
    pub(crate) classic: bool,
    pub(crate) swap_rule: Swap,
    pub(crate) pegs: [Vec<Hole>; 2],
    pub(crate) links: [Vec<Link>; 2],
    pub(crate) to_move: Player,
    pub(crate) turns: usize,
    pub(crate) end: Option<End>,
}

impl Game {
    /// Starts a PP game on a square board.
    pub(crate) fn new(size: i32) -> Game {
        Game::with_rules(size, size, false, Swap::Mirror)
    }

    /// Starts a game. Boards that are not square have no swap.
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

    pub(crate) fn holes(&self) -> impl Iterator<Item = Hole> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| (column, row)))
            .filter(|&hole| self.is_hole(hole))
    }

    /// Returns whether the hole is inside the edges and not a corner.
    pub(crate) fn is_hole(&self, (column, row): Hole) -> bool {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let inside = (0..=right).contains(&column) && (0..=bottom).contains(&row);
        let corner = (column == 0 || column == right) && (row == 0 || row == bottom);
        inside && !corner
    }

    /// Returns whether the hole is in a border row of the opponent.
    pub(crate) fn is_opponents_border(&self, player: Player, hole: Hole) -> bool {
        self.is_near_border(1 - player, hole) || self.is_far_border(1 - player, hole)
    }

    /// Returns whether the hole is in the player's top or left border row.
    fn is_near_border(&self, player: Player, hole: Hole) -> bool {
        along(player, hole) == 0
    }

    /// Returns whether the hole is in the player's bottom or right border row.
    fn is_far_border(&self, player: Player, hole: Hole) -> bool {
        let length = if player == FIRST { self.rows } else { self.columns };
        along(player, hole) == length - 1
    }

    pub(crate) fn owner(&self, hole: Hole) -> Option<Player> {
        [FIRST, SECOND].into_iter().find(|&player| self.pegs[player].contains(&hole))
    }

    pub(crate) fn may_peg(&self, player: Player, hole: Hole) -> bool {
        self.is_open(player, hole) && self.owner(hole).is_none()
    }

    fn is_open(&self, player: Player, hole: Hole) -> bool {
        self.is_hole(hole) && !self.is_opponents_border(player, hole)
    }

    /// Returns the first rule that a peg in the hole would violate.
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

    /// Returns the legal holes row by row; none once the game is over.
    pub(crate) fn legal_pegs(&self) -> Vec<Hole> {
        if self.end.is_some() {
            return vec![];
        }
        self.holes().filter(|&hole| self.may_peg(self.to_move, hole)).collect()
    }

    /// Returns whether only the first turn has been played and there is a swap rule.
    pub(crate) fn may_swap(&self) -> bool {
        self.turns == 1 && self.swap_rule != Swap::None
    }

    /// Places a peg; returns the number of links made.
    pub(crate) fn peg(&mut self, hole: Hole) -> usize {
        self.pegs[self.to_move].push(hole);
        let made = self.link_to_all(hole);
        self.end_turn(self.joins_borders(self.to_move, hole));
        made
    }

    /// Makes all possible links of the mover's peg in the hole; returns their number.
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

    /// Swaps: reflects the peg in the main diagonal and gives it to the second player, or exchanges the
    /// players' sides.
    pub(crate) fn swap(&mut self) {
        self.turns += 1;
        if self.swap_rule == Swap::Mirror {
            let (column, row) = self.pegs[FIRST].remove(0);
            self.pegs[SECOND].push((row, column));
            self.to_move = FIRST;
        }
    }

    /// Returns whether another link blocks this one for the player.
    pub(crate) fn is_barred(&self, player: Player, new: Link) -> bool {
        self.links[1 - player].iter().any(|&theirs| cross(new, theirs))
            || self.classic && self.links[player].iter().any(|&own| cross(new, own))
    }

    /// Returns the links that block this one for the player, with their owners.
    pub(crate) fn blocking_links(&self, player: Player, new: Link) -> Vec<(Player, Link)> {
        let barring = if self.classic { vec![1 - player, player] } else { vec![1 - player] };
        let links = barring
            .into_iter()
            .flat_map(|owner| self.links[owner].iter().map(move |&link| (owner, link)));
        links.filter(|&(_, other)| cross(new, other)).collect()
    }

    /// Returns the pegs connected to `start`, including it.
    pub(crate) fn group(&self, player: Player, start: Hole) -> Vec<Hole> {
        self.grown(player, vec![start])
    }

    /// Returns the pegs connected to one of `group`, including them.
    fn grown(&self, player: Player, mut group: Vec<Hole>) -> Vec<Hole> {
        let mut next = 0;
        while next < group.len() {
            let peg = group[next];
            next += 1;
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

    /// Returns whether the peg's group touches both of the player's borders.
    fn joins_borders(&self, player: Player, peg: Hole) -> bool {
        let group = self.group(player, peg);
        group.iter().any(|&peg| self.is_near_border(player, peg))
            && group.iter().any(|&peg| self.is_far_border(player, peg))
    }

    /// Returns whether a group of the player touches both of the player's borders.
    pub(crate) fn has_joined(&self, player: Player) -> bool {
        let pegs = self.pegs[player].iter().copied();
        let near = pegs.filter(|&peg| self.is_near_border(player, peg)).collect();
        self.grown(player, near).iter().any(|&peg| self.is_far_border(player, peg))
    }

    /// Returns whether the player could connect its borders if the opponent passed from now on: with the player's pegs in
    /// all holes without an opponent's peg, and all links that cross none of the opponent's.
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

    /// Returns whether the player to move has no vacant hole.
    fn has_no_move(&self) -> bool {
        !self.holes().any(|hole| self.may_peg(self.to_move, hole))
    }

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

/// Returns the distance of the hole from the player's first border, in rows or columns.
fn along(player: Player, (column, row): Hole) -> i32 {
    if player == FIRST {
        row
    } else {
        column
    }
}

/// Returns the link with its ends in order.
pub(crate) fn link(a: Hole, b: Hole) -> Link {
    (a.min(b), a.max(b))
}

pub(crate) fn is_knights_move(a: Hole, b: Hole) -> bool {
    (b.0 - a.0).abs() * (b.1 - a.1).abs() == 2
}

/// Returns whether two links cross: the ends of each are on different sides of the other's line.
///
/// No link passes through a hole between its ends, so links that only touch share an end, which is on
/// neither side of the line.
pub(crate) fn cross((a, b): Link, (c, d): Link) -> bool {
    side_of_line(a, b, c) * side_of_line(a, b, d) == -1
        && side_of_line(c, d, a) * side_of_line(c, d, b) == -1
}

/// Returns −1 or 1 for the side of the line ab that `p` is on, 0 if it is on the line.
fn side_of_line(a: Hole, b: Hole, p: Hole) -> i32 {
    ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
}
