//! Facts about edges of rules, whose parts files have in parentheses.

use super::{
    EdgeDirection, EdgePattern, EdgeReplacement, ElementId, NodePattern, NodeReplacement, SymbolPattern,
    SymbolReplacement,
};
use crate::base::{Described, FieldFacts, TypeBody, TypeFacts, ValueShape, default_text, shape_of};

const FROM: &str = "The node that the edge leaves, by its number.";
const TO: &str = "The node at which the edge arrives, by its number.";

impl Described for EdgePattern {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let id = ElementId(0);
            let (symbol, when, direction) = (SymbolPattern::Any, Vec::new(), EdgeDirection::FromTo);
            let EdgePattern { from, symbol, when, to, direction } =
                EdgePattern { from: id, symbol, when, to: id, direction };
            let middle = "The symbols that fit, alone or with conditions: `(symbol: \"path\", when: […])`.";
            let way = "The allowed directions.";
            let fields = vec![
                FieldFacts::new("from", &[FROM], shape_of(&from)),
                FieldFacts::new("symbol", &[middle], shape_of(&NodePattern { symbol, when })),
                FieldFacts::new("to", &[TO], shape_of(&to)),
                FieldFacts::new("direction", &[way], shape_of(&direction)).optional(default_text(&direction)),
            ];
            let meaning = "A required edge: `(1, \"path\", 2)` or `(1, \"path\", 2, EitherWay)`.";
            TypeFacts::new("EdgePattern", &[meaning], TypeBody::Positions(fields))
        }
        ValueShape::Type("EdgePattern", facts)
    }
}

impl Described for EdgeReplacement {
    fn shape() -> ValueShape {
        fn facts() -> TypeFacts {
            let id = ElementId(0);
            let EdgeReplacement { from, symbol, change, to } =
                EdgeReplacement { from: id, symbol: SymbolReplacement::Keep, change: Vec::new(), to: id };
            let middle = "The symbol or `Keep`, alone or with changes: `(symbol: Keep, change: […])`.";
            let fields = vec![
                FieldFacts::new("from", &[FROM], shape_of(&from)),
                FieldFacts::new("symbol", &[middle], shape_of(&NodeReplacement { symbol, change })),
                FieldFacts::new("to", &[TO], shape_of(&to)),
            ];
            let meaning = "An edge of a right side: `(1, \"path\", 2)` or `(1, Keep, 2)`.";
            let kept = "An edge with the ends and the symbol of an edge of the left side is that edge. With `Keep` the same ends are enough.";
            TypeFacts::new("EdgeReplacement", &[meaning, "", kept], TypeBody::Positions(fields))
        }
        ValueShape::Type("EdgeReplacement", facts)
    }
}
