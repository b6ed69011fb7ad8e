//! What a design keeps of its traffic: the seed, how popular keys are, how tables are paid for, rules that somebody changed.
//!
//! Owns the form of the document's `traffic` member, as `docs/format.md` describes it. How often a row is asked is the row's own. What
//! cannot be read is passed over, and what is not known is kept.

use key_engine::value::Members;
use serde_json::{Map, Value};

use super::{Load, Mode, Popularity, RuleId, Rules};
use crate::design::{Design, Edit, TRAFFIC};

/// The seed of a design that says none.
pub const FIRST_SEED: u64 = 1;

/// What is assumed of one row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowSettings {
    /// How its requests spread over its keys; none for evenly.
    pub popularity: Option<Popularity>,
    /// How many keys there are; none for those of the sample.
    pub keys: Option<u32>,
}

/// What is assumed of one door: it is paid for otherwise than its table says, or has served more before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoorSettings {
    /// The table.
    pub table: String,
    /// The global secondary index; none for the table's own door.
    pub index: Option<String>,
    /// How it is paid for.
    pub mode: Mode,
}

/// All that a design keeps of its traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Of the simulation.
    pub seed: u64,
    /// The rules, with those that somebody changed.
    pub rules: Rules,
    /// By the row's id.
    pub rows: Vec<(String, RowSettings)>,
    /// Of doors of which something is said.
    pub doors: Vec<DoorSettings>,
    /// Members that are not known here, kept as they were.
    extra: Map<String, Value>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: FIRST_SEED,
            rules: Rules::default(),
            rows: Vec::new(),
            doors: Vec::new(),
            extra: Map::new(),
        }
    }
}

impl Settings {
    /// What a design keeps; what is assumed where it keeps nothing.
    pub fn of(design: &Design) -> Self {
        design.extra.get(TRAFFIC).map(Self::from_json).unwrap_or_default()
    }

    /// The edit that has a design keep them.
    pub fn edit(&self) -> Edit {
        Edit::SetTraffic((*self != Self::default()).then(|| self.to_json()))
    }

    /// What is assumed of a row, to be changed.
    pub fn row(&mut self, id: &str) -> &mut RowSettings {
        let at = self.rows.iter().position(|(known, _)| known == id).unwrap_or_else(|| {
            self.rows.push((id.to_owned(), RowSettings::default()));
            self.rows.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "the row was found or made above")]
        &mut self.rows[at].1
    }

    /// Gives a load what is assumed of its rows and doors.
    pub(super) fn apply(&self, load: &mut Load) {
        for (id, row) in &self.rows {
            for stream in load.streams.iter_mut().filter(|stream| stream.id == *id) {
                if let Some(popularity) = &row.popularity {
                    stream.popularity = popularity.clone();
                }
                if let Some(keys) = row.keys {
                    stream.widen(keys as usize);
                }
            }
        }
        for said in &self.doors {
            if let Some(at) = load.door(&said.table, said.index.as_deref())
                && let Some(door) = load.doors.get_mut(at)
            {
                door.mode = said.mode;
            }
        }
    }

    /// As the document holds them.
    pub fn to_json(&self) -> Value {
        let mut all = self.extra.clone();
        all.set("seed", self.seed.into());
        let mut rules = Map::new();
        for rule in self.rules.changed() {
            rules.set(rule.name, rule.value.into());
        }
        let mut rows = Map::new();
        for (id, row) in &self.rows {
            let written = row_json(row);
            if !written.is_empty() {
                rows.set(id, Value::Object(written));
            }
        }
        for (name, members) in [("rules", rules), ("rows", rows)] {
            if !members.is_empty() {
                all.set(name, Value::Object(members));
            }
        }
        if !self.doors.is_empty() {
            all.set("doors", self.doors.iter().map(door_json).collect());
        }
        Value::Object(all)
    }

    /// As the document holds them; what cannot be read is passed over.
    pub fn from_json(json: &Value) -> Self {
        let mut settings = Self::default();
        let Some(members) = json.as_object() else { return settings };
        for (name, value) in members {
            match name.as_str() {
                "seed" => settings.seed = value.as_u64().unwrap_or(FIRST_SEED),
                "rules" => {
                    for (name, value) in value.as_object().into_iter().flatten() {
                        if let Some((id, value)) = Rules::named(name).zip(value.as_f64()) {
                            settings.rules.set(id, value);
                        }
                    }
                }
                "rows" => {
                    for (id, row) in value.as_object().into_iter().flatten() {
                        settings.rows.push((id.clone(), row_from(row)));
                    }
                }
                "doors" => {
                    settings.doors.extend(value.as_array().into_iter().flatten().map(door_from));
                }
                _ => settings.extra.set(name, value.clone()),
            }
        }
        settings
    }

    /// A rule's number.
    pub fn rule(&self, id: RuleId) -> f64 {
        self.rules.value(id)
    }
}

fn row_json(row: &RowSettings) -> Map<String, Value> {
    let mut members = Map::new();
    if let Some(popularity) = &row.popularity {
        members.set("popularity", popularity.word().into());
    }
    match &row.popularity {
        Some(Popularity::Zipf { exponent }) => members.set("exponent", (*exponent).into()),
        Some(Popularity::Celebrity { share, key }) => {
            members.set("share", (*share).into());
            if let Some(key) = key {
                members.set("key", key.as_str().into());
            }
        }
        _ => {}
    }
    if let Some(keys) = row.keys {
        members.set("keys", keys.into());
    }
    members
}

