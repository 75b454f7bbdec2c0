import { afterAll, beforeAll, expect, test } from "vitest";
import { sendDigests } from "#server/features/office/digest/send-digests.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
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

test("a registration is emailed once to each admin and super admin, with names and the link to the waiting clients alone", async () => {
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
  const mails = await mailsDuring(async () => {
    for (let count = 0; count < 8; count += 1) await portal.signUp();
  });
  expect(mails.map(({ to }) => to)).toEqual(Array(5).fill(emailOf(boss)));
  const [digest, ...more] = await mailsDuring(() =>
    sendDigests({ ...portal.appContext, clock: () => new Date(portal.appContext.clock().getTime() + 24 * 3_600_000) }),
  );
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ to: emailOf(boss), subject: expect.stringMatching(/^3 notices of /) });
  expect(digest?.text.match(/^New registration: Company/gm)).toHaveLength(3);
  expect(digest?.text).toContain("http://portal.test/clients?approvalStatus=pending");
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
