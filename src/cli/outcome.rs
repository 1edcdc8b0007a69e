//! The ways in which a command can end, and their exit codes.

use std::io;

use crate::files::FileError;

/// The result of a command, shown by the exit code; see [`CliOutcome::meaning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CliOutcome {
    Done,
    WrongInput,
    Usage,
    NoDisplay,
    Failed,
    Different,
    Interrupted,
}

impl CliOutcome {
    /// All results, by their codes.
    pub(super) const ALL: [Self; 7] = [
        Self::Done,
        Self::WrongInput,
        Self::Usage,
        Self::NoDisplay,
        Self::Failed,
        Self::Different,
        Self::Interrupted,
    ];

    /// Returns the meaning, as a sentence.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "The command succeeded.",
            Self::WrongInput => {
                "The input is invalid, with the reason on standard error. Or a property fails for a level of `check --seeds`."
            }
            Self::Usage => "The command line is invalid.",
            Self::NoDisplay => "There is no display, or no graphics.",
            Self::Failed => "A limit was reached, or generation failed. The reason is on standard error.",
            Self::Different => "The two levels that `diff` compared differ.",
            Self::Interrupted => "The user interrupted the command.",
        }
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::WrongInput => 1,
            Self::Usage => 2,
            Self::NoDisplay => 3,
            Self::Failed => 4,
            Self::Different => 5,
            // Shells report this code for programs that SIGINT ended.
            Self::Interrupted => 130,
        }
    }
}

/// The reason why a command could not continue.
#[derive(Debug)]
pub(super) enum CliError {
    /// Nobody reads the output any more. This is not an error.
    ClosedPipe,
    /// Ends like this, with an error to print.
    Because(CliOutcome, anyhow::Error),
}

impl CliError {
    pub(super) fn new(ending: CliOutcome, message: impl Into<String>) -> Self {
        Self::Because(ending, anyhow::Error::msg(message.into()))
    }

    pub(super) fn ending(&self) -> CliOutcome {
        match self {
            Self::ClosedPipe => CliOutcome::Done,
            Self::Because(ending, _) => *ending,
        }
    }

    pub(super) fn message(&self) -> Option<String> {
        match self {
            Self::ClosedPipe => None,
            Self::Because(_, error) => Some(in_words(error)),
        }
    }
}

/// Joins the messages of an error and its causes, without repetitions.
fn in_words(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |message, cause| match message.as_str() {
        "" => cause,
        before if before.contains(&cause) => message,
        before => format!("{before}: {cause}"),
    })
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Because(
                CliOutcome::WrongInput,
                anyhow::Error::new(error).context("standard output: cannot be written"),
            )
        }
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        match error.hint() {
            Some(hint) => Self::new(CliOutcome::WrongInput, format!("{error}. {hint}")),
            None => Self::Because(CliOutcome::WrongInput, error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_reported_once_with_its_causes() {
        let source = io::Error::other("no such thing");
        let file = FileError::Unreadable { path: "a.ron".into(), source };
        assert_eq!(CliError::from(file).message().as_deref(), Some("a.ron: cannot be read: no such thing"));
        let full = CliError::from(io::Error::other("the disk is full"));
        assert_eq!(full.message().as_deref(), Some("standard output: cannot be written: the disk is full"));
    }
}
