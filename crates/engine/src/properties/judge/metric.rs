//! The value of a metric.

use crate::metrics::{LEVEL_METRICS, MeasuredLevel, MetricValue};
use crate::properties::{MetricBound, PropertyVerdict};

pub(super) fn judge(name: &str, bound: MetricBound, level: &MeasuredLevel<'_>) -> PropertyVerdict {
    let Some(metric) = LEVEL_METRICS.iter().find(|metric| metric.name == name) else {
        return PropertyVerdict::Nothing(format!("no metric \"{name}\""));
    };
    match metric.measure(level) {
        None => PropertyVerdict::Nothing(format!("no value of {name}")),
        Some(value) if bound.contains(value) => PropertyVerdict::Holds,
        Some(value) => {
            let reason = format!("{name} is {}, not {}.", text(value, bound.is_in_percent()), bound.text());
            PropertyVerdict::fails(reason, [])
        }
    }
}

/// Returns a value in words, rounded to three decimal places or to a tenth of a percent.
fn text(value: MetricValue, is_in_percent: bool) -> String {
    let number = value.as_f64();
    if is_in_percent {
        return format!("{:.1} %", 100.0 * number);
    }
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_in_words() {
        let value = |part, whole| MetricValue::ratio(part, whole).unwrap();
        assert_eq!(text(value(1, 3), false), "0.333");
        assert_eq!(text(value(100, 1), false), "100");
        assert_eq!(text(value(1, 3), true), "33.3 %");
    }
}
