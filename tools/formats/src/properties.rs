//! Parser for the syntax of SGF and LittleGolem, trees of nodes with properties:
//! `(;A[x]B[y][z];C[](;D[])(;E[]))`.

use crate::error::{quoted, Fault, BYTE_ORDER_MARK};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The nodes of a game in file order: parents come first. Never empty.
pub(crate) type RawTree<'a> = Vec<RawNode<'a>>;

pub(crate) struct RawNode<'a> {
    /// Index of the preceding node; `None` for the root.
    pub(crate) parent: Option<usize>,
    /// Whether the node is in the main line: the root, or the first successor of a main-line node.
    pub(crate) is_main: bool,
    pub(crate) properties: Vec<Property<'a>>,
}

pub(crate) struct Property<'a> {
    pub(crate) at: usize,
    pub(crate) name: Cow<'a, str>,
    /// Byte offsets and unescaped texts; never empty.
    pub(crate) values: Vec<(usize, String)>,
}

impl Property<'_> {
    pub(crate) fn value(&self) -> (usize, &str) {
        // The parser rejects a property without values.
        self.values.first().map_or((self.at, ""), |(at, value)| (*at, value))
    }
}

impl<'a> RawNode<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<&Property<'a>> {
        self.properties.iter().find(|property| property.name == name)
    }

    pub(crate) fn value(&self, name: &str) -> Option<(usize, &str)> {
        self.get(name).map(Property::value)
    }

    /// Returns all values of the properties with a name, which some programs repeat.
    pub(crate) fn values<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        let properties = self.properties.iter().filter(move |property| property.name == name);
        properties.flat_map(|property| &property.values).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let text = self.value(name)?.1.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    pub(crate) fn extra(&self, is_read: impl Fn(&Property) -> bool) -> BTreeMap<String, Value> {
        let mut extra: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for property in self.properties.iter().filter(|property| !is_read(property)) {
            let texts = property.values.iter().map(|(_, text)| Value::from(text.as_str()));
            extra.entry(property.name.to_string()).or_default().extend(texts);
        }
        extra.into_iter().map(|(name, texts)| (name, Value::Array(texts))).collect()
    }
}

/// Trees, and what the parser has skipped between them.
pub(crate) struct Parsed<'a> {
    pub(crate) trees: Vec<RawTree<'a>>,
    pub(crate) notes: Vec<String>,
}

/// Parses trees. Skips what mail programs and editors add: text before the first tree and after a tree, and superfluous
/// brackets; the brackets at the end may be missing.
pub(crate) fn parse(text: &str, max: usize) -> Result<Parsed<'_>, Fault> {
    let mut reader = Reader { text, at: 0, missing: 0 };
    let mut parsed = Parsed { trees: Vec::new(), notes: Vec::new() };
    loop {
        reader.skip_blanks();
        let start = reader.at;
        reader.at += tree_start(reader.rest()).unwrap_or(reader.rest().len());
        let skipped = text[start..reader.at].trim_matches(|c: char| c.is_whitespace() || c == '\0');
        let is_end = reader.peek().is_none();
        if parsed.trees.is_empty() && is_end {
            return Err(Fault::expected(start, "(; at the start of a game", &text[start..]));
        }
        if !skipped.is_empty() {
            parsed.notes.push(match skipped.chars().all(|c| c == ')') {
                true => format!("superfluous {skipped} after a game was skipped"),
                false => format!("text outside of the games was skipped: {}", quoted(skipped)),
            });
        }
        if is_end {
            return Ok(parsed);
        }
        if parsed.trees.len() == max {
            return Err(Fault::too_many(reader.at, max));
        }
        parsed.trees.push(reader.tree()?);
        if reader.missing > 0 {
            let brackets = ")".repeat(std::mem::take(&mut reader.missing).min(16));
            parsed.notes.push(format!("{brackets} is missing at the end of the text"));
        }
    }
}

/// Returns the offset of the first `(;` in a text, with blanks between the two signs.
pub(crate) fn tree_start(text: &str) -> Option<usize> {
    let mut brackets = text.match_indices('(').map(|(at, _)| at);
    brackets.find(|&at| text[at + 1..].trim_start().starts_with(';'))
}

