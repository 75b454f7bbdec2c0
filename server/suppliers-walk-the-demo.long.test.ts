import { expect, test } from "vitest";
import { isWrite } from "#shared/http/endpoint.ts";
import { CALLS } from "./testing/calls/check-reply.ts";
import { addressOf } from "./testing/calls/every-call.ts";
import { keysIn, MONEY, NEVER_FOR_SUPPLIERS } from "./testing/money/money-words.ts";
import { startPortal } from "./testing/portal.ts";
import { demoClients, getAll, idsUpTo, withIds } from "./testing/trade/demo-clients.ts";

/**
 * suppliers-see-no-money.test.ts reads one marked order and its remake; this test reads everything
 * in the demo.
 */
test("no record of the demo shows a supplier a money key or an amount", async () => {
  const portal = await startPortal();
  try {
    const { supplier } = await demoClients(portal);
    const paths = CALLS.filter(({ call }) => !isWrite(call)).flatMap(({ name }) => withIds(addressOf(name), idsUpTo(30)));
    const replies = await getAll(supplier, paths);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(50);
    for (const { body, text } of replies) {
      expect(keysIn(body).filter((key) => NEVER_FOR_SUPPLIERS.has(key))).toEqual([]);
      expect(text).not.toMatch(MONEY);
    }
  } finally {
    await portal.stop();
  }
});
