//! Other tabs with the same page, and what they and this one tell each other.
//!
//! Owns: the messages and what follows from one. Must never: be relied on: whether another tab has written is found out by the check
//! within each transaction; a message only makes it known sooner.
//!
//! Messages go through a `BroadcastChannel`; where there is none, through an entry of the local storage whose changes the other tabs
//! see; where there is neither, a tab looks into the storage whenever it is looked at.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

use super::DesignsCommand;
use super::database::{DESIGNS, Storage};
use super::keeper::{Clerk, Shared};
use super::notes::{Note, NoteKind, Trouble};
use super::records::Kept;
use super::script::{call, get, make, number, object, set, text};

/// The channel, and the entry of the local storage that stands in for it.
const NAME: &str = "retrieval-map.tabs";

impl Clerk {
    /// Listens to the other tabs from now on, and greets them.
    pub(super) fn meet_other_tabs(&self) {
        let clerk = self.clone();
        let heard = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let data = get(&event, "data");
            if data.is_object() {
                clerk.hear(&data);
            } else if text(&event, "key").as_deref() == Some(NAME)
                && let Some(message) = text(&event, "newValue")
                && let Ok(message) = js_sys::JSON::parse(&message)
            {
                clerk.hear(&message);
            }
        });
        let heard = heard.into_js_value();
        if let Ok(channel) = make("BroadcastChannel", &[NAME.into()]) {
            set(&channel, "onmessage", &heard);
            *self.keeper.channel.borrow_mut() = channel;
        } else {
            let _ = call(&window(), "addEventListener", &["storage".into(), heard]);
        }
        let clerk = self.clone();
        let looked_at = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            if text(&event, "type").as_deref() == Some("pagehide") {
                clerk.post_open("bye");
            } else {
                clerk.look_whether_behind();
            }
        });
        let looked_at = looked_at.into_js_value();
        for name in ["focus", "pageshow", "pagehide"] {
            let _ = call(&window(), "addEventListener", &[name.into(), looked_at.clone()]);
        }
        let _ = call(&document(), "addEventListener", &["visibilitychange".into(), looked_at]);
        self.hello();
    }

    /// Lets go of the storage when a newer tab wants to change it, or the browser has cleared it.
    pub(super) fn let_go_when_asked(&self, storage: &Storage) {
        let clerk = self.clone();
        let asked = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            let is_newer = text(&event, "type").as_deref() == Some("versionchange");
            let opened = clerk.keeper.storage.borrow().clone();
            if let Some(Ok(storage)) = opened {
                storage.close();
            }
            let fault = if is_newer {
                super::database::Fault::Newer
            } else {
                super::database::Fault::Closed
            };
            *clerk.keeper.storage.borrow_mut() = Some(Err(Trouble::Fault(fault.clone())));
            *clerk.keeper.trouble.borrow_mut() = Some(Trouble::Fault(fault));
            clerk.show();
        });
        storage.let_go_when_asked(&asked.into_js_value());
    }

    /// Asks who else has the open design open.
    pub(super) fn hello(&self) {
        self.post_open("hello");
    }

    fn post_open(&self, kind: &str) {
        let id = self.keeper.open.borrow().as_ref().map(|open| open.borrow().kept.id.clone());
        if let Some(id) = id {
            self.post(kind, &id, 0.0);
        }
    }

    /// Tells the others that a design was changed.
    pub(super) fn post_changed(&self, kept: &Kept) {
        self.post("changed", &kept.id, kept.revision);
    }

    pub(super) fn post(&self, kind: &str, id: &str, revision: f64) {
        let message = object(&[
            ("kind", kind.into()),
            ("tab", self.keeper.tab.as_str().into()),
            ("id", id.into()),
            ("revision", revision.into()),
        ]);
        let channel = self.keeper.channel.borrow().clone();
        if !channel.is_undefined() {
            let _ = call(&channel, "postMessage", &[message]);
            return;
        }
        let Ok(text) = js_sys::JSON::stringify(&message) else { return };
        let storage = get(&window(), "localStorage");
        // Where that is refused as well, the others find out when they are looked at.
        let _ = call(&storage, "setItem", &[NAME.into(), text.into()]);
        let _ = call(&storage, "removeItem", &[NAME.into()]);
    }

    fn hear(&self, message: &JsValue) {
        let (Some(kind), Some(id)) = (text(message, "kind"), text(message, "id")) else { return };
        if text(message, "tab").as_deref() == Some(self.keeper.tab.as_str()) {
            return;
        }
        let is_open = self.is_open_id(&id);
        match kind.as_str() {
            "hello" if is_open => {
                self.post("here", &id, 0.0);
                self.tell_elsewhere();
            }
            "here" if is_open => self.tell_elsewhere(),
            "bye" if is_open => {
                self.put_away(NoteKind::Elsewhere);
                self.hello();
            }
            "changed" | "parted" if is_open => {
                let revision = number(message, "revision").unwrap_or_default();
                self.tell_if_behind(revision);
                if kind == "parted" {
                    self.tell_other_parted();
                }
            }
            "deleted" if is_open => self.tell_deleted_elsewhere(),
            _ => {}
        }
        if kind == "changed" || kind == "deleted" {
            let clerk = self.clone();
            spawn_local(async move { clerk.look().await });
        }
    }

    fn open_name(&self) -> String {
        let open = self.keeper.open.borrow();
        open.as_ref().map(|open| open.borrow().kept.name.clone()).unwrap_or_default()
    }

    fn tell_elsewhere(&self) {
        let title = format!("“{}” is open in another tab as well.", self.open_name());
        let body = "Change it in one of them: what is changed in both becomes two designs.";
        self.tell(Note::new(NoteKind::Elsewhere, title, body));
    }

    fn tell_if_behind(&self, revision: f64) {
        let open = self.keeper.open.borrow().clone();
        let Some(open) = open else { return };
        let is_behind = {
            let session = open.borrow();
            session.based && revision > session.kept.revision && !session.busy
        };
        if is_behind {
            self.put_away(NoteKind::Elsewhere);
            let title = format!("“{}” was changed in another tab.", self.open_name());
            let body = "What you see here is as it was before.";
            let note = Note::new(NoteKind::Behind, title, body)
                .with("Show the other tab’s version", DesignsCommand::TakeOther)
                .with("Keep this one as a copy", DesignsCommand::KeepMine);
            self.tell(note);
        }
    }

    /// Looks whether another tab has changed the open design.
    pub(super) fn look_whether_behind(&self) {
        let open = self.keeper.open.borrow().clone();
        let Some(open) = open.filter(|open| open.borrow().based) else { return };
        let clerk = self.clone();
        spawn_local(async move {
            let id = open.borrow().kept.id.clone();
            let read = async {
                let storage = clerk.storage().await?;
                let transaction = storage.read().map_err(Trouble::Fault)?;
                transaction.get(DESIGNS, &id).await.map_err(Trouble::Fault)
            };
            let Ok(record) = read.await else { return };
            if !clerk.is_open_id(&id) {
                return;
            }
            match Kept::read(&record) {
                Some(kept) => clerk.tell_if_behind(kept.revision),
                None => clerk.tell_deleted_elsewhere(),
            }
        });
    }

    fn tell_deleted_elsewhere(&self) {
        let title = format!("“{}” was deleted in another tab.", self.open_name());
        self.tell(Note::new(NoteKind::Deleted, title, "It is still open here; a change keeps it."));
        let id = self.keeper.open.borrow().as_ref().map(|open| open.borrow().kept.id.clone());
        if let Some(id) = id {
            self.forget_known(&id);
        }
    }

    /// What was done here has become a design of its own.
    pub(super) fn tell_parted(&self, session: &Shared, theirs: &Kept) {
        let mine = session.borrow().kept.name.clone();
        self.put_away(NoteKind::Behind);
        self.put_away(NoteKind::Elsewhere);
        self.post("parted", &theirs.id, theirs.revision);
        *self.keeper.other.borrow_mut() = Some(theirs.id.clone());
        let title = format!("“{}” was changed in another tab as well.", theirs.name);
        let body = format!("Nothing was written over: what you have here is kept as “{mine}”.");
        let note = Note::new(NoteKind::Parted, title, &body)
            .with("Take the other tab’s version", DesignsCommand::TakeOther)
            .with("Keep both", DesignsCommand::Dismiss(NoteKind::Parted));
        self.tell(note);
    }

    fn tell_other_parted(&self) {
        let title = format!("“{}” was changed in another tab as well.", self.open_name());
        let body = "Nothing was written over: that tab keeps its own as a copy, and you go on with this one.";
        self.tell(Note::new(NoteKind::Parted, title, body));
    }

    /// Shows what another tab has made of the open design. Where this tab's had become a design of its own, that one goes, and can be
    /// brought back.
    pub(super) fn take_other(&self) {
        self.put_away(NoteKind::Behind);
        self.put_away(NoteKind::Parted);
        let mine = self.keeper.open.borrow().as_ref().map(|open| open.borrow().kept.id.clone());
        let other = self.keeper.other.borrow_mut().take();
        let Some(mine) = mine else { return };
        let (clerk, store) = (self.clone(), self.store);
        if let Some(other) = other {
            self.open_kept(other, move || {
                store.forget_set_aside();
                clerk.delete(mine);
            });
        } else {
            self.keeper.known.borrow_mut().retain(|one| one.borrow().kept.id != mine);
            *self.keeper.open.borrow_mut() = None;
            self.open_kept(mine, move || store.forget_set_aside());
        }
    }

    /// Keeps the open design as another one.
    pub(super) fn keep_mine(&self) {
        self.put_away(NoteKind::Behind);
        let open = self.keeper.open.borrow().clone();
        if let Some(session) = open {
            self.become_copy(&session);
        }
    }
}
