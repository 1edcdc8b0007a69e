use super::*;
use crate::properties::{
    CountedThing, LevelProperty, MetricBound, MetricNumber, NeighbourDemand, OrderDemand, PropertyClaim,
};

fn metric(name: &str, value: MetricBound) -> LevelProperty {
    LevelProperty::new(PropertyClaim::Metric { metric: name.to_owned(), value })
}

fn count(of: CountedThing, number: CountBound) -> LevelProperty {
    LevelProperty::new(PropertyClaim::Count { of, number })
}

fn symbol(name: &str) -> CountedThing {
    CountedThing::Symbol(name.to_owned())
}

fn with(properties: &[LevelProperty]) -> impl Fn(&mut Grammar) {
    move |grammar| grammar.properties = properties.to_vec()
}

const WHOLE: fn(u32) -> MetricNumber = MetricNumber::Whole;

#[test]
fn sound_properties_are_not_reported() {
    let named = |name: &str, claim| LevelProperty { name: name.to_owned(), claim };
    let (first, then) = ("A".to_owned(), "B".to_owned());
    let order = PropertyClaim::Order { first, then, demand: OrderDemand::Forced };
    let (symbol_name, to) = ("A".to_owned(), "A".to_owned());
    let adjacent = PropertyClaim::Adjacent { symbol: symbol_name, to, demand: NeighbourDemand::Never };
    let properties = [
        metric("dead_ends", MetricBound::AtMost(WHOLE(3))),
        metric("dead_ends", MetricBound::AtLeast(WHOLE(3))),
        metric("backtracking", MetricBound::Between(MetricNumber::Percent(5), MetricNumber::Fraction(1, 2))),
        count(symbol("A"), CountBound::Between(2, 2)),
        named("Order", order),
        named("No A next to A", adjacent),
        named("Keys first", PropertyClaim::KeyBeforeLock { keys: Default::default() }),
        named("No room twice", PropertyClaim::DistinctNeighbours { by: Default::default() }),
    ];
    expect(&[], Severity::Error, with(&properties));
}

#[test]
fn unknown_names_are_reported_with_the_name_that_was_meant() {
    let bound = MetricBound::AtMost(WHOLE(3));
    error("unknown-metric", "properties[0].claim.metric", with(&[metric("dead_end", bound)]));
    error("unknown-symbol", "properties[0].claim.of", with(&[count(symbol("Z"), CountBound::AtLeast(1))]));
    error("nothing-named", "properties[0].claim.of", with(&[count(symbol(""), CountBound::AtLeast(1))]));
    let order = |first: &str, then: &str| {
        let (first, then) = (first.to_owned(), then.to_owned());
        [LevelProperty::new(PropertyClaim::Order { first, then, demand: OrderDemand::Possible })]
    };
    error("unknown-symbol", "properties[0].claim.first", with(&order("Z", "A")));
    error("unknown-symbol", "properties[0].claim.then", with(&order("A", "Z")));
    let rats = count(CountedThing::Entity("rat".to_owned()), CountBound::AtLeast(1));
    error("unknown-entity", "properties[0].claim.of", with(std::slice::from_ref(&rats)));
    expect(&[], Severity::Error, |grammar: &mut Grammar| {
        grammar.alphabet.entities.insert("rat".to_owned(), Default::default());
        with(std::slice::from_ref(&rats))(grammar);
    });
    // Room sets may have entities of any kind.
    expect(&[], Severity::Error, |grammar: &mut Grammar| {
        grammar.rooms = vec!["rooms.ron".to_owned()];
        with(std::slice::from_ref(&rats))(grammar);
    });
}

#[test]
fn bounds_that_contain_nothing_or_everything_are_reported() {
    let path = "properties[0].claim.value";
    let backwards = MetricBound::Between(WHOLE(1), MetricNumber::Percent(50));
    error("range-backwards", path, with(&[metric("branching", backwards)]));
    let nothing = MetricBound::AtMost(MetricNumber::Fraction(1, 0));
    error("out-of-range", path, with(&[metric("branching", nothing)]));
    let backwards = count(symbol("A"), CountBound::Between(4, 2));
    error("range-backwards", "properties[0].claim.number", with(&[backwards]));
    warning("property-never-holds", path, with(&[metric("linearity", MetricBound::AtLeast(WHOLE(25)))]));
    warning("property-always-holds", path, with(&[metric("linearity", MetricBound::AtMost(WHOLE(1)))]));
    warning("property-always-holds", path, with(&[metric("places", MetricBound::AtLeast(WHOLE(0)))]));
    let any = count(symbol("A"), CountBound::AtLeast(0));
    warning("property-always-holds", "properties[0].claim.number", with(&[any]));
}

#[test]
fn properties_that_are_the_same_or_exclude_each_other_are_reported() {
    let few = metric("places", MetricBound::AtMost(WHOLE(3)));
    let many = metric("places", MetricBound::Between(MetricNumber::Fraction(7, 2), WHOLE(9)));
    warning("double-property", "properties[1]", with(&[few.clone(), few.clone()]));
    warning("contradicting-properties", "properties[1]", with(&[few.clone(), many.clone()]));
    warning("contradicting-properties", "properties[1]", with(&[many, few]));
    let counts = [CountBound::AtLeast(3), CountBound::AtMost(2)].map(|bound| count(symbol("A"), bound));
    warning("contradicting-properties", "properties[1]", with(&counts));
}
