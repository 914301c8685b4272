"""Code says with `if` what depends on a condition: it multiplies no text and no list by a truth value."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "kanrules"


def multiplied(source: str) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and ((_is_some(node.left) and _is_truth(node.right)) or (_is_truth(node.left) and _is_some(node.right)))
    ]


def _is_some(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.Tuple, ast.JoinedStr)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_truth(node: ast.expr) -> bool:
    return (
        isinstance(node, (ast.Compare, ast.BoolOp))
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool")
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.startswith("is"))
    )


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_multiplies_a_text_or_a_list_by_a_truth_value(path: Path) -> None:
    assert multiplied(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", ['["a"] * (x != y)', '" several" * (n > 1)', 'f"{x}" * bool(y)', '["a"] * (x and y)'])
def test_such_a_product_is_found(line: str) -> None:
    assert multiplied(line) == [1]


def test_a_row_of_equal_members_is_none() -> None:
    assert multiplied('"-" * (len(head) + 2)') == []
