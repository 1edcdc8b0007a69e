//! All tuned numbers of layout, by the strategy that uses them.
//!
//! In: nothing. Out: constants, each with its unit, its meaning, and the reason or measurement that set it.
//! Steps are steps of work (see `work`): about 6 nanoseconds each. Costs are in the unit that their module names.
//! *Unmeasured* marks a number that was chosen by eye, and of which no measurement is known.
//! Not here: codes of diagnostics, sentinels, and the geometry of a data structure.

/// Steps of a search of its own. A step takes about 6 nanoseconds.
pub const SEARCH_STEPS: u64 = 100_000_000;

/// Steps of all searches for one layout together. Unmeasured.
pub const LAYOUT_STEPS: u64 = 260_000_000;
/// Steps of all searches for another layout within a bound. Unmeasured.
pub const BOUND_STEPS: u64 = 70_000_000;

/// Steps of the last attempts to lay out a mission. Unmeasured.
pub const LAST_STEPS: u64 = 150_000_000;
/// Steps of these attempts without bridges: more of them rarely help.
pub const LAST_STEPS_WITHOUT_BRIDGES: u64 = 50_000_000;

/// Steps to explain why a passage has no way, or why doorways cannot be. Unmeasured.
pub const EXPLANATION_STEPS: u64 = 40_000_000;

/// Hundredths of a layout's steps for kept places: the rest lays the mission out as if nothing were kept.
pub const KEPT_PERCENT: u64 = 50;
/// Hundredths of what is left for a sprawl: the rest lays the mission out on a lattice.
pub const SPRAWL_PERCENT: u64 = 60;
/// Hundredths of what is left for pins: the rest lays the mission out as if nothing were pinned.
pub const PINNED_PERCENT: u64 = 75;

/// Cells of wall around a level. Unmeasured.
pub const MARGIN_CELLS: u32 = 2;
/// Cells of wall around a compact level. Unmeasured.
pub const COMPACT_MARGIN_CELLS: u32 = 1;

/// Cost of a cell of a way, in every router: costs are in tenths of a cell.
pub const STEP: u32 = 10;
/// Cost of each cell from a door to the middle of its side. Unmeasured.
pub const DOOR_ASIDE: u32 = 3;
/// Cells to either side of a crossing in which both passages go straight and no core lies: three cells may be the
/// bridge, so that none of its corners touches the lower way.
pub const STRAIGHT_CELLS: u32 = 3;
/// Cells from one way to the next: a cell of wall lies between them.
pub const APART: i32 = 2;
/// Cells between places that passages need to find ways: a way with a wall on either side.
pub const WAY_CELLS: i32 = 3;
/// Further cells around everything for each way that must go around it. Unmeasured.
pub const OUTSKIRTS_CELLS_A_WAY: u32 = 2;
/// Cells around everything at most. Unmeasured.
pub const MOST_OUTSKIRTS_CELLS: u32 = 64;
/// Side of the squares by which rectangles are found again, in cells. Unmeasured.
pub const SQUARE_CELLS: i32 = 16;

/// A number of tries that falls with the size of the mission.
#[derive(Clone, Copy)]
pub struct Tries {
    /// Tries at least.
    pub least: u64,
    /// Tries at most.
    pub most: u64,
    /// Places, or passages, of all tries together.
    pub together: u64,
}

impl Tries {
    /// Returns the number of tries for a mission of so many places or passages.
    pub fn of(self, size: usize) -> u64 {
        (self.together / size.max(1) as u64).clamp(self.least, self.most)
    }
}

/// Numbers of tries, by the size of the mission. All are unmeasured.
pub mod tries {
    use crate::layout::budget::Tries;

    /// Arrangements of sites on a lattice, by passages.
    pub const LATTICE: Tries = Tries { least: 5, most: u64::MAX, together: 600 };
    /// Arrangements on a lattice or in a sprawl, if a shape is wanted.
    pub const SHAPED: Tries = Tries { least: 0, most: 6, together: 240 };
    /// Arrangements that are compacted and compared.
    pub const COMPACT: Tries = Tries { least: 1, most: 3, together: 40 };
    /// Arrangements that are compacted and compared if a shape is wanted.
    pub const COMPACT_SHAPED: Tries = Tries { least: 1, most: 6, together: 180 };
    /// Further arrangements of a level that is sparse.
    pub const SPARSE: Tries = Tries { least: 0, most: 2, together: 600 };
    /// Rows that are tried around pins.
    pub const PINNED_ROWS: Tries = Tries { least: 6, most: u64::MAX, together: 6_000 };
    /// Rows moved to pins that are compared.
    pub const MOVED_ROWS: Tries = Tries { least: 2, most: 8, together: 900 };
    /// Layouts without pins that are tried for moving: little comes of it in larger missions.
    pub const MOVED: Tries = Tries { least: 0, most: 4, together: 160 };
    /// Drawings that are moved to pins.
    pub const PINNED_DRAWINGS: Tries = Tries { least: 4, most: 16, together: 600 };
}

