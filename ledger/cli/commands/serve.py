"""Serve the page for phones."""

from pathlib import Path

import click

from ledger.api.links import ServeAnswer
from ledger.cli.command import WHOLE_NUMBER, FilePath, command
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
@click.option("--lan", is_flag=True, help="Let the phones of the house in, not only this machine.")
@click.option("--address", metavar="ADDRESS", help="The address in the links; lets the phones of the house in.")
@click.option(
    "--port",
    type=WHOLE_NUMBER,
    default=8022,
    show_default=True,
    metavar="N",
    help="Where to listen; 0 takes a free port.",
)
@click.option("--new-links", is_flag=True, help="Make older links worthless.")
@click.option("--tls", nargs=2, type=FilePath, metavar="CERT KEY", help="Speak https, with these two files.")
@click.option("--behind", metavar="URL", help="The address of a proxy that passes requests on, as in the links.")
@click.option("--quiet", is_flag=True, help="Print nothing, and no link, where a journal would keep it.")
@click.option("--links", is_flag=True, help="Print the links of a server that runs, and end.")
@click.option("--demo", is_flag=True, help="Play Boxing Night on the page, in a database of its own.")
def run(
    output: Output,
    lan: bool,
    address: str | None,
    port: int,
    new_links: bool,
    tls: tuple[Path, Path] | None,
    behind: str | None,
    quiet: bool,
    links: bool,
    demo: bool,
) -> None:
    """Serve the page for phones: record with one thumb, and let everybody see how things stand.

    Without --lan only this machine is let in. Whoever has a link may use it until --new-links is said.
    """
    if not (quiet or links or output.json):
        click.echo("Starting …", err=True)  # it takes seconds on a busy machine to import what follows
        from ledger.games.registry import offered_games

        if theirs := [f"{found.name} ({found.distribution})" for found in offered_games()]:
            click.echo(f"Games of others that are offered: {listed(theirs)}", err=True)

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
