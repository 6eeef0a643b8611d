"""Who plays here: accounts, what came of their deals, ratings, and order among them."""
