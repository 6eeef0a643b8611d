"""The compiled thinking of `club` and `expert`: where cards may lie, what plays are worth."""

from ...kernel import put_in_place

put_in_place(__name__)
