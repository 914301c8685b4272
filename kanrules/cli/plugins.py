"""`kanrules plugins`: the installed plugins, the hooks they implement, and the rulesets that use them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kanrules.cli.default_rules import several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import console, plain, print_report
from kanrules.cli.shared_options import FORMAT, PLUGINS, OutputFormat, argument, rules_option

if TYPE_CHECKING:
    from kanrules.hooks.judge import Installed
    from kanrules.records.installed_formats import InstalledFormat


@make_command
@argument("names", metavar="NAME", nargs=-1, help="Plugins and formats of other packages to import and examine.")
@rules_option("More rulesets, to see which plugins they use: ids or files.", metavar="R[,R2...]")
@FORMAT
@PLUGINS
def command(names: tuple[str, ...], rules: str, output: OutputFormat) -> None:
    """List the installed plugins.

    Each has its hooks and the rulesets that use it: the installed ones, and those that you name with --rules. Plugins
    of other packages are imported only if you name them.

    Installed does not mean active: a ruleset names the plugins that it needs.

    Record formats of other packages come last: --read-as asks them about files that no bundled format recognizes.

    Examples:

      kanrules plugins --rules club.toml

      kanrules plugins wrc
    """
    from kanrules.errors import KanrulesError
    from kanrules.hooks import judge as plugins
    from kanrules.hooks.discovery import check_hooks, implementations, of_other_packages
    from kanrules.hooks.specs import HOOKS
    from kanrules.records import FORMATS
    from kanrules.records.installed_formats import installed_formats
    from kanrules.ruleset import Ruleset, all_ids, load_listed

    rulesets: list[Ruleset] = several_rules(rules)
    unnamed = set(of_other_packages()) - set(names)
    for name in all_ids():
        # Faulty rulesets are skipped here; `kanrules check` reports what is wrong with them.
        with suppress(KanrulesError):
            rulesets.append(load_listed(name))
    rows: list[dict[str, object]] = []
    for plugin in plugins.installed():
        active = list(dict.fromkeys(one.id for one in rulesets if plugin.name in (*one.plugins, *one.without)))
        if plugin.name in unnamed:
            rows.append(_row(plugin, "rules", "", hooks=[], active_in=active, imported=False))
            continue
        try:
            loaded = plugins.load(plugin.name)
            # A ruleset that names a plugin with a misspelt hook is refused, so it has none that are asked.
            check_hooks(plugin.name, loaded)
            answered = {one.hook for one in implementations(loaded)}
            hooks = [hook for hook in HOOKS if hook in answered]
            fault = ""
        except KanrulesError as error:
            hooks, fault = [], str(error)
        rows.append(_row(plugin, "rules", fault, hooks=hooks, active_in=active))
    for one in installed_formats(FORMATS, names):
        known = {"imported": False} if one.format is None else {"writes": one.format.write is not None}
        rows.append(_row(one, "format", one.fault, hooks=[], active_in=[], **known))
    if output is OutputFormat.JSON:
        print_report({"plugins": rows})
        return
    out = console()
    for row in rows:
        answers, asked_by = row["hooks"], row["active_in"]
        assert isinstance(answers, list) and isinstance(asked_by, list)
        out.print(f"[bold]{plain(str(row['name']))}[/] {plain(str(row['version']))}  {plain(str(row['source']))}")
        if "fault" in row:
            out.print(f"  fault     {row['fault']}", markup=False, style="red")
        elif "imported" in row:
            out.print(f"  {row['kind']:8}  not imported; kanrules plugins {row['name']} examines it", markup=False)
        elif row["kind"] == "format":
            out.print(f"  format    {'reads and writes' if row['writes'] else 'reads'} records")
        else:
            out.print(f"  answers   {', '.join(answers)}")
            out.print(f"  asked by  {', '.join(asked_by) or 'no ruleset that is installed'}")


def _row(found: Installed | InstalledFormat, kind: str, fault: str, **more: object) -> dict[str, object]:
    return {
        "name": found.name,
        "kind": kind,
        "version": found.version,
        "source": f"{found.source} ({found.distribution})",
        **more,
        **({"fault": fault} if fault else {}),
    }
