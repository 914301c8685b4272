// The library in a worker: it starts once, then answers one question after another.
import { loadPyodide } from "./runtime/pyodide.mjs";

const here = new URL("./", import.meta.url);
let python = null;

function told(kind, more = {}) {
  self.postMessage({ kind, ...more });
}

async function start() {
  told("part", { part: 1 });
  const [archive, pyodide] = await Promise.all([
    fetch(new URL("bundle.zip", here)).then((answer) => {
      if (!answer.ok) throw new Error(`bundle.zip: ${answer.status}`);
      return answer.arrayBuffer();
    }),
    loadPyodide({ indexURL: new URL("runtime/", here).href, packages: [], checkAPIVersion: false }),
  ]);
  told("part", { part: 2 });
  pyodide.unpackArchive(archive, "zip", { extractDir: "/library" });
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
