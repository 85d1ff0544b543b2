//! pathfinding = "4"
//!
//! S..#....
//! .#.#.##.
//! .#...#..
//! .####.#.
//! ......#E

use pathfinding::prelude::{
    astar, bfs, count_paths, dijkstra_all, kuhn_munkres, topological_sort, Matrix,
};
use std::io::BufRead;

type Place = (usize, usize);

fn main() {
    let lines = std::io::stdin().lock().lines().map(|line| line.unwrap());
    let grid = Matrix::from_rows(lines.map(|l| l.into_bytes())).unwrap();
    let find = |wanted: u8| grid.items().find(|(_, &c)| c == wanted).unwrap().0;
    let (start, end) = (find(b'S'), find(b'E'));
    let open = |&place: &Place| {
        let next: Vec<Place> = grid.neighbours(place, false).filter(|&p| grid[p] != b'#').collect();
        next
    };
    let path = bfs(&start, open, |&p| p == end).unwrap();
    println!("{} {:?}", path.len(), &path[path.len() - 3..]);
    let guess = |p: &Place| p.0.abs_diff(end.0) + p.1.abs_diff(end.1);
    let steps = |p: &Place| open(p).into_iter().map(|q| (q, 1 + q.1 % 2)).collect::<Vec<_>>();
    println!("{:?}", astar(&start, steps, guess, |&p| p == end).map(|(_, cost)| cost));
    let all = dijkstra_all(&start, steps);
    println!("{} {:?}", all.len(), all.values().map(|v| v.1).max());
    println!(
        "{}",
        count_paths(0u32, |&n| [n + 1, n + 2].into_iter().filter(|&m| m <= 10), |&n| n == 10)
    );
    let weights = Matrix::from_rows([[5, 9, 1], [10, 3, 2], [8, 7, 4]]).unwrap();
    println!("{:?}", kuhn_munkres(&weights));
    let before = |&n: &i32| (1..=12).filter(|m| m > &n && m % n == 0).collect::<Vec<_>>();
    println!("{:?}", topological_sort(&[1], before).map(|order| order.len()));
}