/// Size classes: from which size on, or up to which, something is done. All are unmeasured.
///
/// They differ from strategy to strategy and stand here side by side, the smallest first.
pub mod classes {
    /// Passages of a place that make it a hub, and its mission vast.
    pub const HUB_PASSAGES: usize = 9;
    /// Places from which a mission is tried in rows.
    pub const LEAST_IN_ROWS: usize = 40;
    /// Places of the largest body that is packed again.
    pub const MOST_IN_BODY: usize = 40;
    /// Places from which a mission is vast: most of the level lies far from where some passage leads.
    pub const VAST_PLACES: usize = 50;
    /// Places up to which all are put one by one around pins, and rows are compared with other ways.
    pub const FEW_AROUND_PINS: usize = 60;
    /// Places up to which a level is laid out again to be moved to its pins.
    pub const MOST_MOVED_AGAIN: usize = 60;
    /// Places from which a mission is arranged in rows alone, if it can be.
    pub const LARGE_PLACES: usize = 100;
    /// Places above which a tree is not searched for ways if too many passages would wind.
    pub const LARGE_TREE: usize = 100;
    /// Places together of all groups that are compared, if passages lead through them.
    pub const GROUPS_TOGETHER: usize = 120;
    /// Passages up to which crossings of sites are taken away one by one.
    pub const MOST_PASSAGES_IMPROVED: usize = 150;
    /// Passages up to which sites are drawn without crossings.
    pub const MOST_PASSAGES_DRAWN: usize = 200;
    /// Places up to which ways around pins are searched although all can be drawn.
    pub const MOST_SEARCHED_AROUND_PINS: usize = 200;
    /// Places up to which rows begin at several pins and in several widths.
    pub const FEW_IN_ROWS: usize = 300;
    /// Pieces up to which their sides are decided before any is placed: more pairs would take too much memory.
    pub const MOST_BY_SIDES: usize = 300;
    /// Places up to which other widths of rows are tried for a sparse level.
    pub const MOST_SPARSE: usize = 400;
    /// Places up to which a mission is drawn in layers: the work grows with their square.
    pub const MOST_IN_LAYERS: usize = 3_000;
    /// Places together of all arrangements of sites.
    pub const SITES_TOGETHER: u64 = 4_000;
    /// Cells of a drawing above which it keeps its courses, is not packed again, and slides less often.
    pub const LARGE_CELLS: u64 = 4_000_000;
}

/// Checking drawings.
pub mod legal {
    /// Side of the tiles by which things near each other are found, in cells. Unmeasured.
    pub const TILE_CELLS: u64 = 16;
    /// Tiles at most; larger drawings have larger ones. Unmeasured.
    pub const MOST_TILES: u64 = 1 << 16;
}

/// The lattice strategy: sites in columns and rows, passages along lines.
pub mod lattice {
    /// Arrangements of sites tried without crossings if no place has a site. Unmeasured.
    pub const PLAIN_ATTEMPTS: u64 = 12;
    /// Arrangements of sites tried with crossings. Unmeasured.
    pub const CROSSING_ATTEMPTS: u64 = 6;
    /// First attempts that are given up as soon as passages keep pushing each other aside. Another arrangement is
    /// tried sooner than a stubborn one.
    pub const EASY_ATTEMPTS: u64 = 5;
    /// Passages that later attempts lay first after they were pushed aside too often. Unmeasured.
    pub const MOST_URGENT: usize = 3;
    /// Cells around the outermost places if every cell has its line. Unmeasured.
    pub const OUTSKIRTS_CELLS: u32 = 12;
}

/// Explaining a conflict of passages.
pub mod conflict {
    /// Parts of a mission tried at most to find the smallest that fails. Unmeasured.
    pub const MOST_TRIES: usize = 120;
    /// Hundredths of the steps for trying parts. The rest looks for a remedy. Unmeasured.
    pub const REDUCTION_PERCENT: u64 = 60;
    /// Passages without a way that get a message each. Unmeasured.
    pub const MOST_NAMED: usize = 8;
    /// Attempts a part gets before it is taken to fail. Unmeasured.
    pub const ATTEMPTS: usize = 16;
    /// Sketches of a part before it is taken to fail. Unmeasured.
    pub const SKETCHES: u64 = 4;
}

/// Lengths of passages.
pub mod lengths {
    /// Passages that get a warning each; the rest share one. Unmeasured.
    pub const MOST_NAMED: usize = 3;
    /// Cuts made at most to lengthen one passage. Unmeasured.
    pub const MOST_CUTS: usize = 4;
}

/// The shape that is wanted of a level. Costs are in hundredths of the level's cells.
pub mod outline {
    /// Distance of the start from its side that costs nothing, in hundredths of the level. Unmeasured.
    pub const NEAR_PERCENT: u64 = 10;
    /// Cost of each further hundredth of that distance. Unmeasured.
    pub const INSIDE_PERCENT: u64 = 2;
    /// Cost of each hundredth by which places are off their mirror images. Unmeasured.
    pub const UNLIKE_PERCENT: u64 = 3;
    /// Cost of exceeding the bound: more than all preferences together.
    pub const BEYOND_PERCENT: u64 = 150;
    /// Cost of each hundredth beyond the bound. Unmeasured.
    pub const EXCESS_PERCENT: u64 = 8;
    /// Highest cost of exceeding the bound. Unmeasured.
    pub const MOST_EXCESS_PERCENT: u64 = 550;

    /// The bound.
    pub mod bound {
        /// Places named in the message that a level exceeds its bound. Unmeasured.
        pub const MOST_NAMED: usize = 4;
        /// Hundredths of the bound that places fill at most. More leaves too little for walls and passages.
        pub const FULL_PERCENT: u64 = 70;
    }

    /// Mirrored branches.
    pub mod mirror {
        /// Steps around a place that decide what it looks like. Unmeasured.
        pub const STEPS: usize = 6;
    }

    /// What a shape lacks.
    pub mod shortfall {
        /// Hundredths of the places that must mirror each other, or a warning says so. Unmeasured.
        pub const ENOUGH_PERCENT: usize = 60;
        /// Distance from its side at which a place counts as far, in hundredths of the level. Unmeasured.
        pub const FAR_PERCENT: u32 = 20;
    }
}

