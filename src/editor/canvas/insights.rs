//! What explains a level, drawn over it: names, distances, the way to the goal, keys and locks, drops, dead ends; and a legend that says what is shown.

use std::cell::OnceCell;
use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{
    Align2, Color32, ColorImage, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, Vec2, pos2, vec2,
};

use super::tiles::{paint_parts, upload};
use crate::base::{Cell, Grid, printable};
use crate::editor::widgets::style::{Palette, blend, font, text_on};
use crate::insight::{
    Behind, Ground, KeyLine, OneWay, UNREACHED, behind_locks, dead_ends, key_lines, one_ways, way_to_goal,
};
use crate::level::{Level, OwnedBy, PlaceId};

/// One of the things that explain a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insight {
    /// What each place is called.
    Names,
    /// How far every cell lies from the start.
    Distance,
    /// How one comes to the goal.
    Way,
    /// What each key opens.
    Keys,
    /// What lies behind locks.
    Behind,
    /// Where one does not get back.
    OneWay,
    /// Where one has to turn round.
    DeadEnds,
}

impl Insight {
    /// All of them, as they are listed.
    pub const ALL: [Self; 7] =
        [Self::Names, Self::Distance, Self::Way, Self::Keys, Self::Behind, Self::OneWay, Self::DeadEnds];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Names => "Names of places",
            Self::Distance => "Distance from the start",
            Self::Way => "Way to the goal",
            Self::Keys => "Keys and their locks",
            Self::Behind => "Behind locks",
            Self::OneWay => "One way only",
            Self::DeadEnds => "Dead ends",
        }
    }

    /// What one sees.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Names => "Writes at each place its name",
            Self::Distance => "Colours floors by how many steps they lie from the start",
            Self::Way => "Draws the way to the goal, with the detours to the keys that it takes",
            Self::Keys => "Draws a line from each key to each door that it opens",
            Self::Behind => "Colours the places that nobody reaches without a key",
            Self::OneWay => "Draws an arrow where one does not get back",
            Self::DeadEnds => "Rings places with one way in that are neither start nor goal",
        }
    }
}

/// Which of them are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Insights {
    shown: [bool; Insight::ALL.len()],
}

impl Insights {
    /// Is it shown?
    pub fn shows(self, insight: Insight) -> bool {
        self.shown[insight as usize]
    }

    /// Shows it, or hides it.
    pub fn toggle(&mut self, insight: Insight) {
        self.shown[insight as usize] ^= true;
    }

    /// Those that are shown.
    pub fn all(self) -> impl Iterator<Item = Insight> {
        Insight::ALL.into_iter().filter(move |insight| self.shows(*insight))
    }
}

/// The colours of what is drawn.
const NEAR: Color32 = Color32::from_rgb(0x3b, 0x52, 0xc4);
const MIDDLE: Color32 = Color32::from_rgb(0x2e, 0xa0, 0x8c);
const FAR: Color32 = Color32::from_rgb(0xf2, 0xd2, 0x3c);
const WAY: Color32 = Color32::from_rgb(0xff, 0x8a, 0x3d);
const KEY: Color32 = Color32::from_rgb(0xff, 0xd8, 0x4d);
const ARROW: Color32 = Color32::from_rgb(0xe6, 0xc2, 0x29);
const DEAD_END: Color32 = Color32::from_rgb(0xd0, 0x6f, 0xd8);
/// For what lies behind one lock, two, and three or more.
const LOCKS: [Color32; 3] = [
    Color32::from_rgb(0xe0, 0x7a, 0x3a),
    Color32::from_rgb(0xd0, 0x45, 0x4c),
    Color32::from_rgb(0x96, 0x3f, 0xb0),
];

/// What was found out about the level that was shown last. Each is found out when it is shown first.
#[derive(Default)]
pub struct InsightView {
    facts: Option<Facts>,
    wash: Option<(Insights, Vec<(Rect, TextureHandle)>)>,
}

struct Facts {
    level: Arc<Level>,
    distances: OnceCell<(Grid<u32>, u32)>,
    way: OnceCell<Vec<Cell>>,
    keys: OnceCell<Vec<KeyLine>>,
    behind: OnceCell<Vec<Behind>>,
    one_ways: OnceCell<Vec<OneWay>>,
    dead_ends: OnceCell<Vec<PlaceId>>,
}

/// A line of the legend: what it says, and the colours beside it; none if there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendLine {
    pub text: String,
    pub colors: Vec<Color32>,
}

