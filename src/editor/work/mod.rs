//! Background work and file operations of the window.

pub mod comparer;
pub mod contact_sheet;
pub mod disk;
pub mod exporter;
pub mod film_writer;
pub mod jobs;
pub mod level_survey;
pub mod number_sweep;
pub mod previewer;
pub mod seed_exporter;
pub mod seed_requests;
pub mod sheets;
pub mod stopwatch;
pub mod survey;
pub mod survey_summary;
pub mod swept_number;
pub mod theme_samples;
pub mod thumbnails;
pub mod project_check;
pub mod property_counts;
pub mod worker;

/// The kinds of background jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Checking the project for mistakes.
    Survey,
    /// Making and measuring the levels of many seeds.
    SeedSurvey,
    /// Making and measuring levels for several values of a number.
    Sweep,
    /// Listing the numbers of the grammar.
    Numbers,
    /// Preparing a survey for display.
    SurveySummary,
    /// Making the level.
    Level,
    /// Writing a level.
    Export,
    /// Writing a film.
    Film,
    /// Searching for matches of a rule.
    Matches,
    /// Making the preview level of a painted room.
    Room,
    /// Explaining why a rule was not applied.
    Absence,
    /// Finding the steps in which a level was made.
    LevelSteps,
    /// Making the preview of an export.
    ExportPreview,
    /// Drawing the levels of examples.
    ExamplePictures,
    /// Comparing two levels.
    Comparison,
    /// Drawing the levels of the gallery.
    Thumbnails,
    /// Drawing the sample of a theme.
    ThemeSample,
    /// Searching the fonts of the system.
    Fonts,
}

impl JobKind {
    /// Describes the work for the bottom bar; `None` if it is not shown there.
    pub const fn words(self) -> Option<&'static str> {
        match self {
            Self::Survey => Some("Checking the project"),
            Self::SeedSurvey => Some("Surveying levels"),
            Self::Sweep => Some("Surveying the values of a number"),
            Self::Level => Some("Making the level"),
            Self::Export => Some("Exporting"),
            Self::Film => Some("Exporting the film"),
            Self::Matches => Some("Looking for matches"),
            Self::Room => Some("Making the room's level"),
            Self::Comparison => Some("Comparing the levels"),
            Self::SurveySummary
            | Self::Numbers
            | Self::Absence
            | Self::LevelSteps
            | Self::ExportPreview
            | Self::ExamplePictures
            | Self::Thumbnails
            | Self::ThemeSample
            | Self::Fonts => None,
        }
    }
}
