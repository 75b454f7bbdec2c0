import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#server/schema/notifications.ts";
import { retailBusinesses, retailLinks, retailQuestions } from "#server/schema/retail.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { mailsAsSent } from "#server/testing/papers/mails-as-sent.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { BUSINESS } from "#server/testing/retail.ts";
import { linesOf, type Snapshot } from "./quotation-snapshot.ts";
import { retailTasks } from "./shared-link.ts";

/** Emails between a fitter and a homeowner, with questions and answers (rules T9, T14 and T16). */

let portal: TestPortal;
let fitter: User;
let customer: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  await startCompany();
});
afterAll(() => portal.stop());

/** Creates a fitter's company with unused daily limits. */
async function startCompany(business: object = {}): Promise<void> {
  fitter = await portal.createAccount("customer");
  customer = await portal.signIn(fitter);
  succeeded(await customer.put("/api/company/retail", { ...BUSINESS, ...business }));
}

const MRS_HUGHES = { customerName: "Mrs Hughes", customerEmail: "p@hughes.example", siteAddress: "4 Orchard Lane" };
let networks = 0;
/** A quotation's link, used by a person who has its address. */
async function shared({ of = MRS_HUGHES as object, send = {} as object, id = 0 } = {}) {
  const quoteId = id || (await portal.quoteFor(customer, of)).id;
  const { url, id: linkId } = succeeded(await customer.post<{ url: string; id: number }>(`/api/quotes/${quoteId}/retail-links`, send));
  const here = new URL(new URL(url).pathname, portal.url).href;
  networks += 1;
  const headers = { "x-forwarded-for": `10.1.${networks >> 8}.${networks & 255}` };
  const post = (what: string, body: object) =>
    fetch(`${here}/${what}`, { method: "POST", body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } });
  return {
    id: quoteId,
    linkId,
    page: async (end = "") => (await fetch(here + end, { headers: { ...headers, accept: "text/html" } })).text(),
    ask: (text: string) => post("question", { text }),
    decline: (reason: string) => post("decline", { reason }),
    accept: async (more: object = {}) => {
      const reply = await fetch(here, { headers: { ...headers, accept: "application/json" } });
      const { snapshot, hash } = (await reply.json()) as { snapshot: string; hash: string };
      const { total } = linesOf(JSON.parse(snapshot) as Snapshot, new Set());
      return post("accept", { name: "Penelope Hughes", extras: [], total, hash, ...more });
    },
    /** The page's form as a browser sends it without the script. */
    send: (what: string, fields: readonly (readonly [string, string])[]) =>
      fetch(`${here}/${what}`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
        headers: { ...headers, origin: "null", "sec-fetch-site": "same-origin" },
      }),
  };
}
interface Question {
  readonly id: number;
  readonly at: string;
  readonly text: string;
  readonly answer: { readonly at: string; readonly text: string } | null;
}
const questionsOf = async (id: number) => succeeded(await customer.get<{ questions: Question[] }>(`/api/quotes/${id}/retail`)).questions;
const answer = (id: number, questionId: number, text = "Yes, in brass.", by = customer) =>
  by.post<Question>(`/api/quotes/${id}/retail/questions/${questionId}/answer`, { text });
const unansweredOf = async (id: number, by = customer) =>
  succeeded(await by.get<{ id: number; unansweredQuestions?: number }[]>("/api/quotes?limit=100")).find((row) => row.id === id)
    ?.unansweredQuestions;
const mailsTo = async (...addresses: string[]) => (await portal.mails()).filter(({ to }) => addresses.includes(to));

