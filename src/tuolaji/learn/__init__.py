"""Players that learn: self-play on the vector environment (`pip install "tuolaji[learn]"`).

`tuolaji train` is the command; `Training` the same as a library. This package alone imports torch.
"""
