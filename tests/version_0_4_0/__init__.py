"""What version 0.4.0 wrote and answered; see `make.py` for how, `tests/test_version_0_4_0.py`."""
