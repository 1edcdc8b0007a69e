//! Passes, and rows of their tables, that place nothing for any mission and any seed.
//!
//! The possible missions are overestimated, never underestimated: an attribute may have any value written in
//! the grammar.
//! Every warning is therefore certain.

use std::fmt::Display;

use super::passes::symbols_of;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::lower;
use crate::grammar::{Change, Grammar, Rule, Start, StartElement};
use crate::mission::{Form, SpotKind, Value};
use crate::settings::{
    AlongTheWay, Chests, ColonyEdge, Epoch, EpochCells, Epochs, Features, FoeRow, Foes, Pass, PassSettings,
    TileVariants, WallPieces,
};

/// The reason why a pass places nothing.
struct IdlePass {
    /// The setting that causes it.
    field: &'static str,
    /// The text after "because".
    why: String,
    hint: &'static str,
}

fn idle(field: &'static str, why: impl Into<String>, hint: &'static str) -> Option<IdlePass> {
    Some(IdlePass { field, why: why.into(), hint })
}

/// Warns of a pass that places nothing, and of rows that never apply. Disabled passes are ignored.
pub(super) fn check_idle(
    grammar: &Grammar,
    pass: &Pass,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    if !pass.enabled {
        return;
    }
    let path = path.field("pass");
    let idle = match &pass.pass {
        PassSettings::Chests(chests) => of_chests(grammar, pass, chests),
        PassSettings::Foes(foes) => {
            check_rows(grammar, pass, foes, path, title, found);
            of_foes(foes)
        }
        PassSettings::Features(features) => of_features(features),
        PassSettings::TileVariants(variants) => of_variants(variants),
        PassSettings::WallPieces(pieces) => of_pieces(grammar, pass, pieces),
        PassSettings::Epochs(epochs) => of_epochs(epochs),
        PassSettings::AlongTheWay(way) => of_way(way),
        PassSettings::Dress(_) => None,
    };
    if let Some(IdlePass { field, why, hint }) = idle {
        let message = format!("{title} places nothing, because {why}.");
        found.push(Diagnostic::warning("places-nothing", message).at(path.field(field)).hint(hint));
    }
}

fn of_chests(grammar: &Grammar, pass: &Pass, chests: &Chests) -> Option<IdlePass> {
    if chests.number == (0, 0) {
        return idle("number", "its number is 0", "Raise the number to 1 or more.");
    }
    let mut forms = symbols_of(&grammar.alphabet, pass).flat_map(|(_, symbol)| symbol.all_forms());
    if SpotKind::of_chests(chests.at).is_some() && !forms.any(|form| form.technique().leaves_spots()) {
        let why = "only walkers leave such spots, and none of its places has walkers";
        return idle("at", why, "Use it on a symbol that is built by walkers.");
    }
    None
}

fn of_foes(foes: &Foes) -> Option<IdlePass> {
    let why = "its chance is 0";
    (foes.chance == 0).then(|| idle("chance", why, "Raise the chance.")).flatten()
}

fn of_features(features: &Features) -> Option<IdlePass> {
    let hint = "Raise the number to 1 or more.";
    (features.number == (0, 0)).then(|| idle("number", "its number is 0", hint)).flatten()
}

fn of_variants(variants: &TileVariants) -> Option<IdlePass> {
    let hint = "Add a variant, for example moss with the weight 110.";
    match variants.variants.as_slice() {
        [] => idle("variants", "it has no variants", hint),
        rows if rows.iter().all(|row| row.weight == 0) => {
            idle("variants", "no variant has a weight", "Give one a weight of 1 or more.")
        }
        _ => None,
    }
}

fn of_pieces(grammar: &Grammar, pass: &Pass, pieces: &WallPieces) -> Option<IdlePass> {
    if !pieces.trap.is_empty() && pieces.trap_percent > 0 {
        return None;
    }
    if pieces.percent == 0 {
        let why = "no piece has a chance, and there is no other wall";
        return idle("percent", why, "Raise the chance of a piece.");
    }
    let forms = symbols_of(&grammar.alphabet, pass).flat_map(|(_, symbol)| symbol.all_forms());
    // If no place can have walls inside, there is another warning.
    let most = forms.map(Form::most_side_with_walls_inside).max().filter(|most| *most > 0)?;
    let size = pieces.floor_size;
    let why = format!(
        "its floors are {size} cells wide, but its places are at most {most} wide unless {} passages or more meet",
        Form::FEW_PASSAGES + 1
    );
    (size > most).then(|| idle("floor_size", why, "Make the floors smaller.")).flatten()
}

