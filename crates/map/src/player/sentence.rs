//! What a step is, in a sentence.
//!
//! Says what happened and what it costs, in `DynamoDB`'s words, and never more than a glance can take in. It only puts into
//! words what the timeline knows; names come from [`KeyNames`].

mod written;

use std::fmt;

use key_engine::walk::{Action, PageEnd};

use super::{Door, Event, KeyNames, LegOutline, PageOutline, Timeline};
use crate::numerals::{grouped, units as units_text};

/// A sentence in parts, so that keys and numbers can be set in their own type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The parts in reading order; joined they are the whole sentence, spaces included.
    pub parts: Vec<Part>,
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How it is set.
    pub kind: PartKind,
    /// What it says.
    pub text: String,
}

/// How a piece of a sentence is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Plain words.
    Text,
    /// A key, in monospace.
    Key,
    /// A number, in tabular figures.
    Number,
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| f.write_str(&part.text))
    }
}

impl Sentence {
    fn text(mut self, text: &str) -> Self {
        match self.parts.last_mut() {
            Some(last) if last.kind == PartKind::Text => last.text.push_str(text),
            _ => self.parts.push(Part { kind: PartKind::Text, text: text.to_owned() }),
        }
        self
    }

    fn key(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part { kind: PartKind::Key, text: text.into() });
        self
    }

    fn number(mut self, number: impl Into<u64>) -> Self {
        self.parts.push(Part { kind: PartKind::Number, text: grouped(number.into()) });
        self
    }

    fn count(self, number: u64, one: &str, many: &str) -> Self {
        self.number(number).text(if number == 1 { one } else { many })
    }

    fn units(mut self, units: f64, writes: bool) -> Self {
        self.parts.push(Part { kind: PartKind::Number, text: units_text(units) });
        let (one, many) =
            if writes { (" write unit", " write units") } else { (" read unit", " read units") };
        self.text(if (units - 1.0).abs() < f64::EPSILON { one } else { many })
    }
}

/// The sentence for a step: "Step 5 of 7 · read ORDER#2026-06-18#O711: it matches."
pub fn sentence(timeline: &Timeline, step: usize, names: &dyn KeyNames) -> Sentence {
    let step = step.min(timeline.last_step());
    let begun = Sentence::default()
        .text("Step ")
        .number(step as u64)
        .text(" of ")
        .number(timeline.last_step() as u64)
        .text(" · ");
    let teller = Teller { timeline, step, names };
    match timeline.event(step) {
        Event::AtDesk => teller.at_desk(begun),
        Event::EnterPartition { leg, partition, collection } => {
            teller.enter_partition(begun, leg, partition, collection)
        }
        Event::EnterCollection { leg, collection, rank, .. } => {
            teller.enter_collection(begun, leg, collection, rank)
        }
        Event::Read { leg, collection, rank, position_in_leg, returned, .. } => {
            teller.read(begun, Place { leg, collection, rank, position_in_leg }, returned)
        }
        Event::MissingKey { leg, .. } => teller.missing(begun, leg),
        Event::PageEnd { page } => teller.page_end(begun, page),
        Event::Done => teller.done(begun),
    }
}

struct Teller<'a> {
    timeline: &'a Timeline,
    step: usize,
    names: &'a dyn KeyNames,
}

/// Where an item was read.
#[derive(Clone, Copy)]
struct Place {
    leg: usize,
    collection: u32,
    rank: u32,
    position_in_leg: u32,
}

