"""Where the workers are: processes on this machine, a scheduler that runs already, or Slurm."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import dask
from distributed import Client, LocalCluster

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Slurm:
    """What each Slurm job asks for."""

    jobs: int
    cores: int = 1
    memory: str = "2GB"
    walltime: str = "01:00:00"
    queue: str | None = None
    account: str | None = None
    directives: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Where:
    """One of three places; ``host`` is where a scheduler of ours listens."""

    local: int | None = None
    scheduler: str | None = None
    slurm: Slurm | None = None
    host: str = LOOPBACK
    dashboard_port: int = 8787


@contextmanager
def connected(where: Where) -> Iterator[Callable[[], Client]]:
    """Gives a function that makes a client; a scheduler and workers of our own live until the end."""
    for name in ("", ".client", ".worker", ".nanny", ".scheduler", ".core", ".comm"):
        logging.getLogger(f"distributed{name}").setLevel(logging.CRITICAL)
    logging.getLogger("tornado").setLevel(logging.CRITICAL)
    # A worker that has been silent for so long is lost: its jobs go to others.
    if "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL" not in os.environ:
        dask.config.set({"distributed.scheduler.worker-ttl": "60 s"})
    if where.scheduler is not None:
        if where.scheduler.startswith("tls:") and not dask.config.get("distributed.comm.tls.client.cert", None):
            raise OSError(
                "tls:// needs a key and a certificate in Dask's configuration; see the book, Who may talk to it"
            )
        yield lambda: Client(where.scheduler, timeout="10 s", set_as_default=False)
        return
    cluster = _slurm(where.slurm, where) if where.slurm else _local(where.local or os.cpu_count() or 1, where)
    try:
        yield lambda: Client(cluster, timeout="60 s", set_as_default=False)
    finally:
        cluster.close()


def _local(workers: int, where: Where) -> Any:
    # Ctrl-C goes to all processes of a terminal. Those that are started while it is ignored go on ignoring it, and
    # end with the cluster.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if _is_main_thread() else None
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host=where.host,
            dashboard_address=f"{where.host}:{where.dashboard_port}",
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _slurm(slurm: Slurm, where: Where) -> Any:
    # Importing it makes Ctrl-C end the process as if all were well.
    before = signal.getsignal(signal.SIGINT)
    from dask_jobqueue.slurm import SLURMCluster

    if _is_main_thread():
        signal.signal(signal.SIGINT, before)
    cluster = SLURMCluster(
        job_name="grundy",
        cores=slurm.cores,
        processes=slurm.cores,
        memory=slurm.memory,
        walltime=slurm.walltime,
        queue=slurm.queue,
        account=slurm.account,
        job_extra_directives=slurm.directives,
        python=sys.executable,
        silence_logs=logging.CRITICAL,
        scheduler_options={"host": where.host, "dashboard_address": f"{where.host}:{where.dashboard_port}"},
    )
    # Dask submits in the background and tells nobody what sbatch says, so it is asked once before.
    tried = subprocess.run(
        ["sbatch", "--test-only"], input=cluster.job_script(), capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        cluster.close()
        said = tried.stderr.strip().splitlines()
        raise OSError(said[-1] if said else f"sbatch ends with exit code {tried.returncode}")
    # Jobs that end, at their time limit or by an accident, are submitted again.
    cluster.adapt(minimum_jobs=slurm.jobs, maximum_jobs=slurm.jobs)
    return cluster
