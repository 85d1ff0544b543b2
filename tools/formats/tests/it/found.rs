//! Files in the shapes that other programs, mails and editors give them.

use crate::common::texts::{fault, one, plies_and_notes};
#[cfg(feature = "encodings")]
use formats::decode;
use formats::{read, recognise, Assume, Ending, Format, Reason};
use twixt::geometry::{Side, Size};

#[test]
fn lower_case_letters_in_names_of_properties_are_ignored() {
    let game = one("(;GaMe[21]SiZe[12]PlayerWhite[Ann];White[f6];Black[k10]Comment[hm];White[d4])");
    assert_eq!(game.main_line().count(), 3);
    assert_eq!(game.size, Size::ARENA);
    assert_eq!(game.players[0].as_deref(), Some("Ann"));
    assert_eq!(game.main_line().nth(1).unwrap().comment, "hm");
}

#[test]
fn what_is_not_a_game_is_skipped_with_a_note() {
    let game = "(;GM[21]SZ[24];W[f6];B[k10])";
    for (text, note) in [
        (format!("\n \n{game}\0\0\n"), None),
        (
            format!("From: a club\nDate: 1:23 +0900 (JST)\n\n{game}"),
            Some("text outside of the games was skipped: \"From: a club\""),
        ),
        (
            format!("{game}\n--\nRegards, Ann"),
            Some("text outside of the games was skipped: \"--\""),
        ),
        (format!("{game}))\n"), Some("superfluous )) after a game was skipped")),
        (
            String::from("(;GM[21]SZ[24](;W[f6];B[k10]"),
            Some(")) is missing at the end of the text"),
        ),
        (
            String::from("(;GM[21]SZ[];W[f6];B[k10])"),
            Some("the size is empty; read on a 24 x 24 board"),
        ),
        (String::from("(;GM[21]AE[a1][b2];W[f6];B[k10])"), None),
        (
            String::from("(;GM[21]RE[Who knows];W[f6];B[k10])"),
            Some("the result \"Who knows\" was skipped"),
        ),
        (
            String::from("(;GM[21];XY[1];W[f6];XZ[2];B[k10])"),
            Some("properties after the first node were skipped, such as XY"),
        ),
        (
            String::from("(;GM[21];W[f6];B[k10];W[])"),
            Some("a pass, which Twixt does not have, was skipped"),
        ),
        (
            String::from("(;GM[21];W[f6];B[k10];W[];B[d4];W[l9])"),
            Some("a pass, which Twixt does not have, and the 2 moves after it were skipped"),
        ),
    ] {
        let (plies, notes) = plies_and_notes(&text);
        assert_eq!(plies, "F6 K10", "{text}");
        assert_eq!(notes, Vec::from_iter(note), "{text}");
    }
    // An illegal move remains an error.
    assert!(read("(;GM[21]SZ[24];W[f6];B[f6])", None, &Assume::default()).is_err());
}

#[test]
fn emptied_holes_have_no_peg() {
    let game = one("(;GM[21]SZ[12]AW[d6][f7]AE[d6];B[k8])");
    assert_eq!(game.start().board().pegs(Side::Vertical).count(), 1);
}

#[test]
fn results_are_read_in_all_spellings() {
    let won = |side, reason| Some(Ending::won(side, reason));
    for (text, ending) in [
        ("1-0", won(Side::Vertical, Reason::Unknown)),
        ("0-1", won(Side::Horizontal, Reason::Unknown)),
        ("1/2-1/2", Some(Ending::drawn(Reason::Agreement))),
        ("White wins", won(Side::Vertical, Reason::Unknown)),
        ("Black wins by resignation", won(Side::Horizontal, Reason::Resign)),
        ("W + R", won(Side::Vertical, Reason::Resign)),
        ("B+Time", won(Side::Horizontal, Reason::Time)),
        ("W+0.5", won(Side::Vertical, Reason::Unknown)),
        ("?", None),
        ("", None),
    ] {
        let game = one(&format!("(;GM[21]SZ[24]RE[{text}];W[f6];B[k10])"));
        assert_eq!(game.ending, ending, "{text}");
        assert!(game.notes.is_empty(), "{text}: {:?}", game.notes);
    }
}

