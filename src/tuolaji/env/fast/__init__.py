"""The vector environment, compiled: many deals side by side, and what is written of them."""

from ...kernel import put_in_place

put_in_place(__name__)
