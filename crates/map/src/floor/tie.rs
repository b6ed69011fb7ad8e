//! Dashed lines between two floors: from an index's entry to the item it copies.
//!
//! Owns the curve. It must never know which box copies which: the caller says.

use super::shape::{Ink, Point, Rect, Shape, Stroke};

/// Straight pieces a curve is drawn in.
const PIECES: u32 = 28;

/// A curve from the side of one box to the facing side of another, both in the coordinates of the sheet it is drawn on.
pub fn tie(from: Rect, to: Rect, entity: u8) -> Shape {
    let rightward = to.centre().x >= from.centre().x;
    let (start, end) = if rightward { (from.right(), to.x) } else { (from.x, to.right()) };
    let (start, end) = (Point::new(start, from.centre().y), Point::new(end, to.centre().y));
    let reach = ((end.x - start.x) / 2.0).abs().max(24.0) * if rightward { 1.0 } else { -1.0 };
    let (near, far) = (Point::new(start.x + reach, start.y), Point::new(end.x - reach, end.y));
    let at = |piece: u32| {
        let part = f64::from(piece) / f64::from(PIECES);
        let rest = 1.0 - part;
        let weights =
            [rest.powi(3), 3.0 * rest * rest * part, 3.0 * rest * part * part, part.powi(3)];
        let corners = [start, near, far, end];
        let sum = |axis: fn(&Point) -> f64| {
            corners.iter().zip(weights).map(|(corner, weight)| axis(corner) * weight).sum()
        };
        Point::new(sum(|corner| corner.x), sum(|corner| corner.y))
    };
    let stroke = Stroke { ink: Ink::EntityInk(entity), width: 1.5, dash: Some((4.0, 3.0)) };
    Shape::Polyline { points: (0..=PIECES).map(at).collect(), stroke }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_runs_between_the_sides_that_face_each_other() {
        let (left, right) =
            (Rect::new(10.0, 10.0, 30.0, 20.0), Rect::new(200.0, 100.0, 30.0, 20.0));
        for (from, to, start, end) in [
            (left, right, Point::new(40.0, 20.0), Point::new(200.0, 110.0)),
            (right, left, Point::new(200.0, 110.0), Point::new(40.0, 20.0)),
        ] {
            let Shape::Polyline { points, .. } = tie(from, to, 0) else {
                panic!("a tie is a line")
            };
            assert_eq!((points.first(), points.last()), (Some(&start), Some(&end)));
        }
    }
}
