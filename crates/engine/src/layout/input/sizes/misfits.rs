//! Reports places without a suitable size or room.

use std::collections::BTreeSet;

use super::{NO_ROOM, TOO_LARGE, TemplateCandidate, fits};
use crate::base::{Diagnostic, Severity, Size};
use crate::layout::drawing::SizedPlace;
use crate::layout::input::outlets::wanted_kinds;
use crate::layout::input::problem::{LayoutProblem, ProblemPlace};
use crate::layout::input::spacing::{SMALLEST, with_scale};
use crate::mission::Form;
use crate::rooms::RoomTemplate;
use crate::settings::{LayoutSettings, Spacing};

/// Returns the error that no template is left for a place: the suitable ones are used up, or there are none.
pub(super) fn no_room_left(problem: &LayoutProblem, index: usize, used_up: &[(&str, u32)]) -> Diagnostic {
    let name = problem.name(index);
    if !used_up.is_empty() {
        let rooms: Vec<String> =
            used_up.iter().map(|(room, most)| format!("\"{room}\" (at most {most})")).collect();
        let message =
            format!("No room is left for {name}, because all that fit are used up: {}.", rooms.join(", "));
        let found = Diagnostic::error(NO_ROOM, message).hint("Raise the limit of one of them.");
        return problem.about([index], found);
    }
    let wanted = wanted_kinds(problem, index);
    let kinds: BTreeSet<&str> = wanted.iter().copied().flatten().collect();
    let of_kind = |kind: &str| wanted.iter().filter(|wanted| **wanted == Some(kind)).count();
    let kinds: Vec<String> =
        kinds.into_iter().map(|kind| format!(", {} of the kind \"{kind}\"", of_kind(kind))).collect();
    let (passages, kinds) = (wanted.len(), kinds.concat());
    let message = format!("No room for {name} has enough sockets for its {passages} passages{kinds}.");
    let found =
        Diagnostic::error(NO_ROOM, message).hint("Draw a room with more sockets, no two next to each other.");
    problem.about([index], found)
}

pub(super) fn no_room_fits(
    problem: &LayoutProblem,
    index: usize,
    candidates: &[TemplateCandidate],
) -> Diagnostic {
    let side = |template: &RoomTemplate| template.size().width.max(template.size().height);
    let smallest = candidates
        .iter()
        .map(|(_, template)| *template)
        .min_by_key(|template| side(template))
        .expect("there is a candidate");
    let Size { width, height } = smallest.size();
    let message = format!(
        "The room \"{}\" ({width} × {height}) does not fit where {} lies, but it is the smallest for its symbol.",
        smallest.name,
        problem.name(index)
    );
    let found = with_scale(Diagnostic::error(TOO_LARGE, message), side(smallest) + 1);
    problem.about([index], found)
}

/// Returns one note about all halls that are larger than their forms allow, so that their passages keep apart.
pub(in crate::layout) fn larger_halls(problem: &LayoutProblem, sizes: &[SizedPlace]) -> Option<Diagnostic> {
    let is_larger = |(place, sized): &(&ProblemPlace, &SizedPlace)| {
        let Form::Hall(form) = place.form else { return false };
        sized.core.width > form.width.1 || sized.core.height > form.height.1
    };
    let places = problem.places.iter().zip(sizes).enumerate();
    let larger: Vec<usize> = places.filter(|(_, of)| is_larger(of)).map(|(index, _)| index).collect();
    let first = *larger.first()?;
    let Size { width, height } = sizes[first].core;
    let others = match larger.len() {
        1 => String::new(),
        2 => " Another hall is also larger.".to_owned(),
        count => format!(" {} other halls are also larger.", count - 1),
    };
    let message = format!(
        "{} is {width} × {height} cells, larger than its form allows, to keep its {} passages apart.{others}",
        problem.name(first),
        problem.places[first].degree()
    );
    let note = Diagnostic::new(Severity::Note, "hall-enlarged", message);
    let hint = "Make the form larger.";
    Some(problem.about(larger, note.hint(hint)))
}

pub(super) fn check_fits(
    problem: &LayoutProblem,
    index: usize,
    sized: &SizedPlace,
    settings: &LayoutSettings,
) -> Option<Diagnostic> {
    let Size { width, height } = sized.core;
    (!fits(sized.core, settings.spacing.into())).then(|| {
        let name = problem.name(index);
        let message = format!("{name} needs {width} × {height} cells, but the scale leaves less room.");
        let side = width.max(height);
        let most = problem.places[index].form.most_side().max(side);
        let (scale, hint) = Spacing::roomy_scale(side + 1, most.saturating_add(1), SMALLEST);
        let error = Diagnostic::error(TOO_LARGE, message).hint(hint).remedy(LayoutSettings::set_scale(scale));
        problem.about([index], error)
    })
}
