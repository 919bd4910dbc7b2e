# Written by tools/notre_dame/cards.py from the decks: do not edit.
cdef enum:
    HOSTESS = 0
    MINSTREL
    MONK
    FOOL
    MONEY_LENDER
    DOCTOR
    CITY_GUARD
    NIGHT_WATCHMAN
    BISHOP
    GUILD_MASTER
    BEGGAR_KING
    ADVOCATE
    LADY_OF_THE_COURT
    MAYOR
    CARPENTER
    ADMINISTRATOR
    NURSE
    SCHOLAR
    PRIEST
    PROCURATOR
    BELL_RINGER
    SPY
    GYPSIES
    COACHMAN
    BUTCHER
    PATRON
    MERCHANT
    INNKEEPER
    GRAVEDIGGER
    ACTRESS
    COUNCILLOR
    GUARD
    MISTRESS

    ALL_PERSONS = 33

cdef inline int persons_in_pool(int pool) noexcept nogil:
    if pool == 0:
        return 15
    return 33
