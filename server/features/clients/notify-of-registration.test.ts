import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_IN_DIGEST, sendDigests } from "#server/features/office/digest/send-digests.ts";
import { digestNotices, notifications } from "#server/schema/notifications.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { londonDay } from "#shared/domain/period.ts";
import { registrationTasks } from "./notify-of-registration.ts";

/** Tests how the staff hear of companies that register (rule A2). */

let portal: TestPortal;
let boss: TestClient;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  [boss, admin] = await Promise.all([portal.superAdmin(), portal.signIn("admin")]);
  await portal.signIn("supplier");
});
afterAll(() => portal.stop());

const emailOf = ({ account }: TestClient) => account?.email ?? "";
/** The mails that some work queued for anybody but the person who registered. */
async function mailsDuring(work: () => Promise<unknown>) {
  const before = (await portal.mails()).length;
  await work();
  return (await portal.mails()).slice(before).filter(({ to }) => !to.startsWith("new-") && !to.startsWith("kestrel"));
}
const forgetCount = () => portal.db.execute("delete from rate_limits where key like 'registration-news%'");

test("a registration is emailed once to each admin and super admin, without the person's contact data", async () => {
  const mails = await mailsDuring(() =>
    portal.signUp({
      companyName: "Kestrel Blinds",
      contactName: "Fran Holt",
      email: "kestrel@company.test",
      phone: "01273 600100",
      address: "1 Quay Lane",
    }),
  );
  expect(mails.map(({ to }) => to).toSorted()).toEqual([emailOf(boss), emailOf(admin)].toSorted());
  for (const { subject, text } of mails) {
    expect(subject).toBe("New registration: Kestrel Blinds – Tiltrod");
    expect(text).toContain("Kestrel Blinds (Fran Holt) has registered and cannot sign in before you approve it.");
    expect(text).toContain("http://portal.test/clients?approvalStatus=pending");
    for (const secret of ["kestrel@company.test", "01273 600100", "1 Quay Lane"]) expect(text).not.toContain(secret);
  }
  expect(await mailsDuring(async () => {})).toEqual([]);
});

test("a company whose registration is decided before the notice is sent causes none", async () => {
  const mails = await mailsDuring(async () => {
    const { id } = await portal.signUp();
    succeeded(await boss.patch(`/api/clients/${id}`, { approvalStatus: "rejected", reason: "A joke" }));
  });
  expect(mails).toEqual([]);
});

test("after five registrations of a day the others wait for the digest, unless a person wants none", async () => {
  await forgetCount();
  succeeded(await admin.put("/api/account/notifications", [{ kind: "registration", bell: false, mail: "none" }]));
  succeeded(await boss.put("/api/account/notifications", [{ kind: "registration", bell: true, mail: "now" }]));
  const mails = await mailsDuring(async () => {
    for (let count = 0; count < 8; count += 1) await portal.signUp();
  });
  expect(mails.map(({ to }) => to)).toEqual(Array(5).fill(emailOf(boss)));
  // The bell is silent too for a registration that waits for the digest.
  expect(await portal.db.$count(notifications, eq(notifications.type, "registration"))).toBe(5);
  const [digest, ...more] = await mailsDuring(() =>
    sendDigests({ ...portal.appContext, clock: () => new Date(portal.appContext.clock().getTime() + 24 * 3_600_000) }),
  );
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ to: emailOf(boss), subject: expect.stringMatching(/^3 notices of /) });
  expect(digest?.text.match(/^New registration: Company/gm)).toHaveLength(3);
  expect(digest?.text).toContain("http://portal.test/clients?approvalStatus=pending");
});

test("a digest lists registrations after all other notices, and omits those that are decided", async () => {
  const userId = boss.account?.id ?? 0;
  const [decided, waiting] = [await portal.signUp(), await portal.signUp()];
  // Waits until the notices of both registrations are written.
  await portal.mails();
  await portal.db.delete(digestNotices);
  const sendOn = londonDay(portal.appContext.clock());
  const noticeOf = (companyId: number, title: string) =>
    ({ userId, sendOn, kind: "registration", title, message: "It has registered.", relatedId: companyId }) as const;
  const junk = Array.from({ length: MOST_IN_DIGEST }, (_, index) => noticeOf(waiting.companyId, `New registration: Junk ${index}`));
  await portal.db
    .insert(digestNotices)
    .values([
      noticeOf(decided.companyId, "New registration: Decided"),
      ...junk,
      { userId, sendOn, kind: "invoices_waiting", title: "Invoices wait", message: "The details of the company are missing." },
    ]);
  succeeded(await boss.patch(`/api/clients/${decided.id}`, { approvalStatus: "rejected", reason: "A joke" }));
  const [digest] = await mailsDuring(() =>
    sendDigests({ ...portal.appContext, clock: () => new Date(portal.appContext.clock().getTime() + 48 * 3_600_000) }),
  );
  expect(digest?.subject).toMatch(/^31 notices of /);
  const titles = (digest?.text ?? "").split("\n").filter((line) => /^(New registration|Invoices wait)/.test(line));
  expect(titles).toEqual(["Invoices wait", ...junk.slice(0, MOST_IN_DIGEST - 1).map(({ title }) => title)]);
  expect(digest?.text).toContain("and 1 more");
});

test("registrations that are decided or whose notice fails are not counted among the five of a day", async () => {
  await forgetCount();
  const { id: failing } = await portal.signUp();
  await forgetCount();
  const send = () => Promise.reject(new Error("The outbox is full"));
  const tasks = registrationTasks({ ...portal.appContext, post: { ...portal.appContext.post, send } });
  for (let attempt = 0; attempt < 6; attempt += 1)
    await expect(tasks["notify-of-registration"]({ userId: failing })).rejects.toThrow("The outbox is full");
  succeeded(await boss.patch(`/api/clients/${failing}`, { approvalStatus: "rejected", reason: "A joke" }));
  for (let attempt = 0; attempt < 6; attempt += 1) await tasks["notify-of-registration"]({ userId: failing });
  const mails = await mailsDuring(() => portal.signUp());
  expect(mails.map(({ to }) => to)).toEqual([emailOf(boss)]);
});

test("a notice that fails leaves the registration as it is, and a later attempt sends it once", async () => {
  await forgetCount();
  const mails = await mailsDuring(async () => {
    const { id } = await portal.signUp();
    const send = () => Promise.reject(new Error("The outbox is full"));
    const tasks = registrationTasks({ ...portal.appContext, post: { ...portal.appContext.post, send } });
    await expect(tasks["notify-of-registration"]({ userId: id })).rejects.toThrow("The outbox is full");
  });
  expect(mails.map(({ to }) => to)).toEqual([emailOf(boss)]);
});
