//! Describes the stages of a level's making in words.

use super::{LevelHistory, LevelHistoryStage};
use crate::base::{counted, printable, with_capital};
use crate::space::FormingStage;

impl LevelHistoryStage {
    /// Returns its name, for example "Smoothing 2".
    pub fn name(&self) -> String {
        match self {
            Self::Layout => "Layout".to_owned(),
            Self::Formed(stage) => with_capital(&stage.to_string()),
            Self::Items => "Items".to_owned(),
            Self::RoomContents => "Room contents".to_owned(),
            Self::Pass(name) => format!("Pass \"{}\"", printable(name)),
        }
    }
}

impl LevelHistory {
    /// Describes step `number` (from 1) and how much it changed.
    pub fn step_words(&self, number: usize) -> String {
        let Some(step) = number.checked_sub(1).and_then(|index| self.steps.get(index)) else {
            return String::new();
        };
        let (name, meaning) = (step.stage.name(), self.stage_words(&step.stage));
        match step.stage {
            // The layout decides positions and forms no cells.
            LevelHistoryStage::Layout => format!("{name}: {meaning}"),
            LevelHistoryStage::Formed(_)
            | LevelHistoryStage::Items
            | LevelHistoryStage::RoomContents
            | LevelHistoryStage::Pass(_) => format!("{name}: {meaning}; {}", self.change_words(number)),
        }
    }

    /// Describes a stage as a sentence without capital and full stop.
    pub fn stage_words(&self, stage: &LevelHistoryStage) -> String {
        match stage {
            LevelHistoryStage::Layout => {
                let plan = &self.plan;
                let (places, passages) = (plan.places.len(), plan.passages.len());
                let counted = format!("{} and {}", counted(places, "place"), counted(passages, "passage"));
                format!("{counted} get their positions on {} × {} cells", plan.size.width, plan.size.height)
            }
            LevelHistoryStage::Formed(stage) => formed(*stage),
            LevelHistoryStage::Items => "items are put into their places".to_owned(),
            LevelHistoryStage::RoomContents => "the content of rooms is placed".to_owned(),
            LevelHistoryStage::Pass(_) => "the pass has run".to_owned(),
        }
    }

    /// Returns the amount of changes of step `number`: "12 cells changed, 3 things placed".
    pub fn change_words(&self, number: usize) -> String {
        let changed = number.checked_sub(1).and_then(|index| self.steps.get(index));
        let changed = changed.map_or(0, |step| step.changes.len());
        let (placed, drawn) = (self.placed_at(number).len(), self.drawn_at(number).count());
        let parts = [(changed, "cell", "changed"), (drawn, "tile", "drawn"), (placed, "thing", "placed")];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, noun, done)| format!("{} {done}", counted(count, noun)))
            .collect();
        if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") }
    }
}

fn formed(stage: FormingStage) -> String {
    match stage {
        FormingStage::Cores => "rooms, halls and the middles of other places claim their cells".to_owned(),
        FormingStage::Routes => "the passages between places are laid".to_owned(),
        FormingStage::Reach => "caves take the free cells within their reach".to_owned(),
        FormingStage::Seals => "cells between places without a passage become walls for good".to_owned(),
        FormingStage::Fill => "caves are filled at random".to_owned(),
        FormingStage::Smoothing(round) => {
            format!("cells of caves follow their neighbours for the {} time", ordinal(round))
        }
        FormingStage::Loose => "loose parts are filled in or joined by tunnels".to_owned(),
        FormingStage::Walking { rounds, percent } => {
            let rounds = counted(rounds as usize, "round");
            format!("walkers have laid {percent} % of their floors in {rounds}")
        }
        FormingStage::Release => "walls that no place needs belong to nobody".to_owned(),
        FormingStage::Rooms => "rooms are drawn".to_owned(),
        FormingStage::Card(number) => format!("each board gets its {} card", ordinal(number)),
        FormingStage::Doors => "sockets become doors or are blocked".to_owned(),
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, 1) | (1, 21..) => "st",
        (2, 2) | (2, 22..) => "nd",
        (3, 3) | (3, 23..) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_in_order() {
        let said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 33, 101, 111].map(ordinal);
        let expected = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 33rd 101st 111th";
        assert_eq!(said.join(" "), expected);
    }
}
