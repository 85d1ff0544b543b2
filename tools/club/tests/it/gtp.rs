//! `club gtp` as a process: games, errors, analyses.

#[path = "../../../../fuzz/bodies/gtp.rs"]
mod body;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use twixt::geometry::{Side, Size};
use twixt::rules::{Outcome, Ply, Position, Rules, SwapRule};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(flags: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_club"))
            .arg("gtp")
            .args(flags.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the engine closed its output");
        line.trim_end_matches('\n').to_owned()
    }

    /// Reads the lines up to the next blank line.
    fn answer(&mut self) -> String {
        let mut lines = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return lines.join("\n"),
                line => lines.push(line),
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Sends two commands at once, and returns both responses.
    fn answer_to_two(&mut self, first: &str, second: &str) -> (String, String) {
        self.send(&format!("{first}\n{second}"));
        (self.answer(), self.answer())
    }

    /// Sends a command and returns its successful response.
    fn done(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {answer}"));
        text.trim().to_owned()
    }

    /// Sends a command and returns its error.
    fn refused(&mut self, line: &str) -> String {
        let answer = self.ask(line);
        let text = answer.strip_prefix("? ").unwrap_or_else(|| panic!("{line}: {answer}"));
        text.to_owned()
    }

    fn quit(mut self) {
        assert_eq!(self.ask("quit"), "=");
        assert!(self.child.wait().unwrap().success());
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::Vertical => "white",
        Side::Horizontal => "black",
    }
}

/// Plays a game with `genmove`, and checks every response against a separately updated position.
fn play_complete_game(mut engine: Engine, start: Position) {
    let mut position = start;
    let mut plies = Vec::new();
    while position.outcome().is_none() {
        assert!(engine.refused("final_score").contains("not over"));
        let mover = position.to_move();
        let text = engine.done(&format!("genmove {}", colour(mover)));
        let ply: Ply = text.parse().unwrap();
        position.play_ply(&ply).unwrap_or_else(|error| panic!("{text}: {error}"));
        plies.push(ply);
        let legal = engine.done("all_legal");
        assert_eq!(legal.split_whitespace().count(), position.moves().count(), "after {text}");
    }
    let score = match position.outcome() {
        Some(Outcome::Won(Side::Vertical)) => "W+1",
        Some(Outcome::Won(Side::Horizontal)) => "B+1",
        _ => "0",
    };
    assert_eq!(engine.done("final_score"), score);
    assert!(engine.refused("genmove white").contains("over"));

    let board = engine.done("showboard");
    let pegs = |sign: char| board.matches(sign).count();
    let counts = [Side::Vertical, Side::Horizontal].map(|side| position.board().pegs(side).count());
    assert_eq!([pegs('●'), pegs('○')], counts, "{board}");

    for _ in 0..plies.len() {
        assert_eq!(engine.done("undo"), "");
    }
    assert!(engine.refused("undo").contains("cannot undo"));
    assert!(!engine.done("showboard").contains('○'));
    engine.quit();
}

#[test]
fn a_complete_game_on_12_by_12() {
    play_complete_game(Engine::start("--nodes 40"), Position::new(Size::ARENA));
}

#[test]
fn a_complete_game_on_24_by_24_under_classic_rules() {
    let engine = Engine::start("--nodes 20 --size 24 --rules standard");
    play_complete_game(engine, Position::with_rules(Size::MAX, Rules::CLASSIC));
}

#[test]
fn a_complete_game_that_the_controller_sets_up() {
    let mut engine = Engine::start("--nodes 20");
    assert_eq!(engine.done("twixt-rules standard"), "");
    assert_eq!(engine.done("boardsize 9 7"), "");
    let rules = Rules { swap: SwapRule::None, ..Rules::CLASSIC };
    play_complete_game(engine, Position::with_rules(Size::rectangle(9, 7).unwrap(), rules));
}

#[test]
fn responses_follow_the_protocol() {
    let mut engine = Engine::start("--nodes 50");
    assert_eq!(engine.ask("7 protocol_version"), "=7 2");
    assert_eq!(engine.done("name # who are you?"), "Twixt");
    let names = engine.done("list_commands");
    for wanted in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "boardsize",
        "clear_board",
        "play",
        "genmove",
        "undo",
        "showboard",
        "final_score",
        "time_settings",
        "time_left",
        "quit",
        "kata-analyze",
        "lz-analyze",
    ] {
        assert!(names.lines().any(|name| name == wanted), "{wanted}");
        assert_eq!(engine.done(&format!("known_command {wanted}")), "true");
    }
    assert_eq!(engine.done("known_command dance"), "false");
    assert!(engine.ask("3 dance").starts_with("?3 unknown command"));
    assert!(engine.refused("boardsize 25").contains("unacceptable size"));
    assert!(engine.refused("boardsize").contains("unacceptable size"));
    assert!(engine.refused("play white").contains("expected a colour and a move"));
    assert!(engine.refused("play green d6").contains("expected a colour"));
    assert!(engine.refused("play white a6").contains("border row"));
    assert!(engine.refused("play white z9").contains("expected a hole"));
    assert!(engine.refused("play white swap").contains("SWAP"));
    assert_eq!(engine.done("play WHITE d6"), "");
    assert!(engine.refused("play black d6").contains("holds a peg"));
    assert_eq!(engine.done("play black swap"), "");
    // The reflected first peg belongs to black.
    assert!(engine.refused("play white f4").contains("F4 holds a peg of horizontal"));
    assert_eq!(engine.done("play white resign"), "");
    assert_eq!(engine.done("final_score"), "B+R");
    assert!(engine.refused("genmove white").contains("over"));
    assert_eq!(engine.done("clear_board"), "");
    engine.quit();
}

