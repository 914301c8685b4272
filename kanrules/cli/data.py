"""`kanrules data`: the law as JSON files."""

from __future__ import annotations

from pathlib import Path

from kanrules.cli.default_rules import several_rules
from kanrules.cli.help import make_command
from kanrules.cli.output import print_line
from kanrules.cli.shared_options import option, plugins_option, rules_option


@make_command
@option(
    "--out",
    "-o",
    metavar="DIR",
    type=Path,
    required=True,
    help="The folder to write: a new one, or one with earlier data.",
)
@rules_option("Rulesets to add to the bundled ones: ids or files.", metavar="R[,R2...]")
@plugins_option("Let the rulesets run their own ./plugin.py.")
def command(out: Path, rules: str) -> None:
    """Write the whole law as JSON, with a JSON Schema.

    The folder has the keys, every ruleset with the sentence and the source of each value, the casebook with the answer
    of each ruleset, the reason codes, the glossary in five languages, and what releases changed. The same release
    writes the same bytes.

    Examples:

      kanrules data --out data

      kanrules data --out data --rules club.toml
    """
    from gzip import compress

    from kanrules.report.data_folder import write_data
    from kanrules.report.law_data import law_data
    from kanrules.ruleset import bundled_ids, load_ruleset

    named = several_rules(rules)
    own = [one for one in named if one.id not in bundled_ids()]
    files = law_data([*own, *(load_ruleset(name) for name in bundled_ids())])
    write_data(out, files)
    small = sum(len(compress(data)) for data in files.values())
    print_line(
        f"written: {out}, {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB ({small // 1000} kB gzipped)"
    )
