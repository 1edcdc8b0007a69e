//! All tuned numbers of layout, by the strategy that uses them.
//!
//! Each constant gives its unit, its meaning, and the reason or measurement behind it.
//! Steps are steps of work (see `work`), about 6 nanoseconds each. Each module names the unit of its costs.
//! *Unmeasured* marks a number that was chosen by eye, without a known measurement.
//! Not here: codes of diagnostics, sentinels, and the geometry of data structures.

/// Steps of one search.
pub const SEARCH_STEPS: u64 = 100_000_000;

/// Steps of all searches for one layout. Unmeasured.
pub const LAYOUT_STEPS: u64 = 260_000_000;
/// Steps of all searches when a mission is laid out again within its bound. Unmeasured.
pub const BOUND_STEPS: u64 = 70_000_000;

/// Steps of the last attempts to lay out a mission. Unmeasured.
pub const LAST_STEPS: u64 = 150_000_000;
/// Steps of these attempts without bridges. More steps rarely help.
pub const LAST_STEPS_WITHOUT_BRIDGES: u64 = 50_000_000;

/// Steps to explain why a passage has no route, or why doorways are impossible. Unmeasured.
pub const EXPLANATION_STEPS: u64 = 40_000_000;

/// Percentage of a layout's steps for layouts around kept places. The rest is for one that keeps nothing.
pub const KEPT_PERCENT: u64 = 50;
/// Percentage of the remaining steps for a sprawl. The rest is for a lattice.
pub const SPRAWL_PERCENT: u64 = 60;
/// Percentage of the remaining steps for layouts around pins. The rest is for one without pins.
pub const PINNED_PERCENT: u64 = 75;

/// Cells of wall around a level. Unmeasured.
pub const MARGIN_CELLS: u32 = 2;
/// Cells of wall around a compact level. Unmeasured.
pub const COMPACT_MARGIN_CELLS: u32 = 1;

/// Cost of one cell of a route, in every router: costs are in tenths of a cell.
pub const STEP: u32 = 10;
/// Cost per cell between a door and the middle of its side. Unmeasured.
pub const DOOR_ASIDE: u32 = 3;
/// Cells on either side of a crossing in which both passages run straight and no core lies. A bridge may take three
/// cells, so none of its corners touches the lower route.
pub const STRAIGHT_CELLS: u32 = 3;
/// Distance between routes, in cells: one cell of wall separates them.
pub const APART: i32 = 2;
/// Cells between places that a passage needs: a route with a wall on either side.
pub const ROUTE_WITH_WALLS_CELLS: i32 = 3;
/// Additional cells around everything for each route that must go around. Unmeasured.
pub const OUTSKIRTS_CELLS_A_ROUTE: u32 = 2;
/// Maximum number of cells around everything. Unmeasured.
pub const MOST_OUTSKIRTS_CELLS: u32 = 64;
/// Side of the squares that index rectangles, in cells. Unmeasured.
pub const SQUARE_CELLS: i32 = 16;

/// Maximum number of places that a warning about missing sites names, so that it stays one line.
pub const MOST_NAMED: usize = 3;

/// A number of tries that decreases with the size of the mission.
#[derive(Clone, Copy)]
pub struct Tries {
    /// Minimum number of tries.
    pub least: u64,
    /// Maximum number of tries.
    pub most: u64,
    /// Total number of places, or of passages, in all tries.
    pub together: u64,
}

impl Tries {
    /// Returns the number of tries for a mission with this many places or passages.
    pub fn of(self, size: usize) -> u64 {
        (self.together / size.max(1) as u64).clamp(self.least, self.most)
    }
}

/// Numbers of tries that depend on the size of the mission. All are unmeasured.
pub mod tries {
    use crate::layout::budget::Tries;

    /// Arrangements of sites on a lattice, by number of passages.
    pub const LATTICE: Tries = Tries { least: 5, most: u64::MAX, together: 600 };
    /// Arrangements on a lattice or in a sprawl, if a shape is wanted.
    pub const SHAPED: Tries = Tries { least: 0, most: 6, together: 240 };
    /// Arrangements that are compacted and compared if a shape is wanted.
    pub const COMPACT_SHAPED: Tries = Tries { least: 1, most: 6, together: 180 };
    /// Additional arrangements of a sparse level.
    pub const SPARSE: Tries = Tries { least: 0, most: 2, together: 600 };
    /// Arrangements in rows around pins.
    pub const PINNED_ROWS: Tries = Tries { least: 6, most: u64::MAX, together: 6_000 };
    /// Arrangements in rows that are moved to pins and compared.
    pub const MOVED_ROWS: Tries = Tries { least: 2, most: 8, together: 900 };
    /// Layouts without pins that are moved to pins. Larger missions rarely profit.
    pub const MOVED: Tries = Tries { least: 0, most: 4, together: 160 };
    /// Drawings that are moved to pins.
    pub const PINNED_DRAWINGS: Tries = Tries { least: 4, most: 16, together: 600 };
}

/// The input of a layout.
pub mod problem {
    /// Maximum number of places named in the error about an unconnected part. Unmeasured.
    pub const MOST_NAMED: usize = 5;
}

/// Size classes: the sizes from which, or up to which, something is done. All are unmeasured.
///
/// They differ between strategies and are listed together here, the smallest first.
pub mod classes {
    /// Passages that make a place a hub, and its mission vast.
    pub const HUB_PASSAGES: usize = 9;
    /// Minimum number of places for arrangements in rows.
    pub const LEAST_IN_ROWS: usize = 40;
    /// Maximum number of places in a body that is packed again.
    pub const MOST_IN_BODY: usize = 40;
    /// Number of places from which a mission is vast: most of the level lies far from any given passage.
    pub const VAST_PLACES: usize = 50;
    /// Maximum number of places for growing around pins, and for comparing rows with other arrangements.
    pub const FEW_AROUND_PINS: usize = 60;
    /// Maximum number of places for laying out a level again to move it to its pins.
    pub const MOST_MOVED_AGAIN: usize = 60;
    /// Number of places from which only rows are used, if possible.
    pub const LARGE_PLACES: usize = 100;
    /// Number of places above which a tree is not routed if too many passages would wind.
    pub const LARGE_TREE: usize = 100;
    /// Total number of places in all groups that are compared, if passages lead through them.
    pub const GROUPS_TOGETHER: usize = 120;
    /// Maximum number of passages for removing crossings of sites one by one.
    pub const MOST_PASSAGES_IMPROVED: usize = 150;
    /// Maximum number of passages for drawing sites without crossings.
    pub const MOST_PASSAGES_DRAWN: usize = 200;
    /// Maximum number of places for searching routes around pins although a drawing exists.
    pub const MOST_SEARCHED_AROUND_PINS: usize = 200;
    /// Maximum number of places for trying rows from several pins and in several widths.
    pub const FEW_IN_ROWS: usize = 300;
    /// Maximum number of pieces whose sides are decided before any is placed. More pairs would take too much memory.
    pub const MOST_BY_SIDES: usize = 300;
    /// Maximum number of places for trying other row widths in a sparse level.
    pub const MOST_SPARSE: usize = 400;
    /// Maximum number of places for a drawing in layers. The work grows with its square.
    pub const MOST_IN_LAYERS: usize = 3_000;
    /// Total number of places in all arrangements of sites.
    pub const SITES_TOGETHER: u64 = 4_000;
    /// Size of a drawing above which it keeps its courses, is not packed again, and is compacted less often.
    pub const LARGE_CELLS: u64 = 4_000_000;
    /// Maximum size of a drawing that grows around fixed places. Its map takes about 60 bytes per cell, so 16 million
    /// cells, as between pins in opposite corners of the largest level, would take a gigabyte.
    pub const MOST_GROWN_CELLS: u64 = 10_000_000;
}

