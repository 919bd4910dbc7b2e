"""The server's own keys: one signs the chains of its tables, the others hide running games in the database.

They are in a file of their own, outside of the data folder, so that neither the folder nor a copy of it tells what is
hidden. The last key of the file seals; all of them open.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bellringer.core.edges.files import FileProblem, read_text
from bellringer.core.errors import BellringerError
from bellringer.server.base import disk

KEY_BYTES, ID_BYTES, NONCE_BYTES = 32, 8, 12
LINKS = b"bellringer links 1"  # what the secret of links is derived for
TAG_BYTES = 16
SEALED = b"sealed1\0"  # what sealed bytes begin with; then the key's id, a nonce, and what AES-256-GCM gives
MOST_KEYS = 1_048_576  # bytes of a file of keys: ten thousand that seal
LEAST_SEALED = len(SEALED) + ID_BYTES + NONCE_BYTES + TAG_BYTES
LINE = re.compile(r"(sign|seal ([0-9a-f]{16})) ([0-9a-f]{64})")
ABOUT = (
    "# The keys of a Bellringer server. Keep this file secret, and out of the data folder and its backups.\n"
    "# Without it, games that run can't go on. `bellringer key rotate` adds a key; old ones open old backups.\n"
)


class NoKey(BellringerError):
    """The keys can't be used: the file is missing or wrong, or it lacks the key of what is to be opened."""


class BadSeal(NoKey):
    """What is sealed is not what its key has sealed: it was cut, or changed, or put in the place of something else."""


@dataclass(frozen=True)
class Keys:
    """The keys of a file. `sealing`: by their ids, the one that seals last."""

    signing: bytes
    sealing: Mapping[bytes, bytes]

    # signing

    @property
    def public(self) -> bytes:
        """The key by which anybody can check what this server signs."""
        return Ed25519PrivateKey.from_private_bytes(self.signing).public_key().public_bytes_raw()

    def sign(self, statement: bytes) -> bytes:
        """The Ed25519 signature of a statement."""
        return Ed25519PrivateKey.from_private_bytes(self.signing).sign(statement)

    # sealing

    @cached_property
    def ciphers(self) -> Mapping[bytes, AESGCM]:
        """The keys that seal, by their ids, as they are used: to make one takes longer than to seal an act."""
        return {number: AESGCM(key) for number, key in self.sealing.items()}

    @cached_property
    def newest(self) -> bytes:
        """The id of the key that seals."""
        return list(self.sealing)[-1]

    def seal(self, plain: bytes, about: str) -> bytes:
        """Hide some bytes. `about`: what they are, so that they can't be put in the place of others."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        hidden = self.ciphers[self.newest].encrypt(nonce, plain, about.encode())
        return SEALED + self.newest + nonce + hidden

    def open(self, data: bytes, about: str) -> bytes:
        """The bytes that were sealed; bytes that are not sealed are returned as they are. Raises NoKey, BadSeal."""
        if not is_sealed(data):
            return data
        number = key_of(data)
        if len(data) < LEAST_SEALED:
            raise BadSeal(f"the {about.split()[0]} was cut")
        if number not in self.sealing:
            raise NoKey(f"key {number.hex()} is not in the key file")
        rest = data[len(SEALED) + ID_BYTES :]
        try:
            return self.ciphers[number].decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], about.encode())
        except InvalidTag:
            raise BadSeal(f"the {about.split()[0]} is not what key {number.hex()} has sealed") from None

    @cached_property
    def links(self) -> bytes:
        """What the server makes links and the keys of newcomers with. It follows from the newest key that seals alone.

        Whoever rotates the keys may think that somebody has seen them: then links from before are worth nothing.
        """
        return HKDF(SHA256(), KEY_BYTES, None, LINKS).derive(self.sealing[self.newest])

    def with_new(self) -> Keys:
        """These keys and one more, which seals from now on."""
        return Keys(self.signing, {**self.sealing, **new_sealing()})

    def text(self) -> str:
        """As they stand in their file."""
        seals = "".join(f"seal {number.hex()} {key.hex()}\n" for number, key in self.sealing.items())
        return f"{ABOUT}sign {self.signing.hex()}\n{seals}"


def is_sealed(data: bytes) -> bool:
    """Whether bytes are sealed."""
    return data.startswith(SEALED)


def key_of(data: bytes) -> bytes:
    """The id of the key that has sealed some bytes."""
    return data[len(SEALED) : len(SEALED) + ID_BYTES]


def new_sealing() -> dict[bytes, bytes]:
    """A new key that seals, by its id."""
    return {secrets.token_bytes(ID_BYTES): secrets.token_bytes(KEY_BYTES)}


def new_keys() -> Keys:
    """The keys of a new server."""
    return Keys(secrets.token_bytes(KEY_BYTES), new_sealing())


def write_new(path: Path) -> Keys:
    """Make keys and their file, which is on the disk then. Raises NoKey if it is there already, or can't be written."""
    keys = new_keys()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.make_file(path, keys.text().encode())
    except OSError as error:
        raise NoKey(f"{path}: can't make this file for the keys: {error.strerror}") from None
    return keys


def replace_file(path: Path, keys: Keys) -> None:
    """Write other keys into their file, all or nothing; they are on the disk then. Raises NoKey."""
    try:
        disk.replace_file(path, keys.text().encode())
    except OSError as error:
        raise NoKey(f"{path}: can't write the keys: {error.strerror}") from None


def read_keys(path: Path) -> Keys:
    """The keys of a file. Raises NoKey, which never tells what the file holds."""
    try:
        lines = read_text(path, MOST_KEYS, may_stream=False).splitlines()
    except FileProblem as problem:
        raise NoKey(f"{path}: can't read the keys: {problem.reason}") from None
    if why := disk.refuse_written(path):
        raise NoKey(why)
    matches = [
        (number, LINE.fullmatch(line)) for number, line in enumerate(lines, start=1) if line[:1] not in ("", "#")
    ]
    if wrong := [number for number, match in matches if match is None]:
        raise NoKey(f"{path}, line {wrong[0]}: this is no key")
    found = [match for _, match in matches if match is not None]
    signing = [bytes.fromhex(match[3]) for match in found if match[1] == "sign"]
    sealing = {bytes.fromhex(match[2]): bytes.fromhex(match[3]) for match in found if match[2]}
    if len(signing) != 1 or not sealing:
        raise NoKey(f"{path}: a file of keys has one key that signs, and one or more that seal")
    return Keys(signing[0], sealing)


def usual_key_file() -> Path:
    """Where the keys are when nobody says otherwise: the user's own configuration folder."""
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "bellringer" / "keys"
