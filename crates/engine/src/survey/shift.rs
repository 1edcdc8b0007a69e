//! Changes from one survey to another that are more than chance, each as a sentence.
//!
//! Only seeds of both surveys count, as pairs. Values are compared by the signed-rank test of Wilcoxon (1945), spread
//! by the test of Kolmogorov and Smirnov, missing values and failures by the test of McNemar (1947).
//! The limits divide a significance of one in a thousand by the number of tests (Bonferroni), so an edit that changes
//! nothing is reported at most about once in a thousand times.

use std::collections::BTreeMap;

use super::{Distribution, SeedRecord};
use crate::base::Seed;
use crate::metrics::{LEVEL_METRICS, LevelMetric, MetricUnit, MetricValue};

/// Deviations of a standard normal variable that are reported: two-sided, 0.001 / 97.
const CRITICAL_DEVIATIONS: f64 = 4.41;

/// Limit of the test of Kolmogorov and Smirnov: √(−ln(α / 2) / 2) with α = 0.001 / 97.
const CRITICAL_DISTANCE: f64 = 2.47;

/// Growth above which a sentence gives both values instead of per cent.
const LARGEST_PERCENT: f64 = 300.0;

/// A metric, or the share of failures, that has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// The changed quantity.
    pub quantity: ShiftedQuantity,
    /// The sentence that reports it, in lower case and without a full stop, for example *12 % more solution steps*.
    pub sentence: String,
}

/// A quantity of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftedQuantity {
    /// Share of seeds without a proved level.
    Failures,
    /// The metric of this name.
    Metric(&'static str),
}

/// Returns everything that shifted from one survey to another, failures first, then in the order of the metrics.
///
/// Several records of one seed count as the last of them.
pub fn shifts<'a>(
    before: impl IntoIterator<Item = &'a SeedRecord>,
    after: impl IntoIterator<Item = &'a SeedRecord>,
) -> Vec<Shift> {
    let before: BTreeMap<Seed, &SeedRecord> =
        before.into_iter().map(|record| (record.seed, record)).collect();
    let after: BTreeMap<Seed, &SeedRecord> = after.into_iter().map(|record| (record.seed, record)).collect();
    let pairs: Vec<Pair<'_>> =
        before.iter().filter_map(|(seed, before)| Some((*before, *after.get(seed)?))).collect();
    let of_metrics = LEVEL_METRICS.iter().filter_map(|metric| {
        let sentence = metric_shift(&pairs, metric)?;
        Some(Shift { quantity: ShiftedQuantity::Metric(metric.name), sentence })
    });
    let failures = failure_shift(&pairs);
    failures
        .map(|sentence| Shift { quantity: ShiftedQuantity::Failures, sentence })
        .into_iter()
        .chain(of_metrics)
        .collect()
}

/// The records of one seed, before and after.
type Pair<'a> = (&'a SeedRecord, &'a SeedRecord);

