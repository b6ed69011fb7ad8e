//! A number with its slider: what the panel on the left is made of.

use leptos::prelude::*;

use crate::app::views::erased::{Words, aria, effect, typed, words};

/// A number as it is shown and taken.
pub struct Number {
    /// What it is a number of.
    pub label: Words,
    /// What stands there.
    pub text: Memo<String>,
    /// Behind the number.
    pub unit: &'static str,
    /// Takes what was typed once that is finished; gives back what is wrong with it.
    pub commit: Box<dyn Fn(String) -> Option<String>>,
    /// None without a slider.
    pub slider: Option<Slider>,
}

/// Places of a slider, where it is now, and what takes another place.
pub type Slider = (usize, Memo<usize>, Box<dyn Fn(usize)>);

impl Number {
    /// The number. Not a component: one type for all of them keeps the page small.
    pub fn view(self) -> AnyView {
        let Self { label, text, unit, commit, slider } = self;
        let label = memo_words(label);
        let fault = RwSignal::new(None::<String>);
        effect(move || {
            text.track();
            fault.set(None);
        });
        let range = slider.map(|(places, at, slide)| {
            let slide = move |value: String| {
                if let Ok(place) = value.parse() {
                    slide(place);
                }
            };
            view! {
                <input
                    type="range"
                    class="traffic-range"
                    min="0"
                    max=places.saturating_sub(1).to_string()
                    step="1"
                    aria-label=words(move || label.get())
                    aria-valuetext=words(move || format!("{} {unit}", text.read()))
                    prop:value=words(move || at.get().to_string())
                    on:input=typed(slide)
                />
            }
            .into_any()
        });
        let set = typed(move |typed: String| fault.set(commit(typed)));
        view! {
            <div class="traffic-number">
                <label class="traffic-number-line">
                    <span class="traffic-number-label">{words(move || label.get())}</span>
                    <span class="traffic-number-box">
                        <input
                            class="field-input"
                            type="text"
                            inputmode="decimal"
                            autocomplete="off"
                            aria-invalid=aria(move || fault.read().is_some())
                            prop:value=words(move || text.get())
                            on:change=set
                        />
                        <span class="traffic-unit">{unit}</span>
                    </span>
                </label>
                {range}
                <p class="field-fault" role="alert">{words(move || fault.get().unwrap_or_default())}</p>
            </div>
        }
        .into_any()
    }
}

fn memo_words(words: Words) -> Memo<String> {
    let words = std::sync::Mutex::new(words);
    crate::app::views::erased::memo(move || words.lock().map(|words| words()).unwrap_or_default())
}
