"""Long comparisons: the engine against the oracle, and the referee against nonsense."""