/// Checking drawings.
pub mod legal {
    /// Side of the tiles that index things by position, in cells. Unmeasured.
    pub const TILE_CELLS: u64 = 16;
    /// Maximum number of tiles. Larger drawings use larger tiles. Unmeasured.
    pub const MOST_TILES: u64 = 1 << 16;
}

/// The lattice strategy: places in columns and rows, passages along lines.
pub mod lattice {
    /// Arrangements of sites without crossings, if some places have no given site. Unmeasured.
    pub const PLAIN_ATTEMPTS: u64 = 12;
    /// Arrangements of sites with crossings. Unmeasured.
    pub const CROSSING_ATTEMPTS: u64 = 6;
    /// Attempts that end as soon as passages keep pushing each other aside. A new arrangement works better than
    /// persistence.
    pub const EASY_ATTEMPTS: u64 = 5;
    /// Passages that later attempts route first after they were pushed aside too often. Unmeasured.
    pub const MOST_ROUTED_FIRST: usize = 3;
    /// Cells around the outermost places, if every cell has a line. Unmeasured.
    pub const OUTSKIRTS_CELLS: u32 = 12;
    /// Tracks between two lines of places in the first attempts. Unmeasured.
    pub const FIRST_TRACKS: u64 = 2;
    /// Tracks in the first attempt if the scale is constant and all places have sites, so that only routes can differ.
    /// Unmeasured.
    pub const FIRST_FIXED_TRACKS: u64 = 4;
    /// Attempts without crossings for each additional track. Unmeasured.
    pub const ATTEMPTS_A_TRACK: u64 = 2;
    /// Tracks in the first attempt with crossings. Each later attempt has one more. Unmeasured.
    pub const FIRST_CROSSING_TRACKS: u64 = 3;
    /// Tracks of the attempts without crossings if all places have sites. Unmeasured.
    pub const SITED_TRACKS: [u64; 3] = [3, 4, 6];
    /// Tracks of the attempts with crossings if all places have sites. Unmeasured.
    pub const SITED_CROSSING_TRACKS: [u64; 3] = [3, 5, 8];
}

/// Explanations of conflicts between passages.
pub mod conflict {
    /// Maximum number of parts to try when searching for the smallest that fails. Unmeasured.
    pub const MOST_TRIES: usize = 120;
    /// Percentage of the steps for trying parts. The rest is for finding a remedy. Unmeasured.
    pub const REDUCTION_PERCENT: u64 = 60;
    /// Maximum number of passages without a route that get their own message. Unmeasured.
    pub const MOST_NAMED: usize = 8;
    /// Attempts for a part before it counts as failed. Unmeasured.
    pub const ATTEMPTS: usize = 16;
    /// Sketches of a part before it counts as failed. Unmeasured.
    pub const SKETCHES: u64 = 4;
}

/// The lengths of passages.
pub mod lengths {
    /// Maximum number of passages that get their own warning; the rest share one. Unmeasured.
    pub const MOST_NAMED: usize = 3;
}

/// The wanted shape of a level. Costs are percentages of the level's cells.
pub mod outline {
    /// Distance of the start or goal from its side that costs nothing, in percent of the level. Unmeasured.
    pub const NEAR_PERCENT: u64 = 10;
    /// Cost per further percent of that distance. Unmeasured.
    pub const INSIDE_PERCENT: u64 = 2;
    /// Cost per percent by which places miss their mirror images. Unmeasured.
    pub const UNLIKE_PERCENT: u64 = 3;
    /// Cost of exceeding the bound. It outweighs all preferences together.
    pub const BEYOND_PERCENT: u64 = 150;
    /// Cost per percent beyond the bound. Unmeasured.
    pub const EXCESS_PERCENT: u64 = 8;
    /// Maximum cost of exceeding the bound. Unmeasured.
    pub const MOST_EXCESS_PERCENT: u64 = 550;
    /// Long side, in tenths of the short one, up to which a level of any aspect costs nothing. Unmeasured.
    pub const ANY_ASPECT_TENTHS: u64 = 16;
    /// Range of the long side, in tenths of the short one, that costs nothing in a wide or tall level. Unmeasured.
    pub const TWICE_TENTHS: (u64, u64) = (18, 26);
    /// Cost, in tenths of the short side, if the wrong side is the long one. It joins the cost of a square. Unmeasured.
    pub const NOT_LONG_TENTHS: u64 = 8;
    /// Long side, in tenths of the short one, up to which a square level costs nothing. Unmeasured.
    pub const SQUARE_TENTHS: u64 = 11;
    /// Cost per further tenth in a square level. Unmeasured.
    pub const STRETCHED_SQUARE: u64 = 2;
    /// Width to aim at, in percent of the height, for a square level or any aspect.
    pub const SQUARE_PERCENT: u64 = 100;
    /// Width to aim at, in percent of the height, for a wide level. It lies within `TWICE_TENTHS`. Unmeasured.
    pub const WIDE_PERCENT: u64 = 220;
    /// Width to aim at, in percent of the height, for a tall level. It lies within `TWICE_TENTHS`. Unmeasured.
    pub const TALL_PERCENT: u64 = 45;
    /// Range of the width to aim at, in percent of the height, for any aspect within a bound. Unmeasured.
    pub const BOUND_PERCENTS: (u64, u64) = (70, 140);

    /// The bound.
    pub mod bound {
        /// Maximum number of places named in the error. Unmeasured.
        pub const MOST_NAMED: usize = 4;
        /// Percentage of the bound that places may fill. More leaves too little for walls and passages.
        pub const FULL_PERCENT: u64 = 70;
    }

    /// Mirrored branches.
    pub mod mirror {
        /// Radius around a place that decides what it looks like, in passages. Unmeasured.
        pub const STEPS: usize = 6;
    }

    /// Shortfalls of a level from the wanted shape.
    pub mod shortfall {
        /// Minimum percentage of places that mirror each other without a note. Unmeasured.
        pub const ENOUGH_PERCENT: usize = 60;
        /// Distance from its side from which a place counts as far, in percent of the level. Unmeasured.
        pub const FAR_PERCENT: u32 = 20;
    }
}

