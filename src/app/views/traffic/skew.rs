//! How requests spread over keys: of all rows, or of one. And the seed that it is drawn from.

use leptos::prelude::*;
use map::advice::traffic::Popularity;

use super::number::Number;
use super::run::Desk;
use super::settings::{number, text};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{memo, piece, press, typed, words};

const KINDS: [&str; 5] = [
    "Even: each key as often",
    "Zipf: a few keys often",
    "Celebrity: one key a share",
    "Newest: all to the last key",
    "As the sample items",
];
/// Keys that are offered.
const MOST_KEYS: usize = 200;

/// How popular keys are.
pub fn skew(desk: Desk) -> AnyView {
    let rows = memo(move || {
        let rows = desk.store.worksheet.rows.read();
        rows.iter().map(|row| row.request.read().id.clone()).collect::<Vec<_>>()
    });
    let scope = RwSignal::new(0_usize);
    let scopes = memo(move || {
        let mut scopes = vec!["All rows".to_owned()];
        scopes.extend(rows.get());
        scopes
    });
    // the ids that are meant
    let meant = move || match scope.get().checked_sub(1) {
        None => rows.get(),
        Some(at) => rows.read().get(at).cloned().into_iter().collect(),
    };
    let now = memo(move || {
        let first = meant().into_iter().next();
        let settings = desk.settings.read();
        let known = settings.rows.iter().find(|(id, _)| Some(id) == first.as_ref());
        known.and_then(|(_, row)| row.popularity.clone()).unwrap_or_default()
    });
    let differ = memo(move || {
        let settings = desk.settings.read();
        let of = |id: &String| {
            let known = settings.rows.iter().find(|(known, _)| known == id);
            known.and_then(|(_, row)| row.popularity.clone()).unwrap_or_default()
        };
        meant().iter().any(|id| of(id) != *now.read())
    });
    let set = move |popularity: Popularity, merge: bool| {
        let ids = untrack(meant);
        desk.change("change how popular keys are", merge, |settings| {
            for id in &ids {
                settings.row(id).popularity = Some(popularity.clone());
            }
        });
    };
    let chosen = memo(move || match *now.read() {
        Popularity::Even => 0,
        Popularity::Zipf { .. } => 1,
        Popularity::Celebrity { .. } => 2,
        Popularity::Newest => 3,
        Popularity::Sample => 4_usize,
    });
    let choose = move |at: usize| {
        let popularity = match at {
            1 => Popularity::Zipf { exponent: 1.0 },
            2 => Popularity::Celebrity { share: 0.6, key: None },
            3 => Popularity::Newest,
            4 => Popularity::Sample,
            _ => Popularity::Even,
        };
        set(popularity, false);
    };
    let more = move || match chosen.get() {
        1 => exponent(now, set),
        2 => view! { {share(now, set)} {star(desk, now, set)} }.into_any(),
        _ => ().into_any(),
    };
    let kinds = memo(|| KINDS.map(str::to_owned).to_vec());
    view! {
        <section class="traffic-part" aria-labelledby="traffic-skew">
            <h2 id="traffic-skew">"Skew"</h2>
            <div class="traffic-pair">
                <Choice name="Rows" options=scopes chosen=scope on_choose=Callback::new(move |at| scope.set(at)) />
                <Choice name="How popular keys are" options=kinds chosen on_choose=Callback::new(choose) />
            </div>
            {piece(more)}
            {piece(move || {
                let told = "Rows differ: this is the first row's. What is chosen here is for all.";
                differ.get().then(|| view! { <p class="traffic-minor">{told}</p> }).into_any()
            })}
        </section>
    }
    .into_any()
}

