//! Faults of room templates, and of how rooms are made from them.

use delvewright::base::{Cell, Lots};
use delvewright::level::{Level, Promise, SpecialSocket, Template, TemplateEntity};
use delvewright::mission::Value;

use super::tiles::tile;
use super::{Fault, another, one};

pub const FAULTS: &[Fault] = &[
    ("a template that was removed", Promise::P0, |level, _| {
        level.templates.pop_first()?;
        Some(())
    }),
    ("a template by another name", Promise::P0, |level, _| {
        let (name, template) = level.templates.pop_first()?;
        level.templates.insert(format!("{name}x"), template);
        Some(())
    }),
    ("a template that no place has", Promise::P0, |level, _| {
        let template = level.templates.values().next()?.clone();
        level.templates.insert("Planted".to_owned(), template);
        Some(())
    }),
    ("two templates that exchanged their names", Promise::P4, |level, _| {
        let mut templates = level.templates.values_mut();
        let (one, other) = (templates.next()?, templates.next()?);
        std::mem::swap(one, other);
        Some(())
    }),
    ("a room without its template", Promise::P4, |level, lots| {
        one(lots, &mut level.places, |place| place.template.is_some())?.template = None;
        Some(())
    }),
    ("a room of another template", Promise::P4, |level, lots| {
        let names: Vec<_> = level.templates.keys().cloned().map(Some).collect();
        let place = one(lots, &mut level.places, |place| place.template.is_some())?;
        place.template = another(lots, names, &place.template)?;
        Some(())
    }),
    ("a room of a template that does not exist", Promise::P0, |level, lots| {
        one(lots, &mut level.places, |place| place.template.is_some())?.template = Some("Planted".to_owned());
        Some(())
    }),
    ("a long room that is turned otherwise", Promise::P4, |level, lots| {
        let is_long = |place: &delvewright::level::Place| {
            place.template.is_some() && place.bounds.size.width != place.bounds.size.height
        };
        let place = one(lots, &mut level.places, is_long)?;
        place.turn = (place.turn + 1) % 4;
        Some(())
    }),
    ("a room that is turned four times", Promise::P4, |level, lots| {
        one(lots, &mut level.places, |place| place.template.is_some())?.turn += 4;
        Some(())
    }),
    ("a picture with another character", Promise::P4, |level, lots| {
        repaint(level, lots, |template, character| {
            template
                .legend
                .iter()
                .find(|(_, tile)| Some(&tile.name) != template.legend.get(&character).map(|tile| &tile.name))
                .map(|(other, _)| *other)
        })
    }),
    ("a picture with a character that nothing explains", Promise::P4, |level, lots| {
        repaint(level, lots, |_, _| Some('\u{2603}'))
    }),
    ("a picture with a row too few", Promise::P4, |level, lots| {
        template(level, lots)?.picture.pop()?;
        Some(())
    }),
    ("a picture with a row too many", Promise::P4, |level, lots| {
        let picture = &mut template(level, lots)?.picture;
        picture.push(picture.last()?.clone());
        Some(())
    }),
    ("a picture with an uneven row", Promise::P4, |level, lots| {
        template(level, lots)?.picture.last_mut()?.push('#');
        Some(())
    }),
    ("a picture upside down", Promise::P4, |level, lots| {
        let mut templates: Vec<_> = level.templates.values_mut().collect();
        let is_uneven = |template: &&mut Template| !template.picture.iter().eq(template.picture.iter().rev());
        one(lots, &mut templates, is_uneven)?.picture.reverse();
        Some(())
    }),
    ("no picture", Promise::P4, |level, lots| {
        template(level, lots)?.picture.clear();
        Some(())
    }),
    ("a template's legend that lacks an entry", Promise::P4, |level, lots| {
        template(level, lots)?.legend.remove(&'#')?;
        Some(())
    }),
    ("a template's legend with another name", Promise::P4, |level, lots| {
        template(level, lots)?.legend.get_mut(&'#')?.name = "hedge".to_owned();
        Some(())
    }),
    ("a template's legend with walls on which one can walk", Promise::P4, |level, lots| {
        template(level, lots)?.legend.get_mut(&'#')?.walkable = true;
        Some(())
    }),
    ("a template's legend that explains sockets", Promise::P4, |level, lots| {
        let template = template(level, lots)?;
        let socket = template.sockets.first()?;
        let character = template.picture.get(socket.y as usize)?.chars().nth(socket.x as usize)?;
        template.legend.insert(character, tile("floor", true));
        Some(())
    }),
    ("a template's walls that are no part of it", Promise::P4, |level, lots| {
        template(level, lots)?.nothing.insert('#');
        Some(())
    }),
    ("a template of which all is part", Promise::P4, |level, lots| {
        let is_meant = |template: &&mut Template| template.picture.iter().any(|row| row.contains(' '));
        let mut templates: Vec<_> = level.templates.values_mut().collect();
        one(lots, &mut templates, is_meant)?.nothing.clear();
        Some(())
    }),
    ("a template that lacks a socket", Promise::P4, |level, lots| {
        template(level, lots)?.sockets.pop()?;
        Some(())
    }),
    ("a template with a socket twice", Promise::P4, |level, lots| {
        let sockets = &mut template(level, lots)?.sockets;
        sockets.push(*sockets.first()?);
        Some(())
    }),
    ("a template with a socket more", Promise::P4, |level, lots| {
        template(level, lots)?.sockets.insert(0, Cell::new(0, 0));
        Some(())
    }),
    ("a template with a socket outside its picture", Promise::P4, |level, lots| {
        template(level, lots)?.sockets.push(Cell::new(i32::MAX, 2));
        Some(())
    }),
    ("a template with its sockets in another order", Promise::P4, |level, lots| {
        template(level, lots)?.sockets.reverse();
        Some(())
    }),
    ("a template with another blocker", Promise::P5, |level, lots| {
        let is_plain = |level: &Level, name: &String| {
            let template = &level.templates[name];
            template.special_sockets.is_empty()
                && level.places.iter().any(|place| {
                    place.template.as_ref() == Some(name)
                        && place.sockets.iter().any(|socket| socket.passage.is_none())
                })
        };
        let names: Vec<String> =
            level.templates.keys().filter(|name| is_plain(level, name)).cloned().collect();
        level.templates.get_mut(lots.pick(&names)?)?.blocker = "haystack".to_owned();
        Some(())
    }),
    ("a template whose socket lost its kind", Promise::P5, |level, lots| {
        let used = used_special(level, lots)?;
        level.templates.get_mut(&used.0)?.special_sockets.retain(|special| special.kind != used.1.kind);
        Some(())
    }),
    ("a template whose socket is of another kind", Promise::P4, |level, lots| {
        let used = used_special(level, lots)?;
        let special = &mut level.templates.get_mut(&used.0)?.special_sockets;
        (special.iter().filter(|other| other.kind == used.1.kind).count() > 1).then_some(())?;
        special.iter_mut().find(|special| special.cell == used.1.cell)?.kind = Some("planted".to_owned());
        Some(())
    }),
    ("a template with a special socket that says nothing", Promise::P4, |level, lots| {
        let special =
            &mut with(level, lots, |template| !template.special_sockets.is_empty())?.special_sockets;
        let special = one(lots, special, |_| true)?;
        (special.kind, special.blocker) = (None, None);
        Some(())
    }),
    ("a template with a special socket twice", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.special_sockets.is_empty())?;
        template.special_sockets.push(template.special_sockets.first()?.clone());
        Some(())
    }),
    ("a template with a special socket that is none", Promise::P4, |level, lots| {
        let special = SpecialSocket { cell: Cell::new(0, 0), kind: Some("secret".to_owned()), blocker: None };
        template(level, lots)?.special_sockets.insert(0, special);
        Some(())
    }),
    ("a template that lacks an entity", Promise::P4, |level, lots| {
        with(level, lots, |template| !template.entities.is_empty())?.entities.pop()?;
        Some(())
    }),
    ("a template with an entity more", Promise::P4, |level, lots| {
        let entity = TemplateEntity {
            cell: Cell::new(0, 0),
            kind: "planted".to_owned(),
            marker: false,
            properties: Default::default(),
        };
        template(level, lots)?.entities.insert(0, entity);
        Some(())
    }),
    ("a template with an entity twice", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.entities.is_empty())?;
        template.entities.push(template.entities.last()?.clone());
        Some(())
    }),
    ("a template with an entity elsewhere", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.entities.is_empty())?;
        one(lots, &mut template.entities, |_| true)?.cell.x += 1;
        Some(())
    }),
    ("a template with an entity of another kind", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.entities.is_empty())?;
        one(lots, &mut template.entities, |_| true)?.kind.push('x');
        Some(())
    }),
    ("a template with an entity that is a marker, or the other way around", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.entities.is_empty())?;
        let entity = one(lots, &mut template.entities, |_| true)?;
        entity.marker = !entity.marker;
        Some(())
    }),
    ("a template with an entity with other properties", Promise::P4, |level, lots| {
        let template = with(level, lots, |template| !template.entities.is_empty())?;
        let entity = one(lots, &mut template.entities, |_| true)?;
        entity.properties.insert("planted".to_owned(), Value::Int(1));
        Some(())
    }),
];

