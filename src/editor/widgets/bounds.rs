//! Rows for bounds: at least, at most, or from one number to another.

use egui::Ui;

use super::parameters::{parameter_row, titled_row};
use super::rows::{RowLabel, choice_row};
use crate::base::{CountBound, Number, Slot};
use crate::properties::{MetricBound, MetricNumber};

/// Shows the rows of a bound for counted things.
pub fn count_bound_rows(ui: &mut Ui, of: &str, bound: &mut CountBound) {
    let (least, most) = match *bound {
        CountBound::AtLeast(least) => (least, least.saturating_add(5)),
        CountBound::AtMost(most) => (most.saturating_sub(5), most),
        CountBound::Between(least, most) => (least, most),
    };
    let choices = [
        (CountBound::AtLeast(least), "At least"),
        (CountBound::AtMost(most), "At most"),
        (CountBound::Between(least, most), "From … to …"),
    ];
    if let Some(new) = choice_row(ui, comparison(of), *bound, &choices) {
        *bound = new;
    }
    match bound {
        CountBound::AtLeast(number) | CountBound::AtMost(number) => {
            parameter_row(ui, of, Slot::Number(&CountBound::NUMBER, number));
        }
        CountBound::Between(least, most) => {
            let mut range = (*least, *most);
            parameter_row(ui, of, Slot::Range(&CountBound::RANGE, &mut range));
            (*least, *most) = range;
        }
    }
}

/// Shows the rows of a bound for a metric.
pub fn metric_bound_rows(ui: &mut Ui, of: &str, bound: &mut MetricBound) {
    let (least, most) = match *bound {
        MetricBound::AtLeast(least) => (least, raised(least)),
        MetricBound::AtMost(most) => (lowered(most), most),
        MetricBound::Between(least, most) => (least, most),
    };
    let choices = [
        (MetricBound::AtLeast(least), "At least"),
        (MetricBound::AtMost(most), "At most"),
        (MetricBound::Between(least, most), "From … to …"),
    ];
    if let Some(new) = choice_row(ui, comparison(of), *bound, &choices) {
        *bound = new;
    }
    match bound {
        MetricBound::AtLeast(number) | MetricBound::AtMost(number) => number_rows(ui, "", of, number),
        MetricBound::Between(least, most) => {
            number_rows(ui, "Minimum", of, least);
            number_rows(ui, "Maximum", of, most);
        }
    }
}

fn comparison(of: &str) -> RowLabel<'_> {
    RowLabel { name: "Comparison", of, tooltip: "The test for the number." }
}

/// Shows the notation of a number, and its value. `which` is empty if there is only one.
fn number_rows(ui: &mut Ui, which: &str, of: &str, number: &mut MetricNumber) {
    let whole = match *number {
        MetricNumber::Whole(whole) => whole,
        MetricNumber::Percent(percent) => percent / 100,
        MetricNumber::Fraction(part, divisor) => part.checked_div(divisor).unwrap_or_default(),
    };
    let percent = match *number {
        MetricNumber::Percent(percent) => percent,
        MetricNumber::Whole(_) | MetricNumber::Fraction(..) => whole.saturating_mul(100),
    };
    let fraction = match *number {
        MetricNumber::Fraction(..) => *number,
        MetricNumber::Whole(_) => MetricNumber::Fraction(whole, 1),
        MetricNumber::Percent(percent) => MetricNumber::Fraction(percent, 100),
    };
    let choices = [
        (MetricNumber::Whole(whole), "A whole number"),
        (MetricNumber::Percent(percent), "Percent"),
        (fraction, "A fraction"),
    ];
    let notation = named(which, "notation");
    let about = RowLabel { name: &notation, of, tooltip: "Shares and quotients need percent or a fraction." };
    if let Some(new) = choice_row(ui, about, *number, &choices) {
        *number = new;
    }
    let mut value_row = |name: &str, facts: &Number, value: &mut u32| {
        titled_row(ui, &named(which, name), of, Slot::Number(facts, value));
    };
    match number {
        MetricNumber::Whole(value) => value_row("number", &MetricNumber::WHOLE, value),
        MetricNumber::Percent(value) => value_row("percentage", &MetricNumber::PERCENT, value),
        MetricNumber::Fraction(part, divisor) => {
            value_row("part", &MetricNumber::PART, part);
            value_row("divisor", &MetricNumber::DIVISOR, divisor);
        }
    }
}

/// Returns "Number", or "Minimum number".
fn named(which: &str, name: &str) -> String {
    if which.is_empty() { crate::base::with_capital(name) } else { format!("{which} {name}") }
}

/// Returns a larger number in the same notation.
fn raised(number: MetricNumber) -> MetricNumber {
    match number {
        MetricNumber::Whole(value) => MetricNumber::Whole(value.saturating_add(5)),
        MetricNumber::Percent(value) => MetricNumber::Percent(value.saturating_add(25)),
        MetricNumber::Fraction(part, divisor) => {
            MetricNumber::Fraction(part.saturating_add(divisor), divisor)
        }
    }
}

/// Returns a smaller number in the same notation.
fn lowered(number: MetricNumber) -> MetricNumber {
    match number {
        MetricNumber::Whole(value) => MetricNumber::Whole(value.saturating_sub(5)),
        MetricNumber::Percent(value) => MetricNumber::Percent(value.saturating_sub(25)),
        MetricNumber::Fraction(part, divisor) => {
            MetricNumber::Fraction(part.saturating_sub(divisor), divisor)
        }
    }
}