#[test]
fn a_classic_turn_removes_links() {
    let mut engine = Engine::start("--size 12 --rules standard --swap none");
    for line in ["white d4", "black k9", "white e6", "black k7", "white d8"] {
        assert_eq!(engine.done(&format!("play {line}")), "");
    }
    assert_eq!(engine.done("play black b2"), "");
    assert!(engine.refused("play white h8-d4/h8").contains("cannot unlink D4/H8"));
    assert_eq!(engine.done("play white h8-d4/e6+"), "");
    let board = engine.done("showboard");
    assert!(board.contains("black to move"), "{board}");
    engine.quit();
}

#[test]
fn analyses_continue_until_the_next_line() {
    let mut engine = Engine::start("--engine distance");
    assert_eq!(engine.done("play w d6"), "");
    for command in ["kata-analyze 5", "kata-analyze b interval 5"] {
        engine.send(command);
        assert_eq!(engine.line(), "=");
        for _ in 0..2 {
            let line = engine.line();
            let words: Vec<&str> = line.split_whitespace().take(10).collect();
            let [info, mv, hole, visits, _, winrate, share, prior, _, order] = words[..] else {
                panic!("{line}")
            };
            assert_eq!(
                [info, mv, visits, winrate, prior, order],
                ["info", "move", "visits", "winrate", "prior", "order"]
            );
            assert!(hole.parse::<Ply>().is_ok());
            assert!((0.0..=1.0).contains(&share.parse().unwrap()), "{share}");
        }
        // A blank line ends an analysis, without a response of its own.
        engine.send("");
        assert!(engine.answer().lines().all(|line| line.starts_with("info")));
    }
    engine.send("kata-analyze 100");
    assert_eq!(engine.line(), "=");
    engine.send("name");
    std::thread::sleep(Duration::from_millis(50));
    assert!(engine.answer().lines().all(|line| line.starts_with("info")));
    assert_eq!(engine.answer(), "= Twixt");

    assert_eq!(engine.done("time_settings 0 1 2"), "");
    let answer = engine.ask("kata-genmove_analyze black 10");
    let last = answer.lines().last().unwrap();
    assert!(last.starts_with("play "), "{answer}");
    assert_eq!(engine.answer_to_two("kata-genmove_analyze black 10", "name").1, "= Twixt");
    engine.quit();
}

