//! How a table's throughput is paid for, as far as traffic feels it.

/// The capacity mode of one door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// By the request. The partitions that there are serve what they can; more come once a new peak has been reached.
    OnDemand {
        /// The highest traffic that the door has served before, in read and write units a second; none for a new one.
        previous_peak: Option<(f64, f64)>,
        /// What it was warmed for, in read and write units a second; none where nobody did.
        warm_throughput: Option<(f64, f64)>,
    },
    /// By units a second set beforehand, split evenly over its partitions.
    Provisioned {
        /// Read units a second.
        read_units: f64,
        /// Write units a second.
        write_units: f64,
    },
}

impl Default for Mode {
    fn default() -> Self {
        Self::OnDemand { previous_peak: None, warm_throughput: None }
    }
}

impl Mode {
    /// Read and write units a second that were set beforehand; none on demand.
    pub fn provisioned(self) -> Option<(f64, f64)> {
        match self {
            Self::OnDemand { .. } => None,
            Self::Provisioned { read_units, write_units } => Some((read_units, write_units)),
        }
    }
}
