//! chrono = { version = "0.4", default-features = false, features = ["std"] }
//!
//! 2024-02-28 23:59:30
//! 1999-12-31 12:00:00
//! 2023-02-29 00:00:00

use chrono::{
    DateTime, Datelike, Days, Duration, FixedOffset, Months, NaiveDate, NaiveDateTime, TimeZone,
};
use chrono::{Timelike, Utc, Weekday};
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines() {
        match NaiveDateTime::parse_from_str(&line.unwrap(), "%Y-%m-%d %H:%M:%S") {
            Ok(time) => {
                println!("{time} {} {}", time.weekday(), time.ordinal());
                let later = time + Duration::seconds(45);
                println!("{later} {:?}", later.date().checked_add_months(Months::new(1)));
                println!("{}", (later + Days::new(366)).and_utc().timestamp());
            }
            Err(error) => println!("{error}"),
        }
    }
    let day = NaiveDate::from_ymd_opt(2025, 3, 1).unwrap();
    println!("{} {:?} {}", day.pred_opt().unwrap(), day.iso_week(), day.weekday() == Weekday::Sat);
    let zone = FixedOffset::east_opt(9 * 3600).unwrap();
    let there = zone.with_ymd_and_hms(2025, 1, 1, 8, 30, 0).unwrap();
    println!("{there} {} {}", there.to_rfc3339(), there.with_timezone(&Utc).hour());
    let zero = DateTime::from_timestamp(0, 0).unwrap();
    println!("{}", there.signed_duration_since(zero).num_days());
    println!(
        "{:?}",
        DateTime::parse_from_rfc3339("2020-06-15T01:02:03.5+02:00").map(|t| t.to_utc())
    );
    println!("{}", Duration::milliseconds(90_061_001));
}