fn of_epochs(epochs: &Epochs) -> Option<IdlePass> {
    if epochs.fill_clumps {
        return None;
    }
    let marks = |epoch: &Epoch| epoch.percent > 0 && (!epoch.tiles.is_empty() || !epoch.entities.is_empty());
    if epochs.epochs.iter().any(|epoch| epoch.cells != EpochCells::Live && marks(epoch)) {
        return None;
    }
    if epochs.percent == 0 && epochs.edge == ColonyEdge::Dead {
        let why = "no cell is live at the beginning";
        return idle("percent", why, "Raise the share of live cells.");
    }
    // Epochs after one that marks nothing mark nothing, either.
    let of_cells = epochs.epochs.iter().filter(|epoch| epoch.cells == EpochCells::Live);
    let marking = of_cells.clone().take_while(|epoch| epoch.percent > 0);
    if marking.clone().any(marks) {
        return None;
    }
    let (why, hint) = match epochs.epochs.as_slice() {
        [] => ("it has no epochs", "Add an epoch with tiles or entities."),
        _ if marking.count() < of_cells.count() => (
            "an epoch marks no live cells, and none after it marks others",
            "Raise its share of marked cells.",
        ),
        _ => ("no epoch has tiles or entities", "Choose the tiles or entities for the marked cells."),
    };
    idle("epochs", why, hint)
}

fn of_way(way: &AlongTheWay) -> Option<IdlePass> {
    let hint = "Add points, for example the amount 0 at 0 % and 200 at 100 %.";
    match way.curve.as_slice() {
        [] => idle("curve", "its curve has no points", hint),
        points if points.iter().all(|point| point.amount == 0) => {
            idle("curve", "its curve is 0 all the way", "Raise the amount of a point.")
        }
        _ => None,
    }
}

/// Warns of rows of foes that apply to no place.
fn check_rows(
    grammar: &Grammar,
    pass: &Pass,
    foes: &Foes,
    path: PathRef<'_>,
    title: &impl Display,
    found: &mut Vec<Diagnostic>,
) {
    for (position, row) in foes.table.iter().enumerate().filter(|(_, row)| row.weight > 0) {
        let path = path.item("table", position);
        if let Some((field, why)) = never_counts(grammar, pass, foes, row) {
            let message = format!(
                "Row {} of the table of {} is never used, because {why}.",
                position + 1,
                lower(title)
            );
            let warning = Diagnostic::warning("row-never-counts", message).at(path.field(field));
            found.push(warning.hint("Delete the row."));
        }
    }
}

/// Returns the setting because of which a row applies to no place, with the reason.
fn never_counts(grammar: &Grammar, pass: &Pass, foes: &Foes, row: &FoeRow) -> Option<(&'static str, String)> {
    let symbols = || symbols_of(&grammar.alphabet, pass);
    let is_known = |name: &String| grammar.alphabet.nodes.contains_key(name);
    if !row.on.is_empty()
        && row.on.iter().all(is_known)
        && !symbols().any(|(name, _)| row.on.iter().any(|on| on == name))
    {
        return Some(("on", "the pass works on no places of these symbols".to_owned()));
    }
    let is_area = |value: &Value| matches!(value, Value::Text(area) if *area == row.area);
    if !row.area.is_empty() && !values(grammar).iter().any(|(_, value)| is_area(value)) {
        return Some(("area", format!("no place has the area \"{}\"", row.area)));
    }
    if row.difficulty <= foes.difficulty || may_change(grammar, DIFFICULTY) {
        return None;
    }
    // A node keeps its values when its symbol changes.
    let own = grammar.alphabet.nodes.values().filter_map(|symbol| match symbol.attributes.get(DIFFICULTY) {
        Some(Value::Int(own)) => u32::try_from(*own).ok(),
        _ => None,
    });
    let most = foes.difficulty.saturating_add(own.max().unwrap_or(0));
    (row.difficulty > most).then(|| ("difficulty", format!("no place has a difficulty above {most}")))
}

/// The attribute that makes a place more difficult.
const DIFFICULTY: &str = "difficulty";

