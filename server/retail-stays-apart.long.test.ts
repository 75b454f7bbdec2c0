import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { notifications } from "#server/schema/notifications.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { retailLinks } from "#server/schema/retail.ts";
import { isWrite } from "#shared/http/endpoint.ts";
import { definitionOf } from "#shared/http/visibility.ts";
import { createLog } from "./platform/http/log.ts";
import { type QuoteReply, succeeded } from "./testing/builders.ts";
import { requestOf } from "./testing/calls/call-case.ts";
import { CALLS, type CallName } from "./testing/calls/check-reply.ts";
import { EVERY_CALL } from "./testing/calls/every-call.ts";
import { EVERY_ROUTE } from "./testing/calls/every-route.ts";
import type { Reply, TestClient } from "./testing/calls/test-client.ts";
import { keysIn, writtenAs } from "./testing/money/money-words.ts";
import { mailsAsSent } from "./testing/papers/mails-as-sent.ts";
import { fetchFile, readPdf, SELLER } from "./testing/papers/read-pdf.ts";
import { BUSINESS, clearLogo } from "./testing/retail.ts";
import { createWorld, type Person } from "./testing/world.ts";

/**
 * The two prices of a quote stay apart (docs/rules/retail.md). A homeowner, and anybody with a
 * quotation's address, never learns the fitter's cost or supplier. Our staff, suppliers and other
 * companies never learn the price to the homeowner.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
let customer: TestClient;
let marked: Awaited<ReturnType<typeof markedQuotation>>;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLog("info", { write: (line: string) => logged.push(line) } as never);
  world = await createWorld({ log });
  customer = await world.as("customer");
  marked = await markedQuotation();
});
afterAll(() => world.shop.stop());

/** The fitter's figures, in amounts that occur nowhere else. */
const ASKED = { markup: 183.47, deposit: 97.53, fitting: 7391.17, window: 61_417.29, extra: 4321.09, optional: 2718.31 };
const HOME = {
  customerName: "Mrs Quillfeather",
  customerPhone: "01632 960841",
  customerEmail: "q@quillfeather.example",
  siteAddress: "4 Orchard Lane, Lewes",
};
const FITTERS_OWN = { vatNumber: "GB842119037", accountNumber: "73519042", phone: "01632 960288", tradingName: "Ashdown & Vale" };
const EXTRAS = [
  { text: "Quillmark boards painted", price: ASKED.extra, optional: false },
  { text: "Quillmark hinges", price: ASKED.optional, optional: true },
];
interface Figures {
  readonly version: number;
  readonly windows: readonly { readonly itemId: number; readonly price: number }[];
  readonly subtotal: number;
  readonly vat: number;
  readonly total: number;
  readonly deposit: number;
  readonly cost: number;
  readonly margin: number;
}

/** A quote of two windows with trade prices that are as rare, and its quotation. */
async function markedQuotation() {
  const { portal } = world;
  const surcharges = [{ field: "tiltRodType" as const, value: "center", amount: 6283.19, per: "window" as const }];
  const product = await portal.product({ name: "Marked Wisteria", material: "Basswood", basePricePerM2: 71_839.57, surcharges });
  const window = (name: string) => portal.windowOf(product, { name, widthM: 1, heightM: 1 });
  succeeded(await customer.put("/api/company/retail", { ...BUSINESS, ...FITTERS_OWN, markupPercent: ASKED.markup }));
  const form = new FormData();
  form.append("logo", await clearLogo(), "logo.png");
  succeeded(await customer.put("/api/company/retail/logo", form));
  const make = async () => {
    const quote = await portal.quoteFor(customer, { ...HOME, items: [window("Bay"), window("Hall")] });
    const path = `/api/quotes/${quote.id}/retail`;
    const [first] = succeeded(await customer.get<Figures>(path)).windows;
    const body = { windows: [{ itemId: first?.itemId, price: ASKED.window }], fitting: { price: ASKED.fitting }, extras: EXTRAS };
    return { quote, figures: succeeded(await customer.put<Figures>(path, { version: 1, ...body, depositPercent: ASKED.deposit })) };
  };
  return { make, ...(await make()) };
}
const link = async (id: number, body: object = {}) =>
  succeeded(await customer.post<{ id: number; url: string }>(`/api/quotes/${id}/retail-links`, body));

