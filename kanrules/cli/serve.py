"""`kanrules serve`: the site on this machine, to look at."""

from __future__ import annotations

from pathlib import Path

import typer

from kanrules.cli.site import LANG, PLUGINS, RULES, STATIC, TITLE, made, plan
from kanrules.errors import UnreadableError


def command(
    out: str = typer.Option("", "--out", "-o", metavar="DIR", help="Write it into this folder, too, as site does."),
    rules: str = RULES,
    lang: str = LANG,
    title: str = TITLE,
    static_only: bool = STATIC,
    port: int = typer.Option(
        8642, "--port", metavar="N", min=0, max=65535, help="Where to listen; 0 takes a free port."
    ),
    opened: bool = typer.Option(False, "--open", help="Open it in the browser."),
    allow_local_plugins: bool = PLUGINS,
) -> None:
    """Make the site and serve it on 127.0.0.1, for this machine alone, until interrupted.

    Example:

      kanrules serve --rules club.toml --open
    """
    from kanrules.site.build import claim, write
    from kanrules.site.server import HOST, server

    if out:
        claim(Path(out))
    found = made(plan(rules, lang, title, static_only, allow_local_plugins))
    if out:
        write(Path(out), found)
    try:
        serving = server(found, port)
    except OSError as error:
        raise UnreadableError(
            f"--port {port}: {error.strerror or error}; another program may listen there; try --port 0", code=""
        ) from None
    address = f"http://{HOST}:{serving.server_address[1]}/"
    print(f"serving {address} until interrupted (Ctrl-C)", flush=True)
    if opened:
        import webbrowser

        webbrowser.open(address)
    with serving:
        serving.serve_forever()
