from bellringer.core.compiled.nets import Net
from bellringer.core.compiled.state import State

def logits(net: Net, state: State, seat: int) -> list[tuple[int, float]]: ...
