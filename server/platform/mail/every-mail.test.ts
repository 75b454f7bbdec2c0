import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "#server/schema/companies-and-users.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { PASSWORD } from "#server/testing/portal.ts";
import { startShop, type TestShop } from "#server/testing/shop.ts";
import type { Mail } from "./mailer.ts";

/** Each mail that the portal writes, caused by a real call and read as the person reads it. */

let shop: TestShop;
let customer: TestClient;
let supplier: TestClient;
let boss: TestClient;
let orderId: number;
let remakeId: number;
let sentQuoteId: number;
let emailLinks: string;
const WORDS = { jobName: "Hartley – front bay", poNumber: "PO-2140" };
const IN_MAIL = "Job: Hartley – front bay\nPO number: PO-2140";
beforeAll(async () => {
  shop = await startShop();
  const { portal } = shop;
  [customer, supplier, boss] = await Promise.all([portal.signIn("customer"), portal.signIn("supplier"), portal.superAdmin()]);
  orderId = (await portal.orderFor(customer, WORDS)).id;
  remakeId = succeeded(await askForRemake(customer, orderId)).id;
  sentQuoteId = (await portal.quoteFor(customer, WORDS)).id;
  succeeded(await boss.patch(`/api/quotes/${sentQuoteId}/status`, { quoteStatus: "sent" }));
  const own = await portal.signIn(await portal.createAccount("customer", { email: "first@company.test" }));
  succeeded(await own.post("/api/account/email", { email: "second@company.test" }));
  emailLinks = (await portal.mails()).map(({ text }) => text).join("\n");
});
afterAll(() => shop.stop());

const emailOf = ({ account }: TestClient): string => account?.email ?? "";

/** The mails that an action queued. */
async function mailsDuring(work: () => Promise<unknown>): Promise<Mail[]> {
  const before = (await shop.portal.mails()).length;
  await work();
  return (await shop.portal.mails()).slice(before);
}

const decided = async (approvalStatus: string, from: "pending" | "approved" | "suspended", reason?: string) => {
  const account = await shop.portal.createAccount("customer", { approvalStatus: from, email: `${approvalStatus}-${from}@company.test` });
  succeeded(await boss.patch(`/api/clients/${account.id}`, { approvalStatus, reason }));
};

/** An expectation of all mails of a cause, or of the mail to an address. */
type ForReader<Expected> = Expected | ((to: string) => Expected);
const forReader = <Expected extends string | RegExp>(expected: ForReader<Expected>, to: string): Expected =>
  typeof expected === "function" ? expected(to) : expected;

interface Cause {
  readonly work: () => Promise<unknown>;
  readonly to: () => string | string[];
  readonly subject: ForReader<RegExp>;
  readonly says: ForReader<string | RegExp>;
  /** The address of its button: a path of the portal. */
  readonly leads?: RegExp;
}

