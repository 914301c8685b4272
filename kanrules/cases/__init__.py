"""Case files: reading, completing, and playing cases, and comparing the result with their expectations."""
