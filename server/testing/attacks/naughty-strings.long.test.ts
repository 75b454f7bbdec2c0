import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse as parseCsv } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordNames } from "#server/features/products/products.ts";
import { isGuessable } from "#server/features/users/guessable-password.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { createMailer, type Mail } from "#server/platform/mail/mailer.ts";
import { productNames, products } from "#server/schema/products.ts";
import { succeeded } from "#server/testing/builders.ts";
import { callNamed, type Kept, type Refused, requestOf, takesForm } from "#server/testing/calls/call-case.ts";
import { CALLS, type CallName } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL } from "#server/testing/calls/every-call.ts";
import { ALL_NAUGHTY, isKept, NAUGHTY, SOME_NAUGHTY } from "#server/testing/calls/naughty-strings.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import { textAt, textFields, withText } from "#server/testing/calls/text-fields.ts";
import { openPdf } from "#server/testing/papers/read-pdf.ts";
import { createWorld } from "#server/testing/world.ts";
import { csvHeading } from "#shared/contract/parts/csv-headings.ts";
import { documentPath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { CARRIERS, trackingUrlOf } from "#shared/domain/trade/carriers.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * Sends every naughty string through every text field of the contract: it is stored exactly or
 * refused by a rule with a sentence, and is inert in every output. e2e/inert-text.long.test.ts
 * tests what a browser makes of them.
 */

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());

const entries = (Object.keys(EVERY_CALL) as CallName[]).flatMap((call) => {
  const { texts } = EVERY_CALL[call];
  return texts ? [[call, texts] as const] : [];
});
const isRefused = (rule: Kept | Refused): rule is Refused => "statuses" in rule;

/** A text as a form transmits it: lines end with CRLF, and half a surrogate pair becomes U+FFFD. */
const asForm = (text: string): string =>
  text.replace(/\r\n|\r|\n/g, "\r\n").replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");

/** Names of types are compared in this form. */
const asTaken = (name = ""): string => name.trim().toLowerCase();

let addresses = 0;
type Texts = Readonly<Record<string, string>>;
type Send = (texts: Texts, more?: Readonly<Record<string, unknown>>) => Promise<{ readonly reply: Reply; readonly id: number | undefined }>;

/**
 * Sends the example with texts in its places, each from an address of its own. `refused`: the same
 * record serves every request, because none will change it.
 */
