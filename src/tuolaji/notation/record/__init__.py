"""Records of deals: the text `.tlj` and the JSON lines `.jsonl`, written, read and verified."""

from .deals import DealRecord, ReadDeal, check, read, write
from .told import Difference, RecordError, told

__all__ = ["DealRecord", "Difference", "ReadDeal", "RecordError", "check", "read", "told", "write"]
