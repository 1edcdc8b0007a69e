//! The finished level, which is a value of the crate `delvewright-level`, and the records of a mission for it.

mod record;

pub use delvewright_level::{
    BoardRecord, Break, Bridge, CardRecord, DoorStyle, DropRecord, EdgeMeaning, EdgeRecord, Entity, EntityId,
    FloorPattern, Layer, Level, LevelThemes, Lock, MissionRecord, NodeLinks, NodeMeaning, NodeRecord,
    OwnedBy, Owner, PassRecord, Passage, PassageEnd, PassageForm, PassageId, Place, PlaceId, PlacedKind,
    Promise, PromiseResult, PropArrangement, PropPosition, PropRule, Report, SANDSTONE, Socket,
    SpecialSocket, THEMES, TechniqueChoice, Template, TemplateEntity, ThemeColors, ThemeLiquid, ThemeLook,
    ThemeProps, Tile, WallPattern, is_walkable, names_liquid, names_water, theme_named,
};
pub use record::{edge_record, elements_record, mission_record, node_record};
