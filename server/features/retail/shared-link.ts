import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#server/context.ts";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import { badRequest, conflict, notFound, Refusal } from "#server/platform/http/errors.ts";
import type { Work } from "#server/platform/jobs/worker.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailLinks, retailQuestions } from "#server/schema/retail.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { formatPence, type Pence, penceToPounds, poundsToPence } from "#shared/domain/money.ts";
import { formatDay } from "#shared/domain/period.ts";
import { acceptanceSentence, type LinkState } from "#shared/domain/trade/retail.ts";
import { email, nameText, optionalText, text } from "#shared/http/wire.ts";
import { clearLogos, type Logo, readLogo } from "./business.ts";
import { differencesSince } from "./changed-since.ts";
import { type Link, linkColumns, stateOf } from "./link-states.ts";
import { hashOfToken } from "./links.ts";
import { mailAcceptance, notifyFitter } from "./notify-about-quotation.ts";
import { presentQuotation, toCompare } from "./quotation.ts";
import { linesOf, readFacts, readSnapshot, type Snapshot, type SnapshotFacts } from "./quotation-snapshot.ts";

/** The actions of a homeowner with a quotation's address (rules T7 and T8), without a sign-in. */

type Quote = typeof quotes.$inferSelect;

/** The data of a write, without the drawings. */
interface SharedFacts {
  readonly link: Link;
  readonly quote: Quote;
  readonly state: LinkState;
  readonly snapshot: SnapshotFacts;
}

export interface Shared extends SharedFacts {
  /** The frozen text, unparsed. */
  readonly text: string;
  readonly snapshot: Snapshot;
}

/** One answer for revoked, expired and unknown links. */
const quotationNotFound = () => notFound("Quotation");
const superseded = ({ from }: SnapshotFacts) => new Refusal(410, `There is a newer quotation. Ask ${from.name}`);
/** The format of a token: 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Finds a link by its token. @throws 404 for a revoked, expired or unknown link, 410 for a
 * superseded one
 */
export async function findShared(db: Db, token: string, now: Date): Promise<SharedFacts> {
  if (!TOKEN.test(token)) throw quotationNotFound();
  const [row] = await db
    .select({ link: linkColumns, facts: retailLinks.facts, quote: quotes })
    .from(retailLinks)
    .innerJoin(quotes, eq(quotes.id, retailLinks.quoteId))
    .where(eq(retailLinks.tokenHash, hashOfToken(token)));
  if (!row || row.facts === null) throw quotationNotFound();
  const { link, quote } = row;
  const state = stateOf(link, quote, now);
  if (state === "revoked" || state === "expired") throw quotationNotFound();
  const snapshot = readFacts(row.facts);
  if (state === "superseded") throw superseded(snapshot);
  return { link, quote, state, snapshot };
}

/** Finds a link with its drawings. @throws like `findShared` */
export async function openShared(db: Db, token: string, now: Date): Promise<Shared> {
  const shared = await findShared(db, token, now);
  const [content] = await db.select({ text: retailLinks.snapshot }).from(retailLinks).where(eq(retailLinks.id, shared.link.id));
  if (!content || content.text === null) throw quotationNotFound();
  return { ...shared, text: content.text, snapshot: readSnapshot(content.text) };
}

/** The accepted content of a link, while it is stored. */
export async function acceptedShared(db: Db, linkId: number): Promise<Omit<Shared, "state"> | undefined> {
  const [row] = await db
    .select({ link: linkColumns, text: retailLinks.snapshot, quote: quotes })
    .from(retailLinks)
    .innerJoin(quotes, eq(quotes.id, retailLinks.quoteId))
    .where(and(eq(retailLinks.id, linkId), isNotNull(retailLinks.acceptedAt)));
  if (!row || row.text === null) return undefined;
  return { ...row, text: row.text, snapshot: readSnapshot(row.text) };
}

export const logoOf = async (db: Db, { link }: Pick<SharedFacts, "link">): Promise<Logo | undefined> =>
  link.logoId === null ? undefined : readLogo(db, link.logoId);

