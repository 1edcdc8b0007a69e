//! A game in the terminal that plays a level exported by Delvewright.
//!
//! ```sh
//! cargo run -- generate grammars/first_lock.ron --seed 7 -o level.ron
//! cargo run --example terminal_game -- level.ron
//! cargo run --example terminal_game -- level.ron --moves ddssss     # plays these moves and prints the result
//! ```
//!
//! Walk with the arrow keys or WASD, or diagonally with Q E Z C where the level allows it. A full stop rests,
//! R restarts, Escape quits. Walk into a foe to fight it, or into a chest to open it. The level is read again
//! when its file changes. If standard input is not a terminal, moves are read from it. After moves, the exit
//! code is 0 if they win, otherwise 1.

mod game;
mod screen;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use std::{env, fs};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal::{self, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};
use delvewright_level::{Direction, Level};

use game::{Game, Move, State};

/// Time between two checks of the file.
const PAUSE: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let script = |level: &str, moves: &mut dyn BufRead| {
        let state = read_level(Path::new(level)).and_then(|level| run_script(level, moves, io::stdout()));
        state.map(|state| if state == State::Won { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    };
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [level] if io::stdin().is_terminal() => play(Path::new(level)).map(|()| ExitCode::SUCCESS),
        [level] => script(level, &mut io::stdin().lock()),
        [level, "--moves", moves] => script(level, &mut moves.as_bytes()),
        _ => Err("usage: terminal_game LEVEL [--moves MOVES]".to_owned()),
    };
    result.unwrap_or_else(|message| {
        eprintln!("{message}");
        ExitCode::from(2)
    })
}

fn read_level(path: &Path) -> Result<Level, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Level::from_text(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Plays moves given as letters, and prints the map and the last message.
fn run_script(level: Level, moves: impl BufRead, mut out: impl Write) -> Result<State, String> {
    let mut game = Game::new(level)?;
    for line in moves.lines() {
        let line = line.map_err(|error| error.to_string())?;
        for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
            game.play(Move::of_letter(letter).ok_or_else(|| format!("{letter:?} is no move"))?);
        }
    }
    let [message, status] = screen::status(&game);
    let rows = screen::rows(&game, 80, 40, false).into_iter().filter(|row| !row.trim().is_empty());
    for row in rows.chain([message, status]) {
        let row = row.trim_end();
        writeln!(out, "{row}").map_err(|error| error.to_string())?;
    }
    Ok(game.state)
}

/// The terminal in game mode; dropping it restores the previous mode.
struct Screen;

impl Screen {
    fn new() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(Self)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// A level file, and its state when it was last read.
struct Watched {
    path: PathBuf,
    seen: Option<(SystemTime, u64)>,
}

impl Watched {
    fn changed(&mut self) -> bool {
        let now = fs::metadata(&self.path).ok().and_then(|data| Some((data.modified().ok()?, data.len())));
        // The file may be missing for a moment while it is being replaced.
        let is_new = now.is_some() && now != self.seen;
        self.seen = now.or(self.seen);
        is_new
    }
}

fn play(path: &Path) -> Result<(), String> {
    let mut file = Watched { path: path.to_owned(), seen: None };
    file.changed();
    let level = read_level(path)?;
    let mut game = Game::new(level.clone())?;
    let mut first = level;
    let screen = Screen::new().map_err(|error| format!("the terminal: {error}"))?;
    let result = loop {
        if let Err(error) = draw(&game) {
            break Err(error.to_string());
        }
        match event::poll(PAUSE).and_then(|is_there| is_there.then(event::read).transpose()) {
            Err(error) => break Err(error.to_string()),
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                let is_interrupt =
                    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    _ if is_interrupt => break Ok(()),
                    KeyCode::Esc => break Ok(()),
                    KeyCode::Char('r' | 'R') => game = Game::new(first.clone())?,
                    code => move_of(code).into_iter().for_each(|action| game.play(action)),
                }
            }
            Ok(_) => {}
        }
        if file.changed() {
            match read_level(path).and_then(|level| Game::new(level.clone()).map(|game| (level, game))) {
                Ok((level, new)) => (first, game) = (level, new),
                // It may be half-written; the level stays until there is a better one.
                Err(error) => game.message = error,
            }
        }
    };
    drop(screen);
    result
}

fn move_of(code: KeyCode) -> Option<Move> {
    match code {
        KeyCode::Up => Some(Move::Step(Direction::Up)),
        KeyCode::Down => Some(Move::Step(Direction::Down)),
        KeyCode::Left => Some(Move::Step(Direction::Left)),
        KeyCode::Right => Some(Move::Step(Direction::Right)),
        KeyCode::Char(letter) => Move::of_letter(letter),
        _ => None,
    }
}

fn draw(game: &Game) -> io::Result<()> {
    let (columns, lines) = terminal::size()?;
    let has_color = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut out = io::stdout().lock();
    let rows = screen::rows(game, columns, lines.saturating_sub(3), has_color);
    queue!(out, terminal::Clear(ClearType::All))?;
    let help = "arrows or WASD walk | . rests | R begins again | Esc ends".to_owned();
    for (y, row) in (0_u16..).zip(rows.into_iter().chain(screen::status(game)).chain([help])) {
        let row = if row.contains('\u{1b}') { row } else { row.chars().take(usize::from(columns)).collect() };
        queue!(out, MoveTo(0, y))?;
        write!(out, "{row}")?;
    }
    out.flush()
}
