//! The fields of a key: its attributes, each with its type.

use leptos::prelude::*;
use map::advice::change::{KeyAttribute, KeySchema, MOST_KEY_ATTRIBUTES};

use super::sheet::{ATTRIBUTES, Sheet};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{each, memo, press, typed, when, words};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::labelled_box::LabelledBox;

/// The types that a key attribute can have.
pub const TYPES: [(&str, &str); 3] = [("S", "String"), ("N", "Number"), ("B", "Binary")];

/// Whose key it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A table's: one attribute, and at most one to sort by.
    Table,
    /// A global index's: up to four of each.
    Global,
    /// A local index's: the table's partition key, and one attribute to sort by.
    Local,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Partition,
    Sort,
}

impl Role {
    const fn words(self) -> &'static str {
        match self {
            Self::Partition => "Partition key",
            Self::Sort => "Sort key",
        }
    }

    fn of(self, keys: &KeySchema) -> &[KeyAttribute] {
        match self {
            Self::Partition => &keys.partition,
            Self::Sort => &keys.sort,
        }
    }

    fn of_mut(self, keys: &mut KeySchema) -> &mut Vec<KeyAttribute> {
        match self {
            Self::Partition => &mut keys.partition,
            Self::Sort => &mut keys.sort,
        }
    }

    /// The fewest and the most attributes.
    const fn limits(self, shape: Shape) -> (usize, usize) {
        match (self, shape) {
            (Self::Partition, Shape::Table | Shape::Local) | (Self::Sort, Shape::Local) => (1, 1),
            (Self::Partition, Shape::Global) => (1, MOST_KEY_ATTRIBUTES),
            (Self::Sort, Shape::Table) => (0, 1),
            (Self::Sort, Shape::Global) => (0, MOST_KEY_ATTRIBUTES),
        }
    }
}

/// Keys without blanks around their names, and without attributes to sort by that have no name.
pub fn sound_keys(keys: &KeySchema) -> KeySchema {
    let trimmed = |attributes: &[KeyAttribute]| {
        let each = attributes
            .iter()
            .map(|one| KeyAttribute { name: one.name.trim().to_owned(), kind: one.kind.clone() });
        each.collect::<Vec<KeyAttribute>>()
    };
    let mut sort = trimmed(&keys.sort);
    sort.retain(|attribute| !attribute.name.is_empty());
    KeySchema { partition: trimmed(&keys.partition), sort }
}

/// The fields of a key that is being written.
pub fn key_fields(sheet: Sheet, keys: RwSignal<KeySchema>, shape: Shape) -> AnyView {
    view! {
        <div class="model-keys">
            {attributes(sheet, keys, shape, Role::Partition)}
            {attributes(sheet, keys, shape, Role::Sort)}
        </div>
    }
    .into_any()
}

/// The attributes of one role, and a button for one more.
fn attributes(sheet: Sheet, keys: RwSignal<KeySchema>, shape: Shape, role: Role) -> AnyView {
    let (_, most) = role.limits(shape);
    let count = memo(move || role.of(&keys.read()).len());
    let add = move || {
        keys.update(|keys| {
            let one = KeyAttribute { name: String::new(), kind: "S".to_owned() };
            role.of_mut(keys).push(one);
        });
    };
    let add_words = move || {
        let more = if count.get() == 0 { "Add a " } else { "Another part of the " };
        [more, if role == Role::Sort { "sort key" } else { "partition key" }].concat()
    };
    view! {
        {each(move || (0..count.get()).collect(), move |place| attribute(sheet, keys, shape, role, place))}
        {when(move || count.get() < most, move || view! {
            <button class="model-add" type="button" on:click=press(add)>
                {glyph(Icon::Plus)}
                {words(add_words)}
            </button>
        }.into_any())}
    }
    .into_any()
}

fn attribute(
    sheet: Sheet,
    keys: RwSignal<KeySchema>,
    shape: Shape,
    role: Role,
    place: usize,
) -> AnyView {
    let (fewest, _) = role.limits(shape);
    let one = memo(move || role.of(&keys.read()).get(place).cloned().unwrap_or_default());
    let change = move |change: &dyn Fn(&mut KeyAttribute)| {
        keys.update(|keys| {
            if let Some(attribute) = role.of_mut(keys).get_mut(place) {
                change(attribute);
            }
        });
    };
    let name = if place == 0 {
        role.words().to_owned()
    } else {
        format!("{}, part {}", role.words(), place + 1)
    };
    if shape == Shape::Local && role == Role::Partition {
        return view! {
            <div class="model-key">
                <span class="field-label">{name}</span>
                <span class="key">{words(move || one.get().name)}</span>
                <span class="model-minor">"the table’s"</span>
            </div>
        }
        .into_any();
    }
    let type_name = format!("Type of the {}", in_words(&name));
    let remove_name = format!("Remove the {}", in_words(&name));
    let types = memo(|| TYPES.map(|(_, words)| words.to_owned()).to_vec());
    let chosen =
        memo(move || TYPES.iter().position(|(kind, _)| *kind == one.read().kind).unwrap_or(0));
    // A name that is known brings its type along.
    let write = move |typed: String| {
        let known = sheet.known.read_untracked();
        let kind = known.attribute_types.get(typed.trim());
        let kind = kind.filter(|kind| TYPES.iter().any(|(one, _)| one == kind)).cloned();
        drop(known);
        change(&|attribute| {
            attribute.name.clone_from(&typed);
            if let Some(kind) = &kind {
                attribute.kind.clone_from(kind);
            }
        });
    };
    let choose = move |at: usize| {
        if let Some((kind, _)) = TYPES.get(at) {
            change(&|attribute| (*kind).clone_into(&mut attribute.kind));
        }
    };
    let remove = move || {
        keys.update(|keys| {
            let all = role.of_mut(keys);
            if place < all.len() {
                all.remove(place);
            }
        });
    };
    let removable = memo(move || role.of(&keys.read()).len() > fewest);
    let shown = Signal::derive(move || one.get().name);
    let name_box = LabelledBox {
        named: false,
        tells_fault: false,
        placeholder: words(|| "attribute".to_owned()),
        offers: Some(ATTRIBUTES.to_owned()),
        ..LabelledBox::new(name.clone(), shown, Signal::stored(None), typed(write))
    };
    view! {
            <div class="model-key" data-role=role.words()>
    {name_box.view()}
                <Choice name=type_name options=types chosen on_choose=Callback::new(choose) />
                {when(move || removable.get(), move || view! {
                    <button
                        class="button model-small"
                        data-shape="square"
                        data-kind="quiet"
                        type="button"
                        aria-label=remove_name.clone()
                        title=remove_name.clone()
                        on:click=press(remove)
                    >
                        {glyph(Icon::Close)}
                    </button>
                }.into_any())}
            </div>
        }
    .into_any()
}

/// A name in the middle of a sentence.
fn in_words(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_nameless_parts_to_sort_by_go() {
        let key = |name: &str| KeyAttribute { name: name.to_owned(), kind: "N".to_owned() };
        let keys = KeySchema { partition: vec![key(" a ")], sort: vec![key(" "), key("b")] };
        let sound = KeySchema { partition: vec![key("a")], sort: vec![key("b")] };
        assert_eq!(sound_keys(&keys), sound);
    }
}
