"""A data set for PyTorch: its decisions one by one, or in batches of tensors. The workers of a loader share the files.

    data = Batches("my-data", 1024, shuffled=True)
    for batch in DataLoader(data, batch_size=None, num_workers=2, multiprocessing_context="spawn"):
        batch["observation"], batch["mask"], batch["action"], batch["reward"]

Workers are spawned: the threads of what reads the files are not there after a fork, and a forked worker would wait for
them for ever. PyTorch is no part of any extra: which build of it fits, a machine's owner knows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bellringer.core.errors import OptionError
from bellringer.training.decisions import Arrays, Decisions

try:
    import torch
    from torch.utils.data import IterableDataset, get_worker_info
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"bellringer.training.torch_data needs PyTorch ({error}): install torch, in the build that fits your machine"
    ) from None

IMPORTED_BY = os.getpid()  # by which a forked process knows itself: a spawned one imports this anew
Tensors = dict[str, "torch.Tensor"]


class Batches(IterableDataset):
    """The decisions of a data set in batches, each a tensor by what `Decision` (decisions.py) calls it.

    `observation` (B x W, int8), `mask` (B x A, bool) and `visits` (B x A, int32) where the data set has them; `game`,
    `number`, `seat`, `action`, `score`, `place` (B, int64) and `reward` (B, float32). Give it to a loader with
    `batch_size=None`. Each worker reads its own share of the files, which have 200 games each.
    """

    def __init__(
        self, folder: Path | str, size: int = 1024, *, shuffled: bool = False, share: int = 0, of: int = 1
    ) -> None:
        """`shuffled`: files, and the decisions within each, anew in every pass, by the seed of PyTorch.

        `share` and `of`: part the files among processes of a training, before the workers of each part them. Raises
        OptionError, FileProblem.
        """
        super().__init__()
        if size < 1:
            raise OptionError(f"a batch has at least one decision, not {size}")
        self.decisions, self.size, self.shuffled = Decisions(folder, share, of), size, shuffled

    def own(self) -> Decisions:
        """The decisions that this process reads: all of the share, or those of one worker. Raises OptionError."""
        worker, whole = get_worker_info(), self.decisions
        if worker is None:
            return whole
        if os.getpid() != IMPORTED_BY:
            raise OptionError(
                "a forked worker can't read a data set: make the loader with multiprocessing_context='spawn'"
            )
        return Decisions(whole.folder, whole.share + whole.of * worker.id, whole.of * worker.num_workers)

    def dice(self) -> np.random.Generator | None:
        """What shuffles a pass. A worker's seed is another one in each."""
        if not self.shuffled:
            return None
        worker = get_worker_info()
        return np.random.default_rng(int(torch.randint(2**62, ())) if worker is None else worker.seed)

    def __iter__(self) -> Iterator[Any]:
        for arrays in self.own().batches(self.size, self.dice()):
            yield tensors(arrays)


class DecisionData(Batches):
    """The decisions of a data set one by one, each as the tensors of a batch without their first axis.

    For a loader that makes the batches; `size`: how many are read together.
    """

    def __iter__(self) -> Iterator[Any]:
        for batch in super().__iter__():
            for number in range(len(batch["action"])):
                yield {name: one[number] for name, one in batch.items()}


def tensors(arrays: Arrays) -> Tensors:
    """Arrays as tensors of their own."""
    return {name: torch.from_numpy(np.array(one)) for name, one in arrays.items()}
