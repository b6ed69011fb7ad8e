//! How each door is paid for, and what it has served before: what decides how many partitions it begins with.

use leptos::prelude::*;
use map::advice::traffic::{Door, DoorSettings, Mode};

use super::number::Number;
use super::partitions::title;
use super::run::Desk;
use super::settings::{number, text};
use crate::app::views::choice::Choice;
use crate::app::views::erased::{each, memo, when, words};

/// Units a second that a door is given first when it is to be provisioned.
const FIRST_UNITS: (f64, f64) = (3_000.0, 1_000.0);

const MODES: [&str; 3] = ["As the design says", "On demand", "Provisioned"];

/// All doors.
pub fn capacity(desk: Desk) -> AnyView {
    let count = memo(move || desk.run.read().setup.load.doors.len());
    view! {
        <section class="traffic-part" aria-labelledby="traffic-capacity">
            <h2 id="traffic-capacity">"Capacity"</h2>
            {each(move || (0..count.get()).collect(), move |at| door(desk, at))}
        </section>
    }
    .into_any()
}

fn door(desk: Desk, at: usize) -> AnyView {
    let described: Memo<Door> =
        memo(move || desk.run.read().setup.load.doors.get(at).cloned().unwrap_or_default());
    let is_said = move || {
        let (door, settings) = (described.read(), desk.settings.read());
        settings.doors.iter().any(|said| said.table == door.table && said.index == door.index)
    };
    let mode = memo(move || described.read().mode);
    let chosen = memo(move || match (is_said(), mode.get()) {
        (false, _) => 0,
        (true, Mode::OnDemand { .. }) => 1,
        (true, Mode::Provisioned { .. }) => 2_usize,
    });
    let set = move |mode: Option<Mode>| {
        let Door { table, index, .. } = described.get_untracked();
        desk.change("change how a door is paid for", false, |settings| {
            settings.doors.retain(|said| said.table != table || said.index != index);
            settings.doors.extend(mode.map(|mode| DoorSettings { table, index, mode }));
        });
    };
    let choose = move |at: usize| {
        let (read_units, write_units) = FIRST_UNITS;
        set(match at {
            1 => Some(Mode::default()),
            2 => Some(Mode::Provisioned { read_units, write_units }),
            _ => None,
        });
    };
    let options = memo(|| MODES.map(str::to_owned).to_vec());
    let is = move |provisioned: bool| move || mode.get().provisioned().is_some() == provisioned;
    let field = move |label: &'static str, part: Part| {
        let now = memo(move || part.of(mode.get()));
        Number {
            label: words(move || label.to_owned()),
            text: memo(move || now.get().map(text).unwrap_or_default()),
            unit: "/s",
            commit: Box::new(move |typed| {
                let typed = typed.trim().to_owned();
                let value = number(&typed);
                if value.is_none() && (!typed.is_empty() || part.is_provisioned()) {
                    return Some("A number of units a second.".to_owned());
                }
                set(Some(part.set(mode.get_untracked(), value)));
                None
            }),
            slider: None,
        }
        .view()
    };
    view! {
        <div class="traffic-door-mode">
            <h3 class="traffic-part-title">{words(move || title(&described.read()))}</h3>
            <Choice
                name=title(&described.get_untracked())
                options
                chosen
                on_choose=Callback::new(choose)
            />
            {when(is(true), move || view! {
                {field("Provisioned read units", Part::Read)}
                {field("Provisioned write units", Part::Write)}
            }.into_any())}
            {when(is(false), move || view! {
                {field("Previous peak, read units", Part::PeakRead)}
                {field("Previous peak, write units", Part::PeakWrite)}
                {field("Warm throughput, read units", Part::WarmRead)}
                {field("Warm throughput, write units", Part::WarmWrite)}
            }.into_any())}
        </div>
    }
    .into_any()
}

/// A number of a mode.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Read,
    Write,
    PeakRead,
    PeakWrite,
    WarmRead,
    WarmWrite,
}

impl Part {
    fn is_provisioned(self) -> bool {
        matches!(self, Self::Read | Self::Write)
    }

    fn of(self, mode: Mode) -> Option<f64> {
        let (provisioned, peak, warm) = match mode {
            Mode::Provisioned { read_units, write_units } => {
                (Some((read_units, write_units)), None, None)
            }
            Mode::OnDemand { previous_peak, warm_throughput } => {
                (None, previous_peak, warm_throughput)
            }
        };
        match self {
            Self::Read => provisioned.map(|(read, _)| read),
            Self::Write => provisioned.map(|(_, write)| write),
            Self::PeakRead => peak.map(|(read, _)| read),
            Self::PeakWrite => peak.map(|(_, write)| write),
            Self::WarmRead => warm.map(|(read, _)| read),
            Self::WarmWrite => warm.map(|(_, write)| write),
        }
    }

    /// A mode with another number; without any where both of a pair are none.
    fn set(self, mode: Mode, value: Option<f64>) -> Mode {
        let pair = |pair: Option<(f64, f64)>, is_read: bool| {
            let (read, write) = pair.unwrap_or_default();
            let value = value.unwrap_or_default();
            let (read, write) = if is_read { (value, write) } else { (read, value) };
            (read > 0.0 || write > 0.0).then_some((read, write))
        };
        match (mode, self) {
            (Mode::Provisioned { write_units, .. }, Self::Read) => {
                Mode::Provisioned { read_units: value.unwrap_or_default(), write_units }
            }
            (Mode::Provisioned { read_units, .. }, Self::Write) => {
                Mode::Provisioned { read_units, write_units: value.unwrap_or_default() }
            }
            (
                Mode::OnDemand { previous_peak, warm_throughput },
                Self::PeakRead | Self::PeakWrite,
            ) => {
                let previous_peak = pair(previous_peak, self == Self::PeakRead);
                Mode::OnDemand { previous_peak, warm_throughput }
            }
            (
                Mode::OnDemand { previous_peak, warm_throughput },
                Self::WarmRead | Self::WarmWrite,
            ) => {
                let warm_throughput = pair(warm_throughput, self == Self::WarmRead);
                Mode::OnDemand { previous_peak, warm_throughput }
            }
            (mode, _) => mode,
        }
    }
}
