import type { Db } from "#server/platform/db/connect.ts";
import { escapeHtml } from "#server/platform/http/web.ts";
import { enqueueMail } from "#server/platform/jobs/enqueue.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { digestNotices } from "#server/schema/notifications.ts";
import { digestDayOf } from "#shared/domain/notifications.ts";
import { removeLinks } from "#shared/domain/web-address.ts";
import { type AttachedPaper, type Mail, sealMail } from "./mailer.ts";

/** A mail as a feature writes it. The layout is decided once, below. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** The recipient's name; a long one is cut. */
  readonly greeting: string;
  readonly paragraphs: readonly Paragraph[];
  /**
   * The job of the mail: its name is in the subject, and its name and PO number are below the first
   * sentence (rule Q12).
   */
  readonly job?: JobWords | undefined;
  readonly action?: { readonly label: string; readonly path: string };
  readonly papers?: readonly AttachedPaper[] | undefined;
}

/** Text, parts of which may be links. A link's address is made here and never typed by a person. */
type Paragraph = string | readonly (string | Link)[];
interface Link {
  readonly text: string;
  readonly url: string;
}

/**
 * A customer's mail to its own customer: under the customer's name, without the portal's (rule T9).
 */
export interface LetterInName {
  readonly to: string;
  /**
   * The fitter's own website, email and phone are links below the mail; blank ones are left out.
   */
  readonly from: Readonly<Record<"name" | "email" | "phone" | "website" | "accent", string>>;
  readonly subject: string;
  /** Blank: the mail begins without a name. */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** An address of the portal that was made here. */
  readonly action?: { readonly label: string; readonly url: string };
  readonly papers?: readonly AttachedPaper[] | undefined;
}

export interface Post {
  /** Queues a mail in the caller's transaction. */
  send(db: Db, letter: Letter): Promise<void>;
  /** Queues a mail in another sender's name. */
  sendFor(db: Db, letter: LetterInName): Promise<void>;
  /** Stores a notice until its person's next digest, in the caller's transaction (rule M49). */
  storeForDigest(db: Db, notice: DigestNotice): Promise<void>;
}

type DigestNotice = Omit<typeof digestNotices.$inferInsert, "sendOn">;

interface Sender {
  readonly seal: Seal;
  readonly productName: string;
  readonly publicUrl: URL;
  /** Decides the day of a digest. */
  readonly clock?: () => Date;
}

/** A subject is one line: a company's name must not be able to add a header. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const MOST_OF_A_NAME = 60;
/**
 * A name in a mail: one line, no link, and too short for a message (rule K7). Names from before
 * rule C25 and names of jobs may contain an address.
 */
export function nameInMail(name: string): string {
  const signs = [...removeLinks(oneLine(name))];
  return signs.length > MOST_OF_A_NAME ? `${signs.slice(0, MOST_OF_A_NAME).join("").trimEnd()}…` : signs.join("");
}

/** A sentence with names in a mail: one line without a link, and whole. */
export const sentenceInMail = (sentence: string): string => removeLinks(oneLine(sentence));

/** The fitter's own words for a job. */
export interface JobWords {
  readonly jobName: string | null;
  readonly poNumber: string | null;
}

/**
 * `Order ORD-12: Shipped (Novak, whole house)`: a subject, or a notification's title, of a job that
 * has a name.
 */
export const withJobName = (title: string, job: Pick<JobWords, "jobName"> | undefined): string =>
  job?.jobName ? `${title} (${nameInMail(job.jobName)})` : title;

/** The job's name and PO number on lines of their own; an empty list without both. */
export function jobInMail({ jobName, poNumber }: JobWords): string[] {
  const words = [jobName && `Job: ${nameInMail(jobName)}`, poNumber && `PO number: ${nameInMail(poNumber)}`].filter(Boolean);
  return words.length > 0 ? [words.join("\n")] : [];
}

const textOf = (paragraph: Paragraph | Link): string =>
  [paragraph]
    .flat()
    .map((part) => (typeof part === "string" ? part : part.text))
    .join("");

/** A number such as `Q-35`, which a narrow screen would break at its hyphen. */
const NUMBER = /\b(?:Q|ORD|RMK|INV|CN)-\d+\b/g;
const inHtml = (text: string): string =>
  escapeHtml(text).replaceAll("\n", "<br>").replace(NUMBER, '<span style="white-space:nowrap">$&</span>');
