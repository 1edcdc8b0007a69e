//! Describes times in words.

use std::time::SystemTime;

use crate::base::counted;

/// Returns the time since `time`, as of `now`: "3 minutes ago".
pub fn ago(time: SystemTime, now: SystemTime) -> String {
    let seconds = now.duration_since(time).map_or(0, |passed| passed.as_secs());
    let (count, unit) = match seconds {
        0..5 => return "just now".to_owned(),
        5..60 => (seconds, "second"),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(usize::try_from(count).unwrap_or(usize::MAX), unit))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_reported_in_the_largest_unit_that_fits() {
        let said =
            |seconds| ago(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(
            [0, 4, 59, 60, 150, 7_200, 200_000].map(said),
            [
                "just now",
                "just now",
                "59 seconds ago",
                "1 minute ago",
                "2 minutes ago",
                "2 hours ago",
                "2 days ago",
            ]
        );
        assert_eq!(ago(SystemTime::UNIX_EPOCH + Duration::from_secs(9), SystemTime::UNIX_EPOCH), "just now");
    }
}
