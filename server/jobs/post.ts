import type { Db } from "#server/db/connect.ts";
import { escapeHtml } from "#server/http/web.ts";
import type { Seal } from "#server/security/seal.ts";
import { enqueue } from "./enqueue.ts";
import { sealMail } from "./mailer.ts";

/** A mail as a feature writes it. The layout is decided once, below. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** The recipient's name; a long one is cut. */
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly path: string };
}

export interface Post {
  /** Queues a mail in the caller's transaction. */
  send(db: Db, letter: Letter): Promise<void>;
}

interface Sender {
  readonly seal: Seal;
  readonly productName: string;
  readonly publicUrl: URL;
}

/** A subject is one line: a company's name must not be able to add a header. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const MOST_OF_A_NAME = 60;
/** A name in a mail: one line, and too short to be a message of its own (rule K7). */
export function nameInMail(name: string): string {
  const signs = [...oneLine(name)];
  return signs.length > MOST_OF_A_NAME ? `${signs.slice(0, MOST_OF_A_NAME).join("").trimEnd()}…` : signs.join("");
}

/** Which job a mail is about, in the fitter's words; nothing where there are none. */
export function jobInMail({ jobName, poNumber }: { readonly jobName: string | null; readonly poNumber: string | null }): string[] {
  const words = [jobName && `Job: ${nameInMail(jobName)}`, poNumber && `PO number: ${nameInMail(poNumber)}`].filter(Boolean);
  return words.length > 0 ? [words.join("\n")] : [];
}

export function composeText({ productName, publicUrl }: Sender, letter: Letter): string {
  const action = letter.action ? [`${letter.action.label}: ${new URL(letter.action.path, publicUrl)}`] : [];
  return [`Hello ${nameInMail(letter.greeting)},`, ...letter.paragraphs, ...action, productName].join("\n\n");
}

export function composeHtml({ productName, publicUrl }: Sender, letter: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
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

export const createPost = (sender: Sender): Post => ({
  send: (db, letter) =>
    enqueue(
      db,
      "send-mail",
      sealMail(sender.seal, {
        to: letter.to,
        subject: oneLine(`${letter.subject} – ${sender.productName}`),
        text: composeText(sender, letter),
        html: composeHtml(sender, letter),
      }),
    ),
});
