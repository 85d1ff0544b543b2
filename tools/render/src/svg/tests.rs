//! Tests that SVG images show what their diagrams contain.

use super::palette::LIGHT;
use super::*;
use crate::tests as samples;
use twixt::geometry::Side;

/// Returns whether tags are nested correctly and quotation marks are closed.
pub(super) fn is_well_formed(document: &str) -> bool {
    let mut open = Vec::new();
    for part in document.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else {
            return false;
        };
        if tag.matches('"').count() % 2 != 0 || text.contains('"') && open.is_empty() {
            return false;
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or(tag));
        }
    }
    open.is_empty()
}

fn group<'a>(document: &'a str, class: &str) -> &'a str {
    let (_, rest) = document.split_once(&format!(r#"<g class="{class}""#)).expect("the group");
    rest.split_once("</g>").expect("its end").0
}

#[test]
fn is_well_formed_rejects_malformed_documents() {
    assert!(is_well_formed("<a><b c=\"d\"/></a>"));
    for broken in ["<a><b></a></b>", "<a>", "<a b=\"></a>", "<a"] {
        assert!(!is_well_formed(broken), "{broken}");
    }
}

#[test]
fn all_images_are_well_formed() {
    let mut labelled = samples::middle_game();
    labelled.labels = vec![("B1".parse().unwrap(), "<&>".into())];
    let star = samples::star(Side::Horizontal);
    for diagram in [samples::middle_game(), samples::won(), star, labelled] {
        for dark in [false, true] {
            let style = SvgStyle { dark, title: "A < B & C", ..SvgStyle::default() };
            let image = svg(&diagram, style);
            assert!(is_well_formed(&image), "{image}");
            assert!(image.contains("<title>A &lt; B &amp; C</title>"));
        }
    }
}

#[test]
fn each_peg_is_rendered_once_in_its_place() {
    let diagram = samples::won();
    let image = svg(&diagram, SvgStyle::default());
    let pegs = group(&image, "pegs");
    assert_eq!(pegs.matches("<circle").count(), diagram.pegs.len());
    for (hole, side) in diagram.pegs {
        // Margins are 50 pixels wide, spacings 40.
        let x = 50 + 40 * u32::from(hole.column());
        let y = 50 + 40 * u32::from(hole.row());
        let fill = match side {
            Side::Vertical => LIGHT.vertical,
            Side::Horizontal => LIGHT.board,
        };
        let place = format!(r#"<circle cx="{x}" cy="{y}""#);
        let circle = pegs.lines().find(|line| line.starts_with(&place));
        let circle = circle.expect("a circle at the peg's hole");
        assert!(circle.contains(&format!(r#"fill="{fill}""#)), "{circle}");
    }
    // The board has 21 holes, and 8 of them have pegs.
    assert_eq!(group(&image, "holes").matches("<circle").count(), 21 - 8);
}

#[test]
fn links_connect_pegs_in_every_direction() {
    let diagram = samples::star(Side::Vertical);
    let image = svg(&diagram, SvgStyle::default());
    let links = group(&image, "links");
    for (x, y) in [(1, 0), (3, 0), (0, 1), (4, 1)] {
        let (x1, y1) = (50 + 40 * x, 50 + 40 * y);
        let line = format!(r#"<line x1="{x1}" y1="{y1}" x2="130" y2="130""#);
        assert_eq!(links.matches(&line).count(), 1, "{line}");
    }
    for (x, y) in [(0, 3), (4, 3), (1, 4), (3, 4)] {
        let (x2, y2) = (50 + 40 * x, 50 + 40 * y);
        let line = format!(r#"<line x1="130" y1="130" x2="{x2}" y2="{y2}""#);
        assert_eq!(links.matches(&line).count(), 1, "{line}");
    }
}

#[test]
fn only_the_winning_chain_glows() {
    let image = svg(&samples::won(), SvgStyle::default());
    let glow = group(&image, "glow");
    assert_eq!(glow.matches("<line").count(), 3);
    assert_eq!(glow.matches("<circle").count(), 4);
    let unfinished = svg(&samples::middle_game(), SvgStyle::default());
    assert!(!unfinished.contains("glow"));
}

#[test]
fn only_the_last_peg_has_a_ring() {
    let image = svg(&samples::won(), SvgStyle::default());
    let rings = group(&image, "ring");
    assert_eq!(rings.matches("<circle").count(), 1);
    assert!(rings.contains(r#"<circle cx="170" cy="210""#), "{rings}");
    let mut without = samples::won();
    without.last = None;
    assert!(!svg(&without, SvgStyle::default()).contains("last"));
}

#[test]
fn headings_are_above_the_board_and_guide_lines_start_at_corner_holes() {
    let lines = ["a chain & <more>".to_owned(), "q".repeat(60)];
    let heading = Heading { players: Some(["Ann", "Bob"]), lines: &lines };
    let style = SvgStyle { heading, diagonals: true, ..SvgStyle::default() };
    let frames = [samples::middle_game()];
    let images = [svg(&frames[0], style), game_svg(&frames, style)];
    for image in images {
        assert!(is_well_formed(&image), "{image}");
        let heading = group(&image, "heading");
        let texts: Vec<&str> = heading.lines().filter(|line| line.starts_with("<text")).collect();
        assert!(texts.len() > 4, "{heading}");
        for (text, part) in texts.iter().zip([">Ann<", ">Bob<", ">a chain"]) {
            assert!(text.contains(part), "{text}");
        }
        assert!(heading.contains("&amp;") && heading.contains("&lt;more&gt;"), "{heading}");
        // The long line is wrapped, not truncated.
        assert_eq!(heading.matches('q').count(), 60);
        assert_eq!(heading.matches("<circle").count(), 2);
        let lines = image.split_once(r#"class="diagonals" d=""#).unwrap().1;
        assert_eq!(lines.split_once('"').unwrap().0.matches('M').count(), 8);
    }
    let plain = svg(&frames[0], SvgStyle::default());
    assert!(!plain.contains("heading") && !plain.contains("diagonals"));
    // The guide lines from B2, in steps of a knight's move, end at F4 and D6.
    let image = svg(&frames[0], style);
    assert!(image.contains("M90 90L250 170") && image.contains("M90 90L170 250"));
}
