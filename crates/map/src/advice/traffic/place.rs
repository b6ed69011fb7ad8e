//! The partitions of one door: who stands where, what each may serve, and how they become more.
//!
//! Owns the division of the hash range, and of collections by sort key, and the limits of the door as a whole. It never knows of
//! streams.

use key_engine::order::within;

use super::flow::Spot;
use super::partition::{Address, Bucket, KINDS, Partition, READ, WRITE};
use super::{Door, Mode, RuleId, Rules, StreamKey};
use crate::design::{MAX_BAYS, bays_needed};

/// A key of a door, with what is asked of it.
#[derive(Clone, Debug, Default)]
pub(super) struct DoorKey {
    pub(super) text: String,
    pub(super) place: u64,
    /// Units asked in this second, reads and writes.
    pub(super) now: [f64; 2],
    /// Of those, by new requests.
    pub(super) new: [f64; 2],
    /// What new requests asked in the last seconds, each second.
    pub(super) recent: [f64; 2],
}

/// A door in the simulation.
#[derive(Clone, Debug, Default)]
pub(super) struct DoorState {
    pub(super) is_index: bool,
    /// A collection stays in one partition.
    pub(super) keeps_collections: bool,
    pub(super) partitions: Vec<Partition>,
    /// What a partition serves in a second.
    pub(super) lines: [f64; 2],
    /// What the whole door may serve.
    pub(super) whole: [Bucket; 2],
    pub(super) is_provisioned: bool,
    /// The highest that was served in a second.
    pub(super) peak: [f64; 2],
    /// Since when there has been a peak that needs more partitions.
    pub(super) rising_since: Option<u64>,
    pub(super) keys: Vec<DoorKey>,
    /// Places of `keys`, in the order of their hashes.
    order: Vec<u32>,
}

impl DoorState {
    pub(super) fn new(door: &Door, rules: &Rules) -> Self {
        let lines =
            [rules.value(RuleId::PartitionReadUnits), rules.value(RuleId::PartitionWriteUnits)];
        let bays = bays(door, lines, rules.value(RuleId::PeakFactor));
        let mut state = Self {
            is_index: door.index.is_some(),
            keeps_collections: door.has_local_index || door.has_rising_sort_key,
            lines,
            is_provisioned: door.mode.provisioned().is_some(),
            ..Self::default()
        };
        let quota = (rules.value(RuleId::QuotaReadUnits), rules.value(RuleId::QuotaWriteUnits));
        let (kept, at_start) =
            (rules.value(RuleId::BurstSecs), rules.value(RuleId::BurstAtStartSecs));
        let whole = door.mode.provisioned();
        let kept_of_whole = if whole.is_some() { kept } else { 0.0 };
        let (reads, writes) = whole.unwrap_or(quota);
        state.whole = [reads, writes]
            .map(|units| Bucket::new(units.max(0.0), kept_of_whole, at_start.min(kept_of_whole)));
        if state.is_provisioned && rules.value(RuleId::AdaptiveCapacity) < 0.5 {
            for (line, units) in state.lines.iter_mut().zip([reads, writes]) {
                *line = line.min(units.max(0.0) / f64::from(bays));
            }
        }
        let buckets = state.lines.map(|line| Bucket::new(line, kept, at_start));
        for bay in 0..bays {
            let start = (u128::from(bay) << 64).div_ceil(u128::from(bays));
            let from = Address { place: u64::try_from(start).unwrap_or(u64::MAX), position: 0 };
            state.partitions.push(Partition { from, buckets, ..Partition::default() });
        }
        state.peak = match door.mode {
            Mode::OnDemand { previous_peak: Some((reads, writes)), .. } => [reads, writes],
            _ => [0.0; 2],
        };
        state
    }

    /// The place of a key among those of the door; it is added where it is new.
    pub(super) fn key(&mut self, key: &StreamKey) -> u32 {
        let place_of = |at: &u32| self.keys.get(*at as usize).map_or(0, |known| known.place);
        let from = self.order.partition_point(|at| place_of(at) < key.place);
        let alike = self.order.get(from..).unwrap_or_default();
        for at in alike.iter().take_while(|at| place_of(at) == key.place) {
            if self.keys.get(*at as usize).is_some_and(|known| known.text == key.text) {
                return *at;
            }
        }
        let at = self.keys.len() as u32;
        let text = key.text.clone();
        self.keys.push(DoorKey { text, place: key.place, ..DoorKey::default() });
        self.order.insert(from, at);
        at
    }

    /// The partition that holds an address.
    pub(super) fn partition_at(&self, address: Address) -> u32 {
        let after = self.partitions.partition_point(|partition| partition.from <= address);
        after.saturating_sub(1) as u32
    }

    /// The partitions that a collection spans, with the part of it that each holds.
    pub(super) fn spots_of_run(&self, place: u64, spots: &mut Vec<Spot>) {
        let first = self.partition_at(Address { place, position: 0 });
        let mut at = first as usize;
        let mut from = 0.0;
        loop {
            let next = self.partitions.get(at + 1).filter(|next| next.from.place == place);
            let until = next.map_or(1.0, |next| next.from.part());
            spots.push(Spot { partition: at as u32, part: until - from });
            if next.is_none() {
                return;
            }
            (at, from) = (at + 1, until);
        }
    }