/// Layouts around pins.
pub mod pinned {
    /// Hundredths of the steps left for an attempt with the same pins. Unmeasured.
    pub const ATTEMPT_PERCENT: u64 = 70;
    /// Hundredths of an attempt's steps kept for ways that cross. Unmeasured.
    pub const CROSSING_PERCENT: u64 = 25;
    /// Hundredths of what is left for each manner of arranging, before others are tried. Unmeasured.
    pub const WAY_PERCENT: u64 = 50;
    /// Steps of one search for ways around pins. Unmeasured.
    pub const SEARCH_STEPS: u64 = 120_000_000;
    /// Steps of that search if an arrangement is known already. Unmeasured.
    pub const COMPARED_STEPS: u64 = 20_000_000;
    /// Steps below which no fewer pins are tried. Unmeasured.
    pub const LEAST_STEPS: u64 = 7_000_000;
    /// Numbers of the arrangements tried without crossings for the same pins. Unmeasured.
    pub const PLAIN_ATTEMPTS: std::ops::Range<u64> = 0..4;
    /// Numbers of the arrangements tried with crossings, after those without. Unmeasured.
    pub const CROSSING_ATTEMPTS: std::ops::Range<u64> = 4..8;
    /// Cells by which sites lie farther apart in each further attempt. Unmeasured.
    pub const WIDER_CELLS: i32 = 2;
    /// Cells between places if there is little room for ways. Unmeasured.
    pub const NARROW_WAY_CELLS: i32 = 1;
    /// Cells a place may lie from where it would like to. Unmeasured.
    pub const MOST_ASIDE_CELLS: i32 = 600;

    /// Drawings moved to pins.
    pub mod drawn {
        /// Drawings without crossings that are compared once they could be moved to the pins. Unmeasured.
        pub const MOST_PLAIN: usize = 2;
        /// Distances of sites that are tried, in hundredths of what places need. Unmeasured.
        pub const PERCENTS: [i32; 6] = [200, 400, 100, 800, 140, 1600];
        /// Steps of the search for ways without crossings, in all drawings together. Unmeasured.
        pub const DRAWN_STEPS: u64 = 120_000_000;
    }
}

/// Routing on lines: rip-up and reroute.
pub mod routes {
    /// Ways laid at most for each passage before the rest is given up. Unmeasured.
    pub const TRIES_PER_PASSAGE: usize = 6;
    /// Times a way may be pushed aside before it is given up. Unmeasured.
    pub const MOST_PUSHES: u32 = 7;
    /// Times a way may be pushed aside if ways may cross. Unmeasured.
    pub const MOST_PUSHES_TO_CROSS: u32 = 30;
    /// Ways pushed aside at most for each passage if ways may cross. Unmeasured.
    pub const TRIES_TO_CROSS: usize = 6;
    /// Crossings of lines in a field at most. Unmeasured.
    pub const MOST_NODES: usize = 2_000_000;

    /// Ways around places that lie anywhere.
    pub mod around {
        /// Cells around everything for ways that go around it. Unmeasured.
        pub const OUTSKIRTS_CELLS: u32 = 8;
        /// Cells from a place within which every cell has its line if places lie far apart. Unmeasured.
        pub const NEAR_CELLS: u32 = 32;
    }

    /// Ways that give way.
    pub mod field {
        /// Cost of each node that touches a way to be pushed aside. Unmeasured.
        pub const PUSHING: u32 = 600;
        /// Cost added for each time that way was pushed before, so that two do not take turns for ever.
        pub const PUSHING_AGAIN: u32 = 200;
        /// Cost of a way that stays: more than all others together.
        pub const STAYING: u32 = 1 << 24;
    }

    /// The search for a way.
    pub mod search {
        /// Cost of a turn, in tenths of a cell. Unmeasured.
        pub const TURN: u32 = 24;
        /// Cost of a node that touches a core of its own, where it would look like a part of the place. Unmeasured.
        pub const TOUCHING: u32 = 40;
        /// Cost of crossing another way. Unmeasured.
        pub const CROSSING: u32 = 300;
        /// Steps of work for going on from a node. Unmeasured.
        pub const STEPS_A_NODE: u64 = 40;
    }

    /// Neighbours that face each other.
    pub mod straight {
        /// Positions of a board for each place at most. Unmeasured.
        pub const MOST_POSITIONS_PER_PLACE: usize = 64;
    }
}

/// Sites on the lattice. Costs are in tenths of a site.
pub mod sites {
    /// Arrangements compared in a batch. Unmeasured.
    pub const ORDERS: u64 = 4;
    /// Arrangements compared in a batch if a shape is wanted. Unmeasured.
    pub const SHAPED_ORDERS: u64 = 6;
    /// Batches at most, as long as the best arrangement has crossings. Unmeasured.
    pub const BATCHES: u64 = 3;
    /// Cost of each site of a passage's length. Unmeasured.
    pub const STEP: u32 = 10;
    /// Cost of a passage that is not straight. Unmeasured.
    pub const BENT: u32 = 14;
    /// Cost of a passage that leads past a place. Unmeasured.
    pub const BLOCKED: u32 = 25;
    /// Cost of a site next to a place with neighbours still to come. Unmeasured.
    pub const CROWDED: u32 = 4;
    /// Cost of crossing a passage. Unmeasured.
    pub const CROSSED: u32 = 80;

    /// From start to goal.
    pub mod flow {
        /// Cost of a passage that runs back. Unmeasured.
        pub const BACK: u32 = 4;
        /// Cost of a passage that runs to the side. Unmeasured.
        pub const ASIDE: u32 = 1;
        /// Cost for start and goal of each site by which others lie farther out. Unmeasured.
        pub const INSIDE: u32 = 1;
    }

    /// Crossings taken away one by one.
    pub mod improve {
        /// Times all places are looked at. Unmeasured.
        pub const SWEEPS: u32 = 3;
        /// Sites from its neighbours at which a place is tried. Unmeasured.
        pub const REACH: i32 = 3;
    }

    /// Turned towards the shape.
    pub mod orient {
        /// Cost of each site by which start and goal lie inside. Unmeasured.
        pub const INSIDE: u32 = 70;
        /// Cost of each site by which places lie off their mirror images. Unmeasured.
        pub const UNLIKE: u32 = 6;
        /// Places that lie anyhow before the shape is looked at. Unmeasured.
        pub const ANYHOW: usize = 5;
    }

    /// Sites that are taken.
    pub mod taken {
        /// Half the side of the square around (0, 0) that is kept as a table, in sites. Unmeasured.
        pub const HALF_SIDE: i32 = 48;
    }

