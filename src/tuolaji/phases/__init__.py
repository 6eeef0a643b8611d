"""The phases of a deal as small state machines."""
