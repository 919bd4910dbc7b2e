"""Bots at the tables: who thinks when, and how their moves come to a table."""
