"""The games as environments for research: many games in one block of memory, Gymnasium, PettingZoo.

Importing this package enters the games into the registries of Gymnasium and PettingZoo, if these are installed, and
makes a module a game as PettingZoo's own are: `from bellringer.envs import GAME_v0`. Needs the packages of the extra
`envs`; docs/environments/ has a page an environment.
"""

from bellringer.envs.registry import register_games

register_games()
