// Saves the site on this device, so that it answers without a network. BUILD, FILES and FOLDERS are written by
// `kanrules site`: every file with its hash, and the folder of each language.
//
// A file is stored only if it has the hash that is listed here, whatever the HTTP cache holds. A new version is brought
// whole before it replaces the old one, and files that did not change are copied from there.
"use strict";
const BUILD = "@BUILD@";
const FILES = @FILES@;
const FOLDERS = @FOLDERS@;
const base = new URL("./", self.location.href);
const PREFIX = `kanrules ${base.pathname} `;
const NAME = PREFIX + BUILD;
const MARK = ".kept/";
const WORDS = "words";
const TOGETHER = 6;

const address = (file) => new URL(file, base).href;

function fileOf(request) {
  const found = new URL(typeof request === "string" ? request : request.url);
  if (found.origin !== base.origin || !found.pathname.startsWith(base.pathname)) return "";
  const name = decodeURIComponent(found.pathname.slice(base.pathname.length));
  const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
  return file in FILES ? file : "";
}

// What a reader of one language needs: the shared files and the pages in it, at an event the words of every language.
function needed(language, words) {
  const own = FOLDERS[language] ?? "";
  const folders = Object.values(FOLDERS).filter(Boolean);
  return Object.keys(FILES).filter((file) => {
    if (file.startsWith("live/words-")) return words || file.startsWith(`live/words-${language}-`);
    const folder = folders.find((one) => file.startsWith(one));
    if (folder !== undefined) return folder === own;
    return !own || !file.endsWith(".html");
  });
}

async function digest(data) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

function response(data, type) {
  return new Response(data, { headers: { "Content-Type": type || "application/octet-stream", "Content-Length": String(data.byteLength) } });
}

// The server is always asked; where what it sends is not the listed file, once more without any cache on the way.
async function fetched(file, url = address(file)) {
  let last = null;
  for (const cache of ["no-cache", "reload"]) {
    const answer = await fetch(url, { cache });
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    const data = await answer.arrayBuffer();
    last = response(data, answer.headers.get("Content-Type"));
    if ((await digest(data)) === FILES[file]) return { right: true, answer: last };
  }
  return { right: false, answer: last };
}

async function older() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
}

async function languagesIn(name) {
  const cache = await caches.open(name);
  return (await cache.keys()).map((one) => new URL(one.url).pathname.slice(base.pathname.length))
    .filter((one) => one.startsWith(MARK)).map((one) => one.slice(MARK.length)).filter((one) => one in FOLDERS);
}

async function fromOlder(file, names) {
  for (const name of names) {
    const found = await (await caches.open(name)).match(address(file));
    if (!found) continue;
    const data = await found.arrayBuffer();
    if ((await digest(data)) === FILES[file]) return response(data, found.headers.get("Content-Type"));
  }
  return null;
}

async function keep(language, words, page = "") {
  const cache = await caches.open(NAME);
  const names = await older();
  const there = new Set((await cache.keys()).map((request) => request.url));
  const missing = needed(language, words).filter((file) => !there.has(address(file)));
  for (let at = 0; at < missing.length; at += TOGETHER) {
    await Promise.all(missing.slice(at, at + TOGETHER).map(async (file) => {
      let found = await fromOlder(file, names);
      if (!found) {
        // The page that asks has come already, under an address with its question.
        const { right, answer } = await fetched(file, page && fileOf(page) === file ? page.split("#")[0] : undefined);
        if (!right) throw new Error(`${file}: not the file of this version`);
        found = answer;
      }
      await cache.put(address(file), found);
    }));
  }
  for (const mark of [language, ...(words ? [WORDS] : [])]) await cache.put(address(MARK + mark), new Response(""));
}

// Forgets what is not the file of this version any more, and gives the number of such files.
async function mend() {
  const cache = await caches.open(NAME);
  let count = 0;
  for (const file of Object.keys(FILES)) {
    const found = await cache.match(address(file));
    if (!found || (await digest(await found.arrayBuffer())) === FILES[file]) continue;
    await cache.delete(address(file));
    count += 1;
  }
  return count;
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const languages = new Set((await Promise.all((await older()).map(languagesIn))).flat());
  if (!self.registration.active || !languages.size) { await self.skipWaiting(); return; }
  // Where this fails the old version stays whole, and the browser tries again at the next visit.
  const words = (await Promise.all((await older()).map(async (name) => (await caches.open(name)).match(address(MARK + WORDS))))).some(Boolean);
  for (const language of languages) await keep(language, words);
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await older()) await caches.delete(name);
  await self.clients.claim();
})()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const file = fileOf(event.request);
  if (file) event.respondWith(answer(file, event.request).catch(() => {
    // The file differs from this version's, so there is probably a newer one. Without a network, nothing is to be done.
    self.registration.update().catch(() => {});
    return fromNetwork(event.request);
  }));
  else if (event.request.mode === "navigate" && event.request.url.startsWith(base.href)) {
    event.respondWith(fromNetwork(event.request));
  }
});

async function fromNetwork(request) {
  try {
    return await fetch(request);
  } catch (why) {
    if (request.mode !== "navigate") throw why;
    return unsaved(request.url);
  }
}

// A book, the licences and the data are not saved: without a network a page of the site says so.
async function unsaved(url) {
  const kept = await languagesIn(NAME);
  const name = url.slice(base.href.length);
  const meant = Object.keys(FOLDERS).sort((one, other) => FOLDERS[other].length - FOLDERS[one].length)
    .find((one) => name.startsWith(FOLDERS[one]));
  const language = kept.includes(meant) ? meant : kept[0];
  return language === undefined ? Response.error() : Response.redirect(address(`${FOLDERS[language]}offline/index.html`));
}

async function answer(file, request) {
  const cache = await caches.open(NAME).catch(() => null);
  const kept = cache && (await cache.match(address(file)));
  if (kept) return kept;
  const found = await fetched(file, request.url.split("#")[0]);
  if (found.right) await cache?.put(address(file), found.answer.clone()).catch(() => {});
  else self.registration.update().catch(() => {});
  return found.answer;
}

self.addEventListener("message", (event) => {
  const { kind, language, words } = event.data || {};
  const said = (what) => event.source && event.source.postMessage(what);
  if (kind === "go") event.waitUntil(self.skipWaiting());
  else if (kind === "keep") {
    event.waitUntil(keep(language, words, event.source && event.source.url).then(() => said({ kind: "kept" }), (error) => said({ kind: "unkept", why: String(error) })));
  } else if (kind === "mend") {
    event.waitUntil(mend().then((count) => said({ kind: "mended", count }), () => said({ kind: "mended", count: 0 })));
  } else if (kind === "kept?") {
    event.waitUntil(languagesIn(NAME).then((found) => { if (found.includes(language)) said({ kind: "kept" }); }, () => {}));
  }
});
