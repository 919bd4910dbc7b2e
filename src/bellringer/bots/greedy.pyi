from bellringer.bots.bot import Bot

class Greedy(Bot):
    name: str
