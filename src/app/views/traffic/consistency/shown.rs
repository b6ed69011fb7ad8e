//! A lesson as it is shown: its steps, who held what after each, and what reached whom when.
//!
//! Owns the making of plain data out of a run. It decides nothing: what is stale and who answered stands in the run.

use key_engine::{AttributeValue, Database};
use map::advice::consistency::{
    Agreement, Answered, Assumptions, Buying, FollowPlan, IndexedWrite, Line, OwnersWrite, Replica,
    Run, Sale, Served,
};
use map::design::Call;
use map::numerals::{counted, duration};

use crate::app::views::item_words::value_words;

/// Partitions that are drawn; what others did stands in the steps.
const DRAWN_PARTITIONS: usize = 4;

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was written.
    Written,
    /// It was read as the leader has it.
    Read,
    /// It was read as it was before.
    Stale,
    /// It was refused.
    Refused,
    /// It was not sent.
    Left,
}

impl Standing {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Read => "not stale",
            Self::Stale => "stale",
            Self::Refused => "refused",
            Self::Left => "nothing sent",
        }
    }

    /// Names it for the stylesheet.
    pub fn id(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Read => "read",
            Self::Stale => "stale",
            Self::Refused => "refused",
            Self::Left => "left",
        }
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When, in milliseconds.
    pub at_ms: u64,
    /// Who.
    pub actor: String,
    /// What was sent, if anything.
    pub call: Option<Call>,
    /// Who answered: `the leader of partition 1`.
    pub by: String,
    /// What became of it.
    pub standing: Standing,
    /// What happened, in words.
    pub sentence: String,
    /// What each replica holds of each watched attribute afterwards, the leader first.
    pub held: Vec<[String; 3]>,
}

impl Step {
    /// Whether it was refused.
    pub fn is_refused(&self) -> bool {
        self.standing == Standing::Refused
    }
}

/// A partition with its three replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    table: String,
    index: Option<String>,
    partition: u32,
}

impl Group {
    /// Its name: `Warehouse, partition 1`.
    pub fn name(&self) -> String {
        let door = self.index.as_deref().unwrap_or(&self.table);
        [door, ", partition ", &self.partition.to_string()].concat()
    }
}

/// A place in the picture: a moment's place among the moments, and a replica's among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The moment.
    pub moment: usize,
    /// The replica: three for each partition.
    pub lane: usize,
}

/// What a step did in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The step, from 1.
    pub step: usize,
    /// Where.
    pub at: Point,
    /// What became of it.
    pub standing: Standing,
}

/// A write on its way to a replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The step that wrote it, from 1.
    pub step: usize,
    /// From whom.
    pub from: Point,
    /// To whom.
    pub to: Point,
}

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The partitions.
    pub groups: Vec<Group>,
    /// Partitions that are not drawn.
    pub more_groups: usize,
    /// The moments, in milliseconds.
    pub moments: Vec<u64>,
    /// The steps.
    pub marks: Vec<Mark>,
    /// The writes on their ways.
    pub ways: Vec<Way>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A sale.
    Sale(Sale),
    /// Source and copy.
    Copy(Agreement),
    /// An index, in words.
    Index(String),
}

/// A lesson as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its steps, in order of time.
    pub steps: Vec<Step>,
    /// What is watched, by name.
    pub watched: Vec<String>,
    /// When everything has arrived everywhere, in milliseconds.
    pub settled_ms: u64,
    /// What is drawn.
    pub picture: Picture,
    /// What came of it.
    pub outcome: Outcome,
}

impl Shown {
    /// A sale.
    pub fn of_sale(buying: &Buying, database: &mut Database, assumptions: Assumptions) -> Self {
        let (run, sale) = buying.run(database, assumptions);
        Self::of(&run, vec![buying.stock.attribute.clone()], None, Outcome::Sale(sale))
    }

    /// The owner's write of a fact that is stored twice.
    pub fn of_copy(
        write: &OwnersWrite,
        plan: FollowPlan,
        database: &mut Database,
        assumptions: Assumptions,
    ) -> Self {
        let (run, agreement) = write.run(plan, database, assumptions);
        let mut watched = vec![[&write.attribute, " of the source, ", &write.source_name].concat()];
        watched.push([&write.attribute, " of the copy, ", &write.copy_name].concat());
        Self::of(&run, watched, None, Outcome::Copy(agreement))
    }

    /// An index that follows later.
    pub fn of_index(
        write: &IndexedWrite,
        database: &mut Database,
        assumptions: Assumptions,
    ) -> Self {
        let run = write.run(database, assumptions);
        let reads = |line: &&Line| {
            line.answered.as_ref().is_some_and(|answered| answered.served == Served::Index)
        };
        let all = run.lines.iter().filter(reads).count() as u64;
        let is_stale = |line: &&Line| line.answered.as_ref().is_some_and(Answered::is_stale);
        let stale = run.lines.iter().filter(reads).filter(is_stale).count() as u64;
        let index = &write.index;
        let words = match stale {
            0 => format!(
                "None of {} of {index} was stale: the news was faster than the reader.",
                counted(all, "read", "reads")
            ),
            _ => format!(
                "{stale} of {} of {index} still showed what the table had deleted. All of its replicas know after {}.",
                counted(all, "read", "reads"),
                time(run.settled_ms)
            ),
        };
        Self::of(&run, Vec::new(), Some(index), Outcome::Index(words))
    }