/// Runs an analysis and returns its fourth report.
fn analysis(engine: &mut Engine) -> String {
    engine.send("kata-analyze 5");
    assert_eq!(engine.line(), "=");
    let mut line = engine.line();
    assert!(line.starts_with("info move "), "{line:?}");
    for _ in 0..3 {
        line = engine.line();
        assert!(line.starts_with("info move "), "{line:?}");
    }
    engine.send("");
    engine.answer();
    line
}

#[test]
fn first_pegs_and_the_swap_are_analysed() {
    for flags in ["", "--engine distance --size 8", "--size 10 --rules standard --engine distance"]
    {
        let mut engine = Engine::start(flags);
        assert!(analysis(&mut engine).matches("info").count() > 1);
        assert_eq!(engine.done("play w c4"), "");
        let line = analysis(&mut engine);
        assert!(line.contains("info move swap visits"), "{flags}: {line}");
        assert!(line.matches("info").count() > 2, "{flags}: {line}");
        engine.quit();
    }
}

/// The options of KataGo's analysis commands.
#[test]
fn analyses_take_the_options_of_katago() {
    let mut engine = Engine::start("--engine distance");
    assert_eq!(engine.done("play w d6"), "");
    let report = engine.done("kata-analyze b 20 ownership true rootInfo true maxvisits 300");
    let last = report.lines().last().unwrap();
    let (_, root) = last.split_once(" rootInfo visits ").expect(last);
    assert!(root.split(' ').next().unwrap().parse::<u32>().unwrap() >= 200, "{last}");
    let report = engine.done("lz-analyze maxvisits 100 minmoves 3 pvVisits true");
    let words: Vec<&str> = report.lines().last().unwrap().split(' ').collect();
    assert!(words[6].parse::<u32>().unwrap() <= 10_000, "{report}");
    for (command, complaint) in [
        ("kata-analyze avoid w d6 1", "avoid is not supported: the search considers all moves"),
        ("kata-analyze ownership 7", "expected true or false after ownership, found \"7\""),
        ("kata-analyze maxvisits", "expected a number of evaluations after maxvisits, found"),
        ("kata-analyze pondering true", "unknown option \"pondering\"; known are a colour,"),
    ] {
        let answer = engine.refused(command);
        assert!(answer.starts_with(complaint), "{answer}");
    }
    engine.quit();
    let mut engine = Engine::start("--engine distance --nodes 50");
    let report = engine.done("kata-analyze 1");
    assert!(report.lines().last().unwrap().starts_with("info move"), "{report}");
    engine.quit();
}

