import { expect, test } from "vitest";
import { clientOf, refusal, standIn } from "./test-support.ts";

const shop = await standIn();

test("a valid test key reads the balance", async () => {
  expect(await clientOf(shop).balance.retrieve()).toMatchObject({ object: "balance", livemode: false });
});

test.each(["sk_test_invalid_0123456789", "sk_test_revoked_0123456789", "sk_test_short", "sk_live_0123456789abcdef", "nonsense-nonsense"])(
  "the key %s is rejected and not printed whole",
  async (key) => {
    const error = await refusal(clientOf(shop, {}, key).balance.retrieve());
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
    expect(error.message).toContain("Invalid API Key provided: ");
    expect(error.message).not.toContain(key);
  },
);

test("the message masks all but the kind of key and its last four characters", async () => {
  const error = await refusal(clientOf(shop, {}, "sk_test_revoked_0123456789").balance.retrieve());
  expect(error.message).toBe(`Invalid API Key provided: sk_test_${"*".repeat(14)}6789`);
});

test("a publishable key is rejected as a secret key", async () => {
  const error = await refusal(clientOf(shop, {}, "pk_test_0123456789abcdef").balance.retrieve());
  expect(error).toMatchObject({ statusCode: 401, code: "secret_key_required" });
});

test("a call without a key is a 401, and an unsupported call is a 404", async () => {
  const none = await fetch(`${shop.url}/v1/balance`);
  expect(none.status).toBe(401);
  const error = await refusal(clientOf(shop).customers.list());
  expect(error).toMatchObject({ statusCode: 404, message: expect.stringContaining("Unrecognized request URL (GET: /v1/customers)") });
});

test("an invalid request target does not end the stand-in", async () => {
  const { connect } = await import("node:net");
  await new Promise<void>((resolve) => {
    const socket = connect(shop.port, "127.0.0.1", () => socket.end("GET // HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    socket.on("close", () => resolve()).resume();
  });
  expect((await clientOf(shop).balance.retrieve()).object).toBe("balance");
});