async function sender(call: CallName, refused = false): Promise<Send> {
  const { by, ask, lasts } = EVERY_CALL[call];
  const make = async () => (await ask?.(world)) ?? {};
  const [once, client] = [await make(), await world.as(by)];
  const anew = !refused && !lasts;
  return async (texts, more = {}) => {
    // The test sends more remakes as one customer than the limit allows.
    await world.portal.db.execute(sql`delete from rate_limits where key like 'thread-mails:%'`);
    const [asked, asker] = anew ? [await make(), await world.as(by)] : [once, client];
    let body = { ...asked.body, ...more };
    for (const [path, text] of Object.entries(texts)) body = { ...withText(body, path, text) };
    const request = requestOf(call, { ...asked, body });
    addresses += 1;
    const headers = { "x-forwarded-for": `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
    const method = request.method.toLowerCase() as "post" | "patch" | "put" | "delete";
    return { reply: await asker[method](request.path, request.body, headers), id: asked.id };
  };
}

/** Runs six at a time by default. */
async function forEach<T>(items: readonly T[], work: (item: T, at: number) => Promise<void>, atOnce = 6): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * A format rule refuses all of these texts first, so each field gets only a third of them. Each
 * text still reaches several fields.
 */
const thirdOf = (path: string): readonly string[] => ALL_NAUGHTY.filter((_, at) => at % 3 === path.length % 3);

const SENTENCE = /^[A-Z"][^\n]{4,200}$/;
function expectRefusal({ status, text, headers }: Reply, what: unknown): void {
  expect(status, JSON.stringify(what)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(what)).toBeLessThan(500);
  expect(text, JSON.stringify(what)).toMatch(SENTENCE);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
}

test("the naughty strings are more than 150, of 19 kinds, and all different", () => {
  expect([ALL_NAUGHTY.length > 150, Object.keys(NAUGHTY).length]).toEqual([true, 19]);
  expect(new Set(ALL_NAUGHTY.map((text) => text.toLowerCase())).size).toBe(ALL_NAUGHTY.length);
});

test("every text field of every call has a rule in this table", () => {
  const fields = CALLS.flatMap(({ name, call }) => textFields(call.body).map((path) => `${name} ${path}`));
  expect(fields.toSorted()).toEqual(entries.flatMap(([call, rules]) => Object.keys(rules).map((path) => `${call} ${path}`)).toSorted());
});

/** The attempts in one test, few enough for a busy machine to finish in time. */
const IN_A_TEST = 40;
const inParts = <T>(tries: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(tries.length / IN_A_TEST) }, (_, part) => tries.slice(part * IN_A_TEST, (part + 1) * IN_A_TEST));

interface Try {
  readonly path: string;
  readonly rule: Kept;
  readonly text: string;
}
const carriedBy = (call: CallName) => (takesForm(callNamed(call)) ? asForm : (text: string) => text);

/**
 * Sends a good text in each of the call's fields at once, until each field has had all of its own;
 * bad texts are sent one by one.
 */
function triesOf(call: CallName, rules: Readonly<Record<string, Kept | Refused>>): { good: Try[][]; bad: Try[] } {
  const carried = carriedBy(call);
  const fields = Object.entries(rules).flatMap(([path, rule]) => (isRefused(rule) ? [] : [{ path, rule }]));
  const sure = fields.map(({ path, rule }) => {
    const tries = (rule.few ? SOME_NAUGHTY : ALL_NAUGHTY).map((text) => ({ path, rule, text }));
    const isGood = ({ text }: Try) => isKept(carried(text), rule) || (rule.blankIsNone === true && carried(text).trim() === "");
    return { good: tries.filter(isGood), bad: tries.filter((each) => !isGood(each)) };
  });
  const rounds = Math.max(0, ...sure.map(({ good }) => good.length));
  return {
    good: Array.from({ length: rounds }, (_, round) => sure.flatMap(({ good }) => good[round % good.length] ?? [])),
    bad: sure.flatMap(({ bad }) => bad),
  };
}

describe("a text is stored as it came, or refused with a sentence", () => {
  const tries = entries.map(([call, rules]) => ({ call, ...triesOf(call, rules) }));
  const good = tries.flatMap(({ call, good }) => inParts(good).map((rounds, part) => ({ call, rounds, part: part + 1 })));
  const bad = tries.flatMap(({ call, bad }) => inParts(bad).map((vain, part) => ({ call, vain, part: part + 1 })));

  test.each(good)("the call $call stores good texts exactly, part $part", async ({ call, rounds }) => {
    // A type's name may be used only once, so earlier names are removed.
    if (call.startsWith("products."))
      await inTransaction(world.portal.owner, async (tx) => {
        await tx.update(products).set({ name: sql`'Was ' || ${products.id}` });
        await tx.delete(productNames);
        await recordNames(tx, await tx.select().from(products));
      });
    if (call.startsWith("templates.")) await world.portal.owner.execute(sql`delete from window_templates`);
    const carried = carriedBy(call);
    const send = await sender(call);
    const once = new Set<string>();
    const atOnce = rounds.some((round) => round.some(({ rule }) => rule.oneByOne)) ? 1 : undefined;
    const keeps = async (round: readonly Try[]) => {
      // The limit of a customer's writes does not concern this test.
      if (call.startsWith("remakes.")) await world.portal.db.execute("delete from rate_limits");
      const texts = Object.fromEntries(round.map(({ path, text }) => [path, text]));
      // A repeated name would be refused as taken.
      if (/^(products|templates)\./.test(call) && once.has(asTaken(texts.name))) texts.name = `Again ${once.size} ${addresses}`;
      once.add(asTaken(texts.name));
      const { reply, id } = await send(texts, round[0]?.rule.with);
      expect(reply.status, `${JSON.stringify(texts)} ${reply.text}`).toBeLessThan(300);
      for (const { path, rule } of round) {
        const text = carried(texts[path] ?? "");
        const found = (await (rule.read?.(reply, world, id) ?? textAt(reply.body, path))) ?? "";
        if (rule.blankIsNone && text.trim() === "") expect(["", "Window 1"]).toContain(found);
        else expect(found, path).toBe(rule.trimmed || text.length > rule.most ? text.trim() : text);
      }
    };
    await forEach(rounds, keeps, atOnce);
  });

  test.each(bad)("the call $call refuses bad texts, part $part", async ({ call, vain }) => {
    const send = await sender(call, true);
    await forEach(vain, async ({ path, rule, text }) => expectRefusal((await send({ [path]: text }, rule.with)).reply, [path, text]));
  });

  const formats = entries.flatMap(([call, rules]) =>
    Object.entries(rules).flatMap(([path, rule]) => (isRefused(rule) ? [{ call, path, rule }] : [])),
  );
  test.each(formats)("the field $path of $call gives strange texts their statuses", async ({ call, path, rule: { statuses, few } }) => {
    const mayBeDone = statuses.some((status) => status < 300);
    const send = await sender(call, !mayBeDone);
    const texts = mayBeDone || few ? SOME_NAUGHTY : thirdOf(path);
    // A changed password ends the person's other sessions, so these requests run one after the
    // other.
    const atOnce = call === "accounts.changePassword" ? 1 : 6;
    const tryText = async (text: string) => {
      // The limit of counted calls does not concern this test.
      if (call === "errors.report") await world.portal.db.execute("delete from rate_limits");
      const { reply } = await send({ [path]: text });
      expect([path, text.slice(0, 60), statuses.includes(reply.status), reply.status]).toEqual([
        path,
        text.slice(0, 60),
        true,
        reply.status,
      ]);
      if (reply.status >= 400) expectRefusal(reply, [path, text]);
    };
    await forEach(texts, tryText, atOnce);
  });

  test("a password of any kind signs in, exactly as it was chosen", async () => {
    const mayBe = SOME_NAUGHTY.filter((text) => text.length >= 6 && text.length <= 128 && isKept(text, { least: 0, most: 128 }));
    const known = { email: "kept@company.test", companyName: "Kept", productName: "Tiltrod" };
    const easy = await Promise.all(mayBe.map((text) => isGuessable(text, known)));
    const chosen = mayBe.filter((_, at) => !easy[at]);
    expect(chosen.length).toBeGreaterThan(10);
    await forEach(chosen, async (password, at) => {
      const email = `kept-${at}@company.test`;
      const boss = await world.as("superAdmin");
      succeeded(await boss.post("/api/users", { email, password, companyName: "Kept", contactName: "Kit" }));
      const visitor = () => world.portal.visitor();
      expect((await visitor().post("/api/login", { email, password })).status, password).toBe(200);
      expect((await visitor().post("/api/login", { email, password: `${password} ` })).status, password).toBeGreaterThanOrEqual(400);
    });
  });
});

describe("in an address", () => {
  const reads = CALLS.filter(({ call }) => !isWrite(call));
  test("a query with any text finds rows, finds none, or is refused with a sentence", async () => {
    const asked = reads.flatMap(({ name, call }) => textFields(call.query).map((field) => ({ name, field })));
    expect(asked.map(({ field }) => field)).toContain("search");
    const wellFormed = ALL_NAUGHTY.filter((text) => text.length < 5000 && text.isWellFormed());
    const people = new Map<string, TestClient>();
    for (const { by } of Object.values(EVERY_CALL)) people.set(by, people.get(by) ?? (await world.as(by)));
    // Each call gets each kind of text; each text reaches some call.
    const each = asked.flatMap(({ name, field }, which) =>
      wellFormed.filter((_, at) => at % 6 === which % 6).map((text) => ({ name, field, text })),
    );
    await forEach(each, async ({ name, field, text }) => {
      const path = callNamed(name).path.replace(":id", "1");
      const reply = (await people.get(EVERY_CALL[name].by)?.get(`${path}?${new URLSearchParams({ [field]: text })}`)) as Reply;
      if (reply.status >= 400) expectRefusal(reply, [name, field, text]);
    });
  });

  test("an id that is no number is a 404 with a sentence", async () => {
    const texts = ALL_NAUGHTY.filter((text) => text.isWellFormed() && text.length < 2000 && !/^0*[1-9]\d*$/.test(text.trim()));
    const [boss, customer] = [await world.as("superAdmin"), await world.as("customer")];
    await forEach(texts, async (text) => {
      for (const path of ["/api/orders/", "/api/quotes/"]) {
        // Dots alone are steps of the address itself, and an empty id is the list.
        if (["", ".", ".."].includes(text.trim())) continue;
        const reply = await boss.get(path + encodeURIComponent(text));
        expectRefusal(reply, [path, text]);
      }
      expectRefusal(await customer.get(`/api/remakes/1/photos/${encodeURIComponent(`${text}x`)}`), text);
    });
  });
});

describe("in every output these texts are text and nothing else", () => {
  test("a CSV cell equals the JSON, and no cell begins as a formula", async () => {
    const boss = await world.as("superAdmin");
    let cells = 0;
    for (const path of ["/api/products", "/api/clients", "/api/users", "/api/orders", "/api/quotes", "/api/remakes", "/api/audit"]) {
      const rows = succeeded(await boss.get<Record<string, unknown>[]>(`${path}?limit=200`));
      const { text, headers } = await boss.get(path, { accept: "text/csv" });
      expect(headers.get("content-type")).toMatch(/^text\/csv/);
      const table = parseCsv(text, { columns: true, bom: true, relax_column_count: false, record_delimiter: "\r\n" }) as Record<
        string,
        string
      >[];
      const headingOf = (key: string) => csvHeading(`${path.slice("/api/".length)}.list`, key)?.heading;
      const byId = new Map(table.map((row) => [row[String(headingOf("id"))], row]));
      for (const row of rows)
        for (const [key, value] of Object.entries(row)) {
          // A value derived from another cell, such as a tracking page's address, has no column.
          if (typeof value !== "string" || /^at$|At$|Until$/.test(key) || !headingOf(key)) continue;
          const cell = byId.get(String(row.id))?.[String(headingOf(key))] ?? "";
          expect([value, `'${value}`]).toContain(cell);
          expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
          cells += 1;
        }
    }
    expect(cells).toBeGreaterThan(1500);
  });

  /**
   * An email links only to the portal, to the carriers' tracking pages, and to the fitter's own
   * website, telephone and email.
   */
  const origins = CARRIERS.map((carrier) => trackingUrlOf({ carrier, trackingNumber: "1" })).flatMap((url) =>
    url ? [new URL(url).origin] : [],
  );
  const leadsTo = (address: string): string => new URL(address).origin;
  const MOST_THROUGH_THE_WIRE = 500;
  /** Every tag that our own template writes. */
  const OURS = /^<(\/?(html|head|body|title|meta|div|p|span|a|br)|!doctype html)(?= |>)/;
  // It parses every mail of the tests above.
  test("a mail with any text has one reader, our headers and markup, and equal content in both parts", { timeout: 300_000 }, async () => {
    const mails = await world.portal.mails();
    expect(mails.length).toBeGreaterThan(400);
    for (const { subject, html, to } of mails) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(to).toMatch(/^[\w.-]+@[\w.-]+$/);
      const tags = html.match(/<[^>]*>/g) ?? [];
      expect(tags.filter((tag) => !OURS.test(tag))).toEqual([]);
      expect(tags.filter((tag) => /\son\w+=|javascript:/i.test(tag))).toEqual([]);
      // A carrier's address with a tracking number may contain the letters, an attribute's name may
      // not.
      expect(tags.filter((tag) => /srcdoc/i.test(tag.replace(/="[^"]*"/g, "")))).toEqual([]);
      // A homeowner rings the fitter or writes to them; the address adds no recipient and no text.
      for (const [, address = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g))
        if (/^(tel|mailto):/.test(address)) expect(address).toMatch(/^(tel:\+?\d*|mailto:[^?&%\s]+@[\w.-]+)$/);
        else expect(["http://portal.test", "https://orchard.example", ...origins]).toContain(leadsTo(address));
    }
    const every = Math.ceil(mails.length / MOST_THROUGH_THE_WIRE);
    await throughTheWire(mails.filter((_, at) => at % every === 0));
  });

  test("a PDF with any text shows its letters, and contains no action of any kind", async () => {
    const customer = await world.as("customer");
    const names = ALL_NAUGHTY.filter((text) => isKept(text, { least: 1, most: 80, name: true }));
    const items = names
      .filter((text, at) => at % 3 === 0 || /script|OR '1|7\*7|reboot|=1|Ž|Укр/.test(text))
      .map((text) => world.portal.windowOf(world.product, { name: text }));
    const profile = {
      companyName: "<script>alert(1)</script>",
      contactName: "(Ada) Tj ET \\) BT",
      address: "=1+1\n>> /JS (app.alert(1)) <<\nשלום",
    };
    succeeded(await customer.patch(`/api/users/${customer.account?.id}/profile`, profile));
    // Earlier tests have renamed the types.
    const order = await world.portal.orderFor(customer, { items });
    const boss = await world.as("superAdmin");
    const papers = [
      await openPdf(world.portal, boss, documentPath("quotation", order.quoteId ?? 0)),
      await openPdf(world.portal, boss, documentPath("jobCard", order.id)),
      await openPdf(world.portal, boss, documentPath("deliveryNote", order.id)),
    ];
    const labels = await openPdf(world.portal, boss, workshopPaperPath("labels", [order.id]));
    expect(labels.pages).toHaveLength(items.length);
    for (const { text } of papers) {
      const flat = text.replace(/\s/g, "");
      for (const said of ["<script>alert(1)</script>", "' OR '1'='1", "{{7*7}}", "$(reboot)", "=1+1", "Žaluzie Łódź", "Українська"])
        expect(flat).toContain(said.replace(/\s/g, ""));
    }
    for (const { source } of [...papers, labels]) {
      // Outside of streams and texts a PDF contains only our own objects.
      const bones = source
        .replace(/stream\n[\s\S]*?\nendstream/g, "")
        .replace(/\((?:\\[\s\S]|[^\\()])*\)/g, "()")
        .replace(/<[0-9a-f]+>/gi, "<>");
      expect(bones).not.toMatch(/\/(JavaScript|JS|AA|OpenAction|Launch|EmbeddedFile|URI|SubmitForm|RichMedia)\b/);
    }
  });
});

/** Writes mails as mail servers receive them and reads them as a mail program does. */
async function throughTheWire(mails: readonly Mail[]): Promise<void> {
  const outbox = await mkdtemp(join(tmpdir(), "tiltrod-outbox-"));
  try {
    const mailer = createMailer({ smtpUrl: undefined, from: "Tiltrod <portal@tiltrod.test>", outbox });
    for (const mail of mails) await mailer.send(mail);
    const files = (await readdir(outbox)).toSorted();
    expect(files).toHaveLength(mails.length);
    const readers: string[] = [];
    for (const file of files) {
      const { headers, to, replyTo, attachments } = await PostalMime.parse(await readFile(join(outbox, file)));
      // A homeowner's answer goes to the fitter alone.
      if (replyTo) expect(replyTo.map(({ address }) => address)).toEqual([expect.stringMatching(/^[^@\s]+@[\w.-]+$/)]);
      const keys = headers.map(({ key }) => key).filter((key) => key !== "reply-to");
      expect(keys.toSorted()).toEqual(["content-type", "date", "from", "message-id", "mime-version", "subject", "to"]);
      expect([to?.length, attachments.length]).toEqual([1, 0]);
      readers.push(to?.[0]?.address ?? "");
    }
    expect(readers.toSorted()).toEqual(mails.map(({ to }) => to).toSorted());
  } finally {
    await rm(outbox, { recursive: true, force: true });
  }
}
