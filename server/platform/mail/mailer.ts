import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Transporter } from "nodemailer";
import type { Database } from "#server/platform/db/connect.ts";
import type { Work } from "#server/platform/jobs/worker.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { requiresTls } from "#server/platform/security/unencrypted.ts";
import { waitingMails } from "#server/schema/notifications.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The name of the sender, and the address for replies; the portal's by default. */
  readonly inNameOf?: { readonly name: string; readonly replyTo: string };
  /**
   * The attached papers, which are made when the mail is sent, so that a waiting row stores none.
   */
  readonly papers?: readonly AttachedPaper[];
}

/**
 * Names an attached paper: the quotation whose link was accepted (rule T9), an issued document by
 * its printed number, or a company's statement (rule D15).
 */
export type AttachedPaper = { readonly acceptedLink: number } | { readonly document: string } | { readonly statementOf: number };

/** A paper as it is sent. */
export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Creates a mail's attachment; null if its subject no longer exists. */
export type MakeAttachment = (paper: AttachedPaper) => Promise<Attachment | null>;

/**
 * A waiting mail. It is sealed, because it may contain a link that opens an account, and every
 * backup contains waiting mails.
 */
export interface SealedMail {
  readonly sealed: string;
}

/**
 * The payload of a mail's job: the id in `waiting_mails`. An earlier version stored the mail itself
 * there, and before that unsealed.
 */
export type QueuedMail = { readonly mailId: number } | SealedMail | Mail;

const PURPOSE = "mail";

export const sealMail = (seal: Seal, mail: Mail): SealedMail => ({ sealed: seal.seal(JSON.stringify(mail), PURPOSE) });

/**
 * Opens a mail, also one that was queued before mails were sealed.
 * @throws if none of our keys sealed it
 */
export function openMail(seal: Seal, queued: SealedMail | Mail): Mail {
  if (!("sealed" in queued)) return queued;
  let opened: string;
  try {
    opened = seal.open(queued.sealed, PURPOSE);
  } catch (error) {
    throw new Error("This mail cannot be opened: ENCRYPTION_KEY has changed since. Set ENCRYPTION_KEY_OLD to the one before it.", {
      cause: error,
    });
  }
  const { paper, ...mail } = JSON.parse(opened) as Mail & { readonly paper?: AttachedPaper };
  // A mail that an earlier version queued has at most one paper.
  return paper ? { ...mail, papers: [paper] } : mail;
}

interface Deps {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly seal: Seal;
  readonly makeAttachment: MakeAttachment;
}

export const mailTasks = (deps: Deps): Work => ({
  tasks: {
    "send-mail": async (payload) => {
      const queued = payload as QueuedMail;
      return "mailId" in queued ? sendWaiting(deps, queued.mailId) : deps.mailer.send(openMail(deps.seal, queued));
    },
  },
});

/**
 * Makes the attachments of a mail, in their order, without those whose subject no longer exists.
 */
export async function makeAttachments(makeAttachment: MakeAttachment, { papers = [] }: Mail): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const paper of papers) {
    const attachment = await makeAttachment(paper);
    if (attachment) attachments.push(attachment);
  }
  return attachments;
}

/** A sent mail is deleted from the table, so a repeated job does not send it again. */
async function sendWaiting({ db, mailer, seal, makeAttachment }: Deps, mailId: number): Promise<void> {
  const isIt = eq(waitingMails.id, mailId);
  const [waiting] = await db.select({ sealed: waitingMails.sealed }).from(waitingMails).where(isIt);
  if (!waiting) return;
  try {
    const mail = openMail(seal, waiting);
    await mailer.send(mail, await makeAttachments(makeAttachment, mail));
  } catch (error) {
    await db
      .update(waitingMails)
      .set({ failures: sql`${waitingMails.failures} + 1` })
      .where(isIt);
    throw error;
  }
  await db.delete(waitingMails).where(isIt);
}

interface Mailer {
  send(mail: Mail, attachments?: readonly Attachment[]): Promise<void>;
  /** Closes the connections that are held open for the next mail. */
  close(): void;
}

interface MailerOptions {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** The folder for `.eml` files if there is no SMTP server. */
  readonly outbox: string;
}

export const createMailer = ({ smtpUrl, from, outbox }: MailerOptions): Mailer =>
  smtpUrl ? bySmtp(smtpUrl, from) : toFolder(outbox, from);

const NO_FETCHING = { disableFileAccess: true, disableUrlAccess: true };

/**
 * nodemailer parses a text as a list of recipients. Our mails have one each, whatever the text
 * contains.
 */
function oneReader({ to }: Mail): { name: string; address: string } {
  if (!/^[^\s,;:<>()"]+@[^\s,;:<>()"@]+$/.test(to)) throw new Error("A mail goes to one plain address");
  return { name: "", address: to };
}

/** nodemailer and its one transport, loaded for the first mail. */
function whenNeeded<Info>(create: (nodemailer: typeof import("nodemailer")) => Transporter<Info>) {
  let transporter: Promise<Transporter<Info>> | undefined;
  return {
    transport: () => {
      transporter ??= import("nodemailer").then(create);
      return transporter;
    },
    close: () => void transporter?.then((transport) => transport.close()),
  };
}

/** The address stays the portal's own, because a mail server sends for no other. */
function sender({ inNameOf, papers: _, ...mail }: Mail, own: string) {
  if (!inNameOf) return { from: own, ...mail };
  const address = /<([^<>]+)>/.exec(own)?.[1] ?? own;
  return {
    ...mail,
    from: { name: inNameOf.name, address },
    ...(inNameOf.replyTo && { replyTo: { name: inNameOf.name, address: inNameOf.replyTo } }),
  };
}

const attached = (attachments: readonly Attachment[] = []) => ({
  attachments: attachments.map(({ content, ...named }) => ({ ...named, content: Buffer.from(content) })),
});

function bySmtp(url: string, from: string): Mailer {
  const { transport, close } = whenNeeded(({ createTransport }) =>
    createTransport({ url, pool: true, requireTLS: requiresTls(url), connectionTimeout: 10_000, socketTimeout: 30_000 }),
  );
  return {
    async send(mail, attachments) {
      await (await transport()).sendMail({ ...sender(mail, from), to: oneReader(mail), ...attached(attachments), ...NO_FETCHING });
    },
    close,
  };
}

function toFolder(outbox: string, from: string): Mailer {
  const { transport } = whenNeeded(({ createTransport }) => createTransport({ streamTransport: true, buffer: true, newline: "unix" }));
  let number = 0;
  return {
    async send(mail, attachments) {
      const parts = { ...sender(mail, from), to: oneReader(mail), ...attached(attachments), ...NO_FETCHING };
      const { message } = await (await transport()).sendMail(parts);
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      number += 1;
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}-${number}.eml`;
      // The mail is first written under another name, so that a program that watches the folder
      // never reads half a mail.
      await writeFile(join(outbox, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(outbox, `.${name}`), join(outbox, name));
    },
    close: () => {},
  };
}
