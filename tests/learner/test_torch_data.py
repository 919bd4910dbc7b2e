"""A data set as PyTorch reads it: the same decisions, whatever the workers; other orders in other passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from bellringer.core.errors import OptionError
from bellringer.training.dataset import make_data_plan, play_data
from bellringer.training.decisions import Decisions
from bellringer.training.parts import part_files

pytestmark = pytest.mark.learner
SIZE = 64


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files of two games each."""
    found = tmp_path_factory.mktemp("data")
    keeps = ("observations", "masks", "visits")
    play_data(make_data_plan("notre-dame", ("search:12", "random"), 2, seats=2, keeps=keeps, seed=3), found)
    (part,) = part_files(found)
    metadata = {name: text for name, text in pl.read_parquet_metadata(part).items() if name != "ARROW:schema"}
    for number in (10, 20):
        rows = pl.read_parquet(part).with_columns(pl.col("number") + number)
        rows.write_parquet(found / f"games-{number:08}-{number + 1:08}.parquet", metadata=metadata)
    return found


def ids(batches: list[Any]) -> list[tuple[int, int]]:
    return [pair for one in batches for pair in zip(one["game"].tolist(), one["number"].tolist(), strict=True)]


def having(workers: int) -> dict[str, Any]:
    """The arguments by which a loader has so many workers."""
    return {"num_workers": workers, "multiprocessing_context": "spawn"} if workers else {}


def test_batches_are_tensors_of_the_same_decisions(folder: Path) -> None:
    import torch

    from bellringer.training.torch_data import Batches

    kinds = {"observation": torch.int8, "mask": torch.bool, "visits": torch.int32, "reward": torch.float32}
    batches = list(Batches(folder, SIZE))
    for batch, arrays in zip(batches, Decisions(folder).batches(SIZE), strict=True):
        assert set(batch) == set(arrays)
        for name, one in batch.items():
            assert one.dtype == kinds.get(name, torch.int64) and np.array_equal(one.numpy(), arrays[name])


@pytest.mark.parametrize("workers", [0, 2])
def test_the_workers_of_a_loader_part_the_files(workers: int, folder: Path) -> None:
    from torch.utils.data import DataLoader

    from bellringer.training.torch_data import Batches

    found = ids(list(DataLoader(Batches(folder, SIZE), batch_size=None, **having(workers))))
    assert sorted(found) == sorted((one.game, one.number) for one in Decisions(folder))


def test_processes_part_the_files_before_their_workers(folder: Path) -> None:
    from torch.utils.data import DataLoader

    from bellringer.training.torch_data import Batches

    loaders = [DataLoader(Batches(folder, SIZE, share=i, of=2), batch_size=None, **having(i)) for i in range(2)]
    found = [ids(list(loader)) for loader in loaders]
    assert {game for game, _ in found[0]} == {0, 1, 20, 21} and {game for game, _ in found[1]} == {10, 11}


def test_a_forked_worker_says_how_the_loader_is_to_be_made(folder: Path) -> None:
    from torch.utils.data import DataLoader

    from bellringer.training.torch_data import Batches

    with pytest.raises(OptionError, match="multiprocessing_context='spawn'"):
        list(DataLoader(Batches(folder, SIZE), batch_size=None, num_workers=1, multiprocessing_context="fork"))


@pytest.mark.parametrize("workers", [0, 1])
def test_shuffled_passes_differ_and_follow_from_the_seed(workers: int, folder: Path) -> None:
    import torch
    from torch.utils.data import DataLoader

    from bellringer.training.torch_data import Batches

    loader = DataLoader(Batches(folder, SIZE, shuffled=True), batch_size=None, **having(workers))
    torch.manual_seed(1)
    first, second = ids(list(loader)), ids(list(loader))
    torch.manual_seed(1)
    assert ids(list(loader)) == first != second and sorted(first) == sorted(second)


def test_a_loader_can_make_batches_of_single_decisions(folder: Path) -> None:
    from torch.utils.data import DataLoader

    from bellringer.training.torch_data import DecisionData

    batch = next(iter(DataLoader(DecisionData(folder), batch_size=10)))
    assert batch["observation"].shape[0] == 10 and batch["action"].shape == (10,)


def test_what_is_no_data_set_is_refused_at_once(tmp_path: Path, folder: Path) -> None:
    from bellringer.core.edges.files import FileProblem
    from bellringer.training.torch_data import Batches

    with pytest.raises(FileProblem):
        Batches(tmp_path)
    with pytest.raises(OptionError, match="at least one decision"):
        Batches(folder, 0)
    with pytest.raises(OptionError, match="none is 2"):
        Batches(folder, share=2, of=2)
