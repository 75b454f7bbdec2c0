/**
 * The service worker opens the board without a network on a supplier's tablet (rule W53), and New
 * Quote on a customer's phone (rule Q27). The build makes `/sw.js` from this file alone
 * (tools/worker-plugin.ts), so it imports nothing. It serves the portal's own files, and replies
 * that the server allows this person's device to store.
 */

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
}
interface Message extends Extendable {
  readonly data: unknown;
}
interface WorkerEvents {
  install: Extendable;
  activate: Extendable;
  fetch: Fetching;
  message: Message;
}
const worker = globalThis as unknown as {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, heard: (event: WorkerEvents[Name]) => void): void;
};
/**
 * The files that the screens at the bench and New Quote need, the page's own script first, and the
 * build's name, which changes with them.
 */
declare const __SHELL__: { readonly build: string; readonly files: readonly string[] };
/**
 * The sentence of the refusal where the session belongs to another person than the request names
 * (shared/http/signed-in-as.ts).
 */
declare const __SOMEBODY_ELSE__: string;

const SHELL = `shell-${__SHELL__.build}`;
const PAGE = "/";
/**
 * The pages of quotations for homeowners do not belong to the portal, and the worker never serves
 * them.
 */
const OTHERS_PAGES = "/r/";
const WHO = "/api/user";
/** The header names the person whose device may store the reply (server/platform/http/mount.ts). */
const MAY_KEEP = "Keep-On-Device";
/** The header names the person for whom a page sends a request (rule A19). */
const SIGNED_IN_AS = "Signed-In-As";
const seenBy = (person: string) => `seen-${person}`;
const MOST_SEEN = 300;
/** On Wi-Fi that does not forward requests, the stored reply is displayed after this time. */
const LONG_MS = 5000;
/** The portal restarts, or a proxy cannot reach it. */
const AWAY = [502, 503, 504];
/** The person may no longer see the reply. */
const GONE = [401, 403, 404];

/**
 * Counts how often this worker has deleted everything. A reply that was requested before a deletion
 * is not stored.
 */
interface Run {
  era: number;
}
/** The era and the time of a request. */
interface Asking {
  readonly era: number;
  readonly at: number;
}

function start(run: Run): void {
  worker.addEventListener("install", (event) => event.waitUntil(fillShell(run).then(() => worker.skipWaiting())));
  worker.addEventListener("activate", (event) =>
    event.waitUntil(inTurn(() => removeCaches((name) => name.startsWith("shell-") && name !== SHELL)).then(() => worker.clients.claim())),
  );
  // The message comes from a page that bypassed the worker, or from a sign-out.
  worker.addEventListener("message", (event) => event.waitUntil(event.data === "claim" ? worker.clients.claim() : forget(run)));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (pathname.startsWith("/api/")) {
      if (request.headers.get("Accept")?.startsWith("application/json")) event.respondWith(newestOrSeen(event, pathname === WHO, run));
    } else if (pathname.startsWith(OTHERS_PAGES)) return;
    else if (request.mode === "navigate") event.respondWith(page(request));
    else event.respondWith(caches.match(request, { ignoreVary: true }).then((file) => file ?? fetch(request)));
  });
}

/**
 * Stores all files of one build or none. During an update the page may come from another process.
 */
async function fillShell(run: Run): Promise<void> {
  const { files } = __SHELL__;
  const { era } = run;
  const reply = await fetch(PAGE, { cache: "reload" });
  if (!(await reply.clone().text()).includes(files[0] ?? "")) throw new Error("The server has another build than this worker");
  if (run.era !== era) return;
  const shell = await caches.open(SHELL);
  await shell.addAll([...files]);
  await shell.put(PAGE, reply);
}

async function removeCaches(which: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (which(name)) await caches.delete(name);
}

/**
 * Serves the server's page, which loads its own files. Without the server it serves the stored
 * page.
 */
async function page(request: Request): Promise<Response> {
  const reply = await fetch(request, { signal: AbortSignal.timeout(LONG_MS) }).catch(() => null);
  if (reply && !AWAY.includes(reply.status)) return reply;
  return (await caches.match(PAGE)) ?? reply ?? Response.error();
}

async function newestOrSeen(event: Fetching, isWho: boolean, run: Run): Promise<Response> {
  const { request } = event;
  const asking = { era: run.era, at: Date.now() };
  const name = request.headers.get(SIGNED_IN_AS);
  // Another tab's person may have stored other replies.
  const seen = await caches.match(request, { ignoreVary: true, ...(name !== null && { cacheName: seenBy(name) }) });
  const answer = fetch(request).then((reply) => {
    event.waitUntil(keep(request, reply.clone(), { isWho, asking, run }));
    return reply;
  });
  if (!seen) return answer;
  event.waitUntil(answer.catch(() => {}));
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, LONG_MS, null));
  const reply = await Promise.race([answer, tooLong]).catch(() => null);
  return reply && !AWAY.includes(reply.status) ? reply : seen;
}

interface Keeping {
  readonly isWho: boolean;
  readonly asking: Asking;
  readonly run: Run;
}

/**
 * Stores the reply where the server allows it, and removes a stored reply where the server no
 * longer does.
 */
async function keep(request: Request, reply: Response, { isWho, asking, run }: Keeping): Promise<void> {
  const person = reply.headers.get(MAY_KEEP);
  if (person === null) {
    // The refusal is for a tab of the previous person, so the present person's replies remain
    // stored.
    if (reply.status === 401 && (await reply.text()).includes(__SOMEBODY_ELSE__)) return;
    if (isWho && (reply.ok || reply.status === 401)) await forget(run);
    else if (reply.ok || GONE.includes(reply.status)) await inTurn(() => remove(request));
    return;
  }
  const text = await reply.text();
  await inTurn(async () => {
    if (asking.era !== run.era) return;
    await removeCaches((name) => name.startsWith("seen-") && name !== seenBy(person));
    const seen = await caches.open(seenBy(person));
    // The page has applied a change to the reply since the request (`updateStoredReplies` in
    // overlay.ts).
    if (Number((await seen.match(request, { ignoreVary: true }))?.headers.get("Changed-Here")) > asking.at) return;
    const headers = new Headers(reply.headers);
    headers.set("Last-Seen", new Date().toISOString());
    await seen.put(request, new Response(text, { headers }));
    const storedRequests = await seen.keys();
    for (const old of storedRequests.slice(0, Math.max(0, storedRequests.length - MOST_SEEN)))
      if (new URL(old.url).pathname !== WHO) await seen.delete(old);
  });
  // The cache may exist but be incomplete, where the network failed before.
  if (isWho && asking.era === run.era && !(await caches.match(PAGE, { cacheName: SHELL }))) await fillShell(run);
}

async function remove(request: Request): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(request, { ignoreVary: true });
}

/** Deletes everything, because nobody is signed in, or a person whose device stores nothing. */
async function forget(run: Run): Promise<void> {
  run.era += 1;
  await inTurn(() => removeCaches(() => true));
  await worker.registration.unregister();
}

/**
 * Runs one job after the other, also across pages and another build's worker: opening a deleted
 * cache to store a reply would create it again.
 */
const inTurn = async (work: () => Promise<void>): Promise<void> => void (await navigator.locks.request("seen", work));

start({ era: 0 });

// The build removes this line, because a worker is a script.
export {};
