use super::*;

const PATIENCE: Duration = Duration::from_secs(60);

fn start(script: &str) -> BotProcess {
    BotProcess::start(&Bot::parse(&format!("sh -c '{script}'")).unwrap()).unwrap()
}

fn line(answer: Reply) -> (String, Duration, bool) {
    match answer {
        Reply::Line { text, time, early } => (text, time, early),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_time_of_a_turn_in_pieces_starts_at_the_last_one() {
    let mut child = start("read -r a; read -r b; echo $a $b");
    let pause = Duration::from_millis(200);
    let pieces = ["D", "6\n", "SWAP\n"].map(|text| (pause, text.to_owned()));
    let start = Instant::now();
    let (text, time, early) = line(child.request_in_pieces(pieces.to_vec(), PATIENCE));
    assert_eq!((text.as_str(), early), ("D6 SWAP", false));
    assert!(start.elapsed() >= 3 * pause && time <= start.elapsed() - 3 * pause, "{time:?}");
}

#[test]
fn an_answer_before_the_last_piece_is_early() {
    let mut child = start("read -r a; echo $a; read -r b; cat");
    let pieces = vec![(Duration::ZERO, "D6\n".to_owned()), (PATIENCE, "0\n".to_owned())];
    let (text, time, early) = line(child.request_in_pieces(pieces, PATIENCE));
    assert_eq!((text.as_str(), time, early), ("D6", Duration::ZERO, true));
}

#[test]
fn lines_that_arrive_together_have_the_same_time() {
    let mut child = start("read -r a; printf \"C3\\nD6\\n\"; cat");
    assert_eq!(line(child.request("FIRST\n".to_owned(), PATIENCE)).0, "C3");
    let (text, _, early) = line(child.request("0\n".to_owned(), PATIENCE));
    assert_eq!((text.as_str(), early), ("D6", true));
}

#[test]
fn unsolicited_lines_and_silence_are_reported() {
    let mut child = start("echo hello; cat");
    assert_eq!(line(child.listen(PATIENCE)).0, "hello");
    let nothing = child.listen(Duration::from_millis(20));
    assert!(matches!(nothing, Reply::Nothing(_)), "{nothing:?}");
}

#[test]
fn the_end_of_the_input_ends_a_bot() {
    let mut child = start("cat; exit 3");
    assert_eq!(line(child.request("D6\n".to_owned(), PATIENCE)).0, "D6");
    child.close_input();
    assert_eq!(child.listen(PATIENCE), Reply::Closed);
    assert_eq!(child.describe_exit(), "exited with code 3");
}

#[test]
fn an_unterminated_line_differs_from_silence() {
    let mut child = start("read -r a; printf \"C3\\nD6 \"; read -r b; read -r c; echo E7; cat");
    // The start of the second line arrives together with the first line.
    assert_eq!(line(child.request("FIRST\n".to_owned(), PATIENCE)).0, "C3");
    match child.request("0\n".to_owned(), Duration::from_millis(300)) {
        Reply::Unterminated { text, waited } => {
            assert_eq!(text, "D6");
            assert!(waited >= Duration::from_millis(300), "{waited:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(line(child.request("0\n".to_owned(), PATIENCE)).0, "D6 E7");
}
