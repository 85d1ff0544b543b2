//! Lists of moves in the shapes that people write.

use crate::common::texts::{fault, moves, one, one_in, plies_and_notes};
use formats::{read, Assume, Ending, Format, Game, Reason};
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Rules};

#[test]
fn lists_are_read_with_any_separators_and_numbers() {
    let expected = "f6 swap k11 d4";
    for text in [
        "1.f6 2.swap 3.k11 4.d4",
        "1. f6 SWAP 2. k11 d4",
        "f6,swap,k11,d4",
        "F6\nswap\r\nK11\n\nD4\n",
        "  1) f6; 2) swap; 3) k11; 4) d4",
        "# our first game\nf6 swap # bold\nk11 d4",
    ] {
        assert_eq!(moves(&one_in(text, Format::List)), expected, "{text}");
    }
    let game = one_in("# our first game\nf6 swap # bold\nk11 d4", Format::List);
    assert_eq!(game.comment, "our first game");
    assert_eq!(game.main_line().nth(1).unwrap().comment, "bold");
    assert_eq!((game.size, game.rules), (Size::ARENA, Rules::ARENA), "as assumed");
}

/// This turn is from the help of the gamerz server.
#[test]
fn lists_distinguish_commas_within_and_between_moves() {
    let text =
        "# size=24 rules=standard\nc4,b12,d6,b14,e8,b16,f10,b18,d9-c4/d6/e8,e8/f10+d9/f10,b20";
    let game = one_in(text, Format::List);
    assert_eq!(game.main_line().count(), 10);
    assert!(moves(&game).ends_with("d9-c4/d6/e8/f10+d9/f10 b20"), "{}", moves(&game));
    assert_eq!(game.rules, Rules::CLASSIC);
}

#[test]
fn a_header_or_the_number_1_starts_another_list() {
    let text =
        "# twixt size=5 rules=pp\n# opens: Ann\n# event: Cup\n\n# twixt size=24 rules=standard\n\
                1.x12/ no";
    assert!(
        fault(text, Some(Format::List)).starts_with("line 6, column 6: expected"),
        "{}",
        fault(text, Some(Format::List))
    );
    let text = text.replace("x12/ no", "w12 2.resign");
    let games = read(&text, None, &Assume::default()).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].size, games[0].plies.len()), (Size::MIN, 0));
    assert_eq!(games[0].players, [Some(String::from("Ann")), None]);
    assert_eq!(games[0].event.as_deref(), Some("Cup"));
    assert_eq!(games[1].ending, Some(Ending::won(Side::Vertical, Reason::Resign)));
    let numbered = read("1.d4 2.e6\n1.f7 2.swap", None, &Assume::default()).unwrap();
    assert_eq!(numbered.iter().map(moves).collect::<Vec<_>>(), ["d4 e6", "f7 swap"]);
}

/// Reads lists, and returns the plies of each game.
fn lists(text: &str) -> Result<Vec<String>, String> {
    let games = read(text, Some(Format::List), &Assume::default());
    let plies = |game: &Game| game.main_line().map(|node| node.ply.to_string()).collect::<Vec<_>>();
    let joined = |games: Vec<Game>| games.iter().map(|game| plies(game).join(" ")).collect();
    games.map(joined).map_err(|error| error.to_string())
}

