"""A Dask cluster as the executor of a study; needs the extra ``cluster``, which is imported only here."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, Final

from solitaire_tui import __version__
from solitaire_tui.extras import installing
from solitaire_tui.language import _
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
        raise StudyError(_("--cluster needs Dask: {command}").format(command=installing("cluster"))) from None
    try:
        resolve_address(address)  # a client with an address that is none would be slow to close
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # one line says what is wrong
        dask: Any = distributed  # parts of it have no types
        client = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        text = _("no Dask scheduler answers at {address}: {fault}")
        raise StudyError(text.format(address=address, fault=error)) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise StudyError(_("the cluster at {address} has no workers").format(address=address))
        try:
            # The scheduler unpickles tasks too.
            versions = {address: client.run_on_scheduler(_version), **client.run(_version)}
        except Exception as error:  # noqa: BLE001 - whatever they raise arrives as a bare Exception
            text = _("this program must be installed on scheduler and workers of {address}: {fault}")
            raise StudyError(text.format(address=address, fault=error)) from None
        for place, version in versions.items():
            if version != __version__:
                text = _("{place} has version {version} of this program, not {ours}")
                raise StudyError(text.format(place=place, version=version, ours=__version__))
        try:
            yield _Workers(client), threads
        except (_Lost, distributed.KilledWorker, CommClosedError) as error:
            raise StudyError(_("the cluster at {address} is lost").format(address=address)) from error


class _Lost(Exception):
    """A task was lost together with the scheduler or with all workers."""


class _Workers(Executor):
    """The workers of a cluster. Dask's own executor (2026.8) takes a lost task for one with a broken result."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        ours: Future[Any] = Future()
        ours.set_running_or_notify_cancel()  # what is left is given up when the client closes

        def done(theirs: Any) -> None:
            try:
                result = theirs.result()
            except Exception as error:  # noqa: BLE001 - handed on to who asks for the result
                ours.set_exception(error if theirs.status == "error" else _Lost())
            else:
                ours.set_result(result)

        self._client.submit(fn, *args, pure=False, **kwargs).add_done_callback(done)
        return ours


def _version() -> str:
    """The version of this program where it is called."""
    return __version__
