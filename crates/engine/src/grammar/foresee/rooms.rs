//! Proved: places of the start excluded by the room sets, the scale or the bound, so that every level fails.
//!
//! Input: a grammar without errors, and all of its room sets, without errors.
//! Only lasting nodes of a drawn start, and the lasting passages between them, are examined.
//! Every mission has them, and additional elements only take more space.
//! The needs of other nodes are found by trying some levels.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Diagnostic, PathRef, Size, listed};
use crate::grammar::Start;
use crate::grammar::lint::{Lint, Nodes, StartEdge, StartFlow};
use crate::mission::{EdgeRole, EdgeSymbolId, Form, NodeSymbol, NodeSymbolId};
use crate::rooms::{RoomSet, RoomTemplate, are_never_enough};
use crate::settings::{LayoutSettings, Spacing};

/// Maximum number of places without a room that are reported.
const MOST_SHOWN: usize = 5;

/// Maximum number of pairs of a place and a room; with more, nothing is searched.
const MOST_PAIRS: usize = 200_000;

/// Reports places of the start that can never have a room, or never fit.
pub(super) fn find_lacking_rooms(
    lint: &Lint<'_>,
    lasting: &StartFlow<'_>,
    sets: &[&RoomSet],
    found: &mut Vec<Diagnostic>,
) {
    let rooms: usize = sets.iter().map(|set| set.rooms.len()).sum();
    let is_drawn = matches!(lint.grammar.start, Start::Graph { .. });
    if !is_drawn || lasting.nodes.len().saturating_mul(rooms + 1) > MOST_PAIRS {
        return;
    }
    let needs = Needs::new(lint, lasting, sets);
    let before = found.len();
    needs.find_too_large(found);
    needs.find_without_room(found);
    needs.find_used_up(found);
    // A place without a room has no size.
    if found.len() == before {
        needs.find_beyond_bound(found);
    }
    found.truncate(before + MOST_SHOWN);
}

/// A room that a place of a symbol can become.
struct CandidateRoom<'a> {
    set: &'a RoomSet,
    room: &'a RoomTemplate,
}

/// The needs of the start's places.
struct Needs<'a> {
    lint: &'a Lint<'a>,
    lasting: &'a StartFlow<'a>,
    /// The rooms of each symbol whose places are always rooms.
    templates: BTreeMap<NodeSymbolId, Vec<CandidateRoom<'a>>>,
    /// For each node, the kinds of sockets that its passages name; empty for one that need not be a place.
    passages: Vec<Vec<Option<&'a str>>>,
}

impl<'a> Needs<'a> {
    fn new(lint: &'a Lint<'a>, lasting: &'a StartFlow<'a>, sets: &[&'a RoomSet]) -> Self {
        let lives: Nodes = lasting.nodes.iter().flat_map(|node| &node.life).copied().collect();
        let templates = lives.into_iter().filter(|symbol| is_always_room(lint, *symbol));
        let templates =
            templates.map(|symbol| (symbol, templates_of(lint.node_name(symbol), sets))).collect();
        Self { lint, lasting, templates, passages: passages(lint, lasting) }
    }

    /// Returns the lasting nodes that are rooms with every possible symbol.
    fn rooms(&self) -> impl Iterator<Item = usize> {
        let is_room = |symbol| self.templates.contains_key(&symbol);
        let nodes = self.lasting.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.is_always(is_room)).map(|(index, _)| index)
    }

