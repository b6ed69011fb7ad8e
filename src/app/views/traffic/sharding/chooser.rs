//! Which key, over how many shards, by what.

use leptos::prelude::*;
use map::advice::change::{MOST_SHARDS, ShardBy};
use map::numerals::{counted, grouped, units};

use super::bench::{Bench, By, Key};
use crate::app::views::choice::Choice;
use crate::app::views::desk::LiveField;
use crate::app::views::erased::{memo, press, typed, words};

/// Columns of a key in the list.
const LONGEST_KEY: usize = 40;

/// The keys, hottest first.
pub fn key(bench: Bench) -> AnyView {
    let options = memo(move || bench.keys.read().iter().map(key_words).collect::<Vec<_>>());
    let chosen = memo(move || {
        let here = bench.key.read().as_ref().map(Key::name);
        bench.keys.read().iter().position(|key| Some(key.name()) == here).unwrap_or_default()
    });
    let choose = move |place: usize| {
        let name = bench.keys.with_untracked(|keys| keys.get(place).map(Key::name));
        if let Some(name) = name {
            bench.choose(name);
        }
    };
    view! {
        <div class="whatif-fields">
            <label class="field" data-field="Key">
                <span class="field-label">"Partition-key value, hottest first"</span>
                <Choice options chosen on_choose=Callback::new(choose) />
            </label>
        </div>
    }
    .into_any()
}

fn key_words(key: &Key) -> String {
    let door = key.index.as_deref().unwrap_or(&key.table);
    let mut words = [&map::label::fit(&key.asked.key, LONGEST_KEY), " in ", door].concat();
    let mut add = |amount: f64, unit: &str| {
        if amount >= 0.5 {
            words.push_str(", ");
            words.push_str(&units(amount.round()));
            words.push_str(unit);
        }
    };
    add(key.asked.write_units, " WCU/s");
    add(key.asked.read_units, " RCU/s");
    if key.asked.shards > 1 {
        words.push_str(", ");
        words.push_str(&counted(u64::from(key.asked.shards), "shard", "shards"));
    }
    words
}

/// How many shards, and what says which.
pub fn ways(bench: Bench) -> AnyView {
    let shards = bench.shards;
    let told = move || counted(u64::from(shards.get()), "shard", "shards");
    let number = LiveField {
        label: "Shards".to_owned(),
        text: memo(move || shards.get().to_string()),
        edit: Box::new(move |typed| match typed.trim().parse() {
            Ok(number) if (1..=MOST_SHARDS).contains(&number) => {
                bench.set_shards(number);
                None
            }
            _ => Some(format!("1 to {MOST_SHARDS}.")),
        }),
        lines: 0,
        width: "s",
        placeholder: "",
        offers: None,
    };
    let slide = move |value: String| {
        if let Ok(number) = value.parse() {
            bench.set_shards(number);
        }
    };
    let smallest = memo(move || bench.curves.read().curve.smallest);
    let to_smallest = move || {
        if let Some(smallest) = smallest.get_untracked() {
            bench.set_shards(smallest);
        }
    };
    view! {
        <div class="sharding-number">
            <label>
                <span class="field-label">{words(told)}</span>
                <input
                    type="range"
                    class="sharding-range"
                    min="1"
                    max=MOST_SHARDS.to_string()
                    step="1"
                    aria-label="Shards"
                    aria-valuetext=words(told)
                    prop:value=words(move || shards.get().to_string())
                    on:input=typed(slide)
                />
            </label>
            {number.view()}
        </div>
        <div class="whatif-fields">
            {by(bench)}
            <button
                class="button"
                type="button"
                data-deed="smallest"
                disabled=move || smallest.get().is_none_or(|smallest| smallest == shards.get())
                on:click=press(to_smallest)
            >
                {words(move || match smallest.get() {
                    Some(smallest) => format!("The fewest that are enough: {}", grouped(u64::from(smallest))),
                    None => "No number is enough".to_owned(),
                })}
            </button>
        </div>
    }
    .into_any()
}

/// What says which shard an item is in.
fn by(bench: Bench) -> AnyView {
    let names = move || bench.choices.get().unwrap_or_default();
    let options = memo(move || {
        let mut options: Vec<String> = names()
            .iter()
            .map(|one| {
                let known = if one.is_in_key { ", which the key says" } else { "" };
                let values = counted(one.values as u64, "value", "values");
                ["by the hash of ", &one.name, known, " (", &values, ")"].concat()
            })
            .collect();
        options.push("at random: nobody can tell it from the item".to_owned());
        options
    });
    let chosen = memo(move || match bench.decided.get() {
        ShardBy::Attribute(name) => {
            names().iter().position(|one| one.name == name).unwrap_or_default()
        }
        ShardBy::Random { .. } => names().len(),
    });
    let choose = move |place: usize| {
        let name = untrack(names).get(place).map(|one| one.name.clone());
        bench.by.set(name.map_or(By::Random, By::Attribute));
    };
    view! {
        <label class="field" data-field="By">
            <span class="field-label">"What says the shard"</span>
            <Choice options chosen on_choose=Callback::new(choose) />
        </label>
    }
    .into_any()
}
