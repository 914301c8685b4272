"""The law of the kan under one ruleset as a chapter of a rulebook: numbered articles in full sentences."""

from kanrules.report.law_book.chapter import LawBook, law_book
from kanrules.report.law_book.provisions import Article, ArticleExample, Provision

__all__ = ["Article", "ArticleExample", "LawBook", "Provision", "law_book"]
