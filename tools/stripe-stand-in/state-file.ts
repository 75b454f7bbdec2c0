import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { emptyState, type State, stateFromJson, stateToJson } from "./state.ts";

export interface StateFile {
  /** Resolves when the whole state at the time of the call is on disk. */
  save(): Promise<void>;
}

/** An unreadable file is put aside, not deleted, and never stops a development server from starting. */
export async function loadState(path: string | undefined, log: (line: string) => void): Promise<State> {
  if (path === undefined) return emptyState();
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return emptyState();
  try {
    return stateFromJson(text);
  } catch {
    await rename(path, `${path}.unreadable`);
    log(`The Stripe stand-in could not read its state, put it aside as ${path}.unreadable, and begins empty.`);
    return emptyState();
  }
}

/**
 * The whole file is written beside the old one and renamed over it, so a kill leaves the old one or the new one.
 * Simultaneous saves are written as one.
 */
export function stateFile(path: string | undefined, state: State): StateFile {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async (target: string) => {
    next = undefined;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, stateToJson(state), { mode: 0o600 });
    await rename(`${target}.new`, target);
  };
  const save = (): Promise<void> => {
    if (path === undefined) return Promise.resolve();
    if (!next) {
      next = running.then(() => write(path));
      running = next.catch(() => {});
    }
    return next;
  };
  return { save };
}