#[test]
fn a_move_number_that_contradicts_the_position_is_an_error() {
    let four = Ok(vec![String::from("D6 F7 E4 G8")]);
    for text in [
        "1.d6 2.f7 3.e4 4.g8",
        "1. d6 f7\n2. e4 g8",
        "1.d6 1...f7 2.e4 2...g8",
        "d6 2.f7 e4 4) g8",
        "1.d6 f7 3.e4 g8",
        "d6 f7 2.e4 g8",
        "1\nd6\n2\nf7\n3\ne4\n4\ng8",
    ] {
        assert_eq!(lists(text), four, "{text}");
    }
    for text in ["d6 f7 e4 10 g8", "1. d6 2. f7 e4\n24\n4.g8"] {
        assert_eq!(lists(text), four, "numbers alone: {text}");
    }
    // A set-up position continues its game's numbers; pairs may start with the second move, and a swap may be uncounted.
    for set_up in ["# pegs: vertical d6 horizontal f7\n", "# pegs: vertical d6\n"] {
        for moves in ["1.e4 2.g8", "1. e4 g8 2. h3", "7.e4 8.g8 h3 10.c9", "7...e4 8.g8 h3 9.c9"] {
            assert!(lists(&format!("{set_up}{moves}")).is_ok(), "{moves}");
        }
    }
    let swapped = Ok(vec![String::from("D6 swap F7 G9 H4")]);
    for text in [
        "1.d6 2.swap 3.f7 4.g9 5.h4",
        "1.d6 swap 2.f7 3.g9 4.h4",
        "1.d6 swap 2.f7 g9 3.h4",
        "1.d6 swap f7 2.g9 h4",
        "1. d6 1... swap 2. f7 2... g9 3. h4",
    ] {
        assert_eq!(lists(text), swapped, "{text}");
    }
    for (text, place, expected, found) in [
        ("1.d6 2.f7 4.e4", "1, column 11", 3, "4.e4"),
        ("4.d6 5.f7 6.e4", "1, column 1", 1, "4.d6"),
        ("1.d6 2.f7 2.e4", "1, column 11", 3, "2.e4"),
        ("1. d6 2. f7 3. e4\n  3. g8 4. h9\n4. c8", "2, column 3", 4, "3."),
        ("1. d6 f7\n2. e4 g8\n4. h9", "3, column 1", 3, "4."),
        ("d6 f7 5.e4", "1, column 7", 3, "5.e4"),
        ("1.d6 2.f7\n1.d6 2.f7 4.e4", "2, column 11", 3, "4.e4"),
        ("1.d6 2.swap 4.f7", "1, column 13", 3, "4.f7"),
        ("1.d6 swap 2.f7 4.g9", "1, column 16", 3, "4.g9"),
        ("1.d6 2.swap 3.f7 3.g9", "1, column 18", 4, "3.g9"),
    ] {
        let error = format!(
            "line {place}: expected the number {expected} of the next move, found \"{found}\""
        );
        assert_eq!(lists(text), Err(error), "{text}");
    }
}

#[test]
fn the_header_of_a_later_list_belongs_to_it() {
    let both =
        |text: &str| read(text, None, &Assume::default()).unwrap_or_else(|e| panic!("{text}: {e}"));
    for header in [
        "# twixt rules=standard size=24\n# opens: Cleo\n# Hello",
        "# opens: Cleo\n# Hello\n# TWIXT Size=24 Rules=Standard",
        "# size=24\n# Opens: Cleo\n#  rules=STANDARD\n\n# Hello",
        "# Twixt Size=24\n# comment: Hello\n# RULES=standard\n# OPENS : Cleo",
    ] {
        let games = both(&format!("# opens: Ann\n1.d6 2.f7\n# bold\n{header}\n1.e5 2.g8\n"));
        assert_eq!(games.len(), 2, "{header}");
        assert_eq!(games[0].main_line().last().unwrap().comment, "bold", "{header}");
        assert_eq!(games[1].players, [Some(String::from("Cleo")), None], "{header}");
        assert_eq!((games[1].size, games[1].rules), (Size::MAX, Rules::CLASSIC), "{header}");
        assert_eq!(games[1].comment, "Hello", "{header}");
        // The same lines before the first game.
        let alone = one(&format!("{header}\n1.e5 2.g8\n"));
        assert_eq!(alone, games[1], "{header}");
    }
    // Without another game, these lines are comments.
    for (text, comment) in [
        ("1.d6 2.f7\n# event: a fork\n# so\n3.e4", "event: a fork\nso"),
        ("1.d6 2.f7\n# as under rules=pp\n# | size=12", "as under rules=pp\nsize=12"),
    ] {
        let games = both(text);
        assert_eq!(games[0].main_line().nth(1).unwrap().comment, comment);
        let again = formats::write(&games, Format::List).unwrap();
        assert_eq!(both(&format!("{again}{again}")), [games.clone(), games].concat(), "{again}");
    }
    // Nor are lines with other words, or without a valid value.
    for comment in
        ["pegs: nice shape", "Result=unclear", "Size=large board", "played with rules=tournament"]
    {
        let games = both(&format!("1.d6 2.f7\n# {comment}\n# and so on\n1.e5 2.g8\n"));
        assert_eq!(games[0].main_line().last().unwrap().comment, format!("{comment}\nand so on"));
        assert_eq!((games[1].size, games[1].comment.as_str()), (Size::ARENA, ""), "{comment}");
    }
    for comment in ["Game two: size=10 later", "to move: Ann"] {
        let games = both(&format!("1.d6 2.f7\n# {comment}\n# and so on\n1.e5 2.g8\n"));
        assert_eq!(games[0].main_line().last().unwrap().comment, "", "{comment}");
        assert!(games[1].comment.contains(comment), "{}", games[1].comment);
    }
    assert_eq!(
        lists("# size=99\nd6").unwrap_err(),
        lists("1.d6\n# size=99\n1.d6").unwrap_err().replace("line 2", "line 1")
    );
}

