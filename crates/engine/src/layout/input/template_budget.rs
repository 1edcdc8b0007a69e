//! Counts the remaining uses of room templates that a level may contain only a limited number of times.
//!
//! In: the places that become rooms, each with its suitable templates.
//! Out: for each place, the templates it may use so that as many later places as possible still get one.
//! A scarce template is never used for a place that has an alternative, if a later place needs it.
//! If no template is scarce, all are available.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::sizes::TemplateCandidate;
use crate::layout::result::plan::PlannedRoom;
use crate::rooms::RoomTemplate;

/// The templates with their remaining uses.
pub(in crate::layout) struct TemplateBudget<'a> {
    templates: Vec<(TemplateCandidate<'a>, Option<u32>)>,
    /// The index of each template, by its address.
    indices: HashMap<*const RoomTemplate, usize>,
    /// The indices of suitable templates for each place. Empty for places that do not become rooms.
    choices: Vec<Vec<usize>>,
}

impl<'a> TemplateBudget<'a> {
    /// Creates the budget from the suitable templates of each place.
    pub fn new(suitable: Vec<Vec<TemplateCandidate<'a>>>) -> Self {
        let mut budget = Self { templates: Vec::new(), indices: HashMap::new(), choices: Vec::new() };
        for candidates in suitable {
            let choices = candidates.into_iter().map(|candidate| budget.index(candidate)).collect();
            budget.choices.push(choices);
        }
        budget
    }

    fn index(&mut self, candidate: TemplateCandidate<'a>) -> usize {
        *self.indices.entry(candidate.1).or_insert_with(|| {
            self.templates.push((candidate, candidate.1.at_most));
            self.templates.len() - 1
        })
    }

    /// Returns those of the templates that the place may use.
    pub fn available(&self, place: usize, among: &[TemplateCandidate<'a>]) -> Vec<TemplateCandidate<'a>> {
        let choices = self.choices.get(place).map_or(&[][..], Vec::as_slice);
        if choices.iter().all(|index| self.left(*index).is_none()) {
            return among.to_vec();
        }
        let served: Vec<(usize, usize)> = choices
            .iter()
            .filter(|index| self.left(**index) != Some(0))
            .map(|index| (*index, self.served_after(place, *index)))
            .collect();
        let most = served.iter().map(|(_, count)| *count).max();
        let best: BTreeSet<usize> =
            served.iter().filter(|(_, count)| Some(*count) == most).map(|(index, _)| *index).collect();
        let may_take = |template: &RoomTemplate| {
            let index = self.indices.get(&std::ptr::from_ref(template));
            index.is_some_and(|index| best.contains(index))
        };
        among.iter().copied().filter(|(_, template)| may_take(template)).collect()
    }

    /// Records that a place uses a template.
    pub fn take(&mut self, room: &PlannedRoom) {
        let is_taken =
            |(set, template): &TemplateCandidate| Arc::ptr_eq(set, &room.set) && **template == *room.template;
        if let Some((_, Some(left))) = self.templates.iter_mut().find(|(candidate, _)| is_taken(candidate)) {
            *left = left.saturating_sub(1);
        }
    }

    /// Returns the suitable templates of a place that are used up, each with its name and limit.
    pub fn used_up(&self, place: usize) -> Vec<(&'a str, u32)> {
        let choices = self.choices.get(place).into_iter().flatten();
        choices
            .filter(|index| self.left(**index) == Some(0))
            .filter_map(|index| self.templates.get(*index))
            .map(|((_, template), _)| (template.name.as_str(), template.at_most.unwrap_or_default()))
            .collect()
    }

    fn left(&self, template: usize) -> Option<u32> {
        self.templates.get(template).and_then(|(_, left)| *left)
    }

    /// Returns the number of later places that still get a template after this place takes one.
    fn served_after(&self, place: usize, taken: usize) -> usize {
        let later =
            self.choices.iter().enumerate().skip(place + 1).filter(|(_, choices)| !choices.is_empty());
        let (scarce, free): (Vec<_>, Vec<_>) =
            later.partition(|(_, choices)| choices.iter().all(|index| self.left(*index).is_some()));
        let mut matching = Matching { budget: self, taken, holders: BTreeMap::new() };
        let served = scarce.iter().filter(|(place, _)| matching.serve(*place, &mut BTreeSet::new()));
        free.len() + served.count()
    }
}

/// A maximum matching of places and scarce templates. A place that holds a used-up template may move to another
/// one (augmenting paths).
struct Matching<'s, 'a> {
    budget: &'s TemplateBudget<'a>,
    taken: usize,
    /// The places that hold each template.
    holders: BTreeMap<usize, Vec<usize>>,
}

impl Matching<'_, '_> {
    fn serve(&mut self, place: usize, visited: &mut BTreeSet<usize>) -> bool {
        let budget = self.budget;
        for &template in budget.choices.get(place).into_iter().flatten() {
            if !visited.insert(template) {
                continue;
            }
            let left = budget.left(template).unwrap_or(u32::MAX) as usize;
            let left = left.saturating_sub(usize::from(template == self.taken));
            let holders = self.holders.entry(template).or_default();
            if holders.len() < left {
                holders.push(place);
                return true;
            }
            for (index, holder) in holders.clone().into_iter().enumerate() {
                if self.serve(holder, visited) {
                    self.holders.entry(template).or_default()[index] = place;
                    return true;
                }
            }
        }
        false
    }
}
