//! The order and the count that a row wants.

use leptos::prelude::*;
use map::design::call_form::CallForm;
use map::design::{Request, SortOrder};

use super::editor::labelled;
use super::line::Line;
use crate::app::views::desk::{LiveField, keys_of, offered};
use crate::app::views::erased::{memo, when};

/// The fields for them.
pub fn wanted(line: Line) -> AnyView {
    let offers = "worksheet-attributes";
    let table = line.read(|request: &Request| {
        let call = request.calls.first();
        call.and_then(CallForm::table_of).unwrap_or_default().to_owned()
    });
    let attributes = memo(move || {
        let keys = keys_of(line.store, &table.get());
        keys.attribute_types.keys().cloned().collect::<Vec<String>>()
    });
    let attribute = LiveField {
        label: "In the order of".to_owned(),
        text: line.read(|request| {
            request.wanted.order.as_ref().map(|order| order.attribute.clone()).unwrap_or_default()
        }),
        edit: Box::new(move |typed| {
            line.change("wanted order", |request| {
                let descending = request.wanted.order.take().is_some_and(|order| order.descending);
                let order = SortOrder { attribute: typed, descending };
                request.wanted.order = (!order.attribute.is_empty()).then_some(order);
            });
            None
        }),
        lines: 0,
        width: "m",
        placeholder: "any order",
        offers: Some(offers.to_owned()),
    };
    let ordered = line.read(|request| request.wanted.order.is_some());
    let descending = line.read(|request| {
        usize::from(request.wanted.order.as_ref().is_some_and(|order| order.descending))
    });
    let turn = move |chosen: usize| {
        line.change("direction of the order", |request| {
            if let Some(order) = &mut request.wanted.order {
                order.descending = chosen == 1;
            }
        });
    };
    let directions = ["smallest or oldest first", "largest or newest first"];
    let count = LiveField {
        label: "At most".to_owned(),
        text: line.read(|request| {
            request.wanted.count.map(|count| count.to_string()).unwrap_or_default()
        }),
        edit: Box::new(move |typed| {
            let count = typed.trim().parse::<u64>().ok().filter(|count| *count > 0);
            if count.is_none() && !typed.trim().is_empty() {
                return Some("A whole number, or nothing for all".to_owned());
            }
            line.change("wanted count", |request| request.wanted.count = count);
            None
        }),
        lines: 0,
        width: "xs",
        placeholder: "all",
        offers: None,
    };
    view! {
        {attribute.view()}
        <datalist id=offers>{offered(attributes)}</datalist>
        {when(move || ordered.get(), move || {
            labelled("Direction", directions.map(str::to_owned).to_vec(), descending, Callback::new(turn))
        })}
        {count.view()}
    }
    .into_any()
}
