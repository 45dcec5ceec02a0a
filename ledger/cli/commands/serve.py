"""Serve the page for phones."""

from pathlib import Path
from typing import Annotated

from typer import Option, echo

from ledger.api.links import ServeAnswer
from ledger.cli.command import command, whole_number
from ledger.cli.output import Output
from ledger.core.refusals import listed

USUAL_PORT = 8022


@command(
    answers=(ServeAnswer,),
    examples=(
        ("serve", "on this machine only"),
        ("serve --lan", "for the phones at the table"),
        ("serve --quiet --behind https://cards.example.org", "as a service, behind a proxy"),
    ),
)
def run(
    output: Output,
    lan: Annotated[bool, Option("--lan", help="Let the phones of the house in, not only this machine.")] = False,
    address: Annotated[
        str | None, Option(metavar="ADDRESS", help="The address in the links; lets the phones of the house in.")
    ] = None,
    port: Annotated[int, Option(parser=whole_number, metavar="N", help="Where to listen; 0 takes a free port.")] = 8022,
    new_links: Annotated[bool, Option("--new-links", help="Make older links worthless.")] = False,
    tls: Annotated[
        tuple[Path, Path] | None, Option(metavar="CERT KEY", help="Speak https, with these two files.")
    ] = None,
    behind: Annotated[
        str | None, Option(metavar="URL", help="The address of a proxy that passes requests on, as in the links.")
    ] = None,
    quiet: Annotated[
        bool, Option("--quiet", help="Print nothing, and no link, where a journal would keep it.")
    ] = False,
    links: Annotated[bool, Option("--links", help="Print the links of a server that runs, and end.")] = False,
    demo: Annotated[bool, Option("--demo", help="Play Boxing Night on the page, in a database of its own.")] = False,
) -> None:
    """Serve the page for phones: record with one thumb, and let everybody see how things stand.

    Without --lan only this machine is let in. Whoever has a link may use it until --new-links is said.
    """
    if not (quiet or links or output.json):
        echo("Starting …", err=True)  # it takes seconds on a busy machine to import what follows
        from ledger.games.registry import offered_games

        if theirs := [f"{found.name} ({found.distribution})" for found in offered_games()]:
            echo(f"Games of others that are offered: {listed(theirs)}", err=True)

    from ledger.web import serving  # what it takes to serve is imported by nobody else

    serving.serve(
        serving.ServeOptions(
            database=output.database,
            lan=lan or address is not None,
            address=address,
            port=port,
            new_links=new_links,
            tls=tls,
            behind=behind,
            quiet=quiet,
            only_links=links,
            demo=demo,
        ),
        report=output.print_json if output.json else None,
    )
