//! The size of the interface.

/// A change of the interface scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleChange {
    /// Ten percent more.
    Larger,
    /// Ten percent less.
    Smaller,
    /// The initial size.
    First,
}

impl ScaleChange {
    /// Returns the factor after a change, from half to three times the initial size.
    pub fn factor_after(self, factor: f32) -> f32 {
        let tenths = (factor * 10.0).round();
        let tenths = match self {
            Self::Larger => tenths + 1.0,
            Self::Smaller => tenths - 1.0,
            Self::First => 10.0,
        };
        tenths.clamp(5.0, 30.0) / 10.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interface_grows_and_shrinks_by_tenths_within_bounds() {
        assert_eq!(ScaleChange::Larger.factor_after(1.0), 1.1);
        assert_eq!(ScaleChange::Smaller.factor_after(1.1), 1.0);
        assert_eq!(ScaleChange::Smaller.factor_after(0.5), 0.5);
        assert_eq!(ScaleChange::Larger.factor_after(3.0), 3.0);
        assert_eq!(ScaleChange::First.factor_after(2.3), 1.0);
    }
}
