"""Case files: read, completed, played, compared with what they expect."""
