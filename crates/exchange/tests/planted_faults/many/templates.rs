//! Faults of room templates, and of rooms made from them.

use delvewright_engine::base::{Cell, RandomStream};
use delvewright_engine::level::{Level, Promise, SpecialSocket, Template, TemplateEntity};
use delvewright_engine::mission::Value;

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
    ("a room without its template", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_some())?.template = None;
        Some(())
    }),
    ("a room of another template", Promise::P4, |level, random| {
        let names: Vec<_> = level.templates.keys().cloned().map(Some).collect();
        let place = one(random, &mut level.places, |place| place.template.is_some())?;
        place.template = another(random, names, &place.template)?;
        Some(())
    }),
    ("a room of a template that does not exist", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.template.is_some())?.template =
            Some("Planted".to_owned());
        Some(())
    }),
    ("a long room that is turned otherwise", Promise::P4, |level, random| {
        let is_long = |place: &delvewright_engine::level::Place| {
            place.template.is_some() && place.bounds.size.width != place.bounds.size.height
        };
        let place = one(random, &mut level.places, is_long)?;
        place.turn = (place.turn + 1) % 4;
        Some(())
    }),
    ("a room that is turned four times", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_some())?.turn += 4;
        Some(())
    }),
    ("a picture with another character", Promise::P4, |level, random| {
        repaint(level, random, |template, character| {
            template
                .legend
                .iter()
                .find(|(_, tile)| Some(&tile.name) != template.legend.get(&character).map(|tile| &tile.name))
                .map(|(other, _)| *other)
        })
    }),
    ("a picture with a character that nothing explains", Promise::P4, |level, random| {
        // A socket may be drawn with any character.
        repaint(level, random, |template, character| {
            template.legend.contains_key(&character).then_some('\u{2603}')
        })
    }),
    ("a picture with a row too few", Promise::P4, |level, random| {
        template(level, random)?.picture.pop()?;
        Some(())
    }),
    ("a picture with a row too many", Promise::P4, |level, random| {
        let picture = &mut template(level, random)?.picture;
        picture.push(picture.last()?.clone());
        Some(())
    }),
    ("a picture with an uneven row", Promise::P4, |level, random| {
        template(level, random)?.picture.last_mut()?.push('#');
        Some(())
    }),
    ("a picture upside down", Promise::P4, |level, random| {
        let mut templates: Vec<_> = level.templates.values_mut().collect();
        let is_uneven = |template: &&mut Template| !template.picture.iter().eq(template.picture.iter().rev());
        one(random, &mut templates, is_uneven)?.picture.reverse();
        Some(())
    }),
    ("no picture", Promise::P4, |level, random| {
        template(level, random)?.picture.clear();
        Some(())
    }),
    ("a template's legend that lacks an entry", Promise::P4, |level, random| {
        template(level, random)?.legend.remove(&'#')?;
        Some(())
    }),
    ("a template's legend with another name", Promise::P4, |level, random| {
        template(level, random)?.legend.get_mut(&'#')?.name = "hedge".to_owned();
        Some(())
    }),
    ("a template's legend with walls on which one can walk", Promise::P4, |level, random| {
        template(level, random)?.legend.get_mut(&'#')?.walkable = true;
        Some(())
    }),
    ("a template's legend that explains sockets", Promise::P4, |level, random| {
        let template = template(level, random)?;
        let socket = template.sockets.first()?;
        let character = template.picture.get(socket.y as usize)?.chars().nth(socket.x as usize)?;
        template.legend.insert(character, tile("floor", true));
        Some(())
    }),
    ("a template's walls that are no part of it", Promise::P4, |level, random| {
        template(level, random)?.nothing.insert('#');
        Some(())
    }),
    ("a template of which all is part", Promise::P4, |level, random| {
        let is_meant = |template: &&mut Template| template.picture.iter().any(|row| row.contains(' '));
        let mut templates: Vec<_> = level.templates.values_mut().collect();
        one(random, &mut templates, is_meant)?.nothing.clear();
        Some(())
    }),
    ("a template that lacks a socket", Promise::P4, |level, random| {
        template(level, random)?.sockets.pop()?;
        Some(())
    }),
    ("a template with a socket twice", Promise::P4, |level, random| {
        let sockets = &mut template(level, random)?.sockets;
        sockets.push(*sockets.first()?);
        Some(())
    }),
    ("a template with a socket more", Promise::P4, |level, random| {
        template(level, random)?.sockets.insert(0, Cell::new(0, 0));
        Some(())
    }),
    ("a template with a socket outside its picture", Promise::P4, |level, random| {
        template(level, random)?.sockets.push(Cell::new(i32::MAX, 2));
        Some(())
    }),
    ("a template with its sockets in another order", Promise::P4, |level, random| {
        with(level, random, |template| template.sockets.len() > 1)?.sockets.reverse();
        Some(())
    }),
    ("a template with another blocker", Promise::P5, |level, random| {
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
        level.templates.get_mut(random.pick(&names)?)?.blocker = "haystack".to_owned();
        Some(())
    }),
    ("a template whose socket lost its kind", Promise::P5, |level, random| {
        let used = used_special(level, random)?;
        level.templates.get_mut(&used.0)?.special_sockets.retain(|special| special.kind != used.1.kind);
        Some(())
    }),
    ("a template whose socket is of another kind", Promise::P4, |level, random| {
        let used = used_special(level, random)?;
        let special = &mut level.templates.get_mut(&used.0)?.special_sockets;
        (special.iter().filter(|other| other.kind == used.1.kind).count() > 1).then_some(())?;
        special.iter_mut().find(|special| special.cell == used.1.cell)?.kind = Some("planted".to_owned());
        Some(())
    }),
    ("a template with a special socket that says nothing", Promise::P4, |level, random| {
        let special =
            &mut with(level, random, |template| !template.special_sockets.is_empty())?.special_sockets;
        let special = one(random, special, |_| true)?;
        (special.kind, special.blocker) = (None, None);
        Some(())
    }),
    ("a template with a special socket twice", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.special_sockets.is_empty())?;
        template.special_sockets.push(template.special_sockets.first()?.clone());
        Some(())
    }),
    ("a template with a special socket that is none", Promise::P4, |level, random| {
        let special = SpecialSocket { cell: Cell::new(0, 0), kind: Some("secret".to_owned()), blocker: None };
        template(level, random)?.special_sockets.insert(0, special);
        Some(())
    }),
    ("a template that lacks an entity", Promise::P4, |level, random| {
        with(level, random, |template| !template.entities.is_empty())?.entities.pop()?;
        Some(())
    }),
    ("a template with an entity more", Promise::P4, |level, random| {
        let entity = TemplateEntity {
            cell: Cell::new(0, 0),
            kind: "planted".to_owned(),
            marker: false,
            properties: Default::default(),
        };
        template(level, random)?.entities.insert(0, entity);
        Some(())
    }),
    ("a template with an entity twice", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.entities.is_empty())?;
        template.entities.push(template.entities.last()?.clone());
        Some(())
    }),
    ("a template with an entity elsewhere", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.entities.is_empty())?;
        one(random, &mut template.entities, |_| true)?.cell.x += 1;
        Some(())
    }),
    ("a template with an entity of another kind", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.entities.is_empty())?;
        one(random, &mut template.entities, |_| true)?.kind.push('x');
        Some(())
    }),
    ("a template with an entity that is a marker, or the other way around", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.entities.is_empty())?;
        let entity = one(random, &mut template.entities, |_| true)?;
        entity.marker = !entity.marker;
        Some(())
    }),
    ("a template with an entity with other properties", Promise::P4, |level, random| {
        let template = with(level, random, |template| !template.entities.is_empty())?;
        let entity = one(random, &mut template.entities, |_| true)?;
        entity.properties.insert("planted".to_owned(), Value::Int(1));
        Some(())
    }),
];

