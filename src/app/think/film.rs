//! A film of the steps: which pictures it has, and the file that they become.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Think;
use super::moving::MovingPicture;
use crate::app::archive::Archive;
use crate::app::words::say;
use crate::trace::{Player, Shape, shapes};

/// Pixels of a picture's side to choose from.
pub const SIDES: [u32; 4] = [480, 720, 1080, 2160];

/// Pictures in a second to choose from.
pub const PACES: [u16; 6] = [1, 2, 4, 8, 15, 30];

/// A file may not be larger: it is made in the memory of the page.
pub const MOST_BYTES: usize = 512 << 20;

/// What the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One PNG that moves, in every browser.
    Moving,
    /// A ZIP of numbered pictures.
    Pictures,
}

/// What a film shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Film {
    /// The chapter that is zoomed into, and all that is deeper in the recursion, instead of the whole run.
    pub part: bool,
    /// A picture for each event, not for each step.
    pub by_event: bool,
    /// Pixels of a picture's side; two players stand side by side.
    pub side: u32,
    /// Pictures in a second.
    pub pace: u16,
    /// With the texts beside the dots, where the screen shows them.
    pub with_texts: bool,
    /// What the file is.
    pub format: Format,
}

impl Default for Film {
    fn default() -> Film {
        Film {
            part: false,
            by_event: false,
            side: 720,
            pace: 4,
            with_texts: false,
            format: Format::Moving,
        }
    }
}

impl Think {
    /// Where each picture of a film is taken: the first and the last tick, and what is between. Of two players the ticks
    /// are those of the longer one.
    pub fn film_ticks(&self, film: Film) -> Vec<u32> {
        let Some(longest) = self.longest().map(|at| &self.players[at]) else {
            return Vec::new();
        };
        let span = match self.zoom.filter(|_| film.part) {
            Some((player, chapter)) => {
                let span = self.players[player].span(chapter);
                self.of_longest(player, *span.start())..=self.of_longest(player, *span.end())
            }
            None => 0..=longest.end(),
        };
        match film.by_event {
            false => span.collect(),
            true => by_event(longest, &span),
        }
    }

    /// What each player shows at a tick, to which it goes.
    pub fn film_pictures(&mut self, film: Film, tick: u32) -> Vec<Vec<Shape>> {
        let texts = if film.with_texts { self.texts() } else { Arc::default() };
        self.seek(tick);
        let view = self.view();
        let players = self.players.iter();
        players.map(|player| shapes(&player.scene(), view, &texts)).collect()
    }
}

fn by_event(player: &Player, span: &RangeInclusive<u32>) -> Vec<u32> {
    let inside = player.event_ticks().iter().copied().filter(|tick| span.contains(tick));
    let mut ticks: Vec<u32> = [*span.start()].into_iter().chain(inside).chain([*span.end()]).collect();
    ticks.dedup();
    ticks
}

/// A film on its way to a file.
pub enum Reel {
    /// One PNG that moves.
    Moving(MovingPicture),
    /// A ZIP, and how many pictures are in it.
    Pictures(Box<Archive>, u32),
}

impl Reel {
    /// Nothing is in it yet.
    pub fn new(film: Film, n_pictures: u32) -> Reel {
        match film.format {
            Format::Moving => Reel::Moving(MovingPicture::new(n_pictures, film.pace)),
            Format::Pictures => Reel::Pictures(Box::default(), 0),
        }
    }

    /// Adds a picture, a PNG file; all are of one size.
    ///
    /// # Errors
    /// In words, where the file becomes too large, or the picture is none.
    pub fn add(&mut self, png: &[u8]) -> Result<(), String> {
        let n_bytes = match self {
            Reel::Moving(moving) => {
                moving.add(png)?;
                moving.n_bytes()
            }
            Reel::Pictures(archive, n) => {
                let path = format!("{n:05}.png");
                *n += 1;
                archive.add(&path, png).map_err(no_file)?;
                archive.n_bytes()
            }
        };
        match n_bytes <= MOST_BYTES {
            true => Ok(()),
            false => Err(say!("film-too-large", most = MOST_BYTES >> 20)),
        }
    }

    /// The file, and how it is called.
    ///
    /// # Errors
    /// In words, where it is larger than its format allows.
    pub fn end(self) -> Result<(&'static str, &'static str, Vec<u8>), String> {
        match self {
            Reel::Moving(moving) => Ok(("think.png", "image/png", moving.end())),
            Reel::Pictures(archive, _) => {
                let bytes = archive.end().map_err(no_file)?;
                Ok(("think.zip", "application/zip", bytes))
            }
        }
    }
}

fn no_file(reason: impl Display) -> String {
    say!("film-no-file", reason)
}