/// Returns all attribute values written in a grammar.
fn values(grammar: &Grammar) -> Vec<(&str, &Value)> {
    let alphabet = &grammar.alphabet;
    let of_nodes = alphabet.nodes.values().flat_map(|symbol| &symbol.attributes);
    let of_edges = alphabet.edges.values().flat_map(|symbol| &symbol.attributes);
    let written =
        of_nodes.chain(of_edges).chain(of_start(grammar)).map(|(name, value)| (name.as_str(), value));
    let set = changes(grammar).filter_map(|change| match change {
        Change::Set(name, value) => Some((name.as_str(), value)),
        Change::Add(..) | Change::Take(..) | Change::TakeAs(..) | Change::Distance { .. } => None,
    });
    written.chain(set).collect()
}

/// Returns `true` if the start or a rule gives nodes this attribute.
fn may_change(grammar: &Grammar, name: &str) -> bool {
    of_start(grammar).any(|(known, _)| known == name) || changes(grammar).any(|change| change.name() == name)
}

/// Returns the attributes written in the start.
fn of_start(grammar: &Grammar) -> impl Iterator<Item = (&String, &Value)> {
    let elements: Vec<&StartElement> = match &grammar.start {
        Start::Graph { nodes, edges, .. } => {
            nodes.values().chain(edges.iter().map(|(_, edge, _)| edge)).collect()
        }
        Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => Vec::new(),
    };
    elements.into_iter().flat_map(|element| &element.attributes)
}

/// Returns the attribute changes of all rules.
fn changes(grammar: &Grammar) -> impl Iterator<Item = &Change> {
    let sides = grammar.rules.iter().flat_map(Rule::alternatives);
    sides.flat_map(|side| {
        let nodes = side.nodes.values().flat_map(|node| &node.change);
        nodes.chain(side.edges.iter().flat_map(|edge| &edge.change))
    })
}

#[cfg(test)]
mod tests {
    use crate::base::Severity;
    use crate::grammar::check_grammar;
    use crate::text::parse_grammar;

    /// Returns the codes and paths of the diagnostics for a grammar with one pass.
    fn said(pass: &str) -> Vec<String> {
        said_of(pass, "")
    }

