// The library in a worker: it starts once, then answers one question after another. Its address names the language and
// the archives that lie beside the library's own.
import { loadPyodide } from "./runtime/pyodide.mjs";

const here = new URL("./", import.meta.url);
const archives = ["bundle.zip", ...new URL(import.meta.url).searchParams.getAll("with")];
let python = null;

function told(kind, more = {}) {
  self.postMessage({ kind, ...more });
}

async function brought(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

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
  python = pyodide.pyimport("kanrules.site.live.answer").answer;
  told("ready");
}

const started = start().catch((error) => told("failed", { why: String((error && error.message) || error) }));

self.onmessage = async (event) => {
  await started;
  if (!python) return;
  const { id, question } = event.data;
  try {
    told("answer", { id, answer: JSON.parse(python(JSON.stringify(question))) });
  } catch (error) {
    console.error(error);
    told("broken", { id });
  }
};
