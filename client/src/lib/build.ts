const LONGEST_WAIT_MS = 5000;

/** Whether the server has another build by now than the one that this page is of. Where it does not answer: no. */
export async function buildHasChanged(): Promise<boolean> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  const page = await fetch("/", { signal: AbortSignal.timeout(LONGEST_WAIT_MS) })
    .then((reply) => (reply.ok ? reply.text() : null))
    .catch(() => null);
  return Boolean(script && page && !page.includes(script));
}
