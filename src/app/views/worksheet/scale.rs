//! The rows at scale: a slider takes the table from the sample to ten billion items, its shape kept.

use key_engine::Database;
use leptos::prelude::*;
use map::advice::row_words::{RATE_LIMITS, parse_rate, rate_words};
use map::advice::{AtScale, UnitPrice, at_scale, has_sample, sample_items};
use map::design::Request;
use map::numerals::{dollars, duration, grouped, short_decimal, units};

use crate::app::state::{Command, MOST_ITEMS, Store};
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{aria, each, memo, piece, press, typed, words};
use crate::app::views::icons::{Icon, glyph};

/// Sizes that a button goes to.
const SIZES: [(u64, &str); 3] =
    [(10_000, "10 thousand"), (10_000_000, "10 million"), (MOST_ITEMS, "10 billion")];

/// The sizes that the slider stops at: the sample, then 1, 2 and 5 of each power of ten beyond it.
fn stops(sample: u64) -> Vec<u64> {
    let mut stops = vec![sample];
    let mut power = 1;
    while power <= MOST_ITEMS {
        for size in [power, power * 2, power * 5] {
            if size > sample && size <= MOST_ITEMS {
                stops.push(size);
            }
        }
        power *= 10;
    }
    stops
}

/// The slider, and what each row then reads, costs and takes.
pub fn scale(store: Store) -> AnyView {
    let sample = memo(move || store.open.with_database(sample_items));
    let stops = memo(move || stops(sample.get()));
    let items = memo(move || store.worksheet.scale.get().unwrap_or_default().max(sample.get()));
    let at = move || stops.read().iter().rposition(|stop| *stop <= items.get()).unwrap_or_default();
    let set = move |items: u64| {
        let scale = (items > sample.get_untracked()).then_some(items);
        store.send(Command::SetScale(scale));
    };
    let slide = move |value: String| {
        let stop =
            value.parse::<usize>().ok().and_then(|at| stops.read_untracked().get(at).copied());
        if let Some(items) = stop {
            set(items);
        }
    };
    let price = RwSignal::new(UnitPrice::default());
    let told = move || {
        let count = grouped(items.get());
        if items.get() == sample.get() {
            format!("{count} items: the sample")
        } else {
            format!("{count} items")
        }
    };
    let size = move |(size, name): (u64, &'static str)| {
        view! {
            <button
                class="button"
                type="button"
                aria-pressed=aria(move || items.get() == size)
                on:click=press(move || set(size))
            >
                {name}
            </button>
        }
        .into_any()
    };
    view! {
        <section class="worksheet-section" aria-labelledby="scale-title">
            <h2 class="worksheet-subtitle" id="scale-title">"At scale"</h2>
            <p class="worksheet-lead">
                "The shape of the sample is kept: there are more collections, each as long as now. What an address leads to stays as \
                it is; what searches grows with the table."
            </p>
            <div class="scale-set">
                <label class="scale-slider">
                    <span class="scale-told">{words(told)}</span>
                    <input
                        type="range"
                        class="scale-range"
                        min="0"
                        max=words(move || (stops.read().len() - 1).to_string())
                        step="1"
                        aria-label="Items in the tables"
                        aria-valuetext=words(told)
                        prop:value=words(move || at().to_string())
                        on:input=typed(slide)
                    />
                </label>
                <div class="scale-sizes" role="group" aria-label="Items in the tables">
                    <button
                        class="button"
                        type="button"
                        aria-pressed=aria(move || items.get() == sample.get())
                        on:click=press(move || store.send(Command::SetScale(None)))
                    >
                        "The sample"
                    </button>
                    {SIZES.map(size).into_iter().collect_view()}
                </div>
                <div class="scale-prices" role="group" aria-label="Unit prices">
                    {price_field("USD a million RCU", price, |price| &mut price.per_million_read_units)}
                    {price_field("USD a million WCU", price, |price| &mut price.per_million_write_units)}
                </div>
            </div>
            {rows(store, items, price)}
        </section>
    }
    .into_any()
}

/// A unit price to go by: AWS changes them, and they differ from region to region.
fn price_field(
    label: &str,
    price: RwSignal<UnitPrice>,
    part: fn(&mut UnitPrice) -> &mut f64,
) -> AnyView {
    LiveField {
        label: label.to_owned(),
        text: memo(move || short_decimal(*part(&mut price.get()), 6)),
        edit: Box::new(move |typed| match parse_rate(&typed) {
            Some(amount) => {
                price.update(|price| *part(price) = amount);
                None
            }
            None => Some(RATE_LIMITS.to_owned()),
        }),
        lines: 0,
        width: "s",
        placeholder: "",
        offers: None,
    }
    .view()
    .into_any()
}