impl InsightView {
    /// Paints what is shown, and says what it means.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        level: &Arc<Level>,
        insights: Insights,
        colors: &Palette,
    ) -> Vec<LegendLine> {
        if insights == Insights::default() {
            return Vec::new();
        }
        if self.facts.as_ref().is_none_or(|facts| !Arc::ptr_eq(&facts.level, level)) {
            self.facts = Some(Facts::new(level));
            self.wash = None;
        }
        let Some(facts) = &self.facts else { return Vec::new() };
        let is_washed = insights.shows(Insight::Distance) || insights.shows(Insight::Behind);
        if is_washed {
            let is_fresh = self.wash.as_ref().is_some_and(|(shown, _)| *shown == insights);
            if !is_fresh {
                self.wash = Some((insights, upload(painter.ctx(), &facts.wash(insights), "insight")));
            }
            if let Some((_, parts)) = &self.wash {
                paint_parts(painter, screen_from_world, parts);
            }
        }
        let drawn = Drawn { painter, screen_from_world, facts, colors };
        for insight in insights.all() {
            match insight {
                Insight::Names => drawn.names(),
                Insight::Way => drawn.way(),
                Insight::Keys => drawn.keys(),
                Insight::OneWay => drawn.one_ways(),
                Insight::DeadEnds => drawn.dead_ends(),
                Insight::Distance | Insight::Behind => {}
            }
        }
        insights.all().flat_map(|insight| facts.legend(insight)).collect()
    }
}

impl Facts {
    fn new(level: &Arc<Level>) -> Self {
        Self {
            level: Arc::clone(level),
            distances: OnceCell::new(),
            way: OnceCell::new(),
            keys: OnceCell::new(),
            behind: OnceCell::new(),
            one_ways: OnceCell::new(),
            dead_ends: OnceCell::new(),
        }
    }

    /// The distance of each cell, and the largest.
    fn distances(&self) -> &(Grid<u32>, u32) {
        self.distances.get_or_init(|| {
            let distances = Ground::new(&self.level).distances();
            let reached = distances.values().iter().filter(|distance| **distance != UNREACHED);
            let most = reached.max().copied().unwrap_or(0);
            (distances, most)
        })
    }

    fn way(&self) -> &[Cell] {
        self.way.get_or_init(|| way_to_goal(&self.level))
    }

    fn keys(&self) -> &[KeyLine] {
        self.keys.get_or_init(|| key_lines(&self.level))
    }

    fn behind(&self) -> &[Behind] {
        self.behind.get_or_init(|| behind_locks(&self.level))
    }

    fn one_ways(&self) -> &[OneWay] {
        self.one_ways.get_or_init(|| one_ways(&self.level))
    }

    fn dead_ends(&self) -> &[PlaceId] {
        self.dead_ends.get_or_init(|| dead_ends(&self.level))
    }

    /// Behind how many locks a place lies.
    fn depth(&self, place: PlaceId) -> usize {
        self.behind().iter().filter(|behind| behind.places.contains(&place)).count()
    }

    /// The colours of cells that are shown, one pixel a cell.
    fn wash(&self, insights: Insights) -> ColorImage {
        let depths: Vec<usize> = self.level.places.iter().map(|place| self.depth(place.id)).collect();
        let size = self.level.tiles.size();
        let mut colors = Grid::filled(size, Color32::TRANSPARENT);
        for cell in colors.rect().cells() {
            let distance = insights.shows(Insight::Distance).then(|| self.distances());
            let distance = distance.and_then(|(all, most)| Some((*all.get(cell)?, *most)));
            if let Some((distance, most)) = distance.filter(|(distance, _)| *distance != UNREACHED) {
                colors[cell] = gradient(distance, most).gamma_multiply(0.72);
            }
            if insights.shows(Insight::Behind)
                && let OwnedBy::Place(place) = self.level.owner(cell).who()
                && let Some(color) = depths.get(place.index()).and_then(|depth| color_behind(*depth))
            {
                let over = if colors[cell] == Color32::TRANSPARENT { 0.55 } else { 0.3 };
                let color = color.gamma_multiply(over);
                colors[cell] = if over > 0.5 { color } else { blend(colors[cell], color, 0.5) };
            }
        }
        ColorImage::new([size.width as usize, size.height as usize], colors.values().to_vec())
    }

    /// What the legend says of it.
    fn legend(&self, insight: Insight) -> Vec<LegendLine> {
        let line = |colors: &[Color32], text: String| vec![LegendLine { text, colors: colors.to_vec() }];
        match insight {
            Insight::Names => Vec::new(),
            Insight::Distance => match self.distances().1 {
                0 => line(&[], "No start to count from".to_owned()),
                most => {
                    let colors: Vec<Color32> = (0..=8).map(|part| gradient(part, 8)).collect();
                    line(&colors, format!("From the start, to {most} steps"))
                }
            },
            Insight::Way => match self.way().len() {
                0 => line(&[], "No way from a start to a goal".to_owned()),
                cells => line(&[WAY], format!("Way to the goal, {} steps", cells - 1)),
            },
            Insight::Keys if self.keys().is_empty() => line(&[], "No keys".to_owned()),
            Insight::Keys => line(&[KEY], "Key and the door that it opens".to_owned()),
            Insight::Behind => {
                let deepest = self.level.places.iter().map(|place| self.depth(place.id)).max().unwrap_or(0);
                let texts = ["Behind a lock", "Behind two locks", "Behind three locks or more"];
                match deepest {
                    0 => line(&[], "Nothing behind locks".to_owned()),
                    _ => texts
                        .iter()
                        .zip(LOCKS)
                        .take(deepest)
                        .flat_map(|(text, color)| line(&[color], (*text).to_owned()))
                        .collect(),
                }
            }
            Insight::OneWay if self.one_ways().is_empty() => line(&[], "No passage leads one way".to_owned()),
            Insight::OneWay => line(&[ARROW], "One way only".to_owned()),
            Insight::DeadEnds => match self.dead_ends().len() {
                0 => line(&[], "No dead ends".to_owned()),
                1 => line(&[DEAD_END], "1 dead end".to_owned()),
                count => line(&[DEAD_END], format!("{count} dead ends")),
            },
        }
    }
}

