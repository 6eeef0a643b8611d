"""Where logs and facts are kept."""
