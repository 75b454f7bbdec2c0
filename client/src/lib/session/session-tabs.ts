import type { Reply } from "../api.ts";

type User = Reply<"accounts", "current">["user"];

/**
 * The browser's tabs share one session, so a tab announces each change of the signed-in person to
 * the others (rule A28).
 */
const CHANNEL = "session";

export function announceSession(user: User | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(user);
  channel.close();
}

/** @returns a function that stops listening */
export function onSessionAnnounced(heard: (user: User | null) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<User | null>) => heard(data);
  return () => channel.close();
}
