//! The form of an index: its name, its keys, and what it copies. It is changed as a whole, so that one index for another is one
//! step.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use map::advice::change::{IndexDescription, KeyAttribute, KeySchema, Projection, Wish};

use super::form::{Changing, Form, plain_field};
use super::key_fields::{Shape, key_fields, sound_keys};
use super::sheet::Sheet;
use crate::app::views::choice::Choice;
use crate::app::views::erased::{effect, memo, piece, typed, when, words};
use crate::app::views::worksheet::focus_later;

/// What is being written.
#[derive(Clone, Copy)]
struct Draft {
    name: RwSignal<String>,
    keys: RwSignal<KeySchema>,
    projection: RwSignal<Projection>,
    fault: RwSignal<Option<String>>,
}

impl Draft {
    fn of(index: &IndexDescription) -> Self {
        Self {
            name: RwSignal::new(index.name.clone()),
            keys: RwSignal::new(index.keys.clone()),
            projection: RwSignal::new(index.projection.clone()),
            fault: RwSignal::new(None),
        }
    }

    fn put_back(self, index: &IndexDescription) {
        self.name.set(index.name.clone());
        self.keys.set(index.keys.clone());
        self.projection.set(index.projection.clone());
        self.fault.set(None);
    }

    /// Name, keys and projection as they are meant. Tracks all three.
    fn meant(self) -> (String, KeySchema, Projection) {
        let projection = match &*self.projection.read() {
            Projection::Include(names) => {
                let names = names.iter().map(|name| name.trim());
                Projection::Include(
                    names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
                )
            }
            other => other.clone(),
        };
        (self.name.read().trim().to_owned(), sound_keys(&self.keys.read()), projection)
    }
}

/// The form of an index that is there.
pub fn index_form(sheet: Sheet, index: Memo<IndexDescription>) -> AnyView {
    let draft = Draft::of(&index.read_untracked());
    let local = index.read_untracked().local;
    effect(move || {
        sheet.asking.track_settled();
        draft.put_back(&index.read());
    });
    let changed = memo(move || {
        let (name, keys, projection) = draft.meant();
        let index = index.read();
        name != index.name || keys != index.keys || projection != index.projection
    });
    let submit = move || {
        let (to, keys, projection) = untrack(|| draft.meant());
        let index = index.read_untracked().name.clone();
        let wish = Wish::SetIndex { table: sheet.table(), index, to, keys, projection };
        draft.fault.set(sheet.asking.wish(&wish));
    };
    let shape = if local { Shape::Local } else { Shape::Global };
    Changing {
        name: "The index",
        fields: fields(sheet, draft, shape),
        fault: draft.fault,
        changed,
        does: "Change the index",
        submit: Box::new(submit),
        leaves: "Leave it as it is",
        put_back: Arc::new(move || draft.put_back(&index.read_untracked())),
    }
    .view()
}

/// The form of an index that is to come.
pub fn new_index(sheet: Sheet, adding: RwSignal<bool>, open: RwSignal<Option<usize>>) -> AnyView {
    let key = KeyAttribute { name: String::new(), kind: "S".to_owned() };
    let global = KeySchema { partition: vec![key.clone()], sort: Vec::new() };
    let draft =
        Draft::of(&IndexDescription { keys: global.clone(), ..IndexDescription::default() });
    let local = RwSignal::new(false);
    let close = move || {
        adding.set(false);
        focus_later("#model-indexes".to_owned());
    };
    let submit = move || {
        let (index, keys, projection) = untrack(|| draft.meant());
        let local = local.get_untracked();
        let wish = Wish::AddIndex { table: sheet.table(), index, keys, projection, local };
        match sheet.asking.wish(&wish) {
            None => {
                open.set(None);
                close();
            }
            wrong => draft.fault.set(wrong),
        }
    };
    let choose = move |at: usize| {
        let own = sheet.keys.read_untracked().partition.clone();
        local.set(at == 1);
        draft.keys.set(if at == 1 {
            KeySchema { partition: own, sort: vec![key.clone()] }
        } else {
            global.clone()
        });
    };
    let kinds = memo(|| {
        vec!["Global: a key of its own".to_owned(), "Local: the table’s partition key".to_owned()]
    });
    let fields = move || {
        let shape = if local.get() { Shape::Local } else { Shape::Global };
        fields(sheet, draft, shape)
    };
    let fields = view! {
        <label class="field">
            <span class="field-label">"Kind of index"</span>
            <Choice options=kinds chosen=memo(move || usize::from(local.get())) on_choose=Callback::new(choose) />
        </label>
        {piece(fields)}
    };
    Form {
        class: "model-new-index",
        name: "A new index",
        fields: fields.into_any(),
        fault: draft.fault,
        does: "Add the index",
        submit: Box::new(submit),
        others: None,
        close: Rc::new(close),
    }
    .view()
}

/// Name, keys and projection.
fn fields(sheet: Sheet, draft: Draft, shape: Shape) -> AnyView {
    const COPIES: [&str; 3] = ["All attributes", "Keys only", "Keys and named attributes"];
    let options = memo(|| COPIES.map(str::to_owned).to_vec());
    let projection = draft.projection;
    let chosen = memo(move || match &*projection.read() {
        Projection::All => 0_usize,
        Projection::KeysOnly => 1,
        Projection::Include(_) => 2,
    });
    let choose = move |at: usize| {
        projection.set(match at {
            0 => Projection::All,
            1 => Projection::KeysOnly,
            _ => Projection::Include(Vec::new()),
        });
    };
    let named = move || {
        let text = move || match &*projection.read() {
            Projection::Include(names) => names.join("\n"),
            _ => String::new(),
        };
        let write = move |typed: String| {
            projection.set(Projection::Include(typed.split('\n').map(str::to_owned).collect()));
        };
        view! {
            <label class="field" data-field="Attributes">
                <span class="field-label">"Attributes, one a line"</span>
                <textarea
                    class="field-input"
                    rows="3"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:value=words(text)
                    on:input=typed(write)
                ></textarea>
            </label>
        }
        .into_any()
    };
    view! {
        {plain_field("Name", "ByStatus", None, draft.name, draft.fault)}
        {key_fields(sheet, draft.keys, shape)}
        <label class="field">
            <span class="field-label">"What it copies of each item"</span>
            <Choice options chosen on_choose=Callback::new(choose) />
        </label>
        {when(move || chosen.get() == 2, named)}
    }
    .into_any()
}
