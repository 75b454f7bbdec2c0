import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

// Has to be the first of its file: it is about the first sign-ins after a start of the process.
test("first sign-ins that find the line full are told so; the next, with a wrong e-mail or the right one, are answered as ever", async () => {
  const registrations = Array.from({ length: 210 }, (_, index) => hashPassword(`orange-kite-${index}`));
  const first = registrations[0] as Promise<string>;
  const refused = Promise.allSettled(registrations.slice(1));
  await expect(isPassword("$argon2id$of-somebody", "orange-kite")).rejects.toMatchObject({ status: 503 });
  await expect(isPassword(undefined, "orange-kite")).rejects.toMatchObject({ status: 503 });
  const known = await first;
  expect((await refused).some(({ status }) => status === "rejected")).toBe(true);
  expect(await isPassword(undefined, "orange-kite-0")).toBe(false);
  expect(await isPassword(known, "orange-kite-0")).toBe(true);
  expect(await isPassword(known, "orange-kite-1")).toBe(false);
});
