"""What the processes of a crew need, loaded once for all of them where processes can be forked."""

from __future__ import annotations

import gc

from .http import analyses, desk
from .roles import thinking

__all__ = ["analyses", "desk", "thinking"]

gc.freeze()