    /// Tidying a drawing.
    pub mod tidy {
        /// Rounds of joining columns and rows and moving places. Unmeasured.
        pub const ROUNDS: u32 = 16;
        /// Amount by which a move may make the arrangement worse in the first round. Unmeasured.
        pub const THRESHOLD: i64 = 60;
        /// Moves tried for each place in a round. Unmeasured.
        pub const MOVES: usize = 60;
        /// Sites from a neighbour at which a place is put. Unmeasured.
        pub const REACH: i32 = 2;
    }
}

/// From sites to cells.
pub mod spacing {
    /// Cells a level on a lattice may be wide or high. Unmeasured.
    pub const MOST_CELLS: i64 = 16_384;
}

/// Layouts that go on from an earlier one.
pub mod previous_layout {
    /// Factors by which places are drawn apart, in halves, one after the other. Unmeasured.
    pub const STRETCHED: [i32; 4] = [3, 4, 5, 7];
    /// Steps of the whole attempt. Unmeasured.
    pub const STEADY_STEPS: u64 = 60_000_000;
    /// Hundredths of pairs of places that must lie as they would like to for a layout to be held. Unmeasured.
    pub const HELD_PERCENT: usize = 75;

    /// Places known again.
    pub mod matching {
        /// Passages to which the surroundings of places are compared. Unmeasured.
        pub const SURROUNDINGS: usize = 4;
        /// Pairs of places compared at most. Unmeasured.
        pub const MOST_PAIRS: usize = 4_000_000;
    }
}

/// Boards covered with cards.
pub mod boards {
    /// Walks tried before a board is given up. Unmeasured.
    pub const MOST_WALKS: u32 = 40;

    /// Laying cards.
    pub mod fill {
        /// Cards laid on one walk for each board cell before it is given up. Unmeasured.
        pub const CARDS_A_CELL: u64 = 60;
    }
}

/// Compaction and packing.
pub mod compact {
    /// Drawings grown around fixed places that are compared. Unmeasured.
    pub const MOST_GROWN: u64 = 4;
    /// Rounds of packing for what is new around a held layout. Unmeasured.
    pub const HELD_PACKED: u64 = 40;

    /// Arrangements compared.
    pub mod arrange {
        /// Hundredths of the level below which places leave it sparse, and it is laid out again. Unmeasured.
        pub const SPARSE_PERCENT: u64 = 33;
        /// Passages of a place that make a mission be tried in rows. Unmeasured.
        pub const MANY_PASSAGES: usize = 24;
        /// Lengths of rows tried for the shape that is wanted. Unmeasured.
        pub const MOST_LENGTHS: usize = 4;
        /// Widths of rows tried if a level is sparse, in hundredths. Unmeasured.
        pub const OTHER_PERCENTS: [u64; 2] = [40, 250];
        /// Times places are packed again if the level exceeds its bound. Unmeasured.
        pub const BOUND_TRIES: u64 = 8;
        /// Factor on the rounds of each of these times. Unmeasured.
        pub const BOUND_ROUNDS: u64 = 6;
        /// Cells of a drawing above which it slides once: after that hardly anything moves.
        pub const SETTLED_CELLS: u64 = 1_000_000;
    }

    /// Bouts of packing.
    pub mod bouts {
        /// Rounds of a bout at least. Unmeasured.
        pub const LEAST_PACKED: u64 = 10;
        /// Further rounds of a bout, divided by the number of places. Unmeasured.
        pub const PACKED_TOGETHER: u64 = 400;
        /// Factor on the rounds around pins, kept places and groups: they leave less to choose from, and are rarer.
        pub const HELD_EFFORT: u64 = 3;
        /// Bouts at most. Unmeasured.
        pub const MOST_BOUTS: u32 = 8;
        /// Hundredths by which a bout must improve the level for another to follow. Unmeasured.
        pub const WORTH_PERCENT: u64 = 6;
        /// Rounds of a bout at least in a vast mission. Unmeasured.
        pub const LEAST_PACKED_OF_VAST: u64 = 100;
        /// Places for each round of a bout in a vast mission. Unmeasured.
        pub const PLACES_A_ROUND: u64 = 2;
        /// Bouts in a row that may be idle in a vast mission. Unmeasured.
        pub const MOST_IDLE_BOUTS: u32 = 2;
        /// Hundredths by which a bout must improve a vast level not to be idle. Unmeasured.
        pub const WORTH_VAST_PERCENT: u64 = 1;
        /// Steps for each place of a vast mission. Unmeasured.
        pub const VAST_STEPS_A_PLACE: u64 = 400_000;
    }

    /// Sliding together.
    pub mod compactor {
        /// Times everything slides along rows and columns. Unmeasured.
        pub const MOST_ROUNDS: usize = 4;
        /// Times if the drawing is too large for more. Unmeasured.
        pub const MOST_LARGE_ROUNDS: usize = 2;
        /// Factor on rounds if a shape or lengths are wanted: fewer positions will do.
        pub const SHAPED_EFFORT: u64 = 2;
        /// Factor on rounds if most places are rooms: these are entered by their sockets alone.
        pub const ROOMS_EFFORT: u64 = 4;
        /// Steps of a compaction. Unmeasured.
        pub const COMPACTION_STEPS: u64 = 60_000_000;
        /// Steps of the compaction of a vast mission. Unmeasured.
        pub const VAST_COMPACTION_STEPS: u64 = 120_000_000;
    }

    /// Lengths in the constraint graph.
    pub mod lengths {
        /// Weight of a cell beyond a passage's most length. Unmeasured.
        pub const TOO_LONG: i64 = 16;
        /// Weight added for each place, so that such a cell is dearer than a column of the level.
        pub const TOO_LONG_A_PLACE: i64 = 2;
    }

