//! The floor under load: what each bay and each of its busiest aisles is asked of what it can, and who walks there.
//!
//! Owns the steps of heat, the layout of a door under load, and the places of its walkers at a moment. It must never simulate: it
//! is told the loads of one second. It knows no colour, only which steps are bright. Lengths are units of the picture, which is scaled as a whole.

use super::shape::{Point, Rect};

/// What an aisle is asked in a second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AisleHeat {
    /// Its partition-key value.
    pub name: String,
    /// Units asked for.
    pub asked: f64,
}

/// What a bay is asked in a second, in the kind of unit that bears harder on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BayHeat {
    /// The partition's number.
    pub number: u32,
    /// Units asked for.
    pub asked: f64,
    /// Of these, not served.
    pub throttled: f64,
    /// Units that it serves for as long as one likes.
    pub line: f64,
    /// Its busiest aisles, the busiest first; those that find no room are not drawn.
    pub aisles: Vec<AisleHeat>,
}

/// Width of the picture.
pub const HEAT_WIDTH: f64 = 1_000.0;
/// Aisles of a bay that find room.
const MOST_AISLES: usize = 3;
/// Walkers of a door: a sample, in the proportion of the loads.
const MOST_WALKERS: f64 = 48.0;
const DESK: Rect = Rect::new(8.0, 8.0, 128.0, 34.0);
const CORRIDOR: (f64, f64) = (56.0, 78.0);
const BAY_LEFT: f64 = 110.0;
const BAY_GAP: f64 = 14.0;
const SIGN: (f64, f64) = (300.0, 100.0);
const AISLE_HEIGHT: f64 = 40.0;
/// The strip at the foot of a bay along which its requests walk.
const LANE: f64 = 24.0;
const INSET: f64 = 12.0;
/// The part of a walk that is over at the door.
const AT_DOOR: f64 = 0.5;

/// Where one bay stands.
#[derive(Clone, Debug, PartialEq)]
pub struct BayPlace {
    /// All of it.
    pub floor: Rect,
    /// Its sign, which takes the colour of its heat.
    pub sign: Rect,
    /// The head of each of its aisles that found room.
    pub aisles: Vec<Rect>,
}

/// A door under load, laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatPlan {
    /// Where all walks begin.
    pub desk: Rect,
    /// From the desk along all bays.
    pub corridor: Rect,
    /// The bays, in the order given.
    pub bays: Vec<BayPlace>,
    /// Height of the picture.
    pub height: f64,
}

impl HeatPlan {
    /// Lays out bays from the desk down.
    pub fn of(bays: &[BayHeat]) -> Self {
        let mut top = DESK.bottom() + BAY_GAP;
        let mut places = Vec::with_capacity(bays.len());
        for bay in bays {
            let aisles = bay.aisles.len().min(MOST_AISLES);
            let body = SIGN.1.max(aisles as f64 * AISLE_HEIGHT);
            let height = INSET + body + LANE;
            let left = BAY_LEFT + INSET;
            let head = left + SIGN.0 + INSET;
            let aisle = |at: usize| {
                let y = top + INSET + at as f64 * AISLE_HEIGHT;
                Rect::new(head, y, HEAT_WIDTH - INSET - head, AISLE_HEIGHT - 4.0)
            };
            places.push(BayPlace {
                floor: Rect::new(BAY_LEFT, top, HEAT_WIDTH - 2.0 - BAY_LEFT, height),
                sign: Rect::new(left, top + INSET, SIGN.0, body - 4.0),
                aisles: (0..aisles).map(aisle).collect(),
            });
            top += height + BAY_GAP;
        }
        let (left, right) = CORRIDOR;
        let corridor = Rect::new(left, DESK.bottom(), right - left, top - DESK.bottom() - BAY_GAP);
        Self { desk: DESK, corridor, bays: places, height: top }
    }
}

/// A request on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatWalker {
    /// Where it is.
    pub at: Point,
    /// Whether it is throttled: it turns back at the door.
    pub is_throttled: bool,
}

/// The walkers of a moment. `time` counts walks: in one, a request comes from the desk to the end of its aisle, or to the door and
/// back. The same seed and time give the same walkers.
pub fn heat_walkers(
    bays: &[BayHeat],
    plan: &HeatPlan,
    seed: u64,
    time: f64,
) -> (Vec<HeatWalker>, f64) {
    let asked: f64 = bays.iter().map(|bay| bay.asked.max(0.0)).sum();
    let each = asked / MOST_WALKERS;
    let mut walkers = Vec::new();
    for (at, (bay, place)) in bays.iter().zip(&plan.bays).enumerate() {
        if bay.asked <= 0.0 {
            continue;
        }
        let share = (bay.throttled / bay.asked).clamp(0.0, 1.0);
        let count = (bay.asked / each).round().max(1.0) as u64;
        for walker in 0..count {
            let name = mixed(mixed(seed, at as u64), walker);
            // Walkers come evenly spaced, each a little out of step.
            let phase = (walker as f64 + chance(name)) / count as f64;
            let walked = time.max(0.0) + phase;
            let is_throttled = chance(mixed(name, walked as u64 + 1)) < share;
            let part = walked.fract();
            let at = if is_throttled { turned_back(place, part) } else { went_in(place, part) };
            walkers.push(HeatWalker { at, is_throttled });
        }
    }
    (walkers, each)
}

