//! The doors into the stock: the table's own, one for each of its indexes, and two of them side by side.

use crate::app::views::erased::{aria, memo, piece, press, when};
use leptos::prelude::*;
use map::advice::{Proof, Standing};

use super::icons::{Icon, glyph};
use super::table_choice::TableChoice;
use crate::app::state::{Command, DoorView, Page, use_store};

const ORDINALS: [&str; 5] = ["Second", "Third", "Fourth", "Fifth", "Sixth"];

/// What a door is called: the second door is the first index.
fn index_words(place: usize, name: &str) -> String {
    let ordinal = ORDINALS.get(place).copied().unwrap_or("Another");
    format!("{ordinal} door · {name}")
}

/// The index that "Both" shows beside the table: the one on screen, else the first.
fn beside(view: &DoorView, indexes: &[String]) -> Option<String> {
    match view {
        DoorView::Index(name) | DoorView::Both(name) => Some(name.clone()),
        DoorView::Table => indexes.first().cloned(),
    }
}

/// Whether a row searches for want of a door.
fn wants_door(proof: &Proof) -> bool {
    use Standing::{OnlyScan, SkipsAttribute, SortWithoutPartition};
    matches!(proof.standing, OnlyScan | SkipsAttribute | SortWithoutPartition)
}

/// The doors of the table on screen, and the choice of table where there are several.
#[component]
pub fn Doors() -> impl IntoView {
    let store = use_store();
    let view = store.open.view;
    let indexes = memo(move || {
        let table = store.open.table.get();
        store.open.with_database(|database| {
            let table = database.table(&table);
            let indexes = table.into_iter().flat_map(key_engine::Table::indexes);
            indexes.filter_map(|index| index.name().map(str::to_owned)).collect::<Vec<_>>()
        })
    });
    let show = move |door: DoorView| store.send(Command::ShowDoor(door));
    let tabs = piece(move || {
        let (names, table) = (indexes.get(), store.open.table.get());
        if table.is_empty() {
            return ().into_any();
        }
        // Many doors are told apart by their names alone; the rest is said when one is pointed at.
        let short = names.len() > 1;
        let front = format!("Front door · {table}");
        let front_words = if short { "Front door".to_owned() } else { front.clone() };
        let index_tab = |(place, name): (usize, &String)| {
            let (shown, gone_to) = (DoorView::Index(name.clone()), DoorView::Index(name.clone()));
            let whole = index_words(place, name);
            let words = if short { name.clone() } else { whole.clone() };
            view! {
                <Tab
                    words
                    whole
                    shown=Signal::derive(move || *view.read() == shown)
                    on_show=move |()| show(gone_to.clone())
                />
            }
            .into_any()
        };
        let index_tabs = names.iter().enumerate().map(index_tab).collect_view();
        let show_both = {
            let names = names.clone();
            move |()| {
                let index = beside(&view.read_untracked(), &names);
                if let Some(name) = index {
                    show(DoorView::Both(name));
                }
            }
        };
        let both = (!names.is_empty()).then(|| {
            view! {
                <Tab
                    words="Both"
                    whole="The table and an index side by side"
                    icon=Icon::Both
                    shown=Signal::derive(move || matches!(*view.read(), DoorView::Both(_)))
                    on_show=show_both
                />
            }
        });
        view! {
            <Tab
                words=front_words
                whole=front
                shown=Signal::derive(move || *view.read() == DoorView::Table)
                on_show=move |()| show(DoorView::Table)
            />
            {index_tabs}
            {both}
        }
        .into_any()
    });
    view! {
        <TableChoice />
        <div class="doors" role="group" aria-label="Doors">
            {tabs}
            {when(
                move || store.worksheet.rows.read().iter().any(|row| wants_door(&row.proof.read())),
                move || view! {
                    <button
                        class="doors-open"
                        type="button"
                        title="A request has no route: the worksheet says which door would answer it"
                        on:click=press(move || store.send(Command::ShowPage(Page::Worksheet)))
                    >
                        {glyph(Icon::Plus)}
                        "Open a door (GSI)"
                    </button>
                }.into_any(),
            )}
        </div>
    }
}

/// One door to choose.
#[component]
fn Tab(
    #[prop(into)] words: String,
    #[prop(into)] whole: String,
    #[prop(into)] shown: Signal<bool>,
    #[prop(into)] on_show: Callback<()>,
    #[prop(optional)] icon: Option<Icon>,
) -> impl IntoView {
    view! {
        <button
            class="doors-tab"
            type="button"
            title=whole
            aria-pressed=aria(move || shown.get())
            on:click=press(move || on_show.run(()))
        >
            {icon.map(|icon| view! { {glyph(icon)} })}
            {words}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_index_is_the_second_door() {
        assert_eq!(index_words(0, "ByWarehouse"), "Second door · ByWarehouse");
        assert_eq!(index_words(30, "Late"), "Another door · Late");
    }

    #[test]
    fn both_keeps_the_index_that_is_on_screen() {
        let indexes = ["A".to_owned(), "B".to_owned()];
        for (view, expected) in [
            (DoorView::Table, Some("A")),
            (DoorView::Index("B".to_owned()), Some("B")),
            (DoorView::Both("B".to_owned()), Some("B")),
        ] {
            assert_eq!(beside(&view, &indexes).as_deref(), expected);
        }
        assert_eq!(beside(&DoorView::Table, &[]), None);
    }
}
