/**
 * Returns the time at which this device stored a reply, or null if it has not stored the reply. It
 * is apart from the worker's start, because a screen does not wait for that code (rule W53).
 */
export async function findStoredTime(address: string): Promise<string | null> {
  const storedReply = await globalThis.caches?.match(address, { ignoreVary: true });
  return storedReply?.headers.get("Last-Seen") ?? null;
}
