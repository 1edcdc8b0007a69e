//! Printed files read as the same value, which prints as the same text.
//!
//! The `ron` crate reads room sets as well. It cannot read grammars, because it does not distinguish a bare
//! name, for example `Keep`, from an empty value.

use delvewright_engine::base::{Parameters, Slot, each_parameter};
use delvewright_engine::grammar::{
    AttributeSource, AttributeTest, Change, Condition, Count, CountBound, DanglingPolicy, DegreeKind,
    DistanceOrigin, EdgeDirection, EdgePattern, EdgeReplacement, ElementId, Geometry, Grammar, Limits,
    LocksOnWay, MatchPreference, NodePattern, NodeReplacement, Pattern, RecipeStep, Replacement, Requirement,
    Rule, RuleChoice, Scatter, Start, StartElement, SymbolPattern, SymbolReplacement, Times, UnmetAction,
    WeightedBlock,
};
use delvewright_engine::level::DoorStyle;
use delvewright_engine::mission::{
    Alphabet, Attributes, DerivedProps, DerivedTheme, EdgeRole, EdgeSymbol, EntitySymbol, FloorPattern,
    NodeRole, NodeSymbol, Site, TileSymbol, Value,
};
use delvewright_engine::properties::{
    CountedThing, KeyDemand, LevelProperty, MetricBound, MetricNumber, NeighbourDemand, NeighbourTrait,
    OrderDemand, PropertyClaim,
};
use delvewright_engine::rooms::{
    EmptyCells, LegendEntry, RoomSet, RoomSource, RoomTemplate, SheetBlock, SocketEntry, SourceReading,
    TileChoice, TileSheet,
};
use delvewright_engine::settings::{LayoutSettings, Movement, Pass, PassKind, PassSettings};
use delvewright_engine::text::{parse_grammar, parse_room_set, print_grammar, print_room_set};
use indexmap::IndexMap;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::examples::folder_of_workspace;
use crate::random_rooms::{cards, colors, entries, tiles};

fn names() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[A-Z][a-z]{1,6}( [a-z]{1,5})?", 1 => any::<String>()]
}

fn map<K: std::hash::Hash + Eq + std::fmt::Debug, V: std::fmt::Debug>(
    key: impl Strategy<Value = K>,
    value: impl Strategy<Value = V>,
) -> impl Strategy<Value = IndexMap<K, V>> {
    vec((key, value), 0..4).prop_map(IndexMap::from_iter)
}

fn ids() -> impl Strategy<Value = ElementId> {
    prop_oneof![(1_u32..9), any::<u32>()].prop_map(ElementId)
}

fn sites() -> impl Strategy<Value = IndexMap<ElementId, Site>> {
    map(ids(), any::<(i32, i32)>().prop_map(Site::from))
}

fn attributes() -> impl Strategy<Value = Attributes> {
    btree_map(names(), values(), 0..3)
}

/// Generates arbitrary choices and numbers for all parameters, inside and outside their ranges.
fn any_parameters<T: Parameters + Clone + std::fmt::Debug>(plain: T) -> impl Strategy<Value = T> {
    vec(any::<u32>(), 40).prop_map(move |numbers| {
        let mut value = plain.clone();
        let mut numbers = numbers.into_iter().cycle();
        let mut next = || numbers.next().unwrap_or_default();
        each_parameter(&mut value, &mut |_, slot| match slot {
            Slot::Number(_, number) => *number = next(),
            Slot::Range(_, range) => *range = (next(), next()),
            Slot::Switch(_, _, is_so) => *is_so = next() % 2 == 0,
            Slot::Choice(_, choice) => {
                let choices = choice.choices();
                choice.choose(choices[next() as usize % choices.len()].label);
            }
            Slot::Name(_, _, text) | Slot::Text(_, text) => *text = format!("Name {}", next() % 9),
            Slot::Names(_, _, names) => *names = (0..next() % 3).map(|name| format!("\"{name}\"")).collect(),
            Slot::Rows(_, rows) => (0..next() % 3).for_each(|_| rows.add()),
        });
        value
    })
}

