//! `delvewright reference`: prints pages of the reference. `delvewright help TOPIC` does the same, and
//! `delvewright help WORD` prints the parts about a word.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};

use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, print, tidy, write};
use crate::base::{listed, printable_line};
use crate::reference::{
    CellContent, ReferencePage, ReferencePages, ReferenceSection, ReferenceTopic, index_page, parts_about,
    similar_names,
};

#[derive(Debug, Args)]
pub(super) struct ReferenceArguments {
    /// The page to print. Without it, the list of all pages is printed.
    #[arg(value_name = "TOPIC", value_parser = topics())]
    topic: Option<ReferenceTopic>,
    /// The notation of the page.
    #[arg(long, value_enum, value_name = "F", default_value_t = ReferenceFormat::Markdown)]
    format: ReferenceFormat,
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// The notation of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReferenceFormat {
    /// A page to read.
    Markdown,
    /// The facts as data, for other programs.
    Json,
}

fn topics() -> impl TypedValueParser<Value = ReferenceTopic> {
    let names = PossibleValuesParser::new(ReferenceTopic::ALL.map(ReferenceTopic::name));
    names.map(|name| ReferenceTopic::named(&name).unwrap_or(ReferenceTopic::Grammar))
}

pub(super) fn run(arguments: &ReferenceArguments) -> Result<CliOutcome, CliError> {
    let page = page_about(arguments.topic);
    let text = match arguments.format {
        ReferenceFormat::Markdown => page.markdown(),
        ReferenceFormat::Json => page.json(),
    };
    let file = file_of(arguments.output.as_ref());
    tidy(file);
    write(file, text.as_bytes())?;
    Ok(CliOutcome::Done)
}

/// Returns the words after `help`, if they begin with no command: help on commands is left to clap.
pub(super) fn words_of_help(arguments: &[OsString]) -> Option<String> {
    let [_, help, words @ ..] = arguments else { return None };
    let words: Vec<&str> = words.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let first =
        words.first().filter(|first| help == "help" && !first.starts_with('-') && **first != "help")?;
    super::command().find_subcommand(first).is_none().then(|| words.join(" "))
}

/// Prints the page about a topic, or the parts of all pages about a word.
///
/// # Errors
/// Returns an error with similar words if there are none.
pub(super) fn print_help(words: &str) -> Result<CliOutcome, CliError> {
    if let Some(topic) = ReferenceTopic::named(words) {
        print(page_about(Some(topic)).markdown().as_bytes())?;
        return Ok(CliOutcome::Done);
    }
    let mut pages = ReferencePages::default();
    ReferenceTopic::ALL.into_iter().for_each(|topic| pages.add(topic, page_about(Some(topic))));
    if let Some(text) = parts_about(&pages, words) {
        print(text.as_bytes())?;
        return Ok(CliOutcome::Done);
    }
    let root = super::command();
    let commands = root.get_subcommands().map(Command::get_name);
    let others: Vec<&str> = commands.chain(ReferenceTopic::ALL.map(ReferenceTopic::name)).collect();
    let quoted: Vec<String> =
        similar_names(&pages, &others, words).iter().map(|name| format!("\"{name}\"")).collect();
    let hint = match quoted.as_slice() {
        [] => "\"delvewright help\" lists the commands and topics.".to_owned(),
        names => format!("Did you mean {}?", listed(names, "or")),
    };
    let message = format!("there is no help about \"{}\". {hint}", printable_line(words));
    Err(CliError::new(CliOutcome::Usage, message))
}

/// Returns the list of topics for the end of `--help`.
pub(super) fn topics_of_help() -> String {
    let names = ReferenceTopic::ALL.map(ReferenceTopic::name);
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let line = |topic: ReferenceTopic| format!("  {:width$}  {}\n", topic.name(), topic.summary());
    let topics: String = ReferenceTopic::ALL.map(line).concat();
    format!(
        "Topics:\n{topics}\nA topic is shown by delvewright help TOPIC. A single word also has help: a type or \
         field of files, for example delvewright help walkers, or the code of a message, for example \
         delvewright help no-way."
    )
}

/// Returns a page of the reference, or the index.
pub fn reference_page(topic: Option<ReferenceTopic>) -> ReferencePage {
    page_about(topic)
}

fn page_about(topic: Option<ReferenceTopic>) -> ReferencePage {
    topic.map_or_else(index_page, |topic| topic.page().unwrap_or_else(command_page))
}

/// Returns the page about the command line.
fn command_page() -> ReferencePage {
    let topic = ReferenceTopic::CommandLine;
    let mut root = super::command();
    root.build();
    let mut sections = Vec::new();
    add_command(&root, 0, &mut sections);
    let mut codes = ReferenceSection::new("Exit codes", &["Code", "Meaning"]);
    codes.rows = CliOutcome::ALL
        .map(|outcome| {
            vec![CellContent::code(outcome.code().to_string()), CellContent::text(outcome.meaning())]
        })
        .into();
    sections.push(codes);
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text: "Data goes to standard output or to the file of `-o`; everything else goes to standard error."
            .to_owned(),
        example: None,
        has_contents: true,
        sections,
    }
}

/// Adds the section of a command, and those of the commands below it.
fn add_command(command: &Command, depth: usize, sections: &mut Vec<ReferenceSection>) {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut section = ReferenceSection::new(name, &["Argument", "Values", "Default", "Required", "Meaning"]);
    section.depth = depth;
    let about = command.get_long_about().or_else(|| command.get_about());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let about = about.map(|text| sentence(&text.to_string())).unwrap_or_default();
    section.text = format!("{about}\n\n```sh\n{usage}\n```");
    let is_shown = |argument: &&Arg| !matches!(argument.get_id().as_str(), "help" | "version");
    section.rows = command.get_arguments().filter(is_shown).map(argument_row).collect();
    sections.push(section);
    let below = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    below.for_each(|inner| add_command(inner, depth + 1, sections));
}

fn argument_row(argument: &Arg) -> Vec<CellContent> {
    let value = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let takes_value = argument.get_action().takes_values();
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    let long = argument.get_long().map(|word| format!("--{word}"));
    let flags = short.into_iter().chain(long).collect::<Vec<_>>().join(", ");
    let name = match value.filter(|_| takes_value) {
        Some(value) if flags.is_empty() => value,
        Some(value) => format!("{flags} {value}"),
        None => flags,
    };
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| takes_value)
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    let defaults: Vec<&str> =
        argument.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    let some = |text: String, wrap: fn(String) -> CellContent| {
        if text.is_empty() { CellContent::Empty } else { wrap(text) }
    };
    let default = if takes_value { defaults.join(" ") } else { String::new() };
    let help = argument.get_long_help().or_else(|| argument.get_help());
    vec![
        CellContent::code(name),
        some(values.join(", "), CellContent::Text),
        some(default, CellContent::Code),
        CellContent::Switch(argument.is_required_set()),
        CellContent::text(help.map(|text| sentence(&text.to_string())).unwrap_or_default()),
    ]
}

/// Ends a text with a full stop, which clap removes.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") }
}