fn failure_shift(pairs: &[Pair<'_>]) -> Option<String> {
    let failed = |record: &SeedRecord| record.failure.is_some();
    let changed = || pairs.iter().map(|(before, after)| (failed(before), failed(after)));
    is_lopsided(changed()).then(|| {
        let share = |side: fn(&(bool, bool)) -> bool| {
            MetricUnit::Share.text_of(changed().filter(side).count() as f64 / pairs.len().max(1) as f64)
        };
        format!("failed seeds from {} to {}", share(|pair| pair.0), share(|pair| pair.1))
    })
}

fn metric_shift(pairs: &[Pair<'_>], metric: &LevelMetric) -> Option<String> {
    let values: Vec<(Option<f64>, Option<f64>)> = pairs
        .iter()
        .map(|(before, after)| [before, after].map(|record| record.value(metric).map(MetricValue::as_f64)))
        .map(|[before, after]| (before, after))
        .collect();
    let words = metric.words();
    let both: Vec<(f64, f64)> =
        values.iter().filter_map(|(before, after)| Some(((*before)?, (*after)?))).collect();
    let before: Distribution = both.iter().map(|(before, _)| *before).collect();
    let after: Distribution = both.iter().map(|(_, after)| *after).collect();
    if signed_ranks(&both).abs() > CRITICAL_DEVIATIONS {
        return Some(location_sentence(&words, metric.unit, &before, &after));
    }
    if is_other_shape(&before, &after) {
        let (narrow, wide) = (before.deviation()?, after.deviation()?);
        let verb = if is_plural(&words) { "vary" } else { "varies" };
        let manner = if wide > narrow { "more" } else { "less" };
        let [old, new] = metric.unit.texts_of(narrow, wide);
        return Some(format!("{words} {verb} {manner}: deviation from {old} to {new}"));
    }
    let has_value = values.iter().map(|(before, after)| (before.is_some(), after.is_some()));
    is_lopsided(has_value.clone()).then(|| {
        let count = |side: fn(&(bool, bool)) -> bool| has_value.clone().filter(side).count();
        format!("levels with {words} from {} to {}", count(|pair| pair.0), count(|pair| pair.1))
    })
}

/// Returns the test statistic of McNemar as a decision: whether changes in one direction outnumber the other.
fn is_lopsided(pairs: impl Iterator<Item = (bool, bool)> + Clone) -> bool {
    let lost = pairs.clone().filter(|pair| *pair == (true, false)).count() as f64;
    let won = pairs.filter(|pair| *pair == (false, true)).count() as f64;
    lost + won > 0.0 && (won - lost).abs() / (lost + won).sqrt() > CRITICAL_DEVIATIONS
}

/// Returns the statistic of Wilcoxon's signed-rank test in standard deviations, positive if values grew.
///
/// Pairs of equal values do not count. Equal differences share their average rank.
fn signed_ranks(pairs: &[(f64, f64)]) -> f64 {
    let mut differences: Vec<f64> =
        pairs.iter().map(|(before, after)| after - before).filter(|difference| *difference != 0.0).collect();
    differences.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let (mut sum, mut squares, mut first) = (0.0, 0.0, 0);
    for tied in differences.chunk_by(|one, other| one.abs() == other.abs()) {
        let rank = (2 * first + tied.len() + 1) as f64 / 2.0;
        first += tied.len();
        sum += tied.iter().map(|difference| difference.signum() * rank).sum::<f64>();
        squares += rank * rank * tied.len() as f64;
    }
    if squares > 0.0 { sum / squares.sqrt() } else { 0.0 }
}

/// Returns `true` if the largest distance of the two cumulative distributions is more than chance.
fn is_other_shape(before: &Distribution, after: &Distribution) -> bool {
    let (count_before, count_after) = (before.count() as f64, after.count() as f64);
    let distance = |value: &f64| {
        let share = |side: &Distribution, count: f64| side.count_up_to(*value) as f64 / count;
        (share(before, count_before) - share(after, count_after)).abs()
    };
    let largest = before.values().iter().chain(after.values()).map(distance).fold(0.0, f64::max);
    largest > CRITICAL_DISTANCE * ((count_before + count_after) / (count_before * count_after)).sqrt()
}

fn location_sentence(words: &str, unit: MetricUnit, before: &Distribution, after: &Distribution) -> String {
    let (old, new) = (before.mean().unwrap_or_default(), after.mean().unwrap_or_default());
    let is_none = |side: &Distribution| side.range() == Some((0.0, 0.0));
    let verb = if is_plural(words) { "are" } else { "is" };
    if is_none(after) {
        return format!("{words} {verb} gone");
    }
    if is_none(before) {
        return format!("{words} {verb} new: {} on average", unit.text_of(new));
    }
    let growth = 100.0 * (new - old) / old;
    match unit {
        MetricUnit::Count | MetricUnit::Cells | MetricUnit::Steps if growth.abs() <= LARGEST_PERCENT => {
            let more = if growth > 0.0 { "more" } else { "fewer" };
            format!("{} {more} {words}", MetricUnit::Share.text_of(growth.abs() / 100.0))
        }
        _ => {
            let [old, new] = unit.texts_of(old, new);
            format!("{words} from {old} to {new}")
        }
    }
}

/// Returns `true` if the name of a metric is a plural, for example *dead ends* or *rooms used*.
fn is_plural(words: &str) -> bool {
    words.split(' ').any(|word| word.ends_with('s'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signed-rank statistic by its definition: ranks counted one by one.
    fn by_definition(pairs: &[(f64, f64)]) -> f64 {
        let differences: Vec<f64> =
            pairs.iter().map(|(before, after)| after - before).filter(|value| *value != 0.0).collect();
        let rank = |value: f64| {
            let smaller = differences.iter().filter(|other| other.abs() < value.abs()).count() as f64;
            let equal = differences.iter().filter(|other| other.abs() == value.abs()).count() as f64;
            smaller + (equal + 1.0) / 2.0
        };
        let sum: f64 = differences.iter().map(|value| value.signum() * rank(*value)).sum();
        sum / differences.iter().map(|value| rank(*value).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn signed_ranks_follow_their_definition() {
        let pairs: Vec<(f64, f64)> =
            (0..60_i32).map(|number| (f64::from(number % 7), f64::from(number * 5 % 11))).collect();
        assert!((signed_ranks(&pairs) - by_definition(&pairs)).abs() < 1e-9);
        assert_eq!(signed_ranks(&[(1.0, 1.0), (2.0, 2.0)]), 0.0);
    }

    #[test]
    fn sentences_say_how_much() {
        let sample = |values: &[f64]| values.iter().copied().collect::<Distribution>();
        let said = |unit, before: &[f64], after: &[f64]| {
            location_sentence("loops", unit, &sample(before), &sample(after))
        };
        assert_eq!(said(MetricUnit::Count, &[1.0, 3.0], &[2.0, 4.0]), "50 % more loops");
        assert_eq!(said(MetricUnit::Count, &[2.0], &[1.0]), "50 % fewer loops");
        assert_eq!(said(MetricUnit::Count, &[2.0], &[0.0]), "loops are gone");
        assert_eq!(said(MetricUnit::Count, &[0.0], &[1.5]), "loops are new: 1.5 on average");
        assert_eq!(said(MetricUnit::Share, &[0.25], &[0.5]), "loops from 25 % to 50 %");
        assert_eq!(said(MetricUnit::Ratio, &[1.91], &[1.94]), "loops from 1.91 to 1.94");
        assert!(is_plural("rooms used") && is_plural("loops per place") && !is_plural("key chain"));
        assert_eq!(said(MetricUnit::Count, &[1.0], &[30.0]), "loops from 1 to 30");
    }

    #[test]
    fn spread_without_a_move_is_another_shape() {
        let narrow: Distribution = (0..200).map(|number| 10.0 + f64::from(number % 3)).collect();
        let wide: Distribution = (0..200).map(|number| 1.0 + f64::from(number % 21)).collect();
        assert!(is_other_shape(&narrow, &wide) && !is_other_shape(&narrow, &narrow));
        assert!(!is_other_shape(&Distribution::default(), &Distribution::default()));
    }

    #[test]
    fn one_sided_changes_are_lopsided() {
        let changed = |lost: usize, won: usize| {
            let lost = std::iter::repeat_n((true, false), lost);
            is_lopsided(lost.chain(std::iter::repeat_n((false, true), won)))
        };
        assert!(changed(30, 0) && !changed(10, 0) && !changed(500, 480) && !changed(0, 0));
    }
}
