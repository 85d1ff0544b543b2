//! Tests that animations show what each frame's diagram contains.

use super::*;
use crate::tests as samples;
use std::collections::BTreeSet;
use twixt::geometry::{Hole, Link, Side, Size};

/// A classic game with every kind of change: pegs, links, a removed and restored link, a label at a vacant
/// hole, and move numbers.
fn game() -> Vec<Diagram> {
    let full = samples::middle_game();
    let mut frames = vec![Diagram::new(full.size)];
    for count in 1..=full.pegs.len() {
        let mut frame = Diagram { pegs: full.pegs[..count].to_vec(), ..Diagram::new(full.size) };
        let has = |hole| frame.pegs.iter().any(|&(peg, _)| peg == hole);
        let linked = full.links.iter().filter(|(link, _)| has(link.ends().0) && has(link.ends().1));
        frame.links = linked.copied().collect();
        frame.last = Some(full.pegs[count - 1].0);
        let numbers = frame.pegs.iter().enumerate();
        frame.labels = numbers.map(|(i, &(hole, _))| (hole, (i + 1).to_string())).collect();
        frames.push(frame);
    }
    // In two frames, remove the link B1-C3, which appears with the second peg.
    frames[5].links.remove(0);
    frames[6].links.remove(0);
    frames[4].labels.push(("F5".parse().unwrap(), "?".into()));
    frames
}

/// A won game with a mirroring swap: the first peg disappears.
fn swapped() -> Vec<Diagram> {
    let won = samples::won();
    let peg = |name: &str, side| (name.parse::<Hole>().unwrap(), side);
    let mut frames = vec![Diagram::new(won.size); 3];
    frames[0].pegs = vec![peg("D2", Side::Vertical)];
    frames[1].pegs = vec![peg("B4", Side::Horizontal)];
    frames[2] = won;
    frames
}

const STYLE: SvgStyle<'_> = SvgStyle {
    dark: false,
    spacing: 40,
    title: "A game",
    heading: Heading { players: None, lines: &[] },
    diagonals: false,
};

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Returns the animated opacity at a fraction of the duration.
fn played(animate: &str, share: f64) -> f64 {
    let numbers = |name| -> Vec<f64> {
        let list = attribute(animate, name).expect("a list");
        list.split(';').map(|number| number.parse().expect("a number")).collect()
    };
    let (values, times) = (numbers("values"), numbers("keyTimes"));
    assert_eq!(values.len(), times.len(), "{animate}");
    assert_eq!(times[0], 0.0, "{animate}");
    assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{animate}");
    let next = times.iter().position(|&time| time > share).unwrap_or(times.len());
    let before = next - 1;
    if attribute(animate, "calcMode") == Some("discrete") || next == times.len() {
        return values[before];
    }
    assert_eq!(times.last(), Some(&1.0), "{animate}");
    let way = (share - times[before]) / (times[next] - times[before]);
    values[before] + (values[next] - values[before]) * way
}

/// Returns the visible tags of a layer at a fraction of the duration; `None` means without animation.
fn seen<'a>(animation: &'a str, layer: &str, share: Option<f64>) -> Vec<&'a str> {
    let Some((_, rest)) = animation.split_once(&format!(r#"<g class="{layer}""#)) else {
        return Vec::new();
    };
    let mut tags = Vec::new();
    // Visibility of the open groups.
    let mut groups = Vec::new();
    for line in rest.lines().skip(1) {
        if line.starts_with("<g") {
            let (group, inside) = line.split_once('>').unwrap();
            let resting = attribute(group, "opacity") != Some("0");
            let opacity = share.filter(|_| !inside.is_empty()).map(|share| played(inside, share));
            groups.push(opacity.map_or(resting, |opacity| {
                assert!(opacity == 0.0 || opacity == 1.0, "{line} is partly transparent");
                opacity == 1.0
            }));
        } else if line == "</g>" {
            if groups.pop().is_none() {
                break;
            }
        } else if groups.iter().all(|&is_seen| is_seen) {
            tags.push(line);
        }
    }
    tags
}

/// Asserts that an animation shows each frame's diagram at the frame's time.
fn assert_plays(frames: &[Diagram], animation: &str) {
    let total = 800.0 * frames.len() as f64 + 4000.0;
    let shares = (0..frames.len()).map(|frame| {
        let middle = 800.0 * (frame as f64 + 0.5);
        Some(middle / total)
    });
    // The last frame is also visible at the end and without animation.
    let moments = shares.zip(frames).chain([(Some(1.0), &frames[frames.len() - 1])]);
    for (share, frame) in moments.chain([(None, &frames[frames.len() - 1])]) {
        let place = |tag: &str, names: &[&str]| -> Vec<String> {
            names.iter().map(|name| attribute(tag, name).unwrap().to_owned()).collect()
        };
        let at = |hole: Hole| {
            let [x, y] = [hole.column(), hole.row()].map(|line| 50 + 40 * u32::from(line));
            [x.to_string(), y.to_string()]
        };
        let layer = |name, tag: &'static str, names: &'static [&str]| -> BTreeSet<Vec<String>> {
            let tags = seen(animation, name, share).into_iter();
            tags.filter(|line| line.starts_with(tag)).map(|tag| place(tag, names)).collect()
        };
        let pegs = frame.pegs.iter().map(|&(hole, _)| at(hole).to_vec()).collect();
        assert_eq!(layer("pegs", "<circle", &["cx", "cy"]), pegs, "pegs at {share:?}");
        let last = frame.last.iter().map(|&hole| at(hole).to_vec()).collect();
        assert_eq!(layer("ring", "<circle", &["cx", "cy"]), last, "ring at {share:?}");
        let labels = frame.labels.iter().map(|&(hole, _)| at(hole).to_vec()).collect();
        assert_eq!(layer("pegs", "<text", &["x", "y"]), labels, "labels at {share:?}");
        let ends = |link: Link| [at(link.ends().0), at(link.ends().1)].concat();
        let links: BTreeSet<_> = frame.links.iter().map(|&(link, _)| ends(link)).collect();
        let rendered = layer("links", "<line", &["x1", "y1", "x2", "y2"]);
        // Drops the seams (gaps drawn below links), which are shorter than the links.
        let rendered: BTreeSet<_> =
            rendered.into_iter().filter(|line| line.iter().all(|at| at.ends_with('0'))).collect();
        assert_eq!(rendered, links, "links at {share:?}");
        let glow = frame.winning.iter().map(|&hole| at(hole).to_vec()).collect();
        assert_eq!(layer("glow", "<circle", &["cx", "cy"]), glow, "glow at {share:?}");
    }
}

