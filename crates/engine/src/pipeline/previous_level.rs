//! The level before the last roll, whose places are kept.

use std::sync::Arc;

use super::{Request, RunContext};
use crate::base::{Cancelled, Outcome, Seed};
use crate::grammar::{Derivation, Grammar};
use crate::layout::{FrozenPlaces, LayoutContext, Plan, layout};
use crate::level::Level;
use crate::populate::{LevelDraft, LevelHeader, PopulateContext, populate};
use crate::settings::Roll;
use crate::space::{Space, form};

/// The parts of a level that a roll keeps.
#[derive(Debug)]
pub struct PreviousLevel {
    /// The parts that the layout keeps.
    pub kept: FrozenPlaces,
    /// The tiles before anything was placed in them.
    pub space: Space,
    /// The level.
    pub level: Arc<Level>,
}

impl PreviousLevel {
    /// Returns the level of a request before its last roll; `None` if there is no roll, or no such level.
    pub(super) fn of(
        request: &Request,
        derivation: &Derivation,
        terms: LayoutContext<'_>,
        context: &RunContext<'_>,
    ) -> Result<Option<Self>, Cancelled> {
        let mut earlier: Option<Self> = None;
        for (number, roll) in request.rolls.iter().enumerate() {
            let rolls = request.rolls[..number].to_vec();
            let before = Request { grammar: with_pins(&request.grammar, roll), rolls, ..request.clone() };
            earlier = before.made(derivation, earlier.as_ref(), terms, roll, context)?;
            if earlier.is_none() {
                break;
            }
        }
        Ok(earlier)
    }
}

/// Returns the grammar with the pins of the level whose places a roll keeps.
fn with_pins(grammar: &Arc<Grammar>, roll: &Roll) -> Arc<Grammar> {
    let Some(pins) = &roll.pins else { return Arc::clone(grammar) };
    let mut grammar = Grammar::clone(grammar);
    grammar.layout.pins.clone_from(pins);
    Arc::new(grammar)
}

impl Request {
    /// Returns the seed of everything except the mission.
    pub(super) fn seed_of_level(&self) -> Seed {
        self.rolls.last().map_or(self.seed, |roll| roll.seed)
    }

    /// Returns the general data of its level.
    pub(super) fn heading(&self) -> LevelHeader {
        LevelHeader {
            grammar: self.grammar.name.clone(),
            seed: self.seed,
            rolls: self.rolls.clone(),
            variables: self.values(),
            movement: self.grammar.movement,
            theme: self.grammar.theme.clone(),
        }
    }

    /// Makes the level of the request, of which a roll keeps places.
    fn made(
        &self,
        derivation: &Derivation,
        earlier: Option<&PreviousLevel>,
        terms: LayoutContext<'_>,
        roll: &Roll,
        context: &RunContext<'_>,
    ) -> Result<Option<PreviousLevel>, Cancelled> {
        let (grammar, mission, seed) = (&self.grammar, &derivation.mission, self.seed_of_level());
        let terms = LayoutContext { kept: earlier.map(|earlier| &earlier.kept), ..terms };
        let settings = grammar.layout_of_missions();
        let (layout_seed, alphabet, rooms) = (seed.child("layout"), &grammar.alphabet, &self.rooms);
        let planned = layout(mission, alphabet, rooms, &settings, layout_seed, terms, context.unwatched())?;
        let plan: Plan = planned.value;
        if plan.places.is_empty() {
            return Ok(None);
        }
        let before = earlier.map(|earlier| &earlier.space);
        let formed = form(&plan, before, grammar.movement, seed.child("form"), context.unwatched())?;
        if !formed.is_done() {
            return Ok(None);
        }
        let space = formed.value;
        let level = self.populated(&plan, &space, derivation, earlier, context.unwatched())?;
        let (owners, nodes) = (space.owners.clone(), roll.keep.iter().copied().collect());
        let kept = FrozenPlaces { plan: Arc::new(plan), owners, nodes };
        Ok(Some(PreviousLevel { kept, space, level: Arc::new(level.value) }))
    }

    /// Makes a level from its plan and space.
    pub(super) fn populated(
        &self,
        plan: &Plan,
        space: &Space,
        derivation: &Derivation,
        earlier: Option<&PreviousLevel>,
        context: PopulateContext<'_>,
    ) -> Result<Outcome<Level>, Cancelled> {
        let (mission, alphabet) = (&derivation.mission, &self.grammar.alphabet);
        let draft = LevelDraft::new(space, plan, mission, alphabet, self.heading());
        let draft = match earlier {
            Some(earlier) => draft.keeping(&earlier.level),
            None => draft,
        };
        populate(draft, &self.grammar.populate, self.seed_of_level().child("populate"), context)
    }
}