fn node_symbols() -> impl Strategy<Value = NodeSymbol> {
    let role = select(vec![NodeRole::Start, NodeRole::Goal, NodeRole::Key, NodeRole::Lock]);
    let plain = any_parameters(NodeSymbol::default());
    (plain, "[A-Z]{0,2}", colors(), option::of(role), attributes(), names()).prop_map(
        |(plain, label, color, role, attributes, notes)| NodeSymbol {
            label,
            color,
            role,
            look: notes.clone(),
            attributes,
            notes,
            ..plain
        },
    )
}

fn edge_symbols() -> impl Strategy<Value = EdgeSymbol> {
    let role = select(vec![EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Contains, EdgeRole::Other]);
    let plain = any_parameters(EdgeSymbol::of_role(EdgeRole::Passage));
    (plain, role, option::of(names()), colors(), attributes(), names()).prop_map(
        |(plain, role, socket, color, attributes, notes)| EdgeSymbol {
            role,
            socket,
            color,
            attributes,
            notes,
            ..plain
        },
    )
}

fn symbol_patterns() -> impl Strategy<Value = SymbolPattern> {
    prop_oneof![
        Just(SymbolPattern::Any),
        names().prop_map(SymbolPattern::Is),
        vec(names(), 0..4).prop_map(SymbolPattern::AnyOf),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::Int),
        any::<bool>().prop_map(Value::Bool),
        any::<String>().prop_map(Value::Text),
    ]
}

fn tests() -> impl Strategy<Value = AttributeTest> {
    prop_oneof![
        values().prop_map(AttributeTest::Equal),
        values().prop_map(AttributeTest::Not),
        any::<i64>().prop_map(AttributeTest::Less),
        any::<i64>().prop_map(AttributeTest::More),
        any::<(i64, i64)>().prop_map(|(least, most)| AttributeTest::Between(least, most)),
        Just(AttributeTest::Present),
        Just(AttributeTest::Absent),
    ]
}

fn conditions() -> impl Strategy<Value = Vec<Condition>> {
    let way = select(vec![DegreeKind::In, DegreeKind::Out, DegreeKind::All]);
    let count = prop_oneof![
        any::<u32>().prop_map(Count::Exactly),
        any::<u32>().prop_map(Count::AtLeast),
        any::<u32>().prop_map(Count::AtMost),
        any::<(u32, u32)>().prop_map(|(least, most)| Count::Between(least, most)),
    ];
    let condition = prop_oneof![
        (names(), tests()).prop_map(|(name, test)| Condition::Attribute(name, test)),
        (way.clone(), count.clone()).prop_map(|(way, count)| Condition::Degree(way, count)),
        (symbol_patterns(), way, count.clone())
            .prop_map(|(symbol, way, count)| Condition::DegreeOf(symbol, way, count)),
        (ways(), count).prop_map(|((from, locks), passages)| Condition::Distance { from, passages, locks }),
        ways().prop_map(|(from, locks)| Condition::Farthest { from, locks }),
    ];
    prop_oneof![2 => Just(Vec::new()), 1 => vec(condition, 1..3)]
}

fn ways() -> impl Strategy<Value = (DistanceOrigin, LocksOnWay)> {
    let origin = select(vec![DistanceOrigin::Start, DistanceOrigin::Goal]);
    (origin, select(vec![LocksOnWay::Open, LocksOnWay::Closed]))
}

fn preferences() -> impl Strategy<Value = Option<MatchPreference>> {
    prop_oneof![
        2 => Just(None),
        1 => (ids(), ways()).prop_map(|(node, (from, locks))| {
            Some(MatchPreference::Farthest { node, from, locks })
        }),
        1 => (ids(), ways()).prop_map(|(node, (from, locks))| {
            Some(MatchPreference::Nearest { node, from, locks })
        }),
    ]
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let source =
        prop_oneof![ids().prop_map(AttributeSource::Node), any::<u32>().prop_map(AttributeSource::Edge)];
    let change = prop_oneof![
        (names(), values()).prop_map(|(name, value)| Change::Set(name, value)),
        (names(), any::<i64>()).prop_map(|(name, number)| Change::Add(name, number)),
        (names(), source.clone()).prop_map(|(name, source)| Change::Take(name, source)),
        (names(), source, names()).prop_map(|(taken, source, name)| Change::TakeAs(taken, source, name)),
        (names(), ids(), ways()).prop_map(|(name, node, (from, locks))| Change::Distance {
            name,
            node,
            from,
            locks
        }),
    ];
    prop_oneof![2 => Just(Vec::new()), 1 => vec(change, 1..3)]
}