describe("a homeowner's question", () => {
  test("a homeowner's question is answered once, by email, on the page and in the quote's thread", async () => {
    const link = await shared();
    expect((await link.ask("May the hinges be in brass?")).status).toBe(204);
    expect(await link.page()).toMatch(/May the hinges be in brass\?.*Not answered yet/s);
    const [question] = await questionsOf(link.id);
    expect(question).toMatchObject({ text: "May the hinges be in brass?", answer: null });
    expect(await unansweredOf(link.id)).toBe(1);
    const before = (await mailsTo("p@hughes.example")).length;
    const replied = succeeded(await answer(link.id, question?.id ?? 0, "Yes, in brass or in nickel.\nWe bring both."));
    expect(replied).toMatchObject({ id: question?.id, answer: { text: "Yes, in brass or in nickel.\nWe bring both." } });
    const [mail, ...others] = (await mailsTo("p@hughes.example")).slice(before);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ inNameOf: { name: "Orchard Shutters", replyTo: "hello@orchard.example" } });
    expect(mail?.text).toContain("May the hinges be in brass?");
    expect(mail?.text).toContain("Yes, in brass or in nickel.\nWe bring both.");
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/tiltrod|Q-\d/i);
    expect(await link.page()).toMatch(/Orchard Shutters answered on .*Yes, in brass or in nickel\.<br>We bring both\./s);
    expect(await questionsOf(link.id)).toEqual([replied]);
    expect(await unansweredOf(link.id)).toBe(0);
    expect(await answer(link.id, question?.id ?? 0)).toMatchObject({ status: 409, text: "This question was answered" });
  });

  test("an answer needs an address that the fitter entered, in the quotation or with the link", async () => {
    const withoutAddress = { customerName: "Mr Patel", siteAddress: "7 Mill Road" };
    const link = await shared({ of: withoutAddress });
    await link.ask("In white?");
    const [question] = await questionsOf(link.id);
    expect(await answer(link.id, question?.id ?? 0)).toMatchObject({ status: 409, text: "There is no email address for Mr Patel" });
    expect(await questionsOf(link.id)).toMatchObject([{ answer: null }]);
    const sent = await shared({ of: withoutAddress, send: { sendTo: "patel@mill.example" } });
    await sent.ask("In white?");
    succeeded(await answer(sent.id, (await questionsOf(sent.id))[0]?.id ?? 0));
    expect((await mailsTo("patel@mill.example")).at(-1)?.text).toContain("Yes, in brass.");
  });

  test("a question is read by its own company, and on the page of its own quotation and customer", async () => {
    const link = await shared();
    await link.ask("What is the secret of Orchard Lane?");
    const [question] = await questionsOf(link.id);
    const other = await portal.signIn("customer");
    expect((await answer(link.id, question?.id ?? 0, "Yes", other)).status).toBe(404);
    const neighbour = await shared();
    expect(await neighbour.page()).not.toContain("secret of Orchard Lane");
    expect((await answer(neighbour.id, question?.id ?? 0)).status).toBe(404);
    const again = await shared({ id: link.id });
    expect(await again.page()).toContain("secret of Orchard Lane");
    succeeded(await customer.put(`/api/quotes/${link.id}/retail`, { version: 1, customer: { name: "Mr Patel", email: "", address: "" } }));
    expect(await (await shared({ id: link.id })).page()).not.toContain("secret of Orchard Lane");
    for (const role of ["admin", "super_admin"] as const)
      expect(await unansweredOf(link.id, await portal.signIn(role)), role).toBeUndefined();
    const viewing = await portal.openSession(fitter, await portal.createAccount("super_admin"));
    expect(await unansweredOf(link.id, viewing)).toBeUndefined();
  });

  test.each(["", " ", "x".repeat(2001)])("an answer of a wrong length is rejected (%#): it needs 1 to 2,000 characters", async (text) => {
    const link = await shared();
    await link.ask("In white?");
    expect((await answer(link.id, (await questionsOf(link.id))[0]?.id ?? 0, text)).status).toBe(400);
  });

  test("a question is deleted in the same night as its link's snapshot", async () => {
    const link = await shared();
    await link.ask("In white?");
    const isOfLink = eq(retailQuestions.linkId, link.linkId);
    const [{ expiresAt } = { expiresAt: new Date() }] = await portal.db.select().from(retailLinks).where(eq(retailLinks.id, link.linkId));
    const night = async (days: number) => {
      const { tasks } = retailTasks({ db: portal.appContext.db, clock: () => new Date(expiresAt.getTime() + days * 86_400_000) });
      await tasks["clear-snapshots"]?.({});
      return portal.db.$count(retailQuestions, isOfLink);
    };
    expect([await night(89), await night(91)]).toEqual([1, 0]);
  });
});

