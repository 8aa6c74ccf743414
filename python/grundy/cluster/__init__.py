"""More than one machine: jobs to the workers of a Dask cluster, receipts back into a ledger on disk.

    python -m grundy.cluster check CERT --local 2
    python -m grundy.cluster verify DIR --scheduler tcp://127.0.0.1:8786
    python -m grundy.cluster census DB --rounds 10 --local 2

Nothing else is moved. The ledger is the truth: whatever dies, the same command goes on from what the ledger holds.
With a ``distributed.Client`` at hand, of PBS, HTCondor or Kubernetes perhaps, the functions here do the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client

    from grundy.cluster.dispatch import Report
    from grundy.cluster.ledger import Ledger

__all__ = ["census", "check", "verify"]


def check(
    certificate: str | Path,
    client: Client,
    *,
    receipts: str | Path | None = None,
    recheck: float = 0.01,
) -> Report:
    """Lets the independent checker go through a certificate, segment by segment."""
    from grundy.cluster.ledger import CertificateLedger

    return _dispatch(CertificateLedger(certificate, receipts=receipts, recheck=recheck), client)


def verify(directory: str | Path, client: Client, *, recheck: float = 0.01, follow: bool = True) -> Report:
    """Verifies what a long run left open; with ``follow`` for as long as the search goes on."""
    from grundy.cluster.ledger import RunLedger

    return _dispatch(RunLedger(directory, recheck=recheck, follow=follow), client)


def census(catalogue: str | Path, client: Client, *, rounds: str = "10", recheck: float = 0.01) -> Report:
    """Takes the catalogue of a census up to the round of ``rounds`` seconds; ``grundy census`` makes one."""
    from grundy.cluster.ledger import CensusLedger

    return _dispatch(CensusLedger(catalogue, rounds=rounds, recheck=recheck), client)


def _dispatch(ledger: Ledger, client: Client) -> Report:
    from distributed import Client

    from grundy.cluster.dispatch import Settings, dispatch
    from grundy.cluster.screen import Terminal

    address = client.scheduler_info(n_workers=0)["address"]
    with Terminal() as screen:
        # Clients of our own: they may be lost and made again.
        return dispatch(
            ledger, lambda: Client(address, security=client.security, set_as_default=False), Settings(), screen
        )