    /// Levels moved to pins.
    pub mod pin_alignment {
        /// Pinned places from which rows begin. Unmeasured.
        pub const MOST_BEGINNINGS: usize = 3;
        /// Widths of rows tried, in hundredths of their height. Unmeasured.
        pub const WIDE_PERCENTS: [u64; 6] = [50, 200, 30, 330, 70, 140];
        /// Distance of rows from a place that comes first, in hundredths of where it is pinned. Unmeasured.
        pub const NEAR_PERCENT: u64 = 85;
        /// Distances after sliding, in hundredths of those in rows. Unmeasured.
        pub const SLID_PERCENT: i64 = 70;
        /// Size of a level moved to its pins, in hundredths of that without, up to which nothing is packed again.
        /// Unmeasured.
        pub const AS_IT_WAS_PERCENT: u64 = 115;
        /// Size up to which nothing else is tried. Unmeasured.
        pub const LARGER_PERCENT: u64 = 130;
    }

    /// Packing places again.
    pub mod pack {
        /// Highest cost of a course that is searched for, besides a multiple of that of a straight one. Unmeasured.
        pub const MOST_COST: u32 = 500;
        /// Chance that a branch is packed again, if there is one. Unmeasured.
        pub const BRANCH_PERCENT: u32 = 30;
        /// Chance that a body is turned over along the rows, and along the columns. Unmeasured.
        pub const FLIP_PERCENT: u32 = 30;
        /// Steps of work for each further place of a body that is put. Unmeasured.
        pub const STEPS_A_PLACE: u64 = 200;
        /// Ten-thousandths by which a step may make a level of `THRESHOLD_PLACES` places worse in the
        /// beginning. Unmeasured.
        pub const THRESHOLD: u64 = 300;
        /// Places of that level. In larger levels a step matters less. Unmeasured.
        pub const THRESHOLD_PLACES: u64 = 25;

        /// How much is tried to put one place.
        #[derive(Clone, Copy)]
        pub struct PlacingBudget {
            /// Positions that are free, but from which a passage finds no way.
            pub dead_ends: usize,
            /// Looks at cells in the search for a course.
            pub looks: u32,
            /// Factor on the cost of a straight course up to which one is searched for.
            pub times: u32,
            /// Highest cost of a way around what lies there.
            pub reach_cost: u32,
            /// Looks at cells in the search for that way.
            pub reach_looks: u32,
            /// May passages lead around what lies there? That takes long, and few do in small missions.
            pub goes_around: bool,
            /// Must ways lead from outside to all that is still to come?
            pub stays_open: bool,
        }

        /// Patience if all else stays as it is. Unmeasured.
        pub const PACKING: PlacingBudget = PlacingBudget {
            dead_ends: 2,
            looks: 160,
            times: 2,
            reach_cost: 4_000,
            reach_looks: 3_000,
            goes_around: false,
            stays_open: false,
        };
        /// Patience if other places are yet to come. Unmeasured.
        pub const GROWING: PlacingBudget = PlacingBudget {
            dead_ends: 10,
            looks: 6_000,
            times: 8,
            reach_cost: 10_000,
            reach_looks: 12_000,
            goes_around: true,
            stays_open: false,
        };
        /// Patience if these must lie outside: most positions close something in.
        pub const GROWING_OUTWARD: PlacingBudget =
            PlacingBudget { dead_ends: 40, stays_open: true, ..GROWING };

        /// Positions at the end of a way.
        pub mod around {
            /// Cost beyond the best position up to which others are tried. Unmeasured.
            pub const ALTERNATIVES: u64 = 60;
            /// Cells looked at to find out if there is room. Unmeasured.
            pub const MOST_CELLS_LOOKED_AT: u64 = 200_000;
            /// Cells looked at in one step of work. Unmeasured.
            pub const CELLS_A_STEP: u64 = 4;
        }

        /// Positions next to neighbours.
        pub mod beside {
            /// Cells by which passages are tried longer than they must be. Unmeasured.
            pub const LONGER: [i32; 3] = [0, 1, 3];
            /// Cells a passage goes before it turns. Unmeasured.
            pub const BEFORE_TURN: [i32; 4] = [1, 2, 4, 7];
            /// Cells of the longest passage between neighbours, beyond what it must have. Unmeasured.
            pub const MOST_CELLS: i32 = 48;
        }

        /// Rating of positions.
        pub mod candidates {
            /// Cost of a position for each cell of its passage. Unmeasured.
            pub const CELL: u64 = 8;
            /// Cost for each turn of its passage. Unmeasured.
            pub const TURN: u64 = 20;
            /// Cost for each cell to other neighbours. Unmeasured.
            pub const OTHER_CELL: u64 = 8;
            /// Cost for each cell from the middle of everything. Unmeasured.
            pub const OFF_MIDDLE: u64 = 1;
            /// Highest cost by chance. Unmeasured.
            pub const CHANCE: u64 = 30;
            /// Cells between positions that are tried anywhere. Unmeasured.
            pub const EVERY_CELLS: u32 = 3;
        }

        /// Choice of bodies.
        pub mod choice {
            /// Bodies packed again at once. Unmeasured.
            pub const MOST_TAKEN: u32 = 5;
            /// Bodies packed again at once in a vast mission. Unmeasured.
            pub const MOST_TAKEN_OF_VAST: u32 = 3;
            /// Chance that the first of them is one at the edge of everything. Unmeasured.
            pub const AT_EDGE_PERCENT: u32 = 60;
            /// Chance that the first is the one with the longest passage, in a vast mission. Unmeasured.
            pub const LONG_PERCENT: u32 = 60;
            /// Bodies of which the one with the longest passage is taken. Unmeasured.
            pub const COMPARED: usize = 5;
        }

        /// Growing a drawing.
        pub mod grow {
            /// Times a place is taken up again. Unmeasured.
            pub const TAKEN_UP: usize = 12;
            /// Times added for each place. Unmeasured.
            pub const TAKEN_UP_A_PLACE: usize = 2;
        }
    }

    /// Rating of drawings.
    pub mod rating {
        /// Cost of a cell beyond a passage's most length. Unmeasured.
        pub const TOO_LONG: u64 = 60;
    }

    /// Passages laid again.
    pub mod reroute {
        /// Cells around everything for courses that go around it. Unmeasured.
        pub const OUTSKIRTS_CELLS: u32 = 4;
    }