type Deciding = Pick<AppContext, "db" | "post" | "clock">;

/** Runs decisions on a quotation one after the other, and after changes of its quote. */
const decideInTurn = <Result>(
  { db, clock }: Deciding,
  token: string,
  work: (tx: Db, shared: SharedFacts, now: Date) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (tx) => {
    const now = clock();
    const { quote } = await findShared(tx, token, now);
    await tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.id, quote.id)).for("update");
    return work(tx, await findShared(tx, token, now), now);
  });

/** @throws 409 with the earlier decision, by this link or another one of the quotation */
async function refuseDecided(db: Db, { link, quote, state }: SharedFacts): Promise<void> {
  const [accepted] = await db
    .select({ at: retailLinks.acceptedAt })
    .from(retailLinks)
    .where(and(eq(retailLinks.quoteId, quote.id), sql`${retailLinks.acceptedAt} is not null`));
  if (accepted?.at) throw conflict(`This quotation was accepted on ${formatDay(accepted.at)}`);
  if (state === "declined" && link.declinedAt) throw conflict(`This quotation was declined on ${formatDay(link.declinedAt)}`);
}

const HASH = "Hash must be the quotation's";
export const acceptBody = z.object({
  name: nameText({ least: 2, most: 100, required: "Please enter your name", name: "Name" }),
  email: z
    .union([email, z.literal("")], "Please enter a valid email address")
    .nullable()
    .optional(),
  extras: z.array(z.number("Extras must be places").int("Extras must be places"), "Extras must be a list").max(20, "At most 20 extras"),
  total: z.number("Total must be a number"),
  hash: z.string(HASH).max(100, HASH),
});
export const declineBody = z.object({ reason: optionalText("Reason", LONGEST.reason).nullable().optional() });
export const questionBody = z.object({
  text: text({ most: LONGEST.question, required: "Please enter your question", name: "Question" }),
});

/**
 * The total with the ticked extras. @throws 400 for an extra that is unknown, not optional or
 * repeated
 */
function totalWith({ snapshot }: SharedFacts, ticked: readonly number[]): Pence {
  const chosen = new Set(ticked);
  const isOffered = (place: number) => snapshot.extras[place]?.optional === true;
  if (chosen.size !== ticked.length || !ticked.every(isOffered)) throw badRequest("Only extras that are offered can be chosen");
  return poundsToPence(linesOf(snapshot, chosen).total);
}

interface From {
  readonly ip: string;
  readonly browser: string;
  /** The address with the token, for the link in the email. */
  readonly url: string;
}

type Answering = Deciding & Pick<AppContext, "limits">;

/**
 * Counts an email of a fitter's company (rule T16), before the transaction takes a connection,
 * because the count needs one too. False if the daily limit is reached. A homeowner's answer is
 * stored in any case.
 */
