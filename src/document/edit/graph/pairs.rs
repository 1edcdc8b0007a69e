//! Keeps the pairs of edges between a left and a right side stable while either side changes.
//!
//! Edges have no ids: they pair by ends, symbols and order. A change of one edge could therefore change the
//! pair of another. The pairs are recorded before a change. After it, the edges are written so that the same
//! pairs result, if that is possible.

use crate::grammar::{
    AttributeSource, Change, EdgeDirection, ElementId, Pattern, Replacement, Rule, SymbolPattern,
    SymbolReplacement, pair_edges,
};

/// For each edge of a right side, the left edge it should pair with; `None` if it does not matter.
pub(super) type Partners = Vec<Option<usize>>;

/// Changes the left side of a rule. `change` returns the new position of each previous edge.
pub(super) fn change_left(rule: &mut Rule, change: impl FnOnce(&mut Pattern) -> Vec<Option<usize>>) {
    let sides = || std::iter::once(&rule.rhs).chain(&rule.or);
    let before: Vec<Partners> = sides().map(|side| pair_edges(&rule.lhs, side)).collect();
    let place_now = change(&mut rule.lhs);
    let now = |position: usize| place_now.get(position).copied().flatten();
    for (side, partners) in std::iter::once(&mut rule.rhs).chain(&mut rule.or).zip(before) {
        let mut wanted = Vec::new();
        let mut partners = partners.into_iter();
        side.edges.retain(|edge| {
            let partner = partners.next().flatten();
            let partner_now = partner.and_then(now);
            let was_kept_only = edge.symbol == SymbolReplacement::Keep && partner.is_some();
            let stays = !(was_kept_only && partner_now.is_none());
            if stays {
                wanted.push(partner_now);
            }
            stays
        });
        settle(&rule.lhs, side, wanted);
    }
    let left = &rule.lhs;
    for side in std::iter::once(&mut rule.rhs).chain(&mut rule.or) {
        renumber_sources(side, &place_now, &|id| left.nodes.contains_key(&id));
    }
}

/// Changes a right side of a rule. `change` keeps the partners in step with the edges.
pub(super) fn change_right(
    lhs: &Pattern,
    side: &mut Replacement,
    change: impl FnOnce(&mut Replacement, &mut Partners),
) {
    let mut wanted = pair_edges(lhs, side);
    change(side, &mut wanted);
    settle(lhs, side, wanted);
}

/// Writes a right side so that its edges pair with the wanted edges of the left side.
fn settle(lhs: &Pattern, side: &mut Replacement, wanted: Partners) {
    align(lhs, side, &wanted);
    if !pairs_as(lhs, side, &wanted) {
        name_kept(lhs, side, &wanted);
    }
    if !pairs_as(lhs, side, &wanted) {
        // Parallel edges of one symbol pair in order.
        let mut order: Vec<_> = std::mem::take(&mut side.edges).into_iter().zip(wanted).collect();
        order.sort_by_key(|(_, partner)| (partner.is_none(), *partner));
        side.edges = order.into_iter().map(|(edge, _)| edge).collect();
    }
    let mut partners = pair_edges(lhs, side).into_iter();
    side.edges.retain(|edge| partners.next().flatten().is_some() || edge.symbol != SymbolReplacement::Keep);
}

fn pairs_as(lhs: &Pattern, side: &Replacement, wanted: &Partners) -> bool {
    let partners = pair_edges(lhs, side);
    let mut edges = side.edges.iter().zip(partners.iter().zip(wanted));
    edges.all(|(edge, (partner, wanted))| match wanted {
        Some(_) => partner == wanted,
        None => partner.is_some() || edge.symbol != SymbolReplacement::Keep,
    })
}

/// Gives edges the ends and symbols of their left edges.
fn align(lhs: &Pattern, side: &mut Replacement, wanted: &Partners) {
    for (edge, partner) in side.edges.iter_mut().zip(wanted) {
        let Some(left) = partner.and_then(|partner| lhs.edges.get(partner)) else { continue };
        let is_against = (edge.from, edge.to) == (left.to, left.from);
        if !(is_against && left.direction == EdgeDirection::EitherWay) {
            (edge.from, edge.to) = (left.from, left.to);
        }
        if let SymbolReplacement::Is(name) = &edge.symbol
            && left.symbol != SymbolPattern::Is(name.clone())
        {
            edge.symbol = SymbolReplacement::Keep;
        }
    }
}

/// Names kept edges by their symbols, if they have a single one.
fn name_kept(lhs: &Pattern, side: &mut Replacement, wanted: &Partners) {
    for (edge, partner) in side.edges.iter_mut().zip(wanted) {
        let left = partner.and_then(|partner| lhs.edges.get(partner));
        if let Some(SymbolPattern::Is(name)) = left.map(|left| &left.symbol) {
            edge.symbol = SymbolReplacement::Is(name.clone());
        }
    }
}

/// Updates the positions of elements that changes copy values from.
fn renumber_sources(
    side: &mut Replacement,
    place_now: &[Option<usize>],
    is_node: &impl Fn(ElementId) -> bool,
) {
    let now = |source: AttributeSource| match source {
        AttributeSource::Node(id) => is_node(id).then_some(source),
        AttributeSource::Edge(number) => {
            let place = place_now.get((number as usize).checked_sub(1)?).copied().flatten()?;
            u32::try_from(place + 1).ok().map(AttributeSource::Edge)
        }
    };
    let nodes = side.nodes.values_mut().map(|node| &mut node.change);
    for changes in nodes.chain(side.edges.iter_mut().map(|edge| &mut edge.change)) {
        changes.retain_mut(|change| match change {
            Change::Take(_, source) | Change::TakeAs(_, source, _) => match now(*source) {
                Some(new) => {
                    *source = new;
                    true
                }
                None => false,
            },
            Change::Distance { node, .. } => is_node(*node),
            Change::Set(..) | Change::Add(..) => true,
        });
    }
}
