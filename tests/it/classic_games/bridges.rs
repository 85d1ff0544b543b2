//! Positions that show the purpose of link removal, transcribed from diagrams.

use super::pair::{hole, links, Chains, Pair};
use twixt::geometry::{Link, Side, Size};
use twixt::rules::{can_join, is_drawn, LinkError, Linking, PlayError, TurnError};

/// The position before a turn that changes links, an example from the gamerz.net help. O is vertical here, # is
/// horizontal.
const BEFORE: [Chains; 2] =
    ["M11/K10 I13/K12/M13/O14/P12", "P11/N10/M12/K11/I12 O11/N13/L12 H11 L11 N12 H13"];
const TURN: &str = "j12-i12/k11/m12/n10,o11/n13+h11/j12/l11/n12/p11";

fn before() -> Pair {
    Pair::of(Size::MAX, Linking::Standard, BEFORE, Side::Horizontal)
}

#[test]
fn turn_removes_links_and_makes_others() {
    let mut pair = before();
    let vertical = pair.links(Side::Vertical);
    pair.play(TURN, "H11/J12/L11/N12/P11", "I12/K11/M12/N10 O11/N13");
    let horizontal = links("N10/P11/N12/L11/J12/H11 L12/N13");
    assert_eq!(pair.links(Side::Horizontal), horizontal);
    assert_eq!(pair.links(Side::Vertical), vertical);
    assert!(pair.connected(Side::Horizontal, ["H11", "P11"]));
    let left_out = Link::between(hole("H13"), hole("J12")).unwrap();
    assert!(!pair.position.board().has_link(Side::Horizontal, left_out));
    assert!(!pair.position.board().is_barred(Side::Horizontal, left_out));
}

#[test]
fn turn_without_lists_makes_all_possible_links() {
    // I12/K11 and K11/M12 block the other two links of J12.
    before().play("j12", "J12/H13", "");
    before().play("j12+", "", "");
    before().play("j12-k11/m12", "J12/H13 J12/L11", "K11/M12");
    let all = "J12/H11 J12/H13 J12/L11";
    before().play("j12-i12/k11/m12", all, "I12/K11/M12");
    before().play("j12-i12/k11/m12+", "", "I12/K11/M12");
}

#[test]
fn illegal_turns_are_rejected_with_their_reason() {
    let pair = before();
    let ends = |a, b| [hole(a), hole(b)];
    let own = |a, b| LinkError::Blocked(Side::Horizontal, Link::between(hole(a), hole(b)).unwrap());
    let theirs =
        |a, b| LinkError::Blocked(Side::Vertical, Link::between(hole(a), hole(b)).unwrap());
    let no_peg = |text| LinkError::NoPegOf(Side::Horizontal, hole(text));
    for (turn, error) in [
        ("a1-i12/k11", TurnError::Peg(PlayError::OffBoard(hole("A1"), Size::MAX))),
        ("k12-i12/k11", TurnError::Peg(PlayError::Occupied(hole("K12"), Side::Vertical))),
        ("n12+", TurnError::Peg(PlayError::Occupied(hole("N12"), Side::Horizontal))),
        ("j1+", TurnError::Peg(PlayError::OpponentsBorder(hole("J1"), Side::Vertical))),
        ("j12-i12/k11/l13", TurnError::Unlink(ends("K11", "L13"), no_peg("L13"))),
        ("j12-i12/k12", TurnError::Unlink(ends("I12", "K12"), LinkError::NoKnightsMove)),
        ("j12-i13/k12", TurnError::Unlink(ends("I13", "K12"), no_peg("I13"))),
        ("j12-a1/b3", TurnError::Unlink(ends("A1", "B3"), LinkError::OffBoard(hole("A1")))),
        ("j12-j12/h11", TurnError::Unlink(ends("J12", "H11"), LinkError::NotThere)),
        ("j12-j12/h11+", TurnError::Unlink(ends("J12", "H11"), LinkError::NotThere)),
        ("j12-i12/k11/i12", TurnError::Unlink(ends("K11", "I12"), LinkError::NotThere)),
        ("j12-l11/n12", TurnError::Unlink(ends("L11", "N12"), LinkError::NotThere)),
        ("j12+h11/j12", TurnError::Link(ends("H11", "J12"), own("I12", "K11"))),
        ("j12-i12/k11+h11/j12/l11", TurnError::Link(ends("J12", "L11"), own("K11", "M12"))),
        ("j12-i12/k11/m12+h11/j12/l11/n12", TurnError::Link(ends("L11", "N12"), own("N10", "M12"))),
        (
            "j12-i12/k11/m12/n10+h11/j12/l11/n12/p11",
            TurnError::Link(ends("N12", "P11"), own("O11", "N13")),
        ),
        ("l10+l10/n10", TurnError::Link(ends("L10", "N10"), LinkError::NoKnightsMove)),
        ("l10+l10/k12", TurnError::Link(ends("L10", "K12"), no_peg("K12"))),
        ("l10+l10/j11", TurnError::Link(ends("L10", "J11"), no_peg("J11"))),
        ("j12+x24/w22", TurnError::Link(ends("X24", "W22"), LinkError::OffBoard(hole("X24")))),
        ("j12+n10/p11", TurnError::Link(ends("N10", "P11"), LinkError::AlreadyThere)),
        ("j12+j12/h13/j12", TurnError::Link(ends("H13", "J12"), LinkError::AlreadyThere)),
        ("m10-n10/m12+m10/k11", TurnError::Link(ends("M10", "K11"), theirs("K10", "M11"))),
    ] {
        assert_eq!(pair.refused(turn), error, "{turn}");
    }
    // A PP turn cannot list links to remove or make; even an empty list (`j12+`) is refused.
    let pp = Pair::of(Size::MAX, Linking::Pp, [BEFORE[0], "H11"], Side::Horizontal);
    for turn in ["j12+", "j12+h11/j12", "h13-h11/j12"] {
        assert_eq!(pp.refused(turn), TurnError::NotInPp);
    }
}