/// Layouts around pins.
pub mod pinned {
    /// Percentage of the remaining steps for an attempt with the same pins. Unmeasured.
    pub const ATTEMPT_PERCENT: u64 = 70;
    /// Percentage of an attempt's steps that is kept for routes with crossings. Unmeasured.
    pub const CROSSING_PERCENT: u64 = 25;
    /// Percentage of the remaining steps for each method of arranging places. Unmeasured.
    pub const METHOD_PERCENT: u64 = 50;
    /// Steps of one search for routes around pins. Unmeasured.
    pub const SEARCH_STEPS: u64 = 120_000_000;
    /// Steps of that search if an arrangement is already known. Unmeasured.
    pub const COMPARED_STEPS: u64 = 20_000_000;
    /// Minimum number of steps for an attempt with fewer pins. Unmeasured.
    pub const LEAST_STEPS: u64 = 7_000_000;
    /// Numbers of the attempts without crossings for the same pins. Unmeasured.
    pub const PLAIN_ATTEMPTS: std::ops::Range<u64> = 0..4;
    /// Numbers of the attempts with crossings, after those without. Unmeasured.
    pub const CROSSING_ATTEMPTS: std::ops::Range<u64> = 4..8;
    /// Cells by which the distance of sites grows with each attempt. Unmeasured.
    pub const WIDER_CELLS: i32 = 2;
    /// Cells between places when routes have little room. Unmeasured.
    pub const NARROW_ROUTE_CELLS: i32 = 1;
    /// Maximum distance of a place from its preferred cell, in cells. Unmeasured.
    pub const MOST_ASIDE_CELLS: i32 = 600;
    /// Comparisons of a position with a place for each step of work. Unmeasured.
    pub const POSITIONS_A_STEP: u64 = 4;

    /// Drawings that are moved to pins.
    pub mod drawn {
        /// Number of crossing-free drawings, moved to the pins, after which the comparison ends. Unmeasured.
        pub const MOST_PLAIN: usize = 2;
        /// Distances of sites to try, in percent of the usual distance. Unmeasured.
        pub const PERCENTS: [i32; 6] = [200, 400, 100, 800, 140, 1600];
        /// Steps of the search for routes, in all drawings together. Unmeasured.
        pub const DRAWN_STEPS: u64 = 120_000_000;
    }
}

/// Routing along lines: rip-up and reroute.
pub mod routes {
    /// Maximum number of routes laid per passage before the rest is given up. Unmeasured.
    pub const TRIES_PER_PASSAGE: usize = 6;
    /// Times a route may be pushed aside before it is given up. Unmeasured.
    pub const MOST_PUSHES: u32 = 7;
    /// Times a route may be pushed aside if routes may cross. Unmeasured.
    pub const MOST_PUSHES_TO_CROSS: u32 = 30;
    /// Maximum number of routes pushed aside per passage if routes may cross. Unmeasured.
    pub const TRIES_TO_CROSS: usize = 6;
    /// Maximum number of nodes of a routing field: intersections of lines. Unmeasured.
    pub const MOST_NODES: usize = 2_000_000;
    /// Maximum number of times that the patience doubles, once for each passage that is routed first. Unmeasured.
    pub const MOST_DOUBLINGS: usize = 2;
    /// Steps of work to build a node of a routing field. Unmeasured.
    pub const STEPS_A_FIELD_NODE: u64 = 4;

    /// Routes around places that lie anywhere.
    pub mod around {
        /// Cells around everything for routes that go around it. Unmeasured.
        pub const OUTSKIRTS_CELLS: u32 = 8;
        /// Distance from a place within which every cell has a line, in cells, if places lie far apart. Unmeasured.
        pub const NEAR_CELLS: u32 = 32;
    }

    /// Routes that are pushed aside.
    pub mod field {
        /// Cost of each node that touches a route to be pushed aside. Unmeasured.
        pub const PUSHING: u32 = 600;
        /// Additional cost for each time that route was pushed before, so that two routes do not alternate forever.
        pub const PUSHING_AGAIN: u32 = 200;
        /// Cost of a route that must stay. It outweighs all others together.
        pub const STAYING: u32 = 1 << 24;
    }

    /// The search for a route.
    pub mod search {
        /// Cost of a turn, in tenths of a cell. Unmeasured.
        pub const TURN: u32 = 24;
        /// Cost of a node next to its own place, where the route would look like part of that place. Unmeasured.
        pub const TOUCHING: u32 = 40;
        /// Cost of crossing another route. Unmeasured.
        pub const CROSSING: u32 = 300;
        /// Steps of work to expand a node. Unmeasured.
        pub const STEPS_A_NODE: u64 = 40;
    }

    /// Straight routes between neighbours.
    pub mod straight {
        /// Maximum number of grid positions per place. Unmeasured.
        pub const MOST_POSITIONS_PER_PLACE: usize = 64;
    }
}

/// Sites on the lattice. Costs are in tenths of a site.
pub mod sites {
    /// Arrangements compared in a batch. Unmeasured.
    pub const ORDERS: u64 = 4;
    /// Arrangements compared in a batch if a shape is wanted. Unmeasured.
    pub const SHAPED_ORDERS: u64 = 6;
    /// Maximum number of batches while the best arrangement has crossings. Unmeasured.
    pub const BATCHES: u64 = 3;
    /// Cost per site of a passage's length. Unmeasured.
    pub const STEP: u32 = 10;
    /// Cost of a passage that is not straight. Unmeasured.
    pub const BENT: u32 = 14;
    /// Cost per place on the line of a straight passage. Unmeasured.
    pub const BLOCKED: u32 = 25;
    /// Cost of a site next to an unrelated place, and again for each neighbour of it without a site. Unmeasured.
    pub const CROWDED: u32 = 4;
    /// Cost of crossing a passage. Unmeasured.
    pub const CROSSED: u32 = 80;
    /// Radius of the first diamond around neighbours that is searched for a vacant site, in sites. Unmeasured.
    pub const FIRST_REACH: i32 = 3;
    /// Length up to which a straight passage is checked for places on its line, in sites. Unmeasured.
    pub const MOST_CHECKED: u32 = 8;
    /// Length up to which the cost of a passage grows with its square, in sites. Unmeasured.
    pub const LONG: u32 = 6;
    /// Length above which the cost of a passage is constant, in sites. It prevents overflow.
    pub const MOST_LENGTH: u32 = 1_000;
    /// Steps of work to rate a site. Unmeasured.
    pub const STEPS_A_SITE: u64 = 30;
    /// Additional steps of work per neighbour. Unmeasured.
    pub const STEPS_A_NEIGHBOUR: u64 = 4;

    /// The flow from start to goal.
    pub mod flow {
        /// Cost of a passage that leads backwards. Unmeasured.
        pub const BACK: u32 = 4;
        /// Cost of a passage that leads sideways. Unmeasured.
        pub const ASIDE: u32 = 1;
        /// Cost per site by which others lie farther out than the start or the goal. Unmeasured.
        pub const INSIDE: u32 = 1;
        /// Number of sites above which that cost is constant. It prevents overflow.
        pub const MOST_INSIDE: i32 = 1_000;
    }

    /// Removal of crossings one by one.
    pub mod improve {
        /// Sweeps over all places. Unmeasured.
        pub const SWEEPS: u32 = 3;
        /// Maximum distance of a place from its neighbours, in sites. Unmeasured.
        pub const REACH: i32 = 3;
    }

    /// Orientation towards the wanted shape.
    pub mod orient {
        /// Cost per site by which others lie farther out than the start or the goal. Unmeasured.
        pub const INSIDE: u32 = 70;
        /// Cost per site by which places miss their mirror images. Unmeasured.
        pub const UNLIKE: u32 = 6;
        /// Number of places that are put down before the aspect of the shape matters. Unmeasured.
        pub const FREE_ASPECT_PLACES: usize = 5;
        /// Number of sites above which the cost `INSIDE` is constant. It prevents overflow.
        pub const MOST_INSIDE: i32 = 1_000;
        /// Number of sites above which the cost `UNLIKE` is constant. It prevents overflow.
        pub const MOST_UNLIKE: u32 = 1_000;
        /// Maximum cost of the aspect while places are put down. It prevents overflow.
        pub const MOST_STRETCHED: u32 = 10_000;
    }