impl Teller<'_> {
    fn at_desk(&self, told: Sentence) -> Sentence {
        let told = told.text("at the dispatch desk");
        let Some(leg) = self.timeline.legs().first() else { return told.text(".") };
        let operation = match self.timeline.operation() {
            "" => "request",
            operation => operation,
        };
        let told = told.text(": ").text(with_article(operation).as_str());
        // A batch of statements becomes several operations; one statement says what it became.
        let became = self.timeline.pages().first().and_then(|page| page.became.as_deref());
        let became = became.filter(|_| operation == "ExecuteStatement");
        let told = match became {
            Some(became) => {
                told.text(" becomes ").text(with_article(became).as_str()).text(match became {
                    "Scan" => ", for it does not give the partition key with = or IN; it",
                    "Query" => ", for it gives the partition key; it",
                    _ => " and",
                })
            }
            None => told,
        };
        let told = told.text(" sets out into ").key(leg.table.as_str());
        let told = match &leg.index {
            Some(index) => told.text(" through the index ").key(index.as_str()),
            None => told,
        };
        match (leg.action, leg.consistent) {
            (Action::Read, true) => {
                told.text(". It asks for the latest write, at twice the price.")
            }
            (Action::Read, false) => told.text(
                ". Its reads are eventually consistent: half the price, perhaps a moment old.",
            ),
            _ => told.text("."),
        }
    }

    fn enter_partition(
        &self,
        told: Sentence,
        leg: usize,
        partition: u32,
        collection: u32,
    ) -> Sentence {
        let Some(outline) = self.timeline.legs().get(leg) else { return told };
        if self.is_scan() {
            return told
                .text("turn into partition ")
                .number(partition)
                .text(": a Scan goes through every partition, in hash order.");
        }
        let door = outline.door();
        let missing = matches!(self.timeline.event(self.step + 1), Event::MissingKey { .. });
        let (name, hash) = if missing {
            let sought = self.names.sought(leg);
            (
                sought.as_ref().map(|sought| sought.partition_key.clone()),
                sought.and_then(|sought| sought.hash),
            )
        } else {
            (self.names.collection(door, collection), self.names.hash(door, collection))
        };
        let told = match name {
            Some(name) => told.key(name),
            None => told.text("the key"),
        };
        match hash {
            Some(hash) => told.text(" hashes to ").key(format!("{hash}…")).text(", which falls"),
            None => told.text(" falls, by its hash,"),
        }
        .text(" in partition ")
        .number(partition)
        .text(".")
    }

    fn enter_collection(&self, told: Sentence, leg: usize, collection: u32, rank: u32) -> Sentence {
        let Some(outline) = self.timeline.legs().get(leg) else { return told };
        if outline.took_away() {
            return self.taken(told, leg, outline);
        }
        let told = self.collection(told.text("enter "), outline.door(), collection);
        let reads_on = matches!(self.timeline.event(self.step + 1), Event::Read { .. });
        match outline.action {
            Action::Read if !reads_on && outline.reads_by_key() => {
                told.text(": no item there has this key. Looking still costs a read.")
            }
            Action::Read if !reads_on => {
                told.text(": no item there meets the key condition. Looking still costs a read.")
            }
            Action::Read if outline.backward => {
                told.text(" from the far end: its items are read in descending order.")
            }
            Action::Read if rank > 0 => {
                let skipped = if rank == 1 { " item before it is" } else { " items before it are" };
                told.text(" at the first item wanted: sorted order finds it, and the ")
                    .number(rank)
                    .text(skipped)
                    .text(" not read.")
            }
            _ => told.text("."),
        }
    }

    fn read(&self, told: Sentence, at: Place, returned: bool) -> Sentence {
        let Some(outline) = self.timeline.legs().get(at.leg) else { return told };
        let told = match outline.action {
            Action::Read => self.item(told.text("read "), outline.door(), at),
            Action::Fetch => self.item(told.text("fetch "), outline.door(), at),
            _ => return self.written(told, outline, at, returned),
        };
        if outline.action == Action::Fetch {
            return told.text(" from the table: the index does not hold all that was asked for.");
        }
        if outline.reads_by_key() {
            return told.text(": here it is.");
        }
        let page = self.timeline.pages().get(outline.page);
        let told = told.text(if returned {
            ": it matches."
        } else {
            ": the filter discards it, but the read is already paid for."
        });
        let last_of_page = matches!(self.timeline.event(self.step + 1), Event::PageEnd { .. });
        match page {
            Some(page) if last_of_page => self.why_last(told, outline, at, page),
            _ => told,
        }
    }

    /// Why the last item read was the last.
    fn why_last(
        &self,
        told: Sentence,
        outline: &LegOutline,
        at: Place,
        page: &PageOutline,
    ) -> Sentence {
        match page.end {
            PageEnd::End if self.is_scan() => {
                told.text(" It was the last item, so there is no LastEvaluatedKey.")
            }
            PageEnd::End => {
                let next =
                    if outline.backward { at.rank.checked_sub(1) } else { at.rank.checked_add(1) };
                let more = next
                    .and_then(|next| self.names.item(outline.door(), at.collection, next))
                    .is_some();
                told.text(if more {
                    " The next item no longer meets the key condition, so there is no LastEvaluatedKey."
                } else {
                    " The collection ends here, so there is no LastEvaluatedKey."
                })
            }
            PageEnd::Limit => told.text(" That was the Limit."),
            PageEnd::Size => told.text(" That makes 1 MB, all that one page may read."),
            _ => told,
        }
    }

    fn page_end(&self, told: Sentence, number: usize) -> Sentence {
        let Some(page) = self.timeline.pages().get(number) else { return told };
        let before = number.checked_sub(1).and_then(|before| self.timeline.pages().get(before));
        let read_before = before.map_or(0, |page| self.timeline.counters(page.end_step).read);
        let read = self.timeline.counters(page.end_step).read - read_before;
        let writes = self.writes();
        let ends = |told: Sentence| told.text("page ").number(number as u64 + 1);
        let by_key =
            self.timeline.legs().iter().any(|leg| leg.page == number && leg.reads_by_key());
        let told = match &page.end {
            PageEnd::End if by_key => told.text("all that was asked for has been looked up."),
            PageEnd::Size if by_key => told.text(
                "the answer is full at 16 MB. UnprocessedKeys says what is to be asked for again.",
            ),
            PageEnd::Limit => ends(told)
                .text(" ends at its Limit: ")
                .count(read, " item read", " items read")
                .text(", matching or not. LastEvaluatedKey is set, even if nothing follows."),
            PageEnd::Size => ends(told)
                .text(" ends: 1 MB is read. LastEvaluatedKey says where the next page begins."),
            PageEnd::End => {
                ends(told).text(" ends: nothing is left to read, so there is no LastEvaluatedKey.")
            }
            PageEnd::Found => told.text("the item goes back to the desk."),
            PageEnd::NotFound => told.text("the walker goes back with nothing."),
            PageEnd::Written if self.is_transaction() => {
                told.text("the transaction commits: all of it is done at once.")
            }
            PageEnd::Written => told.text("the write is done."),
            PageEnd::Refused(exception) => {
                let told =
                    told.text("DynamoDB refuses the request: ").key(exception.as_str()).text(".");
                if page.capacity_units <= 0.0 {
                    return told;
                }
                told.text(" Nothing is changed.")
            }
        };
        told.text(" It costs ").units(page.capacity_units, writes).text(".")
    }

    fn done(&self, told: Sentence) -> Sentence {
        let all = self.timeline.counters(self.timeline.last_step());
        let told = told.text("back at the desk: ");
        let told = if self.writes() {
            let done = self.timeline.written(self.timeline.last_step());
            let (mut items, mut entries) = (0, 0);
            for leg in done {
                *(if leg.index.is_none() { &mut items } else { &mut entries }) += 1;
            }
            let told = told.count(items, " item written, ", " items written, ");
            let told = if entries > 0 {
                told.count(entries, " index entry changed, ", " index entries changed, ")
            } else {
                told
            };
            return told.units(all.capacity_units, true).text(".");
        } else {
            told.count(all.returned, " item returned, ", " items returned, ")
                .number(all.read)
                .text(" read, ")
                .units(all.capacity_units, false)
        };
        let told = told.text(" in ").count(u64::from(all.page), " page", " pages");
        let more =
            self.timeline.pages().last().is_some_and(|page| page.last_evaluated_key.is_some());
        told.text(if more { ". The next page may hold more." } else { "." })
    }

    fn collection(&self, told: Sentence, door: Door<'_>, collection: u32) -> Sentence {
        match self.names.collection(door, collection) {
            Some(name) => told.key(name),
            None => told.text("the collection"),
        }
    }

    /// A Scan passes through many collections, and a batch or a transaction may: there an item is called by both its keys.
    fn item(&self, told: Sentence, door: Door<'_>, at: Place) -> Sentence {
        let item = self.names.item(door, at.collection, at.rank);
        let collection = if self.is_scan() || self.is_of_many() {
            self.names.collection(door, at.collection)
        } else {
            None
        };
        match (collection, item) {
            (Some(collection), Some(item)) if collection != item => {
                told.key(format!("{collection} / {item}"))
            }
            (_, Some(name)) | (Some(name), None) => told.key(name),
            (None, None) => told.text("item ").number(u64::from(at.position_in_leg) + 1),
        }
    }

    fn is_scan(&self) -> bool {
        self.timeline.is_scan()
    }

    fn is_of_many(&self) -> bool {
        self.is_transaction() || self.timeline.operation().starts_with("Batch")
    }

    fn is_transaction(&self) -> bool {
        self.timeline.operation().contains("Transact")
    }

    /// Whether this walk is billed in write units.
    fn writes(&self) -> bool {
        self.timeline.writes()
    }
}

fn with_article(operation: &str) -> String {
    let article = if operation.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {operation}")
}
