//! log = "0.4"
//!
//! 5 0 -2

use log::{
    debug, error, info, log_enabled, trace, warn, Level, LevelFilter, Log, Metadata, Record,
};

struct Printer;

impl Log for Printer {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.target() != "noise"
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            println!("{:<5} {} {}", record.level(), record.target().len() > 2, record.args());
        }
    }

    fn flush(&self) {
        println!("flush");
    }
}

static PRINTER: Printer = Printer;

fn invert(value: i32) -> Option<i32> {
    trace!("invert {value}");
    if value == 0 {
        warn!("zero has no inverse");
        return None;
    }
    debug!(target: "arithmetic", "1000 / {}", value);
    info!(target: "noise", "hidden");
    Some(1000 / value)
}

fn main() {
    log::set_logger(&PRINTER).unwrap();
    log::set_max_level(LevelFilter::Debug);
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for value in line.split_whitespace().map(|w| w.parse().unwrap()) {
        info!("{:?}", invert(value));
    }
    println!("{} {:?}", log_enabled!(Level::Trace), log::max_level());
    println!("{:?} {:?}", "warn".parse::<Level>(), Level::Error.to_level_filter());
    println!("{}", log::set_logger(&PRINTER).is_err());
    error!("{who} failed after {} turns", 12, who = "bot");
    log::logger().flush();
}