    /// The index of taken sites.
    pub mod taken {
        /// Half the side of the square around (0, 0) that is stored as a table, in sites. Each order of places clears a
        /// table of its own, so it is small. Unmeasured.
        pub const HALF_SIDE: i32 = 24;
    }

    /// Tidying a drawing.
    pub mod tidy {
        /// Rounds of joining columns and rows and of moving places. Unmeasured.
        pub const ROUNDS: u32 = 16;
        /// Cost by which a move may worsen the arrangement in the first round. Unmeasured.
        pub const THRESHOLD: i64 = 60;
        /// Moves tried per place and round. Unmeasured.
        pub const MOVES: usize = 60;
        /// Maximum distance of a new site from a neighbour along each axis, in sites. Unmeasured.
        pub const REACH: i32 = 2;
        /// Steps of work to try a move. Unmeasured.
        pub const STEPS_A_MOVE: u64 = 8;
    }
}

/// The sizes of places.
pub mod sizes {
    /// Part of a cave's reach that is rarely floor, as a divisor. Unmeasured.
    pub const UNLIKELY_PART: u32 = 4;
}

/// The conversion of sites to cells.
pub mod spacing {
    /// Maximum width and height of a level on a lattice, in cells. Unmeasured.
    pub const MOST_CELLS: i64 = 16_384;
}

/// Layouts that start from an earlier one.
pub mod previous_layout {
    /// Factors by which places are spread apart, in halves, in the order of tries. Unmeasured.
    pub const STRETCHED: [i32; 4] = [3, 4, 5, 7];
    /// Steps of all tries. Unmeasured.
    pub const STEADY_STEPS: u64 = 60_000_000;
    /// Percentage of pairs of places that must keep their sides for a layout to count as held. Unmeasured.
    pub const HELD_PERCENT: usize = 75;

    /// Recognition of places.
    pub mod matching {
        /// Radius around a place up to which its surroundings are compared, in passages. Unmeasured.
        pub const SURROUNDINGS: usize = 4;
        /// Maximum number of pairs of places to compare. Unmeasured.
        pub const MOST_PAIRS: usize = 4_000_000;
    }
}

/// Compaction and packing.
pub mod compact {
    /// Drawings grown around fixed places that are compared. Unmeasured.
    pub const MOST_GROWN: u64 = 4;
    /// Rounds of packing new places around a held layout. Unmeasured.
    pub const HELD_PACKED: u64 = 40;

    /// Comparison of arrangements.
    pub mod arrange {
        /// Share of the level covered by places below which it is sparse and laid out again, in percent. Unmeasured.
        pub const SPARSE_PERCENT: u64 = 33;
        /// Passages of one place from which a mission is tried in rows. Unmeasured.
        pub const MANY_PASSAGES: usize = 24;
        /// Row lengths tried for the wanted shape. Unmeasured.
        pub const MOST_LENGTHS: usize = 4;
        /// Row widths tried if a level is sparse, in percent. Unmeasured.
        pub const OTHER_PERCENTS: [u64; 2] = [40, 250];
        /// Times places are packed again if the level exceeds its bound. Unmeasured.
        pub const BOUND_TRIES: u64 = 8;
        /// Factor on the rounds of each of these times. Unmeasured.
        pub const BOUND_ROUNDS: u64 = 6;
        /// Size above which a packed drawing is not compacted again, in cells. Hardly anything moves there.
        pub const SETTLED_CELLS: u64 = 1_000_000;
    }

    /// Bouts of packing.
    pub mod bouts {
        /// Minimum number of rounds of a bout. Unmeasured.
        pub const LEAST_PACKED: u64 = 10;
        /// Additional rounds of a bout, divided by the number of places. Unmeasured.
        pub const PACKED_TOGETHER: u64 = 400;
        /// Factor on rounds around pins, kept places and groups. They leave fewer choices, and are rarer.
        pub const HELD_EFFORT: u64 = 3;
        /// Rounds in a row without a better drawing after which a bout ends. Bouts of vast missions go on.
        ///
        /// Measured on 120 levels of each example: *Iron catacombs* takes 0.45 times as long and costs 1.3 percent
        /// more, *Cyclic dungeon* 0.85 times and 2 percent, *First lock* 0.89 times and 0.5 percent. The 600 graphs
        /// have shorter bouts. With 30 rounds, *Cyclic dungeon* takes 0.71 times as long and costs 6 percent more.
        pub const MOST_IDLE_ROUNDS: u64 = 50;
        /// Maximum number of bouts. Unmeasured.
        pub const MOST_BOUTS: u32 = 8;
        /// Improvement of the level, in percent, for which another bout follows.
        ///
        /// Measured on the 600 graphs: with 6, levels cost 0.4 percent more and take 0.95 times as long. With 3, they
        /// cost 0.2 percent less and take 1.03 times as long.
        pub const WORTH_PERCENT: u64 = 4;
        /// Minimum number of rounds of a bout in a vast mission. Unmeasured.
        pub const LEAST_PACKED_OF_VAST: u64 = 100;
        /// Places per round of a bout in a vast mission. Unmeasured.
        pub const PLACES_A_ROUND: u64 = 2;
        /// Maximum number of idle bouts in a row in a vast mission. Unmeasured.
        pub const MOST_IDLE_BOUTS: u32 = 2;
        /// Improvement of a vast level, in percent, below which a bout is idle. Unmeasured.
        pub const WORTH_VAST_PERCENT: u64 = 1;
        /// Steps per place of a vast mission. Unmeasured.
        pub const VAST_STEPS_A_PLACE: u64 = 400_000;
    }

    /// Compaction.
    pub mod compactor {
        /// Maximum number of rounds of compaction along rows and columns. Unmeasured.
        pub const MOST_ROUNDS: usize = 4;
        /// Maximum number of rounds for large drawings. Unmeasured.
        pub const MOST_LARGE_ROUNDS: usize = 2;
        /// Factor on rounds if a shape or lengths are wanted, because fewer positions are suitable.
        pub const SHAPED_EFFORT: u64 = 2;
        /// Factor on rounds if most places are rooms, because passages enter those only through sockets.
        pub const ROOMS_EFFORT: u64 = 4;
        /// Steps of a compaction. Unmeasured.
        pub const COMPACTION_STEPS: u64 = 60_000_000;
        /// Steps of the compaction of a vast mission. Unmeasured.
        pub const VAST_COMPACTION_STEPS: u64 = 120_000_000;
    }

    /// Passage lengths in the constraint graph.
    pub mod lengths {
        /// Weight of each cell beyond a passage's maximum length. Unmeasured.
        pub const TOO_LONG: i64 = 16;
        /// Additional weight per place, so that such a cell costs more than a column of the level.
        pub const TOO_LONG_A_PLACE: i64 = 2;
        /// Maximum number of passes that lengthen passages. Unmeasured.
        pub const MOST_PASSES: usize = 12;
        /// Maximum number of passages that are lengthened alone if that is impossible together. Unmeasured.
        pub const MOST_ALONE: usize = 8;
    }

