//! A process of the bot and its game: sends turns, judges answers, and replies with random moves.

use super::check::Setup;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use referee::child::{Answer, Child};
use referee::play::{judge, Ply};
use referee::rules::{Game, Hole, Move, Outcome, Seat};
use referee::turn;
use referee::verdict::millis;
use std::time::Duration;

/// Time to wait for a late answer, to report how late it is.
const GRACE: Duration = Duration::from_millis(700);
/// Time in which a bot prints buffered output when its input ends.
const HELD_BACK: Duration = Duration::from_millis(300);

/// A bot in a game. All errors describe the bot's fault in one line.
pub(super) struct Session<'a> {
    setup: &'a Setup,
    seat: Seat,
    rng: Xoshiro256PlusPlus,
    pub(super) child: Child,
    pub(super) game: Game,
    /// The bot's own plies.
    pub(super) answers: Vec<Ply>,
    /// The first answer that had blanks in front.
    pub(super) indented: Option<String>,
}

impl<'a> Session<'a> {
    /// A game from its start, the bot in `seat`.
    pub(super) fn start(setup: &'a Setup, seat: Seat) -> Result<Session<'a>, String> {
        let game = Game::new(setup.size).ok_or("there is no board of this size")?;
        Session::start_at(setup, seat, game)
    }

    /// A game that the bot enters at this position.
    pub(super) fn start_at(
        setup: &'a Setup,
        seat: Seat,
        game: Game,
    ) -> Result<Session<'a>, String> {
        let child = setup.start(seat).map_err(|e| format!("It could not be started: {e}."))?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(1);
        Ok(Session { setup, seat, rng, child, game, answers: Vec::new(), indented: None })
    }

