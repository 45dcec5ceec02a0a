"""`card-ledger serve`: the page for phones."""

from pathlib import Path
from typing import Annotated

import typer

from ledger.cli.output import Output

app = typer.Typer(add_completion=False)

USUAL_PORT = 8022


@app.command()
def serve(
    ctx: typer.Context,
    lan: Annotated[bool, typer.Option("--lan", help="Let the phones of the house in, not only this machine.")] = False,
    address: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The address that the links have; it lets the house in.")
    ] = None,
    port: Annotated[int, typer.Option(metavar="N", help="Where to listen; 0 takes a port that is free.")] = USUAL_PORT,
    new_links: Annotated[bool, typer.Option("--new-links", help="Make older links worthless.")] = False,
    tls: Annotated[
        tuple[Path, Path] | None, typer.Option(metavar="CERT KEY", help="Speak https, with these two files.")
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Play Boxing Night on the page, in a database of its own.")
    ] = False,
) -> None:
    """Serve the page for phones: record with one thumb, and let everybody see how things stand.

    Without --lan only this machine is let in. Whoever has a link may use it until --new-links is said.
    """
    face: Output = ctx.obj
    from ledger.web import serving  # what it takes to serve is imported by nobody else

    serving.serve(
        serving.ServeOptions(
            database=face.database,
            lan=lan or address is not None,
            address=address,
            port=port,
            new_links=new_links,
            tls=tls,
            demo=demo,
        ),
        tell=face.tell if face.json else None,
    )
