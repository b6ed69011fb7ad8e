//! The table's secondary indexes: one line each, which unfolds into its form.

use leptos::prelude::*;
use map::advice::change::{IndexDescription, KeySchema, Projection, Wish};
use map::numerals::counted;

use super::capacity::{bays_field, index_units};
use super::fold::fold;
use super::index_form::{index_form, new_index};
use super::served::served;
use super::sheet::Sheet;
use crate::app::views::erased::{aria, each, effect, memo, press, when, words};
use crate::app::views::icons::{Icon, glyph};
use crate::app::views::worksheet::focus_later;

/// All of them, and how one is added.
pub fn indexes(sheet: Sheet) -> AnyView {
    let count = memo(move || sheet.indexes.read().len());
    let open = RwSignal::new(None::<usize>);
    let adding = RwSignal::new(false);
    effect(move || {
        sheet.store().open.table.track();
        open.set(None);
        adding.set(false);
    });
    effect(move || {
        count.track();
        open.set(None);
    });
    let start = move || {
        adding.set(true);
        focus_later(".model-new-index input".to_owned());
    };
    view! {
        <div class="model-part" data-part="indexes">
            <div class="model-part-head">
                <h2 class="model-title" id="model-indexes" tabindex="-1">"Secondary indexes"</h2>
                <button class="button model-small" type="button" aria-expanded=aria(move || adding.get()) on:click=press(start)>
                    {glyph(Icon::Plus)}
                    "Add an index"
                </button>
            </div>
            {when(move || adding.get(), move || new_index(sheet, adding, open))}
            {when(move || count.get() == 0 && !adding.get(), || view! {
                <p class="model-empty">"No second door: everything is found by the table’s own keys."</p>
            }.into_any())}
            <ul class="model-folds" aria-labelledby="model-indexes">
                {each(move || (0..count.get()).collect(), move |place| index(sheet, place, open))}
            </ul>
        </div>
    }
    .into_any()
}

/// One index, by its place.
fn index(sheet: Sheet, place: usize, open: RwSignal<Option<usize>>) -> AnyView {
    let one = memo(move || sheet.indexes.read().get(place).cloned().unwrap_or_default());
    let name = memo(move || one.read().name.clone());
    let head = view! {
        <span class="model-fold-words">
            <span class="model-fold-title">{words(move || name.get())}</span>
            <span class="model-minor">{words(move || summary(&one.read()))}</span>
        </span>
    }
    .into_any();
    let delete = move || {
        let wish = Wish::DeleteIndex { table: sheet.table(), index: name.get_untracked() };
        sheet.asking.wish_or_tell(&wish);
    };
    let body = move || {
        view! {
            {served(sheet, move || Some(name.get()), || None)}
            {index_form(sheet, one)}
            <div class="model-row">
                {index_units(sheet, one)}
                {bays_field(sheet, memo(move || Some(name.get())))}
                <button class="button model-small" type="button" on:click=press(delete)>
                    {glyph(Icon::Delete)}
                    "Delete the index"
                </button>
            </div>
        }
        .into_any()
    };
    fold(place, open, head, body)
}

/// An index in a line: what it is, its keys, what it copies.
fn summary(index: &IndexDescription) -> String {
    let kind = if index.local { "LSI" } else { "GSI" };
    let copies = match &index.projection {
        Projection::All => "all attributes".to_owned(),
        Projection::KeysOnly => "keys only".to_owned(),
        Projection::Include(names) => {
            ["keys and ", &counted(names.len() as u64, "attribute", "attributes")].concat()
        }
    };
    [kind, " · ", &key_words(&index.keys), " · ", &copies].concat()
}

/// A key in a line: "a + b, sorted by c".
fn key_words(keys: &KeySchema) -> String {
    let names = |keys: &[map::advice::change::KeyAttribute]| {
        keys.iter().map(|key| key.name.as_str()).collect::<Vec<_>>().join(" + ")
    };
    let partition = names(&keys.partition);
    if keys.sort.is_empty() {
        partition
    } else {
        [partition, names(&keys.sort)].join(", sorted by ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use map::advice::change::KeyAttribute;

    #[test]
    fn an_index_is_told_in_a_line() {
        let key = |name: &str| KeyAttribute { name: name.to_owned(), kind: "S".to_owned() };
        let keys = KeySchema { partition: vec![key("a"), key("b")], sort: vec![key("c")] };
        let projection = Projection::Include(vec!["x".to_owned()]);
        let index = IndexDescription { keys, projection, ..IndexDescription::default() };
        assert_eq!(summary(&index), "GSI · a + b, sorted by c · keys and 1 attribute");
        let index = IndexDescription { local: true, ..IndexDescription::default() };
        assert_eq!(summary(&index), "LSI ·  · all attributes");
    }
}