    /// Levels that are moved to pins.
    pub mod pin_alignment {
        /// Maximum number of pinned places at which rows may begin. Unmeasured.
        pub const MOST_BEGINNINGS: usize = 3;
        /// Row widths to try, in percent of the height. Unmeasured.
        pub const WIDE_PERCENTS: [u64; 6] = [50, 200, 30, 330, 70, 140];
        /// Length of the first row, in percent of the distance of its pinned place from the corner. Unmeasured.
        pub const NEAR_PERCENT: u64 = 85;
        /// Expected distances after compaction, in percent of those in rows. Unmeasured.
        pub const SLID_PERCENT: i64 = 70;
        /// Size of a level moved to its pins, in percent of the unpinned level, up to which nothing is packed again.
        /// Unmeasured.
        pub const AS_IT_WAS_PERCENT: u64 = 115;
        /// Size up to which nothing else is tried, in percent. Unmeasured.
        pub const LARGER_PERCENT: u64 = 130;
        /// Range of row widths that are fitted to a pinned place, in percent of the height. Unmeasured.
        pub const FITTING_PERCENTS: (u64, u64) = (5, 2_000);
    }

    /// Repeated packing of places.
    pub mod pack {
        /// Maximum cost of a course to search for, in addition to a multiple of a straight course. Unmeasured.
        pub const MOST_COST: u32 = 500;
        /// Chance that a branch is packed again, in percent, if there is one. Unmeasured.
        pub const BRANCH_PERCENT: u32 = 30;
        /// Chance that a body is flipped along each axis, in percent. Unmeasured.
        pub const FLIP_PERCENT: u32 = 30;
        /// Steps of work per further place of a body. Unmeasured.
        pub const STEPS_A_PLACE: u64 = 200;
        /// Ten-thousandths by which a step may worsen a level of `THRESHOLD_PLACES` places in the first round.
        /// Unmeasured.
        pub const THRESHOLD: u64 = 300;
        /// Size of that level, in places. A step matters less in larger levels. Unmeasured.
        pub const THRESHOLD_PLACES: u64 = 25;

        /// The effort for placing one place.
        #[derive(Clone, Copy)]
        pub struct PlacingBudget {
            /// Maximum number of free positions from which a passage finds no route.
            pub dead_ends: usize,
            /// Cells examined in the search for a course.
            pub looks: u32,
            /// Maximum cost of a course, as a multiple of a straight one.
            pub times: u32,
            /// Maximum cost of a route around obstacles.
            pub reach_cost: u32,
            /// Cells examined in the search for that route.
            pub reach_looks: u32,
            /// `true` if passages may lead around obstacles. This is slow, and rare in small missions.
            pub goes_around: bool,
            /// `true` if all places still to come must stay reachable from outside.
            pub stays_open: bool,
        }

        /// The effort if everything else stays in place. Unmeasured.
        pub const PACKING: PlacingBudget = PlacingBudget {
            dead_ends: 2,
            looks: 160,
            times: 2,
            reach_cost: 4_000,
            reach_looks: 3_000,
            goes_around: false,
            stays_open: false,
        };
        /// The effort if other places are still to come. Unmeasured.
        pub const GROWING: PlacingBudget = PlacingBudget {
            dead_ends: 10,
            looks: 6_000,
            times: 8,
            reach_cost: 10_000,
            reach_looks: 12_000,
            goes_around: true,
            stays_open: false,
        };
        /// The effort if these must lie outside, because most positions enclose something.
        pub const GROWING_OUTWARD: PlacingBudget =
            PlacingBudget { dead_ends: 40, stays_open: true, ..GROWING };
        /// Steps of work to try a position of one place. Unmeasured.
        pub const STEPS_A_POSITION: u64 = 40;
        /// Cells around a core in which routes must find a way out: a route with a wall on either side.
        pub const ROUTE_CELLS: u32 = 3;
        /// Distance from the middle up to which places are packed, in percent of the side of a square that holds them.
        /// Unmeasured.
        pub const ROOM_PERCENT: u32 = 75;
        /// Additional cells of that distance. Unmeasured.
        pub const ROOM_CELLS: u32 = 8;

        /// Positions at the end of a route.
        pub mod around {
            /// Cost above the best position up to which others are tried. Unmeasured.
            pub const ALTERNATIVES: u64 = 60;
            /// Maximum number of cells examined to check for room. Unmeasured.
            pub const MOST_CELLS_LOOKED_AT: u64 = 200_000;
            /// Cells examined per step of work. Unmeasured.
            pub const CELLS_A_STEP: u64 = 4;
        }

        /// Positions next to neighbours.
        pub mod beside {
            /// Cells by which passages are tried longer than necessary. Unmeasured.
            pub const LONGER: [i32; 3] = [0, 1, 3];
            /// Cells that a passage runs straight before it turns. Unmeasured.
            pub const BEFORE_TURN: [i32; 4] = [1, 2, 4, 7];
            /// Maximum length of a passage between neighbours beyond its minimum, in cells. Unmeasured.
            pub const MOST_CELLS: i32 = 48;
        }

        /// Ratings of positions.
        pub mod candidates {
            /// Cost per cell of a position's passage. Unmeasured.
            pub const CELL: u64 = 8;
            /// Cost per turn of its passage. Unmeasured.
            pub const TURN: u64 = 20;
            /// Cost per cell of distance to other neighbours. Unmeasured.
            pub const OTHER_CELL: u64 = 8;
            /// Cost per cell of distance to the middle of everything. Unmeasured.
            pub const OFF_MIDDLE: u64 = 1;
            /// Maximum random cost. Unmeasured.
            pub const CHANCE: u64 = 30;
            /// Distance between positions that are tried anywhere, in cells. Unmeasured.
            pub const EVERY_CELLS: u32 = 3;
            /// Steps of work to rate a position. Unmeasured.
            pub const STEPS_A_RATING: u64 = 10;
        }

        /// The choice of bodies.
        pub mod choice {
            /// Maximum number of bodies packed again at once. Unmeasured.
            pub const MOST_TAKEN: u32 = 5;
            /// Maximum number of bodies packed again at once in a vast mission. Unmeasured.
            pub const MOST_TAKEN_OF_VAST: u32 = 3;
            /// Chance that the first body is one at the edge of everything, in percent. Unmeasured.
            pub const AT_EDGE_PERCENT: u32 = 60;
            /// Chance that the first body has the longest passage, in percent, in a vast mission. Unmeasured.
            pub const LONG_PERCENT: u32 = 60;
            /// Bodies compared to find the one with the longest passage. Unmeasured.
            pub const COMPARED: usize = 5;
            /// Number of bodies in the level for each further body that is packed again at once. Unmeasured.
            pub const LEFT_A_TAKEN: u32 = 3;
        }

        /// Growth of a drawing.
        pub mod grow {
            /// Times places may be removed again. Unmeasured.
            pub const TAKEN_UP: usize = 12;
            /// Additional times per place. Unmeasured.
            pub const TAKEN_UP_A_PLACE: usize = 2;
        }
    }

    /// Ratings of drawings.
    pub mod rating {
        /// Cost per cell beyond a passage's maximum length. Unmeasured.
        pub const TOO_LONG: u64 = 60;
        /// Cost per cell of a passage, in cells of the level. Unmeasured.
        pub const CELL: u64 = 3;
        /// Cost per turn of a passage, in cells of the level. Unmeasured.
        pub const TURN: u64 = 20;
    }