/// What Sabaki sends: black first, positions by single pegs of any colour, and columns without I.
#[test]
fn programs_for_go_set_up_positions() {
    let mut engine = Engine::start("--engine distance --nodes 20 --skip-i");
    for line in ["boardsize 12", "clear_board", "komi 0", "play B J5", "play B K7", "play W D6"] {
        assert_eq!(engine.done(line), "", "{line}");
    }
    assert!(engine.refused("play W I9").contains("illegal move"));
    assert!(engine.refused("play W J5").contains("holds a peg"));
    let board = engine.done("showboard");
    assert!(board.contains("black to move"), "{board}");
    let legal = engine.done("all_legal");
    assert!(legal.split(' ').all(|word| !word.starts_with('I')), "{legal}");
    assert!(legal.split(' ').any(|word| word.starts_with('M')), "{legal}");
    // Neither an analysis of the other side nor a refused command changes the game.
    for command in ["kata-analyze W 10", "reg_genmove W"] {
        assert!(!engine.done(command).is_empty());
    }
    assert!(engine.refused("kata-analyze W avoid B D4 1").contains("avoid is not supported"));
    assert!(engine.done("showboard").contains("black to move"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two words.sgf");
    assert_eq!(engine.done(&format!("savesgf {}", file.display())), "");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("AB[i5]") && text.contains(";B[j7];W[d6]"), "{text}");
    for _ in 0..3 {
        assert_eq!(engine.done("undo"), "");
    }
    assert!(engine.refused("undo").contains("cannot undo"));
    for _ in 0..2 {
        let answer = engine.done("genmove B");
        assert!((2..=3).contains(&answer.len()), "{answer}");
    }
    assert_eq!(engine.done(&format!("loadsgf {}", file.display())), "black");
    assert_eq!(engine.done(&format!("loadsgf {} 1", file.display())), "black");
    engine.quit();
}

#[test]
fn superfluous_arguments_are_refused() {
    let mut engine = Engine::start("--engine distance");
    assert_eq!(engine.done("play w d6"), "");
    assert_eq!(engine.refused("undo 3"), "undo takes no argument, found \"3\"");
    assert_eq!(engine.refused("play b e6 f7"), "play takes at most 2 arguments, found \"f7\"");
    assert_eq!(engine.done("kata-get-rules"), r#"{"linking":"pp","swap":"mirror"}"#);
    engine.quit();
}

#[test]
fn the_engine_thinks_during_the_opponents_turn() {
    let mut engine = Engine::start("--engine distance --nodes 200 --ponder");
    assert_eq!(engine.done("play w f4"), "");
    engine.done("genmove b");
    std::thread::sleep(Duration::from_millis(300));
    // Far more than the 50 evaluations of this command.
    let report = engine.done("kata-analyze rootInfo true maxvisits 50");
    let (_, root) = report.lines().last().unwrap().split_once(" rootInfo visits ").unwrap();
    assert!(root.split(' ').next().unwrap().parse::<u32>().unwrap() > 250, "{report}");
    engine.quit();
}

#[test]
fn invalid_lines_get_error_responses() {
    let mut engine = Engine::start("--nodes 1 --engine distance");
    engine.input.write_all(b"4 play w d\xff6\n").unwrap();
    assert_eq!(engine.answer(), "?4 line ignored: not valid UTF-8");
    assert_eq!(engine.ask("17"), "?17 expected a command after the number");
    engine.input.write_all(b"name # that \xff is not read\n\n # nor this\n").unwrap();
    assert_eq!(engine.answer(), "= Twixt");
    engine.quit();
}

#[test]
fn more_memory_than_available_is_an_error() {
    let club = Command::new(env!("CARGO_BIN_EXE_club"))
        .args(["gtp", "--memory", "206158"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let complaint = String::from_utf8(club.stderr).unwrap();
    // A system that overcommits memory allows this allocation.
    let refused = complaint.starts_with("club: cannot allocate --memory 206158 MB");
    assert!(refused || club.status.success(), "{complaint}");
}

#[test]
fn setting_the_rules_sets_their_default_swap() {
    let mut engine = Engine::start("--nodes 1");
    for (line, answer) in [
        ("twixt-swap", "mirror"),
        ("twixt-rules standard", ""),
        ("twixt-swap", "sides"),
        ("boardsize 9 7", ""),
        ("twixt-swap", "none"),
        ("boardsize 9", ""),
        ("twixt-swap", "sides"),
        ("twixt-rules pp", ""),
        ("twixt-swap", "mirror"),
        ("twixt-swap none", ""),
        ("twixt-rules standard", ""),
        ("twixt-swap", "none"),
    ] {
        assert_eq!(engine.done(line), answer, "{line}");
    }
    engine.quit();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.sgf");
    std::fs::write(&path, "(;GM[21]SZ[12]RU[PP]PL[B]AW[d6][f7]AB[e8])").unwrap();
    let mut engine = Engine::start("--nodes 1 --swap sides");
    assert_eq!(engine.done(&format!("loadsgf {}", path.display())), "black");
    assert_eq!(engine.done("twixt-swap"), "none");
    assert_eq!(engine.done("clear_board"), "");
    assert_eq!(engine.done("twixt-swap"), "sides");
    engine.quit();
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let path = path.to_str().unwrap();
    let mut engine = Engine::start("--rules standard --swap none --size 10");
    for line in ["white d4", "black g7", "white e6", "black h3", "white d8-d4/e6+"] {
        assert_eq!(engine.done(&format!("play {line}")), "");
    }
    let board = engine.done("showboard");
    assert_eq!(engine.done(&format!("savesgf {path}")), "");
    assert_eq!(engine.done("boardsize 24"), "");
    assert_eq!(engine.done(&format!("loadsgf {path}")), "black");
    assert_eq!(engine.done("showboard"), board);
    assert_eq!(engine.done(&format!("loadsgf {path} 3")), "white");
    assert!(engine.refused("loadsgf nowhere.sgf").contains("cannot load"));
    engine.quit();
}

#[test]
fn a_loaded_game_keeps_its_result_names_and_comments() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (path, kept) = (file("game.sgf"), file("kept.sgf"));
    let head = "(;GM[21]SZ[8]RU[PP]SWAP[mirror]PW[Ann]PB[Bob]";
    std::fs::write(&path, format!("{head}RE[B+R]C[hello];W[d3]C[x];B[e6];W[c5](;B[f4])(;B[g3]))"))
        .unwrap();
    let mut engine = Engine::start("--nodes 1 --engine distance");
    let saved = |engine: &mut Engine, answer: &str| {
        assert_eq!(engine.done(&format!("savesgf {kept}")), answer);
        std::fs::read_to_string(&kept).unwrap()
    };
    engine.done(&format!("loadsgf {path}"));
    assert_eq!(engine.done("final_score"), "B+R");
    let text = saved(&mut engine, "");
    for part in ["PW[Ann]", "PB[Bob]", "RE[B+R]", "C[hello]", "C[x]", "B[g3]"] {
        assert!(text.contains(part), "{text}");
    }
    for line in ["genmove w", "play w b3", "kata-genmove_analyze w"] {
        let error = engine.refused(line);
        assert_eq!(error, "the game is over (horizontal+resign); undo takes the ending back");
    }
    engine.done("reg_genmove w");
    engine.done("undo");
    assert!(engine.refused("final_score").contains("not over"));
    engine.done("genmove w");
    let text = saved(&mut engine, "");
    assert!(text.contains("PW[Ann]") && text.contains("C[x]") && !text.contains("RE["), "{text}");
    engine.done(&format!("loadsgf {path} 3"));
    assert!(engine.refused("final_score").contains("not over"));
    let text = saved(&mut engine, "omitted 3 turns of the file after this position");
    assert!(text.contains("W[d3]C[x]") && !text.contains("c5"), "{text}");
    // A move out of turn sets up a position.
    engine.done("play w b3");
    engine.done("play w f6");
    let text = saved(&mut engine, "");
    for part in ["AW[", "PW[Ann]", "PB[Bob]", "C[hello]", "SWAP[none]"] {
        assert!(text.contains(part) && !text.contains("C[x]"), "{text}");
    }
    for (result, score) in [("W+T", "W+1"), ("B+", "B+1"), ("Draw", "0")] {
        std::fs::write(&path, format!("{head}RE[{result}];W[d3])")).unwrap();
        engine.done(&format!("loadsgf {path}"));
        assert_eq!(engine.done("final_score"), score);
    }
    engine.done("clear_board");
    assert!(!saved(&mut engine, "").contains("Ann"));
    engine.quit();
}

#[test]
fn the_fuzzers_corpus_passes() {
    crate::corpus::feed("gtp", body::run);
}
