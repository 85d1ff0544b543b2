//! The same game in the engine and in the [oracle](crate::oracle).

use super::Seen;
use crate::compare::{between, from_oracle, same_everything, same_joining, same_links, same_state};
use crate::compare::{side, turn_from_oracle};
use crate::oracle::turn::Turn;
use crate::oracle::{cross, is_knights_move, link, End, Game, Swap, FIRST, SECOND};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use twixt::board::Board;
use twixt::geometry::{Link, Size};
use twixt::rules::{Linking, Move, Outcome, Ply, Position, Rules, SwapRule};

/// Boards with up to this number of holes are compared in full after every turn.
const SMALL: i32 = 36;

pub(crate) struct ComparedGame {
    pub(crate) rng: Xoshiro256PlusPlus,
    pub(crate) position: Position,
    pub(crate) game: Game,
    /// Whether each player can no longer connect its borders; once true, this stays true until the
    /// opponent removes a link.
    shut_out: [bool; 2],
    call: String,
    turns: Vec<Ply>,
}

impl Drop for ComparedGame {
    /// Prints how to replay a failed game.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let turns: Vec<String> = self.turns.iter().map(Ply::to_string).collect();
            eprintln!("{} failed after: {}", self.call, turns.join(" "));
            eprintln!("{:?}", self.position.board());
        }
    }
}

impl ComparedGame {
    pub(crate) fn new(
        columns: i32,
        rows: i32,
        classic: bool,
        swap: Swap,
        seed: u64,
    ) -> ComparedGame {
        let rules = Rules {
            linking: if classic { Linking::Standard } else { Linking::Pp },
            swap: match swap {
                Swap::Mirror => SwapRule::Mirror,
                Swap::Sides => SwapRule::Sides,
                Swap::None => SwapRule::None,
            },
        };
        let size = Size::rectangle(columns as u8, rows as u8).expect("a supported size");
        ComparedGame {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            position: Position::with_rules(size, rules),
            game: Game::with_rules(columns, rows, classic, swap),
            shut_out: [false; 2],
            call: format!("agree_on_game({columns}, {rows}, {classic}, Swap::{swap:?}, {seed}, _)"),
            turns: vec![],
        }
    }

    /// Returns whether to run a slow check now: always on a small board, on larger boards with
    /// probability `of_small` / (`in_area` × area).
    pub(crate) fn is_due(&mut self, of_small: u32, in_area: u32) -> bool {
        let area = self.game.columns * self.game.rows;
        area <= SMALL || self.rng.random_ratio(of_small, in_area * area as u32)
    }

    pub(crate) fn swap(&mut self, seen: &mut Seen) {
        *seen
            .entry(match self.game.swap_rule {
                Swap::Mirror => "swap by mirror",
                Swap::Sides => "swap of sides",
                Swap::None => unreachable!("there is a swap"),
            })
            .or_default() += 1;
        self.turns.push(Ply::Swap);
        self.game.swap();
        assert_eq!(self.position.play_ply(&Ply::Swap), Ok(()));
        self.check_everything(seen);
    }

    /// Plays a turn in both implementations and compares the effects.
    pub(crate) fn turn(&mut self, turn: &Turn, seen: &mut Seen) {
        count_kinds(&self.game, turn, seen);
        let mover = self.game.to_move;
        assert_eq!(self.game.play(turn), Ok(()));
        let ply = Ply::Turn(turn_from_oracle(turn));
        assert_eq!(ply.to_string().parse(), Ok(ply.clone()), "as text");
        self.turns.push(ply.clone());

        let mut position = self.position.clone();
        assert_eq!(position.play_ply(&ply), Ok(()), "{ply}");
        if turn.unlink.is_empty() && turn.link.is_none() {
            let mut by_peg = self.position.clone();
            assert_eq!(by_peg.play(Move::Peg(from_oracle(turn.peg))), Ok(()));
            assert_eq!(by_peg, position);
        }
        self.position = position;

        if !turn.unlink.is_empty() {
            self.shut_out[1 - mover] = false;
        }
        same_state(&self.position, &self.game);
        same_links(&self.position, &self.game, mover);
        assert!(!self.position.board().has_joined(side(1 - mover)));
        if let Some(End::Won(winner)) = self.game.end {
            assert!(!self.shut_out[winner], "a side that was shut out has won");
            self.check_winning_chain();
        }
    }

