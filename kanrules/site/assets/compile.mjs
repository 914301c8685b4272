// Compiles what the tools need, of the library and of Python's own modules, with the very Python that will run it, so
// that a phone need not at each start. Node runs it when a site is made:
// node compile.mjs LOADER BUNDLE STDLIB QUESTIONS OUT-BUNDLE OUT-STDLIB OUT-MORE
//
// What no question of the first group loads goes to the third archive, which a phone loads after its first answer.
// The archives are stored, not compressed: the Python outside does that three times as fast.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [loader, bundle, stdlib, questions, outBundle, outStdlib, outMore] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${loader}/pyodide.mjs`).href);
// Compile without assertions, docstrings, and column positions: no reader sees a traceback, and a quarter of the size is saved.
const pyodide = await loadPyodide({ indexURL: `${loader}/`, args: ["-OO", "-X", "no_debug_ranges"] });
pyodide.unpackArchive(new Uint8Array(readFileSync(bundle)), "zip", { extractDir: "/library" });
pyodide.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(stdlib)));
pyodide.FS.writeFile("/questions.json", new Uint8Array(readFileSync(questions)));
pyodide.runPython(`
import builtins, json, os, sys, types, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
sys.dont_write_bytecode = True

# What is imported is compiled once, here; its code is kept for the archives.
compiled = {}
plain_compile = builtins.compile

def compile_once(source, filename, mode, *more, **options):
    code = plain_compile(source, filename, mode, *more, **options)
    if mode == "exec" and isinstance(filename, str) and filename.endswith(".py"):
        compiled[filename] = code
    return code

builtins.compile = compile_once
sys.path.insert(0, "/library")
os.makedirs("/own")
os.chdir("/own")
with open("/questions.json", encoding="utf-8") as file:
    first, later = json.load(file)
# msgspec prefers typing_extensions to typing where both are there, though this Python's typing has all that it needs.
# pydantic does need it: both come later.
sys.modules["typing_extensions"] = None
from kanrules.site.live.answer import answer

def loaded():
    return {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}

def ask(questions):
    for question in questions:
        said = json.loads(answer(json.dumps(question)))
        if said["verdict"] == "unreadable":
            raise SystemExit(said["json"])
    return loaded()

# The questions are asked in English, which needs no catalogue; a first answer in another language reads one.
import gettext
at_once = ask(first)
del sys.modules["typing_extensions"]
needed = ask(later)
place = next(path for path in sys.path if path.endswith(".zip"))

def at(code, inside):
    """The code with the address that the file has in the archive."""
    constants = tuple(at(one, inside) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=inside, co_consts=constants)

def put(made, inside, data, path):
    if path in needed and inside.endswith(".py"):
        code = compiled.get(path) or plain_compile(data, path, "exec", dont_inherit=True, optimize=2)
        data = bytes(_code_to_hash_pyc(at(code, inside), source_hash(data), False))
        inside += "c"
    made.writestr(zipfile.ZipInfo(inside, (2000, 1, 1, 0, 0, 0)), data)

def with_its_module(path):
    """Whether a file that is no module comes at once: as the module of its name does, or else as its package."""
    folder, name = os.path.split(path)
    module = f"{folder}/{name.split('.')[0]}.py"
    package = f"{folder}/__init__.py"
    return next((one in at_once for one in (module, package) if os.path.exists(one)), True)

# A distribution comes at once if anything of it was loaded, but for modules that were not; of kanrules, each for itself.
others = {os.path.relpath(path, "/library").split("/")[0] for path in at_once if path.startswith("/library/")} - {"kanrules"}
names = {name for name in os.listdir("/library") if name.endswith((".dist-info", ".libs"))}

def of_library(inside, path):
    top = inside.split("/")[0]
    if top == "kanrules":
        return path in at_once if inside.endswith(".py") else with_its_module(path)
    if top.startswith("kanrules_"):
        return True  # the plugins that come along: a ruleset that names one needs it for its first answer
    if top in names:
        stem = top.split("-")[0].split(".")[0].lower()
        return stem == "kanrules" or any(other.split(".")[0].lower() == stem for other in others)
    return top in others and (path in at_once or not inside.endswith(".py"))

# What the loader itself may ask for at any time stays.
kept = ("encodings", "pyodide", "_pyodide", "site", "importlib", "_sysconfig")

with zipfile.ZipFile("/more-out.zip", "w") as more:
    with zipfile.ZipFile("/bundle-out.zip", "w") as made:
        for folder, _, files in sorted(os.walk("/library")):
            for name in sorted(files):
                path = f"{folder}/{name}"
                inside = os.path.relpath(path, "/library")
                with open(path, "rb") as file:
                    put(made if of_library(inside, path) else more, inside, file.read(), path)
    with zipfile.ZipFile(place) as ours, zipfile.ZipFile("/stdlib.zip") as source, zipfile.ZipFile("/stdlib-out.zip", "w") as made:
        for name in source.namelist():
            path = f"{place}/{name}"
            if source.read(name) != ours.read(name):
                compiled.pop(path, None)  # this Python has run another file than a browser gets
            put(made if path in at_once or name.startswith(kept) else more, name, source.read(name), path)
`);
writeFileSync(outBundle, pyodide.FS.readFile("/bundle-out.zip"));
writeFileSync(outStdlib, pyodide.FS.readFile("/stdlib-out.zip"));
writeFileSync(outMore, pyodide.FS.readFile("/more-out.zip"));