fn exponent(
    now: Memo<Popularity>,
    set: impl Fn(Popularity, bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    let value = memo(move || match *now.read() {
        Popularity::Zipf { exponent } => exponent,
        _ => 1.0,
    });
    let slide = move |at: usize| set(Popularity::Zipf { exponent: at as f64 / 20.0 }, true);
    Number {
        label: words(|| "Zipf exponent".to_owned()),
        text: memo(move || text(value.get())),
        unit: "",
        commit: Box::new(move |typed| match number(&typed).filter(|number| *number <= 5.0) {
            Some(exponent) => {
                set(Popularity::Zipf { exponent }, true);
                None
            }
            None => Some("A number from 0, which is even, to 5.".to_owned()),
        }),
        slider: Some((61, memo(move || (value.get() * 20.0).round() as usize), Box::new(slide))),
    }
    .view()
}

fn share(
    now: Memo<Popularity>,
    set: impl Fn(Popularity, bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    let value = memo(move || match *now.read() {
        Popularity::Celebrity { share, .. } => share * 100.0,
        _ => 0.0,
    });
    let put = move |percent: f64| {
        let key = match now.get_untracked() {
            Popularity::Celebrity { key, .. } => key,
            _ => None,
        };
        set(Popularity::Celebrity { share: percent / 100.0, key }, true);
    };
    Number {
        label: words(|| "Celebrity key takes".to_owned()),
        text: memo(move || map::numerals::short_decimal(value.get(), 1)),
        unit: "%",
        commit: Box::new(move |typed| match number(&typed).filter(|number| *number <= 100.0) {
            Some(percent) => {
                put(percent);
                None
            }
            None => Some("A number from 0 to 100.".to_owned()),
        }),
        slider: Some((
            101,
            memo(move || value.get().round() as usize),
            Box::new(move |at| put(at as f64)),
        )),
    }
    .view()
}

fn star(
    desk: Desk,
    now: Memo<Popularity>,
    set: impl Fn(Popularity, bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    let keys = memo(move || {
        let run = desk.run.read();
        let mut keys: Vec<String> = Vec::new();
        let operations = run.setup.load.streams.iter().flat_map(|stream| &stream.operations);
        for leg in operations.filter_map(|operation| operation.legs.first()) {
            for key in leg.keys.iter().take(MOST_KEYS) {
                if keys.len() < MOST_KEYS && !keys.contains(&key.text) {
                    keys.push(key.text.clone());
                }
            }
        }
        keys
    });
    let shown = move || match now.get() {
        Popularity::Celebrity { key, .. } => key.unwrap_or_default(),
        _ => String::new(),
    };
    let put = move |typed: String| {
        if let Popularity::Celebrity { share, .. } = now.get_untracked() {
            let key = Some(typed.trim().to_owned()).filter(|key| !key.is_empty());
            set(Popularity::Celebrity { share, key }, false);
        }
    };
    let offer = |key: String| view! { <option value=key></option> }.into_any();
    view! {
        <label class="field">
            <span class="field-label">"Which key"</span>
            <input
                class="field-input"
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder="the key with most items"
                list="traffic-keys"
                prop:value=words(shown)
                on:change=typed(put)
            />
        </label>
        <datalist id="traffic-keys">
            {piece(move || keys.get().into_iter().map(offer).collect_view().into_any())}
        </datalist>
    }
    .into_any()
}

/// The seed: the same seed draws the same seconds.
pub fn seed(desk: Desk) -> AnyView {
    let set =
        move |seed: u64| desk.change("change the seed", false, |settings| settings.seed = seed);
    let another = move || set((js_sys::Math::random() * 1.0e6) as u64);
    let field = Number {
        label: words(|| "Seed".to_owned()),
        text: memo(move || desk.settings.read().seed.to_string()),
        unit: "",
        commit: Box::new(move |typed| match typed.trim().parse() {
            Ok(seed) => {
                set(seed);
                None
            }
            Err(_) => Some("A whole number.".to_owned()),
        }),
        slider: None,
    };
    view! {
        <section class="traffic-part" aria-labelledby="traffic-seed">
            <h2 id="traffic-seed">"Chance"</h2>
            {field.view()}
            <div class="traffic-new">
                <button class="button" type="button" on:click=press(another)>"Another seed"</button>
                <p class="traffic-minor">"The same seed draws the same seconds. It is in the address."</p>
            </div>
        </section>
    }
    .into_any()
}
