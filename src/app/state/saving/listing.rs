//! The list of kept designs, and what is done to them there.
//!
//! Owns: the order of the list, renaming, copying and deleting. Must never: change a design that is open in this tab other than by a
//! step that can be undone.

use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::{Edit, Loader};
use wasm_bindgen::JsValue;

use super::DesignsCommand;
use super::database::{DESIGNS, Fault, OPERATIONS, SNAPSHOTS, Storage};
use super::keeper::{Clerk, new_id, now_ms, title_of};
use super::notes::{Note, NoteKind, Trouble, ago};
use super::records::{Change, Kept, operation, snapshot};
use super::script::{call, get, object, set};
use crate::app::state::{Command, Page, Source};

/// All records of a design.
pub(super) struct Records {
    pub(super) design: JsValue,
    pub(super) snapshot: JsValue,
    pub(super) operations: Array,
}

impl Records {
    /// As JSON, for a person to look at or to mend.
    pub(super) fn text(&self) -> String {
        let all = object(&[
            ("design", self.design.clone()),
            ("snapshot", self.snapshot.clone()),
            ("operations", self.operations.clone().into()),
        ]);
        let json = get(&js_sys::global(), "JSON");
        let text = call(&json, "stringify", &[all, JsValue::NULL, 1.into()]);
        text.ok().and_then(|text| text.as_string()).unwrap_or_default()
    }

    /// The same design under another id and name.
    fn copied(&self, id: &str, name: &str) -> Result<Vec<(&'static str, JsValue)>, Fault> {
        let Some(mut kept) = Kept::read(&self.design) else { return Err(Fault::Closed) };
        let mut records = Vec::new();
        let mut last = get(&self.snapshot, "revision").as_f64().unwrap_or_default();
        let parts = Array::from(&get(&self.snapshot, "parts")).to_vec();
        records.push((SNAPSHOTS, snapshot(id, last, &parts)));
        for record in self.operations.iter() {
            set(&record, "id", &id.into());
            last = get(&record, "revision").as_f64().unwrap_or(last);
            records.push((OPERATIONS, record));
        }
        let at_ms = now_ms();
        let named = Change::Name(name.to_owned());
        records.push((OPERATIONS, operation(id, last + 1.0, at_ms, &named)));
        kept = Kept {
            id: id.to_owned(),
            name: name.to_owned(),
            origin: kept.name,
            changed_ms: at_ms,
            revision: last + 1.0,
            print: String::new(),
            ..kept
        };
        records.push((DESIGNS, kept.record()));
        Ok(records)
    }
}

/// How far the list may lag behind the changes of a design that is in it, in milliseconds.
const LATELY_MS: f64 = 10_000.0;

impl Clerk {
    /// Looks for the first time: what is kept is listed, and what was changed last is offered.
    pub(super) async fn look_first(&self) {
        self.look().await;
        let open = self.keeper.open.borrow().is_some();
        let loading = self.store.open.loading.try_with_untracked(Option::is_some).unwrap_or(true);
        let newest = self.shelf.designs.try_with_untracked(|all| all.first().cloned()).flatten();
        let Some(newest) = newest.filter(|newest| newest.revision > 0.0 && !newest.declined) else {
            return;
        };
        if open || loading || newest.newer {
            return;
        }
        self.offer(&newest, "");
    }

    /// Offers to go on with a kept design.
    fn offer(&self, kept: &Kept, body: &str) {
        let when = ago(kept.changed_ms, now_ms());
        let title = format!("“{}” was changed {when}.", kept.name);
        let go_on = DesignsCommand::Open(kept.id.clone());
        self.tell(Note::new(NoteKind::Offer, title, body).with("Go on with it", go_on));
    }

    /// Offers to go on with what was made of a scenario before, unless that was declined. `beside` names what is made of it now,
    /// once there is something.
    pub(super) fn offer_earlier(&self, source: &Source, beside: &str) {
        let Source::Scenario(id) = source else { return };
        let title = title_of(id);
        let of_scenario = |kept: &&Kept| {
            kept.origin == title && kept.name != beside && kept.revision > 0.0 && !kept.newer
        };
        let earlier =
            self.shelf.designs.with_untracked(|all| all.iter().find(of_scenario).cloned());
        let Some(earlier) = earlier.filter(|earlier| !earlier.declined) else { return };
        let body = if beside.is_empty() {
            String::new()
        } else {
            format!("It stays as it is. What you change here is kept beside it, as “{beside}”.")
        };
        self.offer(&earlier, &body);
    }

    /// Reads the list anew.
    pub(super) async fn look(&self) {
        let turn = self.keeper.looks.get().wrapping_add(1);
        self.keeper.looks.set(turn);
        let read = async {
            let storage = self.storage().await?;
            let transaction = storage.read().map_err(Trouble::Fault)?;
            transaction.all(DESIGNS, None).await.map_err(Trouble::Fault)
        };
        let Ok(records) = read.await else { return };
        if self.keeper.looks.get() != turn {
            return;
        }
        let designs = records.iter().filter_map(|record| Kept::read(&record)).collect();
        self.show_designs(designs);
    }