#[test]
fn comments_with_words_of_a_header_are_comments() {
    for comment in [
        "Result=unclear",
        "played with Rules=tournament",
        "To move: White",
        "To move: Ann\nTo move: Bob",
        "Pegs: 50 per side",
        "Pegs: white has more",
    ] {
        let lines = comment.replace('\n', "\n# ");
        assert_eq!(one(&format!("# {lines}\n1.d6 2.f7")).comment, comment);
        assert_eq!(one(&format!("# {lines}\n# twixt size=24\n1.d6")).comment, comment);
    }
    let vertical = Some(Ending::won(Side::Vertical, Reason::Unknown));
    for (text, ending, comment) in [
        ("Result=1-0", vertical, ""),
        ("result=White", vertical, ""),
        ("Result=White wins", vertical, "Result=White wins"),
        ("result=1/2-1/2", Some(Ending::drawn(Reason::Agreement)), ""),
        ("RESULT=Horizontal+Time", Some(Ending::won(Side::Horizontal, Reason::Time)), ""),
    ] {
        let game = one(&format!("# {text}\n1.d6 2.f7"));
        assert_eq!((game.ending, game.comment.as_str()), (ending, comment), "{text}");
    }
    let large = one("# Hello, size=24\n1.d6 2.f7");
    assert_eq!((large.size, large.comment.as_str()), (Size::MAX, "Hello, size=24"));
    let error = lists("# Twixt Size=Huge\n1.d6").unwrap_err();
    assert!(error.ends_with("found \"Huge\""), "{error}");
    for (second, ending, linking) in [
        ("Result=White", vertical, Linking::Standard),
        ("Rules=PP swap=mirror by Ann", None, Linking::Pp),
        ("Rules=standard, result=unclear", None, Linking::Standard),
        ("rules=none", None, Linking::Standard),
    ] {
        let header = format!("# \n# {second}\n1 # version of file-format\nA # \nB # \n");
        let game = one(&format!("{header}{}f6\nk10\n", "#\n".repeat(8)));
        assert_eq!((game.ending, game.rules.linking), (ending, linking), "{second}");
    }
    // A position that was set up needs a side to move that can be read.
    let setup = |side: &str| format!("# to move: {side}\n# pegs: vertical d6,f7 horizontal e9\nf9");
    assert_eq!(one(&setup("black")), one(&setup("horizontal")));
    let error = lists(&setup("red")).unwrap_err();
    assert!(error.ends_with("expected vertical or horizontal, found \"red\""), "{error}");
    for wrong in ["Size=12, Rules=PP", "size=24 Rules=classical"] {
        assert!(lists(&format!("# {wrong}\n1.d6 2.f7")).is_err(), "{wrong}");
    }
}

#[test]
fn lists_may_have_the_marks_and_endings_of_printed_games() {
    for text in ["1.D6 2.SWAP 3.h8*, 4.g9**", "1.d6! 2.swap?? 3.h8!? 4.g9?.", "d6. swap. h8. g9*."]
    {
        let (plies, notes) = plies_and_notes(text);
        assert_eq!((plies.as_str(), notes), ("D6 swap H8 G9", Vec::new()), "{text}");
    }
    let comments = one("1.d6! 2.swap 3.h8*!? # bold\n4.g9");
    let comments: Vec<&str> = comments.main_line().map(|node| node.comment).collect();
    assert_eq!(comments, ["!", "", "!?\nbold", ""]);
    let won = |side, reason| Some(Ending::won(side, reason));
    for (end, ending) in [
        ("1-0", won(Side::Vertical, Reason::Unknown)),
        ("3. 0-1.", won(Side::Horizontal, Reason::Unknown)),
        ("1/2-1/2", Some(Ending::drawn(Reason::Agreement))),
        ("resigned", won(Side::Horizontal, Reason::Resign)),
    ] {
        assert_eq!(one(&format!("1.d6 2.f7 {end}\n")).ending, ending, "{end}");
    }
    for text in ["d6 ? e8", "d6 1-0 e8", "d6 f7 resign 1-0", "d6 2-0"] {
        assert!(lists(text).is_err(), "{text}: {:?}", lists(text));
    }
}
