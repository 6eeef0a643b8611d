"""How fast it is: each module measures one part of it, against a baseline in the same run."""
