//! How long the page's own work takes.

use crate::Browser;
use serde_json::{Value, json};

/// From now on notes how long the callbacks of each animation frame run.
const RECORD: &str = "
    window.recordedFrames = [];
    if (!window.plainAnimationFrame) {
        window.plainAnimationFrame = window.requestAnimationFrame;
        window.requestAnimationFrame = (callback) => window.plainAnimationFrame((time) => {
            const started = performance.now();
            try { callback(time); } finally {
                const spent = performance.now() - started;
                const last = window.recordedFrames.at(-1);
                if (last?.time === time) last.spent += spent; else window.recordedFrames.push({ time, spent });
            }
        });
    }";

/// Some durations in milliseconds, sorted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Durations {
    sorted_ms: Vec<f64>,
}

impl From<Vec<f64>> for Durations {
    fn from(mut sorted_ms: Vec<f64>) -> Durations {
        sorted_ms.sort_by(f64::total_cmp);
        Durations { sorted_ms }
    }
}

impl Durations {
    fn from_json(values: &Value) -> Durations {
        let values = values.as_array().into_iter().flatten().filter_map(Value::as_f64);
        values.collect::<Vec<f64>>().into()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sorted_ms.len()
    }

    /// The duration in milliseconds that `percent` of them do not exceed (nearest rank); 0 when there are none.
    pub fn percentile_ms(&self, percent: usize) -> f64 {
        let rank = (self.sorted_ms.len() * percent).div_ceil(100).max(1);
        self.sorted_ms.get(rank - 1).or(self.sorted_ms.last()).copied().unwrap_or_default()
    }

    /// The longest, in milliseconds; 0 when there are none.
    pub fn longest_ms(&self) -> f64 {
        self.percentile_ms(100)
    }
}

impl Browser {
    /// Starts noting how long the work of each animation frame takes, whoever asked for the frame.
    pub async fn record_frames(&self) {
        self.js(RECORD).await;
    }

    /// The frames since [`Browser::record_frames`]: all of a frame's callbacks together, without the browser's own painting.
    pub async fn recorded_frames(&self) -> Durations {
        Durations::from_json(
            &self.js("return window.recordedFrames.map((frame) => frame.spent)").await,
        )
    }

    /// Starts counting how long the page's main thread works.
    pub async fn time_main_thread(&self) {
        self.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await;
    }

    /// How long the page's main thread has worked until now, in milliseconds of the processor's time: script, style, layout and
    /// painting. What other programs take from the machine is not in it. [`Browser::time_main_thread`] goes before.
    pub async fn main_thread_ms(&self) -> f64 {
        let answer = self.devtools("Performance.getMetrics", json!({})).await;
        let metrics = answer.get("metrics").and_then(Value::as_array);
        let worked = |metric: &&Value| metric.get("name").is_some_and(|it| it == "TaskDuration");
        let worked = metrics.and_then(|metrics| metrics.iter().find(worked));
        worked.and_then(|metric| metric.get("value")?.as_f64()).unwrap_or_default() * 1_000.0
    }

    /// The durations that a list of the page's own holds, in milliseconds.
    pub async fn durations(&self, expression: &str) -> Durations {
        Durations::from_json(&self.js(&format!("return {expression}")).await)
    }

    /// The durations that the page measured itself under this name (`performance.measure`).
    pub async fn measures(&self, name: &str) -> Durations {
        let body = "return performance.getEntriesByName(args[0], 'measure').map((entry) => entry.duration)";
        Durations::from_json(&self.js_with(body, &[name.into()]).await)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let durations = Durations::from_json(&serde_json::json!([4.0, 1.0, 3.0, 2.0]));
        for (percent, expected) in
            [(0, 1.0), (25, 1.0), (26, 2.0), (50, 2.0), (95, 4.0), (100, 4.0)]
        {
            assert!(
                (durations.percentile_ms(percent) - expected).abs() < f64::EPSILON,
                "{percent}"
            );
        }
        assert_eq!(durations.count(), 4);
        assert_eq!(Durations::default().percentile_ms(95).to_bits(), 0);
    }
}