    /// Places that are packed by their outlines.
    pub mod nest {
        /// Rounds of compaction before and after places are packed. More do not make levels smaller: measured on 60
        /// levels each of two grammars, where four rounds gave the same sizes as one.
        pub const ROUNDS: usize = 1;
        /// Maximum number of rounds of packing. Each takes several times as long as with rectangles, so there are
        /// few. Measured on 60 levels of six places: 868 cells per place, and 895 with 16 rounds.
        pub const PACKED: u64 = 30;
        /// Rounds in a row without a better drawing after which packing ends.
        pub const MOST_IDLE: u64 = 20;
        /// Cells around everything for passages that find no exit straight ahead. Unmeasured.
        pub const OUTSKIRTS_CELLS: u32 = 4;
    }

    /// Passages that are routed again.
    pub mod reroute {
        /// Cells around everything for courses that go around it. Unmeasured.
        pub const OUTSKIRTS_CELLS: u32 = 4;
    }

    /// Rows of sites.
    pub mod rows_of_sites {
        /// Factor by which a level without bridges may be larger than one with bridges.
        ///
        /// Measured on 60 random missions of 14 to 40 places with sites: trees, combs, cycles and others. Up to 30
        /// places, levels without bridges are at most 5.2 times as large. At 40 places, sites in random order make
        /// them 8 to 100 times as large.
        pub const DETOUR: u64 = 6;
        /// Maximum number of times passages change sides of the curve. The level has about twice its square in cells.
        /// Unmeasured.
        pub const MOST_CHANGES: usize = 1_000;
        /// Maximum if no level with bridges exists: 3,000 changes take 20 million cells and 1.5 seconds.
        pub const MOST_CHANGES_WITHOUT_BRIDGES: usize = 3_000;
        /// Size of a drawing above which no others are compared, in cells. Unmeasured.
        pub const ONCE_CELLS: u64 = 1_000_000;
    }

    /// The network simplex.
    pub mod simplex {
        /// Simplex iterations that take as long as one step of work.
        pub const SIMPLEX_STEPS_A_STEP: u64 = 2;
        /// Maximum number of comparisons to find the earliest positions: a tenth of a second.
        pub const MOST_COMPARED: usize = 60_000_000;
    }

    /// One pass of compaction along one axis.
    pub mod row_compaction {
        /// Weight of a cell of a passage. Unmeasured.
        pub const LENGTH: i64 = 16;
        /// Weight of a cell between a door and the middle of its side. Unmeasured.
        pub const ASIDE: i64 = 4;
        /// Weight of a column of the level for each place. Unmeasured.
        pub const WIDTH_A_PLACE: i64 = 1;
        /// Weight per cell by which a place is too far from its side. Unmeasured.
        pub const OFF_SIDE: i64 = 3 * LENGTH;
        /// Divisor of the level's extent that gives the distance up to which a place is near its side. Unmeasured.
        pub const NEAR_SIDE: i32 = 32;
        /// Minimum number of cells between two crossings of a passage. Unmeasured.
        pub const BETWEEN_CROSSINGS: i32 = 3;
        /// Distance beyond which bars need not avoid the ground of places, in cells. Unmeasured.
        pub const FAR_CELLS: u32 = 40;
        /// Maximum number of steps of a pass. Unmeasured.
        pub const MOST_STEPS: u64 = 4_000_000;
        /// Steps of work to build a gap of the constraint graph. Unmeasured.
        pub const STEPS_A_GAP: u64 = 8;
    }

    /// Growth of groups.
    pub mod rigid_groups {
        /// Steps for growing groups together. Unmeasured.
        pub const GROWTH_STEPS: u64 = 5_000_000;
        /// Cells between groups and other places during growth, which leave room for passages. Unmeasured.
        pub const GROWTH_GAP: i32 = 4;
    }

    /// Rows separated by bays.
    pub mod bays {
        /// Width of rows, in percent of the wanted width. Compaction moves places of a row closer together than rows.
        pub const SLACK_PERCENT: u64 = 150;
        /// Maximum number of side changes of passages. Work grows with its square: at 4,000, lanes take 300 MB.
        pub const MOST_CHANGES: usize = 4_000;

        /// Exits of places in rows. Costs are only compared with each other.
        pub mod exits {
            /// Distance between ports on a side that passages can use at the same time, in cells. Unmeasured.
            pub const PORT_CELLS: i32 = 2;
            /// Costs of leaving a place along its row, by the part of its outline with the port. Unmeasured.
            pub const TO_NEXT: [i32; 5] = [400, 0, 200, 600, 1000];
            /// Costs of leaving a place to the bay, by the part of the outline with the port. Unmeasured.
            pub const TO_BAY: [i32; 5] = [800, 300, 0, 300, 800];
            /// Costs of leaving a place to the other side of the curve, by the part with the port. Unmeasured.
            pub const TO_BACK: [i32; 6] = [1100, 300, 0, 0, 300, 1100];
            /// Maximum number of port choices for all passages of a place. Unmeasured.
            pub const MOST_CHOICES: usize = 2_000_000;
            /// Minimum number of following ports to try. Unmeasured.
            pub const LEAST_TRIED: usize = 4;
            /// Cost of leading around another part of the outline. Unmeasured.
            pub const AROUND: i32 = 800;
        }

        /// Rows.
        pub mod rows {
            /// Height of an empty bay, in cells. Unmeasured.
            pub const BAY_CELLS: i32 = 3;
        }
    }
}

/// The cell router of compaction. Costs are in tenths of a cell.
pub mod router {
    /// Cost of a turn. Unmeasured.
    pub const TURN: u32 = 30;
    /// Cost of a cell next to one of the course's own places. Unmeasured.
    pub const TOUCHING: u32 = 12;
    /// Cost of a cell on the ground of another place. Unmeasured.
    pub const INTRUDING: u32 = 8;
    /// Cost of a cell where a course is narrower than its width. Unmeasured.
    pub const NARROW: u32 = 4;
    /// Cost per cell between a door and the middle of its side. Unmeasured.
    pub const ASIDE: u32 = 2;
    /// Steps of work to expand a cell. Unmeasured.
    pub const STEPS_A_CELL: u64 = 25;
    /// Cells marked one by one in a step of work. Unmeasured.
    pub const CELLS_A_STEP: usize = 4;
    /// Cells marked row by row in a step of work. Unmeasured.
    pub const CELLS_OF_ROWS_A_STEP: usize = 8;
    /// Visited states after which their work is counted, because each count passes through all shares. Unmeasured.
    pub const COUNTED_AT_ONCE: u64 = 1_024;

    /// The state of a search.
    pub mod arrivals {
        /// Maximum limit of a search. Costs are packed into 29 bits.
        pub const MOST_LIMIT: u32 = 1 << 28;
    }
}

