//! Sample books.

use engine::book::{quarter, read_packed, Answer, Book, FirstPeg};
use engine::Policy;
use twixt::engine::RootPolicy;
use twixt::geometry::{Hole, Size};
use twixt::opening::{Opening, PackedBook};
use twixt::rules::Position;

pub(crate) fn hole(text: &str) -> Hole {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn holes(text: &str) -> Vec<Hole> {
    text.split_whitespace().map(hole).collect()
}

/// Returns a book without answers, in which every first peg has this value.
pub(crate) fn without_answers(edge: u8, value: u8) -> Book {
    let size = Size::new(edge).unwrap();
    let peg = |peg| FirstPeg { peg, value, reply: None, answers: Vec::new() };
    Book { size, first: Hole::new(1, 1), pegs: quarter(size).map(peg).collect() }
}

/// Adds a line whose last peg is an answer; the book must not have that answer yet.
pub(crate) fn add(book: &mut Book, line: &[Hole]) {
    let peg =
        book.pegs.iter_mut().find(|first| first.peg == line[0]).expect("a peg of the quarter");
    match line[1..] {
        [reply] => peg.reply = Some(Answer { hole: reply, then: Vec::new() }),
        [reply, answer] => peg.answers.push((reply, Answer { hole: answer, then: Vec::new() })),
        [reply, answer, ref rest @ ..] => {
            let known = peg.reply.as_mut().filter(|known| known.hole == reply);
            match known {
                Some(known) => add_after(known, &line[2..]),
                None => match peg.answers.iter_mut().find(|known| known.0 == reply) {
                    Some((_, known)) => add_after(known, rest),
                    None => panic!("{reply} {answer} are not in the book"),
                },
            }
        }
        [] => panic!("no answer"),
    }
}

/// Adds the rest of a line after an answer; the opponent's pegs and the answers to them alternate.
fn add_after(answer: &mut Answer, line: &[Hole]) {
    let at = answer.then.iter().position(|(hole, _)| *hole == line[0]);
    match (at, line.len()) {
        (None, 2) => answer.then.push((line[0], Answer { hole: line[1], then: Vec::new() })),
        (Some(at), 3..) => add_after(&mut answer.then[at].1, &line[2..]),
        _ => panic!("no place for {line:?}"),
    }
}

/// Adds a line, and its prefixes that end with an answer, to a book that has no answers to the line's first peg.
pub(crate) fn add_prefixes(book: &mut Book, line: &[Hole]) {
    let first = 2 + line.len() % 2;
    (first..=line.len()).step_by(2).for_each(|length| add(book, &line[..length]));
}

/// Returns lines of up to six pegs on 12 × 12, with links, crossings and several replies to one
/// peg.
pub(crate) fn lines() -> Vec<Vec<Hole>> {
    let lines = [
        "b6 g7",
        "b6 g7 f9 h9",
        "b6 g7 f5 h5",
        "b6 g7 f5 h5 c8 d6",
        "b6 f6 d7",
        "b6 f6 d7 c8 e9",
        "b6 h8 g4",
        "d3 g7",
        "d3 g7 e5 f5",
        "d3 g7 e5 f5 g6 e7",
        "d3 e7 f4",
        "f6 a2",
        "f6 b3 e8",
    ];
    lines.map(holes).to_vec()
}

pub(crate) fn sample() -> Book {
    let mut book = without_answers(12, 40);
    lines().iter().for_each(|line| add(&mut book, line));
    book
}

/// A book and the policy that uses it.
pub(crate) struct Openings(pub(crate) PackedBook, pub(crate) Policy);

impl Openings {
    pub(crate) fn of(&self, position: &Position) -> Opening {
        self.1.opening(position, self.0.find(position))
    }
}

/// Returns a book with the policy for an evaluator whose values of first pegs are reliable.
pub(crate) fn openings(book: &Book) -> Openings {
    Openings(packed(book), Policy { judges: true, ..Policy::default() })
}

pub(crate) fn packed(book: &Book) -> PackedBook {
    read_packed(&book.encode().expect("a valid book")).expect("what was encoded")
}
