from bellringer.core.compiled.state import RuleBook

LEAST_BONES: int
MOST_BONES: int
MOST_SECRET: int

def rulebook() -> RuleBook: ...
