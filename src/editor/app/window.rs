//! The frame around the window: starts it, names it, and explains why it could not start.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use egui::{Event, ViewportBuilder, ViewportCommand, vec2};

use super::options::{Options, Theme};
use super::screenshot::Screenshot;
use super::work_area::{FirstFit, LEAST};
use crate::base::{Seed, printable};
use crate::editor::app::App;
use crate::files::ProgramFolder;
use crate::reference::ReferenceTopic;

/// The reason why there is no window, or no picture of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// There is no display, or no graphics for it.
    #[error("no window can be opened here: {0}")]
    NoDisplay(String),
    /// The picture of the window could not be taken or written.
    #[error("no picture of the window was made: {0}")]
    Screenshot(String),
}

/// The name by which desktops find the entry, the icon and the description of a window; see `packaging/`.
pub const APP_ID: &str = "org.delvewright.delvewright";

/// The icon where no desktop entry is installed.
const ICON: &[u8] = include_bytes!("../../../packaging/icons/128.png");

/// Opens the window and returns when it is closed.
///
/// # Errors
/// If there is no display, or if a requested picture could not be taken.
pub fn run(options: Options) -> Result<(), WindowError> {
    let failure = Arc::new(Mutex::new(None));
    let reported = Arc::clone(&failure);
    let native = native_options(&options);
    let ran = eframe::run_native(
        "Delvewright",
        native,
        Box::new(move |creation| Ok(Box::new(Window::new(&creation.egui_ctx, options, reported)))),
    );
    ran.map_err(|error| WindowError::NoDisplay(reason(&error).to_owned()))?;
    let failure = failure.lock().map_or_else(|poisoned| poisoned.into_inner().take(), |mut slot| slot.take());
    failure.map_or(Ok(()), |message| Err(WindowError::Screenshot(message)))
}

/// Returns the missing requirement in words; the errors themselves mention libraries.
fn reason(error: &eframe::Error) -> &'static str {
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => "there is no display",
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => {
            "the graphics driver offers no OpenGL that can be used"
        }
        _ => "the window could not be made",
    }
}

fn native_options(options: &Options) -> eframe::NativeOptions {
    let (width, height) = options.size.unwrap_or((1600, 1000));
    let viewport = ViewportBuilder::default()
        .with_title("Delvewright")
        .with_app_id(APP_ID)
        .with_icon(icon())
        .with_inner_size(vec2(width as f32, height as f32))
        .with_min_inner_size(LEAST);
    // A requested size takes precedence over the last one. Neither it nor a picture is remembered.
    let is_remembered = options.screenshot.is_none() && options.size.is_none();
    eframe::NativeOptions {
        viewport,
        persist_window: is_remembered,
        // Remembered values are always read; the empty path is not a file.
        persistence_path: if is_remembered { window_file() } else { Some(PathBuf::new()) },
        ..eframe::NativeOptions::default()
    }
}

fn icon() -> egui::IconData {
    eframe::icon_data::from_png_bytes(ICON).expect("the picture was made by the program")
}

/// Returns the file for the position and size of the window, in the program's own folder.
fn window_file() -> Option<PathBuf> {
    ProgramFolder::of_user().ok().map(|home| home.root().join("app.ron"))
}

struct Window {
    app: App,
    title: String,
    /// `None` if the size was requested.
    first_fit: Option<FirstFit>,
    screenshot: Option<Screenshot>,
    failure: Arc<Mutex<Option<String>>>,
}

impl Window {
    fn new(ctx: &egui::Context, options: Options, failure: Arc<Mutex<Option<String>>>) -> Self {
        let mut app = App::new(ctx, options.file.as_deref(), options.seed.unwrap_or(Seed(1)));
        app.use_system_dialogs();
        // A picture shows nothing about the person who takes it.
        if options.screenshot.is_none() {
            match ProgramFolder::of_user() {
                Ok(home) => {
                    app.use_home(home, ctx);
                    if options.file.is_none() {
                        app.reopen_last();
                    }
                    // Users who name panes at the start know them.
                    if options.panes.is_empty() {
                        app.greet();
                    }
                }
                Err(error) => app.warn_of_no_home(&error),
            }
        }
        if let Some(page) = options.command_page {
            app.add_reference_page(ReferenceTopic::CommandLine, page);
        }
        if let Some(seed) = options.seed {
            app.look_at_seed(seed);
        }
        app.set_variables(options.variables);
        app.show_panes(&options.panes);
        match (options.theme, &options.screenshot) {
            (Some(Theme::Dark), _) | (None, Some(_)) => app.show_theme(egui::Theme::Dark, ctx),
            (Some(Theme::Light), _) => app.show_theme(egui::Theme::Light, ctx),
            (None, None) => {}
        }
        let is_free = options.size.is_none() && options.screenshot.is_none();
        let first_fit = is_free.then(|| FirstFit::new(app.is_maximized()));
        Self {
            app,
            title: String::new(),
            first_fit,
            screenshot: options.screenshot.map(Screenshot::to),
            failure,
        }
    }

    fn name_window(&mut self, ctx: &egui::Context) {
        let document = self.app.document();
        let mark = if document.is_dirty() { "• " } else { "" };
        let title = format!("{mark}{} – Delvewright", printable(document.title()));
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if let Some(first_fit) = &mut self.first_fit
            && let Some(is_maximized) = first_fit.advance(ui.ctx())
        {
            self.app.note_maximized(is_maximized);
        }
        self.app.ui(ui);
        self.name_window(ui.ctx());
        if let Some(screenshot) = &mut self.screenshot
            && let Some(result) = screenshot.advance(ui.ctx(), &self.app)
        {
            if let (Err(message), Ok(mut slot)) = (result, self.failure.lock()) {
                *slot = Some(message);
            }
            self.screenshot = None;
            ui.ctx().send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Ignores the pointer, because it does not belong on a picture.
    fn raw_input_hook(&mut self, _ctx: &egui::Context, input: &mut egui::RawInput) {
        if self.screenshot.is_some() {
            input.events.retain(|event| !matches!(event, Event::PointerMoved(_) | Event::MouseMoved(_)));
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.app.keep_last_look();
    }

    /// Returns `false`: only the position and size of the window are kept between runs.
    fn persist_egui_memory(&self) -> bool {
        false
    }
}
