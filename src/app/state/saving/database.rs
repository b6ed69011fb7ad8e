//! `IndexedDB` as futures.
//!
//! Owns: the database's name, version and stores, how a transaction begins and ends, and what its failures are called. Must never:
//! know what a record holds, beyond its key.
//!
//! Within a transaction nothing but its own requests may be waited for: the browser ends it as soon as none is under way.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::script::{call, event, get, list, number, object, promise, set, text};

/// The database.
const NAME: &str = "retrieval-map";
/// Its version: raised when a store comes or goes. What is in a record has a version of its own.
const VERSION: u32 = 1;

/// One record for each design: what the list says of it.
pub(super) const DESIGNS: &str = "designs";
/// One record for each design: all of it, as it was at one revision.
pub(super) const SNAPSHOTS: &str = "snapshots";
/// One record for each change since then, by the design's id and the revision that it made.
pub(super) const OPERATIONS: &str = "operations";

/// Why nothing is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The browser has no storage for this page: a private window, an embedded page, a setting.
    Refused,
    /// There is no room left.
    Full,
    /// A newer version of the app has made the storage anew.
    Newer,
    /// Another tab with an older version of the app holds the storage.
    Blocked,
    /// The connection is gone: the browser's data were cleared, or a newer tab wanted to change the storage.
    Closed,
    /// Anything else, by the browser's name for it.
    Other(String),
}

impl Fault {
    /// The fault that something thrown stands for.
    pub(super) fn of(error: &JsValue) -> Self {
        let name = text(error, "name").unwrap_or_default();
        match name.as_str() {
            "QuotaExceededError" => Self::Full,
            "VersionError" => Self::Newer,
            "InvalidStateError" => Self::Closed,
            "SecurityError" | "NotAllowedError" | "TypeError" => Self::Refused,
            "" => Self::Other("no reason was given".to_owned()),
            _ => Self::Other(name),
        }
    }
}

/// The open database.
#[derive(Clone, Debug)]
pub(super) struct Storage(JsValue);

impl Storage {
    /// Opens the database, and makes its stores where it is new.
    pub(super) async fn open() -> Result<Self, Fault> {
        let factory = get(&js_sys::global(), "indexedDB");
        if factory.is_null() || factory.is_undefined() {
            return Err(Fault::Refused);
        }
        let request = call(&factory, "open", &[NAME.into(), VERSION.into()])
            .map_err(|error| Fault::of(&error))?;
        loop {
            let good = ["onsuccess", "onupgradeneeded", "onblocked"];
            let came = event(&request, &good, &["onerror"]).await;
            let Ok(came) = came else { return Err(opening_fault(&get(&request, "error"))) };
            match text(&came, "type").as_deref() {
                Some("upgradeneeded") => make_stores(&get(&request, "result")),
                Some("blocked") => return Err(Fault::Blocked),
                _ => break,
            }
        }
        Ok(Self(get(&request, "result")))
    }

    /// What happens when a newer tab wants to change the storage: this one lets go of it.
    pub(super) fn let_go_when_asked(&self, then: &JsValue) {
        set(&self.0, "onversionchange", then);
        set(&self.0, "onclose", then);
    }

    /// Lets go of the database.
    pub(super) fn close(&self) {
        let _ = call(&self.0, "close", &[]);
    }

    /// Begins to read.
    pub(super) fn read(&self) -> Result<Transaction, Fault> {
        self.begin("readonly", "default")
    }

    /// Begins to write a change. It counts as written once the system has it: that outlives the tab and the browser, and takes
    /// a millisecond where waiting for the disk takes tens, at every letter typed.
    pub(super) fn write(&self) -> Result<Transaction, Fault> {
        self.begin("readwrite", "relaxed")
    }

    /// Begins to write what takes the place of something: it counts as written once it is on the disk.
    pub(super) fn write_safely(&self) -> Result<Transaction, Fault> {
        self.begin("readwrite", "strict")
    }

