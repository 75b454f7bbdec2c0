import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startStripeStandIn } from "./index.ts";
import { clientOf, oneWindow, standIn } from "./test-support.ts";

const newFile = async () => join(await mkdtemp(join(tmpdir(), "stripe-stand-in-")), "kept", "state.json");

test("sessions, payments, endpoints, events and idempotency keys survive a restart at another port", async () => {
  const stateFile = await newFile();
  const before = await startStripeStandIn({ stateFile });
  const stripe = clientOf(before);
  const open = await stripe.checkout.sessions.create(oneWindow(), { idempotencyKey: "before" });
  const paid = await stripe.checkout.sessions.create(oneWindow());
  await before.pay(paid.id);
  await stripe.webhookEndpoints.create({ url: "https://shop.example/hook", enabled_events: ["checkout.session.expired"] });
  await before.stop();

  const after = await standIn({ stateFile });
  const again = clientOf(after);
  expect((await again.checkout.sessions.retrieve(open.id)).url).toBe(`${after.url}/c/pay/${open.id}`);
  expect(await again.checkout.sessions.retrieve(paid.id, { expand: ["payment_intent"] })).toMatchObject({
    status: "complete",
    payment_intent: { status: "succeeded" },
  });
  expect((await again.webhookEndpoints.list()).data).toHaveLength(1);
  expect((await again.events.list()).data).toHaveLength(2);
  expect((await again.checkout.sessions.create(oneWindow(), { idempotencyKey: "before" })).id).toBe(open.id);
});

test("the state file is complete before a reply is sent, and no temporary file remains", async () => {
  const stateFile = await newFile();
  const stripe = clientOf(await standIn({ stateFile }));
  const made = await Promise.all(Array.from({ length: 20 }, () => stripe.checkout.sessions.create(oneWindow())));
  const kept = JSON.parse(await readFile(stateFile, "utf8"));
  expect(kept.sessions.map(([id]: [string]) => id).sort()).toEqual(made.map(({ id }) => id).sort());
  expect(await readdir(join(stateFile, ".."))).toEqual(["state.json"]);
});

test("an unreadable state file is moved aside, and the log reports it", async () => {
  const stateFile = join(await mkdtemp(join(tmpdir(), "stripe-stand-in-")), "state.json");
  await writeFile(stateFile, '{"sessions": [["cs_test');
  const lines: string[] = [];
  const shop = await standIn({ stateFile, log: (line) => lines.push(line) });
  expect((await clientOf(shop).checkout.sessions.list()).data).toEqual([]);
  expect(lines[0]).toContain("could not read its state");
  expect(await readFile(`${stateFile}.unreadable`, "utf8")).toContain("cs_test");
});
