// Compiles what the tools need, of the library and of Python's own modules, with the very Python that will run it, so
// that a phone need not at each start. Node runs it when a site is made:
// node compile.mjs LOADER BUNDLE STDLIB QUESTIONS OUT-BUNDLE OUT-STDLIB
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [loader, bundle, stdlib, questions, outBundle, outStdlib] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${loader}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: `${loader}/` });
pyodide.unpackArchive(new Uint8Array(readFileSync(bundle)), "zip", { extractDir: "/library" });
pyodide.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(stdlib)));
pyodide.FS.writeFile("/questions.json", new Uint8Array(readFileSync(questions)));
pyodide.runPython(`
import json, os, py_compile, sys, zipfile
sys.dont_write_bytecode = True
sys.path.insert(0, "/library")
os.makedirs("/own")
os.chdir("/own")
with open("/questions.json", encoding="utf-8") as file:
    asked = json.load(file)
from kanrules.site.live.answer import answer
for question in asked:
    said = json.loads(answer(json.dumps(question)))
    if said["verdict"] == "unreadable":
        raise SystemExit(said["json"])
needed = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}

def written(made, inside, data, path):
    if path in needed and inside.endswith(".py"):
        with open("/one.py", "wb") as file:
            file.write(data)
        py_compile.compile("/one.py", "/one.pyc", inside, doraise=True, optimize=2,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        inside += "c"
        with open("/one.pyc", "rb") as file:
            data = file.read()
    made.writestr(zipfile.ZipInfo(inside, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)

with zipfile.ZipFile("/bundle-out.zip", "w") as made:
    for folder, _, names in sorted(os.walk("/library")):
        for name in sorted(names):
            path = f"{folder}/{name}"
            with open(path, "rb") as file:
                written(made, os.path.relpath(path, "/library"), file.read(), path)
place = next(path for path in sys.path if path.endswith(".zip"))
with zipfile.ZipFile("/stdlib.zip") as source, zipfile.ZipFile("/stdlib-out.zip", "w") as made:
    for name in source.namelist():
        written(made, name, source.read(name), f"{place}/{name}")
`);
writeFileSync(outBundle, pyodide.FS.readFile("/bundle-out.zip"));
writeFileSync(outStdlib, pyodide.FS.readFile("/stdlib-out.zip"));