fn row_from(json: &Value) -> RowSettings {
    let number = |name: &str| json.get(name).and_then(Value::as_f64);
    let word = json.get("popularity").and_then(Value::as_str).unwrap_or_default();
    let popularity = match word {
        "even" => Some(Popularity::Even),
        "zipf" => Some(Popularity::Zipf { exponent: number("exponent").unwrap_or(1.0) }),
        "celebrity" => Some(Popularity::Celebrity {
            share: number("share").unwrap_or(0.5),
            key: json.get("key").and_then(Value::as_str).map(str::to_owned),
        }),
        "newest" => Some(Popularity::Newest),
        "sample" => Some(Popularity::Sample),
        _ => None,
    };
    let keys = json.get("keys").and_then(Value::as_u64).and_then(|keys| u32::try_from(keys).ok());
    RowSettings { popularity, keys }
}

fn door_json(door: &DoorSettings) -> Value {
    let pair = |(reads, writes): (f64, f64)| Value::from(vec![reads, writes]);
    let mut members = Map::new();
    members.set("table", door.table.as_str().into());
    if let Some(index) = &door.index {
        members.set("index", index.as_str().into());
    }
    match door.mode {
        Mode::OnDemand { previous_peak, warm_throughput } => {
            members.set("mode", "on demand".into());
            for (name, units) in
                [("previousPeak", previous_peak), ("warmThroughput", warm_throughput)]
            {
                if let Some(units) = units {
                    members.set(name, pair(units));
                }
            }
        }
        Mode::Provisioned { read_units, write_units } => {
            members.set("mode", "provisioned".into());
            members.set("units", pair((read_units, write_units)));
        }
    }
    Value::Object(members)
}

fn door_from(json: &Value) -> DoorSettings {
    let text = |name: &str| json.get(name).and_then(Value::as_str);
    let pair = |name: &str| {
        let both = json.get(name)?.as_array()?;
        let unit = |at: usize| both.get(at)?.as_f64().filter(|units| *units >= 0.0);
        unit(0).zip(unit(1))
    };
    let mode = if text("mode") == Some("provisioned") {
        let (read_units, write_units) = pair("units").unwrap_or((5.0, 5.0));
        Mode::Provisioned { read_units, write_units }
    } else {
        Mode::OnDemand {
            previous_peak: pair("previousPeak"),
            warm_throughput: pair("warmThroughput"),
        }
    };
    DoorSettings {
        table: text("table").unwrap_or_default().to_owned(),
        index: text("index").map(str::to_owned),
        mode,
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::advice::rules::bench::scenario;
    use crate::advice::traffic::{Setup, Simulation};

    fn all() -> Value {
        json!({
            "doors": [
                {"table": "Warehouse", "mode": "on demand", "previousPeak": [100.0, 5_000.0]},
                {"table": "Warehouse", "index": "GSI1", "mode": "provisioned", "units": [10.0, 5.0]}
            ],
            "note": "kept",
            "rows": {
                "A1": {"popularity": "zipf", "exponent": 1.2},
                "A2": {"popularity": "celebrity", "share": 0.62, "key": "PRODUCT#P101", "keys": 200},
                "A3": {"popularity": "newest"},
                "A5": {"keys": 40}
            },
            "rules": {"burstSecs": 10.0},
            "seed": 42
        })
    }

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let settings = Settings::from_json(&all());
        assert_eq!(settings.to_json(), all());
        assert_eq!(Settings::from_json(&settings.to_json()), settings);
        assert_eq!(settings.rule(RuleId::BurstSecs), 10.0);
        assert_eq!(Settings::default().edit(), Edit::SetTraffic(None));
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for odd in [
            json!(null),
            json!([1]),
            json!({"seed": -1, "rules": 7, "rows": [], "doors": {}}),
            json!({"rows": {"A2": 5}, "doors": [3], "rules": {"burstSecs": "x", "none": 1}}),
        ] {
            let settings = Settings::from_json(&odd);
            assert_eq!(settings.seed, FIRST_SEED);
            assert_eq!(settings.rules, Rules::default());
            let mut bench = scenario("warehouse");
            bench.design.extra.insert(TRAFFIC.to_owned(), odd);
            let setup = Setup::of(&bench.design, &bench.database, &bench.proofs);
            assert!(Simulation::new(setup, 1).step().streams[0].asked > 0);
        }
    }

    #[test]
    fn a_design_is_simulated_by_what_it_keeps() {
        let mut bench = scenario("warehouse");
        let settings = Settings::from_json(&all());
        settings.edit().apply(&mut bench.design, &mut bench.database).unwrap();
        assert_eq!(Settings::of(&bench.design), settings);
        let setup = Setup::of(&bench.design, &bench.database, &bench.proofs);
        let star = &setup.load.streams[1];
        let keys = &star.operations[0].legs[0].keys;
        assert_eq!(keys.len(), 200);
        let hot = Simulation::new(setup.clone(), 1).step().hottest;
        let star = hot.iter().find(|hot| hot.text == "PRODUCT#P101").unwrap();
        assert!((star.read_units / 2_000.0 - 0.62).abs() < 0.05, "{}", star.read_units);
        assert_eq!(Simulation::new(setup, 1).step().doors[0].partitions.len(), 10);
    }
}
