//! A grid of terminal cells with line rendering.

use twixt::geometry::Side;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ink {
    /// The side that determines the colour; grey if none.
    pub(crate) side: Option<Side>,
    pub(crate) strong: bool,
    pub(crate) reverse: bool,
}

impl Ink {
    pub(crate) fn of(side: Side) -> Ink {
        Ink { side: Some(side), ..Ink::default() }
    }

    /// Returns the escape sequence of this style. Orange and blue stay distinct under colour blindness.
    fn escape(self) -> String {
        let colour = match self.side {
            Some(Side::Vertical) => 208,
            Some(Side::Horizontal) => 39,
            None => 245,
        };
        let bold = if self.strong { "1;" } else { "" };
        let reverse = if self.reverse { "7;" } else { "" };
        format!("\x1b[0;{bold}{reverse}38;5;{colour}m")
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Blank,
    Glyph(char),
    /// Bits of the 2 × 4 braille dots, in Unicode's order.
    Dots(u8),
}

pub(crate) type At = (i32, i32);

/// Terminal cells; drawing outside them has no effect.
pub(crate) struct Canvas {
    width: usize,
    cells: Vec<(Mark, Ink)>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(Mark::Blank, Ink::default()); width * height] }
    }

    fn cell(&mut self, (x, y): At) -> Option<&mut (Mark, Ink)> {
        let x = usize::try_from(x).ok().filter(|&x| x < self.width)?;
        let y = usize::try_from(y).ok()?;
        self.cells.get_mut(y * self.width + x)
    }

    pub(crate) fn put(&mut self, at: At, glyph: char, ink: Ink) {
        if let Some(cell) = self.cell(at) {
            *cell = (Mark::Glyph(glyph), ink);
        }
    }

    pub(crate) fn is_blank(&mut self, at: At) -> bool {
        self.cell(at).is_some_and(|cell| cell.0 == Mark::Blank)
    }

    pub(crate) fn write(&mut self, (x, y): At, text: &str, ink: Ink) {
        for (x, glyph) in (x..).zip(text.chars()) {
            self.put((x, y), glyph, ink);
        }
    }

    /// Draws a line between the centres of two cells, with only every second dot if `dotted`. The 2 × 4 dots of a
    /// cell are evenly spaced in cells of the usual aspect ratio 1:2.
    pub(crate) fn braille_line(&mut self, from: At, to: At, dotted: bool, ink: Ink) {
        // Coordinates are in quarters of a dot, so that the centres of cells and dots are integers.
        let middle = |(x, y): At| (8 * x + 4, 16 * y + 8);
        let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
        let (dx, dy) = (x1 - x0, y1 - y0);
        let steps = dx.abs().max(dy.abs()) / 4;
        for step in (0..steps).filter(|step| !dotted || step % 2 == 0) {
            // Offset by half a step, because both ends of the line are between dots.
            let x = (x0 + dx * (2 * step + 1) / (2 * steps)).div_euclid(4);
            let y = (y0 + dy * (2 * step + 1) / (2 * steps)).div_euclid(4);
            self.dot(x, y, ink);
        }
    }

    fn dot(&mut self, x: i32, y: i32, ink: Ink) {
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        if let Some(cell) = self.cell((x.div_euclid(2), y.div_euclid(4))) {
            let bit = BITS[y.rem_euclid(4) as usize][x.rem_euclid(2) as usize];
            let dots = match cell.0 {
                Mark::Dots(dots) => dots | bit,
                _ => bit,
            };
            *cell = (Mark::Dots(dots), ink);
        }
    }

    /// Draws a glyph of a line. `meet(old, new)` gives the glyph for a cell that already has another one.
    pub(crate) fn cross(&mut self, at: At, glyph: char, ink: Ink, meet: fn(char, char) -> char) {
        if let Some(cell) = self.cell(at) {
            *cell = match *cell {
                (Mark::Glyph(old), before) if old != glyph => {
                    let met = meet(old, glyph);
                    (Mark::Glyph(met), if met == old { before } else { ink })
                }
                _ => (Mark::Glyph(glyph), ink),
            };
        }
    }

    /// Returns lines without trailing spaces.
    pub(crate) fn render(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.width) {
            let end = row.iter().rposition(|cell| cell.0 != Mark::Blank);
            let mut current = None;
            for &(mark, ink) in &row[..end.map_or(0, |last| last + 1)] {
                let glyph = match mark {
                    Mark::Blank => ' ',
                    Mark::Glyph(glyph) => glyph,
                    Mark::Dots(dots) => braille(dots),
                };
                if colour && mark != Mark::Blank && current != Some(ink) {
                    text.push_str(&ink.escape());
                    current = Some(ink);
                }
                text.push(glyph);
            }
            if current.is_some() {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}

fn braille(dots: u8) -> char {
    char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ')
}