/// Fails if the file names another game than Twixt.
pub(crate) fn check_game(root: &RawNode) -> Result<(), Fault> {
    match root.value("GM") {
        Some((at, number)) if number.trim() != "21" => {
            Err(Fault::expected(at, "21, the number of Twixt", number))
        }
        _ => Ok(()),
    }
}

/// Returns the fault for a move in a file that does not name its game: other games of LittleGolem have the same syntax.
pub(crate) fn ambiguous(property: &Property) -> Fault {
    let (name, value) = (&property.name, property.value().1);
    let why = "may belong to any game; if it is Twixt, add EV[twixt] to the first node";
    Fault::new(property.at, format!("this {name}[{value}] {why}"))
}

pub(crate) fn is_setup(property: &Property) -> bool {
    match property.name.to_ascii_uppercase().as_str() {
        "AB" | "AW" | "AE" => true,
        // Red pegs; with two holes, such as `AR[d6:f7]`, it is an arrow.
        "AR" => !property.values.iter().any(|(_, value)| value.contains(':')),
        _ => false,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Number of brackets that the text does not close.
    missing: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        let blank = |c: char| c.is_whitespace() || c == BYTE_ORDER_MARK;
        self.at = self.text.len() - self.rest().trim_start_matches(blank).len();
    }

    fn expected(&self, expected: &str) -> Fault {
        Fault::expected(self.at, expected, self.rest())
    }

    /// Reads a tree from its opening bracket. The open brackets are stored on the heap, so deep nesting
    /// cannot overflow the call stack.
    fn tree(&mut self) -> Result<RawTree<'a>, Fault> {
        let mut nodes = RawTree::new();
        let mut open = Vec::new();
        let (mut last, mut last_main) = (None, None);
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('(') => {
                    self.at += 1;
                    open.push(last);
                    self.skip_blanks();
                    if self.peek() != Some(';') {
                        return Err(self.expected("; after the bracket that opens a line"));
                    }
                }
                Some(')') => {
                    self.at += 1;
                    last = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(nodes);
                    }
                }
                Some(';') => {
                    self.at += 1;
                    let is_main = last == last_main;
                    let properties = self.properties()?;
                    nodes.push(RawNode { parent: last, is_main, properties });
                    last = Some(nodes.len() - 1);
                    if is_main {
                        last_main = last;
                    }
                }
                // A game that was cut off, rather than brackets alone.
                None if nodes.iter().any(|node| !node.properties.is_empty()) => {
                    self.missing = open.len();
                    return Ok(nodes);
                }
                None => return Err(self.expected(") to close the game")),
                Some(_) => return Err(self.expected("a property such as W[d6], or one of ; ( )")),
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property<'a>>, Fault> {
        let mut properties = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            let length = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
            if length == 0 {
                return Ok(properties);
            }
            let name = &self.rest()[..length];
            self.at += length;
            let mut values = Vec::new();
            loop {
                self.skip_blanks();
                if self.peek() != Some('[') {
                    break;
                }
                self.at += 1;
                values.push((self.at, self.value()?));
            }
            if values.is_empty() {
                return Err(self.expected(&format!("[ and a value of {name}")));
            }
            properties.push(Property { at, name: Cow::Borrowed(name), values });
        }
    }

    fn value(&mut self) -> Result<String, Fault> {
        let start = self.at;
        let mut value = String::new();
        let mut escaped = false;
        for (offset, c) in self.text[start..].char_indices() {
            match c {
                // CR LF counts as one line end, as does a single CR.
                '\r' if self.text[start + offset..].starts_with("\r\n") => {}
                // An escaped line end is a soft line break.
                '\n' | '\r' if escaped => escaped = false,
                '\r' => value.push('\n'),
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                ']' => {
                    self.at = start + offset + 1;
                    return Ok(value);
                }
                _ => value.push(c),
            }
        }
        self.at = self.text.len();
        let expected = format!("] to close the value that starts with {}", quoted(&value));
        Err(self.expected(&expected))
    }
}

pub(crate) fn push(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    push_value(text, value);
}

pub(crate) fn push_value(text: &mut String, value: &str) {
    text.push('[');
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}