    /// Returns the rooms that a node could become, with every possible symbol.
    fn templates_for(&self, node: usize) -> impl Iterator<Item = &CandidateRoom<'a>> {
        let life = self.lasting.nodes[node].life.iter();
        life.filter_map(|symbol| self.templates.get(symbol)).flatten()
    }

    fn title(&self, node: usize) -> String {
        let node = &self.lasting.nodes[node];
        format!("\"{}\" (node {})", self.lint.node_name(node.symbol), node.id)
    }

    /// Reports nodes whose rooms are all too large for the scale.
    fn find_too_large(&self, found: &mut Vec<Diagnostic>) {
        let Spacing::Fixed { scale } = self.lint.grammar.layout.spacing else { return };
        for node in self.rooms() {
            let side = |template: &CandidateRoom| {
                let Size { width, height } = template.room.size();
                width.max(height)
            };
            let Some(smallest) = self.templates_for(node).min_by_key(|template| side(template)) else {
                continue;
            };
            if side(smallest) < scale {
                continue;
            }
            let Size { width, height } = smallest.room.size();
            let message = format!(
                "Every level fails: the smallest room for {} of the start, \"{}\", has {width} × {height} cells, but a scale of {scale} leaves room for {}.",
                self.title(node),
                smallest.room.name,
                scale.saturating_sub(1)
            );
            let error = Diagnostic::error("too-large", message).at(&self.lasting.nodes[node].path);
            let hint = format!("Raise the scale to {} or more.", side(smallest) + 1);
            found.push(error.hint(hint).remedy(LayoutSettings::set_scale(side(smallest) + 1)));
        }
    }

    /// Reports places for which no room has enough sockets.
    fn find_without_room(&self, found: &mut Vec<Diagnostic>) {
        for node in self.rooms() {
            let wanted = &self.passages[node];
            let has_templates = self.templates_for(node).next().is_some();
            if !has_templates || self.templates_for(node).any(|template| template.may_do(wanted)) {
                continue;
            }
            let kinds: BTreeSet<&str> = wanted.iter().copied().flatten().collect();
            let of_kind = |kind: &str| wanted.iter().filter(|wanted| **wanted == Some(kind)).count();
            let kinds: String =
                kinds.into_iter().map(|kind| format!(", {} of the kind \"{kind}\"", of_kind(kind))).collect();
            let message = format!(
                "Every level fails: no room for {} of the start has enough sockets for its {} passages{kinds}.",
                self.title(node),
                wanted.len()
            );
            let error = Diagnostic::error("no-room", message).at(&self.lasting.nodes[node].path);
            found.push(error.hint("Draw a room with more sockets, no two next to each other."));
        }
    }

    /// Reports symbols with more places in the start than their rooms may be used.
    fn find_used_up(&self, found: &mut Vec<Diagnostic>) {
        // The places that can use exactly the same rooms; the rooms by their positions.
        let mut alike: BTreeMap<(NodeSymbolId, Vec<usize>), Vec<usize>> = BTreeMap::new();
        for node in self.rooms() {
            let StartSymbol::Only(symbol) = self.symbol(node) else { continue };
            let templates = self.templates.get(&symbol).into_iter().flatten().enumerate();
            let would_do = templates.filter(|(_, template)| template.may_do(&self.passages[node]));
            let would_do: Vec<usize> = would_do.map(|(index, _)| index).collect();
            if !would_do.is_empty() {
                alike.entry((symbol, would_do)).or_default().push(node);
            }
        }
        for (symbol, would_do) in alike.keys() {
            let templates = self.templates.get(symbol).map_or(&[][..], Vec::as_slice);
            let limits = would_do.iter().filter_map(|index| templates.get(*index));
            let limits: Option<Vec<(&str, u32)>> =
                limits.map(|template| Some((template.room.name.as_str(), template.room.at_most?))).collect();
            let Some(limits) = limits else { continue };
            let most = limits.iter().map(|(_, most)| u64::from(*most)).sum::<u64>();
            let is_within = |other: &[usize]| other.iter().all(|index| would_do.binary_search(index).is_ok());
            let places: Vec<usize> = alike
                .iter()
                .filter(|((other, rooms), _)| other == symbol && is_within(rooms))
                .flat_map(|(_, nodes)| nodes.iter().copied())
                .collect();
            if places.len() as u64 <= most {
                continue;
            }
            let limits: Vec<String> =
                limits.iter().map(|(name, most)| format!("\"{name}\" at most {most}")).collect();
            let message = format!(
                "Every level fails: {} places of the start with the symbol \"{}\" need a room, but a level may have only {}.",
                places.len(),
                self.lint.node_name(*symbol),
                listed(&limits, "and")
            );
            let first = places.iter().min().map(|node| &self.lasting.nodes[*node].path);
            let error = Diagnostic::error("no-room", message).at(first.cloned().unwrap_or_default());
            found.push(error.hint("Raise the limit of one of them."));
            return;
        }
    }

    fn symbol(&self, node: usize) -> StartSymbol {
        let life = &self.lasting.nodes[node].life;
        match life.iter().next() {
            Some(symbol) if life.len() == 1 => StartSymbol::Only(*symbol),
            _ => StartSymbol::OneOfSeveral,
        }
    }

    /// Reports places that are larger than the bound of the level, alone or together.
    fn find_beyond_bound(&self, found: &mut Vec<Diagnostic>) {
        let Some(bound) = self.lint.grammar.layout.shape.bound.size() else { return };
        // There is wall around everything.
        let inside = Size::new(bound.width.saturating_sub(2), bound.height.saturating_sub(2));
        let places = (0..self.lasting.nodes.len())
            .filter(|node| self.lasting.nodes[*node].is_always(|symbol| self.lint.is_place(symbol)));
        let least: Vec<(usize, Size)> = places.map(|node| (node, self.least_size(node))).collect();
        let path = || ["layout", "shape", "bound"];
        let too_large =
            least.iter().find(|(_, size)| size.width > inside.width || size.height > inside.height);
        if let Some((node, Size { width, height })) = too_large {
            let message = format!(
                "Every level fails: {} of the start has at least {width} × {height} cells, but a bound of {} × {} leaves {} × {} inside its outer walls.",
                self.title(*node),
                bound.width,
                bound.height,
                inside.width,
                inside.height
            );
            let error = Diagnostic::error("level-out-of-bound", message).at(path());
            found.push(error.hint("Raise the bound."));
            return;
        }
        let cells = |size: &Size| u64::from(size.width) * u64::from(size.height);
        let filled: u64 = least.iter().map(|(_, size)| cells(size)).sum();
        if filled > cells(&inside) {
            let message = format!(
                "Every level fails: the places of the start have at least {filled} cells, but a bound of {} × {} leaves {} inside its outer walls.",
                bound.width,
                bound.height,
                cells(&inside)
            );
            let error = Diagnostic::error("level-out-of-bound", message).at(path());
            found.push(error.hint("Raise the bound."));
        }
    }

    /// Returns the minimum width and the minimum height of a place.
    fn least_size(&self, node: usize) -> Size {
        let sizes = self.lasting.nodes[node].life.iter().flat_map(|symbol| self.least_sizes(*symbol));
        let least =
            |one: Size, other: Size| Size::new(one.width.min(other.width), one.height.min(other.height));
        sizes.reduce(least).unwrap_or(Size::new(1, 1))
    }

    fn least_sizes(&self, symbol: NodeSymbolId) -> Vec<Size> {
        let square = |side| Size::new(side, side);
        if let Some(templates) = self.templates.get(&symbol) {
            let size = |template: &CandidateRoom| {
                let size = template.room.size();
                if template.room.turns { square(size.width.min(size.height)) } else { size }
            };
            return templates.iter().map(size).collect();
        }
        let (_, symbol) = self.lint.grammar.alphabet.node(symbol);
        let least = |form: &Form| match form {
            Form::Hall(hall) => Size::new(hall.width.0, hall.height.0),
            Form::Cave(_) | Form::Walkers(_) => square(form.least_side()),
            Form::Room(_) | Form::Cards(_) => square(1),
        };
        symbol.all_forms().map(least).collect()
    }
}

