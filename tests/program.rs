//! The program as it is started: the command line, and what becomes of files when the disk is full.

mod command_line;
mod full_disk;
mod odd_input;