#[test]
fn animations_show_each_frame_at_its_time() {
    for frames in [game(), swapped()] {
        let animation = game_svg(&frames, STYLE);
        assert!(super::tests::is_well_formed(&animation), "{animation}");
        assert_plays(&frames, &animation);
    }
}

#[test]
fn animations_contain_each_piece_once() {
    let frames = game();
    let animation = game_svg(&frames, STYLE);
    let (_, pegs) = animation.split_once(r#"<g class="pegs""#).unwrap();
    let circles: Vec<&str> = pegs.lines().filter(|line| line.starts_with("<circle c")).collect();
    // Every peg has a ring, as each was the last peg once.
    assert_eq!(circles.len(), 2 * frames.last().unwrap().pegs.len());
    // A link has a seam and a line; a hollow link has two lines.
    assert_eq!(animation.matches("<line").count(), 3 * 2 + 2 * 3);
}

#[test]
fn links_are_visible_in_their_frames() {
    let animation = game_svg(&game(), STYLE);
    // Ten frames of 800 ms and a pause of 4 s; visible in frames 2 to 4 and from 7 on, with fades of 200 ms.
    let times = [2.0, 2.25, 5.0, 5.25, 7.0, 7.25].map(|frame| {
        let share: f64 = frame * 800.0 / 12_000.0;
        format!("{}", (share * 1e5).round() / 1e5)
    });
    let times = times.join(";");
    let animate = format!(
        r#"values="0;0;1;1;0;0;1;1" keyTimes="0;{times};1" dur="12s" repeatCount="indefinite"/>"#
    );
    assert_eq!(animation.matches(&animate).count(), 1, "{animate} in {animation}");
}

#[test]
fn one_frame_is_not_animated() {
    let animation = game_svg(&[samples::won()], STYLE);
    assert!(
        !animation.contains("<animate") && !animation.contains(r#"opacity="0""#),
        "{animation}"
    );
    assert!(animation.contains(r#"class="glow""#));
}

#[test]
#[should_panic(expected = "diagram 1 has a board of 6 x 6, the first one a board of 5 x 5")]
fn frames_of_different_sizes_panic() {
    let _ = game_svg(&[samples::won(), samples::middle_game()], STYLE);
}

#[test]
fn images_of_rectangles_have_their_proportions() {
    let board = Diagram::new(Size::rectangle(24, 5).unwrap());
    let still = svg(&board, SvgStyle::default());
    // 23 × 4 spacings of 40 pixels, and margins of 50.
    assert!(still.contains(r#"viewBox="0 0 1020 260""#), "{still}");
    let animation = game_svg(&[board.clone(), board], STYLE);
    assert!(animation.contains(r#"viewBox="0 0 1020 260""#), "{animation}");
    for image in [&still, &animation] {
        assert_eq!(image.matches(">X</text>").count(), 2);
        assert_eq!(image.matches(">5</text>").count(), 2);
        assert!(!image.contains(">6</text>"));
    }
}

#[test]
fn steps_show_the_same_frames_as_the_animation() {
    for frames in [game(), swapped()] {
        let steps = steps_svg(&frames, SvgStyle::default());
        assert!(!steps.contains("<animate") && !steps.contains('#'));
        let pegs = |frame: usize| {
            let groups = steps.split("<g class=\"pegs\"").nth(1).unwrap();
            let groups = groups.split("<g class=").next().unwrap().split("<g").skip(1);
            let shown = groups.filter(|group| {
                let spans = group.split("data-in=\"").nth(1).unwrap().split('"').next().unwrap();
                spans.split(' ').any(|span| {
                    let (from, to) = span.split_once('-').unwrap();
                    (from.parse().unwrap()..to.parse().unwrap()).contains(&frame)
                })
            });
            // Pegs and labels are the elements with a fill.
            shown
                .map(|group| group.matches("fill=\"var(").count() - group.matches("<text").count())
                .sum::<usize>()
        };
        for (index, frame) in frames.iter().enumerate() {
            assert_eq!(pegs(index), frame.pegs.len(), "frame {index}");
        }
    }
}
