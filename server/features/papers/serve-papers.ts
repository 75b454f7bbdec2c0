import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { makeZip } from "client-zip";
import type { Request, RequestHandler, Response } from "express";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { tooMany, unauthorized } from "#server/platform/http/errors.ts";
import { createPlaces, MOST_DOCUMENTS_AT_ONCE } from "#server/platform/http/limits.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import { inThread, programBeside } from "#server/platform/threads/threads.ts";
import { timeAtWork } from "#server/platform/threads/time-at-work.ts";
import { createTurns, type GiveWay } from "#server/platform/threads/turns.ts";
import type { PaperTask } from "./paper-thread.ts";

/** A document to print: its file name and cost are known before its content is loaded. */
export interface Ordered {
  readonly name: string;
  /** The cost, in drawn windows. */
  readonly windows: number;
  gather(): PaperTask | Promise<PaperTask>;
}
/** Looks up the document to print. @param left aborts when the reader disconnects */
export type Make = (user: SignedInUser, req: Request, left: AbortSignal) => Promise<Ordered>;

/** The documents of a zip, each looked up when its turn comes. */
interface ZipContents {
  readonly name: string;
  readonly documents: readonly (() => Promise<Ordered>)[];
}
export type Choose = (user: SignedInUser, req: Request) => Promise<ZipContents>;

interface Pdf {
  readonly name: string;
  readonly pdf: Uint8Array;
}

/**
 * The limit of working time of a document, in milliseconds. The longest takes half a minute, or
 * minutes on a busy machine.
 */
const LONGEST_MS = 600_000;
/**
 * Two documents run at once, with another place for short ones: a job card of 200 windows takes
 * about five seconds of work, a page a tenth of a second.
 */
const inTurn = createTurns({
  places: 3,
  most: {
    waiting: 10,
    windows: 2000,
    sentence: "Your company has requested too many documents at once. Please wait until some have arrived before you request more.",
  },
  mostLong: 4,
});
const inPlace = createPlaces(MOST_DOCUMENTS_AT_ONCE, () =>
  tooMany("Your company has requested many documents at once. Please wait until they have arrived before you request more.", 5),
);

/**
 * Makes a complete document in its turn.
 * @throws if the reader has disconnected
 */
type MakeWhole = (make: (left: AbortSignal) => Promise<Ordered>, isPart?: boolean) => Promise<Pdf>;

const PROGRAM = programBeside(import.meta.url, "./paper-thread");

/**
 * A thread draws the document, because drawing a house takes seconds, and its last step alone
 * blocks for a fifth of a second.
 */
async function print(document: PaperTask, left: AbortSignal, giveWay: GiveWay): Promise<Uint8Array> {
  const time = timeAtWork(LONGEST_MS, () => new Error(`A document was not made in ${LONGEST_MS / 1000} seconds`));
  let made: Uint8Array | undefined;
  const onMessage = (pdf: Uint8Array) => {
    made = pdf;
  };
  const until = AbortSignal.any([left, time.signal]);
  await inThread(PROGRAM, document, { until, hear: onMessage, giveWay: time.outside(giveWay), withSpare: true }).finally(time.end);
  if (!made) throw new Error("A thread made no document");
  return made;
}

/**
 * Runs the work for a signed-in reader who is still connected, within the company's limit of
 * documents.
 */
const serve =
  (work: (user: SignedInUser, makeWhole: MakeWhole, exchange: { req: Request; res: Response }) => Promise<void>): RequestHandler =>
  async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const left = new AbortController();
    res.once("close", () => left.abort());
    const company = user.companyId;
    let broken = false;
    const makeWhole: MakeWhole = async (make, isPart = false) => {
      try {
        const { name, windows, gather } = await make(left.signal);
        const wish = { company, windows, left: left.signal, isPart };
        return { name, pdf: await inTurn(wish, async (giveWay) => print(await gather(), left.signal, giveWay)) };
      } catch (error) {
        broken = !left.signal.aborted;
        throw error;
      }
    };
    await inPlace(String(company), () => work(user, makeWhole, { req, res })).catch((error: unknown) => {
      // A failure in the middle of a zip also ends the connection.
      if (broken || !left.signal.aborted) throw error;
    });
  };

/**
 * The document is complete before the first byte is sent, so that a slow reader occupies a place
 * but not a turn.
 */
export const serveDocument = (make: Make): RequestHandler =>
  serve(async (user, makeWhole, { req, res }) => send(req, res, await makeWhole((left) => make(user, req, left))));

/** A document that a person without a sign-in may read, and the company that owns it. */
export interface PublicDocument {
  readonly company: number;
  readonly ordered: Ordered;
}
export type MakePublicDocument = (req: Request) => Promise<PublicDocument>;

const printPublicDocument = ({ company, ordered: { windows, gather } }: PublicDocument, left: AbortSignal): Promise<Uint8Array> =>
  inTurn({ company: -company, windows, left }, async (giveWay) => print(await gather(), left, giveWay));

/**
 * Makes a document for an email; no reader can disconnect.
 * @throws if too many documents of that company are waiting
 */
export const makeForMail = (document: PublicDocument): Promise<Uint8Array> => printPublicDocument(document, new AbortController().signal);

/**
 * Strangers wait in a queue of their own, so that they and the company's people do not delay each
 * other.
 */
export const servePublicDocument =
  (make: MakePublicDocument): RequestHandler =>
  async (req, res) => {
    const left = new AbortController();
    res.once("close", () => left.abort());
    const document = await make(req);
    await inPlace(String(-document.company), async () =>
      send(req, res, { name: document.ordered.name, pdf: await printPublicDocument(document, left.signal) }),
    ).catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
    });
  };

async function send(req: Request, res: Response, { name, pdf }: Pdf): Promise<void> {
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Content-Disposition", `${req.query.download === "1" ? "attachment" : "inline"}; filename="${name}.pdf"`);
  // Some browsers show a PDF as an object of its own address.
  const policy = String(res.getHeader("Content-Security-Policy") ?? "");
  res.setHeader("Content-Security-Policy", policy.replace("object-src 'none'", "object-src 'self'"));
  res.type("application/pdf");
  res.setHeader("Content-Length", pdf.length);
  res.end(pdf);
  await finished(res);
}

/**
 * The first document is made before the first byte is sent, so that a refusal is an ordinary reply.
 */
export const serveZip = (choose: Choose): RequestHandler =>
  serve(async (user, makeWhole, { req, res }) => {
    const { name, documents } = await choose(user, req);
    // The documents are made one at a time, so that later parts never exceed the limit.
    const [first, ...others] = documents.map((make, index) => () => makeWhole(make, index > 0));
    const made = await first?.();
    res.setHeader("Cache-Control", "private, no-store");
    res.setHeader("Content-Disposition", `attachment; filename="${name}.zip"`);
    res.type("application/zip");
    await pipeline(zipOf([...(made ? [async () => made] : []), ...others]), res);
  });

/**
 * Makes one PDF after the other, each when the reader has taken the earlier ones, so that memory
 * holds only one.
 */
export function zipOf(pdfs: readonly (() => Promise<Pdf>)[]): Readable {
  async function* files() {
    for (const make of pdfs) {
      const { name, pdf } = await make();
      yield { name: `${name}.pdf`, input: pdf };
    }
  }
  return Readable.fromWeb(makeZip(files()) as never);
}
