//! Matches of programs that speak GTP.

use crate::common::{command_line, folder, games, run, run_and_kill, stderr, stdout};
use records::game::Ending;
use std::fs;
use std::time::Duration;

/// Places its pegs in the first vacant hole off the border rows, and resigns if there is none. One response has two lines; there is no clock.
const FIRST_HOLE: &str = r#"
    size=12 taken=' '
    first() {
        hole=resign
        for row in $(seq 2 $((size - 1))); do
            for letter in b c d e f g h i j k l m n o p q r s t u v w; do
                [ $row$letter != "$row$end" ] || break
                case $taken in *" $letter$row "*) ;; *) hole=$letter$row; return ;; esac
            done
        done
    }
    while read -r command a b; do
        case $command in
            boardsize) size=$a; end=$(echo abcdefghijklmnopqrstuvwx | cut -c"$size") ;;
            clear_board) taken=' '; printf '= done\n  second line\n\n'; continue ;;
            play) taken="$taken$b " ;;
            genmove) first; taken="$taken$hole "; printf '= %s\n\n' "$hole"; continue ;;
            time_settings) printf '? no clock\n\n'; continue ;;
        esac
        printf '=\n\n'
    done
"#;

fn with_program(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("bot.sh"), FIRST_HOLE).expect("written");
    folder
}

const PROGRAM: &str = "hole=gtp:sh bot.sh";

#[test]
fn engines_and_programs_of_both_protocols_play_programs_that_speak_gtp() {
    let folder = with_program("gtp-all");
    for (number, (other, flags)) in [
        ("distance", "--size 7 --rules standard --nodes 20 --swap off"),
        ("distance", "--size 24 --rules pp --nodes 5 --swap off"),
        ("path", "--size 8 --swap off --first-ms 5000 --turn-ms 5000"),
        (PROGRAM, "--size 6 --rules standard --swap off --first-ms 5000 --turn-ms 5000"),
    ]
    .into_iter()
    .enumerate()
    {
        let out = format!("{number}.jsonl");
        let other = format!("other={}", other.trim_start_matches("hole="));
        let flags = format!("{flags} --openings random:2 --rounds 2 --out {out}");
        let report = stdout(&run(&folder, &command_line("match", &[&other, PROGRAM], &flags)));
        let games = games(&folder.join(out));
        assert_eq!(games.len(), 4, "{report}");
        for game in games {
            let ending = game.record.ending;
            assert!(matches!(ending, Ending::Chain | Ending::Resign), "{:?}", game.record.reason);
        }
    }
}

#[test]
fn a_killed_match_resumes_with_the_same_games() {
    let folder = with_program("gtp-killed");
    let flags = "--size 7 --rules standard --nodes 20 --swap off --openings random:2 --rounds 12";
    let arguments = command_line("match", &["distance", PROGRAM], flags);
    let whole = [&arguments[..], &["--out", "whole.jsonl"]].concat();
    stdout(&run(&folder, &whole));
    let file = folder.join("killed.jsonl");
    let killed = [&arguments[..], &["--out", "killed.jsonl", "--resume"]].concat();
    for further in 1..4 {
        run_and_kill(&folder, &killed, &file, further, Duration::from_millis(10));
    }
    stdout(&run(&folder, &["match", "--resume", "--out", "killed.jsonl"]));
    let report = stdout(&run(&folder, &["stats", "killed.jsonl", "--sprt", "elo0=0", "elo1=50"]));
    assert!(report.starts_with("Results of distance vs hole (7 x 7, standard, "), "{report}");
    assert!(report.contains("Games: 24") && report.contains("LLR"), "{report}");
    let moves = |name: &str| -> Vec<_> {
        let games = games(&folder.join(name));
        games.into_iter().map(|game| (game.game, game.record.moves)).collect()
    };
    let mut resumed = moves("killed.jsonl");
    resumed.sort();
    assert_eq!(resumed, moves("whole.jsonl"));
}

