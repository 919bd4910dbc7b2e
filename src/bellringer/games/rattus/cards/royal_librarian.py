"""25 Royal Librarian, of royalty."""

from cython.cimports.bellringer.games.rattus.rules.ask_numbers import UNIVERSITY_FROM
from cython.cimports.bellringer.games.rattus.rules.university_asks import ask_for_university
from cython.cimports.bellringer.games.rattus.rules.verbs import ask


def may_use(s, p):
    """Always: some region has neither a token nor a university. [RA-15.15]"""
    return True


def use(s, p):
    """The green university to another region without a token. [RA-15.34]"""
    ask_for_university(s, p, False)


def use_2(s, p):
    """The green university to any other region. [RA-15.35]"""
    ask_for_university(s, p, True)


def use_3(s, p):
    """Either university to any other region. [RA-15.36]"""
    ask(s, p, UNIVERSITY_FROM, 0, 0)