    fn look_soon(&self) {
        let clerk = self.clone();
        spawn_local(async move { clerk.look().await });
    }

    fn show_designs(&self, mut designs: Vec<Kept>) {
        let newest_first = |one: &Kept, other: &Kept| other.changed_ms.total_cmp(&one.changed_ms);
        key_engine::order::sort_by(&mut designs, newest_first);
        self.shelf.designs.try_set(designs);
        self.list_entries();
        self.show();
    }

    /// Lists a design as it is now.
    pub(super) fn list(&self, kept: Kept) {
        let mut designs = self.shelf.designs.try_get_untracked().unwrap_or_default();
        designs.retain(|one| one.id != kept.id);
        designs.push(kept);
        self.show_designs(designs);
    }

    /// Whether a design is in the list as it is called now, and was looked at lately.
    pub(super) fn is_listed(&self, kept: &Kept) -> bool {
        let same = |one: &Kept| {
            one.id == kept.id
                && one.name == kept.name
                && kept.changed_ms - one.changed_ms < LATELY_MS
        };
        self.shelf.designs.try_with_untracked(|all| all.iter().any(same)).unwrap_or_default()
    }

    /// A name that no kept design has.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let wanted = if wanted.trim().is_empty() { "Design" } else { wanted.trim() };
        let taken = |name: &str| {
            self.shelf
                .designs
                .try_with_untracked(|all| all.iter().any(|kept| kept.name == name))
                .unwrap_or_default()
        };
        if !taken(wanted) {
            return wanted.to_owned();
        }
        let numbered = (2..).map(|number: u32| format!("{wanted} {number}"));
        numbered.into_iter().find(|name| !taken(name)).unwrap_or_default()
    }

    /// Takes a design off the list.
    pub(super) fn unlist(&self, id: &str) {
        let mut designs = self.shelf.designs.try_get_untracked().unwrap_or_default();
        designs.retain(|one| one.id != id);
        self.show_designs(designs);
    }

    pub(super) fn show_list(&self, on: bool) {
        self.shelf.listed.set(on);
        if on {
            self.look_soon();
        }
    }

    /// Takes an entry of the picker: a design, a new one, the list.
    pub(super) fn choose(&self, place: usize) {
        let designs = self.shelf.designs.get_untracked();
        match designs.get(place) {
            Some(kept) => self.open_by_hand(kept.id.clone()),
            None if place == designs.len() => self.open_new(),
            None => self.show_list(true),
        }
        // The picker shows what is open again.
        self.list_entries();
    }

    /// Opens a kept design; one that was set aside in this tab comes back with its steps.
    pub(super) fn open_by_hand(&self, id: String) {
        self.shelf.listed.set(false);
        self.put_away(NoteKind::Offer);
        if self.store.set_aside.is(&id) {
            self.store.go_back();
            return;
        }
        let store = self.store;
        self.open_kept(id, move || store.note_address());
    }

    /// Opens an empty design with one table, where it is edited.
    pub(super) fn open_new(&self) {
        self.shelf.listed.set(false);
        match Loader::own(NEW).map(Loader::finish) {
            Ok(opened) => {
                let source = Source::File(String::new());
                self.store
                    .put_in_place(crate::app::state::set_aside::Whole::opened(source, opened));
                self.store.draft_first();
                self.store.send(Command::ShowPage(Page::Model));
                self.store.note_address();
            }
            Err(error) => self.store.send(Command::Refuse(error.to_string())),
        }
    }

    pub(super) fn dismiss(&self, kind: NoteKind) {
        let offered = self.shelf.notes.with_untracked(|notes| {
            let offer = notes.iter().find(|note| note.kind == kind && kind == NoteKind::Offer)?;
            offer.buttons.iter().find_map(|(_, command)| match command {
                DesignsCommand::Open(id) => Some(id.clone()),
                _ => None,
            })
        });
        self.put_away(kind);
        if let Some(id) = offered {
            self.change_record(id, |kept| kept.declined = true);
        }
    }

    /// Calls a design something else: the open one by a step that can be undone.
    pub(super) fn rename(&self, id: &str, name: &str) {
        let name = name.trim();
        let is_same = |all: &Vec<Kept>| all.iter().any(|kept| kept.id == id && kept.name == name);
        if name.is_empty() || self.shelf.designs.with_untracked(is_same) {
            return;
        }
        let name = self.free_name(name);
        if self.is_open_id(id) {
            let description =
                self.store.open.design.with_untracked(|design| design.description.clone());
            let label = format!("call the design “{name}”");
            let edits = vec![Edit::SetAbout { name, description }];
            self.store.send(Command::Edit { label, edits, merge: None });
            return;
        }
        let (clerk, id) = (self.clone(), id.to_owned());
        self.spawn(async move {
            let storage = clerk.storage().await?;
            rename_record(&storage, &id, &name).await.map_err(Trouble::Fault)?;
            clerk.forget_known(&id);
            clerk.look().await;
            Ok(())
        });
    }

    pub(super) fn duplicate(&self, id: String) {
        let clerk = self.clone();
        self.spawn(async move {
            let records = clerk.read_records(&id).await?;
            let name = Kept::read(&records.design).unwrap_or_default().name;
            let copies = records
                .copied(&new_id(), &clerk.free_name(&format!("{name} (copy)")))
                .map_err(Trouble::Fault)?;
            let storage = clerk.storage().await?;
            put_all(&storage, &copies).await.map_err(Trouble::Fault)?;
            clerk.look().await;
            Ok(())
        });
    }

    pub(super) fn delete(&self, id: String) {
        let clerk = self.clone();
        self.spawn(async move {
            let records = clerk.read_records(&id).await?;
            let storage = clerk.storage().await?;
            delete_all(&storage, &id).await.map_err(Trouble::Fault)?;
            let name = Kept::read(&records.design).unwrap_or_default().name;
            *clerk.keeper.deleted.borrow_mut() = Some(records);
            clerk.forget_known(&id);
            clerk.post("deleted", &id, 0.0);
            clerk.unlist(&id);
            let title = format!("“{name}” was deleted.");
            let undo =
                Note::new(NoteKind::Deleted, title, "").with("Undo", DesignsCommand::PutBack);
            clerk.tell(undo);
            Ok(())
        });
    }

    /// Brings back what was deleted last.
    pub(super) fn put_back(&self) {
        let Some(records) = self.keeper.deleted.borrow_mut().take() else { return };
        self.put_away(NoteKind::Deleted);
        let clerk = self.clone();
        self.spawn(async move {
            let mut all = vec![(DESIGNS, records.design), (SNAPSHOTS, records.snapshot)];
            all.extend(records.operations.iter().map(|record| (OPERATIONS, record)));
            let storage = clerk.storage().await?;
            put_all(&storage, &all).await.map_err(Trouble::Fault)?;
            clerk.look().await;
            Ok(())
        });
    }

    /// What this tab knew of a design is not so any more. The open one stays open, and is kept anew from its next change on.
    pub(super) fn forget_known(&self, id: &str) {
        let known = self.known(id);
        self.keeper.known.borrow_mut().retain(|one| one.borrow().kept.id != id);
        let Some(session) = known.filter(|session| self.is_open(session)) else { return };
        *self.keeper.open.borrow_mut() = None;
        let before = session.borrow().before.clone();
        self.store.open.source.set(before);
        self.store.note_address();
        self.show();
    }

    /// Changes what the list says of a design.
    fn change_record(&self, id: String, change: impl FnOnce(&mut Kept) + 'static) {
        let clerk = self.clone();
        self.spawn(async move {
            let storage = clerk.storage().await?;
            let changed = async {
                let transaction = storage.write()?;
                let record = transaction.get(DESIGNS, &id).await?;
                let Some(mut kept) = Kept::read(&record).filter(|kept| !kept.newer) else {
                    return Ok(());
                };
                change(&mut kept);
                transaction.put(DESIGNS, &kept.record())?;
                transaction.end().await
            };
            changed.await.map_err(Trouble::Fault)?;
            clerk.look().await;
            Ok(())
        });
    }

    /// Does something to the storage; what fails is said.
    fn spawn(&self, work: impl Future<Output = Result<(), Trouble>> + 'static) {
        let store = self.store;
        spawn_local(async move {
            if let Err(trouble) = work.await {
                let sentence = format!("That could not be done: {}.", trouble.short());
                _ = store.open.refusal.try_set(Some(sentence));
            }
        });
    }
}

