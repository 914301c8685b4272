"""`kanrules plugins`: what is installed, which hooks each answers, and which rulesets ask it."""

from __future__ import annotations

from contextlib import suppress

from kanrules.cli.common import FORMAT, Format, console, plain, print_json


def command(
    output: Format = FORMAT,
) -> None:
    """List the installed plugins, the hooks each answers, and the installed rulesets that ask it.

    Installed is not active: a ruleset names the plugins that it needs.

    Example:

      kanrules plugins
    """
    from kanrules.errors import KanrulesError
    from kanrules.hooks import judge as plugins
    from kanrules.hooks.faults import attribute
    from kanrules.hooks.specs import HOOKS
    from kanrules.ruleset import Ruleset, all_ids, load_ruleset

    rulesets: list[Ruleset] = []
    for name in all_ids():
        # A ruleset at fault is none of this command's business; `kanrules check` says what is wrong with it.
        with suppress(KanrulesError):
            rulesets.append(load_ruleset(name))
    rows: list[dict[str, object]] = []
    for plugin in plugins.installed():
        try:
            hooks = [hook for hook in HOOKS if attribute(plugin.name, plugins.load(plugin.name), hook) is not None]
            fault = ""
        except KanrulesError as error:
            hooks, fault = [], str(error)
        rows.append(
            {
                "name": plugin.name,
                "version": plugin.version,
                "source": f"{plugin.source} ({plugin.distribution})",
                "hooks": hooks,
                "active_in": [rules.id for rules in rulesets if plugin.name in rules.plugins],
                **({"fault": fault} if fault else {}),
            }
        )
    if output is Format.JSON:
        print_json(rows)
        return
    out = console()
    for row in rows:
        answered, active = row["hooks"], row["active_in"]
        assert isinstance(answered, list) and isinstance(active, list)
        out.print(f"[bold]{plain(str(row['name']))}[/] {plain(str(row['version']))}  {plain(str(row['source']))}")
        if "fault" in row:
            out.print(f"  fault     {row['fault']}", markup=False, style="red")
        else:
            out.print(f"  answers   {', '.join(answered)}")
            out.print(f"  asked by  {', '.join(active) or 'no ruleset that is installed'}")