    /// All partitions, with the part of the hash range that each holds.
    pub(super) fn spots_of_all(&self, spots: &mut Vec<Spot>) {
        for (at, partition) in self.partitions.iter().enumerate() {
            let start = |partition: &Partition| partition.from.place as f64 / u64::MAX as f64;
            let until = self.partitions.get(at + 1).map_or(1.0, start);
            spots.push(Spot { partition: at as u32, part: until - start(partition) });
        }
    }

    /// Says what each partition may serve of what is wanted of it.
    pub(super) fn admit(&mut self, kind: usize) {
        let mut sum = 0.0;
        for partition in &mut self.partitions {
            let bucket = partition.buckets.get(kind).copied().unwrap_or_default();
            if let Some(tally) = partition.tallies.get_mut(kind) {
                tally.allowed_alone = tally.wanted.min(bucket.available());
                sum += tally.allowed_alone;
            }
        }
        let whole = self.whole.get(kind).map_or(0.0, Bucket::available);
        let part = if sum > whole { whole / sum } else { 1.0 };
        for tally in self.partitions.iter_mut().filter_map(|each| each.tallies.get_mut(kind)) {
            tally.allowed = tally.allowed_alone * part;
            tally.left = tally.allowed;
        }
    }

    /// What a partition serves for as long as one likes: its line, or all that the door has if that is less.
    pub(super) fn line(&self, kind: usize) -> f64 {
        let line = self.lines.get(kind).copied().unwrap_or(0.0);
        let whole = self.whole.get(kind).map_or(0.0, |bucket| bucket.rate);
        if self.is_provisioned { line.min(whole) } else { line }
    }

    /// Begins a second.
    pub(super) fn clear(&mut self) {
        for partition in &mut self.partitions {
            for tally in &mut partition.tallies {
                let carried = tally.carried;
                *tally = super::partition::Tally { carried, ..Default::default() };
            }
        }
        for key in &mut self.keys {
            key.now = [0.0; 2];
            key.new = [0.0; 2];
        }
    }

    /// Ends a second: buckets fill, and the key's recent figures move on.
    pub(super) fn tick(&mut self, number: u64) {
        let mut served = [0.0; 2];
        for partition in &mut self.partitions {
            for ((bucket, tally), sum) in
                partition.buckets.iter_mut().zip(&partition.tallies).zip(&mut served)
            {
                bucket.tick(tally.served);
                *sum += tally.served;
            }
        }
        for ((bucket, served), peak) in self.whole.iter_mut().zip(served).zip(&mut self.peak) {
            bucket.tick(served);
            *peak = peak.max(served);
        }
        let weight = if number == 0 { 1.0 } else { RECENT };
        for key in &mut self.keys {
            for (recent, new) in key.recent.iter_mut().zip(key.new) {
                *recent += (new - *recent) * weight;
            }
        }
    }

    /// Partitions that double what the highest peak needs; never fewer than there are.
    pub(super) fn needed(&self, factor: f64) -> u32 {
        let need = |kind: usize| {
            let line = self.lines.get(kind).copied().unwrap_or(1.0).max(1.0);
            self.peak.get(kind).copied().unwrap_or(0.0) * factor / line
        };
        let need = need(READ).max(need(WRITE)).ceil().min(f64::from(MAX_BAYS)) as u32;
        need.max(self.partitions.len() as u32)
    }

    /// Every partition becomes two.
    pub(super) fn double(&mut self) {
        let mut doubled = Vec::with_capacity(self.partitions.len() * 2);
        for at in 0..self.partitions.len() {
            let Some(partition) = self.partitions.get(at) else { continue };
            let end = self.partitions.get(at + 1).map_or(u64::MAX, |next| next.from.place);
            let middle = partition.from.place + (end - partition.from.place) / 2;
            let split = (middle > partition.from.place)
                .then(|| self.half(at, Address { place: middle, position: 0 }))
                .flatten();
            doubled.push(partition.clone());
            doubled.extend(split);
        }
        self.partitions = doubled;
    }

    /// The right half of a partition that is split at an address: it has saved nothing yet.
    pub(super) fn half(&self, at: usize, from: Address) -> Option<Partition> {
        let partition = self.partitions.get(at)?;
        let buckets = partition.buckets.map(|bucket| Bucket { saved: 0.0, ..bucket });
        Some(Partition { from, buckets, ..Partition::default() })
    }

    /// Whether any partition has something to say of this kind of unit.
    pub(super) fn sum(&self, kind: usize, of: impl Fn(&super::partition::Tally) -> f64) -> f64 {
        self.partitions.iter().filter_map(|each| each.tallies.get(kind)).map(of).sum()
    }
}

/// How much the last second counts in what is recent.
const RECENT: f64 = 0.2;

/// The partitions that a door begins with: the design's, or more where it has served or was warmed for more.
fn bays(door: &Door, lines: [f64; 2], factor: f64) -> u32 {
    let mut bays = door.bays.max(1);
    if let Mode::OnDemand { previous_peak, warm_throughput } = door.mode {
        let doubled = previous_peak.map(|(reads, writes)| (reads * factor, writes * factor));
        for (reads, writes) in [doubled, warm_throughput].into_iter().flatten() {
            for (units, kind) in [reads, writes].into_iter().zip(KINDS) {
                let line = lines.get(kind).copied().unwrap_or(1.0).max(1.0);
                bays = bays.max(within((units / line).ceil(), 0.0, f64::from(MAX_BAYS)) as u32);
            }
        }
    }
    if let Mode::Provisioned { read_units, write_units } = door.mode {
        bays = bays.max(bays_needed(read_units.max(0.0) as u64, write_units.max(0.0) as u64, 0));
    }
    bays.min(MAX_BAYS)
}
