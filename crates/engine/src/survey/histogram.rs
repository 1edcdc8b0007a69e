//! Bins of equal width over a range of values.

use crate::metrics::MetricUnit;

/// Bins of equal width, next to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Histogram {
    first: f64,
    width: f64,
    bins: usize,
}

/// A bin: the values from `from` up to but not including `to`. The last bin includes its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistogramBin {
    /// Lowest value.
    pub from: f64,
    /// End of the bin.
    pub to: f64,
}

impl Histogram {
    /// Chooses at most `most` bins for values from `low` to `high`.
    ///
    /// Units that are whole numbers get bins whose width is a whole number, each centred on its values:
    /// the bin of 3 alone extends from 2.5 to 3.5.
    pub fn over((low, high): (f64, f64), unit: MetricUnit, most: usize) -> Self {
        let most = most.max(1);
        let is_whole = matches!(unit, MetricUnit::Count | MetricUnit::Cells | MetricUnit::Steps);
        if is_whole {
            let width = ((high - low + 1.0) / most as f64).ceil().max(1.0);
            let bins = ((high - low + 1.0) / width).ceil().max(1.0);
            return Self { first: low - 0.5, width, bins: bins as usize };
        }
        if high <= low {
            return Self { first: low - 0.5, width: 1.0, bins: 1 };
        }
        Self { first: low, width: (high - low) / most as f64, bins: most }
    }

    /// Returns the number of bins.
    pub fn len(&self) -> usize {
        self.bins
    }

    /// Returns `false`: there is always a bin.
    pub fn is_empty(&self) -> bool {
        self.bins == 0
    }

    /// Returns a bin by its number.
    pub fn bin(&self, number: usize) -> HistogramBin {
        let edge = |number: usize| self.first + self.width * number as f64;
        HistogramBin { from: edge(number), to: edge(number + 1) }
    }

    /// Returns the number of the bin of a value; `None` if it is outside.
    pub fn bin_of(&self, value: f64) -> Option<usize> {
        let number = ((value - self.first) / self.width).floor();
        let last = self.bin(self.bins - 1).to;
        if value == last {
            return Some(self.bins - 1);
        }
        (number >= 0.0 && value < last).then_some((number as usize).min(self.bins - 1))
    }

    /// Counts values by bin.
    pub fn counts(&self, values: &[f64]) -> Vec<usize> {
        let mut counts = vec![0; self.bins];
        for bin in values.iter().filter_map(|value| self.bin_of(*value)) {
            if let Some(count) = counts.get_mut(bin) {
                *count += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_get_a_bin_each_if_there_is_room() {
        let bins = Histogram::over((2.0, 5.0), MetricUnit::Count, 10);
        assert_eq!(bins.counts(&[2.0, 3.0, 3.0, 5.0]), [1, 2, 0, 1]);
        let wide = Histogram::over((0.0, 9.0), MetricUnit::Count, 4);
        assert_eq!(wide.counts(&[0.0, 2.0, 3.0, 8.0, 9.0]), [2, 1, 1, 1]);
    }

    #[test]
    fn every_value_of_the_range_is_in_exactly_one_bin() {
        let bins = Histogram::over((0.1, 0.7), MetricUnit::Share, 7);
        let values: Vec<f64> =
            (0..=60).map(|step| 0.1 + 0.01 * f64::from(step)).map(|value| value.min(0.7)).collect();
        assert_eq!(bins.counts(&values).iter().sum::<usize>(), values.len());
        assert_eq!((bins.bin_of(0.05), bins.bin_of(0.75)), (None, None));
    }

    #[test]
    fn equal_values_have_one_bin() {
        let bins = Histogram::over((0.5, 0.5), MetricUnit::Share, 7);
        assert_eq!(bins.counts(&[0.5, 0.5]), [2]);
    }
}
