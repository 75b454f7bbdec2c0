import { sessions } from "#server/schema/identity/sessions.ts";
import type { TestPortal } from "./portal.ts";

export const A_DAY_MS = 25 * 3_600_000;

/** Advances the clock without ending any session. */
export async function letPass({ clock, owner }: Pick<TestPortal, "clock" | "owner">, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  const now = clock();
  await owner.update(sessions).set({ createdAt: now, lastSeenAt: now });
}
