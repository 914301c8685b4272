// Keeps all that this site is made of, so that it answers without a network. FILES and BUILD are written by
// `kanrules site`: every address with the hash of what lies there.
"use strict";
const BUILD = "@BUILD@";
const FILES = @FILES@;
const NAME = `kanrules-${BUILD}`;
const base = new URL("./", self.location.href);

const address = (file) => new URL(file, base).href;
const known = new Map(Object.entries(FILES).map(([file, hash]) => [address(file), hash]));

function plain(request) {
  const found = new URL(request.url);
  found.search = "";
  found.hash = "";
  return found.href.endsWith("/") ? `${found.href}index.html` : found.href;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !known.has(plain(event.request))) return;
  event.respondWith(answer(plain(event.request)));
});

async function answer(url) {
  const cache = await caches.open(NAME).catch(() => null);
  const kept = cache && (await cache.match(url));
  if (kept) return kept;
  try {
    const fresh = await fetch(url);
    if (fresh.ok && cache) await cache.put(url, fresh.clone()).catch(() => {});
    return fresh;
  } catch (error) {
    // Without a network an earlier site's page is better than none.
    const older = await caches.match(url);
    if (older) return older;
    throw error;
  }
}

async function complete() {
  const cache = await caches.open(NAME);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  return [...known.keys()].filter((url) => !kept.has(url));
}

async function keep(page) {
  const cache = await caches.open(NAME);
  const missing = await complete();
  // A few at a time, so that the page that asked is not held up.
  for (let at = 0; at < missing.length; at += 6) {
    await Promise.all(missing.slice(at, at + 6).map(async (url) => {
      // The page that asks has come already, under an address with its question.
      const fresh = await fetch(page && plain({ url: page }) === url ? page.split("#")[0] : url);
      if (!fresh.ok) throw new Error(`${url}: ${fresh.status}`);
      await cache.put(url, fresh);
    }));
  }
  for (const name of await caches.keys()) if (name.startsWith("kanrules-") && name !== NAME) await caches.delete(name);
}

self.addEventListener("message", (event) => {
  const kind = event.data && event.data.kind;
  const said = (what) => event.source && event.source.postMessage(what);
  if (kind === "keep") {
    event.waitUntil(keep(event.source && event.source.url).then(() => said({ kind: "kept" }), (error) => said({ kind: "unkept", why: String(error) })));
  } else if (kind === "kept?") {
    event.waitUntil(complete().then((missing) => { if (!missing.length) said({ kind: "kept" }); }, () => {}));
  }
});
