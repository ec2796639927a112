"""The record told again: rounds step by step, replayed through today's code, exported, counted.

All of it only reads (a live table does not notice), checks the chain as it goes and runs in a process of its own.
Nothing here looks at a card's event to tell it: what is told comes from the pictures the table showed, so a
round that is still on leaks no hole card.
"""

from controller.recall.source import Round, Source, Step

__all__ = ["Round", "Source", "Step"]
