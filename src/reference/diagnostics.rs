//! The page about diagnostics: a section for each origin.

use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic};
use crate::base::DiagnosticTable;
use crate::files::FILE_DIAGNOSTICS;
use crate::grammar::{CHECK_DIAGNOSTICS, DERIVE_DIAGNOSTICS, LINT_DIAGNOSTICS};
use crate::import::IMPORT_DIAGNOSTICS;
use crate::layout::LAYOUT_DIAGNOSTICS;
use crate::picture::LOOK_DIAGNOSTICS;
use crate::pipeline::LEVEL_DIAGNOSTICS;
use crate::rooms::ROOM_DIAGNOSTICS;
use crate::text::NOTATION_DIAGNOSTICS;

const GROUPS: [DiagnosticTable; 10] = [
    NOTATION_DIAGNOSTICS,
    CHECK_DIAGNOSTICS,
    LINT_DIAGNOSTICS,
    DERIVE_DIAGNOSTICS,
    ROOM_DIAGNOSTICS,
    LOOK_DIAGNOSTICS,
    LAYOUT_DIAGNOSTICS,
    LEVEL_DIAGNOSTICS,
    IMPORT_DIAGNOSTICS,
    FILE_DIAGNOSTICS,
];

/// Returns cause and remedy of the diagnostics of a code.
pub fn facts_about(code: &str) -> Option<(&'static str, &'static str)> {
    let mut kinds = GROUPS.into_iter().flat_map(|group| group.kinds);
    kinds.find(|(known, ..)| *known == code).map(|(_, cause, remedy)| (*cause, *remedy))
}

/// Returns the page.
pub(super) fn page() -> ReferencePage {
    let topic = ReferenceTopic::Diagnostics;
    let section = |group: DiagnosticTable| {
        let mut section = ReferenceSection::new(group.title, &["Code", "Cause", "Remedy"]);
        section.text = group.moment.to_owned();
        let row = |(code, cause, remedy): &(&str, &str, &str)| {
            vec![CellContent::code(*code), CellContent::text(*cause), CellContent::text(*remedy)]
        };
        section.rows = group.kinds.iter().map(row).collect();
        section
    };
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text:
            "Every message has a code in brackets, for example `error[unknown-symbol]`. Codes stay the same \
            in later versions. An error prevents generation, a warning points out a probable mistake, and a note \
            informs. The message names the place, and often gives a hint."
                .to_owned(),
        example: None,
        has_contents: true,
        sections: GROUPS.into_iter().map(section).collect(),
    }
}