fn template<'a>(level: &'a mut Level, lots: &mut Lots) -> Option<&'a mut Template> {
    with(level, lots, |_| true)
}

fn with<'a>(
    level: &'a mut Level,
    lots: &mut Lots,
    is_meant: impl Fn(&Template) -> bool,
) -> Option<&'a mut Template> {
    let names: Vec<String> = level
        .templates
        .iter()
        .filter(|(_, template)| is_meant(template))
        .map(|(name, _)| name.clone())
        .collect();
    level.templates.get_mut(lots.pick(&names)?)
}

/// Draws another character where one of a template is.
fn repaint(
    level: &mut Level,
    lots: &mut Lots,
    other: impl Fn(&Template, char) -> Option<char>,
) -> Option<()> {
    let template = template(level, lots)?;
    let y = lots.below(template.picture.len() as u64) as usize;
    let mut row: Vec<char> = template.picture[y].chars().collect();
    let x = lots.below(row.len() as u64) as usize;
    row[x] = other(template, row[x])?;
    template.picture[y] = row.into_iter().collect();
    Some(())
}

/// A socket of a kind that a passage of that kind uses, with the name of its template.
fn used_special(level: &Level, lots: &mut Lots) -> Option<(String, SpecialSocket)> {
    let kinds: Vec<_> = level.passages.iter().filter_map(|passage| passage.socket.clone()).collect();
    let mut found = Vec::new();
    for place in &level.places {
        let Some(name) = &place.template else { continue };
        let passages = place.sockets.iter().filter_map(|socket| socket.passage);
        let uses = passages.filter_map(|id| level.passages[id as usize - 1].socket.clone());
        let uses: Vec<_> = uses.filter(|kind| kinds.contains(kind)).collect();
        let special = level.templates[name].special_sockets.iter();
        let special = special.filter(|special| special.kind.as_ref().is_some_and(|kind| uses.contains(kind)));
        found.extend(special.map(|special| (name.clone(), special.clone())));
    }
    lots.pick(&found).cloned()
}
