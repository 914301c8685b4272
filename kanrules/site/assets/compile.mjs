// Compiles what the first answer needs with the very Python that will run it, so that a phone need not. Node runs it
// when a site is made: node compile.mjs LOADER BUNDLE OUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [loader, bundle, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${loader}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${loader}/` });
pyodide.unpackArchive(new Uint8Array(readFileSync(bundle)), "zip", { extractDir: "/library" });
pyodide.runPython(`
import json, os, py_compile, sys, zipfile
sys.dont_write_bytecode = True
sys.path.insert(0, "/library")
from kanrules.site.live.answer import answer
answer(json.dumps({"tool": "riichi-kan", "fields": [["hand", "3335666p111456s"], ["draw", "3p"], ["rules", "ema-2016"]]}))
needed = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
with zipfile.ZipFile("/out.zip", "w") as made:
    for folder, _, names in sorted(os.walk("/library")):
        for name in sorted(names):
            path = f"{folder}/{name}"
            inside = os.path.relpath(path, "/library")
            if path in needed and name.endswith(".py"):
                path = py_compile.compile(path, "/one.pyc", inside, doraise=True, optimize=2,
                                          invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
                inside += "c"
            with open(path, "rb") as file:
                made.writestr(zipfile.ZipInfo(inside, (2000, 1, 1, 0, 0, 0)), file.read(), zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(out, pyodide.FS.readFile("/out.zip"));
