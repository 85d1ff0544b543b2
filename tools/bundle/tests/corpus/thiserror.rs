//! thiserror = "2"
//!
//! A5
//! 77
//! Z3
//! B99
//!
//! Kx

use std::error::Error;
use std::io::BufRead;
use thiserror::Error;

#[derive(Debug, Error)]
enum PlaceError {
    #[error("no column in {0:?}")]
    NoColumn(String),
    #[error("column {column} is outside A to {last}", last = 'X')]
    Column { column: char },
    #[error("row {row} is outside 1 to {max}")]
    Row { row: u32, max: u32 },
    #[error("cannot read the row")]
    Number(#[from] std::num::ParseIntError),
    #[error(transparent)]
    Other(#[from] std::fmt::Error),
}

#[derive(Debug, Error)]
#[error("line {line}: {source}")]
struct LineError {
    line: usize,
    source: PlaceError,
}

fn place(text: &str) -> Result<(u32, u32), PlaceError> {
    let column = text.chars().next().ok_or(std::fmt::Error)?;
    if column.is_ascii_digit() {
        return Err(PlaceError::NoColumn(text.into()));
    }
    if !('A'..='X').contains(&column) {
        return Err(PlaceError::Column { column });
    }
    match text[1..].parse()? {
        row @ 1..=24 => Ok((column as u32 - 64, row)),
        row => Err(PlaceError::Row { row, max: 24 }),
    }
}

fn main() {
    for (i, text) in std::io::stdin().lock().lines().enumerate() {
        match place(&text.unwrap()).map_err(|source| LineError { line: i + 1, source }) {
            Ok(place) => println!("{place:?}"),
            Err(error) => {
                let inner = error.source().and_then(|source| source.source());
                println!("{error} ({})", inner.map_or("-".into(), |e| e.to_string()));
            }
        }
    }
}
