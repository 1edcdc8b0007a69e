//! Spheres: the places within reach, in the order in which keys open them.
//!
//! ```text
//! start ── k1 ──┬── ▒1▒ ── k2
//!               └── ▒2▒ ── goal        spheres: start, k1 | 1, k2 | 2, goal
//! ```

use super::graph::KeyGraph;
use super::route::KeyRoute;

impl KeyGraph {
    /// Returns the places that a walker may reach, by sphere, each ascending.
    ///
    /// The first sphere needs no key. Each further one needs a key of the sphere before it.
    /// As for [`KeyGraph::reach`], a walker can always go back, so without one-way passages this is exact.
    pub(crate) fn spheres(&self, start: usize) -> Vec<Vec<usize>> {
        let mut reached = vec![false; self.places()];
        let mut known = self.nothing();
        let mut spheres = Vec::new();
        let mut waiting: Vec<usize> = (start < self.places()).then_some(start).into_iter().collect();
        while !waiting.is_empty() {
            let mut sphere = Vec::new();
            waiting.iter().for_each(|place| reached[*place] = true);
            while let Some(place) = waiting.pop() {
                sphere.push(place);
                for step in self.out_of(place).filter(|step| self.is_open(step, &known)) {
                    if !std::mem::replace(&mut reached[step.to], true) {
                        waiting.push(step.to);
                    }
                }
            }
            sphere.sort_unstable();
            sphere.iter().for_each(|place| _ = known.add(&self.lying[*place]));
            spheres.push(sphere);
            let opened = self.steps.iter().filter(|step| reached[step.from] && !reached[step.to]);
            waiting = opened.filter(|step| self.is_open(step, &known)).map(|step| step.to).collect();
            waiting.sort_unstable();
            waiting.dedup();
        }
        spheres
    }

    /// Returns the number of places to which a walker could step next, before each step of a route.
    pub(crate) fn choices_along(&self, route: &KeyRoute<'_>) -> Vec<usize> {
        let mut known = self.nothing();
        let mut choices = Vec::new();
        for step in &route.steps {
            known.add(&self.lying[step.from]);
            let mut next: Vec<usize> = self
                .out_of(step.from)
                .filter(|step| self.is_open(step, &known))
                .map(|step| step.to)
                .collect();
            next.sort_unstable();
            next.dedup();
            choices.push(next.len());
        }
        choices
    }
}
