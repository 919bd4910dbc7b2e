# Written by tools/asks.py from asks.toml: do not edit.
cdef enum:
    SETTLE = 1              # two citizens to which region
    ACT                     # take a card, place citizens, use an ability, or move the plague piece
    PLACE_MORE              # more citizens than the rats (about: region; more: card)
    RAT_FROM                # which rat moves
    RAT_TO                  # and where to (about: rat)
    GO_FROM                 # citizens leave which region. most: how many at most (about: most)
    GO_TO                   # and go to which neighbour. most: how many at most (about: from; more: most)
    GO_COUNT                # and how many are they (about: from; more: to)
    LOOK                    # at which rat
    LOOK_AGAIN              # at which other (about: first)
    SWAP                    # the two that were looked at change places, or not (about: first; more: second)
    HAVEN_FROM              # a citizen of which region goes to the palace
    SPREAD                  # a new rat in which neighbour
    COUNT_PIECE             # does the piece count as citizens. citizens: how many (about: citizens)
    LAST_ACT                # in the last round: use an ability, or enough
    PLACE_ONE               # a citizen in any region
    PIECE_TO                # in the last round: the plague piece goes where, or stays (about: steps)
    PLACE_ANYWHERE          # more citizens in any region, or not (about: card)
    PLACE_WITHIN            # one citizen more in a region of `within`, or not (about: card)
    FILL                    # the next citizen in which region of `to_fill`
    KEEP_FROM               # a citizen of which region comes to a card (about: card)
    KEEP_WHICH              # and which (about: region; more: card)
    PLACE_KEPT              # all citizens on a card go to which region. seat: whose they are (about: seat)
    GO_FAR_FROM             # citizens leave which region for any other. most: how many at most (about: most)
    GO_ANYWHERE             # and go to which region. most: how many at most (about: from; more: most)
    GO_WHICH                # which citizen goes (about: from; more: to)
    HAVEN_ANY               # a citizen of which region goes to the palace, rats or not. most: how many may (about: most)
    HAVEN_WHICH             # which citizen goes to the palace. again: another one may follow (about: region; more: again)
    HAVEN_ALSO              # does another one of the region (about: region)
    LOSE_WHICH              # which citizen falls (about: region)
    SPEND_POTION            # does a potion fall for it. potions: how many are under it (about: region; more: potions)
    POTION_IN               # a citizen of which region gets a potion, or none. again: it is the second (about: level; more: again)
    POTION_TO               # which citizen gets it. again: another one of the region may get one (about: region; more: again)
    POTION_ALSO             # which citizen of the region gets another one, or none (about: region)
    EXCHANGE_FROM           # a citizen of which region is exchanged
    EXCHANGE_WHOSE          # and whose is it (about: region)
    EXCHANGE_WHICH          # and which. seat: whose (about: region; more: seat)
    EXCHANGE_TO             # for one of which region (about: from)
    EXCHANGE_WITH           # and whose is that (about: region)
    EXCHANGE_FOR            # and which. seat: whose (about: region; more: seat)
    EXCHANGE_ALSO           # whose citizen of the first region is exchanged besides, or none (about: from; more: to)
    LEAD_FROM               # a citizen of which region leads others away
    LEAD_TO                 # to which neighbour (about: from)
    LEAD_WHICH              # and which citizen (about: from; more: to)
    LEAD_WHOSE              # whose citizen goes along (about: from; more: to)
    LEAD_OTHER              # and which. seat: whose (about: from; more: seat)
    LEAD_RAT                # which rat goes along, where not all can (about: from; more: to)
    LEAD_ON                 # where does the citizen go on to, or not. region: where it is; before: where it was (about: region; more: before)
    MOVE_IN                 # how many citizens come where a rat has killed. most: at most (about: most; more: card)
    RAT_FAR_FROM            # which rat goes anywhere. most: how many may (about: most)
    RAT_FAR_TO              # and where to. most: how many may (about: rat; more: most)
    RAT_ALSO                # which other rat goes with it, or none (about: from; more: to)
    LOOK_ON                 # at which rat, or enough. most: how many more (about: most)
    ARRANGE                 # which of the rats that were seen comes here. rat: the place (about: rat)
    MORE_RATS               # do more rats come than usual. most: how many (about: most; more: card)
    RAT_BESIDE              # in the last round: a rat in which neighbour, or none. most: how many may (about: most)
    REVEAL_ALL              # are all rats of the region revealed together (about: card)
    NEXT_RAT                # and which acts next (about: region)
    DRAW_RAT                # is a rat drawn from the supply
    REPLACE_RAT             # which of the revealed rats does it replace, or none (about: region)
    LIFT_LIMITS             # are all limits in the plague region zero
    PLAGUE_TO               # in the last round: where does the plague come. again: it may stay (about: steps; more: again)
    NUN_TO                  # a nun in which region. most: how many are left to place (about: most)
    BISHOP_FROM             # which bishop moves
    BISHOP_TO               # where to. source: none for a new one (about: source)
    BISHOP_RAT              # which rat leaves a bishop's region, or none. most: how many may; source: none for the first (about: most; more: source)
    WALL_FROM               # a wall on a border of which region. most: how many are left to place (about: most)
    WALL_TO                 # and of which neighbour. most: how many are left (about: region; more: most)
    CROSS_FROM              # a citizen of which region crosses a wall
    CROSS_TO                # over which wall (about: from)
    CROSS_WHOSE             # whose citizen (about: from; more: to)
    CROSS_WHICH             # and which. seat: whose (about: from; more: seat)
    CROSS_ALSO              # another one over the same wall, from which side, or none. from and to: the two sides (about: from; more: to)
    BACK_FROM               # a citizen of which region comes back to the supply
    BACK_WHICH              # and which (about: region)
    HAVEN_NEAR              # a citizen of which region beside the piece goes to the palace, or none (about: card)
    DROP_AT                 # above what: a region, the palace, or a border
    DROP_FROM               # the border of which region
    DROP_TO                 # and of which neighbour (about: from)
    LANDS_IN                # to which of two places a citizen on a border comes. place and other: the two (about: place; more: other)
    PROTECT                 # which region card is played against the rat, or none (about: region)
    PROTECT_WHICH           # which class card does it protect (about: region-card; more: region)
    KEEP_CARD               # which of the drawn region cards is kept
    DROP_CARD               # and which is not
    EXPLORE                 # the region of which drawn card gets citizens (about: level)
    PODIUM_IN               # a citizen of which region gets a podium, or none. most: how many may; again: it is the second (about: most; more: again)
    PODIUM_TO               # which citizen gets it (about: region)
    CARAVAN_IN              # in which region does the caravan begin
    CARAVAN_TO              # where does it go. from: where it began; steps: how many are left (about: from; more: steps)
    FOLLOW                  # a citizen where the caravan has been, or none. others: the seats to come (about: region; more: others)
    GUILD_TO                # a citizen onto which space of the guilds' board
    CITY_TO                 # a citizen into which free city, or from which region into the taken city there
    CITY_WHICH              # and which citizen (about: region)
    CITY_MORE               # one citizen more by which city of `cities_due`, or none. there: citizens there before (about: there)
    GIVE_UP_CARD            # which own class card goes back beside the board, or none
    BONUS_IN                # a citizen in which university's region, or none
    UNIVERSITY_GOES         # a university has been founded: where does the piece go (about: from)
    UNIVERSITY_IN           # citizens in which university's region. citizens: how many (about: citizens)
    JOIN_FROM               # a citizen of which region comes to a university beside it
    JOIN_TO                 # and to which (about: from)
    UNIVERSITY_FROM         # which university's piece moves
    UNIVERSITY_TO           # where to. founded: also where a token lies (about: from; more: founded)
    PUT_AWAY                # which of the next events is put away, or none. most: how many there are (about: most)
    ARRANGE_EVENT           # which of the next events comes at this place. number: the place, from 1; most: of how many (about: number; more: most)
    CHOOSE_EVENT            # which of the drawn events happens
    BLOCK_CARD              # which class card of some seats is blocked, or none. losers: those seats (about: losers)
    BORROW_TILE             # the tile of which card is borrowed. card: the card that it comes to (about: card)
    WALK_TO                 # in the last round: the plague piece goes where, or stays, and no more (about: steps)
    PLACE_OF                # a citizen of another seat comes to which region. seat: whose (about: seat)
    HAVEN_NEW               # does a citizen of the supply go to the palace
    PLACE_LODGED            # all citizens on a card that borrows go to which region. seat: whose (about: seat; more: card)

    ASK_KINDS = 111
