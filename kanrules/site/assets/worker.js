// The library in a worker: it starts once, then answers one question after another. Its address names the language and
// the archives that lie beside the library's own.
import { loadPyodide } from "./runtime/pyodide.mjs";

const here = new URL("./", import.meta.url);
const archives = ["bundle.zip", ...new URL(import.meta.url).searchParams.getAll("with")];
let python = null;
let loaded = null;
let more = null;

function told(kind, more = {}) {
  self.postMessage({ kind, ...more });
}

async function brought(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

// What no first answer needs: the validation of a reader's own rules, the composer, rare modules of Python.
function bringMore() {
  more ??= brought("more.zip").then((data) => {
    loaded.unpackArchive(data, "zip", { extractDir: "/library" });
  }).catch((error) => { more = null; throw error; });
  return more.then(() => loaded.runPython(FOUND));
}

// A package of Python's own that was begun before has the rest of its modules beside the library.
const FOUND = `
import importlib, os, sys
for name, module in list(sys.modules.items()):
    place = "/library/" + name.replace(".", "/")
    if getattr(module, "__path__", None) and os.path.isdir(place) and place not in module.__path__:
        module.__path__.append(place)
importlib.invalidate_caches()
`;

const needsMore = ({ tool, own }) => tool.startsWith("compose") || (own && own.length > 0);

async function start() {
  told("part", { part: 1 });
  const [pyodide, ...found] = await Promise.all([
    loadPyodide({ indexURL: new URL("runtime/", here).href, packages: [], checkAPIVersion: false }),
    ...archives.map(brought),
  ]);
  told("part", { part: 2 });
  for (const one of found) pyodide.unpackArchive(one, "zip", { extractDir: "/library" });
  pyodide.runPython("import os, sys; sys.path.insert(0, '/library'); os.makedirs('/own', exist_ok=True); os.chdir('/own')");
  told("part", { part: 3 });
  loaded = pyodide;
  // A plugin of the site may import anything.
  if (archives.includes("rules.zip")) await bringMore();
  python = pyodide.pyimport("kanrules.site.live.answer").answer;
  told("ready");
}

const started = start().catch((error) => told("failed", { why: String((error && error.message) || error) }));

self.onmessage = async (event) => {
  await started;
  if (!python) return;
  const { id, question } = event.data;
  try {
    if (needsMore(question)) await bringMore();
    let answer;
    try { answer = python(JSON.stringify(question)); } catch (error) {
      if (!String(error.message).includes("ModuleNotFoundError")) throw error;
      await bringMore();
      answer = python(JSON.stringify(question));
    }
    told("answer", { id, answer: JSON.parse(answer) });
  } catch (error) {
    console.error(error);
    told("broken", { id });
  }
};