    /// Rows of sites.
    pub mod rows_of_sites {
        /// Factor by which a level without bridges may be larger than one with. Of 60 random missions of 14 to 40
        /// places with sites, trees, combs, cycles and others, all of up to 30 places have a level without bridges
        /// that is at most 5.2 times as large. At 40 places it is 8 to 100 times as large if sites are in any
        /// order.
        pub const DETOUR: u64 = 6;
        /// Times passages may change sides of the curve. The level has about twice the square of that in cells.
        /// Unmeasured.
        pub const MOST_CHANGES: usize = 1_000;
        /// Times if there is no level with bridges: 3,000 changes come to 20 million cells and 1.5 seconds.
        pub const MOST_CHANGES_WITHOUT_BRIDGES: usize = 3_000;
        /// Cells of a drawing above which no others are compared. Unmeasured.
        pub const ONCE_CELLS: u64 = 1_000_000;
    }

    /// The network simplex.
    pub mod simplex {
        /// Steps of the simplex that take as long as one step of work.
        pub const SIMPLEX_STEPS_A_STEP: u64 = 2;
        /// Comparisons at most to find the earliest positions: a tenth of a second.
        pub const MOST_COMPARED: usize = 60_000_000;
    }

    /// One pass of sliding.
    pub mod row_compaction {
        /// Weight of a cell of a passage. Unmeasured.
        pub const LENGTH: i64 = 16;
        /// Weight of a cell between a door and the middle of its side. Unmeasured.
        pub const ASIDE: i64 = 4;
        /// Weight of a column of the level for each place. Unmeasured.
        pub const WIDTH_A_PLACE: i64 = 1;
        /// Weight of a cell by which a place is too far from its side. Unmeasured.
        pub const OFF_SIDE: i64 = 3 * LENGTH;
        /// Part of the level within which a place is near its side: one of so many cells. Unmeasured.
        pub const NEAR_SIDE: i32 = 32;
        /// Cells between two crossings of a passage. Unmeasured.
        pub const BETWEEN_CROSSINGS: i32 = 3;
        /// Cells beyond which bars need not be kept off what a place may own. Unmeasured.
        pub const FAR_CELLS: u32 = 40;
        /// Steps of a pass. Unmeasured.
        pub const MOST_STEPS: u64 = 4_000_000;
    }

    /// Groups grown together.
    pub mod rigid_groups {
        /// Steps of growing groups together. Unmeasured.
        pub const GROWTH_STEPS: u64 = 5_000_000;
        /// Cells between groups and other places while they grow, for passages to find their ways. Unmeasured.
        pub const GROWTH_GAP: i32 = 4;
    }

    /// Rows across bays.
    pub mod bays {
        /// Width of rows, in hundredths of what is wanted: sliding draws places of a row together more than rows.
        pub const SLACK_PERCENT: u64 = 150;
        /// Times passages may change sides. The work grows with the square: at 4,000 the lanes alone take 300 MB.
        pub const MOST_CHANGES: usize = 4_000;

        /// Exits of places in rows. Costs are compared with each other alone.
        pub mod exits {
            /// Cells between ports on a side that passages can use at once. Unmeasured.
            pub const PORT_CELLS: i32 = 2;
            /// Costs of leaving a place along the row to the next place, by a port of each part. Unmeasured.
            pub const TO_NEXT: [i32; 5] = [400, 0, 200, 600, 1000];
            /// Costs of leaving a place to the bay, by a port of each part. Unmeasured.
            pub const TO_BAY: [i32; 5] = [800, 300, 0, 300, 800];
            /// Costs of leaving a place to the other side of the curve, by a port of each part. Unmeasured.
            pub const TO_BACK: [i32; 6] = [1100, 300, 0, 0, 300, 1100];
            /// Choices of ports together, for all passages of a place. Unmeasured.
            pub const MOST_CHOICES: usize = 2_000_000;
            /// Ports on that are tried at least. Unmeasured.
            pub const LEAST_TRIED: usize = 4;
            /// Cost of leading around another part. Unmeasured.
            pub const AROUND: i32 = 800;
        }

        /// Rows.
        pub mod rows {
            /// Cells of an empty bay between its rows. Unmeasured.
            pub const BAY_CELLS: i32 = 3;
        }
    }
}

/// The router of compaction, cell by cell. Costs are in tenths of a cell.
pub mod router {
    /// Cost of a turn. Unmeasured.
    pub const TURN: u32 = 30;
    /// Cost of a cell next to one of its own places. Unmeasured.
    pub const TOUCHING: u32 = 12;
    /// Cost of a cell on what another place may own. Unmeasured.
    pub const INTRUDING: u32 = 8;
    /// Cost of a cell on which a course has not its width. Unmeasured.
    pub const NARROW: u32 = 4;
    /// Cost of each cell from a door to the middle of its side. Unmeasured.
    pub const ASIDE: u32 = 2;
    /// Steps of work for going on from a cell. Unmeasured.
    pub const STEPS_A_CELL: u64 = 25;
    /// Cells marked one by one in a step of work. Unmeasured.
    pub const CELLS_A_STEP: usize = 4;
    /// Cells marked row by row in a step of work. Unmeasured.
    pub const CELLS_OF_ROWS_A_STEP: usize = 8;

    /// What a search knows.
    pub mod arrivals {
        /// Highest limit of a search: costs are packed into 29 bits.
        pub const MOST_LIMIT: u32 = 1 << 28;
    }
}