/// From near to far.
fn gradient(distance: u32, most: u32) -> Color32 {
    let share = distance as f32 / most.max(1) as f32;
    if share < 0.5 { blend(NEAR, MIDDLE, share * 2.0) } else { blend(MIDDLE, FAR, share * 2.0 - 1.0) }
}

fn color_behind(depth: usize) -> Option<Color32> {
    LOCKS.get(depth.checked_sub(1)?.min(LOCKS.len() - 1)).copied()
}

/// Paints facts.
struct Drawn<'a> {
    painter: &'a Painter,
    screen_from_world: TSTransform,
    facts: &'a Facts,
    colors: &'a Palette,
}

impl Drawn<'_> {
    fn middle(&self, cell: Cell) -> Pos2 {
        self.screen_from_world * pos2(cell.x as f32 + 0.5, cell.y as f32 + 0.5)
    }

    fn names(&self) {
        let seen = self.painter.clip_rect().expand(40.0);
        for place in &self.facts.level.places {
            let middle = self.middle(place.anchor);
            if !seen.contains(middle) {
                continue;
            }
            let name = printable(&place.symbol).into_owned();
            let text = self.painter.layout_no_wrap(name, font(11.0), Color32::WHITE);
            let rect = Align2::CENTER_CENTER.anchor_size(middle, text.size());
            self.painter.rect_filled(rect.expand2(vec2(5.0, 1.0)), 4.0, Color32::from_black_alpha(165));
            self.painter.galley(rect.min, text, Color32::WHITE);
        }
    }

    fn way(&self) {
        let points: Vec<Pos2> = self.facts.way().iter().map(|cell| self.middle(*cell)).collect();
        let width = (self.screen_from_world.scaling * 0.25).clamp(2.0, 5.0);
        let (Some(first), Some(last)) = (points.first().copied(), points.last().copied()) else { return };
        self.painter.line(points.clone(), Stroke::new(width + 2.0, self.colors.canvas.gamma_multiply(0.7)));
        self.painter.line(points, Stroke::new(width, WAY));
        for end in [first, last] {
            self.painter.circle(end, width * 1.4, WAY, Stroke::new(1.0, text_on(WAY)));
        }
    }

    fn keys(&self) {
        for line in self.facts.keys() {
            let ends = [self.middle(line.from), self.middle(line.to)];
            let dark = Stroke::new(4.0, self.colors.canvas.gamma_multiply(0.7));
            self.painter.extend(Shape::dashed_line(&ends, dark, 9.0, 5.0));
            self.painter.extend(Shape::dashed_line(&ends, Stroke::new(2.0, KEY), 9.0, 5.0));
            self.painter.circle(ends[0], 4.0, KEY, Stroke::new(1.0, text_on(KEY)));
            let square = Rect::from_center_size(ends[1], Vec2::splat(9.0));
            self.painter.rect(square, 1.0, KEY, Stroke::new(1.0, text_on(KEY)), egui::StrokeKind::Inside);
        }
    }

    fn one_ways(&self) {
        let half = (self.screen_from_world.scaling * 0.6).clamp(5.0, 14.0);
        for one_way in self.facts.one_ways() {
            let [at, next] = one_way.at.map(|cell| self.middle(cell));
            let ahead = (next - at).normalized();
            let (tip, back) = (at + ahead * half, at - ahead * half * 0.6);
            let corners = [tip, back + ahead.rot90() * half, back - ahead.rot90() * half];
            self.painter.add(Shape::convex_polygon(
                corners.to_vec(),
                ARROW,
                Stroke::new(1.0, text_on(ARROW)),
            ));
        }
    }

    fn dead_ends(&self) {
        for place in self.facts.dead_ends() {
            let Some(place) = self.facts.level.place(*place) else { continue };
            let radius = (self.screen_from_world.scaling * 1.4).clamp(7.0, 22.0);
            let middle = self.middle(place.anchor);
            self.painter.circle_stroke(
                middle,
                radius,
                Stroke::new(4.5, self.colors.canvas.gamma_multiply(0.7)),
            );
            self.painter.circle_stroke(middle, radius, Stroke::new(2.5, DEAD_END));
        }
    }
}
