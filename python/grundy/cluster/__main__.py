"""``python -m grundy.cluster``: parses a question, lets the dispatcher work, prints the report."""

from __future__ import annotations

import argparse
import json
import math
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from grundy import GrundyError

if TYPE_CHECKING:
    from grundy.cluster.dispatch import Report

EXAMPLES = """\
examples:
  python -m grundy.cluster check records/periods/0.104.cert --local 2
  python -m grundy.cluster verify run --scheduler tcp://127.0.0.1:8786
  python -m grundy.cluster census octal-4.db --rounds 10 --local 2
  python -m grundy.cluster verify run --slurm 8 --cores 16 --walltime 04:00:00 --host login1

The receipts on disk are the truth: after any accident the same command goes on. Exit codes: 0 all is verified,
1 something is refuted or still open, 2 failure, 130 Ctrl-C.
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}; see python -m grundy.cluster --help\n")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share; accepted are numbers from 0 to 1")
    return share


def _address(text: str) -> str:
    if not re.fullmatch(r"(tcp|tls|ucx|wss?)://.+:[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text} is no address; accepted are tcp://HOST:PORT and tls://HOST:PORT")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of workers; accepted are whole numbers from 1 up")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port; accepted are whole numbers from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no time; accepted are seconds from 0 up")
    return seconds


def _parser() -> Parser:
    parser = Parser(
        prog="python -m grundy.cluster",
        description="Jobs to the workers of a Dask cluster, receipts back into a ledger on disk.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    common = Parser(add_help=False)
    place = common.add_argument_group("where the workers are (one of three; --local with all processors unless given)")
    place = place.add_mutually_exclusive_group()
    place.add_argument("--local", metavar="N", type=_positive, help="N processes on this machine")
    place.add_argument(
        "--scheduler", metavar="ADDRESS", type=_address, help="a Dask scheduler that runs already, tcp://… or tls://…"
    )
    place.add_argument("--slurm", metavar="JOBS", type=_positive, help="JOBS Slurm jobs, submitted again when they end")
    slurm = common.add_argument_group("each Slurm job")
    slurm.add_argument("--cores", metavar="N", type=_positive, default=1, help="processors, with a worker on each [1]")
    slurm.add_argument("--memory", default="2GB", help="memory of the job [2GB]")
    slurm.add_argument("--walltime", default="01:00:00", help="its time limit [01:00:00]")
    slurm.add_argument("--queue", help="the partition")
    slurm.add_argument("--account", help="the account")
    slurm.add_argument(
        "--directive", action="append", default=[], metavar="TEXT", help="any other line for sbatch, such as --qos=long"
    )
    more = common.add_argument_group("more")
    more.add_argument(
        "--host",
        default="127.0.0.1",
        help="where our scheduler and its dashboard listen [127.0.0.1: this machine only]",
    )
    more.add_argument(
        "--dashboard-port", metavar="P", type=_port, default=8787, help="the port of Dask's dashboard [8787]"
    )
    more.add_argument(
        "--recheck", metavar="SHARE", type=_share, default=0.01, help="do this share of the jobs again here [0.01]"
    )
    more.add_argument(
        "--patience", metavar="S", type=_seconds, default=600.0, help="seconds to wait for what is lost [600]"
    )
    more.add_argument("--quiet", action="store_true", help="no table and no progress")
    more.add_argument("--json", action="store_true", help="print the report as one JSON document")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    check = commands.add_parser("check", parents=[common], help="check a certificate by the independent checker")
    check.add_argument("cert", metavar="CERT", type=Path, help="the certificate")
    check.add_argument("--receipts", metavar="FILE", type=Path, help="its receipts [CERT.receipts.jsonl beside it]")
    verify = commands.add_parser("verify", parents=[common], help="verify what a long run left open, while it goes on")
    verify.add_argument("dir", metavar="DIR", type=Path, help="the directory of the run")
    verify.add_argument("--once", action="store_true", help="do not wait for a search that goes on")
    census = commands.add_parser(
        "census", parents=[common], help="take a census further: grundy census makes its catalogue"
    )
    census.add_argument("db", metavar="DB", type=Path, help="the catalogue")
    census.add_argument(
        "--rounds",
        metavar="SECONDS",
        default="10",
        help="the last round, by its seconds for a class: 0.1, 1, 10, 100, … [10]",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    args = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(args)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from the receipts on disk", file=sys.stderr)
        return 130
    except (GrundyError, OSError, ValueError, RuntimeError) as error:
        print(f"error: {_words(error)}", file=sys.stderr)
        return 2


def _run(args: argparse.Namespace) -> int:
    try:
        from grundy.cluster.connect import Slurm, Where, connected
        from grundy.cluster.dispatch import GaveUp, Settings, dispatch
        from grundy.cluster.ledger import CensusLedger, CertificateLedger, Ledger, RunLedger
        from grundy.cluster.screen import Terminal
    except ModuleNotFoundError as error:
        print(f"error: no module {error.name}; pip install 'grundy[cluster]'", file=sys.stderr)
        return 2
    slurm = None
    if args.slurm:
        slurm = Slurm(args.slurm, args.cores, args.memory, args.walltime, args.queue, args.account, args.directive)
    where = Where(args.local, args.scheduler, slurm, args.host, args.dashboard_port)
    ledger: Ledger
    if args.command == "check":
        ledger = CertificateLedger(args.cert, receipts=args.receipts, recheck=args.recheck)
    elif args.command == "census":
        ledger = CensusLedger(args.db, rounds=args.rounds, recheck=args.recheck)
    else:
        ledger = RunLedger(args.dir, recheck=args.recheck, follow=not args.once)
    ledger.open_jobs()
    try:
        with Terminal(quiet=args.quiet) as screen, connected(where) as connect:
            report = dispatch(ledger, connect, Settings(patience=args.patience), screen)
    except GaveUp as error:
        print(f"error: {_words(error)}", file=sys.stderr)
        return 2
    _print(report, as_json=args.json)
    if report.problems:
        return 2
    return 0 if report.complete and not report.refuted else 1


def _words(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def _print(report: Report, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.asdict()))
        return
    print(f"{report.ledger}: {report.done} jobs done in {report.seconds:.1f} s, {report.batches} batches")
    for refuted in report.refuted:
        print(f"REFUTED {refuted}")
    for word, said in report.coverage.items():
        if said not in ([], None):
            print(f"{word:<10} {said}")
    print("complete" if report.complete else "NOT complete")


if __name__ == "__main__":
    sys.exit(main())
