# The kinds of events (core/compiled/events.pxd), each with the meaning of `what`, `where` and `amount`.
cdef enum:
    TURN_BEGINS = 1         # amount: turn, from 1
    CITIZENS_PLACED         # what: 0 from the supply, 1 from the card, 2 from one that borrows its tile, where: region, amount
    CITIZENS_MOVED          # what: from, where: to, amount
    CITIZEN_SAVED           # what: from, or REGIONS from the supply; to the palace
    CITIZENS_KILLED         # where: region, amount
    CARD_TAKEN              # what: card, where: seat it came from, or 255 from beside the board
    ABILITY_USED            # what: card
    RAT_MOVED               # what: from, where: to, amount: slot it lay in, from 1
    RAT_SEEN                # where: region, amount: slot, from 1; which token, only the seat knows
    RATS_SWAPPED            # what, where: regions
    PIECE_MOVED             # what: from, where: to
    RAT_ARRIVES             # where: region
    PIECE_COUNTS            # amount: citizens
    RAT_TURNED              # what: token, where: region, amount: the limit that holds * 256 + citizens that count
    LAST_ROUND_BEGINS       # amount: 1 no rats are left, 2 all citizens of the seat are out, 3 the turns are over
    LAST_RAVAGE_BEGINS
    GAME_ENDS
    CITIZEN_KEPT            # what: card that it is on, where: region it came from, or REGIONS from the supply
    CITIZEN_LED             # what: from, where: to; the seat's citizen, whoever acts
    POTION_PLACED           # where: region, amount: potions under the citizen now
    POTION_SPENT            # where: region, amount: potions under the citizen now
    CARD_UPGRADED           # what: card, amount: level
    RAT_REVEALED            # what: token, where: region, amount: slot, from 1; it stays there, face up
    RAT_DRAWN               # what: token; face up, beside the board
    RAT_REPLACED            # what: token put away, where: region, amount: token that comes
    RAT_DISCARDED           # what: token
    RAT_ARRANGED            # what: which rat, region * 3 + slot, where: the place of which rat it comes to
    LIMITS_LIFTED           # where: region
    NUN_PLACED              # where: region
    BISHOP_MOVED            # what: from, or REGIONS for a new one, where: to
    WALL_PLACED             # what, where: the two regions
    CITIZEN_TAKEN_BACK      # where: region; to the supply
    POINTS_SCORED           # what: for what (points.pxd), amount
    CITIZEN_DROPPED         # what, where: column and row of the cell it lies in; amount: of its first touch (landing.pxd)
    CITIZEN_LANDED          # what: region, REGIONS for the palace, or REGIONS + 1: it is lost
    CITIZEN_KNOCKED         # what: from, where: to, as those of the former
    RAT_FLIPPED             # what: token, where: region, amount: 1 another one comes there, 0 it is turned back
    REGION_CARDS_DRAWN      # amount; face down
    REGION_CARD_SHOWN       # what: region card drawn for all to see
    REGION_CARDS_KEPT       # amount; face down
    REGION_CARD_CHOSEN      # what: region card kept that everybody has seen
    REGION_CARD_DROPPED     # what: region card drawn, and discarded
    REGION_CARD_PLAYED      # what: region card, where: class card that it protects
    REGION_CARDS_SHUFFLED   # amount: cards of the discard pile, which are the deck now
    PODIUM_PLACED           # where: region
    CARAVAN_MOVED           # what: from, or REGIONS when it comes to the map, where: to
    GUILD_TAKEN             # what: space, where: seat whose citizen goes back to its supply, or 255
    CITY_TAKEN              # what: seat whose citizen goes back to its supply, or 255, where: region
    EVENT_DRAWN             # what: kind of event; it happens
    EVENT_PUT_AWAY          # what: kind of event; it goes to those that were drawn before
    EVENTS_SEEN             # amount: how many of the next events; which, only the seat knows
    EVENTS_SHUFFLED         # all that were drawn or put away come to the pile again
    CARD_GIVEN_UP           # what: card; back beside the board
    UNIVERSITY_MOVED        # what: from, where: to, amount: 0 the green piece, 1 the white one
    UNIVERSITY_FOUNDED      # where: region; it gets a token
    TOKENS_TAKEN_BACK       # from all regions
    CARD_BLOCKED            # what: card, where: the seat that holds it
    CARD_UNBLOCKED          # what: card
    TILE_BORROWED           # what: the card whose tile it is, where: the card that it comes to
    TILE_RETURNED           # what: the card whose tile it is, where: the card that it leaves
    RAT_SPARES              # where: region; the rat that has been turned has struck, and hits nobody