async function countMail(
  { limits }: Pick<AppContext, "limits">,
  limit: "retail-replies" | "retail-news",
  companyId: number,
): Promise<boolean> {
  try {
    await limits[limit].count(companyId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Counts the emails to a homeowner who accepts. An address that the fitter did not enter receives a
 * copy only after the quotation's own address, and none where the quotation has no address (rule
 * T16).
 */
async function countCopies(
  appContext: Pick<AppContext, "limits">,
  { link, quote, snapshot }: SharedFacts,
  typed: string,
): Promise<string[]> {
  const own = snapshot.customer.email || link.sentTo;
  if (!own) return [];
  const isOwn = typed.toLowerCase() === own.toLowerCase();
  const copies: string[] = [];
  for (const to of typed && !isOwn ? [own, typed] : [own])
    if (await countMail(appContext, "retail-replies", quote.companyId)) copies.push(to);
    else break;
  return copies;
}

export const changedWords = ({ from }: Pick<SnapshotFacts, "from">): string =>
  `This quotation has changed. Ask ${from.name} for the new one`;

/** True if the fitter would now send something else than an open link shows (rule T17). */
export const isChanged = async (db: Db, { link, quote, state }: SharedFacts): Promise<boolean> =>
  state === "open" && (await differencesSince(db, link.id, toCompare(await presentQuotation(db, quote)))).length > 0;

/** Accepts the quotation once, with the evidence of the acceptance (rule T8). */
export async function acceptShared(appContext: Answering, token: string, body: z.output<typeof acceptBody>, from: From) {
  const read = await findShared(appContext.db, token, appContext.clock());
  await refuseDecided(appContext.db, read);
  await requireAcceptable(appContext.db, read, body);
  const copies = await countCopies(appContext, read, body.email || "");
  const byMail = await countMail(appContext, "retail-news", read.quote.companyId);
  try {
    return await decideInTurn(appContext, token, async (tx, shared, now) => {
      await refuseDecided(tx, shared);
      const { link, quote, snapshot } = shared;
      const total = await requireAcceptable(tx, shared, body);
      const sentence = acceptanceSentence(formatPence(total));
      await tx
        .update(retailLinks)
        .set({
          acceptedAt: now,
          acceptedName: body.name,
          acceptedEmail: body.email || null,
          acceptedExtras: [...body.extras].sort((one, other) => one - other),
          acceptedTotalPence: total,
          acceptedSentence: sentence,
          acceptedIp: from.ip,
          acceptedBrowser: from.browser.slice(0, LONGEST.browser),
        })
        .where(eq(retailLinks.id, link.id));
      const { post } = appContext;
      const facts = { amount: formatPence(total), paper: { acceptedLink: link.id } };
      await notifyFitter({ db: tx, post }, quote, { what: "accepted", by: body.name, byMail, ...facts });
      for (const to of copies) await mailAcceptance({ db: tx, post }, { to, name: body.name, snapshot, url: from.url, ...facts });
      return { state: "accepted" as const, acceptedAt: now.toISOString(), total: penceToPounds(total) };
    });
  } catch (error) {
    for (const _ of copies) await appContext.limits["retail-replies"].subtract(read.quote.companyId).catch(() => {});
    throw error;
  }
}

/** @throws 409 if the hash or the total is not the link's, or the quote has changed since */
async function requireAcceptable(db: Db, shared: SharedFacts, { extras, hash, total: read }: z.output<typeof acceptBody>): Promise<Pence> {
  const total = totalWith(shared, extras);
  if (hash !== shared.link.snapshotHash || read !== penceToPounds(total) || (await isChanged(db, shared)))
    throw conflict(changedWords(shared.snapshot));
  return total;
}

export async function declineShared(appContext: Answering, token: string, { reason }: z.output<typeof declineBody>): Promise<void> {
  const { quote: read } = await findShared(appContext.db, token, appContext.clock());
  const byMail = await countMail(appContext, "retail-news", read.companyId);
  await decideInTurn(appContext, token, async (tx, shared, now) => {
    await refuseDecided(tx, shared);
    const { link, quote, snapshot } = shared;
    const words = reason?.trim() ?? "";
    await tx
      .update(retailLinks)
      .set({ declinedAt: now, reason: words ? reason : null })
      .where(eq(retailLinks.id, link.id));
    await notifyFitter({ db: tx, post: appContext.post }, quote, { what: "declined", by: snapshot.customer.name, words, byMail });
  });
}

export async function submitQuestion(appContext: Answering, token: string, { text }: z.output<typeof questionBody>): Promise<void> {
  const read = await findShared(appContext.db, token, appContext.clock());
  // The count needs a connection too, so it comes before the transaction.
  await appContext.limits["retail-questions"].count(read.link.id);
  const byMail = await countMail(appContext, "retail-news", read.quote.companyId);
  await decideInTurn(appContext, token, async (tx, { link, quote, snapshot }, now) => {
    const customerName = snapshot.customer.name;
    await tx.insert(retailQuestions).values({ quoteId: quote.id, linkId: link.id, customerName, askedAt: now, text });
    await notifyFitter({ db: tx, post: appContext.post }, quote, { what: "asked", by: customerName, words: text, byMail });
  });
}

/** The page's script calls this, so that programs which only check the address do not count. */
export async function countOpening(appContext: Answering, token: string): Promise<void> {
  const { db, post, clock } = appContext;
  const now = clock();
  const { link, quote, snapshot, state } = await findShared(db, token, now);
  if (state !== "open") return;
  const byMail = link.openedAt === null && (await countMail(appContext, "retail-news", quote.companyId));
  await inTransaction(db, async (tx) => {
    const [first] = await tx
      .update(retailLinks)
      .set({ openedAt: now, opens: 1 })
      .where(and(eq(retailLinks.id, link.id), isNull(retailLinks.openedAt)))
      .returning({ id: retailLinks.id });
    if (first) await notifyFitter({ db: tx, post }, quote, { what: "opened", by: snapshot.customer.name, byMail });
    else
      await tx
        .update(retailLinks)
        .set({ opens: sql`${retailLinks.opens} + 1` })
        .where(eq(retailLinks.id, link.id));
  });
}

/** The accepted link of a quote's quotation with the frozen text, for printing. */
export async function acceptedLink(db: Db, quoteId: number): Promise<(Link & { readonly snapshot: string | null }) | undefined> {
  return (
    await db
      .select({ ...linkColumns, snapshot: retailLinks.snapshot })
      .from(retailLinks)
      .where(and(eq(retailLinks.quoteId, quoteId), sql`${retailLinks.acceptedAt} is not null`))
  )[0];
}

/** The evidence on the printed last page. */
export const evidenceOf = (link: Link) =>
  link.acceptedAt && link.acceptedName !== null && link.acceptedSentence !== null
    ? {
        name: link.acceptedName,
        at: link.acceptedAt,
        sentence: link.acceptedSentence,
        extras: link.acceptedExtras ?? [],
      }
    : null;

const KEPT_DAYS = 90;
const KEPT_YEARS = 6;

/** The job runs each night. */
export const retailTasks = ({ db, clock }: Pick<AppContext, "db" | "clock">): Work => ({
  tasks: { "clear-snapshots": () => clearSnapshots(db, clock()) },
  crontab: "27 3 * * * clear-snapshots\n",
});

/**
 * Deletes unaccepted content 90 days after its end, and the evidence of an acceptance after six
 * years, by London's calendar (rule T19). The time of the acceptance stays.
 */
async function clearSnapshots(db: Database, now: Date): Promise<void> {
  const { acceptedAt, declinedAt, expiresAt, revokedAt, snapshot, supersededAt } = retailLinks;
  const here = sql`(${now.toISOString()}::timestamptz at time zone 'Europe/London')`;
  const before = (time: string) => sql`((${here} - ${time}::interval) at time zone 'Europe/London')`;
  const ended = sql`least(${expiresAt}, coalesce(${declinedAt}, ${revokedAt}, ${supersededAt}, ${expiresAt}))`;
  const cleared = { snapshot: null, snapshotHash: null, made: null, logoId: null, sentTo: null };
  await inTransaction(db, async (tx) => {
    await tx
      .update(retailLinks)
      .set(cleared)
      .where(and(isNull(acceptedAt), isNotNull(snapshot), lt(ended, before(`${KEPT_DAYS} days`))));
    await tx
      .update(retailLinks)
      .set({
        ...cleared,
        ...{ acceptedName: null, acceptedEmail: null, acceptedExtras: null, acceptedTotalPence: null },
        ...{ acceptedSentence: null, acceptedIp: null, acceptedBrowser: null },
      })
      .where(and(isNotNull(snapshot), lt(acceptedAt, before(`${KEPT_YEARS} years`))));
    const withoutSnapshot = tx.select({ id: retailLinks.id }).from(retailLinks).where(isNull(snapshot));
    await tx.delete(retailQuestions).where(inArray(retailQuestions.linkId, withoutSnapshot));
    await clearLogos(tx);
  });
}