#[cfg(feature = "encodings")]
#[test]
fn the_stated_characters_are_read() {
    let game = |encoding: &'static encoding_rs::Encoding, name: &str| {
        let text = format!("(;GM[21]CA[{}]SZ[24]PW[{name}]PB[x];W[f6];B[k10])", encoding.name());
        encoding.encode(&text).0.into_owned()
    };
    for (encoding, name) in [
        (encoding_rs::WINDOWS_1250, "Tom\u{e1}\u{161}"),
        (encoding_rs::WINDOWS_1251, "\u{418}\u{432}\u{430}\u{43d}"),
        // The second bytes of these characters are the signs `[`, `]` and `\\`.
        (encoding_rs::SHIFT_JIS, "\u{30fc}\u{30be}\u{80fd}"),
        (encoding_rs::GBK, "\u{738b}"),
        (encoding_rs::UTF_8, "\u{738b}"),
    ] {
        let (text, note) = decode(&game(encoding, name)).unwrap();
        assert_eq!(one(&text).players[0].as_deref(), Some(name), "{}", encoding.name());
        assert_eq!(note.is_none(), encoding == encoding_rs::UTF_8);
    }
}

/// JSON may quote `CA`, and a program that writes UTF-8 may state something else.
#[cfg(feature = "encodings")]
#[test]
fn valid_utf_8_is_read_as_such_whatever_the_file_states() {
    let text = "(;GM[21]CA[windows-1250]SZ[24]PW[J\u{f6}rg \u{738b}];W[f6])";
    let (read, note) = decode(text.as_bytes()).unwrap();
    assert_eq!((read.as_str(), note.as_deref()), (text, Some("read as UTF-8")));
    let plain = b"(;GM[21]CA[ISO-8859-1]SZ[24]PW[Ann];W[f6])";
    assert_eq!(decode(plain).unwrap().1, None);
}

#[cfg(feature = "encodings")]
#[test]
fn characters_are_guessed_if_the_file_does_not_state_them() {
    for (bytes, name) in [
        (&b"(;GM[21]PW[J\xf6rg M\xfcller];W[f6])"[..], "J\u{f6}rg M\u{fc}ller"),
        (
            b"(;GM[21]PW[\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2];W[f6])",
            "\u{418}\u{432}\u{430}\u{43d} \u{41f}\u{435}\u{442}\u{440}\u{43e}\u{432}",
        ),
        // The stated characters are wrong.
        (b"(;GM[21]CA[UTF-8]PW[J\xf6rg];W[f6])", "J\u{f6}rg"),
    ] {
        let (text, note) = decode(bytes).unwrap();
        assert_eq!(one(&text).players[0].as_deref(), Some(name));
        assert!(note.is_some());
    }
    for (encoding, names) in [
        (
            encoding_rs::WINDOWS_1252,
            &[
                "Lo\u{ef}c Boisnier",
                "H\u{e9}l\u{e8}ne",
                "Beno\u{ee}t",
                "Ana\u{ef}s",
                "\u{153}uvre",
                "\u{c7}elik",
                "\u{a1}buena!",
                "\u{b1}3",
                "M\u{e1}rio Concei\u{e7}\u{e3}o",
            ][..],
        ),
        (
            encoding_rs::WINDOWS_1250,
            &["Ji\u{159}\u{ed} Nov\u{e1}k", "Dvo\u{159}\u{e1}k", "Ji\u{159}\u{ed}", "Pawe\u{142} \u{15a}wi\u{105}tek"],
        ),
        (
            encoding_rs::ISO_8859_2,
            &["Ma\u{142}gorzata", "\u{141}ukasz \u{17b}al", "Tom\u{e1}\u{161}"],
        ),
        (
            encoding_rs::WINDOWS_1257,
            &[
                "Vytautas \u{17d}emaitis, \u{160}ar\u{16b}nas \u{10c}iurlionis, R\u{16b}ta \u{17d}ukauskait\u{117}",
            ],
        ),
        (encoding_rs::WINDOWS_1253, &["\u{386}\u{3bd}\u{3bd}\u{3b1}"]),
        (encoding_rs::SHIFT_JIS, &["\u{7530}\u{4e2d}"]),
    ] {
        for name in names {
            let text = format!("(;FF[4]EV[twixt]PB[{name}]PW[other one]SZ[24];b[pl];r[swap])");
            let (text, note) = decode(&encoding.encode(&text).0).unwrap();
            assert_eq!(one(&text).players[0].as_deref(), Some(*name), "{note:?}");
        }
    }
    // A collection of one player's games.
    for name in ["Lo\u{ef}c", "Ana\u{ef}s", "Ma\u{ef}a"] {
        let text = format!("(;GM[21]SZ[24]PW[{name}];W[f6])").repeat(8);
        let (text, _) = decode(&encoding_rs::WINDOWS_1252.encode(&text).0).unwrap();
        assert!(text.contains(name), "{text}");
    }
    let pairs = "\u{feff}(;GM[21];W[f6])".encode_utf16().flat_map(u16::to_le_bytes);
    let (text, note) = decode(&pairs.collect::<Vec<u8>>()).unwrap();
    assert_eq!(
        (plies_and_notes(&text).0.as_str(), note.as_deref()),
        ("F6", Some("read as UTF-16LE"))
    );
}