    /// The same game, the opponent's moves drawn by this number.
    pub(super) fn against(mut self, number: u64) -> Session<'a> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(number);
        self
    }

    /// Asks for `count` answers, or fewer if the game ends, each by `ask`; between them the
    /// opponent plays random moves.
    pub(super) fn rounds(
        &mut self,
        count: usize,
        mut ask: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut left = count;
        while left > 0 && self.game.outcome().is_none() {
            if self.game.to_move() == self.seat {
                ask(self)?;
                left -= 1;
            } else {
                self.reply_at_random()?;
            }
        }
        Ok(())
    }

    /// Asks for an answer to the usual text.
    pub(super) fn ask(&mut self) -> Result<(), String> {
        self.ask_with(turn::input(&self.game, None))
    }

    /// Asks for an answer to a turn's text in another form.
    pub(super) fn ask_with(&mut self, text: String) -> Result<(), String> {
        let answer = self.child.ask(text, self.limit() + GRACE);
        self.take(answer)
    }

    /// Asks for an answer to a text that ends the input.
    pub(super) fn ask_last(&mut self, text: String) -> Result<(), String> {
        let answer = self.child.ask_last(text, self.limit() + GRACE);
        self.take(answer)
    }

    /// Asks for an answer to a text that arrives in pieces, each after its pause.
    pub(super) fn ask_in_pieces(&mut self, pieces: Vec<(Duration, String)>) -> Result<(), String> {
        let answer = self.child.ask_in_pieces(pieces, self.limit() + GRACE);
        if let Answer::Line { text, early: true, .. } = &answer {
            let (given, line) = (given(&self.game), shown(text));
            return Err(format!("Given {given}, it had printed `{line}` before all of that came."));
        }
        self.take(answer)
    }

    /// The opponent's move, chosen by the check.
    pub(super) fn reply(&mut self, mv: Move) -> Result<(), String> {
        self.game.play(mv).map_err(|rule| format!("The check itself plays {mv}: {rule}."))
    }

    fn reply_at_random(&mut self) -> Result<(), String> {
        match quiet_move(&self.game, &mut self.rng) {
            Some(next) => self.game = next,
            // Every move of the opponent ends the game.
            None => self.reply(Move::Peg(self.game.open_holes(self.seat.other())[0]))?,
        }
        Ok(())
    }

    fn limit(&self) -> Duration {
        match self.answers.as_slice() {
            [] => self.setup.limits.first,
            _ => self.setup.limits.turn,
        }
    }

    /// Judges an answer and plays it.
    fn take(&mut self, answer: Answer) -> Result<(), String> {
        let given = given(&self.game);
        if let Answer::Line { text, early: true, .. } = &answer {
            return Err(match self.answers.last() {
                Some(ply) => second_line(ply, text),
                None => format!(
                    "Before its first turn was given, it printed `{}`: print one line per turn, \
                     once the turn is read.",
                    shown(text)
                ),
            });
        }
        if let Answer::Line { text, .. } = &answer {
            if text.starts_with(char::is_whitespace) {
                self.indented.get_or_insert_with(|| text.clone());
            }
        }
        let (limit, is_silent) = (self.limit(), matches!(answer, Answer::Nothing(_)));
        match judge(&self.game, answer, limit, &mut self.child) {
            Ok(ply) => {
                self.reply(ply.played)?;
                self.answers.push(ply);
                Ok(())
            }
            Err(fault) => {
                let note = if is_silent { self.held_back() } else { "" };
                Err(format!("Given {given}, it {fault}{note}"))
            }
        }
    }

    /// For a bot that gave no answer: whether one comes as its output is flushed by its end.
    fn held_back(&mut self) -> &'static str {
        self.child.close_input();
        match self.child.listen(HELD_BACK) {
            Answer::Line { .. } => {
                " A line came when its input was closed: end every answer with a line end, and \
                 flush stdout."
            }
            _ => "",
        }
    }

    /// How the game went so far, for notes.
    pub(super) fn story(&self) -> String {
        let end = match self.game.outcome() {
            Some(Outcome::Chain(winner)) if winner == self.seat => "won",
            Some(Outcome::Chain(_)) => "lost",
            Some(Outcome::Draw) => "drew",
            None => "played on",
        };
        let count = self.answers.len();
        let answers = if count == 1 { "answer" } else { "answers" };
        format!("{end} after {count} {answers}: {}", self.pace())
    }

    /// How long the first answer took, and the slowest of the others: they have limits of their
    /// own.
    pub(super) fn pace(&self) -> String {
        let mut times = self.answers.iter().filter_map(|ply| ply.time).map(millis);
        let first = times.next().unwrap_or(0.0);
        match times.reduce(f64::max) {
            Some(slowest) => format!("{first:.0} ms, then at most {slowest:.0} ms"),
            None => format!("{first:.0} ms"),
        }
    }
}

/// The fault of a line behind an answer, before the next turn was sent.
pub(super) fn second_line(answer: &Ply, line: &str) -> String {
    format!(
        "Behind its answer {} it printed one more line, `{}`; the arena takes that for its next \
         answer: print one line per turn.",
        answer.played,
        shown(line)
    )
}

/// A bot's line, cut and made safe for a terminal.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}

/// The turn of the player to move, in a few words.
fn given(game: &Game) -> String {
    let moves = game.moves();
    match moves.last() {
        None => String::from("FIRST"),
        Some(last) if moves.len() == 1 => format!("{last} (the first peg)"),
        Some(last) if moves.len() <= 6 => {
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            format!("{last} (so far {})", moves.join(" "))
        }
        Some(last) => format!("{last} (ply {} is to come)", moves.len() + 1),
    }
}

/// The position after a random move that does not end the game, if there is one.
pub(super) fn quiet_move(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut holes: Vec<Hole> = game.open_holes(game.to_move());
    holes.shuffle(rng);
    holes.into_iter().find_map(|hole| {
        let mut next = game.clone();
        next.play(Move::Peg(hole)).ok()?;
        next.outcome().is_none().then_some(next)
    })
}
