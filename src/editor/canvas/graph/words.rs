//! Describes conditions and changes of a rule in a few words that fit under a circle.

use crate::editor::widgets::formulas::spelled;
use crate::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, DegreeKind, DistanceOrigin, LocksOnWay,
    SymbolPattern, SymbolReplacement,
};

/// Describes a symbol pattern: "any", "Hollow", "Hollow or Cellar".
pub fn words_of_symbols(pattern: &SymbolPattern) -> String {
    match pattern {
        SymbolPattern::Any => "any".to_owned(),
        SymbolPattern::Is(name) => name.clone(),
        SymbolPattern::AnyOf(names) => names.join(" or "),
    }
}

/// Returns the new symbol of an element, if it is named.
pub fn named_symbol(symbol: &SymbolReplacement) -> Option<&String> {
    match symbol {
        SymbolReplacement::Keep => None,
        SymbolReplacement::Is(name) => Some(name),
    }
}

/// Describes a condition: "danger > 2", "at most 3 path edges in".
pub fn words_of_condition(condition: &Condition) -> String {
    spelled(match condition {
        Condition::Attribute(name, test) => words_of_test(name, test),
        Condition::Degree(kind, count) => words_of_degree("", *kind, *count),
        Condition::DegreeOf(symbols, kind, count) => {
            words_of_degree(&format!("{} ", words_of_symbols(symbols)), *kind, *count)
        }
        Condition::Distance { from, passages, locks } => {
            format!("{} {}", words_of_count(*passages), words_of_way(*from, *locks))
        }
        Condition::Farthest { from: DistanceOrigin::Start, locks: LocksOnWay::Open } => {
            "farthest from the start".to_owned()
        }
        Condition::Farthest { from, locks } => format!("longest way {}", words_of_way(*from, *locks)),
    })
}

fn words_of_test(name: &str, test: &AttributeTest) -> String {
    match test {
        AttributeTest::Equal(value) => format!("{name} = {value}"),
        AttributeTest::Not(value) => format!("{name} not {value}"),
        AttributeTest::Less(bound) => format!("{name} < {bound}"),
        AttributeTest::More(bound) => format!("{name} > {bound}"),
        AttributeTest::Between(least, most) => format!("{name} {least} to {most}"),
        AttributeTest::Present => format!("has {name}"),
        AttributeTest::Absent => format!("has no {name}"),
    }
}

/// Describes a way that is measured: "from the start", "to the goal, locks closed".
fn words_of_way(from: DistanceOrigin, locks: LocksOnWay) -> String {
    let end = match from {
        DistanceOrigin::Start => "from the start",
        DistanceOrigin::Goal => "to the goal",
    };
    match locks {
        LocksOnWay::Open => end.to_owned(),
        LocksOnWay::Closed => format!("{end}, locks closed"),
    }
}

fn words_of_count(count: Count) -> String {
    match count {
        Count::Exactly(count) => format!("exactly {count}"),
        Count::AtLeast(least) => format!("at least {least}"),
        Count::AtMost(most) => format!("at most {most}"),
        Count::Between(least, most) => format!("{least} to {most}"),
    }
}

fn words_of_degree(symbols: &str, kind: DegreeKind, count: Count) -> String {
    let number = if count == Count::Exactly(0) { "no".to_owned() } else { words_of_count(count) };
    let last = match count {
        Count::Exactly(count) => count,
        Count::AtLeast(least) => least,
        Count::AtMost(most) | Count::Between(_, most) => most,
    };
    let noun = if last == 1 { "edge" } else { "edges" };
    let kind = match kind {
        DegreeKind::In => " in",
        DegreeKind::Out => " out",
        DegreeKind::All => "",
    };
    format!("{number} {symbols}{noun}{kind}")
}

/// Describes a change: "danger = 2", "danger + 1", "danger of Hollow". `name_of` names a matched element.
pub fn words_of_change(change: &Change, name_of: impl Fn(AttributeSource) -> String) -> String {
    spelled(match change {
        Change::Set(name, value) => format!("{name} = {value}"),
        Change::Add(name, number) if *number < 0 => format!("{name} - {}", number.unsigned_abs()),
        Change::Add(name, number) => format!("{name} + {number}"),
        Change::Take(name, source) => format!("{name} of {}", name_of(*source)),
        Change::TakeAs(taken, source, name) => format!("{name} = {taken} of {}", name_of(*source)),
        Change::Distance { name, node, from, locks } => {
            let node = name_of(AttributeSource::Node(*node));
            format!("{name} = distance of {node} {}", words_of_way(*from, *locks))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::ElementId;
    use crate::mission::Value;

    #[test]
    fn conditions_are_reported_in_few_words() {
        let danger = |test| Condition::Attribute("danger".to_owned(), test);
        let path = || SymbolPattern::Is("path".to_owned());
        let distance = |passages, locks| Condition::Distance { from: DistanceOrigin::Goal, passages, locks };
        let farthest = |from| Condition::Farthest { from, locks: LocksOnWay::Open };
        let cases = [
            (danger(AttributeTest::More(2)), "danger > 2"),
            (danger(AttributeTest::Not(Value::Text("low".to_owned()))), "danger not \"low\""),
            (danger(AttributeTest::Between(1, 3)), "danger 1 to 3"),
            (danger(AttributeTest::Absent), "has no danger"),
            (Condition::Degree(DegreeKind::All, Count::AtMost(3)), "at most 3 edges"),
            (Condition::DegreeOf(path(), DegreeKind::In, Count::Exactly(1)), "exactly 1 path edge in"),
            (Condition::DegreeOf(path(), DegreeKind::Out, Count::Exactly(0)), "no path edges out"),
            (distance(Count::Exactly(0), LocksOnWay::Open), "exactly 0 to the goal"),
            (distance(Count::Between(2, 3), LocksOnWay::Closed), "2 to 3 to the goal, locks closed"),
            (farthest(DistanceOrigin::Start), "farthest from the start"),
            (farthest(DistanceOrigin::Goal), "longest way to the goal"),
        ];
        for (condition, expected) in cases {
            assert_eq!(words_of_condition(&condition), expected);
        }
    }

    #[test]
    fn changes_are_reported_in_few_words() {
        let name = || "danger".to_owned();
        let cases = [
            (Change::Set(name(), Value::Bool(true)), "danger = true"),
            (Change::Add(name(), 1), "danger + 1"),
            (Change::Add(name(), i64::MIN), "danger - 9223372036854775808"),
            (Change::Take(name(), AttributeSource::Node(ElementId(2))), "danger of 2"),
            (
                Change::TakeAs("depth".to_owned(), AttributeSource::Node(ElementId(2)), name()),
                "danger = depth of 2",
            ),
            (
                Change::Distance {
                    name: name(),
                    node: ElementId(2),
                    from: DistanceOrigin::Goal,
                    locks: LocksOnWay::Closed,
                },
                "danger = distance of 2 to the goal, locks closed",
            ),
        ];
        for (change, expected) in cases {
            let name_of = |source| match source {
                AttributeSource::Node(id) => id.0.to_string(),
                AttributeSource::Edge(number) => number.to_string(),
            };
            assert_eq!(words_of_change(&change, name_of), expected);
        }
    }
}
