//! Mails of the gamerz server.

use formats::{read, recognise, Assume, Ending, Format, Game, Reason};
use twixt::geometry::Side;
use twixt::rules::{Linking, SwapRule};

const MAIL: &str = "\
From: pbmserv@gamerz.net
Subject: Twixt, board 4711

 Red (O): ann
 Black (#): bob

     RED  BLACK
  1. C3            the middle
  2.      swap
  3.      E4       threatens to
                   go on, see 4. C5
  4. D5

    A  B  C  D  E  F
  1    .  .  .  .

  2 .  .  .  .  .  .

  3 .  .  O_ .  .  .
           \\---_
  4 .  .  .| .  #  .
            \\
  5 .  .  .  O  .  .

  6    .  .  .  .

# to move.
";

/// Follows a table.
const TEXT: &str = "

Some advice:
 1. Look at the whole board.
";

fn games(text: &str) -> Result<Vec<Game>, String> {
    read(text, None, &Assume::default()).map_err(|error| error.to_string())
}

#[test]
fn a_mail_has_the_moves_comments_and_players_of_its_table() {
    assert_eq!(recognise(MAIL), Some(Format::List));
    let games = games(MAIL).unwrap();
    let [game] = games.as_slice() else { panic!("{} games", games.len()) };
    let plies: Vec<String> = game.main_line().map(|node| node.ply.to_string()).collect();
    assert_eq!(plies, ["C3", "swap", "E4", "D5"]);
    assert_eq!((game.size.columns(), game.size.rows()), (6, 6));
    assert_eq!((game.rules.linking, game.rules.swap), (Linking::Standard, SwapRule::Sides));
    let comments: Vec<&str> = game.main_line().map(|node| node.comment).collect();
    assert_eq!(comments, ["the middle", "", "threatens to\ngo on, see 4. C5", ""]);
    // Bob answered first with the swap, and is Red since then.
    assert_eq!(game.players, [Some("bob".into()), Some("ann".into())]);
    assert_eq!(game.player_of(Side::Vertical), 1);
    for quotation in ["> ", ">", "> > "] {
        let quoted: String = MAIL.lines().map(|line| format!("{quotation}{line}\n")).collect();
        assert_eq!(recognise(&quoted), Some(Format::List), "{quoted}");
        let answer = format!("Well played!\n\nOn Monday the server wrote:\n{quoted}");
        assert_eq!(self::games(&answer).as_deref(), Ok(&games[..]), "{answer}");
    }
}

#[test]
fn no_move_of_a_mail_is_lost_silently() {
    for (old, new, message) in [
        (
            "  4. D5\n",
            "",
            "line 13, column 1: this board has a peg of Red on D5, and its table of moves no peg",
        ),
        ("  3.      E4 ", "  5.      E4 ", "the line of the table with number 3"),
        ("  4. D5", "  4. d five", "expected a move such as D6"),
        ("4 .  .  .| .  #", "4 .  .  .| .  O", "a peg of Red on E4"),
        ("  4. D5", "  4. C3", "C3"),
    ] {
        assert!(MAIL.contains(old), "{old}");
        let error = games(&MAIL.replacen(old, new, 1)).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn tables_of_an_archive_are_games_with_their_own_endings() {
    let archive = "Red   Black\n\n1 D4 F5\n2 G6(D4),E7(F5); both link\n3 Black resigns.\n\n\
                   Red   Black\n1. B8\n2. resign\n";
    let games = games(&format!("{archive}{TEXT}")).unwrap();
    assert!(games.iter().all(|game| !game.main_line().any(|node| node.comment.contains("whole"))));
    let plies = |game: &Game| {
        game.main_line().map(|node| node.ply.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(games.iter().map(plies).collect::<Vec<_>>(), ["D4 F5 G6 E7", "B8"]);
    let won = |side| Some(Ending::won(side, Reason::Resign));
    assert_eq!(games[0].ending, won(Side::Vertical));
    assert_eq!(games[1].ending, won(Side::Vertical));
    assert_eq!(games[0].size.columns(), 24);
}

#[test]
fn a_text_about_the_server_is_no_mail() {
    assert_eq!(recognise("See gamerz.net.\n1. Sign up\n2. Play\n"), None);
    let list = games("1.f6 2.swap 3.d6 # played at gamerz.net, RED and BLACK\n").unwrap();
    assert_eq!(list[0].main_line().count(), 3);
}
