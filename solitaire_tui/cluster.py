"""A Dask cluster as the executor of a study; needs the extra ``cluster``, which is imported only here."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any, Final

from solitaire_tui import __version__
from solitaire_tui.study import StudyError

CONNECT_SECONDS: Final = 10
"""How long to wait for the scheduler to answer."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to the scheduler of a cluster: an executor, and how many tasks its workers run at a time.

    Raises:
        StudyError: if Dask is not installed, nobody answers, scheduler or workers have not this version of the
            program, or the cluster is lost while the study runs.
    """
    try:
        import distributed
        from distributed.comm.addressing import resolve_address
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise StudyError("--cluster needs Dask: install solitaire-tui[cluster]") from None
    try:
        resolve_address(address)  # a client with an address that is none would be slow to close
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # one line says what is wrong
        dask: Any = distributed  # parts of it have no types
        client = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise StudyError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise StudyError(f"the cluster at {address} has no workers")
        try:
            # The scheduler unpickles tasks too.
            versions = {address: client.run_on_scheduler(_version), **client.run(_version)}
        except Exception as error:  # noqa: BLE001 - whatever they raise arrives as a bare Exception
            raise StudyError(f"this program must be installed on scheduler and workers of {address}: {error}") from None
        for place, version in versions.items():
            if version != __version__:
                raise StudyError(f"{place} has version {version} of this program, not {__version__}")
        try:
            yield client.get_executor(pure=False), threads
        except (CancelledError, distributed.KilledWorker, CommClosedError) as error:
            raise StudyError(f"the cluster at {address} is lost") from error


def _version() -> str:
    """The version of this program where it is called."""
    return __version__