fn symbol_replacements() -> impl Strategy<Value = SymbolReplacement> {
    prop_oneof![Just(SymbolReplacement::Keep), names().prop_map(SymbolReplacement::Is)]
}

fn patterns() -> impl Strategy<Value = Pattern> {
    let direction = select(vec![EdgeDirection::FromTo, EdgeDirection::EitherWay]);
    let edge = (ids(), symbol_patterns(), conditions(), ids(), direction)
        .prop_map(|(from, symbol, when, to, direction)| EdgePattern { from, symbol, when, to, direction });
    let node = (symbol_patterns(), conditions()).prop_map(|(symbol, when)| NodePattern { symbol, when });
    (map(ids(), node), vec(edge, 0..5)).prop_map(|(nodes, edges)| Pattern { nodes, edges })
}

fn replacements() -> impl Strategy<Value = Replacement> {
    let edge = (ids(), symbol_replacements(), changes(), ids())
        .prop_map(|(from, symbol, change, to)| EdgeReplacement { from, symbol, change, to });
    let node =
        (symbol_replacements(), changes()).prop_map(|(symbol, change)| NodeReplacement { symbol, change });
    (1_u32..4, map(ids(), node), vec(edge, 0..5)).prop_map(|(weight, nodes, edges)| Replacement {
        weight,
        nodes,
        edges,
    })
}

fn rules() -> impl Strategy<Value = Rule> {
    let geometry = prop_oneof![
        Just(Geometry::Free),
        any::<(bool, bool)>().prop_map(|(turns, flips)| Geometry::Lattice { turns, flips })
    ];
    let dangling = select(vec![DanglingPolicy::Forbid, DanglingPolicy::Drop]);
    let head = (names(), names(), any::<u32>(), any::<Option<u32>>(), vec(names(), 0..3), geometry, dangling);
    let forbid = prop_oneof![Just(Vec::new()), vec(patterns(), 0..3)];
    let or = prop_oneof![Just(Vec::new()), vec(replacements(), 0..3)];
    let flags = (any::<bool>(), preferences());
    (head, flags, patterns(), forbid, replacements(), or, sites()).prop_map(
        |(
            (name, notes, weight, limit, tags, geometry, dangling),
            (enabled, prefer),
            lhs,
            forbid,
            rhs,
            or,
            at,
        )| Rule {
            enabled,
            prefer,
            forbid,
            or,
            name,
            notes,
            weight,
            limit,
            tags,
            geometry,
            dangling,
            lhs,
            rhs,
            at,
        },
    )
}

fn scatters() -> impl Strategy<Value = Scatter> {
    let numbers = any::<(u32, u32, (u32, u32), u32)>();
    let features = vec((names(), any::<u32>()), 0..4);
    (numbers, (names(), names(), names(), names()), features).prop_map(
        |((width, height, count, distance), (start, exit, edge, crossing), features)| Scatter {
            width,
            height,
            start,
            exit,
            features,
            count,
            distance,
            edge,
            crossing,
        },
    )
}

fn starts() -> impl Strategy<Value = Start> {
    let element = || {
        let attributes = prop_oneof![2 => Just(Attributes::new()), 1 => attributes()];
        (names(), attributes).prop_map(|(symbol, attributes)| StartElement { symbol, attributes })
    };
    prop_oneof![
        (map(ids(), element()), vec((ids(), element(), ids()), 0..4), sites(), sites())
            .prop_map(|(nodes, edges, at, drawn)| Start::Graph { nodes, edges, at, drawn }),
        (any::<(u32, u32)>(), names(), names()).prop_map(|((width, height), node, edge)| Start::Lattice {
            width,
            height,
            node,
            edge
        }),
        (any::<(u32, u32, u32)>(), names(), names()).prop_map(
            |((width, height, extra_percent), node, edge)| Start::Tree {
                width,
                height,
                node,
                edge,
                extra_percent
            }
        ),
        scatters().prop_map(Start::Scatter),
    ]
}

fn choices() -> impl Strategy<Value = RuleChoice> {
    prop_oneof![
        Just(RuleChoice::All),
        names().prop_map(RuleChoice::Tag),
        vec(names(), 0..3).prop_map(RuleChoice::Named)
    ]
}