/// The symbols that a node of the start has in missions.
enum StartSymbol {
    Only(NodeSymbolId),
    OneOfSeveral,
}

impl CandidateRoom<'_> {
    /// Returns `false` if the room has too few sockets for these passages, whatever others there are.
    fn may_do(&self, wanted: &[Option<&str>]) -> bool {
        let exits = self.room.exits(&self.set.legend);
        !are_never_enough(exits.iter().copied(), wanted)
    }
}

fn is_always_room(lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
    let (_, symbol) = lint.grammar.alphabet.node(symbol);
    let is_room = |form: &Form| form.room().is_some_and(|room| !room.is_sometimes_a_cave());
    symbol.form.is_some() && symbol.all_forms().all(is_room)
}

/// Returns the rooms that places of a symbol can become.
fn templates_of<'a>(symbol: &str, sets: &[&'a RoomSet]) -> Vec<CandidateRoom<'a>> {
    let all = sets.iter().flat_map(|set| set.rooms.iter().map(move |room| CandidateRoom { set, room }));
    let can_be_chosen = |room: &RoomTemplate| room.symbol == symbol && room.weight > 0 && room.card.is_none();
    all.filter(|template| can_be_chosen(template.room)).collect()
}

/// Returns for each node of the start the kinds of sockets that its lasting passages name.
fn passages<'a>(lint: &'a Lint<'_>, lasting: &StartFlow<'_>) -> Vec<Vec<Option<&'a str>>> {
    let mut passages = vec![Vec::new(); lasting.nodes.len()];
    // The future of an edge depends on symbols only.
    let mut losses: BTreeMap<(NodeSymbolId, EdgeSymbolId, NodeSymbolId, bool), bool> = BTreeMap::new();
    let is_place = |node: usize| lasting.nodes[node].is_always(|symbol| lint.is_place(symbol));
    let mut may_lose = |edge: &StartEdge| {
        let [from, to] = [edge.from, edge.to].map(|end| lasting.nodes[end].symbol);
        *losses.entry((from, edge.symbol, to, edge.from == edge.to)).or_insert_with(|| lasting.may_lose(edge))
    };
    for edge in lasting.with_role(EdgeRole::Passage) {
        if is_place(edge.from) && is_place(edge.to) && !may_lose(edge) {
            let socket = lint.grammar.alphabet.edge(edge.symbol).1.socket.as_deref();
            passages[edge.from].push(socket);
            passages[edge.to].push(socket);
        }
    }
    passages
}