const COLUMNS: [&str; 6] =
    ["Request", "Items read", "Pages", "Takes", "Capacity", "Cost at volume"];

fn rows(store: Store, items: Memo<u64>, price: RwSignal<UnitPrice>) -> AnyView {
    let rows = store.worksheet.rows;
    let numbers = move || rows.read().iter().map(|row| row.number.0 as usize).collect();
    let scaled = move |number: usize| {
        let found = rows.read_untracked();
        let found = found.iter().find(|row| row.number.0 as usize == number).cloned();
        let Some(found) = found else { return ().into_any() };
        piece(move || {
            let (request, proof) = (found.request.read(), found.proof.read());
            let design = store.open.design.read_untracked();
            let of = |database: &Database| {
                has_sample(&proof, database)
                    .then(|| at_scale(&proof, &request, &design, database, items.get()))
            };
            match store.open.with_database(of) {
                Some(scaled) => row(number, &request, &scaled, price.get()),
                None => row_without_sample(&request),
            }
        })
        .into_any()
    };
    let head =
        |words: &'static str| view! { <th scope="col" role="columnheader">{words}</th> }.into_any();
    view! {
        <div class="worksheet-frame">
            <table class="worksheet-table scale-table" role="table" aria-labelledby="scale-title">
                <thead role="rowgroup">
                    <tr role="row">{COLUMNS.into_iter().map(head).collect_view()}</tr>
                </thead>
                <tbody role="rowgroup">{each(numbers, scaled)}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A row that reads tables without items.
fn row_without_sample(request: &Request) -> AnyView {
    let (id, sentence) = (&request.id, &request.sentence);
    view! {
        <tr class="worksheet-row scale-row" role="row">
            <th scope="row" role="rowheader" class="worksheet-request">
                <span class="worksheet-asked">
                    <span class="worksheet-id">{id.clone()}</span>
                    {sentence.clone()}
                </span>
            </th>
            <td role="cell" colspan=COLUMNS.len() - 1>"There is no sample item to scale"</td>
        </tr>
    }
    .into_any()
}

/// A row. Its formula is shown while the row is pointed at, or the button in it has the focus.
fn row(number: usize, request: &Request, scaled: &AtScale, price: UnitPrice) -> AnyView {
    let (id, sentence) = (&request.id, &request.sentence);
    let tip = format!("scale-formula-{number}");
    let mut formula = scaled.formula.clone();
    formula.push(format!("Each time: {}.", scaled.cost_formula(price)));
    let line = |words: String| view! { <span>{words}</span> }.into_any();
    let capacity = |amount: f64, a_second: f64, unit: &'static str| {
        (amount > 0.0).then(|| {
            view! {
                <span class="worksheet-figure">{format!("{} {unit}/s", rate_words(a_second))}</span>
                <span class="worksheet-minor">{format!("{} {unit}", units(amount))}</span>
            }
        })
    };
    let a_day = map::advice::cost(
        scaled.read_units_per_second * 86_400.0,
        scaled.write_units_per_second * 86_400.0,
        price,
    );
    let [_, read, pages, takes, capacity_words, cost] = COLUMNS;
    view! {
        <tr class="worksheet-row scale-row" role="row" data-grows=scaled.grows.then_some("")>
            <th scope="row" role="rowheader" class="worksheet-request">
                <span class="worksheet-asked">
                    <span class="worksheet-id">{id.clone()}</span>
                    {sentence.clone()}
                </span>
            </th>
            <td role="cell" data-label=read>{grouped(scaled.items_read)}</td>
            <td role="cell" data-label=pages>{grouped(scaled.pages)}</td>
            <td role="cell" data-label=takes>{duration(scaled.seconds)}</td>
            <td role="cell" data-label=capacity_words>
                {capacity(scaled.read_units, scaled.read_units_per_second, "RCU")}
                {capacity(scaled.write_units, scaled.write_units_per_second, "WCU")}
            </td>
            <td role="cell" data-label=cost class="scale-cost">
                {format!("{} a day", dollars(a_day))}
                <button
                    class="scale-how"
                    type="button"
                    aria-label=format!("How {id} is worked out")
                    aria-describedby=tip.clone()
                >
                    {glyph(Icon::Note)}
                </button>
                <span class="scale-formula" role="tooltip" id=tip>
                    {formula.into_iter().map(line).collect_view()}
                </span>
            </td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_goes_from_the_sample_to_ten_billion() {
        let from = stops(18);
        assert_eq!(from.get(..4), Some(&[18, 20, 50, 100][..]));
        assert_eq!(from.last(), Some(&MOST_ITEMS));
        assert!(from.is_sorted());
        assert_eq!(stops(0).get(..3), Some(&[0, 1, 2][..]));
        assert_eq!(stops(MOST_ITEMS), [MOST_ITEMS]);
    }
}