const htmlOf = (paragraph: Paragraph): string =>
  [paragraph]
    .flat()
    .map((part) => (typeof part === "string" ? inHtml(part) : `<a href="${escapeHtml(part.url)}">${inHtml(part.text)}</a>`))
    .join("");

function composeText({ productName, publicUrl }: Sender, letter: Letter): string {
  const action = letter.action ? [`${letter.action.label}: ${new URL(letter.action.path, publicUrl)}`] : [];
  return [`Hello ${nameInMail(letter.greeting)},`, ...letter.paragraphs.map(textOf), ...action, productName].join("\n\n");
}

function composeHtml({ productName, publicUrl }: Sender, letter: Letter): string {
  const paragraph = (words: Paragraph) => `<p style="margin:0 0 16px">${htmlOf(words)}</p>`;
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(String(new URL(letter.action.path, publicUrl)))}" style="background:#1f4d4a;border-radius:6px;color:#ffffff;display:inline-block;padding:12px 20px;text-decoration:none">${escapeHtml(letter.action.label)}</a></p>`
    : "";
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(letter.subject))}</title></head>
<body style="background:#f6f5f2;color:#23211e;font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px">
<div style="background:#ffffff;border:1px solid #e3e0da;border-radius:8px;margin:0 auto;max-width:560px;padding:32px">
<p style="font-weight:600;margin:0 0 24px">${escapeHtml(productName)}</p>
${paragraph(`Hello ${nameInMail(letter.greeting)},`)}${letter.paragraphs.map(paragraph).join("")}${action}
</div></body></html>`;
}

const aboutItsJob = (letter: Letter): Letter =>
  letter.job
    ? {
        ...letter,
        subject: withJobName(letter.subject, letter.job),
        paragraphs: letter.paragraphs.toSpliced(1, 0, ...jobInMail(letter.job)),
      }
    : letter;

export const createPost = (sender: Sender): Post => ({
  async send(db, written) {
    const letter = aboutItsJob(written);
    const sealed = sealMail(sender.seal, {
      to: letter.to,
      subject: oneLine(`${letter.subject} – ${sender.productName}`),
      text: composeText(sender, letter),
      html: composeHtml(sender, letter),
      ...(letter.papers && { papers: letter.papers }),
    });
    await enqueueMail(db, sealed);
  },

  async sendFor(db, letter) {
    const { from } = letter;
    const sealed = sealMail(sender.seal, {
      to: letter.to,
      subject: oneLine(letter.subject),
      ...inName(letter),
      inNameOf: { name: nameInMail(from.name), replyTo: from.email },
      ...(letter.papers && { papers: letter.papers }),
    });
    await enqueueMail(db, sealed);
  },

  async storeForDigest(db, notice) {
    await db.insert(digestNotices).values({ ...notice, sendOn: digestDayOf(sender.clock?.() ?? new Date()) });
  },
});

/** The fitter's name, which is no link, and the ways to reach the fitter. */
const signatureOf = ({ name, phone, email, website }: LetterInName["from"]): (Link | string)[] =>
  [
    nameInMail(name),
    phone && { text: phone, url: `tel:${phone.replace(/[^\d+]/g, "")}` },
    email && { text: email, url: `mailto:${email}` },
    website && { text: website, url: website },
  ].filter((part) => part !== "");

function inName({ from, subject, greeting, paragraphs, action }: LetterInName): Pick<Mail, "text" | "html"> {
  const hello = greeting ? `Hello ${nameInMail(greeting)},` : "Hello,";
  const words = [hello, ...paragraphs];
  const signature = signatureOf(from);
  const signed = signature.map(textOf).join("\n");
  const link = action ? [`${action.label}: ${action.url}`] : [];
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${inHtml(text)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:${escapeHtml(from.accent)};border-radius:6px;color:#ffffff;display:inline-block;padding:12px 20px;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : "";
  const html = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="background:#f6f5f2;color:#23211e;font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px">
<div style="background:#ffffff;border:1px solid #e3e0da;border-radius:8px;margin:0 auto;max-width:560px;padding:32px">
${words.map(paragraph).join("")}${button}<p style="margin:0 0 16px">${signature.map((part) => htmlOf([part])).join("<br>")}</p>
</div></body></html>`;
  return { text: [...words, ...link, signed].join("\n\n"), html };
}
