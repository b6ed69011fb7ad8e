//! A sample value for each placeholder that the calls of a row hold.

use leptos::prelude::*;
use map::design::Request;

use super::line::Line;
use crate::app::views::desk::LiveField;
use crate::app::views::erased::piece;

/// The samples' fields; not there while no call holds a placeholder.
pub fn samples(line: Line) -> AnyView {
    let names = line.read(Request::placeholders);
    piece(move || {
        let names = names.get();
        if names.is_empty() {
            return ().into_any();
        }
        view! {
            <section class="worksheet-part">
                <h3 class="worksheet-heading">"Sample values"</h3>
                <p class="worksheet-note">"What stands in braces in the calls is filled in with these when the row is run."</p>
                <div class="desk-fields">{names.into_iter().map(|name| field(line, name)).collect_view()}</div>
            </section>
        }
        .into_any()
    })
    .into_any()
}

fn field(line: Line, name: String) -> AnyView {
    let label = format!("{{{name}}}");
    let of = name.clone();
    let text = line.read(move |request| request.samples.get(&of).cloned().unwrap_or_default());
    let edit = move |typed: String| {
        let name = name.clone();
        line.change("sample values", |request| {
            request.samples.insert(name, typed);
        });
        None
    };
    LiveField {
        label,
        text,
        edit: Box::new(edit),
        lines: 0,
        width: "key",
        placeholder: "",
        offers: None,
    }
    .view()
}
