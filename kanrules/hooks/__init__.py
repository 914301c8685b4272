"""The plugin hooks: their specs, the types of their answers, the search for plugins, and the judge on top of pluggy."""
