//! All values so far, handed to the sink in blocks as they grow.

use super::{EngineError, Sink};

/// The values `G(0) …` of a run that needs all of them, two bytes each.
pub(super) struct History<'a> {
    values: Vec<u16>,
    reported: usize,
    work: u64,
    sink: &'a mut dyn Sink,
}

impl<'a> History<'a> {
    pub(super) fn new(count: u64, sink: &'a mut dyn Sink) -> Result<Self, EngineError> {
        let mut values = Vec::new();
        let no_memory = |_| EngineError::NoMemory { count };
        values.try_reserve_exact(usize::try_from(count).unwrap_or(usize::MAX)).map_err(no_memory)?;
        Ok(History { values, reported: 0, work: 0, sink })
    }

    /// Goes on from `values`, of which the sink has seen the first `reported`.
    pub(super) fn resume(
        mut values: Vec<u16>,
        reported: usize,
        count: u64,
        sink: &'a mut dyn Sink,
    ) -> Result<Self, EngineError> {
        let more = (count as usize).saturating_sub(values.len());
        values.try_reserve_exact(more).map_err(|_| EngineError::NoMemory { count })?;
        Ok(History { values, reported, work: 0, sink })
    }

    /// Goes on from `values`, all of which the sink has seen, for nobody knows how long.
    pub(super) fn open(values: Vec<u16>, sink: &'a mut dyn Sink) -> Self {
        History { reported: values.len(), values, work: 0, sink }
    }

    /// Asks the sink whether to go on, though there is nothing new.
    pub(super) fn pulse(&mut self) -> Result<(), EngineError> {
        let asked = self.sink.block(self.reported as u64, &[]);
        if asked.is_break() { Err(EngineError::Stopped) } else { Ok(()) }
    }

    /// The values so far.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// All values, when the run is over.
    pub(super) fn into_values(self) -> Vec<u16> {
        self.values
    }

    /// Counts options that were looked at.
    pub(super) fn work(&mut self, options: u64) {
        self.work += options;
    }

    /// Appends `G(n)`, and reports a block once `block` values are waiting.
    pub(super) fn push(&mut self, value: Option<u16>, block: usize) -> Result<(), EngineError> {
        let heap = self.values.len() as u64;
        self.values.push(value.ok_or(EngineError::ValueTooLarge { heap })?);
        if self.values.len() - self.reported >= block { self.report() } else { Ok(()) }
    }

    /// Reports what is still waiting.
    pub(super) fn report(&mut self) -> Result<(), EngineError> {
        self.sink.work(std::mem::take(&mut self.work));
        let block = &self.values[self.reported..];
        if !block.is_empty() && self.sink.block(self.reported as u64, block).is_break() {
            return Err(EngineError::Stopped);
        }
        self.reported = self.values.len();
        Ok(())
    }
}
