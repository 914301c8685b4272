"""The hooks: marks and specs, what they may answer, who implements them, and the judge over pluggy."""
