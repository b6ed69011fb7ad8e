//! What must be true of any answer: it comes, it comes soon, and an error or a read changes nothing.

use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use key_engine::engine::{Environment, KeyRole, OPERATIONS};
use key_engine::{Database, Index, Item, ServiceError};
use serde_json::{Value, json};

use crate::Call;

/// A law that was broken.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The call panicked.
    Panicked,
    /// The call took this long.
    Slow(Duration),
    /// The call was refused, or reads, and yet changed something: the first line that differs, before and after.
    Changed(String, String),
    /// A door says that it holds another number of items than it does, or an index holds another than it should.
    Miscounted(String),
    /// The error has no name.
    Nameless,
    /// The same read is answered otherwise as text.
    Otherwise,
}

impl Fault {
    /// Whether both are of one kind: what shrinking must keep.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panicked => f.write_str("it panicked"),
            Self::Slow(time) => write!(f, "it took {:.1} s", time.as_secs_f64()),
            Self::Changed(before, after) => {
                write!(f, "it may change nothing, but changed\n  {before}\nto\n  {after}")
            }
            Self::Miscounted(door) => write!(f, "{door} miscounts its items"),
            Self::Nameless => f.write_str("its error has no name"),
            Self::Otherwise => f.write_str("it is answered otherwise when asked in another way"),
        }
    }
}

/// Operations that change nothing.
const READS: &[&str] = &[
    "BatchGetItem",
    "DescribeStream",
    "DescribeTable",
    "DescribeTimeToLive",
    "GetItem",
    "GetRecords",
    "GetShardIterator",
    "ListStreams",
    "ListTables",
    "ListTagsOfResource",
    "Query",
    "Scan",
    "TransactGetItems",
];

/// What a call gives.
pub type Answer = Result<Value, ServiceError>;

/// Reads of which the answer does not depend on when they are asked.
const ALIKE: &[&str] = &["BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems"];

/// How a call is made: all three ways give the same answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `Database::call`.
    Json,
    /// `Database::call_with_walk`.
    Walk,
    /// `Database::call_text`.
    Text,
}

impl Way {
    /// All.
    pub const ALL: [Self; 3] = [Self::Json, Self::Walk, Self::Text];
}

/// A database under watch.
pub struct Subject {
    database: Database,
    clock: Arc<AtomicU64>,
    /// Whether what it holds is looked at before and after each call, which takes longer than the call.
    watchful: bool,
    /// What it held when last looked at; none where that may have changed.
    imprint: Option<String>,
    /// How long a call may work.
    pub patience: Duration,
}

impl Subject {
    /// An empty database, with a clock that goes on by a second with each call.
    pub fn new(patience: Duration, watchful: bool) -> Self {
        let clock = Arc::new(AtomicU64::new(1_767_225_600_000));
        let read = Arc::clone(&clock);
        let read = move || read.load(Ordering::Relaxed);
        let environment = Environment { clock: Arc::new(read), ..Environment::default() };
        Self { database: Database::new(environment), clock, watchful, imprint: None, patience }
    }

    /// Calls, and judges the answer.
    ///
    /// # Errors
    /// With the law that was broken.
    pub fn call(&mut self, call: &Call, way: Way) -> Result<Answer, Fault> {
        self.clock.fetch_add(1_000, Ordering::Relaxed);
        let before = match self.imprint.take() {
            Some(imprint) => imprint,
            None => self.look()?,
        };
        let started = worked();
        let answer = self.answer(call, way)?;
        let time = worked().saturating_sub(started);
        if time > self.patience {
            return Err(Fault::Slow(time));
        }
        let after = self.look()?;
        if (answer.is_err() || READS.contains(&call.operation.as_str())) && before != after {
            let differ = before.lines().zip(after.lines()).find(|(before, after)| before != after);
            let (before, after) = differ.unwrap_or(("fewer lines", "more lines, or the reverse"));
            return Err(Fault::Changed(before.to_owned(), after.to_owned()));
        }
        self.imprint = Some(after);
        match &answer {
            Ok(_) if ALIKE.contains(&call.operation.as_str()) => {
                let other = if way == Way::Text { Way::Json } else { Way::Text };
                if self.answer(call, other)? == answer { Ok(answer) } else { Err(Fault::Otherwise) }
            }
            Err(error) if error.to_json()["__type"].as_str().is_none_or(str::is_empty) => {
                Err(Fault::Nameless)
            }
            _ => Ok(answer),
        }
    }

