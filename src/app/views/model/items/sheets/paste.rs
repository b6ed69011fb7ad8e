//! Items that are pasted: what would become of them is told before anything is done.

use gloo_timers::future::TimeoutFuture;
use key_engine::Item;
use leptos::prelude::*;
use leptos::task::spawn_local;
use map::design::item_edit::Incoming;
use map::design::read_items;
use map::numerals::grouped;

use super::super::deeds::{self, counted};
use super::super::grid::{Grid, now_ms};
use super::{buttons, close};
use crate::app::views::erased::{effect, memo, piece, typed, words};

/// How long after the last letter the text is read, in milliseconds.
const PAUSE_MS: u32 = 250;
/// Work between two breaths of the page, in milliseconds.
const SLICE_MS: f64 = 8.0;
/// Items that are listed one by one.
const MOST_LISTED: usize = 50;

/// What is known of the text.
#[derive(Clone, Copy)]
struct Look {
    text: RwSignal<String>,
    incoming: RwSignal<Incoming>,
    /// Why the text as a whole is no items.
    problem: RwSignal<Option<String>>,
    /// How many items of the text were not looked at yet.
    left: RwSignal<usize>,
    replacing: RwSignal<bool>,
    turn: StoredValue<u64>,
}

/// The title and the body of the dialog.
pub fn paste(grid: Grid, text: String) -> (String, AnyView) {
    let look = Look {
        text: RwSignal::new(text),
        incoming: RwSignal::new(Incoming::default()),
        problem: RwSignal::new(None),
        left: RwSignal::new(0),
        replacing: RwSignal::new(true),
        turn: StoredValue::new(0),
    };
    effect(move || {
        look.text.track();
        grid.store.open.revision.track();
        untrack(|| begin(grid, look));
    });
    let title = format!("Paste items into {}", grid.store.open.table.get_untracked());
    let count = memo(move || {
        let incoming = look.incoming.read();
        let replaced = if look.replacing.get() { incoming.replacements().len() } else { 0 };
        if look.left.get() > 0 { 0 } else { incoming.new_count() + replaced }
    });
    let put = move || {
        let table = grid.store.open.table.get_untracked();
        let replacing = look.replacing.get_untracked();
        let changes = look.incoming.with_untracked(|incoming| incoming.changes(&table, replacing));
        if changes.is_empty() {
            return;
        }
        let what = counted(changes.len());
        if let Some(item) = changes.first().and_then(|change| change.new.clone()) {
            grid.follow(&item);
        }
        deeds::change(grid, format!("put {what}"), changes);
        deeds::say(grid, format!("{what} put. Ctrl+Z takes it back."));
        close(grid);
    };
    let label = move || match count.get() {
        0 => "Put items".to_owned(),
        count => format!("Put {}", counted(count)),
    };
    let body = view! {
        <p class="cells-sheet-note">
            "CSV or TSV with the names of the attributes in the first line, or JSON: an array of items, one item a line, the output of a query or a scan."
        </p>
        <textarea class="cells-json cells-paste" spellcheck="false" autocapitalize="off" autofocus=true aria-label="Items"
            prop:value=look.text on:input=typed(move |text| look.text.set(text))></textarea>
        <div class="cells-paste-told" role="status">{piece(move || told(look))}</div>
        {buttons(grid, label, Signal::derive(move || count.get() > 0), put)}
    };
    (title, body.into_any())
}

/// Reads the text after a pause, and holds its items against the table in slices.
fn begin(grid: Grid, look: Look) {
    let turn = look.turn.get_value() + 1;
    look.turn.set_value(turn);
    let text = look.text.get_untracked();
    look.problem.set(None);
    if text.trim().is_empty() {
        look.incoming.set(Incoming::default());
        look.left.set(0);
        return;
    }
    spawn_local(async move {
        TimeoutFuture::new(PAUSE_MS).await;
        if look.turn.try_get_value() != Some(turn) {
            return;
        }
        let mut incoming = Incoming::default();
        let items = match read(grid, &text, &mut incoming) {
            Ok(items) => items,
            Err(words) => {
                look.problem.set(Some(words));
                look.incoming.set(Incoming::default());
                return look.left.set(0);
            }
        };
        let mut left = items.into_iter();
        loop {
            let until = now_ms() + SLICE_MS;
            grid.with_table(|table| {
                for item in left.by_ref() {
                    incoming.take(table, item);
                    if now_ms() > until {
                        break;
                    }
                }
            });
            if left.len() == 0 {
                break;
            }
            look.left.set(left.len());
            TimeoutFuture::new(0).await;
            if look.turn.try_get_value() != Some(turn) {
                return;
            }
        }
        look.incoming.set(incoming);
        look.left.set(0);
    });
}