    fn begin(&self, mode: &str, durability: &str) -> Result<Transaction, Fault> {
        let stores = list(&[DESIGNS.into(), SNAPSHOTS.into(), OPERATIONS.into()]);
        let options = object(&[("durability", durability.into())]);
        let begun = call(&self.0, "transaction", &[stores, mode.into(), options]);
        let transaction = begun.map_err(|error| Fault::of(&error))?;
        // Listens from now on, and takes a failure that nobody waits for any more.
        let end = JsFuture::from(promise(&transaction, &["oncomplete"], &["onabort"]));
        Ok(Transaction { transaction, end })
    }
}

/// An opening is refused with an unknown error where a profile cannot be written at all.
fn opening_fault(error: &JsValue) -> Fault {
    match Fault::of(error) {
        Fault::Other(_) | Fault::Closed => Fault::Refused,
        fault => fault,
    }
}

fn make_stores(database: &JsValue) {
    let key = |path: JsValue| object(&[("keyPath", path)]);
    let by_revision = list(&["id".into(), "revision".into()]);
    for (name, path) in
        [(DESIGNS, "id".into()), (SNAPSHOTS, "id".into()), (OPERATIONS, by_revision)]
    {
        // Of a store that could not be made the first request tells.
        let _ = call(database, "createObjectStore", &[name.into(), key(path)]);
    }
}

/// A transaction over all stores: all of it happens or nothing.
pub(super) struct Transaction {
    transaction: JsValue,
    end: JsFuture,
}

impl Transaction {
    /// A record, undefined where there is none.
    pub(super) async fn get(&self, store: &str, key: &str) -> Result<JsValue, Fault> {
        self.ask(store, "get", &[key.into()]).await
    }

    /// All records of a store, or of one design in the store of operations, in order of their keys.
    pub(super) async fn all(&self, store: &str, of: Option<&str>) -> Result<js_sys::Array, Fault> {
        let range = match of {
            Some(id) => operations_of(id, f64::INFINITY)?,
            None => JsValue::UNDEFINED,
        };
        Ok(js_sys::Array::from(&self.ask(store, "getAll", &[range]).await?))
    }

    /// Puts a record in the place of one with its key.
    pub(super) fn put(&self, store: &str, record: &JsValue) -> Result<(), Fault> {
        self.send(store, "put", std::slice::from_ref(record)).map(|_| ())
    }

    /// Deletes a record.
    pub(super) fn delete(&self, store: &str, key: &str) -> Result<(), Fault> {
        self.send(store, "delete", &[key.into()]).map(|_| ())
    }

    /// Deletes the operations of a design up to a revision.
    pub(super) fn delete_operations(&self, id: &str, revision: f64) -> Result<(), Fault> {
        self.send(OPERATIONS, "delete", &[operations_of(id, revision)?]).map(|_| ())
    }

    /// Waits until all of it has happened.
    pub(super) async fn end(self) -> Result<(), Fault> {
        // Without this the browser finds out by itself, a little later; older ones know nothing else.
        let _ = call(&self.transaction, "commit", &[]);
        match self.end.await {
            Ok(_) => Ok(()),
            Err(_) => Err(Fault::of(&get(&self.transaction, "error"))),
        }
    }

    fn send(&self, store: &str, what: &str, given: &[JsValue]) -> Result<JsValue, Fault> {
        let sent = call(&self.transaction, "objectStore", &[store.into()])
            .and_then(|store| call(&store, what, given));
        sent.map_err(|error| {
            let _ = call(&self.transaction, "abort", &[]);
            Fault::of(&error)
        })
    }

    async fn ask(&self, store: &str, what: &str, given: &[JsValue]) -> Result<JsValue, Fault> {
        let request = self.send(store, what, given)?;
        match event(&request, &["onsuccess"], &["onerror"]).await {
            Ok(_) => Ok(get(&request, "result")),
            Err(_) => Err(Fault::of(&get(&request, "error"))),
        }
    }
}

/// The keys of a design's operations up to a revision.
fn operations_of(id: &str, revision: f64) -> Result<JsValue, Fault> {
    let key = |revision: f64| list(&[id.into(), revision.into()]);
    let range = get(&js_sys::global(), "IDBKeyRange");
    call(&range, "bound", &[key(0.0), key(revision)]).map_err(|error| Fault::of(&error))
}

/// The revision of a record, for the check that a writer's is the latest.
pub(super) fn revision_of(record: &JsValue) -> Option<f64> {
    number(record, "revision")
}