    fn answer(&mut self, call: &Call, way: Way) -> Result<Answer, Fault> {
        let (database, Call { operation, request }) = (&mut self.database, call);
        catch_unwind(AssertUnwindSafe(|| match way {
            Way::Json => database.call(operation, request),
            Way::Walk => database.call_with_walk(operation, request).0,
            // what nests so deeply that it cannot be read from text can still be handed over
            Way::Text if !is_readable(request) => database.call(operation, request),
            Way::Text => database
                .call_text(operation, &request.to_string())
                .map(|text| serde_json::from_str(&text).unwrap()),
        }))
        .map_err(|_| Fault::Panicked)
    }

    /// Everything the database holds, as text: a line for each thing.
    fn look(&mut self) -> Result<String, Fault> {
        if !self.watchful {
            return Ok(String::new());
        }
        catch_unwind(AssertUnwindSafe(|| imprint(&mut self.database)))
            .map_err(|_| Fault::Panicked)?
            .map_err(Fault::Miscounted)
    }
}

/// How long this thread has worked; where the system does not say, how late it is.
fn worked() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(
        || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(),
        Duration::from_nanos,
    )
}

fn is_readable(request: &Value) -> bool {
    serde_json::from_str::<Value>(&request.to_string()).is_ok()
}

fn imprint(database: &mut Database) -> Result<String, String> {
    let mut text = String::new();
    for table in database.tables() {
        for door in table.indexes().chain([table.primary()]) {
            let mut count = 0;
            for item in door.items() {
                count += 1;
                let _ = writeln!(text, "{} {:?} {}", table.name(), door.name(), item.to_json());
            }
            if count != door.item_count() {
                return Err(format!("{} {:?}", table.name(), door.name()));
            }
        }
    }
    for table in database.tables() {
        for index in table.indexes() {
            if table.primary().items().filter(|item| belongs(item, index)).count()
                != index.item_count()
            {
                return Err(format!("{} {:?}", table.name(), index.name()));
            }
        }
    }
    let names: Vec<String> = database.tables().map(|table| table.name().to_owned()).collect();
    for name in names {
        let table = json!({"TableName": name});
        let described = tell(database, "DescribeTable", &table, &mut text);
        tell(database, "DescribeTimeToLive", &table, &mut text);
        let resource = json!({"ResourceArn": described["Table"]["TableArn"]});
        tell(database, "ListTagsOfResource", &resource, &mut text);
    }
    let streams = tell(database, "ListStreams", &json!({}), &mut text);
    for stream in streams["Streams"].as_array().into_iter().flatten() {
        let stream = json!({"StreamArn": stream["StreamArn"]});
        let described = tell(database, "DescribeStream", &stream, &mut text);
        let shards = described["StreamDescription"]["Shards"].as_array();
        for shard in shards.into_iter().flatten() {
            let start = json!({"StreamArn": stream["StreamArn"], "ShardId": shard["ShardId"],
                "ShardIteratorType": "TRIM_HORIZON"});
            let mut unused = String::new();
            let iterator = tell(database, "GetShardIterator", &start, &mut unused);
            let ask = json!({"ShardIterator": iterator["ShardIterator"]});
            let records = tell(database, "GetRecords", &ask, &mut unused);
            let _ = writeln!(text, "records {}", records["Records"]);
        }
    }
    Ok(text)
}

/// Whether an item has all keys of an index.
fn belongs(item: &Item, index: &Index) -> bool {
    index.key_schema().iter().all(|element| {
        let most = match element.role {
            KeyRole::Hash => 2_048,
            KeyRole::Range => 1_024,
        };
        item.get(&element.attribute).is_some_and(|value| {
            element.key_type.matches(value) && (1..=most).contains(&value.size_bytes())
        })
    })
}

/// Adds an answer to the text, where the operation is answered at all.
fn tell(database: &mut Database, operation: &str, input: &Value, text: &mut String) -> Value {
    if !OPERATIONS.contains(&operation) {
        return Value::Null;
    }
    let answer = database.call(operation, input).unwrap_or_default();
    let _ = writeln!(text, "{operation} {answer}");
    answer
}