#[test]
fn files_of_t1j_are_recognised_whatever_the_names_are() {
    for names in [["P1", "P2"], ["A1", "swap"], ["Draw", "12"], ["", "d6"], ["resign", "H"]] {
        let [first, second] = names;
        let empty = "#\n".repeat(8);
        let text = format!("# \n#\n#\n{first} # \n{second} # \n{empty}q23\nswap\nc21\n");
        assert_eq!(recognise(&text), Some(Format::T1j), "{names:?}");
        let game = one(&text);
        let plies: Vec<String> = game.main_line().map(|node| node.ply.to_string()).collect();
        assert_eq!(plies, ["Q23", "swap", "C21"], "{names:?}");
        assert_eq!(game.players.map(|name| name.unwrap_or_default()), names);
    }
}

#[test]
fn pictures_and_archives_are_named_and_texts_are_not() {
    for (bytes, kind) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "image/png"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "image/jpeg"),
        (b"PK\x03\x04\x14\0\0\0\x08\0", "application/zip"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "application/gzip"),
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "application/pdf"),
    ] {
        let error = formats::decode(bytes).unwrap_err().to_string();
        assert!(error.contains(kind) && error.contains("expected a Twixt game"), "{error}");
    }
    for text in ["BM3 C4", "%PDF", "(;GM[21];W[f6])", "PS. 1.d6"] {
        assert_eq!(formats::decode(text.as_bytes()).unwrap().0, text);
    }
}

#[test]
fn addresses_of_replays_show_the_way_to_the_file() {
    let error = read("https://www.codingame.com/replay/812345678", None, &Assume::default());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("replay 812345678") && error.contains("findByGameId"), "{error}");
}

#[test]
fn names_and_comments_cannot_change_the_direction_of_a_terminal() {
    let text =
        "(;GM[21]SZ[12]PW[a\u{202e}nn]PB[\u{5d0}\u{200f}\u{5d1}];W[d6]C[\u{2067}so\u{2069}])";
    let games = formats::read(text, None, &formats::Assume::default()).unwrap();
    assert_eq!(games[0].players, [Some("ann".into()), Some("\u{5d0}\u{5d1}".into())]);
    assert_eq!(games[0].main_line().next().unwrap().comment, "so");
}

