//! One partition: what it holds, what it serves in a second, what it has saved.
//!
//! Owns the two buckets of a partition, reads and writes apart. It never knows who asks.

/// Where an item stands at a door: the place of its key in the hash order, then its place within the collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Address {
    pub(super) place: u64,
    pub(super) position: u32,
}

impl Address {
    pub(super) fn new(place: u64, position: f64) -> Self {
        Self { place, position: (position * POSITIONS) as u32 }
    }

    /// The part of the collection that stands before it, from 0 to 1.
    pub(super) fn part(self) -> f64 {
        f64::from(self.position) / POSITIONS
    }
}

/// Places within a collection.
const POSITIONS: f64 = 4_294_967_296.0;

/// Units that come every second and are kept for a while.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Bucket {
    /// Units a second.
    pub(super) rate: f64,
    /// Units that may be kept.
    pub(super) most: f64,
    /// Units that are kept.
    pub(super) saved: f64,
}

impl Bucket {
    pub(super) fn new(rate: f64, kept_secs: f64, at_start_secs: f64) -> Self {
        let most = rate * kept_secs;
        Self { rate, most, saved: (rate * at_start_secs).min(most) }
    }

    /// What may be used in a second.
    pub(super) fn available(&self) -> f64 {
        self.rate + self.saved
    }

    /// A second in which so much was used.
    pub(super) fn tick(&mut self, used: f64) {
        self.saved = (self.saved + self.rate - used).max(0.0).min(self.most);
    }
}

/// Reads, then writes: the two kinds of unit.
pub(super) const KINDS: [usize; 2] = [READ, WRITE];
pub(super) const READ: usize = 0;
pub(super) const WRITE: usize = 1;

/// The kind of a leg.
pub(super) fn kind(is_write: bool) -> usize {
    usize::from(is_write)
}

/// What one kind of unit has come to in the second at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Asked for by requests that are new in this second.
    pub(super) new: f64,
    /// Asked for.
    pub(super) asked: f64,
    /// Of that, what no index holds back.
    pub(super) wanted: f64,
    /// Of what is wanted, what the partition may serve.
    pub(super) allowed: f64,
    /// What it could have served without the limits of its door.
    pub(super) allowed_alone: f64,
    /// Of what is allowed, what is not given out yet.
    pub(super) left: f64,
    /// What rounding down left over, in requests.
    pub(super) carried: f64,
    pub(super) served: f64,
    pub(super) lost: f64,
}

impl Tally {
    /// Not served here because another door or partition that the same requests need refused them.
    pub(super) fn elsewhere(&self) -> f64 {
        let refuses_itself = self.asked > self.allowed * (1.0 + 1e-9);
        if refuses_itself { 0.0 } else { (self.asked - self.served).max(0.0) }
    }

    /// The part of what is wanted that may be served.
    pub(super) fn part(&self) -> f64 {
        if self.allowed >= self.wanted { 1.0 } else { self.allowed / self.wanted }
    }
}

/// A partition of a door.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// The first address that it holds; it ends where the next begins.
    pub(super) from: Address,
    pub(super) buckets: [Bucket; 2],
    pub(super) tallies: [Tally; 2],
    /// Seconds for which it has been hot without a break.
    pub(super) hot_secs: u64,
    /// It was said that it cannot be split.
    pub(super) is_whole: bool,
    /// Operations of its cells that wait.
    pub(super) backlog: u64,
    /// What it has seen in the last minute.
    pub(super) seen: Seen,
}

/// Seconds that a partition remembers.
pub(super) const REMEMBERED: usize = 60;

/// The last minute of a partition, as far as words need it.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    seconds: Vec<[Sight; 2]>,
    next: usize,
}

/// Units of one second, or the mean of several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sight {
    pub(super) new: f64,
    pub(super) asked: f64,
    pub(super) served: f64,
    pub(super) lost: f64,
    /// Refused because the whole door has no more.
    pub(super) starved: f64,
    /// Held back by an index.
    pub(super) held_back: f64,
    /// Refused elsewhere.
    pub(super) elsewhere: f64,
}

impl Seen {
    pub(super) fn note(&mut self, sights: [Sight; 2]) {
        match self.seconds.get_mut(self.next) {
            Some(place) => *place = sights,
            None => self.seconds.push(sights),
        }
        self.next = (self.next + 1) % REMEMBERED;
    }

    /// The mean of the seconds that are remembered.
    pub(super) fn mean(&self, kind: usize) -> Sight {
        let mut mean = Sight::default();
        let count = self.seconds.len().max(1) as f64;
        for sight in self.seconds.iter().filter_map(|second| second.get(kind)) {
            mean.new += sight.new / count;
            mean.asked += sight.asked / count;
            mean.served += sight.served / count;
            mean.lost += sight.lost / count;
            mean.starved += sight.starved / count;
            mean.held_back += sight.held_back / count;
            mean.elsewhere += sight.elsewhere / count;
        }
        mean
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers and parts of two are exact")]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_keeps_what_is_not_used_and_no_more_than_it_may() {
        let mut bucket = Bucket::new(1_000.0, 300.0, 0.0);
        assert_eq!(bucket.available(), 1_000.0);
        for _ in 0..10 {
            bucket.tick(400.0);
        }
        assert_eq!(bucket.saved, 6_000.0);
        bucket.tick(7_000.0);
        assert_eq!(bucket.available(), 1_000.0);
        for _ in 0..1_000 {
            bucket.tick(0.0);
        }
        assert_eq!(bucket.saved, 300_000.0);
    }
}