fn template<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Template> {
    with(level, random, |_| true)
}

fn with<'a>(
    level: &'a mut Level,
    random: &mut RandomStream,
    is_meant: impl Fn(&Template) -> bool,
) -> Option<&'a mut Template> {
    let names: Vec<String> = level
        .templates
        .iter()
        .filter(|(_, template)| is_meant(template))
        .map(|(name, _)| name.clone())
        .collect();
    level.templates.get_mut(random.pick(&names)?)
}

/// Replaces a character in the picture of a template.
fn repaint(
    level: &mut Level,
    random: &mut RandomStream,
    other: impl Fn(&Template, char) -> Option<char>,
) -> Option<()> {
    let template = template(level, random)?;
    let y = random.below(template.picture.len() as u64) as usize;
    let mut row: Vec<char> = template.picture[y].chars().collect();
    let x = random.below(row.len() as u64) as usize;
    row[x] = other(template, row[x])?;
    template.picture[y] = row.into_iter().collect();
    Some(())
}

/// Returns a socket of a kind that is used by a passage of that kind, with the name of its template.
fn used_special(level: &Level, random: &mut RandomStream) -> Option<(String, SpecialSocket)> {
    let kinds: Vec<_> = level.passages.iter().filter_map(|passage| passage.socket.clone()).collect();
    let mut found = Vec::new();
    for place in &level.places {
        let Some(name) = &place.template else { continue };
        let passages = place.sockets.iter().filter_map(|socket| socket.passage);
        let uses = passages.filter_map(|id| level.passages[id.index()].socket.clone());
        let uses: Vec<_> = uses.filter(|kind| kinds.contains(kind)).collect();
        let special = level.templates[name].special_sockets.iter();
        let special = special.filter(|special| special.kind.as_ref().is_some_and(|kind| uses.contains(kind)));
        found.extend(special.map(|special| (name.clone(), special.clone())));
    }
    random.pick(&found).cloned()
}
