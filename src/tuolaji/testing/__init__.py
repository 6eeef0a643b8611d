"""For those who test: checks that any bot must pass, random matches, and what must always hold."""

from .check_bot import BotFault, Make, Report, check_bot, exchanged, random_deal

__all__ = ["BotFault", "Make", "Report", "check_bot", "exchanged", "random_deal"]
