// The page of a table is shown again though the server is away, as it stood when it was last sent. Over https alone.
const CACHE = "card-ledger" + self.location.search, LIMIT = 5000;
const PAGE = /^\/evenings\/\d+(\/notebook)?$/;
const clock = () => new Date().toTimeString().slice(0, 5);

const keep = async (request, answer) => {
  const cache = await caches.open(CACHE), address = new URL(request.url).pathname;
  if (answer.status === 401 || answer.status === 403) await cache.delete(address);
  else if (answer.ok && !answer.redirected) {
    const headers = new Headers(answer.headers);
    headers.set("As-Of", clock());
    await cache.put(address, new Response(await answer.clone().arrayBuffer(), { headers }));
  }
  return answer;
};
const asKept = async (request) => {
  const found = await caches.match(new URL(request.url).pathname);
  if (!found) return Response.error();
  const page = (await found.text()).replace("<html ", `<html data-as-of="${found.headers.get("As-Of")}" `);
  const headers = new Headers(found.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(page, { headers });
};
const ofFiles = async (request) => {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
};
const ofPages = (request) => {
  const asked = fetch(request, { signal: AbortSignal.timeout(LIMIT) });
  return asked.then((answer) => keep(request, answer)).catch(() => asKept(request));
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(ofFiles(event.request));
  else if (PAGE.test(pathname)) event.respondWith(ofPages(event.request));
});