    pub(crate) fn check_everything(&mut self, seen: &mut Seen) {
        same_everything(&self.position, &self.game);
        let can = same_joining(&self.position, &self.game);
        for player in [FIRST, SECOND] {
            self.shut_out[player] |= !can[player];
        }
        if can[FIRST] != can[SECOND] {
            *seen.entry("one side cannot join").or_default() += 1;
        }
        if can == [false, false] && self.game.end.is_none() {
            *seen.entry("neither side can join, game not over").or_default() += 1;
        }
        self.check_rebuilt();
    }

    fn check_winning_chain(&self) {
        let Some(Outcome::Won(winner)) = self.position.outcome() else { unreachable!() };
        let chain = self.position.winning_chain();
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        assert!(self.position.size().is_first(winner, first));
        assert!(self.position.size().is_last(winner, last));
        for ends in chain.windows(2) {
            let link = Link::between(ends[0], ends[1]).expect("a knight's move");
            assert!(self.position.board().has_link(winner, link), "{link:?}");
        }
    }

    /// Rebuilds the board from the oracle's pegs and links in random order.
    fn check_rebuilt(&mut self) {
        let size = self.position.size();
        let mut board =
            if self.game.classic { Board::with_own_links_blocking(size) } else { Board::new(size) };
        for player in [FIRST, SECOND] {
            let mut pegs = self.game.pegs[player].clone();
            let mut links = self.game.links[player].clone();
            pegs.shuffle(&mut self.rng);
            links.shuffle(&mut self.rng);
            pegs.into_iter().for_each(|hole| board.set_peg(side(player), from_oracle(hole)));
            links.into_iter().for_each(|(a, b)| board.link(side(player), between(a, b)));
        }
        assert_eq!(&board, self.position.board());
        assert_eq!(board.key(), self.position.board().key());
        let rebuilt = Position::from_board(board, self.position.to_move());
        assert_eq!(rebuilt.outcome(), self.position.outcome());
    }
}

fn count_kinds(game: &Game, turn: &Turn, seen: &mut Seen) {
    let player = game.to_move;
    let mut count = |kind, is: bool| *seen.entry(kind).or_default() += u32::from(is);
    let near = |&&peg: &&_| is_knights_move(peg, turn.peg);
    let mut by_itself = game.pegs[player].iter().filter(near).map(|&peg| link(peg, turn.peg));
    let bare = turn.unlink.is_empty();
    match &turn.link {
        None => {
            count("links removed, new peg linked by default", !bare);
            let own_alone = |new| {
                let all = game.blocking_links(player, new);
                !all.is_empty() && all.iter().all(|&(owner, _)| owner == player)
            };
            let kind = "only own links block a new link";
            count(kind, bare && by_itself.any(own_alone));
        }
        Some(links) => {
            let free = by_itself.any(|new| !game.is_barred(player, new));
            count("empty + where a link was possible", bare && links.is_empty() && free);
            let older = |&&(a, b): &&(_, _)| a != turn.peg && b != turn.peg;
            count("older pegs linked", links.iter().filter(older).count() > 0);
            let gone = |new| turn.unlink.iter().any(|&(a, b)| cross(new, link(a, b)));
            let across = links.iter().any(|&(a, b)| gone(link(a, b)));
            count("links removed and made across them", across);
            let new_only = links.iter().copied().filter(|end| !older(&end)).collect();
            let won = wins(game, turn);
            let kind = "won by linking older pegs";
            count(kind, won && !wins(game, &Turn { link: Some(new_only), ..turn.clone() }));
        }
    }
    count("links removed", !bare);
    count("won after removing links", !bare && wins(game, turn));
}

fn wins(game: &Game, turn: &Turn) -> bool {
    let mut game = game.clone();
    game.play(turn).expect("turns are chosen by the rules");
    matches!(game.end, Some(End::Won(_)))
}
