//! Pointers on the floor, as pure state: one drags, two pinch, one that does not move is a click. Knows no DOM.

use map::floor::Point;

/// A pointer that has moved less than this many CSS pixels has clicked, not dragged.
const CLICK_SLOP: f64 = 4.0;

/// What a gesture asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Move the floor by so many CSS pixels.
    Drag {
        /// To the right.
        right: f64,
        /// Down.
        down: f64,
    },
    /// Zoom about a point, and move with the fingers.
    Pinch {
        /// Between the two pointers.
        about: Point,
        /// Above 1 is closer.
        factor: f64,
        /// How far the middle moved to the right.
        right: f64,
        /// How far the middle moved down.
        down: f64,
    },
    /// What lies at this point was meant.
    Click(Point),
    /// The pointer hovers here, no button down.
    Hover(Point),
}

/// The pointers that are down.
#[derive(Clone, Debug, Default)]
pub struct Gestures {
    down: Vec<Pointer>,
    travelled: f64,
}

#[derive(Clone, Copy, Debug)]
struct Pointer {
    id: i32,
    at: Point,
}

impl Gestures {
    /// A pointer comes down.
    pub fn press(&mut self, id: i32, at: Point) {
        if self.down.is_empty() {
            self.travelled = 0.0;
        } else {
            self.travelled = f64::INFINITY;
        }
        self.down.retain(|pointer| pointer.id != id);
        self.down.push(Pointer { id, at });
    }

    /// A pointer moves.
    pub fn travel(&mut self, id: i32, at: Point) -> Option<Gesture> {
        let Some(mine) = self.down.iter().position(|pointer| pointer.id == id) else {
            return self.down.is_empty().then_some(Gesture::Hover(at));
        };
        let before = self.down.clone();
        let pointer = self.down.get_mut(mine)?;
        let (right, down) = (at.x - pointer.at.x, at.y - pointer.at.y);
        pointer.at = at;
        self.travelled += right.hypot(down);
        match (before.as_slice(), self.down.as_slice()) {
            ([_], [_]) => (self.travelled >= CLICK_SLOP).then_some(Gesture::Drag { right, down }),
            ([a, b], [c, d]) => Some(pinch((a.at, b.at), (c.at, d.at))),
            _ => None,
        }
    }

    /// A pointer goes up, or is lost when `at` is `None`.
    pub fn release(&mut self, id: i32, at: Option<Point>) -> Option<Gesture> {
        let was_down = self.down.iter().any(|pointer| pointer.id == id);
        self.down.retain(|pointer| pointer.id != id);
        let clicked = was_down && self.down.is_empty() && self.travelled < CLICK_SLOP;
        at.filter(|_| clicked).map(Gesture::Click)
    }

    /// Whether the floor is being dragged or pinched.
    pub fn holding(&self) -> bool {
        !self.down.is_empty() && self.travelled >= CLICK_SLOP
    }
}

fn pinch(before: (Point, Point), after: (Point, Point)) -> Gesture {
    let middle =
        |(a, b): (Point, Point)| Point::new(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
    let spread = |(a, b): (Point, Point)| (a.x - b.x).hypot(a.y - b.y).max(1.0);
    let (from, to) = (middle(before), middle(after));
    Gesture::Pinch {
        about: to,
        factor: spread(after) / spread(before),
        right: to.x - from.x,
        down: to.y - from.y,
    }
}

#[cfg(test)]
mod tests {
    use super::{Gesture, Gestures};
    use map::floor::Point;

    #[test]
    fn a_pointer_that_stays_clicks() {
        let mut gestures = Gestures::default();
        gestures.press(1, Point::new(10.0, 10.0));
        assert_eq!(gestures.travel(1, Point::new(11.0, 10.0)), None);
        assert_eq!(
            gestures.release(1, Some(Point::new(11.0, 10.0))),
            Some(Gesture::Click(Point::new(11.0, 10.0)))
        );
    }

    #[test]
    fn a_pointer_that_moves_drags_and_does_not_click() {
        let mut gestures = Gestures::default();
        gestures.press(1, Point::new(10.0, 10.0));
        assert_eq!(
            gestures.travel(1, Point::new(20.0, 15.0)),
            Some(Gesture::Drag { right: 10.0, down: 5.0 })
        );
        assert!(gestures.holding());
        assert_eq!(gestures.release(1, Some(Point::new(20.0, 15.0))), None);
        assert!(!gestures.holding());
    }

    #[test]
    fn two_pointers_that_part_pinch_about_their_middle() {
        let mut gestures = Gestures::default();
        gestures.press(1, Point::new(0.0, 0.0));
        gestures.press(2, Point::new(10.0, 0.0));
        let gesture = gestures.travel(2, Point::new(20.0, 0.0));
        assert_eq!(
            gesture,
            Some(Gesture::Pinch {
                about: Point::new(10.0, 0.0),
                factor: 2.0,
                right: 5.0,
                down: 0.0
            })
        );
        assert_eq!(gestures.release(1, Some(Point::new(0.0, 0.0))), None);
        assert_eq!(
            gestures.release(2, Some(Point::new(20.0, 0.0))),
            None,
            "a pinch ends without a click"
        );
    }

    #[test]
    fn a_pointer_that_is_up_hovers() {
        let mut gestures = Gestures::default();
        assert_eq!(
            gestures.travel(7, Point::new(3.0, 4.0)),
            Some(Gesture::Hover(Point::new(3.0, 4.0)))
        );
    }
}
