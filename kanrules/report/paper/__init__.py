"""Paper: PDF by typst (the extra `kanrules[pdf]`), its fonts named and embedded."""
