//! What is taken to a machine with a GPU, and what comes back.

use selfplay::library::Library;
use selfplay::shard::{self, Shard};
use selfplay::Settings;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use train::kernel::Kernel;
use train::pack::{pack, Options, Packed};
use train::params::Params;
use train::planes::{self, Array};
use train::shape::Shape;
use train::source::{Example, Examples, Mirror, Part, Targets};
use train::unpack::unpack;
use train::weights::Weights;
use twixt::rules::Linking;

const TARGETS: Targets = Targets { search_share: 0.4, surprise: 0.3 };

/// Plays games of next to no thought.
fn play(folder: &Path, edge: u8, linking: Linking, games: u32, seed: u64) {
    let settings = Settings { edge, linking, seed, nodes: 12, ..Settings::default() };
    selfplay::run::run(folder, &settings, 0..games, 1, &AtomicBool::new(false)).unwrap();
}

/// Two boards; of both some games are held out.
fn games(folder: &Path) -> PathBuf {
    let games = folder.join("games");
    play(&games.join("a"), 7, Linking::Pp, 400, 1);
    play(&games.join("b"), 6, Linking::Standard, 400, 2);
    games
}

#[test]
fn arrays_hold_the_examples() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(&[games(folder.path())]).unwrap();
    let out = folder.path().join("planes");
    let head = planes::write(&library, TARGETS, &out, 3).unwrap();
    let told: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("planes.json")).unwrap()).unwrap();
    assert_eq!(told["boards"][1]["name"], "7 pp");
    assert_eq!(told["boards"][1]["arrays"][0]["dims"], serde_json::json!([7, 7, 28]));
    assert!((told["search_share"].as_f64().unwrap() - 0.4).abs() < 1e-6);
    let mut reader = Examples::reader(&library, TARGETS);
    let mut example = Example::default();
    let mut surprised = 0;
    for (shelf, entry) in head.boards.iter().enumerate() {
        for (part, name, count) in [
            (Part::Training, "training", entry.training),
            (Part::HeldOut, "held-out", entry.held_out),
        ] {
            // So many that there are several jobs for several workers.
            assert!(count > if part == Part::Training { 1100 } else { 9 }, "{count}");
            let folder = out.join(&entry.folder).join(name);
            let found = entry.arrays.each_ref().map(|array| fs::read(array.file(&folder)).unwrap());
            for (array, found) in entry.arrays.iter().zip(&found) {
                assert_eq!(found.len(), count * array.row(), "{}", array.name);
            }
            for index in 0..count {
                reader.read(shelf, part, index, Mirror::default(), &mut example).unwrap();
                let row = |i: usize| {
                    let bytes = entry.arrays[i].row();
                    &found[i][index * bytes..][..bytes]
                };
                assert_eq!(row(0), example.planes);
                let mut policy = vec![0.0; example.edge * example.edge];
                example.policy.iter().for_each(|&(h, share)| policy[usize::from(h)] = share);
                for (found, share) in row(1).chunks(2).zip(policy) {
                    let found = f32::from(u16::from_le_bytes([found[0], found[1]])) / 65535.0;
                    assert!((found - share).abs() < 1e-5 && (found > 0.0) == (share > 0.0));
                }
                let float = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                assert!(row(2).chunks(4).map(float).eq(example.wdl));
                let reply = i16::from_le_bytes([row(3)[0], row(3)[1]]);
                assert_eq!(u16::try_from(reply).ok(), example.reply);
                let pegs = (0..).zip(row(4)).filter(|(_, &owner)| owner > 0);
                let (mut holes, mut chain) = (
                    pegs.clone().map(|(hole, _)| hole).collect::<Vec<u16>>(),
                    example.chain.clone(),
                );
                holes.sort_unstable();
                chain.sort_unstable();
                assert_eq!(holes, chain);
                let owner = if example.chain_is_movers { 1 } else { 2 };
                assert!(pegs.clone().all(|(_, &found)| found == owner));
                assert_eq!(float(row(5)), example.weight);
                surprised += usize::from(example.weight != 1.0);
            }
        }
    }
    assert!(surprised > 0);
    // A folder that is there is left alone.
    let error = planes::write(&library, TARGETS, &out, 1).unwrap_err().to_string();
    assert!(error.contains("there already"), "{error}");
}

#[test]
fn rows_have_the_bytes_that_they_are_told_to_have() {
    let bytes: Vec<usize> = Array::all(12).iter().map(Array::row).collect();
    assert_eq!(bytes, [4032, 288, 12, 2, 144, 4]);
}

/// Bytes of everything in a folder.
fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let sizes = entries.map(|entry| {
        if entry.file_type().unwrap().is_dir() {
            bytes(&entry.path())
        } else {
            entry.metadata().unwrap().len()
        }
    });
    sizes.sum()
}

fn numbers(path: &Path) -> Vec<u32> {
    Shard::read(path).unwrap().games().map(|game| game.unwrap().number).collect()
}

