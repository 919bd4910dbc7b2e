import numpy as np
import numpy.typing as npt

from bellringer.core.compiled.state import State

def read_features(
    state: State,
    movers: npt.NDArray[np.int8],
    moves: npt.NDArray[np.int16],
    is_chosen: npt.NDArray[np.uint8],
    seats: npt.NDArray[np.int16],
    table: npt.NDArray[np.int16],
) -> int: ...