#[test]
fn faults_of_programs_lose_the_game_and_are_named() {
    let folder = folder("gtp-faults");
    let answer = |text: &str| {
        format!("read a b c && printf '=\\n\\n' && read a && printf '=\\n\\n' && while read a; do case $a in genmove*) \
                 printf '{text}';; *) printf '=\\n\\n';; esac; done")
    };
    for (name, script, ending, words) in [
        (
            "error",
            "while read a; do printf '? not here\\n\\n'; done".into(),
            Ending::Unreadable,
            "`boardsize 7`",
        ),
        ("exits", "exit 3".into(), Ending::Crashed, "code 3"),
        ("resigns", answer("= resign\\n\\n"), Ending::Resign, "resigned"),
        ("pass", answer("= pass\\n\\n"), Ending::Unreadable, "\"pass\""),
        ("corner", answer("= A1\\n\\n"), Ending::Illegal, "`A1`"),
        ("silent", answer(""), Ending::Late, "genmove"),
        ("half", answer("= B2\\n"), Ending::Late, "genmove"),
    ] {
        let bot = format!("faulty=gtp:sh -c {}", shell_words::quote(&script));
        let flags = format!(
            "--size 7 --rules standard --swap off --openings random:2 --rounds 1 --first-ms 100 --turn-ms 100 \
             --max-faults 0 --out {name}.jsonl"
        );
        stdout(&run(&folder, &command_line("match", &["distance", &bot], &flags)));
        for game in games(&folder.join(format!("{name}.jsonl"))) {
            let record = game.record;
            assert_eq!(record.ending, ending, "{name}: {}", record.reason);
            assert!(record.reason.contains(words), "{name}: {}", record.reason);
        }
    }
}

#[test]
fn a_time_per_game_is_sent_to_programs_and_its_end_loses() {
    let folder = folder("gtp-game-time");
    let log = r#"case $command in time_*) echo "$command $a $b $c" >> times ;; esac; case $command in genmove) sleep 1"#;
    let script = FIRST_HOLE.replace("read -r command a b;", "read -r command a b c;");
    let script = script.replacen(
        "case $command in\n            boardsize",
        "LOG;; esac; case $command in\n            boardsize",
        1,
    );
    fs::write(folder.join("bot.sh"), script.replace("LOG", log)).expect("written");
    let flags = "--size 7 --rules standard --swap off --openings random:2 --rounds 1 --minutes-per-game 0.03 \
                 --max-faults 0";
    let report = stdout(&run(&folder, &command_line("match", &["distance", PROGRAM], flags)));
    assert!(report.contains("1800 ms per game"), "{report}");
    for game in games(&folder.join("match.jsonl")) {
        assert_eq!(game.record.ending, Ending::Late, "{}", game.record.reason);
        let loser = game.record.at_fault().expect("a fault");
        assert_eq!(game.players[loser.index()], "hole");
        assert_eq!(game.record.limits_ms[loser.index()], [1800; 2]);
    }
    let times = fs::read_to_string(folder.join("times")).expect("the program's log");
    assert!(times.starts_with("time_settings 1.8 0 0\ntime_left b 1.8 0\n"), "{times}");
    assert!(times.contains("time_left w 1.8 0"), "{times}");

    let flags = "--size 7 --openings random:2 --rounds 1 --minutes-per-game 0.1 --out arena.jsonl";
    stdout(&run(&folder, &command_line("match", &["distance", "path"], flags)));
    for game in games(&folder.join("arena.jsonl")) {
        assert_eq!(game.record.ending, Ending::Chain, "{}", game.record.reason);
        assert_eq!(game.record.limits_ms, [[6000; 2]; 2]);
    }
}

#[test]
fn programs_of_the_arena_have_no_classic_rules() {
    let folder = folder("gtp-classic");
    let flags = "--rules standard --openings random:2";
    let error = stderr(&run(&folder, &command_line("match", &["path", "gtp:x"], flags)));
    assert!(error.contains("gtp:CMD"), "{error}");
}