#[test]
fn all_values_of_sgf_are_read_or_noted() {
    let comments = |text: &str| {
        let game = one(text);
        assert!(game.notes.is_empty(), "{text}: {:?}", game.notes);
        let plies = game.main_line().map(|node| node.comment.to_owned());
        [game.comment.clone()].into_iter().chain(plies).collect::<Vec<_>>()
    };
    let text = "(;GM[21]GC[a][b]C[c]C[d];W[f6]C[e][f];B[k10]N[g]C[h]N[i])";
    assert_eq!(comments(text), ["a\nb\nc\nd", "e\nf", "g\ni\nh"]);
    let text = "(;FF[4]EV[twixt]GC[a]C[b][c];b[df]C[d]C[e])";
    assert_eq!(comments(text), ["a\nb\nc", "d\ne"]);

    let extra = one("(;GM[21]SZ[12]XY[1]XY[2];W[f6])").extra;
    assert_eq!(extra["XY"], serde_json::json!(["1", "2"]));

    for (text, note) in [
        ("(;GM[21]HA[2];W[f6])", "the handicap \"2\" was skipped; the board is 24 x 24"),
        ("(;GM[21]SZ[24]HA[-3];W[f6])", "the handicap \"-3\" was skipped; the board is 24 x 24"),
        ("(;GM[21]PW[Ann][Bob];W[f6])", "of several values of PW the first was read"),
        ("(;GM[21]RE[W+R]RE[B+R];W[f6])", "of several values of RE the first was read"),
        (
            "(;GM[21];W[f6];B[k10]RE[W+R]PW[Ann])",
            "properties after the first node were skipped, such as RE",
        ),
        ("(;GM[21];SZ[12];W[f6])", "properties after the first node were skipped, such as SZ"),
        (
            "(;GM[21];W[f6](;B[k10])(;B[d4]RE[W+R]))",
            "properties after the first node were skipped, such as RE",
        ),
        (
            "(;GM[21];W[f6]BL[9];B[k10]BL[8])",
            "properties after the first node were skipped, such as BL",
        ),
        (
            "(;GM[21]RE[W+R];W[f6];B[k10];W[resign])",
            "the result \"W+R\" contradicts the last move and was skipped",
        ),
    ] {
        assert_eq!(one(text).notes, [note], "{text}");
    }
    let last = one("(;GM[21]RE[W+R];W[f6];B[k10];W[resign])");
    assert_eq!(last.ending, Some(Ending::won(Side::Horizontal, Reason::Resign)));

    for (text, column) in [("(;GM[21];W[f6][g8])", 16), ("(;FF[4]EV[twixt];b[df];r[gh][aa])", 30)] {
        let error = read(text, None, &Assume::default()).unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("line 1, column {column}: expected one move")),
            "{error}"
        );
    }
    let contradiction = read("# result=vertical\nd6 f7 resign", None, &Assume::default());
    let contradiction = contradiction.unwrap_err().to_string();
    assert!(
        contradiction
            .contains("the stated result is vertical, but the last move states horizontal+resign"),
        "{contradiction}"
    );
}

#[test]
fn padding_at_the_end_and_quotation_signs_of_mails_are_skipped() {
    let t1j = format!("# \n#\n#\nA # \nB # \n{}f6\nk10\n", "#\n".repeat(8));
    for text in [
        "1.f6 2.k10",
        "(;GM[21];W[f6];B[k10])",
        "(;FF[4]EV[twixt];b[ff];r[kj])",
        "{\"moves\":[\"F6\",\"K10\"]}\n",
        &t1j,
    ] {
        for padding in ["\0\0\0", "\n\0\0", "\u{1a}", "\r\n\u{1a}\0"] {
            let (plies, notes) = plies_and_notes(&format!("{text}{padding}"));
            assert_eq!((plies.as_str(), notes), ("F6 K10", Vec::new()), "{text}{padding:?}");
        }
    }
    fault("1.f6 \0 2.k10", Some(Format::List));
    for text in [
        "> 1.f6 2.k10",
        ">1.f6\n>2.k10\n",
        " > > # opens: Ann\r\n > > 1.f6 2.k10\r\n>\r\n",
        ">> f6\n\nk10",
    ] {
        assert_eq!(recognise(text), Some(Format::List), "{text}");
        assert_eq!(plies_and_notes(text).0, "F6 K10", "{text}");
    }
    assert_eq!(
        fault("> 1.f6\n> > 2.f6", Some(Format::List)),
        "line 2, column 7: move 2, F6 by horizontal, breaks a rule: F6 holds a peg of vertical"
    );
}
