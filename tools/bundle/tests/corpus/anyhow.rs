//! anyhow = "1"
//!
//! 5 6
//! 12 x
//! 9 0
//! 7
//! 300 3

use anyhow::{anyhow, bail, ensure, Context, Result};
use std::io::BufRead;

#[derive(Debug)]
struct Outside(i64);

impl std::fmt::Display for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is outside", self.0)
    }
}

impl std::error::Error for Outside {}

fn number(text: &str) -> Result<i64> {
    let value: i64 = text.parse().with_context(|| format!("cannot read {text:?}"))?;
    if value > 255 {
        return Err(Outside(value).into());
    }
    Ok(value)
}

fn divide(line: &str) -> Result<i64> {
    let Some((a, b)) = line.split_once(' ') else { bail!("no space in {line:?}") };
    let (a, b) = (number(a).context("first number")?, number(b)?);
    ensure!(b != 0, "{a} divided by zero");
    let quotient = a.checked_div(b).ok_or_else(|| anyhow!("overflow"))?;
    ensure!(quotient < 100);
    Ok(quotient)
}

fn main() -> Result<()> {
    for line in std::io::stdin().lock().lines() {
        match divide(&line?) {
            Ok(quotient) => println!("{quotient}"),
            Err(error) => {
                let outside = error.downcast_ref::<Outside>().map(|o| o.0);
                println!("{error} / {error:#} / {} {outside:?}", error.chain().count());
                println!("{}", error.root_cause());
            }
        }
    }
    let value = None::<u8>.context("nothing there");
    println!("{:?}", value.map_err(|e| e.to_string()));
    let _: u8 = "400".parse().context("last")?;
    unreachable!()
}
