import { expect, test } from "vitest";
import { redact } from "./record-error.ts";

const stripeKey = ["sk", "live", "SECRETabcdef123456"].join("_");

test.each([
  ["every cookie of a line", "Cookie: tiltrod.sid=s%3ASECRET.sig; other=SECRET\nHost: x", "Cookie: …\nHost: x"],
  ["our cookie, wherever it stands", "sent tiltrod.sid=s%3ASECRET.sig; again", "sent tiltrod.sid=…; again"],
  ["a password with an escaped quote", String.raw`{"password":"a \"SECRET\" b","x":1}`, `{"password":…,"x":1}`],
  ["a password in single quotes", "{ 'newPassword': 'two SECRET' }", "{ 'newPassword': … }"],
  ["a password that was cut off", `{"currentPassword":"SECRET`, `{"currentPassword":…`],
  ["a token in an address", "GET /reset-password?token=SECRET&lang=en", "GET /reset-password?token=…&lang=en"],
  ["a bearer token", "authorization: Bearer SECRET.SECRET", "authorization: … …"],
  ["Stripe's secret key", `refused ${stripeKey} today`, "refused sk_… today"],
  ["an API token", "the program sent ttr_SECRETabcdef123456 twice", "the program sent ttr_… twice"],
  ["a webhook's secret, whatever its signs", "signed by whsec_ab+/SECRET/+x==, refused", "signed by whsec_…, refused"],
  [
    "the secret of a calendar's or a quotation's address",
    `open /calendar/${"SECRET".repeat(7)}.ics, http://x.test/r/${"SECRET".repeat(7)}/photo`,
    "open /calendar/….ics, http://x.test/r/…/photo",
  ],
  ["a card's number and its check digits", "card 4242 4242 4242 4242, cvc: 123", "card …, cvc: …"],
  [
    "other names of secrets",
    "pwd=SECRET passphrase: SECRET X-Api-Key: SECRET ENCRYPTION_KEY=SECRET",
    "pwd=… passphrase: … X-Api-Key: … ENCRYPTION_KEY=…",
  ],
  ["what a failed query was given", "job 1: Failed query: insert into x values ($1)\nparams: SECRET\n    at x", "job 1: Failed query …"],
  ["a person's address", "550 <ada.lovelace+x@company.test>: no such user ('bea@company.test')", "550 <…@…>: no such user ('…@…')"],
  ["a password in a database's address", "connect postgres://user:SE@CRET@host/db", "connect postgres://…@host/db"],
])("the redaction of an error removes %s", (_what, text, clean) => {
  expect(redact(text)).toBe(clean);
});

test.each(["Order #1234567 was not found", "Cannot read properties of undefined (reading 'id')", "at orders.ts:12:34"])(
  "the redaction of an error leaves %j unchanged",
  (text) => {
    expect(redact(text)).toBe(text);
  },
);

test("the redaction of a long hostile text takes less than half a second of CPU time", () => {
  // Measures the CPU time of this process, which other processes on the machine do not change.
  const before = process.cpuUsage();
  for (const part of ["password ", "bearer ", "1 ", '"token" ', "://a:", "a", "a@", 'cookie="', "sk_"]) redact(part.repeat(3000));
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(500_000);
});