const CAUSES: Record<string, Cause> = {
  "a registration received": {
    work: () => shop.portal.signUp({ email: "new@company.test", contactName: "Ines", companyName: "Harrow & Finch <Interiors>" }),
    to: () => ["new@company.test", emailOf(boss)],
    subject: (to) =>
      to === emailOf(boss) ? /^New registration: Harrow & Finch <Interiors> – Tiltrod$/ : /^We have received your registration – Tiltrod$/,
    // The mail to the person leaves out the company's name: the person who registers chooses both
    // that and the address of the mail.
    says: (to) =>
      to === emailOf(boss)
        ? "Harrow & Finch <Interiors> (Ines) has registered and cannot sign in before you approve it."
        : "A wholesale account was requested with this email address, and this email confirms it.",
  },
  "a registration approved": {
    work: () => decided("approved", "pending"),
    to: () => "approved-pending@company.test",
    subject: /^Your account is approved – Tiltrod$/,
    says: "You can sign in, build quotes and order.",
    leads: /^\/$/,
  },
  "a registration declined, with the reason": {
    work: () => decided("rejected", "pending", "Trade customers only"),
    to: () => "rejected-pending@company.test",
    subject: /^Your registration was declined – Tiltrod$/,
    says: "Reason: Trade customers only",
  },
  "an account suspended": {
    work: () => decided("suspended", "approved"),
    to: () => "suspended-approved@company.test",
    subject: /^Your account is suspended – Tiltrod$/,
    says: "You cannot sign in until we lift it.",
  },
  "a quote sent": {
    work: async () => {
      const quote = await shop.portal.quoteFor(customer, WORDS);
      succeeded(await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
    },
    to: () => emailOf(customer),
    subject: /^Quote Q-\d+ \(Hartley – front bay\) – Tiltrod$/,
    says: /Quote Q-\d+ for £325\.08 is ready for you\. It is valid until \d+ \w+ \d{4}\./,
    leads: /^\/quotes\?quote=\d+$/,
  },
  "a payment's receipt": {
    work: async () => {
      await shop.standIn.pay(await shop.openCheckout(customer, sentQuoteId));
      succeeded(await customer.post(`/api/quotes/${sentQuoteId}/confirm-payment`));
    },
    to: () => emailOf(customer),
    subject: /^Payment received for quote Q-\d+ \(Hartley – front bay\) – Tiltrod$/,
    says: /We have received your payment of £325\.08 for quote Q-\d+, which includes £54\.18 VAT\. Thank you\.\s+Job: [^\n]+\n[^\n]+\s+This is a receipt, not a VAT invoice\.\s+Open the quote:/,
    leads: /^\/quotes\?quote=\d+$/,
  },
  "an order's status": {
    work: async () => succeeded(await supplier.patch(`/api/orders/${orderId}/status`, { status: "shipped" })),
    to: () => emailOf(customer),
    subject: /^Order ORD-\d+: Shipped \(Hartley – front bay\) – Tiltrod$/,
    says: /^Order ORD-\d+ is now shipped\.$/m,
    leads: /^\/orders\?order=\d+$/,
  },
  "a remake requested": {
    work: async () => succeeded(await askForRemake(customer, orderId)),
    to: () => [emailOf(supplier), emailOf(boss)],
    subject: /^Remake RMK-\d+ requested \(Hartley – front bay\) – Tiltrod$/,
    says: "Two louvres are cracked",
    leads: /^\/remakes\?remake=\d+$/,
  },
  "a reply to the customer": {
    work: async () => succeeded(await supplier.post(`/api/remakes/${remakeId}/replies`, { message: "It leaves on Monday" })),
    to: () => emailOf(customer),
    subject: /RMK-\d+.* \(Hartley – front bay\) – Tiltrod$/,
    says: "It leaves on Monday",
    leads: /^\/remakes\?remake=\d+$/,
  },
  "the customer's own reply": {
    work: async () => succeeded(await customer.post(`/api/remakes/${remakeId}/replies`, { message: "Any news?" })),
    to: () => [emailOf(supplier), emailOf(boss)],
    subject: /RMK-\d+.* \(Hartley – front bay\) – Tiltrod$/,
    says: "Any news?",
    leads: /^\/remakes\?remake=\d+$/,
  },
  "a remake's status": {
    work: async () => succeeded(await supplier.patch(`/api/remakes/${remakeId}/status`, { status: "approved" })),
    to: () => emailOf(customer),
    subject: /RMK-\d+.* \(Hartley – front bay\) – Tiltrod$/,
    says: /approved/i,
    leads: /^\/remakes\?remake=\d+$/,
  },
  "a remake that is made": {
    work: async () =>
      succeeded(await boss.post(`/api/remakes/${remakeId}/order`, { items: [{ itemId: await firstWindow(), quantity: 1 }] })),
    to: () => emailOf(customer),
    subject: /^Remake RMK-\d+: order ORD-\d+ \(Hartley – front bay\) – Tiltrod$/,
    says: /Your remake RMK-\d+ is being made as order ORD-\d+, free of charge\./,
    leads: /^\/remakes\?remake=\d+$/,
  },
  "a quote placed, and taken back": {
    work: async () => {
      const { id } = await shop.portal.quoteFor(customer, WORDS);
      succeeded(await customer.post(`/api/quotes/${id}/place`, { shippingAddress: "1 High Street, Lewes" }));
      succeeded(await customer.delete(`/api/quotes/${id}/place`));
    },
    to: () => [emailOf(boss), emailOf(boss)],
    subject: /^Quote Q-\d+ (placed|taken back) \(Hartley – front bay\) – Tiltrod$/,
    says: /(placed|took back the placing of) quote Q-\d+/,
    leads: /^\/quotes\?quote=\d+$/,
  },
  "a quote that is an order now": {
    work: async () => {
      const { id } = await shop.portal.quoteFor(customer, WORDS);
      succeeded(await boss.post(`/api/quotes/${id}/convert`, { shippingAddress: "9 Ferry Road, Rye" }));
    },
    to: () => emailOf(customer),
    subject: /^Order ORD-\d+ confirmed \(Hartley – front bay\) – Tiltrod$/,
    says: /Quote Q-\d+ is order ORD-\d+ now, for £325\.08 including VAT\.[\s\S]*It goes to:\s9 Ferry Road, Rye[\s\S]*It is not paid yet\.[\s\S]*Pay £325\.08/,
    leads: /^\/orders\?order=\d+$/,
  },
  "a link to set a new password": {
    work: async () => succeeded(await shop.portal.visitor().post("/api/forgot-password", { email: emailOf(customer) })),
    to: () => emailOf(customer),
    subject: /^Set a new password – Tiltrod$/,
    says: "The link below works once and for one hour.",
    leads: /^\/reset-password#token=[\w-]{43}$/,
  },
  "a new account whose person chooses the password": {
    work: async () =>
      succeeded(await boss.post("/api/users", { companyName: "Rye Blinds", contactName: "Ines Reed", email: "ines@company.test" })),
    to: () => "ines@company.test",
    subject: /^Choose your password – Tiltrod$/,
    says: "You log in as ines@company.test, with a password that you choose.",
    leads: /^\/reset-password#token=[\w-]{43}$/,
  },
  "an invitation into a company": {
    work: async () => succeeded(await customer.post("/api/company/people", { email: "ben@company.test", contactName: "Ben Hart" })),
    to: () => "ben@company.test",
    subject: /^Join .+ – Tiltrod$/,
    says: "The link below works once and for seven days.",
    leads: /^\/join#token=[\w-]{43}$/,
  },
  "an invitation of an email that has an account": {
    work: async () => {
      await shop.portal.createAccount("customer", { email: "known@company.test" });
      succeeded(await customer.post("/api/company/people", { email: "known@company.test", contactName: "Ben Hart" }));
    },
    to: () => "known@company.test",
    subject: /^.+ invites you – Tiltrod$/,
    says: "An account belongs to one company",
  },
  "a new email address to confirm, and the former one that may stop it": {
    work: async () => {
      const own = await shop.portal.signIn(await shop.portal.createAccount("customer", { email: "former@company.test" }));
      succeeded(await own.post("/api/account/email", { email: "next@company.test" }));
    },
    to: () => ["former@company.test", "next@company.test"],
    subject: /^(Confirm your email address|Your email address is about to change) – Tiltrod$/,
    says: "Somebody, we hope you, asked to",
    leads: /^\/(confirm|stop)-email#token=[\w-]{43}$/,
  },
  "an email address changed, and restored": {
    work: async () => {
      const token = (page: string) => new RegExp(`/${page}-email#token=([\\w-]+)`).exec(emailLinks)?.[1];
      succeeded(await shop.portal.visitor().post("/api/account/email/confirm", { token: token("confirm") }));
      succeeded(await shop.portal.visitor().post("/api/account/email/stop", { token: token("stop") }));
    },
    to: () => ["first@company.test", "first@company.test", "second@company.test", "second@company.test"],
    subject: /^Your email address was changed – Tiltrod$/,
    says: /is (second@company\.test now\. You log in with it|first@company\.test again: its owner undid the change)/,
  },
  "a password changed": {
    work: async () => {
      const account = await shop.portal.createAccount("customer", { email: "changed@company.test" });
      const own = await shop.portal.signIn(account);
      const body = { currentPassword: PASSWORD, newPassword: "a better horse" };
      succeeded(await own.patch(`/api/users/${account.id}/password`, body));
    },
    to: () => "changed@company.test",
    subject: /^Your password was changed – Tiltrod$/,
    says: "If it was not you, set a new one at once and tell us.",
  },
  "a password set by the mailed link": {
    work: async () => {
      await shop.portal.createAccount("customer", { email: "reset@company.test" });
      await shop.portal.visitor().post("/api/forgot-password", { email: "reset@company.test" });
      const token = /token=([\w-]+)/.exec((await shop.portal.mails()).at(-1)?.text ?? "")?.[1];
      succeeded(await shop.portal.visitor().post("/api/reset-password", { token, password: "a better horse" }));
    },
    to: () => ["reset@company.test", "reset@company.test"],
    subject: /^(Set a new password|Your password was changed) – Tiltrod$/,
    says: "If it was not you",
  },
};

async function firstWindow(): Promise<number> {
  const { quote } = succeeded(await customer.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${orderId}`));
  return quote.items[0]?.id ?? 0;
}

/** The text of the HTML, as a reader sees it. */
const seen = (html: string): string =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, "")
    .replace(/<\/?span[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, " ");

describe("a mail goes out for", () => {
  test.each(Object.entries(CAUSES))(
    "a mail is sent to the right people with the right words for %s",
    async (_, { work, to, subject, says, leads }) => {
      const mails = await mailsDuring(work);
      expect(mails.map((mail) => mail.to).toSorted()).toEqual([to()].flat().toSorted());
      for (const { to: reader, subject: line, text, html } of mails) {
        expect(line).toMatch(forReader(subject, reader));
        expect(text).toMatch(forReader(says, reader));
        expect(text).toMatch(/^Hello \S/);
        // A thing has one name everywhere: ORD-54, not #54.
        expect(line + text).not.toMatch(/#\d/);
        expect(text).not.toMatch(/undefined|null|NaN|\[object|correct horse|better horse/);
        // A mail about a job names it in the fitter's words.
        if (leads && /quotes|orders|remakes/.test(leads.source)) expect(text).toContain(`\n\n${IN_MAIL}\n\n`);
        // The text part and the HTML part have the same content.
        for (const paragraph of text.split("\n\n").filter((part) => !part.includes("http://"))) {
          expect(seen(html)).toContain(paragraph.replace(/\s+/g, " "));
        }
        // A narrow screen never breaks Q-35 at its hyphen.
        const unheld = seen(html.replace(/<span style="white-space:nowrap">[^<]*<\/span>/g, ""));
        expect(unheld).not.toMatch(/\b(Q|ORD|RMK|INV)-\d/);
        const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
        if (leads) {
          expect(links).toHaveLength(1);
          const address = new URL(links[0] ?? "");
          expect(address.origin).toBe("http://portal.test");
          expect(address.pathname + address.search + address.hash).toMatch(leads);
          expect(text).toContain(links[0]);
        } else if (line.startsWith("Your")) expect(links).toEqual([]);
      }
    },
  );
});

test("suppliers read no money in a mail either", async () => {
  const toSupplier = (await shop.portal.mails()).filter(({ to }) => to === emailOf(supplier));
  expect(toSupplier.length).toBeGreaterThan(0);
  for (const { text, html } of toSupplier) expect(text + html).not.toMatch(/£|325|270\.9|total|subtotal/i);
});

test("typed text in a mail is never markup, and the subject stays one line", async () => {
  const hostile = {
    email: "hostile@company.test",
    contactName: 'Ada\r\nBcc: all@company test <img src=x onerror="alert(1)">',
  };
  const { id } = await shop.portal.createAccount("customer", { ...hostile, approvalStatus: "pending" });
  const [mail] = await mailsDuring(() => boss.patch(`/api/clients/${id}`, { approvalStatus: "approved" }));
  expect(mail?.html).not.toContain("<img");
  expect(mail?.html).toContain("&#60;img");
  expect(mail?.text).toContain('Hello Ada Bcc: all@company test <img src=x onerror="alert(1)">,');
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

test("a deleted account receives no mail, and its orders continue", async () => {
  const gone = await shop.portal.signIn("customer");
  const order = await shop.portal.orderFor(gone);
  const remake = succeeded(await askForRemake(gone, order.id));
  const quote = await shop.portal.quoteFor(gone);
  await shop.portal.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(eq(users.id, gone.account?.id ?? 0));
  const mails = await mailsDuring(async () => {
    succeeded(await boss.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" }));
    succeeded(await supplier.patch(`/api/orders/${order.id}/status`, { status: "processing" }));
    succeeded(await supplier.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
    succeeded(await supplier.post(`/api/remakes/${remake.id}/replies`, { message: "On its way" }));
  });
  expect(mails).toEqual([]);
});

test("a mail exists exactly when its cause is stored: a refusal writes none", async () => {
  const mails = await mailsDuring(async () => {
    const refused = await supplier.patch(`/api/orders/${orderId}/status`, { status: "delivered", from: "pending" });
    expect(refused.status).toBe(409);
  });
  expect(mails).toEqual([]);
});
