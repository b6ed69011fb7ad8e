//! The bars of a chart, as the path of each colour.
//!
//! Owns the way from seconds to shapes: how many seconds a bar stands for, how tall it is, where the line is. One path holds all bars
//! of a colour. It never reads a signal.

use map::advice::traffic::{PartitionSecond, Second, Units};

/// Size of a chart in its own units: whole numbers make short paths.
pub const WIDTH: u32 = 6_000;
/// Height of a chart in its own units.
pub const HEIGHT: u32 = 640;
/// How much taller than its line a chart is at least.
const ROOM: f64 = 1.37;
/// How many lines tall it is at most: what is beyond is cut off, and its number printed.
const MOST_LINES: f64 = 4.0;

/// First place in the hash order of a partition, and within a collection the part of it: what a partition is known by while others
/// are split.
pub type From = (u64, f64);

/// Read or write units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Read units.
    Read,
    /// Write units.
    Write,
}

impl Kind {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Read, Self::Write];

    /// Those of a partition.
    pub fn of(self, partition: &PartitionSecond) -> &Units {
        match self {
            Self::Read => &partition.read,
            Self::Write => &partition.write,
        }
    }

    /// In words, as `DynamoDB`'s RCU and WCU.
    pub fn words(self) -> &'static str {
        match self {
            Self::Read => "read units",
            Self::Write => "write units",
        }
    }

    /// As a style sheet knows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// Whether two partitions begin at the same place.
pub fn is_same(one: From, other: From) -> bool {
    one.0 == other.0 && one.1.to_bits() == other.1.to_bits()
}

/// A partition in a second, if it was there.
pub fn partition(second: &Second, door: usize, from: From) -> Option<&PartitionSecond> {
    second.doors.get(door)?.partitions.iter().find(|known| is_same(known.from, from))
}

/// Seconds that a bar stands for in a run of so many.
pub fn bar_secs(length: usize) -> usize {
    match length {
        0..=60 => 1,
        61..=300 => 3,
        _ => length.div_ceil(90),
    }
}

/// One bar: units a second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// Served.
    pub served: f64,
    /// Throttled.
    pub throttled: f64,
}

/// The bars of a partition: means of their seconds.
pub fn bars(seconds: &[Second], length: usize, door: usize, from: From, kind: Kind) -> Vec<Bar> {
    let mean = |seconds: &[Second]| {
        let mut bar = Bar::default();
        for second in seconds {
            if let Some(partition) = partition(second, door, from) {
                let units = kind.of(partition);
                bar.served += units.served;
                bar.throttled += units.throttled;
            }
        }
        let count = seconds.len().max(1) as f64;
        Bar { served: bar.served / count, throttled: bar.throttled / count }
    };
    seconds.chunks(bar_secs(length)).map(mean).collect()
}

/// How many units a second the top of a door's charts stands for.
pub fn top(seconds: &[Second], door: usize, kind: Kind) -> f64 {
    let (mut line, mut most): (f64, f64) = (0.0, 0.0);
    for second in seconds {
        let partitions = second.doors.get(door).map(|door| door.partitions.as_slice());
        for partition in partitions.unwrap_or_default() {
            let units = kind.of(partition);
            line = line.max(units.line);
            most = most.max(units.asked);
        }
    }
    let line = line.max(1.0);
    (most * 1.05).min(line * MOST_LINES).max(line * ROOM)
}

/// How high something stands in a chart, from its foot.
pub fn height(units: f64, top: f64) -> u32 {
    let part = (units / top.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (part * f64::from(HEIGHT)).round() as u32
}

/// The paths of what is served and of what is throttled, on top of it.
pub fn paths(bars: &[Bar], length: usize, top: f64) -> (String, String) {
    let count = length.div_ceil(bar_secs(length)).max(1) as u32;
    let (mut served, mut throttled) = (String::new(), String::new());
    for (at, bar) in bars.iter().enumerate() {
        let left = at as u32 * WIDTH / count;
        let width = (WIDTH / count * 4 / 5).max(1);
        let foot = height(bar.served, top);
        let head = height(bar.served + bar.throttled, top);
        push(&mut served, left, width, (0, foot));
        push(&mut throttled, left, width, (foot, head));
    }
    (served, throttled)
}

fn push(path: &mut String, left: u32, width: u32, (foot, head): (u32, u32)) {
    if head <= foot {
        return;
    }
    let numbers = [left, HEIGHT - foot, HEIGHT - head, width, HEIGHT - foot];
    for (sign, number) in ["M", " ", "V", "h", "V"].into_iter().zip(numbers) {
        path.push_str(sign);
        path.push_str(&number.to_string());
    }
    path.push('z');
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::advice::traffic::DoorSecond;

    fn second(served: f64, throttled: f64) -> Second {
        let asked = served + throttled;
        let write = Units { asked, served, throttled, line: 1_000.0, ..Units::default() };
        let partition = PartitionSecond { from: (7, 0.0), write, ..PartitionSecond::default() };
        Second { doors: vec![DoorSecond { partitions: vec![partition] }], ..Second::default() }
    }

    #[test]
    fn a_bar_stands_on_the_floor_and_what_is_throttled_on_top_of_it() {
        let seconds = [second(685.0, 0.0), second(1_000.0, 370.0)];
        let top = top(&seconds, 0, Kind::Write);
        assert!((top - 1_438.5).abs() < 1e-9, "{top}");
        let bars = bars(&seconds, 60, 0, (7, 0.0), Kind::Write);
        assert_eq!(bars[1], Bar { served: 1_000.0, throttled: 370.0 });
        let (served, throttled) = paths(&bars, 60, 1_370.0);
        assert_eq!(served, "M0 640V320h80V640zM100 640V173h80V640z");
        assert_eq!(throttled, "M100 173V0h80V173z");
    }

    #[test]
    fn long_runs_have_bars_of_several_seconds() {
        assert_eq!([60, 300, 1_800].map(bar_secs), [1, 3, 20]);
        let seconds =
            vec![second(10.0, 0.0), second(20.0, 0.0), second(60.0, 3.0), second(1.0, 0.0)];
        let bars = bars(&seconds, 300, 0, (7, 0.0), Kind::Write);
        assert_eq!(
            bars,
            [Bar { served: 30.0, throttled: 1.0 }, Bar { served: 1.0, throttled: 0.0 }]
        );
        assert!(
            super::bars(&seconds, 60, 0, (8, 0.0), Kind::Read)
                .iter()
                .all(|bar| *bar == Bar::default())
        );
    }
}