describe("emails in a fitter's name", () => {
  test("emails in a fitter's name link website, email and phone; a website is stored with https://", async () => {
    await startCompany({ tradingName: "Pennine Shutters", website: "pennineshutters.co.uk", email: "hello@pennineshutters.co.uk" });
    expect(succeeded(await customer.get("/api/company/retail"))).toMatchObject({ website: "https://pennineshutters.co.uk" });
    const link = await shared({ send: { sendTo: "p@hughes.example" } });
    expect((await link.accept()).status).toBe(200);
    const sent = (await mailsTo("p@hughes.example")).slice(-2);
    expect(sent).toHaveLength(2);
    for (const { text, html } of sent) {
      expect(text).toContain("https://pennineshutters.co.uk");
      expect(text).not.toContain("https pennineshutters co uk");
      for (const target of ["https://pennineshutters.co.uk", "mailto:hello@pennineshutters.co.uk", "tel:01632960200"])
        expect(html).toContain(`<a href="${target}">`);
    }
    const page = await link.page();
    for (const target of ["https://pennineshutters.co.uk", "mailto:hello@pennineshutters.co.uk", "tel:01632960200"])
      expect(page).toContain(`href="${target}"`);
  });

  test.each([
    ["orchard.example/shutters", "https://orchard.example/shutters"],
    ["HTTP://orchard.example", "HTTP://orchard.example"],
    ["javascript:alert(1)", null],
    ["ftp://orchard.example", null],
    ["mailto:a@orchard.example", null],
    ["tel:01632960200", null],
    [`orchard.example/${"x".repeat(180)}`, null],
  ])("the website %s is stored as %s", async (website, stored) => {
    const reply = await customer.put<{ website: string }>("/api/company/retail", { ...BUSINESS, website });
    if (stored === null) expect(reply.status).toBe(400);
    else expect(succeeded(reply).website).toBe(stored);
  });

  test("a stranger's question and reason reach the fitter without a link in them", async () => {
    await startCompany();
    const link = await shared();
    await link.ask("Look at https://evil.example/pay now");
    await link.decline("See www.evil.example instead");
    const told = await mailsTo(fitter.email);
    const bells = await portal.db.select().from(notifications).where(eq(notifications.relatedId, link.id));
    expect(told.map(({ text }) => text).join(" ")).toContain("evil example/pay now");
    for (const { text, html, subject } of told) expect(`${text}${html}${subject}`).not.toMatch(/evil\.example/);
    expect(bells.map(({ message }) => message).join(" ")).not.toMatch(/evil\.example/);
  });

  test("a trading name adds neither a web address nor a header line to From, Reply-To and Subject", async () => {
    await startCompany();
    // Names that were stored before they were validated.
    const tradingName = "Bank security\r\nBcc: all@victims.example https://evil.example www.evil.example";
    await portal.db.update(retailBusinesses).set({ tradingName }).where(eq(retailBusinesses.companyId, fitter.companyId));
    const link = await shared({ send: { sendTo: "p@hughes.example" } });
    await link.ask("In white?");
    succeeded(await answer(link.id, (await questionsOf(link.id))[0]?.id ?? 0));
    expect((await link.accept()).status).toBe(200);
    const sent = await mailsAsSent(portal, (await mailsTo("p@hughes.example")).slice(-3));
    expect(sent).toHaveLength(3);
    for (const { raw, read } of sent) {
      const names = [read.from?.name, read.replyTo?.[0]?.name, read.subject];
      for (const name of names) expect(name).toContain("Bank security");
      for (const name of names) expect(name).not.toMatch(/evil\.example|victims\.example|:\/\/|www\.|[\r\n]/);
      expect(raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/im);
    }
  });
});

describe("emails that a homeowner's answer sends", () => {
  test("an address that the fitter did not enter is emailed only after the quotation's own", async () => {
    await startCompany();
    const before = (await portal.mails()).length;
    expect((await (await shared()).accept({ email: "typed@stranger.example" })).status).toBe(200);
    const mails = (await portal.mails()).slice(before).map(({ to }) => to);
    expect(mails).toEqual([fitter.email, "p@hughes.example", "typed@stranger.example"]);
    const [same] = [await shared()];
    const beforeSame = (await portal.mails()).length;
    expect((await same?.accept({ email: "P@Hughes.example" }))?.status).toBe(200);
    expect((await portal.mails()).slice(beforeSame).map(({ to }) => to)).toEqual([fitter.email, "p@hughes.example"]);
  });

  test("a quotation without an address of its own emails no address that was typed on its page", async () => {
    await startCompany();
    const link = await shared({ of: { customerName: "Mr Patel" } });
    expect((await link.accept({ email: "victim@stranger.example" })).status).toBe(200);
    expect(await mailsTo("victim@stranger.example")).toEqual([]);
    const [{ acceptedEmail } = { acceptedEmail: null }] = await portal.db.select().from(retailLinks).where(eq(retailLinks.id, link.linkId));
    expect(acceptedEmail).toBe("victim@stranger.example");
  });

  test("a fitter's acceptances email strangers at most twenty times a day, and all are stored", async () => {
    await startCompany();
    const strangers = new Set<string>();
    for (let round = 0; round < 13; round += 1) {
      const [own, typed] = [`own${round}@stranger.example`, `typed${round}@stranger.example`];
      for (const address of [own, typed]) strangers.add(address);
      const link = await shared({ of: { customerName: "Mr Patel", customerEmail: own } });
      expect((await link.accept({ email: typed })).status).toBe(200);
    }
    expect(await mailsTo(...strangers)).toHaveLength(20);
    expect(succeeded(await customer.get<object[]>("/api/quotes?retail=accepted&limit=100"))).toHaveLength(13);
    // Answers count too, and beyond the limit are refused to the fitter.
    const link = await shared();
    await link.ask("In white?");
    expect((await answer(link.id, (await questionsOf(link.id))[0]?.id ?? 0)).status).toBe(429);
    expect(await questionsOf(link.id)).toMatchObject([{ answer: null }]);
  });

  test("a refused acceptance counts no email", async () => {
    await startCompany();
    const link = await shared();
    for (let time = 0; time < 3; time += 1) expect((await link.accept({ total: 1 })).status).toBe(409);
    expect(await portal.appContext.limits["retail-replies"].counted(fitter.companyId)).toBe(0);
  });

  test("beyond two hundred events a day the fitter is notified by bell only", async () => {
    await startCompany();
    const { limits } = portal.appContext;
    for (let event = 0; event < 200; event += 1) await limits["retail-news"].tally(fitter.companyId);
    const link = await shared();
    expect((await link.ask("In white?")).status).toBe(204);
    expect(await mailsTo(fitter.email)).toEqual([]);
    expect(await portal.db.$count(notifications, eq(notifications.relatedId, link.id))).toBe(1);
  });
});

