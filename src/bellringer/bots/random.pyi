from bellringer.bots.bot import Bot

class Random(Bot):
    name: str