fn lane(place: &BayPlace) -> f64 {
    place.floor.bottom() - LANE / 2.0
}

fn went_in(place: &BayPlace, part: f64) -> Point {
    let way_in = CORRIDOR.0 + 15.0;
    if part < AT_DOOR {
        return to_door(way_in, lane(place) - 4.0, part / AT_DOOR);
    }
    let inside = (part - AT_DOOR) / (1.0 - AT_DOOR);
    Point::new(BAY_LEFT + inside * (HEAT_WIDTH - INSET - BAY_LEFT), lane(place) - 4.0)
}

fn turned_back(place: &BayPlace, part: f64) -> Point {
    if part < AT_DOOR {
        return to_door(CORRIDOR.0 + 15.0, lane(place) - 4.0, part / AT_DOOR);
    }
    to_door(CORRIDOR.0 + 6.0, lane(place) + 5.0, (1.0 - part) / (1.0 - AT_DOOR))
}

/// A part of the way down the corridor and across to the door, where those who are turned back stop.
fn to_door(x: f64, y: f64, part: f64) -> Point {
    let (down, across) = (y - DESK.bottom(), BAY_LEFT - 6.0 - x);
    let gone = part * (down + across);
    if gone <= down { Point::new(x, DESK.bottom() + gone) } else { Point::new(x + gone - down, y) }
}

fn mixed(key: u64, part: u64) -> u64 {
    let mixed =
        (key ^ part.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb).rotate_left(31)
}

/// From 0 to 1, less than 1.
fn chance(key: u64) -> f64 {
    (mixed(key, 7) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Heat is told in steps from 0, cold, to this.
const HOTTEST: usize = 10;
/// The first step that is so bright that dark ink is read on it.
const BRIGHT: usize = 5;

/// The step of a heat: of what is asked, the part of the line. The line and all above it are hottest.
pub fn heat_step(part: f64) -> usize {
    if part > 0.0 { (part.min(1.0) * HOTTEST as f64).round() as usize } else { 0 }
}

/// Whether a step of heat is so bright that dark ink is read on it.
pub fn is_bright(step: usize) -> bool {
    step >= BRIGHT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bays() -> Vec<BayHeat> {
        let aisle = AisleHeat { name: "PRODUCT#P100".to_owned(), asked: 1_320.0 };
        let hot = BayHeat {
            number: 1,
            asked: 1_500.0,
            throttled: 500.0,
            line: 1_000.0,
            aisles: vec![aisle; 5],
        };
        let calm = BayHeat { number: 0, asked: 100.0, line: 1_000.0, ..BayHeat::default() };
        vec![calm, hot, BayHeat { number: 2, line: 1_000.0, ..BayHeat::default() }]
    }

    #[test]
    fn heat_has_steps_up_to_the_line_and_no_further() {
        let steps = [f64::NAN, -1.0, 0.0, 0.04, 0.5, 0.96, 1.0, 7.0].map(heat_step);
        assert_eq!(steps, [0, 0, 0, 0, 5, 10, HOTTEST, HOTTEST]);
        assert!(!is_bright(0) && is_bright(HOTTEST));
    }

    #[test]
    fn bays_stand_below_each_other_with_their_signs_and_aisles_inside() {
        let plan = HeatPlan::of(&bays());
        for two in plan.bays.windows(2) {
            assert!(two[0].floor.bottom() < two[1].floor.y);
        }
        let hot = &plan.bays[1];
        assert_eq!(hot.aisles.len(), MOST_AISLES);
        for inner in hot.aisles.iter().chain([&hot.sign]) {
            assert!(inner.right() < hot.floor.right() + 0.1 && inner.bottom() < lane(hot));
            assert!(inner.x > hot.floor.x && inner.y > hot.floor.y);
        }
        assert!(hot.aisles.iter().all(|aisle| !aisle.overlaps(&hot.sign)));
        assert!(plan.height > plan.bays[2].floor.bottom());
        assert!(HeatPlan::of(&[]).bays.is_empty());
    }

    #[test]
    fn those_who_are_throttled_turn_back_at_the_door() {
        let (bays, mut throttled, mut all) = (bays(), 0, 0);
        let plan = HeatPlan::of(&bays);
        for tick in 0..200 {
            let time = f64::from(tick) * 0.37;
            let (walkers, _) = heat_walkers(&bays, &plan, 7, time);
            assert!(walkers == heat_walkers(&bays, &plan, 7, time).0, "same seed, same walkers");
            assert!(walkers.len() <= 50);
            all += walkers.len();
            throttled += walkers.iter().filter(|walker| walker.is_throttled).count();
            for walker in walkers {
                assert!(walker.at.x < HEAT_WIDTH && walker.at.y < plan.bays[1].floor.bottom());
                assert!(!walker.is_throttled || walker.at.x < BAY_LEFT);
            }
        }
        let share = throttled as f64 / all as f64;
        assert!((share - 500.0 / 1_600.0).abs() < 0.05, "{share}");
        assert!(heat_walkers(&[], &HeatPlan::of(&[]), 7, 1.0).0.is_empty());
    }
}