/// Doorways: groups of places that share walls.
pub mod doorways {
    /// Steps of one search that puts groups together. Unmeasured.
    pub const DOORWAY_STEPS: u64 = 400_000_000;
    /// Steps of one search that arranges groups and other places without pins: four times as many find nothing
    /// better.
    pub const WHOLE_STEPS: u64 = 30_000_000;
    /// Hundredths of a layout's steps for settling doorways. Some of the rest explain why they cannot be.
    pub const SETTLING_PERCENT: u64 = 80;
    /// Hundredths of the steps left for an arrangement without pins, if others follow. Unmeasured.
    pub const UNPINNED_PERCENT: u64 = 40;
    /// Hundredths for the first arrangement with pins. Unmeasured.
    pub const FIRST_PERCENT: u64 = 85;
    /// Hundredths for another arrangement for the bound. Unmeasured.
    pub const BOUND_PERCENT: u64 = 50;
    /// Hundredths for groups that pass others by. Unmeasured.
    pub const LOOSE_PERCENT: u64 = 60;
    /// Hundredths for groups that are entered as rooms are. Unmeasured.
    pub const GROUPS_PERCENT: u64 = 80;
    /// Hundredths of these for putting groups together. Unmeasured.
    pub const TOGETHER_PERCENT: u64 = 70;
    /// Hundredths for arranging groups and other places: some may have to be arranged again.
    pub const WHOLE_PERCENT: u64 = 60;
    /// Steps below which nothing else is tried. Unmeasured.
    pub const LEAST_STEPS: u64 = 10_000_000;
    /// Times a level that exceeds its bound is arranged again. Unmeasured.
    pub const MOST_BOUND_TRIES: u64 = 12;

    /// Explaining doorways.
    pub mod conflict {
        /// Parts of the doorways tried to explain a failure. Unmeasured.
        pub const MOST_PARTS: usize = 60;
        /// Decisions for each part. Unmeasured.
        pub const PART_DECISIONS: u64 = 1_000;
        /// Steps for all parts. Unmeasured.
        pub const PARTS_STEPS: u64 = 30_000_000;
        /// Decisions for finding out if there is no way. Unmeasured.
        pub const CERTAINTY_DECISIONS: u64 = 100_000;
        /// Doorways that are named. Unmeasured.
        pub const MOST_NAMED: usize = 12;
    }

    /// Groups.
    pub mod group {
        /// Times places are put together in either way. Unmeasured.
        pub const TRIES: u64 = 12;
        /// Groups compared. Unmeasured.
        pub const MOST_COMPARED: usize = 6;
    }

    /// Groups around pins.
    pub mod holder {
        /// Steps for holding pins. Unmeasured.
        pub const HOLDING_STEPS: u64 = 120_000_000;
        /// Hundredths of what is left for each way of holding them. Some steps stay for the group without pins.
        pub const HOLDING_PERCENT: u64 = 40;
        /// Doorways from a changed pin within which places may move, before all may. Unmeasured.
        pub const MOST_MOVED_STEPS: usize = 4;
    }

    /// Putting pieces together.
    pub mod jigsaw {
        /// Attempts by sides there is time for at least. Unmeasured.
        pub const LEAST_BY_SIDES: u64 = 3;
        /// Attempts piece by piece there is time for at least. Unmeasured.
        pub const LEAST_PLACINGS: u64 = 12;
        /// Cells between pieces that no doorway joins, for each attempt, for other passages to find their way.
        /// Unmeasured.
        pub const CLEARANCES: [u32; 8] = [1, 3, 1, 3, 5, 7, 9, 12];
        /// Room of the pieces for each attempt, in tenths of what they fill; none: as much as they can need.
        /// Unmeasured.
        pub const ROOMS: [Option<u64>; 6] = [Some(15), Some(20), Some(30), None, Some(45), None];
        /// Factor on what pieces fill above which they lie sparse. Unmeasured.
        pub const SPARSE: u64 = 2;
        /// Number of the attempt that finds out if there is any way. Unmeasured.
        pub const PROOF_ATTEMPT: u64 = 7;
        /// Decisions of that attempt. Unmeasured.
        pub const PROOF_DECISIONS: u64 = 10_000;
        /// Decisions of the first attempt. Each later one has as many more. Unmeasured.
        pub const DECISIONS: u64 = 300;
        /// Decisions added for each piece. Unmeasured.
        pub const DECISIONS_A_PIECE: u64 = 5;
    }

    /// Groups among other places.
    pub mod loose {
        /// Steps for putting groups together, in all tries. Unmeasured.
        pub const LOOSE_STEPS: u64 = 100_000_000;
        /// Hundredths of all steps for tries. The rest packs the best of them. Unmeasured.
        pub const TRIES_PERCENT: u64 = 70;
        /// Times groups are put together: in some, no passage between them can get past another.
        pub const MOST_TRIES: u64 = 8;
        /// Arrangements compared. Unmeasured.
        pub const MOST_GROWN: usize = 3;
    }

    /// Piece by piece.
    pub mod placing {
        /// Tries of a search. Unmeasured.
        pub const PATIENCE: usize = 800;
        /// Tries added for each piece. Unmeasured.
        pub const PATIENCE_A_PIECE: usize = 60;
        /// Tries a piece that is placed costs, against one for a piece that cannot be. Unmeasured.
        pub const PLACING: usize = 6;
        /// Pieces a look ahead goes through. Unmeasured.
        pub const LOOK_AHEAD: usize = 48;
        /// Steps of work for looking at one spot. Unmeasured.
        pub const STEPS_A_SPOT: u64 = 250;

        /// The next piece.
        pub mod order {
            /// Cost of each cell that a piece is out of line with a neighbour. Unmeasured.
            pub const CROOKED: i64 = 1;
        }
    }

    /// Side by side.
    pub mod sides {
        /// Decisions after which the first search begins again. Each later one has a tenth more. Unmeasured.
        pub const DECISIONS: u64 = 60;
        /// Decisions added for each piece. Unmeasured.
        pub const DECISIONS_A_PIECE: u64 = 2;
        /// Weight of chance against the drawing for each search, in hundredths. Unmeasured.
        pub const CHANCES: [u64; 4] = [0, 60, 120, 180];

        /// Search over sides.
        pub mod descent {
            /// Steps of work for looking at two pieces. Unmeasured.
            pub const STEPS_A_PAIR: u64 = 12;
        }

        /// The drawing that guides it.
        pub mod guide {
            /// Times all pieces move to where they should lie, and once more for every other piece. Unmeasured.
            pub const ROUNDS: usize = 12;
        }
    }
}

