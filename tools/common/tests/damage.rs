//! Damage to journals: flipped bits, truncation, and copied, removed and exchanged records.

use common::journal::{
    has_hashes, read, ChainHash, Frames, Lines, LockedFile, Mode, PlainLines, Read, RecordFormat,
};

/// Payloads of several lengths, some of which end in zeros.
const BYTES: [&[u8]; 4] = [b"settings", b"", b"a game that ends in zeros\0\0\0", b"\0\x01\0"];
const OBJECTS: [&[u8]; 3] = [br#"{"plan":1}"#, br#"{"game":0,"winner":"first"}"#, br#"{"game":1}"#];

fn written<F: RecordFormat>(payloads: &[&[u8]]) -> Vec<u8> {
    let (mut bytes, mut link) = (Vec::new(), ChainHash::START);
    for payload in payloads {
        let (record, next) = F::write(payload, link);
        bytes.extend(record);
        link = next;
    }
    bytes
}

fn whole<F: RecordFormat>(bytes: &[u8]) -> Read {
    let read = read::<F>(bytes, 0).unwrap();
    assert_eq!((read.torn, read.end), (None, bytes.len()));
    read
}

#[test]
fn records_round_trip() {
    let bytes = written::<Frames>(&BYTES);
    let payloads = whole::<Frames>(&bytes).records;
    assert!(payloads.iter().map(|record| &bytes[record.payload.clone()]).eq(BYTES));
    let lines = written::<Lines>(&OBJECTS);
    assert_eq!(whole::<Lines>(&lines).records.len(), 3);
    let text = String::from_utf8(lines).unwrap();
    assert!(text.starts_with(r#"{"plan":1,"check":"10:"#), "{text}");
}

fn flip_all<F: RecordFormat>(bytes: &[u8]) {
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let read = read::<F>(&flipped, 0);
        assert!(read.is_err(), "byte {}, bit {}: {read:?}", bit / 8, bit % 8);
    }
}

#[test]
fn every_flipped_bit_is_detected() {
    flip_all::<Frames>(&written::<Frames>(&BYTES));
    flip_all::<Lines>(&written::<Lines>(&OBJECTS));
}

#[test]
fn no_flipped_bit_makes_a_file_with_hashes_look_plain() {
    // Includes a file of one line, such as a plan without games.
    for bytes in [written::<Lines>(&OBJECTS), written::<Lines>(&OBJECTS[..1])] {
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if !has_hashes(&flipped) {
                assert!(read::<PlainLines>(&flipped, 0).is_err(), "byte {}", bit / 8);
            }
        }
    }
}

fn tear_everywhere<F: RecordFormat>(bytes: &[u8]) {
    let records = whole::<F>(bytes).records;
    for length in 0..bytes.len() {
        let kept = records.iter().filter(|record| record.end <= length).count();
        let end = kept.checked_sub(1).map_or(0, |last| records[last].end);
        for zeros in [0, 1, 7, 4096] {
            let mut torn = bytes[..length].to_vec();
            torn.resize(length + zeros, 0);
            let read = read::<F>(&torn, 0).unwrap();
            assert_eq!((read.records.len(), read.end), (kept, end), "{length} + {zeros}");
            assert_eq!(read.torn.map_or(0, |torn| torn.bytes), torn.len() - end);
            if end == length && zeros > 0 {
                assert!(read.torn.unwrap().zeros);
            }
        }
    }
}

#[test]
fn truncation_and_trailing_zeros_are_not_damage() {
    tear_everywhere::<Frames>(&written::<Frames>(&BYTES));
    tear_everywhere::<Lines>(&written::<Lines>(&OBJECTS));
}

fn rearrange<F: RecordFormat>(bytes: &[u8]) {
    let records = whole::<F>(bytes).records;
    let piece = |number: usize| &bytes[records[number].start..records[number].end];
    for from in 0..records.len() {
        for at in from + 1..=records.len() {
            let mut copied = bytes.to_vec();
            let place = records.get(at).map_or(bytes.len(), |record| record.start);
            copied.splice(place..place, piece(from).iter().copied());
            let error = read::<F>(&copied, 0).unwrap_err().to_string();
            let (first, second) =
                (F::place(&copied, records[from].start), F::place(&copied, place));
            assert_eq!(error, format!("{second}: it is a copy of the record at {first}"));
        }
    }
    for number in 0..records.len() - 1 {
        let mut without = bytes.to_vec();
        without.drain(records[number].start..records[number].end);
        assert!(read::<F>(&without, 0).is_err(), "without record {number}");
        let mut exchanged = bytes[..records[number].start].to_vec();
        exchanged.extend([piece(number + 1), piece(number)].concat());
        assert!(read::<F>(&exchanged, 0).is_err(), "records {number} and the next exchanged");
    }
}

#[test]
fn copied_removed_and_exchanged_records_are_detected() {
    rearrange::<Frames>(&written::<Frames>(&BYTES));
    rearrange::<Lines>(&written::<Lines>(&OBJECTS));
}

#[test]
fn errors_name_the_edited_line() {
    let text = String::from_utf8(written::<Lines>(&OBJECTS)).unwrap();
    let edited = text.replace("first", "other");
    let error = read::<Lines>(edited.as_bytes(), 0).unwrap_err().to_string();
    assert!(error.starts_with("line 2: ") && error.contains("edited"), "{error}");
    let added = format!("{text}{{\"game\":7}}\n");
    let error = read::<Lines>(added.as_bytes(), 0).unwrap_err().to_string();
    assert!(error.starts_with("line 4: it has no hash"), "{error}");
}

#[test]
fn lines_without_hashes_are_read_as_plain() {
    let plain = written::<PlainLines>(&OBJECTS);
    assert!(!has_hashes(&plain) && has_hashes(&written::<Lines>(&OBJECTS)) && has_hashes(b"{"));
    assert_eq!(whole::<PlainLines>(&plain).records.len(), 3);
    let torn = read::<PlainLines>(&plain[..plain.len() - 3], 0).unwrap();
    assert_eq!((torn.records.len(), torn.torn.unwrap().bytes), (2, OBJECTS[2].len() - 2));
    let mixed = [plain, written::<Lines>(&OBJECTS[1..2])].concat();
    let error = read::<PlainLines>(&mixed, 0).unwrap_err().to_string();
    assert!(error.starts_with("line 4: it has a hash"), "{error}");
}

#[test]
fn files_are_locked_and_torn_ends_truncated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    assert!(LockedFile::open(&path, Mode::Existing).is_err());
    let mut held = LockedFile::open(&path, Mode::New).unwrap();
    assert!(LockedFile::open(&path, Mode::Any)
        .unwrap_err()
        .to_string()
        .contains("another process"));
    let bytes = written::<Frames>(&BYTES);
    held.append(&bytes[..bytes.len() - 2]).unwrap();
    drop(held);
    assert!(LockedFile::open(&path, Mode::New).is_err());
    let mut held = LockedFile::open(&path, Mode::Any).unwrap();
    let found = held.bytes().unwrap();
    let read = read::<Frames>(&found, 0).unwrap();
    held.truncate(read.end).unwrap();
    held.append(&Frames::write(BYTES[3], read.link).0).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn open_waits_for_a_lock_that_a_starting_child_inherited() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let file = std::fs::File::create(&path).unwrap();
    file.try_lock().unwrap();
    // `fork` duplicates the descriptor in the same way, which keeps the lock.
    let inherited = file.try_clone().unwrap();
    drop(file);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            drop(inherited);
        });
        LockedFile::open(&path, Mode::Existing).unwrap();
    });
}
