//! A game between the bot and an opponent that plays random moves.

use super::setup::Setup;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use records::game::ply_text;
use records::seat::Seat;
use referee::game::Game;
use referee::play::{judge, Ply};
use referee::process::{BotProcess, Reply};
use referee::turn;
use referee::verdict::millis;
use std::time::Duration;
use twixt::geometry::Hole;
use twixt::rules::{self, Outcome};

/// Time to wait beyond the limit, to measure how late an answer is.
const GRACE: Duration = Duration::from_millis(700);
/// Time for a bot to flush buffered output after the end of its input.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(300);

/// A bot's process and its game. Errors describe the bot's fault in one sentence.
pub(super) struct Session<'a> {
    setup: &'a Setup,
    seat: Seat,
    rng: Xoshiro256PlusPlus,
    pub(super) child: BotProcess,
    pub(super) game: Game,
    pub(super) answers: Vec<Ply>,
    /// The first answer that starts with white space.
    pub(super) indented: Option<String>,
}

impl<'a> Session<'a> {
    pub(super) fn start(setup: &'a Setup, seat: Seat) -> Result<Session<'a>, String> {
        Session::start_at(setup, seat, Game::new(setup.size))
    }

    /// Starts the bot in the middle of a game.
    pub(super) fn start_at(
        setup: &'a Setup,
        seat: Seat,
        game: Game,
    ) -> Result<Session<'a>, String> {
        let child = setup.start(seat).map_err(|e| format!("It could not be started: {e}."))?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(1);
        Ok(Session { setup, seat, rng, child, game, answers: Vec::new(), indented: None })
    }

    /// Sets the random seed of the opponent.
    pub(super) fn against(mut self, number: u64) -> Session<'a> {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(number);
        self
    }

    /// Requests up to `count` answers with `request`, fewer if the game ends, and replies with random moves.
    pub(super) fn rounds(
        &mut self,
        count: usize,
        mut request: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut left = count;
        while left > 0 && self.game.position().outcome().is_none() {
            if self.game.to_move() == self.seat {
                request(self)?;
                left -= 1;
            } else {
                self.reply_at_random()?;
            }
        }
        Ok(())
    }

    /// Sends the turn in the arena's format and requests an answer.
    pub(super) fn request(&mut self) -> Result<(), String> {
        self.request_with(turn::input(&self.game, None))
    }

    pub(super) fn request_with(&mut self, text: String) -> Result<(), String> {
        let answer = self.child.request(text, self.limit() + GRACE);
        self.adjudicate(answer)
    }

    /// Sends the turn in pieces, each after a pause, and requests an answer.
    pub(super) fn request_in_pieces(
        &mut self,
        pieces: Vec<(Duration, String)>,
    ) -> Result<(), String> {
        let answer = self.child.request_in_pieces(pieces, self.limit() + GRACE);
        if let Reply::Line { text, early: true, .. } = &answer {
            let (given, line) = (given(&self.game), shown(text));
            return Err(format!(
                "Given {given}, it printed `{line}` before the turn was complete."
            ));
        }
        self.adjudicate(answer)
    }

    pub(super) fn reply(&mut self, ply: impl Into<rules::Ply>) -> Result<(), String> {
        let played = self.game.play(ply);
        played.map_err(|rule| format!("Bug in the check: illegal move ({rule})."))
    }

    fn reply_at_random(&mut self) -> Result<(), String> {
        match non_final_move(&self.game, &mut self.rng) {
            Some(next) => self.game = next,
            // Every move of the opponent ends the game.
            None => {
                let position = self.game.position();
                let ply = position.moves().next().map(|mv| position.ply(mv));
                self.reply(ply.ok_or("Bug in the check: the game is over.")?)?;
            }
        }
        Ok(())
    }

    fn limit(&self) -> Duration {
        match self.answers.as_slice() {
            [] => self.setup.limits.first,
            _ => self.setup.limits.turn,
        }
    }

    fn adjudicate(&mut self, answer: Reply) -> Result<(), String> {
        self.setup.stop.check().map_err(|stopped| stopped.to_string())?;
        let given = given(&self.game);
        if let Reply::Line { text, early: true, .. } = &answer {
            return Err(match self.answers.last() {
                Some(ply) => second_line(ply, text),
                None => format!(
                    "Before its first turn was given, it printed `{}`: print one line per turn, \
                     after reading the turn.",
                    shown(text)
                ),
            });
        }
        if let Reply::Line { text, .. } = &answer {
            if text.starts_with(char::is_whitespace) {
                self.indented.get_or_insert_with(|| text.clone());
            }
        }
        let (limit, is_silent) = (self.limit(), matches!(answer, Reply::Nothing(_)));
        match judge(&self.game, answer, limit, &mut self.child) {
            Ok(ply) => {
                self.reply(ply.played.clone())?;
                self.answers.push(ply);
                Ok(())
            }
            Err(fault) => {
                let note = if is_silent { self.buffered_answer_note() } else { "" };
                Err(format!("Given {given}, it {fault}{note}"))
            }
        }
    }

    /// Returns a note if a line arrives after the input is closed, which indicates buffered output.
    fn buffered_answer_note(&mut self) -> &'static str {
        self.child.close_input();
        match self.child.listen(FLUSH_TIMEOUT * self.setup.waits) {
            Reply::Line { .. } => {
                " A line came when its input was closed: end every answer with a line end, and \
                 flush stdout."
            }
            _ => "",
        }
    }

    pub(super) fn summary(&self) -> String {
        let end = match self.game.position().outcome() {
            Some(Outcome::Won(side)) if side == self.seat.side() => "won",
            Some(Outcome::Won(_)) => "lost",
            Some(Outcome::Drawn) => "drew",
            None => "played on",
        };
        let count = self.answers.len();
        let answers = if count == 1 { "answer" } else { "answers" };
        format!("{end} after {count} {answers}: {}", self.pace())
    }

    /// Formats the times of the first answer and of the slowest further one, which have different limits.
    pub(super) fn pace(&self) -> String {
        let mut times = self.answers.iter().filter_map(|ply| ply.time).map(millis);
        let first = times.next().unwrap_or(0.0);
        match times.reduce(f64::max) {
            Some(slowest) => format!("{first:.0} ms, then at most {slowest:.0} ms"),
            None => format!("{first:.0} ms"),
        }
    }
}

pub(super) fn second_line(answer: &Ply, line: &str) -> String {
    format!(
        "After its answer {} it printed one more line, `{}`; the arena counts it as its next \
         answer: print one line per turn.",
        ply_text(&answer.played),
        shown(line)
    )
}

/// Returns at most 80 characters of a bot's line, with control characters escaped.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}

fn given(game: &Game) -> String {
    let plies: Vec<String> = game.plies().iter().map(ply_text).collect();
    match plies.last() {
        None => String::from("FIRST"),
        Some(last) if plies.len() == 1 => format!("{last} (the first peg)"),
        Some(last) if plies.len() <= 6 => format!("{last} (so far {})", plies.join(" ")),
        Some(last) => format!("{last} (before ply {})", plies.len() + 1),
    }
}

/// Returns the position after a random move that does not end the game, if there is one.
pub(super) fn non_final_move(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let position = game.position();
    let mut holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
    holes.shuffle(rng);
    holes.into_iter().find_map(|hole| {
        let mut next = game.clone();
        next.play(hole).ok()?;
        next.position().outcome().is_none().then_some(next)
    })
}
