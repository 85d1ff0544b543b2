//! Marks on the board in each format.

use crate::common::texts::{fault, one};
use formats::{write, Format, Game};

fn marks(game: &Game) -> Vec<String> {
    let plies = game.plies.nodes().map(|node| (node.ply.to_string(), node.marks.iter()));
    let plies = plies.flat_map(|(ply, marks)| marks.map(move |mark| format!("{ply}: {mark}")));
    game.marks.iter().map(ToString::to_string).chain(plies).collect()
}

#[test]
fn sgf_and_json_hold_the_same_marks() {
    let sgf = one("(;GM[21]SZ[12]RU[PP]SWAP[none]AR[d6:f7]RED[d6:f7];W[d6]CR[e8][e9]TR[f3]LB[g9:A\\:\\]]BLUE[e9]\
                   (;B[f4]MA[c3])(;B[g7]SQ[c3]))");
    let json = one(r#"{"size":12,"rules":"pp","swap":"none","moves":["D6","F4"],
            "marks":{"0":["red arrow D6 F7"],"1":["circle E8","blue circle E9","triangle F3","label G9 A:]"],"2":["cross C3"]},
            "variations":[{"at":1,"moves":["G7"],"marks":{"1":["square C3"]}}]}"#);
    assert_eq!(sgf, json);
    assert_eq!(
        marks(&sgf),
        [
            "red arrow D6 F7",
            "D6: triangle F3",
            "D6: circle E8",
            "D6: blue circle E9",
            "D6: label G9 A:]",
            "F4: cross C3",
            "G7: square C3"
        ]
    );
    for format in [Format::Sgf, Format::Json] {
        assert_eq!(one(&write(std::slice::from_ref(&sgf), format).unwrap()), sgf);
    }
    for format in [Format::List, Format::T1j, Format::LittleGolem] {
        let lost = format.loses(&sgf);
        assert!(lost.contains(&String::from("6 marks on the board")), "{format}: {lost:?}");
    }
}

#[test]
fn marks_of_a_transposed_board_are_transposed() {
    let game = one("(;GM[21]SZ[12]RU[PP];B[d6]AR[d6:f7]CR[a5])");
    assert_eq!(marks(&game), ["F4: arrow F4 G6", "F4: circle E1"]);
}

#[test]
fn sgf_marks_that_are_not_holes_of_the_board_are_ignored() {
    let game =
        one("(;GM[21]SZ[12]RU[PP];W[d6]AR[d6:x][d6:d6]CR[z99][m13][a1][ dd ]LB[d6][d6:  ]MA[])");
    assert_eq!(marks(&game), ["D6: circle D4"]);
}

#[test]
fn invalid_marks_in_json_are_rejected() {
    for (marks, complaint) in [
        ("7", "line 1, column 25: expected marks, arrays by move number, found \"7\""),
        (r#"{"2":[]}"#, "line 1, column 30: expected marks, arrays by move number, found \"[]\""),
        (r#"{"1":[7]}"#, "line 1, column 31: expected a mark, found \"7\""),
        (
            r#"{"1":["star D6"]}"#,
            "line 1, column 31: expected a mark such as \"arrow D6 F7\", \"red circle E8\" or \"label G9 A\", \
             found \"star D6\"",
        ),
        (
            r#"{"1":["circle X20"]}"#,
            "line 1, column 31: expected a mark on holes of the board, found \"\\\"circle X20\\\"\"",
        ),
    ] {
        let text = format!(r#"{{"moves":["D6"],"marks":{marks}}}"#);
        assert_eq!(fault(&text, None), complaint, "{text}");
    }
    let variation =
        r#"{"moves":["D6"],"variations":[{"at":1,"moves":["F4"],"marks":{"0":["circle D6"]}}]}"#;
    assert!(fault(variation, None).contains("expected marks"), "{}", fault(variation, None));
    let early =
        r#"{"moves":["D6"],"variations":[{"at":0,"moves":["F4"],"marks":{"0":["circle D6"]}}]}"#;
    assert!(fault(early, None).contains("expected marks"), "{}", fault(early, None));
}
