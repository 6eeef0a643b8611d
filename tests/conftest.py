"""Short ways to say what the tests are about."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tuolaji", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tuolaji")
