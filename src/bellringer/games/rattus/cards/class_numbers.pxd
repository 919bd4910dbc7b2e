# Written by tools/rattus/cards.py from the cards: do not edit.
cdef enum:
    PEASANT = 0
    MONK
    MERCHANT
    WITCH
    KING
    KNIGHT
    BAKER
    SERF
    NUN
    BISHOP
    COURIER
    MAYOR
    WIZARD
    PIED_PIPER
    EMPEROR
    QUEEN
    SOLDIER
    CRUSADER
    ASTRONOMER
    EXPLORER
    CARAVANNER
    SULTAN
    STUDENT
    PROFESSOR
    ROYAL_LIBRARIAN
    INQUISITOR
    PHILOSOPHER
    ALCHEMIST
    GUILD_MASTER
    INN_KEEPER
    BOCCACCIO
    JUDGE
    JESTER

    CLASSES = 33