/// Warns of rooms and boards that are larger than the scale.
///
/// Only symbols that the final mission may have are examined. Levels may do without them, so these are warnings.
pub(super) fn find_above_scale(lint: &Lint<'_>, sets: &[&RoomSet], found: &mut Vec<Diagnostic>) {
    let Spacing::Fixed { scale } = lint.grammar.layout.spacing else { return };
    let before = found.len();
    for symbol in &lint.flow.end.nodes {
        let (name, symbol) = lint.grammar.alphabet.node(*symbol);
        if symbol.all_forms().any(Form::uses_rooms) {
            find_rooms(name, sets, scale, found);
        }
        found.extend(check_board(name, symbol, sets, scale));
    }
    found.truncate(before + MOST_SHOWN);
}

fn find_rooms(name: &str, sets: &[&RoomSet], scale: u32, found: &mut Vec<Diagnostic>) {
    let rooms: Vec<&RoomTemplate> = templates_of(name, sets).iter().map(|template| template.room).collect();
    let is_too_large = |room: &RoomTemplate| side(room.size()) >= scale;
    let Some(smallest) = rooms.iter().min_by_key(|room| side(room.size())) else { return };
    if is_too_large(smallest) {
        // The error about a place of the start says the same.
        if found.iter().all(|one| one.code != "too-large") {
            let what = format!("its smallest room, \"{}\", has", smallest.name);
            found.push(never_fits(name, &what, smallest.size(), scale));
        }
        return;
    }
    for room in rooms.into_iter().filter(|room| is_too_large(room)) {
        let Size { width, height } = room.size();
        let message = format!(
            "The room \"{}\" ({width} × {height}) is too large for the scale, so it is never used.",
            room.name
        );
        found.push(with_scale(Diagnostic::warning("room-left-out", message), width.max(height) + 1));
    }
}

/// Warns if the smallest board of a symbol is too large.
fn check_board(name: &str, symbol: &NodeSymbol, sets: &[&RoomSet], scale: u32) -> Option<Diagnostic> {
    let cards = symbol.all_forms().find_map(Form::cards)?;
    let mut templates = sets.iter().flat_map(|set| &set.rooms).filter(|room| room.symbol == name);
    let cell = templates.find_map(|room| room.card.as_ref())?.cell;
    let least = |count: u32, side: u32| count.saturating_mul(side);
    let size = Size::new(least(cards.columns.0, cell.width), least(cards.rows.0, cell.height));
    (side(size) >= scale).then(|| never_fits(name, "its smallest board has", size, scale))
}

fn side(size: Size) -> u32 {
    size.width.max(size.height)
}

fn never_fits(name: &str, what: &str, size: Size, scale: u32) -> Diagnostic {
    let message = format!(
        "Every level with a \"{name}\" of this form fails: {what} {} × {} cells, but a scale of {scale} leaves room for {}.",
        size.width,
        size.height,
        scale.saturating_sub(1)
    );
    with_scale(Diagnostic::warning("never-fits", message), side(size).saturating_add(1))
}

fn with_scale(warning: Diagnostic, scale: u32) -> Diagnostic {
    let warning = warning.at(PathRef::ROOT.field("layout").field("spacing").field("scale"));
    let warning = warning.hint(format!("Raise the scale to {scale} or more."));
    warning.remedy(LayoutSettings::set_scale(scale))
}
