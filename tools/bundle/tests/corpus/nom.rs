//! nom = "8"
//!
//! 1 + 2 * (3 - 4) / 2
//! 12 * 12 - 5 * 5
//! 7 / (2
//! -3 * -4 rest

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, multispace0, one_of};
use nom::combinator::{map, map_res, opt, recognize, value};
use nom::multi::{fold_many0, separated_list0};
use nom::sequence::{delimited, pair, preceded, separated_pair};
use nom::{Finish, IResult, Parser};
use std::io::BufRead;

fn number(input: &str) -> IResult<&str, i64> {
    map_res(recognize(pair(opt(char('-')), digit1)), str::parse).parse(input)
}

fn factor(input: &str) -> IResult<&str, i64> {
    let group = delimited(char('('), sum, char(')'));
    delimited(multispace0, alt((number, group)), multispace0).parse(input)
}

type Parse = fn(&str) -> IResult<&str, i64>;

fn chain<'a>(input: &'a str, signs: &str, next: Parse) -> IResult<&'a str, i64> {
    let (input, first) = next(input)?;
    fold_many0(
        pair(one_of(signs), next),
        move || first,
        |total, (sign, value)| match sign {
            '+' => total + value,
            '-' => total - value,
            '*' => total * value,
            _ => total / value,
        },
    )
    .parse(input)
}

fn product(input: &str) -> IResult<&str, i64> {
    chain(input, "*/", factor)
}

fn sum(input: &str) -> IResult<&str, i64> {
    chain(input, "+-", product)
}

fn settings(input: &str) -> IResult<&str, Vec<(String, bool)>> {
    let name = map(take_while1(|c: char| c.is_alphanumeric()), str::to_uppercase);
    let flag = alt((value(true, tag("yes")), value(false, tag("no"))));
    delimited(
        char('{'),
        separated_list0(tag(", "), separated_pair(name, char('='), flag)),
        char('}'),
    )
    .parse(input)
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        println!("{:?}", sum(&line).finish().map_err(|e| e.to_string()));
    }
    println!("{:?}", settings("{fast=yes, log2=no} more"));
    println!("{:?}", preceded(tag("go "), number).parse("stop 1"));
}
