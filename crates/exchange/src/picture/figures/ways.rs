//! Figures of entrances, doors and obstacles.

use super::Figure;

/// The way into the level.
pub const ENTRANCE: Figure = Figure(&[
    "................",
    ".kkkkkkkkkkkkkk.",
    ".kwwwwwwwwwwwmk.",
    ".kwkkkkkkkkkkmk.",
    ".kwkkkkkkkkkkmk.",
    ".kwkknnnnnnkkmk.",
    ".kwkknnnnnnkkmk.",
    ".kwknmmmmmmnkmk.",
    ".kwknmmmmmmnkmk.",
    ".kwkmmwwwwmmkmk.",
    ".kwkmmwwwwmmkmk.",
    ".kwkwwwwwwwwkmk.",
    ".kwkwwwwwwwwkmk.",
    ".kkkkkkkkkkkkkk.",
    "..ssssssssssss..",
    "................",
]);

/// The goal of the level.
pub const STAR: Figure = Figure(&[
    "................",
    ".......kk.......",
    "......kwgk......",
    "......kwgk......",
    ".....kwwggk.....",
    ".kkkkkwggghkkkk.",
    ".kwwwwgggggggkk.",
    "..kwggggggggkk..",
    "...kwgggggghk...",
    "....kgggggghk...",
    "....kgggggghk...",
    "...kgggghggghk..",
    "...kgghkkkhggk..",
    "..kghkk...kkhhk.",
    "..kkk..sss..kkk.",
    "................",
]);

/// A door in a passage that leads up or down.
pub const DOOR_ACROSS: Figure = Figure(&[
    "kkkkkkkkkkkkkkkk",
    "knmmmmmmmmmmmmnk",
    "knkkkkkkkkkkkknk",
    "knkqoopqoopqokmk",
    "knkqoopqoopqoknk",
    "knknnnnnnnnnnkmk",
    "knkqoopqoopqoknk",
    "knkqoopqoopqokmk",
    "knkqoopqoopgoknk",
    "knkqoopqoopgokmk",
    "knkqoopqoopqoknk",
    "knknnnnnnnnnnkmk",
    "knkqoopqoopqoknk",
    "knkqoopqoopqokmk",
    "kkkkkkkkkkkkkkkk",
    "ssssssssssssssss",
]);

/// A door in a passage that leads left or right.
pub const DOOR_ALONG: Figure = Figure(&[
    "...kkkkkkkkkk...",
    "...knmmmmmmnk...",
    "...kkkkkkkkkk...",
    ".....kqoopk.....",
    ".....kqoopk.....",
    ".....kqoopk.....",
    ".....knnnnk.....",
    ".....kqoopk.....",
    ".....kqoopk.....",
    ".....kqgopk.....",
    ".....kqoopk.....",
    ".....knnnnk.....",
    ".....kqoopk.....",
    "...kkkkkkkkkk...",
    "...knmmmmmmnk...",
    "...kkkkkkkkkk...",
]);

/// A portcullis in a passage that leads up or down; its lock has the colour of its key.
pub const GATE_ACROSS: Figure = Figure(&[
    "kkkkkkkkkkkkkkkk",
    "knmmmmmmmmmmmmnk",
    "kkkkkkkkkkkkkkkk",
    "kmk.kmk.kmk.kmk.",
    "kmk.kmk.kmk.kmk.",
    "kkkkkkkkkkkkkkkk",
    "nmmmkkkkkkkkmmmn",
    "kkkkkbbaaackkkkk",
    "kmk.kbakkack.mk.",
    "kmk.kbakkack.mk.",
    "kmk.kaakkack.mk.",
    "kkkkkacccckkkkkk",
    "nmmmkkkkkkkkmmmn",
    "kkkkkkkkkkkkkkkk",
    "kmk.kmk.kmk.kmk.",
    ".k...k...k...k..",
]);

/// A portcullis in a passage that leads left or right.
pub const GATE_ALONG: Figure = Figure(&[
    "....kkkkkkkk....",
    "....knmmmmnk....",
    "....kkkkkkkk....",
    "......kmnk......",
    "......kmnk......",
    "....kkkkkkkk....",
    "....kbbaaack....",
    "....kbakkack....",
    "....kbakkack....",
    "....kaaaaack....",
    "....kkkkkkkk....",
    "......kmnk......",
    "......kmnk......",
    "....kkkkkkkk....",
    "....knmmmmnk....",
    "....kkkkkkkk....",
]);

/// A ledge to jump down, drawn for a passage that leads down the picture.
pub const LEDGE: Figure = Figure(&[
    "................",
    "................",
    "kkkkkkkkkkkkkkkk",
    "bbbbbbbbbbbbbbbb",
    "aaaaaaaaaaaaaaaa",
    "cccccccccccccccc",
    "kckkckkckkckkckk",
    "k.kk.kk.kk.kk.kk",
    "...w..w..w..w...",
    "...ww.ww.ww.ww..",
    "....www...www...",
    ".....w.....w....",
    "................",
    "ssssssssssssssss",
    "................",
    "................",
]);

/// A trap in the floor.
pub const SPIKES: Figure = Figure(&[
    "................",
    "................",
    "...k.....k......",
    "..kwk...kwk.....",
    "..kwk...kwk..k..",
    "..kmk...kmk.kwk.",
    ".kwmnk.kwmnkkwk.",
    ".kkkkk.kkkkkkmk.",
    "....k.....kkwmnk",
    "...kwk...kwkkkkk",
    "...kwk...kwk....",
    "...kmk...kmk....",
    "..kwmnk.kwmnk...",
    "..kkkkk.kkkkk...",
    "..ssssssssssss..",
    "................",
]);