fn times() -> impl Strategy<Value = Times> {
    prop_oneof![
        any::<u32>().prop_map(Times::Exactly),
        any::<(u32, u32)>().prop_map(|(least, most)| Times::Between(least, most)),
        Just(Times::UntilNone),
        Just(Times::default()),
    ]
}

fn bounds() -> impl Strategy<Value = CountBound> {
    prop_oneof![
        any::<u32>().prop_map(CountBound::AtLeast),
        any::<u32>().prop_map(CountBound::AtMost),
        any::<(u32, u32)>().prop_map(|(least, most)| CountBound::Between(least, most)),
    ]
}

fn metric_bounds() -> impl Strategy<Value = MetricBound> {
    let number = || {
        prop_oneof![
            any::<u32>().prop_map(MetricNumber::Whole),
            any::<u32>().prop_map(MetricNumber::Percent),
            any::<(u32, u32)>().prop_map(|(part, whole)| MetricNumber::Fraction(part, whole)),
        ]
    };
    prop_oneof![
        number().prop_map(MetricBound::AtLeast),
        number().prop_map(MetricBound::AtMost),
        (number(), number()).prop_map(|(least, most)| MetricBound::Between(least, most)),
    ]
}

fn claims() -> impl Strategy<Value = PropertyClaim> {
    let thing = prop_oneof![names().prop_map(CountedThing::Symbol), names().prop_map(CountedThing::Entity),];
    let orders = select(vec![OrderDemand::Possible, OrderDemand::Forced]);
    let demands = select(vec![NeighbourDemand::Each, NeighbourDemand::AtLeastOne, NeighbourDemand::Never]);
    prop_oneof![
        (names(), metric_bounds()).prop_map(|(metric, value)| PropertyClaim::Metric { metric, value }),
        (thing, bounds()).prop_map(|(of, number)| PropertyClaim::Count { of, number }),
        select(vec![KeyDemand::Each, KeyDemand::Enough])
            .prop_map(|keys| PropertyClaim::KeyBeforeLock { keys }),
        (names(), names(), orders).prop_map(|(first, then, demand)| PropertyClaim::Order {
            first,
            then,
            demand
        }),
        (names(), names(), demands).prop_map(|(symbol, to, demand)| PropertyClaim::Adjacent {
            symbol,
            to,
            demand
        }),
        select(vec![NeighbourTrait::Room, NeighbourTrait::Symbol])
            .prop_map(|by| PropertyClaim::DistinctNeighbours { by }),
    ]
}

fn properties() -> impl Strategy<Value = LevelProperty> {
    let name = prop_oneof![Just(String::new()), names()];
    (name, claims()).prop_map(|(name, claim)| LevelProperty { name, claim })
}

fn requirements() -> impl Strategy<Value = Requirement> {
    prop_oneof![
        patterns().prop_map(Requirement::Present),
        patterns().prop_map(Requirement::Absent),
        (bounds(), patterns()).prop_map(|(times, pattern)| Requirement::Counted { times, pattern }),
        bounds().prop_map(Requirement::Nodes),
        bounds().prop_map(Requirement::Edges),
        bounds().prop_map(Requirement::LongestWay),
    ]
}

fn recipe_steps() -> impl Strategy<Value = RecipeStep> {
    let notes = || prop_oneof![2 => Just(String::new()), 1 => names()];
    let otherwise =
        prop_oneof![Just(UnmetAction::Stop), any::<u32>().prop_map(|times| UnmetAction::Retry { times })];
    let leaf = prop_oneof![
        (notes(), choices(), times()).prop_map(|(notes, rules, times)| RecipeStep::Apply {
            notes,
            rules,
            times
        }),
        (notes(), choices()).prop_map(|(notes, rules)| RecipeStep::ApplyAll { notes, rules }),
        (notes(), requirements(), otherwise).prop_map(|(notes, condition, otherwise)| {
            RecipeStep::Require { notes, condition, otherwise }
        }),
    ];
    leaf.prop_recursive(3, 12, 3, move |inner| {
        let steps = || vec(inner.clone(), 0..3);
        let block = (notes(), prop_oneof![Just(1), any::<u32>()], steps())
            .prop_map(|(notes, weight, steps)| WeightedBlock { notes, weight, steps });
        prop_oneof![
            (notes(), times(), steps()).prop_map(|(notes, times, steps)| RecipeStep::Repeat {
                notes,
                times,
                steps
            }),
            (notes(), any::<u32>(), steps()).prop_map(|(notes, percent, steps)| RecipeStep::Chance {
                notes,
                percent,
                steps
            }),
            (notes(), steps()).prop_map(|(notes, steps)| RecipeStep::Block { notes, steps }),
            vec(block, 0..3).prop_map(RecipeStep::Choose),
        ]
    })
}

