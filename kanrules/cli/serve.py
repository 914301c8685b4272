"""`kanrules serve`: the site on this computer, for preview."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kanrules.cli.help import make_command
from kanrules.cli.output import print_line
from kanrules.cli.shared_options import option, out_option
from kanrules.cli.site import ALL, LANG, PLUGINS, RULES, STATIC, TITLE, made, plan, put
from kanrules.errors import wrong_use

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer


@make_command
@out_option("Also write the site to this folder, as `kanrules site` does.", metavar="DIR")
@RULES
@LANG
@ALL
@TITLE
@STATIC
@option(
    "--port",
    metavar="N",
    type=click.IntRange(min=0, max=65535),
    default=8642,
    help="Port to listen on; 0 chooses a free port.",
)
@option(
    "--host",
    metavar="H",
    default="127.0.0.1",
    help="The address or name to listen on; 0.0.0.0 lets other devices in your network see the site.",
)
@option("--open", "opened", help="Open the site in the browser.")
@PLUGINS
def command(
    out: str,
    rules: str,
    lang: str,
    library: bool,
    title: str,
    static_only: bool,
    port: int,
    host: str,
    opened: bool,
) -> None:
    """Build the website and serve it until interrupted.

    Without --host, it is visible on this computer only.

    Examples:

      kanrules serve --rules club.toml --open

      kanrules serve --rules club.toml --host 0.0.0.0
    """
    from kanrules.site.build import claim
    from kanrules.site.server import server

    if out:
        claim(Path(out))
    planned = plan(rules, lang, title, static_only, library=library)
    # The port first: it may be taken, and the site takes long to build.
    found: dict[str, bytes] = {}
    try:
        serving = server(found, port, host)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise wrong_use(
            f"--host {host} --port {port}: {why}; expected an address of this computer and a free port; --port 0 takes "
            "a free one"
        ) from None
    with serving:
        found |= made(planned)
        if out:
            put(Path(out), found)
        _serve(serving, host, opened)


def _serve(serving: ThreadingHTTPServer, host: str, opened: bool) -> None:
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{serving.server_address[1]}/"
    print_line(f"serving {address} until interrupted (Ctrl-C)", flush=True)
    if opened:
        import webbrowser

        webbrowser.open(address)
    serving.serve_forever()