async fn rename_record(storage: &Storage, id: &str, name: &str) -> Result<(), Fault> {
    let transaction = storage.write()?;
    let record = transaction.get(DESIGNS, id).await?;
    let Some(kept) = Kept::read(&record) else { return Ok(()) };
    if kept.newer {
        return Err(Fault::Newer);
    }
    let (changed_ms, revision) = (now_ms(), kept.revision + 1.0);
    let named = Change::Name(name.to_owned());
    transaction.put(OPERATIONS, &operation(id, revision, changed_ms, &named))?;
    let kept = Kept { name: name.to_owned(), changed_ms, revision, print: String::new(), ..kept };
    transaction.put(DESIGNS, &kept.record())?;
    transaction.end().await
}

async fn put_all(storage: &Storage, records: &[(&str, JsValue)]) -> Result<(), Fault> {
    let transaction = storage.write_safely()?;
    for (store, record) in records {
        transaction.put(store, record)?;
    }
    transaction.end().await
}

async fn delete_all(storage: &Storage, id: &str) -> Result<(), Fault> {
    let transaction = storage.write_safely()?;
    transaction.delete(DESIGNS, id)?;
    transaction.delete(SNAPSHOTS, id)?;
    transaction.delete_operations(id, f64::INFINITY)?;
    transaction.end().await
}

/// A new design.
const NEW: &str = r#"{"retrieval-map": 1, "name": "New design", "description": "", "tables": [{"create": {"TableName": "Table1",
"AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}],
"KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
"BillingMode": "PAY_PER_REQUEST"}, "items": []}], "entities": [], "requests": []}"#;
