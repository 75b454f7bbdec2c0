import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { mailedPapers } from "#server/features/papers/mailed-papers.ts";
import { createMailer, type Mail, makeAttachments } from "#server/platform/mail/mailer.ts";
import type { TestPortal } from "#server/testing/portal.ts";

export interface SentMail {
  /** Every byte that a mail server receives. */
  readonly raw: string;
  /** The mail as a mail program reads it. */
  readonly read: Email;
  readonly attached: readonly { readonly filename: string | null; readonly content: Buffer }[];
}

/** Mails as they are sent, with their attachments. */
export async function mailsAsSent({ appContext }: Pick<TestPortal, "appContext">, mails: readonly Mail[]): Promise<SentMail[]> {
  const outbox = await mkdtemp(join(tmpdir(), "tiltrod-outbox-"));
  const makeAttachment = mailedPapers(appContext);
  const mailer = createMailer({ smtpUrl: undefined, from: "Tiltrod <post@mail.test>", outbox });
  const read = async (mail: Mail): Promise<SentMail> => {
    const attachments = await makeAttachments(makeAttachment, mail);
    const before = new Set(await readdir(outbox).catch((): string[] => []));
    await mailer.send(mail, attachments);
    const [file = ""] = (await readdir(outbox)).filter((name) => !before.has(name));
    const raw = await readFile(join(outbox, file));
    const parsed = await PostalMime.parse(raw);
    const attached = parsed.attachments.map(({ filename, content }) => ({ filename, content: Buffer.from(content as ArrayBuffer) }));
    return { raw: raw.toString("latin1"), read: parsed, attached };
  };
  try {
    const sent: SentMail[] = [];
    for (const mail of mails) sent.push(await read(mail));
    return sent;
  } finally {
    await rm(outbox, { recursive: true, force: true });
  }
}