    fn of(run: &Run, watched: Vec<String>, index: Option<&str>, outcome: Outcome) -> Self {
        let step = |line: &Line| Step {
            at_ms: line.at_ms,
            actor: line.actor.clone(),
            call: line.answered.as_ref().map(|answered| answered.call.clone()),
            by: line.answered.as_ref().map(by_words).unwrap_or_default(),
            standing: line.answered.as_ref().map_or(Standing::Left, standing),
            sentence: line.sentence.clone(),
            held: line
                .held
                .iter()
                .take(watched.len())
                .map(|held| held.each_ref().map(|value| told(value.as_ref())))
                .collect(),
        };
        Self {
            steps: run.lines.iter().map(step).collect(),
            settled_ms: run.settled_ms,
            picture: Picture::of(run, index),
            watched,
            outcome,
        }
    }
}

fn told(value: Option<&AttributeValue>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value_words(&value.to_json()))
}

fn standing(answered: &Answered) -> Standing {
    match answered.served {
        _ if answered.answer.is_err() => Standing::Refused,
        Served::Write => Standing::Written,
        _ if answered.is_stale() => Standing::Stale,
        _ => Standing::Read,
    }
}

/// Who answered, in a few words.
fn by_words(answered: &Answered) -> String {
    match answered.by.as_slice() {
        [] => String::new(),
        [one] => one.replica.name().to_owned(),
        several if several.iter().all(|one| one.replica.is_leader()) => {
            [&several.len().to_string(), " leaders"].concat()
        }
        several => {
            let names: Vec<&str> = several.iter().take(2).map(|one| one.replica.name()).collect();
            let more = if several.len() > 2 { " and others" } else { "" };
            [&names.join(", "), more].concat()
        }
    }
}

/// Milliseconds as they are told.
pub fn time(ms: u64) -> String {
    duration(ms as f64 / 1000.0)
}

impl Picture {
    /// What is drawn of a run: of indexes only the one that the lesson is about.
    fn of(run: &Run, index: Option<&str>) -> Self {
        let mut picture = Self::default();
        let mut moments: Vec<u64> = Vec::new();
        let is_drawn = |of: Option<&str>| of.is_none() || of == index;
        for line in &run.lines {
            moments.push(line.at_ms);
            let Some(answered) = &line.answered else { continue };
            for one in answered.by.iter().filter(|one| is_drawn(one.index.as_deref())) {
                picture.add_group(&one.table, one.index.as_deref(), one.partition);
            }
            for one in answered.arrivals.iter().filter(|one| is_drawn(one.index.as_deref())) {
                picture.add_group(&one.table, one.index.as_deref(), one.partition);
            }
        }
        let all = picture.groups.len();
        picture.groups.truncate(DRAWN_PARTITIONS);
        picture.more_groups = all - picture.groups.len();
        for arrival in &run.arrivals {
            let (table, index) = (&arrival.table, arrival.index.as_deref());
            if picture.lane((table, index, arrival.partition), arrival.replica).is_some() {
                moments.push(arrival.at_ms);
            }
        }
        key_engine::order::sort_by(&mut moments, Ord::cmp);
        moments.dedup();
        picture.moments = moments;
        for (place, line) in run.lines.iter().enumerate() {
            picture.draw(place + 1, line);
        }
        picture
    }

    fn add_group(&mut self, table: &str, index: Option<&str>, partition: u32) {
        let group = Group { table: table.to_owned(), index: index.map(str::to_owned), partition };
        if !self.groups.contains(&group) {
            self.groups.push(group);
        }
    }

    /// The lane of a replica of a partition, where it is drawn.
    fn lane(
        &self,
        (table, index, partition): (&str, Option<&str>, u32),
        replica: Replica,
    ) -> Option<usize> {
        let is_it = |group: &Group| {
            group.table == table && group.index.as_deref() == index && group.partition == partition
        };
        self.groups.iter().position(is_it).map(|place| place * Replica::ALL.len() + replica.place())
    }

    fn moment(&self, at_ms: u64) -> usize {
        self.moments.iter().position(|moment| *moment == at_ms).unwrap_or_default()
    }

    fn draw(&mut self, step: usize, happened: &Line) {
        let Some(answered) = &happened.answered else { return };
        let standing = standing(answered);
        let moment = self.moment(happened.at_ms);
        for one in &answered.by {
            let place = (one.table.as_str(), one.index.as_deref(), one.partition);
            if let Some(lane) = self.lane(place, one.replica) {
                self.marks.push(Mark { step, at: Point { moment, lane }, standing });
            }
        }
        if answered.by.is_empty() && standing == Standing::Refused && !self.groups.is_empty() {
            let lane = self.groups.len().saturating_sub(1) * Replica::ALL.len();
            self.marks.push(Mark { step, at: Point { moment, lane }, standing });
        }
        let mut index_leader: Option<Point> = None;
        for arrival in &answered.arrivals {
            let place = (arrival.table.as_str(), arrival.index.as_deref(), arrival.partition);
            let Some(lane) = self.lane(place, arrival.replica) else { continue };
            let to = Point { moment: self.moment(arrival.at_ms), lane };
            let own = answered.by.first().and_then(|one| {
                self.lane((&one.table, one.index.as_deref(), one.partition), Replica::LEADER)
            });
            let leader = self.lane(place, Replica::LEADER);
            let from = match (&arrival.index, leader, own) {
                (None, Some(lane), _) => Point { moment, lane },
                (Some(_), _, Some(lane)) if arrival.replica.is_leader() => Point { moment, lane },
                _ => index_leader.unwrap_or(to),
            };
            if arrival.index.is_some() && arrival.replica.is_leader() {
                index_leader = Some(to);
            }
            self.ways.push(Way { step, from, to });
        }
    }
}
