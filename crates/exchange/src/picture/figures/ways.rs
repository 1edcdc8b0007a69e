//! Figures of entrances, doors and obstacles.

use super::Sprite;

/// The way into the level.
pub const ENTRANCE: Sprite = Sprite(&[
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
pub const STAR: Sprite = Sprite(&[
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
pub const DOOR_ACROSS: Sprite = Sprite(&[
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
pub const DOOR_ALONG: Sprite = Sprite(&[
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
pub const GATE_ACROSS: Sprite = Sprite(&[
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
pub const GATE_ALONG: Sprite = Sprite(&[
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
pub const LEDGE: Sprite = Sprite(&[
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
pub const SPIKES: Sprite = Sprite(&[
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
