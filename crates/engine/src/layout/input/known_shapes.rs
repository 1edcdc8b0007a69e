//! Makes the shapes of places that are known before layout, and the spacing that has room for them.
//!
//! In: a problem, a seed, and the ceilings of the stage. Out: the problem with the shape of each place of walkers,
//! an error if the walks exceed their ceiling, and settings whose scale no shape exceeds.
//! Guaranteed: a shape depends only on its node, its form and its number of passages. All attempts of a layout use
//! the same shapes.

use std::borrow::Cow;
use std::sync::Arc;

use super::problem::{LayoutProblem, ProblemPlace};
use crate::base::{Diagnostic, Hint, Seed, Severity, StageContext, StopReason};
use crate::layout::budget::ROUTE_WITH_WALLS_CELLS;
use crate::mission::Form;
use crate::place_shape::PlaceShape;
use crate::settings::{LayoutSettings, Spacing};

/// The unit of work of walkers in messages.
const COUNTED: &str = "steps of walkers";

impl LayoutProblem<'_> {
    /// Makes all shapes. Returns the reason why they are not as asked for, if the walks exceed their ceiling.
    ///
    /// All places still get a shape, but the walkers of the last ones take fewer steps.
    pub fn make_shapes(&mut self, seed: Seed, context: &StageContext<'_>) -> Option<StopReason> {
        let most = context.ceilings.walker_steps();
        let (mut steps, mut done) = (0_u64, 0_u64);
        for place in &mut self.places {
            let Form::Walkers(params) = place.form else { continue };
            if context.stop.is_stopped_between(done, steps) {
                // A stopped layout is discarded, but later code expects a shape of every place.
                steps = most;
            }
            done = steps;
            let seed = seed.numbered(u64::from(place.node.0));
            let shape = PlaceShape::walked(params, place.least_side(), seed, most.saturating_sub(steps));
            steps = steps.saturating_add(shape.walk.steps);
            place.shape = Some(Arc::new(shape));
        }
        (steps > most).then_some(StopReason::Budget { what: COUNTED, limit: most })
    }

    /// Returns one note about all places that are larger than the reach of their walkers allows.
    pub fn enlarged_shapes(&self) -> Option<Diagnostic> {
        let is_enlarged = |place: &ProblemPlace| match place.form {
            Form::Walkers(params) => params.most_side() < place.least_side(),
            Form::Cave(_) | Form::Room(_) | Form::Hall(_) | Form::Cards(_) => false,
        };
        let enlarged: Vec<usize> =
            (0..self.places.len()).filter(|place| is_enlarged(&self.places[*place])).collect();
        let first = *enlarged.first()?;
        let message = format!(
            "{} is larger than the reach of its walkers allows, to keep its {} passages apart.",
            self.name(first),
            self.places[first].degree()
        );
        let note = Diagnostic::new(Severity::Note, "walkers-enlarged", message);
        let hint = "Raise the reach.";
        Some(self.about(enlarged, note.hint(hint)))
    }

    /// Returns the settings with a scale that has room for all shapes, and a warning if the scale was raised.
    pub fn with_room_for_shapes<'s>(
        &self,
        settings: &'s LayoutSettings,
    ) -> (Cow<'s, LayoutSettings>, Option<Diagnostic>) {
        let Spacing::Fixed { scale } = settings.spacing else { return (Cow::Borrowed(settings), None) };
        let side =
            |place: &ProblemPlace| place.shape.as_ref().map(|shape| shape.size.width.max(shape.size.height));
        let sides = self.places.iter().enumerate().filter_map(|(number, place)| Some((side(place)?, number)));
        let Some((largest, number)) = sides.max_by_key(|(side, number)| (*side, usize::MAX - number)) else {
            return (Cow::Borrowed(settings), None);
        };
        if largest < scale {
            return (Cow::Borrowed(settings), None);
        }
        // A passage can still run between two of the largest.
        let raised = largest + ROUTE_WITH_WALLS_CELLS.unsigned_abs();
        let message = format!(
            "Walkers laid {} {largest} cells wide or high, so the scale is raised from {scale} to {raised}.",
            self.name(number)
        );
        let warning =
            Diagnostic::warning("scale-raised", message).hint(format!("Raise the scale to {raised}."));
        let warning = warning.remedy(LayoutSettings::set_scale(raised));
        let settings = LayoutSettings { spacing: Spacing::Fixed { scale: raised }, ..settings.clone() };
        // A single place needs no scale at all.
        let warning = (self.places.len() > 1).then(|| self.about([number], warning));
        (Cow::Owned(settings), warning)
    }
}

/// Returns the error that the walks of a mission are too much work.
pub(in crate::layout) fn too_many_steps(stop: &StopReason) -> Diagnostic {
    let message = format!("Laying the floors of walkers is too much work: {stop}.");
    let hint = Hint::new("Lower the number of floors of walkers.").with_ceiling(10);
    Diagnostic::error("walking-too-long", message).at("alphabet").hint(hint)
}
