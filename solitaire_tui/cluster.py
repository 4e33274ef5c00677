"""A Dask cluster as the executor of a study; needs the extra ``cluster``, which is imported only here."""

from __future__ import annotations

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
        StudyError: if Dask is not installed, nobody answers, a worker has not this version of the program,
            or the cluster is lost while the study runs.
    """
    try:
        import distributed
        from distributed.comm.addressing import resolve_address
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise StudyError("--cluster needs Dask: install solitaire-tui[cluster]") from None
    try:
        resolve_address(address)  # a client with an address that is none would be slow to close
        dask: Any = distributed  # parts of it have no types
        client = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise StudyError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            threads = sum(client.nthreads().values())
            if not threads:
                raise StudyError(f"the cluster at {address} has no workers")
            for worker, found in client.run(_version).items():
                if found != __version__:
                    raise StudyError(f"the worker {worker} has version {found} of this program, not {__version__}")
            yield client.get_executor(pure=False), threads
        except ModuleNotFoundError as error:
            raise StudyError(f"this program must be installed on the workers of {address}: {error}") from None
        except (CancelledError, distributed.KilledWorker, CommClosedError) as error:
            raise StudyError(f"the cluster at {address} is lost: {error}") from error


def _version() -> str:
    """The version of this program where it is called."""
    return __version__