/// Examples A and B of the help with their surroundings, on 10 columns and 12 rows: column E of the
/// diagrams is A here, and their row 4 is row 1. O is vertical; its peg I6 (here E3) is connected to the
/// top row, J13 (here F10) to the bottom row. # can connect its pegs to either edge.
const EXAMPLE_O: Chains = "D1/E3/F5/G7 F6/G8/F10/G12";
const EXAMPLE_A: [Chains; 2] = [EXAMPLE_O, "A4/C3/E4 C3/D5/E7/F9/D10 G5/F3/H4/G6/H8/G10 H4/J5"];
const EXAMPLE_B: [Chains; 2] = [EXAMPLE_O, "A4/C3/E4 C3/D5/E7 D8/E10 G5/F3/H4/G6/H8/G10 H4/J5"];

fn example(linking: Linking, chains: [Chains; 2]) -> Pair {
    Pair::of(Size::rectangle(10, 12).unwrap(), linking, chains, Side::Vertical)
}

#[test]
fn example_a_is_drawn() {
    for linking in [Linking::Standard, Linking::Pp] {
        let position = example(linking, EXAMPLE_A).position;
        assert_eq!(position.outcome(), None);
        for side in Side::ALL {
            assert!(!can_join(position.board(), side), "{linking} {side}");
        }
        assert!(is_drawn(&position), "{linking}");
    }
}

#[test]
fn example_b_is_won_by_removing_a_link() {
    let pair = example(Linking::Standard, EXAMPLE_B);
    assert!(can_join(pair.position.board(), Side::Vertical) && !is_drawn(&pair.position));
    assert!(!can_join(pair.position.board(), Side::Horizontal));

    // I11, J9/K11, K10 and J13 of the diagram are E8, F6/G8, G7 and F10. I11 links to J9 as well.
    let mut with = pair.clone();
    with.play("E8-F6/G8", "E8/G7 E8/F10 E8/F6", "F6/G8");
    assert!(with.connected(Side::Vertical, ["E3", "F10"]));
    assert!(with.won_by(Side::Vertical));
    assert_eq!(
        with.position.winning_chain()[..],
        ["D1", "E3", "F5", "G7", "E8", "F10", "G12"].map(hole)
    );

    let mut without = pair.clone();
    without.play("E8", "E8/F10 E8/F6", "");
    assert_eq!(without.position.outcome(), None);
    let blocking = Link::between(hole("F6"), hole("G8")).unwrap();
    let error = LinkError::Blocked(Side::Vertical, blocking);
    assert_eq!(pair.refused("E8+E8/G7"), TurnError::Link([hole("E8"), hole("G7")], error));

    // Under PP rules no removal is needed.
    let mut pp = example(Linking::Pp, EXAMPLE_B);
    pp.play("E8", "E8/G7 E8/F10 E8/F6", "");
    assert!(pp.won_by(Side::Vertical));
}

/// Jonathan Welton's mini situation (rec.games.abstract, 1992) on 5 columns and 6 rows: his four
/// columns, and a fifth with a peg in E3 that links D5 to the right edge. X is horizontal.
#[test]
fn mini_situation_is_won_by_removing_the_leftmost_link() {
    let chains = ["C1/B3 C4/B6", "A2/B4 C3/D5/E3"];
    let size = Size::rectangle(5, 6).unwrap();
    let pair = Pair::of(size, Linking::Standard, chains, Side::Horizontal);
    for turn in ["A4-A2/B4", "A4-B4/A2+C3/A4"] {
        let mut pair = pair.clone();
        pair.play(turn, "A4/C3", "A2/B4");
        assert!(pair.won_by(Side::Horizontal));
        assert_eq!(pair.position.winning_chain()[..], ["A4", "C3", "D5", "E3"].map(hole));
    }
    let mut without = pair.clone();
    without.play("A4", "", "");
    assert_eq!(without.position.outcome(), None);
    let blocking = Link::between(hole("A2"), hole("B4")).unwrap();
    let error = LinkError::Blocked(Side::Horizontal, blocking);
    assert_eq!(pair.refused("A4+A4/C3"), TurnError::Link([hole("A4"), hole("C3")], error));

    let mut pp = Pair::of(size, Linking::Pp, chains, Side::Horizontal);
    pp.play("A4", "A4/C3", "");
    assert!(pp.won_by(Side::Horizontal));
}