/** Matches a mark only as a whole word, because hashes and addresses are full of digits. */
const alone = (mark: string): RegExp =>
  new RegExp(`(?<![\\w.,-])${mark.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "('|&#39;)")}(?![\\w-])`, "i");
const ofAmount = (pounds: number): RegExp[] => [...new Set(writtenAs(pounds).filter((text) => text.length > 3))].map(alone);
/**
 * These random parts are removed before the search: some of their groups of four digits would look
 * like an amount.
 */
const REQUEST_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const found = (whole: string, marks: readonly RegExp[]): string[] => {
  const text = whole.replace(REQUEST_ID, "");
  return marks.flatMap((mark) => {
    const [hit] = mark.exec(text) ?? [];
    return hit === undefined ? [] : [`${hit} in …${text.slice(Math.max(0, text.search(mark) - 60), text.search(mark) + 60)}…`];
  });
};

describe("anybody with the address of a quotation", () => {
  let marks: RegExp[];
  beforeAll(async () => {
    const { quote, figures } = marked;
    const { accounts } = world;
    const { items } = quote as QuoteReply & { items: { itemTotalPrice: number; pricePerM2: number }[] };
    const amounts = [quote.subtotal, quote.tax, quote.finalTotal, figures.cost, figures.margin, 71_839.57, 6283.19];
    amounts.push(...items.flatMap(({ itemTotalPrice, pricePerM2 }) => [itemTotalPrice, pricePerM2]));
    const people = [accounts.supplier, accounts.admin, accounts.superAdmin, accounts.customer].flatMap(
      ({ email, companyName, contactName }) => [email, companyName, contactName].filter((name) => name !== ""),
    );
    const words = ["Tiltrod", "tiltrod", "Alder & Reed", "Alder &#38; Reed", "alder.example", "Quarry Lane", "01273 000000", "GB123456789"];
    words.push("01234567", "Marked Wisteria", "183.47", "18347", "margin", "markup", "L-frame", "pdfkit", "express", "nodemailer");
    words.push(`Q-${quote.id}`, ...people, ...Object.values(SELLER).flatMap((text) => text.split("\n")));
    marks = [
      ...amounts.flatMap((amount) => ofAmount(Number(amount))),
      ...words.map(alone),
      /\b(Q|ORD|RMK|INV|CN)-\d/,
      /tilt\s*rod(?!s?\b)/i,
    ];
    // The checks below prove nothing unless the fitter's own reply does contain the costs.
    const read = (await customer.get(`/api/quotes/${quote.id}`)).text;
    expect(found(read, ofAmount(Number(quote.subtotal)))).not.toEqual([]);
  });

  let networks = 0;
  /** Every part of a reply that a person could read: headers, text, and the content of a PDF. */
  async function asked(path: string, init: RequestInit = {}): Promise<{ status: number; said: string[] }> {
    networks += 1;
    const ip = `10.9.${networks >> 8}.${networks & 255}`;
    const headers = { "x-forwarded-for": ip, "user-agent": "A telephone", ...(init.headers as Record<string, string>) };
    const reply = await fetch(new URL(path, world.portal.url), { ...init, headers, redirect: "manual" });
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect([path, reply.headers.getSetCookie(), reply.headers.get("x-powered-by"), reply.headers.get("server")]).toEqual([
      path,
      [],
      null,
      null,
    ]);
    return { status: reply.status, said: [...[...reply.headers].map(([, value]) => value), ...inFile(bytes)] };
  }
  function inFile(bytes: Buffer): string[] {
    if (!bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) return [withoutStyle(bytes.toString("utf8"))];
    const { text, source, fonts } = readPdf(bytes);
    const bones = source.replace(/stream\n[\s\S]*?\nendstream/g, "");
    expect(bones).not.toMatch(/\/(Producer|Creator|Metadata|XMP)\b/);
    // The document's hash on the last page would look like an amount.
    const words = text.replace(/[0-9a-f]{40,}/g, "").replaceAll(/\s+/g, " ");
    return [bones, words, words.replaceAll(" ", "\n"), ...fonts.map(({ name }) => name)];
  }
  const withoutStyle = (page: string): string => page.replace(/<style>[\s\S]*?<\/style>| style="[^"]*"/g, "");

  const ROUTES = Object.keys(EVERY_ROUTE).filter((route) => / \/r\//.test(route));
  const BODIES = ["{}", '{"name":"P","extras":[],"total":1,"hash":"x"}', '{"text":""}', "{", "[]", `{"reason":"${"x".repeat(20_000)}"}`];
  /** Every kind of request to every address behind a link, and to some that do not exist. */
  async function knocks(url: string, safe: boolean): Promise<string[]> {
    const here = new URL(url).pathname;
    const said: string[] = [];
    for (const route of ROUTES) {
      const [method, pattern = ""] = route.split(" ");
      const path = pattern.replace("/r/:token", here);
      if (method === "GET") {
        for (const accept of ["text/html", "application/json", "*/*"]) said.push(...(await asked(path, { headers: { accept } })).said);
        for (const other of ["HEAD", "OPTIONS", "PUT", "DELETE"]) said.push(...(await asked(path, { method: other })).said);
      } else {
        for (const body of BODIES) {
          // This body would decline the quotation, which the next steps still need open.
          if (safe && /decline$/.test(path) && !["{", "[]"].includes(body)) continue;
          for (const type of ["application/json", "text/plain"])
            said.push(...(await asked(path, { method: "POST", body, headers: { "content-type": type } })).said);
        }
        said.push(...(await asked(path, { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).said);
        said.push(...(await asked(path)).said);
      }
    }
    for (const end of ["/", "/x", "/quotation.pdf/x", "?x=1", "/../../api/quotes", "/logo/x"]) said.push(...(await asked(here + end)).said);
    return said;
  }
  const acceptance = async (url: string) => {
    const { pathname } = new URL(url);
    const reply = await fetch(new URL(pathname, world.portal.url), {
      headers: { accept: "application/json", "x-forwarded-for": "10.8.0.1" },
    });
    const { snapshot, hash } = (await reply.json()) as { snapshot: string; hash: string };
    const { subtotal } = JSON.parse(snapshot) as { subtotal: number };
    const net = Math.round((subtotal + ASKED.optional) * 100);
    return { name: "Penelope Quillfeather", email: HOME.customerEmail, extras: [1], total: (net + Math.round(net / 5)) / 100, hash };
  };
  const send = async (url: string, what: string, body: object) => {
    const { pathname } = new URL(url);
    return asked(`${pathname}/${what}`, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  };

  test("a quotation's address reveals no trade price, name or number in any state and for any request", async () => {
    expect(ROUTES.length).toBeGreaterThan(6);
    const { portal } = world;
    const open = await link(marked.quote.id, { sendTo: HOME.customerEmail });
    const said: Record<string, string[]> = { open: await knocks(open.url, true) };
    expect(said.open?.join(" ")).toContain("Ashdown");
    // The price of the window with VAT.
    expect(said.open?.some((text) => text.includes("73,700.75"))).toBe(true);
    succeeded(await customer.put(`/api/quotes/${marked.quote.id}/retail`, { version: 2, depositPercent: 10 }));
    const second = await link(marked.quote.id);
    said.superseded = await knocks(open.url, true);
    const accepted = await send(second.url, "accept", await acceptance(second.url));
    expect(accepted.status).toBe(200);
    said.accepted = [...accepted.said, ...(await knocks(second.url, false))];
    const declined = await link((await marked.make()).quote.id);
    await send(declined.url, "question", { text: "Brass?" });
    said.declined = [...(await send(declined.url, "decline", { reason: "Too dark" })).said, ...(await knocks(declined.url, false))];
    const other = await marked.make();
    const revoked = await link(other.quote.id);
    succeeded(await customer.delete(`/api/quotes/${other.quote.id}/retail-links/${revoked.id}`));
    said.revoked = await knocks(revoked.url, false);
    const expired = await link(other.quote.id);
    await portal.db
      .update(retailLinks)
      .set({ expiresAt: new Date(0) })
      .where(eq(retailLinks.id, expired.id));
    said.expired = await knocks(expired.url, false);
    said.unknown = await knocks(`${portal.url}/r/${"A".repeat(43)}`, false);
    // The test sends more requests than allowed, because the reply of the rate limit is checked
    // too.
    const often = { headers: { "x-forwarded-for": "10.7.0.1" } };
    for (let time = 0; time < 62; time += 1) said.often = (await asked(new URL(second.url).pathname, often)).said;
    const mails = (await portal.mails()).filter(({ to }) => to === HOME.customerEmail);
    expect(mails.map(({ subject }) => subject)).toHaveLength(2);
    for (const { raw, read, attached } of await mailsAsSent(portal, mails)) {
      // The encoded parts of the mail are read below after decoding; only the headers are plain
      // text.
      said.mails = [...(said.mails ?? []), raw.split("\n\n")[0] ?? "", read.subject ?? "", read.text ?? "", withoutStyle(read.html ?? "")];
      for (const { filename, content } of attached) said.mails.push(filename ?? "", ...inFile(content));
    }
    expect(said.mails?.some((text) => text.includes("Accepted by Penelope"))).toBe(true);
    // A mail contains the portal's own address, because it contains the link.
    const ours = (text: string) => text.replaceAll("http://portal.test", "");
    expect(
      Object.entries(said).flatMap(([state, texts]) => texts.flatMap((text) => found(ours(text), marks).map((hit) => `${state}: ${hit}`))),
    ).toEqual([]);
  });
});

describe("staff, suppliers, other companies and records", () => {
  const STRANGERS = ["nobody", "other", "supplier", "rival", "admin", "superAdmin", "viewing"] as const satisfies readonly Person[];
  // Times in log lines and rows are numbers of milliseconds, so a number inside another is no
  // telephone number.
  const CONTACT = [/01632\s?960841/, /(?<!\d)960841(?!\d)/, /q@quillfeather\.example/];
  /** Headers that only count or name a reply's bytes. */
  const OF_BYTES = new Set(["content-length", "etag"]);
  let secrets: RegExp[];
  /** A quote that became an order with a remake, and a quotation that was accepted. */
  let ids: Readonly<Record<"quotes" | "orders" | "remakes" | "clients" | "users", number>>;

  beforeAll(async () => {
    const { portal } = world;
    const { quote, figures } = await marked.make();
    const [accepted, shipped] = [await link(quote.id), { shippingAddress: HOME.siteAddress }];
    const reply = await fetch(new URL(new URL(accepted.url).pathname, portal.url), { headers: { accept: "application/json" } });
    const { hash } = (await reply.json()) as { hash: string };
    const body = JSON.stringify({ name: "Penelope Quillfeather", extras: [], total: figures.total, hash });
    const path = `${new URL(accepted.url).pathname}/accept`;
    const done = await fetch(new URL(path, portal.url), { method: "POST", body, headers: { "content-type": "application/json" } });
    expect(done.status).toBe(200);
    const boss = await world.as("superAdmin");
    const order = succeeded(await boss.post<{ id: number }>(`/api/quotes/${quote.id}/convert`, shipped));
    const { companyId } = world.accounts.supplier;
    succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: companyId }));
    const form = new FormData();
    form.set("orderId", String(order.id));
    form.set("reason", "A fault");
    const remake = succeeded(await customer.post<{ id: number }>("/api/remakes", form));
    const { accounts } = world;
    ids = { quotes: quote.id, orders: order.id, remakes: remake.id, clients: accounts.customer.companyId, users: accounts.customer.id };
    const amounts = [
      figures.subtotal,
      figures.vat,
      figures.total,
      figures.deposit,
      figures.margin,
      ...figures.windows.map(({ price }) => price),
    ];
    const typed = [ASKED.fitting, ASKED.extra, ASKED.optional];
    const words = ["183.47", "18347", "97.53", "9753", "Quillmark", FITTERS_OWN.accountNumber];
    secrets = [...[...amounts, ...typed].flatMap(ofAmount), ...words.map((word) => new RegExp(`(?<![\\w.])${word}(?!\\w)`)), ...CONTACT];
    // The checks below prove nothing unless the fitter reads all of these.
    const own = [`/api/quotes/${quote.id}`, `/api/quotes/${quote.id}/retail`, "/api/company/retail"];
    const read = (await Promise.all(own.map(async (address) => (await customer.get(address)).text))).join(" ");
    for (const text of [
      ...[...amounts, ...typed].map((amount) => String(amount)),
      "183.47",
      "97.53",
      "Quillmark",
      HOME.customerPhone,
      HOME.customerEmail,
    ])
      expect(read).toContain(text);
  });

  /**
   * Adds a quotation, a telephone and an email to every quote that the suites have made since, so
   * that each write below concerns marked data.
   */
  async function markAll(): Promise<void> {
    const { db } = world.portal;
    const { companyId } = world.accounts.customer;
    const { customerPhone, customerEmail } = HOME;
    await db.update(quotes).set({ customerPhone, customerEmail }).where(eq(quotes.companyId, companyId));
    await db.execute(sql`insert into retail_quotations (quote_id, version, revision, shown_hash, changed_by, markup_hundredths,
        deposit_hundredths, fitting_price_pence, fitting_per, fitting_typed_pence, extras, windows)
      select id, 2, 2, repeat('0', 64), user_id, 18347, 9753, 739117, 'job', 739117,
        ${JSON.stringify(EXTRAS.map(({ text, price, optional }) => ({ text, pence: Math.round(price * 100), optional })))}::jsonb,
        (select coalesce(jsonb_agg(jsonb_build_object('itemId', i.id, 'name', i.name, 'net', 1, 'price', 6141729, 'typed', 6141729)), '[]')
          from quote_items i where i.quote_id = q.id)
      from quotes q where company_id = ${companyId} on conflict do nothing`);
  }

  const seen: { readonly who: Person; readonly of: string; readonly text: string }[] = [];
  const keep = (who: Person, of: string, { text, headers }: Pick<Reply, "text" | "headers">) =>
    seen.push(
      { who, of, text },
      ...[...headers].filter(([header]) => !OF_BYTES.has(header)).map(([header, value]) => ({ who, of: `${of}, ${header}`, text: value })),
    );
  const told = () => seen.flatMap(({ who, of, text }) => found(text, secrets).map((hit) => `${who} ${of}: ${hit}`));

  /** A call about a record uses the marked record of its kind. */
  const idFor = (path: string): number | undefined => ids[path.split("/")[2] as keyof typeof ids];
  async function ask(who: Person, client: TestClient, name: CallName, asked: { id?: number; body?: object; query?: object }) {
    const { method, path, body } = requestOf(name, asked as Parameters<typeof requestOf>[1]);
    const call = client[method.toLowerCase() as "post"];
    const reply = method === "GET" ? await client.get(path) : await call(path, body);
    keep(who, name, reply);
    return reply;
  }

  // These read every paper and make every write four times.
  const timeout = 300_000;
  test("no GET by staff, a supplier or another company returns a retail amount, nor does a search find it", { timeout }, async () => {
    await markAll();
    const searches = ["960841", "01632 960841", "quillfeather.example", "£61,417.29", "Quillmark", "4,321.09", "Penelope"];
    for (const who of STRANGERS) {
      const client = await world.as(who);
      for (const { name, call } of CALLS.filter(({ call }) => !isWrite(call))) {
        const given = (await EVERY_CALL[name].ask?.(world)) ?? {};
        const { query: usual } = EVERY_CALL[name];
        await ask(who, client, name, { ...(usual && { query: usual }), ...given, ...(idFor(call.path) && { id: idFor(call.path) }) });
        if (!call.paged) continue;
        const query = call.query && definitionOf(call.query);
        const takesSearch = query?.type === "object" && "search" in query.shape;
        for (const search of takesSearch ? searches : []) {
          const listed = await client.get<unknown[]>(
            `${call.path.replace(":id", String(idFor(call.path)))}?search=${encodeURIComponent(search)}`,
          );
          keep(who, `${name} ${search}`, listed);
          if (listed.status === 200) expect([who, name, search, listed.body]).toEqual([who, name, search, []]);
        }
        keep(who, `${name} as CSV`, await client.get(call.path, { accept: "text/csv" }));
        keep(who, `${name} whole`, await client.get(`${call.path}?limit=200`));
      }
      for (const search of searches) {
        const all = await client.get<Record<string, unknown[]>>(`/api/search?q=${encodeURIComponent(search)}`);
        keep(who, `search ${search}`, all);
        if (all.status === 200) expect([who, search, Object.values(all.body).flat()]).toEqual([who, search, []]);
      }
      for (const [route, rows] of Object.entries(EVERY_ROUTE).filter(([path]) => path.startsWith("GET /api/"))) {
        for (const row of rows) {
          const path = await row.path(world);
          await markAll();
          const { headers, file } = await fetchFile(world.portal, client, path);
          const text = file.subarray(0, 5).equals(Buffer.from("%PDF-")) ? readPdf(file).text : file.toString("latin1");
          keep(who, route, { text, headers });
        }
      }
    }
    // Staff may read the homeowner's name and site; the supplier reads only the address to ship to.
    const readBy = (who: Person, word: string) => seen.filter((one) => one.who === who && one.text.includes(word)).map(({ of }) => of);
    expect(readBy("superAdmin", HOME.customerName)).toContain("quotes.read");
    expect([...readBy("supplier", "Quillfeather"), ...readBy("rival", "Quillfeather")]).toEqual([]);
    expect(told()).toEqual([]);
  });

  test("no reply to a write by staff, a supplier or another company contains a retail amount", { timeout }, async () => {
    seen.length = 0;
    for (const { name } of CALLS.filter(({ call }) => isWrite(call))) {
      let given: Parameters<typeof ask>[3] | undefined;
      for (const who of STRANGERS) {
        // A refused write leaves its records to the next person.
        if (!given) {
          given = (await EVERY_CALL[name].ask?.(world)) ?? {};
          await markAll();
        }
        const { status } = await ask(who, await world.as(who), name, given);
        if (status < 400) given = undefined;
      }
    }
    expect(seen.length).toBeGreaterThan(CALLS.length);
    expect(told()).toEqual([]);
  });

  test("no mail to others, notification, log line, audit entry or error record contains a retail amount", async () => {
    const { portal, accounts } = world;
    const { db } = portal;
    // The writes above ended the fitter's sessions and suspended the company.
    await db.update(companies).set({ approvalStatus: "approved" }).where(eq(companies.id, accounts.customer.companyId));
    customer = await world.as("customer");
    // Makes each of the fitter's calls fail in the middle: the failed statement contains all of the
    // amounts.
    const { quote } = await marked.make();
    const { url } = await link(quote.id);
    await portal.owner.execute(sql`alter table retail_quotations rename column extras to extras_away`);
    await portal.owner.execute(sql`alter table retail_links rename column opens to opens_away`);
    try {
      const body = { version: 2, extras: EXTRAS, windows: marked.figures.windows.slice(0, 1) };
      const broken = [
        await customer.put(`/api/quotes/${quote.id}/retail`, body),
        await customer.get(`/api/quotes/${quote.id}/retail`),
        await customer.post(`/api/quotes/${quote.id}/retail-links`, {}),
      ];
      expect(broken.map(({ status }) => status)).toEqual([500, 500, 500]);
      const page = await fetch(new URL(new URL(url).pathname, portal.url));
      expect(page.status).toBe(500);
    } finally {
      await portal.owner.execute(sql`alter table retail_quotations rename column extras_away to extras`);
      await portal.owner.execute(sql`alter table retail_links rename column opens_away to opens`);
    }
    const records = (await db.select().from(errorRecords)).filter(({ requestPath }) => /retail|\/r\//.test(requestPath ?? ""));
    expect(records.length).toBeGreaterThan(1);
    const trail = await db.select().from(auditEntries);
    expect(trail.filter(({ action }) => action === "quotes.retail").length).toBeGreaterThan(0);
    const bells = await db.select().from(notifications);
    const theirs = new Set([accounts.customer, accounts.colleague, accounts.partner].map(({ email }) => email));
    const mails = (await portal.mails()).filter(({ to }) => !theirs.has(to) && to !== HOME.customerEmail && !/^example-/.test(to));
    expect(mails.length).toBeGreaterThan(3);
    const written = [
      ...records.map((row) => `error record ${JSON.stringify(row)}`),
      ...trail.map((row) => `audit ${JSON.stringify(row)}`),
      // A super admin who views the portal as the fitter reads the fitter's notifications.
      ...bells.map((row) => `bell ${JSON.stringify(row)}`),
      ...mails.map(({ to, subject, text, html }) => `mail to ${to} ${subject} ${text} ${html}`),
      ...logged.map((line) => `log ${line}`),
    ];
    expect(logged.some((line) => line.includes("/retail"))).toBe(true);
    expect(written.flatMap((text) => found(text, secrets).map((hit) => `${text.slice(0, 60)}: ${hit}`))).toEqual([]);
    expect(logged.filter((line) => /Quillfeather|quillfeather/.test(line))).toEqual([]);
    expect(records.filter((row) => /quillfeather/i.test(JSON.stringify(row)))).toEqual([]);
    expect(
      keysIn(trail.filter(({ action }) => action.startsWith("retail") || action === "quotes.retail").map(({ after }) => after)),
    ).toEqual([]);
  });
});
