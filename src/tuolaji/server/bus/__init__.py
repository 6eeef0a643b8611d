"""How the parts of a server speak with each other, in one process or on many machines."""
