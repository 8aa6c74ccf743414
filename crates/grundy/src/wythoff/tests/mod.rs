//! Wythoff's game: each fast path against the definition, the paper's own algorithms and the facts.

mod points;
mod positions;
