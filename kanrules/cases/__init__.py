"""Case files: read, filled up, played, compared with what they expect."""