#[test]
fn a_pack_keeps_to_its_bound_and_takes_the_newest_games() {
    let folder = tempfile::tempdir().unwrap();
    let [older, newer] = ["older", "newer"].map(|name| folder.path().join(name));
    play(&newer, 7, Linking::Pp, 20, 1);
    play(&older, 6, Linking::Standard, 20, 2);
    let program = folder.path().join("program");
    fs::write(&program, vec![7; 1000]).unwrap();
    let folders = [newer.clone(), older.clone()];
    let make = |name: &str, most: u64| -> anyhow::Result<(PathBuf, Packed)> {
        let out = folder.path().join(name);
        let (start, program) = (Some(b"weights".to_vec()), &program);
        let targets = TARGETS;
        let options = Options { folders: &folders, out: &out, most, start, program, targets };
        pack(&options).map(|packed| (out, packed))
    };
    let (out, whole) = make("whole", 64_000_000).unwrap();
    assert_eq!((whole.all, whole.program, whole.left_out), (bytes(&out), 1000, 0));
    let [new, old] =
        [&newer, &older].map(|folder| shard::find(std::slice::from_ref(folder)).unwrap());
    assert_eq!((new.len(), old.len()), (1, 1));
    let games = out.join("games");
    assert_eq!(fs::read(games.join("shard-00000.games")).unwrap(), fs::read(&new[0]).unwrap());
    assert_eq!((whole.boards["7 pp"].games, whole.boards["6 standard"].games), (20, 20));
    assert_eq!(
        Library::open(&[games]).unwrap().shelves()[1].len(Part::Training)
            + Library::open(std::slice::from_ref(&newer)).unwrap().shelves()[0].len(Part::HeldOut),
        whole.boards["7 pp"].positions
    );
    let run = fs::read_to_string(out.join("run.sh")).unwrap();
    assert!(run.contains("--search-share 0.4 --surprise 0.3") && !run.contains("@TARGETS@"));
    for name in ["train", "README.txt", "gpu/train.py", "start.tpn"] {
        assert!(out.join(name).exists(), "{name}");
    }
    // With less and less room, the older games go first, and of the newer ones the first.
    let (mut games_before, bare) = (40, whole.all - whole.games);
    for (number, room) in (0..12).map(|part| (part, 1 + whole.games * part / 12)).rev() {
        let most = bare + room;
        match make(&format!("less{number}"), most) {
            Ok((out, packed)) => {
                assert_eq!(packed.all, bytes(&out));
                assert!(packed.all <= most && packed.left_out == whole.games - packed.games);
                let count = |board| packed.boards.get(board).map_or(0, |count| count.games);
                let [pp, standard] = ["7 pp", "6 standard"].map(count);
                assert!(pp == 20 || standard == 0);
                assert!((1..games_before).contains(&(pp + standard)));
                games_before = pp + standard;
                if pp < 20 {
                    let all = numbers(&new[0]);
                    let mut last = numbers(&out.join("games/shard-00000.games"));
                    last.reverse();
                    assert_eq!(last, all[20 - pp..]);
                }
            }
            Err(error) => assert!(room < 1000, "{error:#}"),
        }
    }
    assert!(games_before < 4);
    let error = make("none", bare).unwrap_err().to_string();
    assert!(error.contains("at most"), "{error}");
    assert!(!folder.path().join("none").exists() && !folder.path().join("none.part").exists());
    make("whole", 64_000_000).unwrap_err();
}

#[test]
fn what_comes_back_is_measured_by_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let games = [games(folder.path())];
    let [came, out] = ["came", "out"].map(|name| folder.path().join(name));
    fs::create_dir(&came).unwrap();
    let weights = Weights::of(&Params::random(Shape::new(16, 1).unwrap(), 5)).unwrap().to_bytes();
    fs::write(came.join("net.tpn"), &weights).unwrap();
    let error = format!("{:#}", unpack(&came, &games, &out).unwrap_err());
    assert!(error.contains("no training has ended") && error.contains("result.json"), "{error}");
    let figures = r#"{"policy":1,"top1":0,"top5":0,"value":1,"reply":2.5,"reply_top1":0.5,
        "chain":0.25,"soft":0}"#;
    let result = format!(
        r#"{{"done":true,"steps":3,"samples":48,"seconds":2,"samples_per_second":24,
        "held_out":{figures},"boards":{{"7 pp":{figures}}},"search_share":0.4}}"#
    );
    fs::write(came.join("result.json"), result).unwrap();
    unpack(&came, &games, &out).unwrap();
    assert_eq!(fs::read(out.join("net.tpn")).unwrap(), weights);
    let found: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("result.json")).unwrap()).unwrap();
    assert_eq!((&found["done"], &found["samples"]), (&true.into(), &48.into()));
    assert_eq!(found["held_out"]["reply"], 2.5);
    assert_eq!(found["boards"]["6 standard"]["reply"], 0.0);
    // The same positions as the trainer measures, by its rounded floats.
    let params = Weights::from_file(&weights).unwrap().to_params(1);
    let library = Library::open(&games).unwrap();
    let source =
        train::run::Source { name: String::new(), share: None, examples: Box::new(library) };
    let targets = Targets { search_share: 0.4, surprise: 0.0 };
    let rows =
        train::check::check(&weights, Some(&params), &[source], targets, 4096, Kernel::best());
    let rows = rows.unwrap();
    for (figure, expected) in [("policy", rows[1].figures.policy), ("value", rows[1].figures.value)]
    {
        let figure = found["held_out"][figure].as_f64().unwrap();
        assert!((figure - expected).abs() < 1e-3, "{figure} {expected}");
    }
    assert_eq!(rows[1].boards.len(), 2);
    fs::write(came.join("net.tpn"), &weights[..weights.len() - 1]).unwrap();
    let error = format!("{:#}", unpack(&came, &games, &out).unwrap_err());
    assert!(error.contains("net.tpn"), "{error}");
}