fn entities() -> impl Strategy<Value = EntitySymbol> {
    (option::of(any::<char>()), colors(), any::<[bool; 2]>(), attributes(), names()).prop_map(
        |(character, color, [solid, in_liquid], attributes, notes)| EntitySymbol {
            character,
            color,
            look: notes.clone(),
            solid,
            in_liquid,
            attributes,
            notes,
        },
    )
}

fn tile_symbols() -> impl Strategy<Value = TileSymbol> {
    (option::of(any::<char>()), colors(), names()).prop_map(|(character, color, notes)| TileSymbol {
        character,
        color,
        look: notes.clone(),
        notes,
    })
}

fn derived_themes() -> impl Strategy<Value = DerivedTheme> {
    let color = || option::of(colors());
    let pattern = option::of(select(vec![FloorPattern::Plates, FloorPattern::Slabs]));
    let door = option::of(select(vec![DoorStyle::Wood, DoorStyle::Curtain]));
    let props = (option::of(vec(names(), 0..3)), option::of(vec(names(), 0..3)))
        .prop_map(|(walls, lights)| DerivedProps { walls, lights, ..DerivedProps::default() });
    (names(), color(), color(), color(), color(), pattern, door, props).prop_map(
        |(like, floor, accent, void, liquid, floor_pattern, door, props)| DerivedTheme {
            like,
            floor,
            accent,
            void,
            liquid,
            floor_pattern,
            door,
            props,
            ..DerivedTheme::default()
        },
    )
}

fn passes() -> impl Strategy<Value = Pass> {
    let plain = any_parameters(Pass::new("", PassSettings::of(PassKind::Chests)));
    (plain, names(), names(), any::<bool>()).prop_map(|(plain, name, notes, enabled)| Pass {
        name,
        notes,
        enabled,
        ..plain
    })
}

fn grammars() -> impl Strategy<Value = Grammar> {
    let limits = prop_oneof![Just(Limits::default()), any_parameters(Limits::default())];
    let alphabet = (
        map(names(), node_symbols()),
        map(names(), edge_symbols()),
        map(names(), entities()),
        map(names(), tile_symbols()),
        map(names(), derived_themes()),
    )
        .prop_map(|(nodes, edges, entities, tiles, themes)| Alphabet {
            nodes,
            edges,
            entities,
            tiles,
            themes,
        });
    let movement = select(vec![Movement::Cardinal, Movement::EightWay]);
    let head = (any::<u32>(), names(), any::<String>(), vec(names(), 0..3));
    let layout = any_parameters(LayoutSettings::default());
    let tail = (limits, layout, movement, names(), vec(passes(), 0..4), vec(properties(), 0..4));
    (head, alphabet, starts(), vec(rules(), 0..4), vec(recipe_steps(), 0..4), tail).prop_map(
        |(
            (format, name, notes, rooms),
            alphabet,
            start,
            rules,
            recipe,
            (limits, layout, movement, theme, populate, properties),
        )| {
            Grammar {
                format,
                name,
                notes,
                rooms,
                alphabet,
                start,
                rules,
                recipe,
                limits,
                layout,
                movement,
                theme,
                populate,
                variables: Default::default(),
                properties,
                formulas: Default::default(),
            }
        },
    )
}