/// Doorways: groups of places that share walls.
pub mod doorways {
    /// Steps of one search that assembles groups. Unmeasured.
    pub const DOORWAY_STEPS: u64 = 400_000_000;
    /// Steps of one search that arranges groups and other places without pins. Four times as many find nothing better.
    pub const WHOLE_STEPS: u64 = 30_000_000;
    /// Percentage of a layout's steps for settling doorways. Part of the rest explains failures.
    pub const SETTLING_PERCENT: u64 = 80;
    /// Percentage of the remaining steps for an arrangement without pins, if others follow. Unmeasured.
    pub const UNPINNED_PERCENT: u64 = 40;
    /// Percentage for the first arrangement with pins. Unmeasured.
    pub const FIRST_PERCENT: u64 = 85;
    /// Percentage for another arrangement that should meet the bound. Unmeasured.
    pub const BOUND_PERCENT: u64 = 50;
    /// Percentage for groups that other passages lead around. Unmeasured.
    pub const LOOSE_PERCENT: u64 = 60;
    /// Percentage for each arrangement of rigid groups, if one with more corridors may follow. Unmeasured.
    pub const GROUPS_PERCENT: u64 = 80;
    /// Percentage of these for assembling groups. Unmeasured.
    pub const TOGETHER_PERCENT: u64 = 70;
    /// Percentage for arranging groups and other places. Some may have to be arranged again.
    pub const WHOLE_PERCENT: u64 = 60;
    /// Minimum number of steps for a further try. Unmeasured.
    pub const LEAST_STEPS: u64 = 10_000_000;
    /// Times a level that exceeds its bound is arranged again. Unmeasured.
    pub const MOST_BOUND_TRIES: u64 = 12;

    /// Explanations of failed doorways.
    pub mod conflict {
        /// Maximum number of parts of the doorways to try. Unmeasured.
        pub const MOST_PARTS: usize = 60;
        /// Decisions per part. Unmeasured.
        pub const PART_DECISIONS: u64 = 1_000;
        /// Steps for all parts. Unmeasured.
        pub const PARTS_STEPS: u64 = 30_000_000;
        /// Decisions to prove that no arrangement exists. Unmeasured.
        pub const CERTAINTY_DECISIONS: u64 = 100_000;
        /// Maximum number of doorways named. Unmeasured.
        pub const MOST_NAMED: usize = 12;
    }

    /// Groups.
    pub mod group {
        /// Times places are assembled by each of the two methods. Unmeasured.
        pub const TRIES: u64 = 12;
        /// Maximum number of groups compared. Unmeasured.
        pub const MOST_COMPARED: usize = 6;
        /// Cost per cell of a passage, in cells of the group. Unmeasured.
        pub const CELL: u64 = 3;
    }

    /// Groups that hold pins.
    pub mod holder {
        /// Steps for holding pins. Unmeasured.
        pub const HOLDING_STEPS: u64 = 120_000_000;
        /// Percentage of the remaining steps for each method of holding them. The rest is for the group without pins.
        pub const HOLDING_PERCENT: u64 = 40;
        /// Doorways from a changed pin within which places may move, before all places may. Unmeasured.
        pub const MOST_MOVED_STEPS: usize = 4;
    }

    /// Assembly of pieces.
    pub mod jigsaw {
        /// Number of attempts by sides that the steps always allow. Unmeasured.
        pub const LEAST_BY_SIDES: u64 = 3;
        /// Number of attempts piece by piece that the steps always allow. Unmeasured.
        pub const LEAST_PLACINGS: u64 = 12;
        /// Cells between pieces that no doorway joins, for each attempt. They leave room for other passages.
        /// Unmeasured.
        pub const CLEARANCES: [u32; 8] = [1, 3, 1, 3, 5, 7, 9, 12];
        /// Room for the pieces in each attempt, in tenths of the cells they fill; `None` for as much as they can need.
        /// Unmeasured.
        pub const ROOMS: [Option<u64>; 6] = [Some(15), Some(20), Some(30), None, Some(45), None];
        /// Multiple of the pieces' cells above which an arrangement is sparse. Unmeasured.
        pub const SPARSE: u64 = 2;
        /// Number of the attempt that proves if an arrangement exists. Unmeasured.
        pub const PROOF_ATTEMPT: u64 = 7;
        /// Decisions of that attempt. Unmeasured.
        pub const PROOF_DECISIONS: u64 = 10_000;
        /// Decisions of the first attempt. Each later attempt gets that many more. Unmeasured.
        pub const DECISIONS: u64 = 300;
        /// Additional decisions per piece. Unmeasured.
        pub const DECISIONS_A_PIECE: u64 = 5;
        /// Cells for a closer arrangement, in percent of the best one. Unmeasured.
        pub const CLOSER_PERCENT: u64 = 88;
        /// Cells for a closer arrangement, in percent of the best one, if that is sparse. Unmeasured.
        pub const CLOSER_SPARSE_PERCENT: u64 = 70;
        /// Decisions for a closer arrangement, in percent of those of the first attempt. Unmeasured.
        pub const CLOSER_EFFORT_PERCENT: u64 = 50;
        /// Factor on these decisions if the best arrangement is sparse. Unmeasured.
        pub const CLOSER_SPARSE_EFFORT: u64 = 6;
    }

    /// Groups among other places.
    pub mod loose {
        /// Steps for assembling groups, in all tries. Unmeasured.
        pub const LOOSE_STEPS: u64 = 100_000_000;
        /// Percentage of all steps for tries. The rest packs the best result. Unmeasured.
        pub const TRIES_PERCENT: u64 = 70;
        /// Times groups are assembled. In some assemblies, no passage can get past another.
        pub const MOST_TRIES: u64 = 8;
        /// Maximum number of arrangements compared. Unmeasured.
        pub const MOST_GROWN: usize = 3;
    }

    /// Placing piece by piece.
    pub mod placing {
        /// Tries of a search. Unmeasured.
        pub const PATIENCE: usize = 800;
        /// Additional tries per piece. Unmeasured.
        pub const PATIENCE_A_PIECE: usize = 60;
        /// Additional tries that a placed piece costs; a failed position costs one. Unmeasured.
        pub const PLACING: usize = 6;
        /// Maximum number of pieces in a look-ahead. Unmeasured.
        pub const LOOK_AHEAD: usize = 48;
        /// Steps of work to examine one position. Unmeasured.
        pub const STEPS_A_SPOT: u64 = 250;

        /// The choice of the next piece.
        pub mod order {
            /// Cost per cell by which a piece is out of line with a neighbour. Unmeasured.
            pub const CROOKED: i64 = 1;
        }
    }

    /// Deciding the sides of pieces.
    pub mod sides {
        /// Decisions after which the first search restarts. Each later search gets a tenth more. Unmeasured.
        pub const DECISIONS: u64 = 60;
        /// Additional decisions per piece. Unmeasured.
        pub const DECISIONS_A_PIECE: u64 = 2;
        /// Weight of chance against the guiding drawing in each search, in percent. Unmeasured.
        pub const CHANCES: [u64; 4] = [0, 60, 120, 180];
        /// Divisor of the decisions of a search that gives the additional decisions of the next one. Unmeasured.
        pub const RESTART_SHARE: u64 = 10;
        /// Percentage of each weight that is left after a restart. Unmeasured.
        pub const REMEMBERED_PERCENT: u64 = 90;

        /// The search over sides.
        pub mod descent {
            /// Steps of work to examine two pieces. Unmeasured.
            pub const STEPS_A_PAIR: u64 = 12;
        }

        /// The drawing that guides the search.
        pub mod guide {
            /// Times all pieces move to their preferred positions, plus one for every two pieces. Unmeasured.
            pub const ROUNDS: usize = 12;
            /// Steps of work per pair of pieces and round. Unmeasured.
            pub const STEPS_A_PAIR: u64 = 4;
        }
    }
}

