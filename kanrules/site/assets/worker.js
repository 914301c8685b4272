// The library in a worker: it starts once, then answers one question after another. Its address names the language and
// the archives that lie beside the library's own.
import { loadPyodide } from "./runtime/pyodide.mjs";

const here = new URL("./", import.meta.url);
const asked = new URL(import.meta.url).searchParams;
const archives = ["bundle.pack", ...asked.getAll("with")];
// The names of this build's archives, by their plain ones, are written by `kanrules site`.
const ARCHIVES = {};
let python = null;
let loaded = null;
let more = null;

function told(kind, more = {}) {
  self.postMessage({ kind, ...more });
}

// The large files come packed as a whole, since few hosts compress them: the browser itself opens them, in a tenth of
// the time of Python. Where no Node was at hand an archive may be an ordinary one.
const plain = self.fetch.bind(self);

const gone = (why) => Object.assign(new Error(why), { gone: true });

async function unpacked(address, type) {
  const answer = await plain(address);
  if (!answer.ok) throw gone(`${address}: ${answer.status}`);
  const data = await answer.arrayBuffer();
  const [first, second] = new Uint8Array(data, 0, 2);
  const body = first === 0x1f && second === 0x8b ? new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip")) : data;
  return new Response(body, { headers: { "Content-Type": type } });
}

// The loader asks for some of them by their plain names.
self.fetch = (what, more) => {
  const address = String((what && what.url) || what);
  if (address.endsWith(".wasm")) return unpacked(`${address}.pack`, "application/wasm");
  if (address.endsWith(".pack")) return unpacked(address, "application/octet-stream");
  return plain(what, more);
};

// The module that belongs to the compiled interpreter.
async function interpreter() {
  const source = await (await unpacked(new URL("runtime/pyodide.asm.mjs.pack", here), "text/javascript")).blob();
  const address = URL.createObjectURL(source);
  try {
    const make = (await import(address)).default;
    return async (settings) => {
      const made = await make(settings);
      // The loader asks for room for the memory that it restores, and the interpreter begins with less all the same.
      if (settings.INITIAL_MEMORY > made.HEAP8.length) made.growMemory(settings.INITIAL_MEMORY);
      return made;
    };
  } finally { URL.revokeObjectURL(address); }
}

// A site of another build does not have this archive. For what they do not have, some hosts send a page.
async function brought(name) {
  try {
    const data = await (await unpacked(new URL(ARCHIVES[name], here))).arrayBuffer();
    if (new DataView(data).getUint16(0) !== 0x504b) throw gone(`${name}: this is another file`);
    return data;
  } catch (error) { throw Object.assign(error, { missing: true }); }
}

