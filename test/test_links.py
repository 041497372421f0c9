#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The links of the documents lead to files, and to headings, that are there."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LEAST_LINKS = 50  # fewer would mean that this test does not see them


def documents():
    """All documents in Markdown."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "doc").glob("*.md")])


def links(document):
    """What a document links to within the project, code left out."""
    text = CODE.sub("", document.read_text(encoding="utf-8"))
    return [target for target in LINK.findall(text) if "://" not in target]


def anchors(document):
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in plain}


class LinksTest(unittest.TestCase):
    """Each link within the project."""

    def test_links_lead_somewhere(self):
        count = 0
        for document in documents():
            for target in links(document):
                count += 1
                name, _, anchor = target.partition("#")
                path = (document.parent / name).resolve() if name else document
                with self.subTest(document=document.name, target=target):
                    self.assertTrue(path.exists(), "no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(path))
        self.assertGreater(count, LEAST_LINKS)


if __name__ == "__main__":
    unittest.main()
