//! Sinks: strongly connected parts by keyless moves that no keyless move leaves.

use super::map::SearchGraph;
use super::sets::NumberSet;

impl SearchGraph {
    /// Returns the parts, without goals, that can be left only through locks, or not at all.
    ///
    /// A stuck walker is around one of them.
    pub(super) fn sinks(&self, reached: &NumberSet) -> Vec<Vec<usize>> {
        let part_of = ComponentSearch::find(self, reached);
        let count = part_of.iter().flatten().max().map_or(0, |last| last + 1);
        let mut parts = vec![Vec::new(); count];
        let mut is_left = vec![false; count];
        for (area, part) in part_of.iter().enumerate().filter_map(|(area, part)| Some((area, (*part)?))) {
            parts[part].push(area);
            let mut free = self.areas[area]
                .out
                .iter()
                .map(|number| &self.moves[*number])
                .filter(|step| step.locks.is_empty());
            is_left[part] |= self.goals.contains(area)
                || free.any(|step| part_of[step.to].is_some_and(|other| other != part));
        }
        parts.into_iter().zip(is_left).filter(|(_, is_left)| !is_left).map(|(part, _)| part).collect()
    }
}

/// Tarjan's search (1972), with an explicit stack.
struct ComponentSearch<'a> {
    world: &'a SearchGraph,
    /// For each area, when it was found, and the earliest area on the stack to which it leads.
    found: Vec<Option<(usize, usize)>>,
    count_found: usize,
    stack: Vec<usize>,
    part_of: Vec<Option<usize>>,
    count: usize,
}

impl<'a> ComponentSearch<'a> {
    /// Returns the number of each area's part.
    fn find(world: &'a SearchGraph, among: &NumberSet) -> Vec<Option<usize>> {
        let areas = world.areas.len();
        let (found, part_of) = (vec![None; areas], vec![None; areas]);
        let mut parts = Self { world, found, count_found: 0, stack: Vec::new(), part_of, count: 0 };
        for area in among.iter() {
            if parts.found[area].is_none() {
                parts.search(area);
            }
        }
        parts.part_of
    }

    fn search(&mut self, from: usize) {
        // Areas on the path, each with the position of its next move.
        let mut way = vec![(from, 0)];
        self.enter(from);
        while let Some((area, next)) = way.last_mut() {
            let (area, number) = (*area, self.world.areas[*area].out.get(*next));
            *next += 1;
            match number.map(|number| &self.world.moves[*number]) {
                Some(step) if !step.locks.is_empty() => {}
                Some(step) if self.found[step.to].is_none() => {
                    self.enter(step.to);
                    way.push((step.to, 0));
                }
                Some(step) if self.part_of[step.to].is_none() => self.lower(area, step.to),
                Some(_) => {}
                None => {
                    way.pop();
                    self.close(area);
                    if let Some((before, _)) = way.last() {
                        self.lower(*before, area);
                    }
                }
            }
        }
    }

    fn enter(&mut self, area: usize) {
        self.found[area] = Some((self.count_found, self.count_found));
        self.count_found += 1;
        self.stack.push(area);
    }

    fn lower(&mut self, area: usize, to: usize) {
        if let (Some((_, other)), Some((_, low))) = (self.found[to], self.found[area].as_mut()) {
            *low = (*low).min(other);
        }
    }

    /// Pops a part off the stack if the area is the first one found of it.
    fn close(&mut self, area: usize) {
        if self.found[area].is_some_and(|(at, low)| at == low) {
            while let Some(member) = self.stack.pop() {
                self.part_of[member] = Some(self.count);
                if member == area {
                    break;
                }
            }
            self.count += 1;
        }
    }
}