// Writes the files of an archive below /library.
function unpack(pyodide, data) {
  const view = new DataView(data);
  const text = new TextDecoder();
  const end = data.byteLength - 22;
  const files = [];
  if (end >= 0 && view.getUint32(end, true) === 0x06054b50) {
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left; left -= 1) {
      const [method, size, name] = [view.getUint16(at + 10, true), view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
      if (method) { files.length = 0; break; }
      const local = view.getUint32(at + 42, true);
      const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      files.push([text.decode(new Uint8Array(data, at + 46, name)), new Uint8Array(data, begin, size)]);
      at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  }
  if (!files.length) { pyodide.unpackArchive(data, "zip", { extractDir: "/library" }); return; }
  const made = new Set();
  for (const [name, content] of files) {
    const path = `/library/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) { pyodide.FS.mkdirTree(folder); made.add(folder); }
    pyodide.FS.writeFile(path, content, { canOwn: true });
  }
}

// What no first answer needs: the validation of a reader's own rules, the composer, rare modules of Python.
function bringMore() {
  more ??= brought("more.pack").then((data) => unpack(loaded, data)).catch((error) => { more = null; throw error; });
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

// The words of the page's own language are there from the beginning; a player may speak another.
const spoken = new Set(["en", ...archives.map((name) => (/^words-(\w+)\.zip$/.exec(name) || [])[1])]);

async function bringWords(language) {
  if (spoken.has(language)) return;
  unpack(loaded, await brought(`words-${language}.zip`));
  loaded.runPython("importlib.invalidate_caches()");
  spoken.add(language);
}

const QUIET = 3000;
const needsMore = ({ tool, own }) => tool.startsWith("compose") || (own && own.length > 0);

// --- the started library is remembered on this device, so that the next visit need not start it again ----------------

// The memory of Python after its imports and a first call. It belongs to these very files: START is written by `kanrules site`.
const remembered = new URL("start-@START@", here).href;
const shelf = () => caches.open(`kanrules ${new URL("../", here).pathname} start`);
let memory = null;

async function recalled() {
  try {
    const found = await (await shelf()).match(remembered);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch { return null; }
}

async function remember() {
  const data = memory;
  memory = null;
  if (!data) return;
  try {
    const cache = await shelf();
    for (const one of await cache.keys()) await cache.delete(one);
    await cache.put(remembered, new Response(data));
  } catch { /* this browser keeps nothing, or has no room */ }
}

async function forget() {
  try { await (await shelf()).delete(remembered); } catch { /* nothing was kept */ }
}

const language = [...spoken].filter(Boolean).pop();
const FIRST = `
import importlib, os, sys
sys.path.insert(0, "/library")
os.makedirs("/own", exist_ok=True)
os.chdir("/own")
import kanrules.site.live.answer, kanrules.site.live.riichi_kan
`;
// What a first call makes is remembered with the modules. It is the sample question of the reader's tool under the
// reader's ruleset, so that little of it is done for nothing; what the reader asks is not remembered.
let first = {};
const call = ({ tool = "", fields = [] }) => `
import json
from kanrules.ruleset.library import all_ids
from kanrules.site.live.warm import SAMPLES
tool, rules = ${JSON.stringify([tool, (fields.find(([name]) => name === "rules") || [])[1] || ""])}
tool, rules = tool if tool in SAMPLES else "riichi-kan", rules if rules in all_ids() else next(iter(all_ids()))
kanrules.site.live.answer.answer(json.dumps({"tool": "warm", "language": ${JSON.stringify(language)}, "fields": [["for", tool], ["rules", rules]]}))
`;
const AGAIN = `
import importlib, os
os.makedirs("/own", exist_ok=True)
os.chdir("/own")
importlib.invalidate_caches()
`;
const COMPILED = "any(str(getattr(one, '__file__', None)).endswith('.so') for one in list(sys.modules.values()))";

async function start() {
  const found = await recalled();
  if (found) {
    try { await launch({ _loadSnapshot: found }); return; } catch (error) {
      console.warn(error);
      await forget();
    }
  }
  await launch({ _makeSnapshot: true });
}

async function launch(how) {
  told("part", { part: 1 });
  const [pyodide, ...found] = await Promise.all([
    interpreter().then((createPyodideModule) => loadPyodide({ createPyodideModule, indexURL: new URL("runtime/", here).href, stdLibURL: new URL(ARCHIVES["python_stdlib.pack"], here).href, packages: [], checkAPIVersion: false, ...how })),
    ...archives.map(brought),
  ]);
  told("part", { part: 2 });
  for (const one of found) unpack(pyodide, one);
  pyodide.runPython(how._makeSnapshot ? FIRST : AGAIN);
  // A plugin of the site never runs before the memory is taken: it would start the next visit with what it has seen.
  if (how._makeSnapshot && !asked.has("whole")) {
    try { pyodide.runPython(call(first)); } catch (error) { console.warn(error); }  // the next question will report the fault to the reader
  }
  if (how._makeSnapshot && self.caches && !pyodide.runPython(COMPILED)) memory = pyodide.makeMemorySnapshot();
  told("part", { part: 3 });
  loaded = pyodide;
  // A plugin of the site may import anything.
  if (asked.has("whole")) await bringMore();
  python = pyodide.pyimport("kanrules.site.live.answer").answer;
  told("ready", { again: !how._makeSnapshot });
}

const started = start().catch((error) => told("failed", { why: String((error && error.message) || error), gone: Boolean(error && error.gone) }));

self.onmessage = async (event) => {
  const { id, question } = event.data;
  if (!loaded && !first.tool) first = question;
  await started;
  if (!python) return;
  try {
    if (needsMore(question)) await bringMore();
    await bringWords(question.language);
    let answer;
    try { answer = python(JSON.stringify(question)); } catch (error) {
      if (!String(error.message).includes("ModuleNotFoundError")) throw error;
      await bringMore();
      answer = python(JSON.stringify(question));
    }
    told("answer", { id, answer: JSON.parse(answer) });
    if (memory && question.tool !== "warm") setTimeout(remember, QUIET);
  } catch (error) {
    console.error(error);
    if (!error.missing) await forget();
    told("broken", { id, why: error.missing && error.message, gone: Boolean(error.gone) });
  }
};
