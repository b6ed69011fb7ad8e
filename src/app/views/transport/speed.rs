//! How fast a walk plays.

use leptos::prelude::*;
use map::player::PlayerCommand;

use crate::app::state::{Command, Store, use_store};
use crate::app::views::choice::Choice;

/// The speeds on offer, in times normal.
pub const SPEEDS: [(&str, f64); 5] = [("0.5", 0.5), ("1", 1.0), ("2", 2.0), ("4", 4.0), ("8", 8.0)];

/// The speed so many places up or down from the one that is set.
pub fn speed_beside(now: f64, faster: bool) -> f64 {
    let speeds = SPEEDS.iter().map(|(_, speed)| *speed);
    let beside = if faster {
        speeds.clone().find(|speed| *speed > now)
    } else {
        speeds.rev().find(|speed| *speed < now)
    };
    beside.unwrap_or(now)
}

/// Sets the speed.
pub fn set_speed(store: Store, speed: f64) {
    store.send(Command::Player(PlayerCommand::SetSpeed(speed)));
}

/// The speed's select.
#[component]
pub fn Speed() -> impl IntoView {
    let store = use_store();
    let now = store.playback.speed;
    let chosen = Signal::derive(move || {
        let is_now = |(_, speed): &(&str, f64)| (now.get() - speed).abs() < f64::EPSILON;
        SPEEDS.iter().position(is_now).unwrap_or(1)
    });
    let choose = move |place: usize| {
        if let Some((_, speed)) = SPEEDS.get(place) {
            set_speed(store, *speed);
        }
    };
    view! {
        <Choice
            name="Speed"
            title="Speed ([ and ])"
            class="field-picker transport-speed"
            options=SPEEDS.map(|(name, _)| format!("{name}×")).to_vec()
            chosen
            on_choose=choose
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_stop_at_both_ends() {
        for (now, faster, expected) in [
            (1.0, true, 2.0),
            (1.0, false, 0.5),
            (8.0, true, 8.0),
            (0.5, false, 0.5),
            (3.0, true, 4.0),
        ] {
            assert!((speed_beside(now, faster) - expected).abs() < f64::EPSILON, "{now} {faster}");
        }
    }
}
