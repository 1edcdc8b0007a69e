//! Levels drawn in characters, and what a walker can do in them.

mod drawing;
mod hostile;
mod reading;
mod sight;
mod walkers;
mod walking;
