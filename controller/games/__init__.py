"""One module per game, found by its name; pay tables lie beside it as TOML."""

from functools import cache
from importlib import import_module, resources

from controller.games.model import Game, RuleError


@cache
def names() -> tuple[str, ...]:
    """Every game there is a module for: those with a `GAME`'s pay table or rules beside them."""
    files = (file.name for file in resources.files(__name__).iterdir())
    return tuple(sorted(name[:-5].replace("_", "-") for name in files if name.endswith(".toml")))


@cache
def find(name: str) -> Game:
    if name not in names():
        raise RuleError(f"unknown game {name!r}; the games are {', '.join(names())}")
    game: Game = import_module(f"{__name__}.{name.replace('-', '_')}").GAME
    return game
