//! The state of the pane: the chosen metrics, and the survey prepared for display.

use std::sync::Arc;

use super::number_list::NumberList;
use super::selection::ChartCursor;
use crate::editor::work::jobs::JobRegistry;
use crate::editor::work::level_survey::LevelSurvey;
use crate::editor::work::number_sweep::NumberSweep;
use crate::editor::work::survey_summary::{SummarizeSurvey, SummaryJob, SurveySummary};
use crate::editor::work::swept_number::SweptNumber;
use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::survey::SeedFilter;

/// State of the pane.
pub struct RangeView {
    /// Metric that is shown large.
    pub metric: &'static LevelMetric,
    /// Second axis of the large chart.
    pub against: ChartAxis,
    /// `true` if dungeons made by hand are shown too.
    pub shows_hand_made: bool,
    /// Cells of the large chart that are being chosen.
    pub cursor: ChartCursor,
    /// Levels for several values of a number.
    pub sweep: NumberSweep,
    /// Numbers that can be swept.
    pub numbers: NumberList,
    /// `true` if levels of the sweep are shown below it, and not the small charts.
    pub shows_pictures: bool,
    /// Text that small charts are searched for.
    pub search: String,
    /// Height of everything above the small charts except the large chart in the last frame, in points.
    pub rows_height: f32,
    summary: Option<Arc<SurveySummary>>,
    /// Number of selected records, with the survey and the selection that it belongs to.
    selected: Option<(u64, SeedFilter, usize)>,
    /// Survey and heat map that were asked for last.
    asked: Option<(u64, Option<[&'static str; 2]>)>,
}

/// The quantity against which a metric is shown.
#[derive(Clone, Debug, Default)]
pub enum ChartAxis {
    /// None: the chart is a histogram.
    #[default]
    Levels,
    /// Another metric: the chart is a heat map.
    Metric(&'static LevelMetric),
    /// A number of the grammar: the chart shows a metric for several of its values.
    Number(SweptNumber),
}

impl PartialEq for ChartAxis {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Levels, Self::Levels) => true,
            (Self::Metric(one), Self::Metric(other)) => one.name == other.name,
            (Self::Number(one), Self::Number(other)) => one.path == other.path,
            _ => false,
        }
    }
}

impl Default for RangeView {
    fn default() -> Self {
        Self {
            metric: &LEVEL_METRICS[0],
            against: ChartAxis::default(),
            shows_hand_made: false,
            cursor: ChartCursor::default(),
            sweep: NumberSweep::default(),
            numbers: NumberList::default(),
            shows_pictures: false,
            search: String::new(),
            rows_height: 0.0,
            summary: None,
            selected: None,
            asked: None,
        }
    }
}

impl RangeView {
    /// Drops everything about the project.
    pub fn forget_project(&mut self) {
        *self = Self { metric: self.metric, shows_hand_made: self.shows_hand_made, ..Self::default() };
    }

    /// Shows a metric large.
    pub fn show(&mut self, metric: &'static LevelMetric) {
        self.metric = metric;
        self.cursor = ChartCursor::default();
        if self.against == ChartAxis::Metric(metric) {
            self.against = ChartAxis::Levels;
        }
    }

    /// Shows the metric against another quantity.
    pub fn show_against(&mut self, axis: ChartAxis) {
        self.against = axis;
        self.cursor = ChartCursor::default();
    }

    /// Shows the metric for other values of a number.
    pub fn sweep_over(&mut self, number: SweptNumber) {
        self.against = ChartAxis::Number(number);
    }

    /// Returns the survey, prepared for display.
    pub fn summary(&self) -> Option<Arc<SurveySummary>> {
        self.summary.clone()
    }

    /// Returns the number of records that are selected.
    pub fn selected(&mut self, survey: &LevelSurvey, filter: &SeedFilter) -> usize {
        match &self.selected {
            Some((version, known, count)) if *version == survey.version() && known == filter => *count,
            _ => {
                let count = survey.records().iter().filter(|record| filter.selects(record)).count();
                self.selected = Some((survey.version(), filter.clone(), count));
                count
            }
        }
    }

    /// Prepares the survey again if it has changed.
    pub fn follow(&mut self, survey: &LevelSurvey, jobs: &mut JobRegistry) {
        if let Some(summary) = jobs.take::<SummarizeSurvey>() {
            self.summary = Some(summary);
        }
        let pair = match &self.against {
            ChartAxis::Metric(up) => Some((self.metric, *up)),
            ChartAxis::Levels | ChartAxis::Number(_) => None,
        };
        let wanted = (survey.version(), pair.map(|(across, up)| [across.name, up.name]));
        // A survey that has just begun again does not empty the charts.
        let is_begun = !survey.records().is_empty();
        if is_begun && self.asked != Some(wanted) && !jobs.is_busy::<SummarizeSurvey>() {
            self.asked = Some(wanted);
            let (now, before) = (survey.records().to_vec(), survey.previous().to_vec());
            jobs.ask::<SummarizeSurvey>(SummaryJob { version: survey.version(), now, before, pair });
        }
    }

    /// Ends a frame. Work that only this pane wants is halted while it is hidden.
    pub fn finish_frame(&mut self, jobs: &mut JobRegistry) {
        self.sweep.finish_frame(jobs);
    }
}
