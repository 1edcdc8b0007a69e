//! `delvewright themes`: lists themes, and shares derived ones as files.

use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, name_of, refuse_input, tidy, write};
use crate::base::{Diagnostic, did_you_mean, printable_line};
use crate::export::{ContactContent, ContactLayout, ContactPicture, ContactSheet};
use crate::files::{add_theme, parse_grammar, read_text_file, read_theme};
use crate::grammar::Grammar;
use crate::level::THEMES;
use crate::mission::DerivedTheme;
use crate::picture::ThemeSample;
use crate::text::{SharedTheme, print_theme};

/// Samples in a row of the picture.
const COLUMNS: NonZeroU32 = NonZeroU32::new(3).expect("3 is not 0");

/// Width of a sample in the picture, in pixels.
const WIDTH: NonZeroU32 = NonZeroU32::new(640).expect("640 is not 0");

#[derive(Debug, Subcommand)]
pub(super) enum ThemesCommand {
    /// Lists the built-in themes and those that a grammar derives, or draws a sample of each.
    List(ThemesListArguments),
    /// Writes a theme that a grammar derives to a file, to share it.
    Export(ThemesExportArguments),
    /// Adds a theme from a file to a grammar. A theme of the same name is replaced.
    Import(ThemesImportArguments),
}

#[derive(Debug, Args)]
pub(super) struct ThemesListArguments {
    /// A grammar whose derived themes are listed, too.
    grammar: Option<PathBuf>,
    /// The file to write: a PNG with a sample of each theme if its name ends with .png; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct ThemesExportArguments {
    /// The grammar.
    grammar: PathBuf,
    /// The name of the theme.
    name: String,
    /// The file to write. By default, the theme is printed.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct ThemesImportArguments {
    /// The file with the theme.
    theme: PathBuf,
    /// The grammar to add it to.
    grammar: PathBuf,
}

pub(super) fn run(command: &ThemesCommand) -> Result<CliOutcome, CliError> {
    match command {
        ThemesCommand::List(arguments) => list(arguments),
        ThemesCommand::Export(arguments) => export(arguments),
        ThemesCommand::Import(arguments) => import(arguments),
    }
}

/// Reads a grammar of which everything can be read.
fn grammar_of(path: &Path) -> Result<Grammar, CliError> {
    let text = read_text_file(path)?;
    let loaded = parse_grammar(&text, Some(path));
    loaded.value.filter(|_| loaded.complete).ok_or_else(|| {
        diagnostics::print(&loaded.diagnostics);
        let message = format!("{}: some of it cannot be read, so nothing is done", path.display());
        CliError::new(CliOutcome::WrongInput, message)
    })
}

fn list(arguments: &ThemesListArguments) -> Result<CliOutcome, CliError> {
    let file = file_of(arguments.output.as_ref());
    let ending = file.and_then(Path::extension);
    let is_picture = ending.is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !is_picture && ending.is_some_and(|ending| !ending.eq_ignore_ascii_case("txt")) {
        return Err(CliError::new(CliOutcome::Usage, "a list of themes is a .png or a .txt file"));
    }
    let grammar = arguments.grammar.as_deref().map(grammar_of).transpose()?;
    let derived = grammar.map(|grammar| grammar.alphabet.themes).unwrap_or_default();
    let inputs: Vec<PathBuf> = arguments.grammar.iter().cloned().collect();
    refuse_input(file, &inputs)?;
    tidy(file);
    if is_picture {
        let built_in = THEMES.iter().map(|theme| (theme.name, DerivedTheme::like(theme.name)));
        let own = derived.iter().map(|(name, theme)| (name.as_str(), theme.clone()));
        write(file, &sheet(built_in.chain(own).collect())?)?;
        return Ok(CliOutcome::Done);
    }
    let mut text = String::new();
    for theme in &THEMES {
        let _ = writeln!(text, "{}: {}", theme.name, theme.summary);
    }
    for (name, theme) in &derived {
        let _ = writeln!(text, "{}: Like {}.", printable_line(name), printable_line(&theme.like));
    }
    write(file, text.as_bytes())?;
    Ok(CliOutcome::Done)
}

fn sheet(themes: Vec<(&str, DerivedTheme)>) -> Result<Vec<u8>, CliError> {
    let layout = ContactLayout::new(themes.len() as u64, COLUMNS, WIDTH);
    let layout = layout.map_err(|error| CliError::new(CliOutcome::Usage, error.to_string()))?;
    let mut sheet = ContactSheet::new(layout);
    let mut bytes = Vec::new();
    for (name, theme) in themes {
        let sample = ThemeSample::new(&theme);
        let sample = sample.ok_or_else(|| CliError::new(CliOutcome::Failed, "the sample cannot be made"))?;
        let content = ContactContent::Level(sample.thumbnail(WIDTH));
        bytes.extend(sheet.add(ContactPicture { label: name.to_owned(), content }));
    }
    bytes.extend(sheet.finish());
    Ok(bytes)
}

fn export(arguments: &ThemesExportArguments) -> Result<CliOutcome, CliError> {
    let file = file_of(arguments.output.as_ref());
    refuse_input(file, std::slice::from_ref(&arguments.grammar))?;
    let grammar = grammar_of(&arguments.grammar)?;
    let themes = &grammar.authored().alphabet.themes;
    let Some(theme) = themes.get(&arguments.name) else {
        let name = printable_line(&arguments.name);
        let near = did_you_mean(&arguments.name, themes.keys().map(String::as_str)).unwrap_or_default();
        let message = format!("{}: it derives no theme \"{name}\". {near}", name_of(&arguments.grammar));
        return Err(CliError::new(CliOutcome::WrongInput, message.trim_end()));
    };
    tidy(file);
    write(file, print_theme(&SharedTheme::new(&arguments.name, theme)).as_bytes())?;
    Ok(CliOutcome::Done)
}

fn import(arguments: &ThemesImportArguments) -> Result<CliOutcome, CliError> {
    let refused = |found: Vec<Diagnostic>| {
        diagnostics::print(&found);
        CliError::new(CliOutcome::WrongInput, "the theme is not imported")
    };
    let theme = read_theme(&arguments.theme).map_err(refused)?;
    tidy(Some(&arguments.grammar));
    if let Some(problem) = add_theme(&arguments.grammar, &theme).map_err(refused)?? {
        diagnostics::say(&format!("warning: the earlier version has no backup: {problem}"));
    }
    Ok(CliOutcome::Done)
}