/// The items of a text, whatever its format; what is none is noted as refused.
fn read(grid: Grid, text: &str, incoming: &mut Incoming) -> Result<Vec<Item>, String> {
    let name = grid.store.open.table.get_untracked();
    let read = grid.store.open.design.with_untracked(|design| {
        design.table(&name).map(|table| read_items(text, table).map_err(|error| error.to_string()))
    });
    let Some(read) = read else { return Err("The table is not there any more.".to_owned()) };
    let read = read?;
    for defect in &read.defects {
        let is_refused = defect.done.contains("set aside") || defect.done.contains("left out");
        let place = defect.item.clone().unwrap_or_default();
        let place = if place.is_empty() { "The text".to_owned() } else { place };
        let at = defect.attribute.as_ref().map_or(String::new(), |name| format!("{name}: "));
        let words = format!("{at}{}; {}.", defect.problem, defect.done);
        if is_refused && defect.attribute.is_none() {
            incoming.refuse_text(place, words);
        } else {
            incoming.note(place, words);
        }
    }
    let items = read.items.into_iter();
    Ok(items
        .map(|item| std::sync::Arc::try_unwrap(item).unwrap_or_else(|item| (*item).clone()))
        .collect())
}

fn told(look: Look) -> AnyView {
    if let Some(words) = look.problem.get() {
        return view! { <p class="cells-sheet-fault">{words}</p> }.into_any();
    }
    let left = look.left.get();
    if left > 0 {
        return view! { <p>{format!("Looking at {} more…", counted(left))}</p> }.into_any();
    }
    let incoming = look.incoming.read();
    if incoming.given() == 0 {
        return ().into_any();
    }
    let (new, same) = (incoming.new_count(), incoming.same_count());
    let (replaced, refused) = (incoming.replacements(), incoming.refused());
    let same = (same > 0).then(|| {
        view! { <p>{format!("{} there already, exactly like this.", counted(same))}</p> }.into_any()
    });
    let replacements = (!replaced.is_empty()).then(|| {
        let lines = replaced.iter().map(|one| format!("{}: {}", one.key, one.differing.join(", ")));
        let note = words(move || {
            let verb = if look.replacing.get() { "replaces" } else { "would replace" };
            format!("What each {verb}, by what differs:")
        });
        view! {
            <label class="field-check">
                <input type="checkbox" prop:checked=look.replacing on:change:target=move |event| look.replacing.set(event.target().checked()) />
                {format!("{} replace an item that differs", grouped(replaced.len() as u64))}
            </label>
            <p class="cells-sheet-note">{note}</p>
            {list(lines.collect())}
        }
        .into_any()
    });
    let refusals = (!refused.is_empty()).then(|| {
        let lines = refused.iter().map(|(place, flaw)| format!("{place}: {}", flaw.words));
        view! {
            <p class="cells-sheet-fault">{format!("{} refused:", grouped(refused.len() as u64))}</p>
            {list(lines.collect())}
        }
        .into_any()
    });
    let notes = incoming.notes();
    let mended = (!notes.is_empty()).then(|| {
        let lines = notes.iter().map(|(place, words)| format!("{place}: {words}"));
        view! {
            <p class="cells-sheet-note">{format!("{} read as they were evidently meant:", grouped(notes.len() as u64))}</p>
            {list(lines.collect())}
        }
        .into_any()
    });
    view! {
        <p>{format!("{} new.", counted(new))}</p>
        {same}
        {mended}
        {replacements}
        {refusals}
    }
    .into_any()
}

fn list(mut lines: Vec<String>) -> AnyView {
    let more = lines.len().saturating_sub(MOST_LISTED);
    lines.truncate(MOST_LISTED);
    if more > 0 {
        lines.push(format!("and {} more", grouped(more as u64)));
    }
    let line =
        |line: String| view! { <li><bdi>{map::label::fit(&line, 160)}</bdi></li> }.into_any();
    view! { <ul class="cells-list" tabindex="0">{lines.into_iter().map(line).collect_view()}</ul> }
        .into_any()
}
