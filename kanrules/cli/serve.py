"""`kanrules serve`: the site on this computer, for preview."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kanrules.cli.help import make_command
from kanrules.cli.output import print_line
from kanrules.cli.shared_options import option, out_option
from kanrules.cli.site import LANG, PLUGINS, RULES, STATIC, TITLE, made, plan
from kanrules.errors import UnreadableError

if TYPE_CHECKING:
    from kanrules.locale import Translator


@make_command
@out_option("Write it into this folder, too, as site does.", metavar="DIR")
@RULES
@LANG
@TITLE
@STATIC
@option(
    "--port",
    metavar="N",
    type=click.IntRange(min=0, max=65535),
    default=8642,
    help="Where to listen; 0 takes a free port.",
)
@option("--open", "opened", help="Open it in the browser.")
@PLUGINS
def command(
    out: str,
    rules: str,
    speak: Translator,
    title: str,
    static_only: bool,
    port: int,
    opened: bool,
    allow_local_plugins: bool,
) -> None:
    """Build the site and serve it on 127.0.0.1, visible on this computer only, until interrupted.

    Example:

      kanrules serve --rules club.toml --open
    """
    from kanrules.site.build import claim, write_site
    from kanrules.site.server import HOST, server

    if out:
        claim(Path(out))
    found = made(plan(rules, speak.language, title, static_only, allow_local_plugins))
    if out:
        write_site(Path(out), found)
    try:
        serving = server(found, port)
    except OSError as error:
        raise UnreadableError(
            f"--port {port}: {error.strerror or error}; another program may listen there; try --port 0", code=""
        ) from None
    address = f"http://{HOST}:{serving.server_address[1]}/"
    print_line(f"serving {address} until interrupted (Ctrl-C)", flush=True)
    if opened:
        import webbrowser

        webbrowser.open(address)
    with serving:
        serving.serve_forever()
