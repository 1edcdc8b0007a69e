//! `delvewright edit`: opens the window, or shows an example level in the terminal if there is no display.

use std::path::{Path, PathBuf};

use clap::Args;

use super::diagnostics::say;
use super::input::{failure_of, request_of};
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, is_dash, print};
use super::seeds::parse_seed;
use super::variables::VariableOption;
use crate::base::Seed;
use crate::export::{Format, export};
use crate::files::{EXAMPLES, load_example, load_project, read_text_file};
use crate::pipeline::Pipeline;

#[derive(Debug, Args)]
pub(super) struct EditArguments {
    /// The grammar to open; by default an example.
    pub(super) file: Option<PathBuf>,
    /// The seed to start with: a number or words.
    #[arg(long, value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    #[command(flatten)]
    variables: VariableOption,
    /// Writes a picture of the window to this PNG file once the level is finished, and exits.
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Width and height of the window, for example 1280x800.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    size: Option<(u32, u32)>,
    /// A pane to bring to the front, for example Recipe; may be given several times.
    #[arg(long = "pane", value_name = "NAME")]
    panes: Vec<String>,
    /// Dark or light, for this run only. By default the choice in the window, and dark for pictures.
    #[arg(long)]
    theme: Option<ThemeArgument>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ThemeArgument {
    Dark,
    Light,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let size =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let in_range =
        |(width, height): &(u32, u32)| (320..=8192).contains(width) && (240..=8192).contains(height);
    size.filter(in_range)
        .ok_or_else(|| "write it as 1280x800, at least 320x240 and at most 8192x8192".to_owned())
}

/// Opens the window. Fails without a display.
pub(super) fn run(arguments: &EditArguments) -> Result<CliOutcome, CliError> {
    if let Some(file) = &arguments.file {
        check_opened(file)?;
        if !arguments.variables.values().is_empty() {
            arguments.variables.check(&load_project(file, &[])?)?;
        }
    }
    if let Some(picture) = &arguments.screenshot {
        if !picture.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
            let message = "--screenshot writes a picture; name a file with the extension .png";
            return Err(CliError::new(CliOutcome::Usage, message));
        }
        check_output(Some(picture))?;
    }
    match open(arguments) {
        Ok(()) => Ok(CliOutcome::Done),
        Err(WindowFailure::NoDisplay(reason)) => {
            let message = format!("{reason}; the other commands work without one, see `delvewright --help`");
            Err(CliError::new(CliOutcome::NoDisplay, message))
        }
        Err(WindowFailure::NoPicture(reason)) => Err(CliError::new(CliOutcome::Failed, reason)),
    }
}

/// Refuses a file that the window could not open, before it opens. Mistakes in a text are for the window.
fn check_opened(file: &Path) -> Result<(), CliError> {
    if is_dash(file) {
        let message = "the editor saves what it opens, and cannot save standard input; name a file";
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    Ok(read_text_file(file).map(drop)?)
}

/// Opens the window. If there is no display and no file was named, shows a level and a hint in the terminal.
pub(super) fn run_or_show_example(arguments: &EditArguments) -> Result<CliOutcome, CliError> {
    if arguments.file.is_some() || arguments.screenshot.is_some() {
        return run(arguments);
    }
    match open(arguments) {
        Ok(()) => Ok(CliOutcome::Done),
        Err(WindowFailure::NoDisplay(reason)) => show_example(&reason, arguments.seed.unwrap_or(Seed(1))),
        Err(WindowFailure::NoPicture(reason)) => Err(CliError::new(CliOutcome::Failed, reason)),
    }
}

/// The reason why there is no window, or no picture of it.
#[cfg_attr(not(feature = "editor"), expect(dead_code, reason = "pictures of the window need a window"))]
enum WindowFailure {
    NoDisplay(String),
    NoPicture(String),
}

/// Runs the editor until its window is closed, or returns the reason why it cannot open.
#[cfg(feature = "editor")]
fn open(arguments: &EditArguments) -> Result<(), WindowFailure> {
    use super::reference::reference_page;
    use crate::editor;
    use crate::reference::ReferenceTopic;

    let options = editor::Options {
        file: arguments.file.clone(),
        seed: arguments.seed,
        variables: arguments.variables.values(),
        screenshot: arguments.screenshot.clone(),
        panes: arguments.panes.clone(),
        size: arguments.size,
        command_page: Some(reference_page(Some(ReferenceTopic::CommandLine))),
        theme: arguments.theme.map(|theme| match theme {
            ThemeArgument::Dark => editor::Theme::Dark,
            ThemeArgument::Light => editor::Theme::Light,
        }),
    };
    editor::run(options).map_err(|error| match error {
        editor::WindowError::NoDisplay(_) => WindowFailure::NoDisplay(error.to_string()),
        editor::WindowError::Screenshot(_) => WindowFailure::NoPicture(error.to_string()),
    })
}

/// Always fails, because this build has no editor.
#[cfg(not(feature = "editor"))]
fn open(_: &EditArguments) -> Result<(), WindowFailure> {
    Err(WindowFailure::NoDisplay("this build has no window".to_owned()))
}

fn show_example(reason: &str, seed: Seed) -> Result<CliOutcome, CliError> {
    let project = EXAMPLES.first().and_then(|first| load_example(first.name));
    let project = project.and_then(|project| request_of(project, seed));
    let request = project.ok_or_else(|| CliError::new(CliOutcome::Failed, "the example cannot be read"))?;
    say(&format!("{reason}."));
    say(&format!("Here is a level of the example \"{}\" instead. Next steps:", request.grammar.name));
    for line in [
        "  delvewright --seed 2                          another level of it",
        "  delvewright generate GRAMMAR -o level.json    a level for your game",
        "  delvewright check GRAMMAR                     what is wrong with a grammar",
        "  delvewright --help                            everything else",
        "",
    ] {
        say(line);
    }
    let run = Pipeline::default().run(&request);
    if let Some(failure) = failure_of(&run) {
        return Err(CliError::new(
            CliOutcome::Failed,
            format!("the example produces no level: {}", failure.message),
        ));
    }
    let level = run.level.as_ref().map(|level| export(level, Format::Txt).into_bytes()).unwrap_or_default();
    print(&level)?;
    Ok(CliOutcome::Done)
}
