"""Exact odds of the games, and statistics that hold a table's results against them.

Everything here is pure. Probabilities are integers over a common denominator or Fractions; a float appears
only where a number is printed or where evidence is weighed (`drift`). What needs chance (`base_game`) is
given its shuffle.
"""