    fn said_of(pass: &str, rules: &str) -> Vec<String> {
        let text = format!(
            r#"Grammar(
                format: 1,
                name: "Idle",
                alphabet: (
                    nodes: {{
                        "Start": (role: Start, form: Hall()),
                        "Cave": (role: Goal, form: Cave(radius: (3, 5)), attributes: {{"difficulty": 4}}),
                        "Pit": (form: Walkers(reach: 6)),
                        "Vault": (form: Room()),
                        "Board": (form: Cards()),
                        "Coin": (attributes: {{"area": "deep"}}),
                    }},
                    edges: {{"path": (role: Passage), "in": (role: Contains)}},
                    entities: {{"rat": ()}},
                    tiles: {{"moss": ()}},
                ),
                start: Graph(nodes: {{1: "Start", 2: "Cave"}}, edges: [(1, "path", 2)]),
                rules: [{rules}],
                recipe: [],
                populate: [(name: "One", {pass})],
            )"#
        );
        let parsed = parse_grammar(&text, None);
        let found = check_grammar(&parsed.value.expect("a grammar"));
        assert!(found.iter().all(|found| found.severity != Severity::Error && found.hint.is_some()));
        found.iter().map(|found| format!("{} {}", found.code, found.path)).collect()
    }

    #[test]
    fn clumps_are_filled_only_where_walls_may_be_inside() {
        let epochs = r#"pass: Epochs(fill_clumps: true, epochs: [(tiles: ["moss"])])"#;
        assert_eq!(said_of(epochs, ""), Vec::<String>::new());
        for symbol in ["Start", "Vault", "Board"] {
            let alone = format!(r#"{epochs}, on: ["{symbol}"]"#);
            assert_eq!(said_of(&alone, ""), ["no-walls-inside populate[0]"]);
            let with_cave = format!(r#"{epochs}, on: ["Cave", "{symbol}"]"#);
            assert_eq!(said_of(&with_cave, ""), ["no-walls-inside populate[0].on[1]"]);
        }
        assert_eq!(said_of(&format!(r#"{epochs}, on: ["Cave", "Pit"]"#), ""), Vec::<String>::new());
    }

    #[test]
    fn a_pass_that_places_nothing_for_certain_is_found() {
        for (pass, field) in [
            (r#"Chests(entity: "rat", number: (0, 0))"#, "number"),
            (r#"Features(entity: "rat", number: (0, 0))"#, "number"),
            (r#"Foes(chance: 0, table: [(entity: "rat")])"#, "chance"),
            ("TileVariants(variants: [])", "variants"),
            (r#"TileVariants(variants: [(tile: "moss", weight: 0)])"#, "variants"),
            ("WallPieces(percent: 0)", "percent"),
            (r#"WallPieces(percent: 0, trap: "moss", trap_percent: 0)"#, "percent"),
            ("WallPieces(floor_size: 16)", "floor_size"),
            ("Epochs(epochs: [])", "epochs"),
            ("Epochs(epochs: [(steps: 2)])", "epochs"),
            (r#"Epochs(epochs: [(percent: 0), (tiles: ["moss"])])"#, "epochs"),
            (r#"Epochs(percent: 0, epochs: [(tiles: ["moss"])])"#, "percent"),
            (r#"Epochs(epochs: [(cells: EmptyClumps, percent: 0, tiles: ["moss"])])"#, "epochs"),
            (r#"AlongTheWay(entity: "rat", curve: [])"#, "curve"),
            (r#"AlongTheWay(entity: "rat", curve: [(at: 0, amount: 0)])"#, "curve"),
        ] {
            let expected = format!("places-nothing populate[0].pass.{field}");
            assert_eq!(said(&format!(r#"on: ["Cave"], pass: {pass}"#)), [expected], "{pass}");
            let is_off = format!(r#"on: ["Cave"], enabled: false, pass: {pass}"#);
            assert_eq!(said(&is_off), [] as [&str; 0], "{pass}");
        }
    }

    #[test]
    fn spots_of_walkers_are_missed_only_where_no_walkers_are() {
        let chests = r#"pass: Chests(entity: "rat", at: AmmunitionSpots)"#;
        assert_eq!(
            said(&format!(r#"on: ["Cave", "Start"], {chests}"#)),
            ["places-nothing populate[0].pass.at"]
        );
        assert_eq!(said(chests), [] as [&str; 0]);
    }

    #[test]
    fn a_row_of_foes_that_counts_nowhere_is_found() {
        let row =
            |row: &str| said(&format!(r#"on: ["Cave"], pass: Foes(table: [(entity: "rat"), ({row})])"#));
        let at = |field: &str| [format!("row-never-counts populate[0].pass.table[1].{field}")];
        assert_eq!(row(r#"entity: "rat", on: ["Start"]"#), at("on"));
        assert_eq!(row(r#"entity: "rat", area: "high""#), at("area"));
        assert_eq!(row(r#"entity: "rat", difficulty: 5"#), at("difficulty"));
        // A node keeps its values when its symbol changes, so those of any symbol may occur.
        assert_eq!(row(r#"entity: "rat", area: "deep""#), [] as [&str; 0]);
        assert_eq!(row(r#"entity: "rat", difficulty: 4"#), [] as [&str; 0]);
        assert_eq!(row(r#"entity: "rat", weight: 0, area: "high""#), [] as [&str; 0]);
    }

    #[test]
    fn what_rules_may_write_counts_as_there() {
        let rule = r#"(name: "Deepen", lhs: (nodes: {1: "Cave"}), rhs: (nodes: {1: (symbol: Keep,
            change: [Add("difficulty", 3), Set("area", "high")])}))"#;
        let pass = r#"pass: Foes(table: [(entity: "rat", area: "high", difficulty: 900)])"#;
        let codes = said_of(pass, rule);
        assert!(codes.iter().all(|code| !code.starts_with("row-never-counts")), "{codes:?}");
    }

    #[test]
    fn passes_that_may_place_something_are_left_alone() {
        for pass in [
            r#"Features(entity: "rat", number: (0, 1))"#,
            r#"TileVariants(variants: [(tile: "moss", weight: 0), (tile: "moss", weight: 1)])"#,
            r#"WallPieces(percent: 0, trap: "moss")"#,
            r#"WallPieces(floor_size: 16, trap: "moss")"#,
            "WallPieces(floor_size: 11)",
            r#"Epochs(epochs: [(tiles: ["moss"]), (percent: 0)])"#,
            "Epochs(percent: 0, epochs: [], fill_clumps: true)",
            r#"Epochs(percent: 0, epochs: [(cells: EmptyClumps, tiles: ["moss"])])"#,
            r#"Epochs(percent: 0, edge: Live, epochs: [(tiles: ["moss"])])"#,
            r#"AlongTheWay(entity: "rat", curve: [(at: 0, amount: 0), (at: 100, amount: 1)])"#,
        ] {
            assert_eq!(said(&format!(r#"on: ["Cave"], pass: {pass}"#)), [] as [&str; 0], "{pass}");
        }
    }
}
