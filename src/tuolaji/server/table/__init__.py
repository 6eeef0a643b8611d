"""Tables: their log, what changes them, and what their guests are told."""
