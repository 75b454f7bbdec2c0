import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import { requiresTls } from "#server/in-the-clear.ts";
import type { Seal } from "#server/security/seal.ts";
import type { Work } from "./worker.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A queued mail. It may hold a link that opens an account, and every backup contains the queue. */
export interface SealedMail {
  readonly sealed: string;
}

const PURPOSE = "mail";

export const sealMail = (seal: Seal, mail: Mail): SealedMail => ({ sealed: seal.seal(JSON.stringify(mail), PURPOSE) });

/** Also opens a mail that was queued before mails were sealed. @throws when none of our keys sealed it */
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
  return JSON.parse(opened) as Mail;
}

export const mailTasks = (mailer: Mailer, seal: Seal): Work => ({
  tasks: { "send-mail": (queued) => mailer.send(openMail(seal, queued as SealedMail | Mail)) },
});

interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Closes the connections that are kept for the next mail. */
  close(): void;
}

interface MailerOptions {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where mails are written as `.eml` files when there is no SMTP server. */
  readonly outbox: string;
}

export const createMailer = ({ smtpUrl, from, outbox }: MailerOptions): Mailer =>
  smtpUrl ? bySmtp(smtpUrl, from) : toFolder(outbox, from);

const NO_FETCHING = { disableFileAccess: true, disableUrlAccess: true };

/** nodemailer reads a text as a list of recipients. Our mails have one each, whatever the text contains. */
function oneReader({ to }: Mail): { name: string; address: string } {
  if (!/^[^\s,;:<>()"]+@[^\s,;:<>()"@]+$/.test(to)) throw new Error("A mail goes to one plain address");
  return { name: "", address: to };
}

/** nodemailer, loaded for the first mail, and its one transport. */
function whenNeeded<Info>(create: (nodemailer: typeof import("nodemailer")) => Transporter<Info>) {
  let made: Promise<Transporter<Info>> | undefined;
  return {
    transport: () => {
      made ??= import("nodemailer").then(create);
      return made;
    },
    close: () => void made?.then((transport) => transport.close()),
  };
}

function bySmtp(url: string, from: string): Mailer {
  const { transport, close } = whenNeeded(({ createTransport }) =>
    createTransport({ url, pool: true, requireTLS: requiresTls(url), connectionTimeout: 10_000, socketTimeout: 30_000 }),
  );
  return {
    async send(mail) {
      await (await transport()).sendMail({ from, ...mail, to: oneReader(mail), ...NO_FETCHING });
    },
    close,
  };
}

function toFolder(outbox: string, from: string): Mailer {
  const { transport } = whenNeeded(({ createTransport }) => createTransport({ streamTransport: true, buffer: true, newline: "unix" }));
  let number = 0;
  return {
    async send(mail) {
      const { message } = await (await transport()).sendMail({ from, ...mail, to: oneReader(mail), ...NO_FETCHING });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      number += 1;
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${process.pid}-${number}.eml`;
      // First written under another name, so that a program that watches the folder never reads half a mail.
      await writeFile(join(outbox, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(outbox, `.${name}`), join(outbox, name));
    },
    close: () => {},
  };
}