/// Kept places.
pub mod frozen {
    /// Arrangements tried before all places lie where they lay. Unmeasured.
    pub const MOST_ROUNDS: u64 = 5;
    /// Hundredths of the steps left for each of them. Unmeasured.
    pub const ROUND_PERCENT: u64 = 50;
    /// Places a note names. Unmeasured.
    pub const MOST_NAMED: usize = 4;

    /// In the corner of the level.
    pub mod corner {
        /// Steps for arranging places in the corner of the level. Unmeasured.
        pub const CORNER_STEPS: u64 = 60_000_000;
    }
}

/// Layers: drawings in rows without crossings.
pub mod layers {
    /// Widths of rows tried, in quarters of what would do. Unmeasured.
    pub const WIDTHS: [u64; 4] = [2, 4, 8, 16];
    /// Room in rows tried, in quarters of what would do. Unmeasured.
    pub const ROOM: [i32; 4] = [4, 5, 7, 10];

    /// Ways out of a place.
    pub mod escape {
        /// Ports of a place up to which several ways of sharing them are tried. Unmeasured.
        pub const MOST_TRIED: usize = 24;
    }
}

/// Sketches: passages without crossings around places whose sites are given.
pub mod sketch_routing {
    /// Steps for all sketches of a layout. Unmeasured.
    pub const STEPS: u64 = 60_000_000;
    /// Places up to which a mission is sketched. Unmeasured.
    pub const MOST_PLACES: usize = 300;
    /// Maximum number of sketches. Unmeasured.
    pub const SKETCHES: u64 = 24;
    /// Maximum number of repairs of a sketch. Unmeasured.
    pub const REPAIRS: usize = 30;
    /// Sweeps that bring the pins of gaps below each other. Unmeasured.
    pub const SWEEPS: usize = 4;
    /// Cost of a wire from a channel to the next, in cells. Unmeasured.
    pub const ROW: u64 = 20;
    /// Cost of the last of the wires that find room somewhere, in cells. Unmeasured.
    pub const CROWDED: u64 = 40;
    /// Cost of every wire that finds no room there, in cells. Unmeasured.
    pub const FULL: u64 = 400;
    /// Cells of a channel that wires around its places may need. Unmeasured.
    pub const RINGS_CELLS: i32 = 4;
}

/// Sprawl: one place after the other next to those before.
pub mod sprawl {
    /// Cells between what does not belong together, for each attempt. Three leave room for a way with a wall on
    /// either side.
    pub const CLEARANCES: [u32; 6] = [3, 3, 3, 4, 5, 7];
    /// Steps of all attempts together. Unmeasured.
    pub const SPRAWL_STEPS: u64 = 60_000_000;
    /// Steps of the attempts that go back, if all others fail. Unmeasured.
    pub const RETREAT_STEPS: u64 = 20_000_000;
    /// Passages of a tree of which one may wind. More wind if branches lie too near together. Unmeasured.
    pub const MOST_STRAIGHT: usize = 10;
    /// Places beyond the room next to one that make all attempts fail. Unmeasured.
    pub const HOPELESS: usize = 20;
    /// Cells between what does not belong together, for each attempt that goes back. Unmeasured.
    pub const RETREAT_CLEARANCES: [u32; 3] = [3, 4, 6];

    /// Attempts that go back.
    pub mod retreat {
        /// Times a place is set before nothing is taken back any more, on average. Unmeasured.
        pub const TRIES_A_PLACE: u64 = 60;
        /// Steps a try costs at least. Unmeasured.
        pub const TRY_STEPS: u64 = 1_000;
        /// Times the size of a place with many passages is drawn again. Unmeasured.
        pub const ROOMY_DRAWS: u64 = 32;
    }

    /// Setting a place.
    pub mod setting {
        /// Lengths and doors tried on each side before it is blocked. Unmeasured.
        pub const TRIES_A_SIDE: u32 = 24;
        /// Times the size is drawn again if all sides are blocked. Unmeasured.
        pub const REDRAWS: u64 = 3;
        /// Places before that are tried if no size helps. Unmeasured.
        pub const MOST_BACK: usize = 32;
    }
}

/// Winding corridors.
pub mod winding {
    /// Steps for all corridors together. Unmeasured.
    pub const WINDING_STEPS: u64 = 60_000_000;
    /// Cells from its old way within which a corridor may turn. Unmeasured.
    pub const ASIDE_CELLS: u32 = 5;
    /// Cells from its old way for a corridor that wanders as much as it can. Unmeasured.
    pub const WANDERING_CELLS: u32 = 8;
    /// Further turns a passage may have to become long enough. Unmeasured.
    pub const TURNS_TO_LENGTHEN: u32 = 4;

    /// The search for a winding way.
    pub mod search {
        /// Highest cost by chance of a turn, so that ways turn in different places. Unmeasured.
        pub const ELSEWHERE: u64 = 30;
        /// Cost of a turn of a way that wanders. Unmeasured.
        pub const WANDERING_TURN: u32 = 1;
        /// Cost of a cell on the line that a wandering way follows. Unmeasured.
        pub const ON_LINE: u32 = 3;
        /// Cost added for each cell off that line. Unmeasured.
        pub const OFF_LINE: u32 = 6;
        /// Cells off that line beyond which the cost no longer grows. Unmeasured.
        pub const MOST_OFF: u32 = 8;
        /// Highest cost of a cell by chance. Unmeasured.
        pub const UNEVEN: u64 = 6;
        /// Cells that line swings to a side. Unmeasured.
        pub const MOST_SWING: u32 = 6;
        /// Cells of the old way before it swings again, least and most. Unmeasured.
        pub const SWING_CELLS: (u32, u32) = (4, 11);
        /// Steps of work for going on from a cell. Unmeasured.
        pub const STEPS_A_CELL: u64 = 20;
        /// States of a search: cells, directions and turns. Larger windows are not searched. Unmeasured.
        pub const MOST_STATES: usize = 2_000_000;
    }
}