/// Kept places.
pub mod frozen {
    /// Arrangements tried before all places return to their old positions. Unmeasured.
    pub const MOST_ROUNDS: u64 = 5;
    /// Percentage of the remaining steps for each of them. Unmeasured.
    pub const ROUND_PERCENT: u64 = 50;
    /// Maximum number of places that a note names. Unmeasured.
    pub const MOST_NAMED: usize = 4;

    /// Arrangements in the corner of the level.
    pub mod corner {
        /// Steps for arranging places in the corner. Unmeasured.
        pub const CORNER_STEPS: u64 = 60_000_000;
    }
}

/// Layers: drawings in rows without crossings.
pub mod layers {
    /// Row widths to try, in quarters of the estimate. Unmeasured.
    pub const WIDTHS: [u64; 4] = [2, 4, 8, 16];
    /// Amounts of room in rows to try, in quarters of the estimate. Unmeasured.
    pub const ROOM: [i32; 4] = [4, 5, 7, 10];
    /// Cells between neighbours in the estimated width of a row. Unmeasured.
    pub const BETWEEN_CELLS: u32 = 4;

    /// Exits of a place.
    pub mod escape {
        /// Maximum number of ports of a place for trying several assignments. Unmeasured.
        pub const MOST_TRIED: usize = 24;
        /// Cost of leading around a side of the core, multiplied by the square of the number of sides. It outweighs the
        /// distance of a port from the middle of its side.
        pub const AROUND: u32 = 1_000;
    }

    /// Ratings of drawings.
    pub mod drawing {
        /// Cells added to width and height, so that the aspect of small drawings matters little. Unmeasured.
        pub const SMALL_CELLS: i32 = 40;
        /// Weight of a square drawing's area. Each multiple of the short side in the long one adds 1. Unmeasured.
        pub const SQUARE: u64 = 3;
    }
}

/// Sketches: passages without crossings around places whose sites are given.
pub mod sketch_routing {
    /// Steps for all sketches of a layout. They are not part of its other steps, which earlier strategies use up
    /// wherever sketches are needed. Unmeasured.
    pub const STEPS: u64 = 90_000_000;
    /// Steps for each pin of a sketch when its regions and prices are computed. Unmeasured.
    pub const STEPS_A_PIN: u64 = 4;
    /// Choices of sites for places without given ones. They share the steps and the sketches. Unmeasured.
    pub const SITINGS: u64 = 3;
    /// Maximum number of places for sketches. Unmeasured.
    pub const MOST_PLACES: usize = 300;
    /// Maximum number of sketches in one direction. Unmeasured.
    pub const SKETCHES: u64 = 24;
    /// Maximum number of repairs of a sketch. Unmeasured.
    pub const REPAIRS: usize = 30;
    /// Sweeps that align the pins of gaps. Unmeasured.
    pub const SWEEPS: usize = 4;
    /// Cost of a wire from one channel to the next, in cells. Unmeasured.
    pub const ROW: u64 = 20;
    /// Cost of the last wire that still has room, in cells. Unmeasured.
    pub const CROWDED: u64 = 40;
    /// Cost per wire beyond the available room, in cells. Unmeasured.
    pub const FULL: u64 = 400;
    /// Cells of a channel that wires around its places may need. Unmeasured.
    pub const RINGS_CELLS: i32 = 4;
    /// Steps of work to examine a position on the border of a channel. Unmeasured.
    pub const STEPS_A_SLOT: u64 = 4;
}

/// Sprawl: places one after another next to those before.
pub mod sprawl {
    /// Clearance between unrelated things in each attempt, in cells. Three cells hold a route between two walls.
    pub const CLEARANCES: [u32; 6] = [3, 3, 3, 4, 5, 7];
    /// Steps of all attempts. Unmeasured.
    pub const SPRAWL_STEPS: u64 = 60_000_000;
    /// Steps of the attempts that backtrack if all others fail. Unmeasured.
    pub const RETREAT_STEPS: u64 = 20_000_000;
    /// Number of passages of a tree per winding passage. If more wind, branches are too close. Unmeasured.
    pub const MOST_STRAIGHT: usize = 10;
    /// Number of places without room next to one place that makes all attempts fail. Unmeasured.
    pub const HOPELESS: usize = 20;
    /// Clearance in each attempt that backtracks, in cells. Unmeasured.
    pub const RETREAT_CLEARANCES: [u32; 3] = [3, 4, 6];

    /// Attempts that backtrack.
    pub mod retreat {
        /// Average number of times a place is set before backtracking ends. Unmeasured.
        pub const TRIES_A_PLACE: u64 = 60;
        /// Minimum number of steps of a try. Unmeasured.
        pub const TRY_STEPS: u64 = 1_000;
        /// Times the size of a place with many passages is drawn again. Unmeasured.
        pub const ROOMY_DRAWS: u64 = 32;
        /// Maximum number of times that the number of removed places doubles. It prevents overflow.
        pub const MOST_DOUBLINGS: u32 = 16;
    }

    /// Setting a place.
    pub mod setting {
        /// Lengths and doors tried on each side. Unmeasured.
        pub const TRIES_A_SIDE: u32 = 24;
        /// Times the size is drawn again if all sides are blocked. Unmeasured.
        pub const REDRAWS: u64 = 3;
        /// Number of earlier places tried if no size helps. Unmeasured.
        pub const MOST_BACK: usize = 32;
    }
}

/// Winding corridors.
pub mod winding {
    /// Steps for all corridors. Unmeasured.
    pub const WINDING_STEPS: u64 = 60_000_000;
    /// Distance from its old route within which a corridor may turn, in cells. Unmeasured.
    pub const ASIDE_CELLS: u32 = 5;
    /// Distance from its old route for a corridor that wanders as much as possible, in cells. Unmeasured.
    pub const WANDERING_CELLS: u32 = 8;
    /// Additional turns that may lengthen a passage. Unmeasured.
    pub const TURNS_TO_LENGTHEN: u32 = 4;
    /// Distance from its old route for a corridor that does not wander, in cells. Unmeasured.
    pub const LEAST_WANDERING_CELLS: u32 = 2;

    /// The search for a winding route.
    pub mod search {
        /// Maximum random cost of a turn, so that routes turn in different places. Unmeasured.
        pub const ELSEWHERE: u64 = 30;
        /// Cost of a turn of a wandering route. Unmeasured.
        pub const WANDERING_TURN: u32 = 1;
        /// Cost of a cell on the line that a wandering route follows. Unmeasured.
        pub const ON_LINE: u32 = 3;
        /// Additional cost per cell of distance from that line. Unmeasured.
        pub const OFF_LINE: u32 = 6;
        /// Distance from that line above which the cost is constant, in cells. Unmeasured.
        pub const MOST_OFF: u32 = 8;
        /// Maximum random cost of a cell. Unmeasured.
        pub const UNEVEN: u64 = 6;
        /// Maximum distance that the line swings sideways, in cells. Unmeasured.
        pub const MOST_SWING: u32 = 6;
        /// Minimum and maximum number of cells of the old route between swings. Unmeasured.
        pub const SWING_CELLS: (u32, u32) = (4, 11);
        /// Steps of work to expand a cell. Unmeasured.
        pub const STEPS_A_CELL: u64 = 20;
        /// Maximum number of states of a search: cells, directions and turns. Unmeasured.
        pub const MOST_STATES: usize = 2_000_000;
    }
}