fn room_sets() -> impl Strategy<Value = RoomSet> {
    let plain = Just(LegendEntry::Socket(SocketEntry::default()));
    let entry = prop_oneof![9 => entries(names().boxed(), values().boxed()), 1 => plain];
    let pictures = || vec("[#.+o\"\\\\é]{0,9}", 0..6);
    let source = (names(), option::of(names()), names(), pictures())
        .prop_map(|(file, id, room, picture)| RoomSource { file, id, room, picture });
    let empty = prop_oneof![Just(EmptyCells::Floor), Just(EmptyCells::Nothing)];
    let places = vec(any::<u32>(), 0..3);
    let reading = (option::of(names()), vec(names(), 0..3), vec(names(), 0..3), option::of(empty), places)
        .prop_map(|(legend, solid, solid_layers, empty, places)| SourceReading {
            legend,
            solid,
            solid_layers,
            empty,
            places,
        });
    let template = (
        (names(), names(), names()),
        any::<(u32, Option<u32>, bool, bool)>(),
        option::of(cards()),
        pictures(),
        option::of(source),
    )
        .prop_map(|((name, notes, symbol), (weight, at_most, turns, flips), card, picture, source)| {
            RoomTemplate { name, notes, symbol, weight, at_most, turns, flips, card, picture, source }
        });
    let head = (any::<u32>(), names(), any::<String>());
    let numbers = any::<((u32, u32), u32, u32)>();
    let sheet = (any::<String>(), numbers).prop_map(|(file, (tile, margin, spacing))| TileSheet {
        file,
        tile,
        margin,
        spacing,
    });
    let block = || any::<((u32, u32), u32)>().prop_map(|(at, columns)| SheetBlock { at, columns });
    let look = prop_oneof![
        names().prop_map(TileChoice::Like),
        any::<(u32, u32)>().prop_map(TileChoice::Piece),
        block().prop_map(TileChoice::Block16),
        block().prop_map(TileChoice::Block47),
    ];
    let looks = (option::of(sheet), btree_map(names(), look, 0..4));
    (
        head,
        map(any::<char>(), entry),
        tiles(names().boxed()),
        looks,
        map(names(), reading),
        vec(template, 0..4),
    )
        .prop_map(|((format, name, notes), legend, blocker, (sheet, looks), sources, rooms)| RoomSet {
            format,
            name,
            notes,
            legend,
            blocker,
            sheet,
            looks,
            sources,
            rooms,
        })
}

/// Reads a room set with the `ron` crate.
fn by_ron(text: &str) -> RoomSet {
    use ron::extensions::Extensions;
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default()
        .with_default_extension(extensions)
        // A bare name for a variant with all its defaults is an extension of our parser.
        .from_str(&text.replace(": Socket,\n", ": Socket(),\n"))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn printed_grammars_read_as_they_were(grammar in grammars()) {
        let text = print_grammar(&grammar);
        let loaded = parse_grammar(&text, None);
        prop_assert!(loaded.complete, "{}\n{:?}", text, loaded.diagnostics);
        let read = loaded.value.expect("a complete grammar");
        prop_assert_eq!(&read, &grammar);
        prop_assert_eq!(print_grammar(&read), text);
    }

    #[test]
    fn printed_room_sets_read_as_they_were(set in room_sets()) {
        let text = print_room_set(&set);
        let loaded = parse_room_set(&text, None);
        prop_assert!(loaded.complete, "{}\n{:?}", text, loaded.diagnostics);
        let read = loaded.value.expect("a complete room set");
        prop_assert_eq!(&read, &set);
        prop_assert_eq!(by_ron(&text), set);
        prop_assert_eq!(print_room_set(&read), text);
    }

    #[test]
    fn damaged_files_never_harm_the_reader(set in room_sets(), grammar in grammars(), wounds in vec(any::<(u16, u8, u8)>(), 1..6)) {
        let text = damage(print_room_set(&set), &wounds);
        let loaded = parse_room_set(&text, None);
        prop_assert!(loaded.complete || !loaded.diagnostics.is_empty());
        let text = damage(print_grammar(&grammar), &wounds);
        let loaded = parse_grammar(&text, None);
        prop_assert!(loaded.complete || !loaded.diagnostics.is_empty());
    }
}