describe("without the page's script", () => {
  const fieldsOf = (page: string) => {
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
    return [
      ["hash", hidden("hash")],
      ["total", hidden("total")],
      ["name", "Penelope Hughes"],
      ["email", ""],
    ] as const;
  };
  const withExtras = async () => {
    const { id } = await portal.quoteFor(customer, MRS_HUGHES);
    const extras = [{ text: "Cills painted", price: 240, optional: true }];
    succeeded(await customer.put(`/api/quotes/${id}/retail`, { version: 1, extras }));
    return shared({ id });
  };

  test("an acceptance without the script replies with the page at its confirmation card", async () => {
    await startCompany();
    const link = await withExtras();
    const page = await link.page("?extra=0");
    const ticked = [...fieldsOf(page), ["extra", "0"]] as const;
    const unread = await link.send("accept", ticked);
    expect([unread.status, await unread.text()]).toEqual([400, expect.stringContaining("Please tick the sentence")]);
    const reply = await link.send("accept", [...ticked, ["agree", "on"]]);
    expect([reply.status, reply.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/r\/[\w-]{43}#accepted$/)]);
    const accepted = await link.page();
    const card = /<section class="standing thanks" id="accepted" tabindex="-1".*?<\/section>/s
      .exec(accepted)?.[0]
      .replaceAll(/<[^>]*>/g, " ");
    const total = /id="total">([^<]*)</.exec(page)?.[1] ?? "none";
    const deposit = /id="pay-deposit">([^<]*)</.exec(page)?.[1] ?? "none";
    for (const words of ["Thank you, Penelope Hughes", total, deposit, "Orchard Shutters", "12-34-56", "01632 960200"])
      expect(card).toContain(words);
    expect(card).toMatch(/Payment reference\s+[0-9A-F]{8}\b/);
  });

  test("extras ticked after the page was sent are shown with their total before anything is accepted", async () => {
    const link = await withExtras();
    const fields = fieldsOf(await link.page());
    const update = await link.send("accept", [...fields, ["extra", "0"], ["update", "1"]]);
    expect(update.headers.get("location")).toMatch(/\?extra=0&#sums$/);
    const reply = await link.send("accept", [...fields, ["extra", "0"], ["agree", "on"]]);
    expect(reply.headers.get("location")).toMatch(/\?extra=0&recounted=1#act$/);
    expect(await link.page("?extra=0&recounted=1")).toContain("With your ticked extras the total is");
    expect(succeeded(await customer.get<{ state: string }[]>(`/api/quotes/${link.id}/retail-links`))[0]?.state).toBe("open");
  });

  test("a question and a refusal can be sent without the script", async () => {
    const link = await withExtras();
    const asked = await link.send("question", [["text", "In white?"]]);
    expect([asked.status, asked.headers.get("location")]).toEqual([303, expect.stringMatching(/#questions$/)]);
    const declined = await link.send("decline", [["reason", ""]]);
    expect(declined.headers.get("location")).toMatch(/#declined$/);
    expect(await link.page()).toMatch(/id="declined".*In white\?/s);
  });
});
