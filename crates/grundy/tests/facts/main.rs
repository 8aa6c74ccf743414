//! Every fact of `data/facts` on every engine that can run its game.

mod claims;
mod engines;
mod errata;
mod known;
mod periods;
mod sparse;
mod tables;
mod values;
