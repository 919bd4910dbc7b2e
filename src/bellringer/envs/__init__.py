"""The games as environments for research: many games in one block of memory, Gymnasium, PettingZoo.

Needs the packages of the extra `envs`. docs/environments/ has a page an environment.
"""
