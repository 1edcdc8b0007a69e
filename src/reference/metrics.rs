//! The page about metrics of levels.

use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic};
use crate::metrics::{LEVEL_METRICS, LevelMetric};

/// Returns the page.
pub(super) fn page() -> ReferencePage {
    let topic = ReferenceTopic::Metrics;
    let mut metrics = ReferenceSection::new("Metrics of levels", &["Metric", "Unit", "Definition", "Source"]);
    metrics.text =
        "The *solution* is the walk from the first start to the nearest goal, with the detours to the keys \
        that it needs. A level without a solution has no value for the metrics about it."
            .to_owned();
    metrics.rows = LEVEL_METRICS.iter().map(row).collect();
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text: "`batch --metrics FILE` writes these numbers for many levels, one row for each seed, as `.csv`, \
            `.jsonl` or `.parquet`. The columns `stage` and `code` name the failure of a seed that gives no level, or \
            whose level breaks a promise. Further columns count how often each part of the grammar was used, for \
            example `rule:Split`. `generate --metrics` prints the numbers of one level. In Rust, use \
            `delvewright_engine::metrics` and `delvewright_engine::survey`."
            .to_owned(),
        example: None,
        has_contents: false,
        sections: vec![metrics],
    }
}

fn row(metric: &LevelMetric) -> Vec<CellContent> {
    vec![
        CellContent::code(metric.name),
        CellContent::text(metric.unit.name()),
        CellContent::text(metric.definition),
        metric.source.map_or(CellContent::Empty, CellContent::text),
    ]
}