/// Deletes, inserts or replaces bytes.
fn damage(text: String, wounds: &[(u16, u8, u8)]) -> String {
    let mut bytes = text.into_bytes();
    for &(place, kind, byte) in wounds {
        let at = usize::from(place) % bytes.len().max(1);
        // Characters with a meaning in RON do more damage.
        let byte = *b"(){}[],:\"'\\#/*=-.r0aN \n".get(usize::from(byte)).unwrap_or(&byte);
        match kind % 3 {
            0 if bytes.len() > at => drop(bytes.remove(at)),
            1 => bytes.insert(at.min(bytes.len()), byte),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_example_survives_a_save_and_reads_as_ron_reads_it() {
    for folder in ["grammars", "rooms"] {
        let folder = folder_of_workspace(folder);
        for entry in std::fs::read_dir(&folder).expect("the folder of the examples") {
            let path = entry.expect("a folder's entry").path();
            if path.extension().is_none_or(|extension| extension != "ron") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("an example");
            if folder.ends_with("grammars") {
                let loaded = parse_grammar(&text, Some(&path));
                assert!(loaded.complete, "{:#?}", loaded.diagnostics);
                let grammar = loaded.value.expect("a complete grammar");
                assert_eq!(parse_grammar(&print_grammar(&grammar), None).value.as_ref(), Some(&grammar));
            } else {
                let loaded = parse_room_set(&text, Some(&path));
                assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
                let set = loaded.value.expect("a complete room set");
                assert_eq!(parse_room_set(&print_room_set(&set), None).value.as_ref(), Some(&set));
                assert_eq!(by_ron(&print_room_set(&set)), set);
            }
        }
    }
}

/// Returns a text in a form that does not depend on its line breaks.
fn bare(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    [")", "]", "}"].iter().fold(text, |text, end| text.replace(&format!(",{end}"), end))
}

#[test]
fn rules_with_conditions_and_changes_are_written_as_they_are_read() {
    let rule = r#"        (
            name: "Grow",
            enabled: false,
            lhs: (
                nodes: {
                    1: (symbol: Any, when: [Attribute("danger", More(2)), Degree(All, AtMost(3))]),
                    2: (
                        symbol: "Hollow",
                        when: [DegreeOf("path", In, Between(1, 2)), Attribute("dark", Equal(true))],
                    ),
                },
                edges: [(1, (symbol: "path", when: [Attribute("width", Absent)]), 2, EitherWay)],
            ),
            forbid: [
                (edges: [(2, "path", 1)]),
                (nodes: {3: (symbol: "Hollow", when: [Degree(In, Exactly(0))])}, edges: [(1, "p", 3)]),
            ],
            rhs: (
                weight: 3,
                nodes: {
                    1: (symbol: Keep, change: [Add("danger", -1), Set("dark", false)]),
                    4: (symbol: "Hollow", change: [Take("danger", Node(1)), TakeAs("x", Edge(1), "depth")]),
                },
                edges: [(1, (symbol: "path", change: [Set("width", 2)]), 4)],
            ),
            or: [(nodes: {1: Keep}), (weight: 2, nodes: {1: "Hollow", 2: Keep})],
        ),
"#;
    let text = format!(
        "Grammar(format: 1, name: \"g\", alphabet: (nodes: {{}}, edges: {{}}), start: Graph(nodes: {{}}), rules: [\n{rule}])"
    );
    let grammar = parse_grammar(&text, None).value.expect("it can be read");
    let printed = print_grammar(&grammar);
    assert!(bare(&printed).contains(bare(rule).trim_end_matches(',')), "{printed}");
}

#[test]
fn remarks_on_the_recipe_and_values_of_the_start_are_written_as_they_are_read() {
    let written = r#"    start: Graph(
        nodes: {1: "A", 2: (symbol: "A", attributes: {"danger": 3, "name": "Old well"})},
        edges: [(1, "p", 2), (2, (symbol: "p", attributes: {"secret": true}), 1)],
    ),
    rules: [],
    recipe: [
        Apply(notes: "First the trunk.", rules: All, times: 4),
        Choose([(notes: "As a rule.", weight: 3, steps: []), (steps: [])]),
        Block(notes: "One \"wing\".", steps: [ApplyAll(notes: "Both halves.", rules: All)]),
    ],
"#;
    let text = format!(
        "Grammar(format: 1, name: \"g\", alphabet: (nodes: {{\"A\": ()}}, edges: {{\"p\": (role: Passage)}}), {written})"
    );
    let grammar = parse_grammar(&text, None).value.expect("it can be read");
    let printed = print_grammar(&grammar);
    assert!(bare(&printed).contains(bare(written).trim_end_matches(',')), "{printed}");
    assert_eq!(parse_grammar(&printed, None).value, Some(grammar));
}
