//! One row: what is asked, how it was answered, what it costs, and whether that is proven. Beneath it, its editor.

use leptos::prelude::*;
use map::advice::row_words::RowWords;

use super::editor::editor;
use super::line::{Deed, Line};
use super::row_keys;
use crate::app::views::erased::{aria, mark, piece, press, when, words};
use crate::app::views::icons::{Icon, glyph};

/// Columns of the table.
pub const COLUMNS: [&str; 8] =
    ["Request", "Volume", "Promise", "Route", "Operation", "Walk", "Capacity", "Proof"];

/// A row.
pub fn row(line: Line) -> AnyView {
    let row = line.words();
    let open = move || line.is_open();
    let tone = move || Some(row.read().tone);
    let title = move || {
        let sentence = row.read().sentence.clone();
        if sentence.is_empty() { "Not written yet".to_owned() } else { sentence }
    };
    let name = move |verb: &str| format!("{verb} {}", row.read().id);
    let [_, volume, promise, route, operation, walk, capacity, proof] = COLUMNS;
    view! {
        <tr
            class="worksheet-row"
            role="row"
            data-tone=mark(tone)
            data-open=mark(move || open().then_some(""))
            on:keydown=row_keys::handler(line)
        >
            <th
                scope="row"
                role="rowheader"
                class="worksheet-request"
                aria-label=words(move || format!("{} {}", row.read().id, row.read().sentence))
            >
                <button
                    class="worksheet-open"
                    type="button"
                    data-row=line.number.0
                    aria-expanded=aria(open)
                    on:click=press(move || line.toggle())
                >
                    <span class="worksheet-asked">
                        <span class="worksheet-id">{words(move || row.read().id.clone())}</span>
                        {words(title)}
                    </span>
                </button>
                <div class="worksheet-actions">
                    <button
                        class="worksheet-action"
                        type="button"
                        title="Walk it on the floor (W)"
                        aria-label=words(move || name("Walk"))
                        on:click=press(move || line.act(Deed::Walk))
                    >
                        {glyph(Icon::Play)}
                        "Walk"
                    </button>
                    <button
                        class="worksheet-action"
                        type="button"
                        title="Edit it (Enter)"
                        aria-label=words(move || name("Edit"))
                        aria-expanded=aria(open)
                        on:click=press(move || line.toggle())
                    >
                        {glyph(Icon::Edit)}
                        "Edit"
                    </button>
                </div>
            </th>
            <td role="cell" data-label=volume>
                <span class="worksheet-figure">{words(move || row.read().volume.clone())}</span>
                <span class="worksheet-minor">{words(move || row.read().volume_word.to_owned())}</span>
            </td>
            <td role="cell" data-label=promise>{words(move || row.read().promise.to_owned())}</td>
            <td role="cell" data-label=route class="worksheet-route">
                {piece(move || route_lines(&row.read()))}
            </td>
            <td role="cell" data-label=operation>
                <span class="worksheet-operation" data-way=mark(move || Some(row.read().way))>
                    {piece(move || breakable(&row.read().operation, true))}
                </span>
            </td>
            <td role="cell" data-label=walk class="worksheet-walk">{words(move || row.read().walk.clone())}</td>
            <td role="cell" data-label=capacity>
                <span class="worksheet-figure">{words(move || row.read().at_volume.clone())}</span>
                <span class="worksheet-minor">{words(move || row.read().each.clone())}</span>
                <span class="worksheet-minor">{words(move || row.read().growth.to_owned())}</span>
            </td>
            <td role="cell" data-label=proof class="worksheet-proof">
                <span class="worksheet-badge">
                    {piece(move || glyph(badge(row.read().tone)))}
                    {words(move || row.read().verdict.to_owned())}
                </span>
                <span class="worksheet-reason">{words(move || row.read().reason.clone())}</span>
            </td>
        </tr>
        {when(open, move || view! {
            <tr class="worksheet-open-row" role="row">
                <td role="cell" colspan=COLUMNS.len()>{editor(line)}</td>
            </tr>
         }.into_any())}
    }
    .into_any()
}

/// The sign of a verdict.
pub fn badge(tone: &str) -> Icon {
    match tone {
        "proven" => Icon::Tick,
        "unknown" => Icon::Note,
        _ => Icon::Bang,
    }
}

/// A route, its parts one a line.
fn route_lines(row: &RowWords) -> AnyView {
    let class = if row.route_quiet { "worksheet-minor" } else { "key" };
    let line =
        |part: &String| view! { <span class=class>{breakable(part, false)}</span> }.into_any();
    row.route.iter().map(line).collect_view().into_any()
}

/// Letters of the longest name that stands in one line in the column of operations.
const ONE_LINE: usize = 12;

/// A text that may go on in the next line after a `#`, and with `humps` between the words of a long name such as
/// `ProductOrdersIndex`.
fn breakable(text: &str, humps: bool) -> AnyView {
    let humps = humps && text.split(' ').any(|word| word.len() > ONE_LINE);
    let mut pieces = Vec::new();
    let (mut begin, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        let hump = humps && before.is_ascii_lowercase() && letter.is_ascii_uppercase();
        if before == '#' || hump {
            pieces.push(text.get(begin..at).unwrap_or_default().to_owned());
            begin = at;
        }
        before = letter;
    }
    pieces.push(text.get(begin..).unwrap_or_default().to_owned());
    let piece_of = |piece: String| view! { {piece}<wbr /> }.into_any();
    pieces.into_iter().map(piece_of).collect_view().into_any()
}
