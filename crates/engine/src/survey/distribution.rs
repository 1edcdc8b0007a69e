//! The distribution of a metric over many levels.

use super::SeedRecord;
use crate::metrics::LevelMetric;

/// The values of a metric, sorted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    values: Vec<f64>,
}

impl Distribution {
    /// Collects the values of a metric. Levels without a value do not count.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a SeedRecord>, metric: &LevelMetric) -> Self {
        records.into_iter().filter_map(|record| record.value(metric)).map(|value| value.as_f64()).collect()
    }

    /// Returns the sorted values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number of values.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Returns the lowest and the highest value.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((*self.values.first()?, *self.values.last()?))
    }

    /// Returns the average.
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.values.iter().sum::<f64>() / self.count() as f64)
    }

    /// Returns the value in the middle, or the average of the two values in the middle.
    pub fn median(&self) -> Option<f64> {
        let middle = self.count() / 2;
        let upper = *self.values.get(middle)?;
        let is_odd = self.count() % 2 == 1;
        Some(if is_odd { upper } else { f64::midpoint(upper, *self.values.get(middle - 1)?) })
    }

    /// Returns the standard deviation of the sample, with n − 1 as divisor; `None` for fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.count() > 1)?;
        let squares: f64 = self.values.iter().map(|value| (value - mean).powi(2)).sum();
        Some((squares / (self.count() - 1) as f64).sqrt())
    }

    /// Returns the number of values up to a limit.
    pub fn count_up_to(&self, limit: f64) -> usize {
        self.values.partition_point(|value| *value <= limit)
    }
}

impl FromIterator<f64> for Distribution {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Self { values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_sample_are_those_by_hand() {
        let sample: Distribution = [4.0, 2.0, 9.0, 5.0].into_iter().collect();
        assert_eq!(sample.values(), [2.0, 4.0, 5.0, 9.0]);
        assert_eq!(sample.range(), Some((2.0, 9.0)));
        assert_eq!((sample.mean(), sample.median()), (Some(5.0), Some(4.5)));
        // (9 + 1 + 0 + 16) / 3
        assert!((sample.deviation().unwrap().powi(2) - 26.0 / 3.0).abs() < 1e-12);
        assert_eq!([1.0, 4.0, 8.0, 9.0].map(|limit| sample.count_up_to(limit)), [0, 2, 3, 4]);
    }

    #[test]
    fn empty_sample_has_no_figures() {
        let sample = Distribution::default();
        assert_eq!(
            (sample.mean(), sample.median(), sample.deviation(), sample.range()),
            (None, None, None, None)
        );
        let one: Distribution = [3.0].into_iter().collect();
        assert_eq!((one.median(), one.deviation()), (Some(3.0), None));
    }
}
