//! Trees of nodes with properties, the form that SGF and LittleGolem share:
//! `(;A[x]B[y][z];C[](;D[])(;E[]))`.

use crate::error::{quoted, Fault, BYTE_ORDER_MARK};
use crate::games;
use serde_json::Value;
use std::collections::BTreeMap;

/// A game's nodes, each after the one that it follows; at least one, since a bracket is followed by a
/// semicolon.
pub(crate) type RawTree<'a> = Vec<RawNode<'a>>;

/// A node of a tree.
pub(crate) struct RawNode<'a> {
    /// The number of the node that it follows; none for the first.
    pub(crate) parent: Option<usize>,
    /// Whether it is of the main line: the first node, and of those that follow a node the first.
    pub(crate) is_main: bool,
    pub(crate) properties: Vec<Property<'a>>,
}

pub(crate) struct Property<'a> {
    /// Byte where its name starts.
    pub(crate) at: usize,
    pub(crate) name: &'a str,
    /// Byte where a value starts, and the value without its escapes. There is at least one.
    pub(crate) values: Vec<(usize, String)>,
}

impl Property<'_> {
    /// The first value.
    pub(crate) fn value(&self) -> (usize, &str) {
        // A property without a value is a fault where it is read.
        self.values.first().map_or((self.at, ""), |(at, value)| (*at, value))
    }
}

impl<'a> RawNode<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<&Property<'a>> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of a property, if it is there.
    pub(crate) fn value(&self, name: &str) -> Option<(usize, &str)> {
        self.get(name).map(Property::value)
    }

    /// The text of a property, or `None` if it is not there or empty.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let text = self.value(name)?.1.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The properties but for those that the reader understands.
    pub(crate) fn extra(&self, is_read: impl Fn(&Property) -> bool) -> BTreeMap<String, Value> {
        let texts = |property: &Property| {
            property.values.iter().map(|(_, text)| Value::from(text.as_str())).collect()
        };
        let kept = self.properties.iter().filter(|property| !is_read(property));
        kept.map(|property| (property.name.to_owned(), Value::Array(texts(property)))).collect()
    }
}

/// Reads all trees of a text, which are to be so many at most.
pub(crate) fn parse(text: &str, most: usize) -> Result<Vec<RawTree<'_>>, Fault> {
    let mut reader = Reader { text, at: 0 };
    let mut trees = Vec::new();
    loop {
        reader.skip_blanks();
        match reader.peek() {
            Some('(') if trees.len() == most => return Err(Fault::too_many(reader.at, most)),
            Some('(') => trees.push(reader.tree()?),
            None if !trees.is_empty() => return Ok(trees),
            _ => return Err(reader.expected("(; where a game begins")),
        }
    }
}

/// Refuses a file whose first node says that it holds another game than Twixt.
pub(crate) fn check_game(root: &RawNode) -> Result<(), Fault> {
    if let Some((at, number)) = root.value("GM") {
        if number.trim() == "21" {
            return Ok(());
        }
        let fault = Fault::expected(at, "21, the number of Twixt", number);
        return Err(match games::of_number(number.trim()) {
            Some(game) => Fault::new(at, format!("{}, that of {game}", fault.message)),
            None => fault,
        });
    }
    let Some((at, event)) = root.value("EV") else { return Ok(()) };
    match games::of_event(event) {
        Some(game) => Err(Fault::new(at, format!("expected a game of Twixt, found one of {game}"))),
        None => Ok(()),
    }
}

/// Whether the property puts pegs or links on the board without a move.
pub(crate) fn is_setup(property: &Property) -> bool {
    let name = property.name.to_ascii_uppercase();
    matches!(name.as_str(), "AB" | "AW" | "AR" | "AE")
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
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

    /// A tree, its opening bracket next. The open brackets are kept on a stack, since files may nest
    /// them deeper than calls can go.
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
            properties.push(Property { at, name, values });
        }
    }

    /// A value up to its closing bracket.
    fn value(&mut self) -> Result<String, Fault> {
        let start = self.at;
        let mut value = String::new();
        let mut escaped = false;
        for (offset, c) in self.text[start..].char_indices() {
            match c {
                // Before a line feed it is half of a line's end; alone it ends one, as on old machines.
                '\r' if self.text[start + offset..].starts_with("\r\n") => {}
                // An escaped end of a line only breaks a long line.
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
        let begun = format!("] to close the value that starts with {}", quoted(&value));
        Err(self.expected(&begun))
    }
}

/// Writes a property with one value.
pub(crate) fn push(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    push_value(text, value);
}

/// Writes a value in its brackets.
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
