import { createHash } from "node:crypto";
import type { Logo } from "#server/features/retail/business.ts";
import type { questionsOnPage } from "#server/features/retail/question-thread.ts";
import { LAW, leadTimeWords, linesOf, referenceOf, type Snapshot, validWords } from "#server/features/retail/quotation-snapshot.ts";
import { changedWords, type Shared } from "#server/features/retail/shared-link.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";
import { bankInWords } from "#shared/domain/trade/ledger.ts";
import { acceptanceSentence } from "#shared/domain/trade/retail.ts";
import { inPounds, lines, telLink, text } from "./page-markup.ts";
import { ACCEPTING, type Lines, optionalExtras, payment, rooms, sums } from "./page-prices.ts";
import { PAGE_STYLE } from "./page-style.ts";

/**
 * The page of a quotation (rule T7): the first reply contains all of it, and it is readable without
 * its script. It names only the fitter and the homeowner.
 */

const styleFor = (accent: string | null): string => `:root{--accent:${accent ?? "#3a3a38"}}${PAGE_STYLE}`;

/** The style is inline, so that the page is styled at once; the policy allows it by its hash. */
export const PAGE_POLICY = (accent: string | null): string => {
  const style = createHash("sha256").update(styleFor(accent)).digest("base64");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${style}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
};

const field = (label: string, name: string, attributes: string, hint = "") =>
  `<label class="field"><span>${label}</span><input name="${name}" ${attributes}>${hint && `<small>${hint}</small>`}</label>`;

interface ToAnswer {
  readonly here: string;
  readonly figures: Lines;
  /**
   * True after the ticked extras changed the total without a script; the page then says so above
   * the form.
   */
  readonly isRecounted: boolean;
  readonly isChanged: boolean;
}

/** The forms work without the script; with it, they are sent without leaving the page. */
function decisions({ snapshot, link }: Shared, { here, figures, isRecounted, isChanged }: ToAnswer): string {
  const { from, customer } = snapshot;
  const name = text(from.name);
  const { total } = figures;
  const accepting = `${isRecounted ? `<p class="note" role="status">With your ticked extras the total is ${inPounds(total)}. Please read it and accept it below.</p>` : ""}
<details id="accept" open><summary>Accept</summary><form id="${ACCEPTING}" method="post" action="${here}/accept" data-does="accept">
<input type="hidden" name="hash" value="${link.snapshotHash}"><input type="hidden" name="total" value="${total.toFixed(2)}">
${field("Your name", "name", `autocomplete="name" minlength="2" maxlength="100" value="${text(customer.name)}" required`)}
${field("Your email", "email", `type="email" inputmode="email" autocomplete="email" maxlength="254" value="${text(customer.email)}"`, `${customer.email || link.sentTo ? "For your copy." : `So that ${name} can write to you.`} You may leave it out.`)}
<label class="agree"><input type="checkbox" name="agree" required><span id="sentence">${text(acceptanceSentence(formatPounds(total)))}</span></label>
<p class="error" role="alert" hidden></p>
<button class="primary" type="submit">Accept<span id="accept-total">${inPounds(total)}</span></button></form></details>`;
  return `<section class="act" aria-labelledby="act"><h2 id="act">Your answer</h2>
${isChanged ? `<p class="note">${text(changedWords(snapshot))}</p>` : accepting}
${questionForm(from.name, here)}
<details id="decline"><summary>Decline</summary><form method="post" action="${here}/decline" data-does="decline">
<label class="field"><span>Reason, if you wish to give one</span><textarea name="reason" rows="3" maxlength="500"></textarea></label>
<p class="error" role="alert" hidden></p>
<button type="submit">Decline this quotation</button></form></details>
</section>`;
}

const questionForm = (name: string, here: string): string =>
  `<details id="question"><summary>Ask a question</summary><form method="post" action="${here}/question" data-does="question">
<label class="field"><span>Your question to ${text(name)}</span><textarea name="text" rows="4" maxlength="2000" required></textarea></label>
<p class="error" role="alert" hidden></p>
<button type="submit">Send the question</button></form></details>`;

/** The homeowner's questions with the fitter's answers. */
function thread(questions: PageParts["questions"], name: string): string {
  if (questions.length === 0) return "";
  const one = ({ at, text: asked, answer }: PageParts["questions"][number]) =>
    `<li><p class="muted">You asked on ${text(formatDay(at))}</p><p>${lines(asked)}</p>${
      answer
        ? `<div class="answer"><p class="muted">${text(name)} answered on ${text(formatDay(answer.at))}</p><p>${lines(answer.text)}</p></div>`
        : `<p class="muted">Not answered yet</p>`
    }</li>`;
  return `<section aria-labelledby="asked" id="questions" tabindex="-1"><h2 id="asked">Your questions</h2><ul class="thread">${questions.map(one).join("")}</ul></section>`;
}

/**
 * The card that the page scrolls to and focuses after an answer; empty while the quotation is open.
 */
function answerCard({ link, state, snapshot }: Shared, { total, deposit }: Lines): string {
  const { from, bank, depositPercent } = snapshot;
  const name = text(from.name);
  if (state === "declined" && link.declinedAt)
    return `<section class="standing" id="declined" tabindex="-1" role="status"><strong>Declined on ${text(formatDay(link.declinedAt))}.</strong> If you change your mind, ask ${name} for a new one.</section>`;
  if (state !== "accepted" || !link.acceptedAt) return "";
  const reference = referenceOf(link);
  const account =
    bank &&
    `<br>${bankInWords({ ...bank, bankName: bank.name })
      .split(", ")
      .map((part) => `<span class="whole">${text(part)}</span>`)
      .join(", ")}`;
  const facts = [
    ["You accepted", `<strong>${inPounds(total)}</strong> on ${text(formatDay(link.acceptedAt))}`],
    deposit > 0 && ["Deposit, due now", `<strong>${inPounds(deposit)}</strong> (${depositPercent} %)`],
    deposit > 0 && ["Pay it to", `${name}${account ?? ""}`],
    reference && ["Payment reference", `<strong>${reference}</strong>`],
    from.phone && ["Phone", `<a href="${telLink(from.phone)}">${text(from.phone)}</a>`],
  ].filter((fact) => Array.isArray(fact));
  return `<section class="standing thanks" id="accepted" tabindex="-1" aria-labelledby="thanks"><h2 id="thanks">Thank you${link.acceptedName ? `, ${text(link.acceptedName)}` : ""}</h2>
<p>${name} has your acceptance and will be in touch.</p>
<dl>${facts.map(([term, words]) => `<div><dt>${term}</dt><dd>${words}</dd></div>`).join("")}</dl></section>`;
}

const document = (title: string, accent: string | null, body: string): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><title>${title}</title><link rel="icon" href="data:,"><style>${styleFor(accent)}</style></head>
<body>${body}</body></html>`;

interface PageParts {
  readonly token: string;
  readonly logo: Logo | null;
  /** Indexes of the extras that a reader without the script has ticked. */
  readonly ticked: ReadonlySet<number>;
  readonly isRecounted: boolean;
  readonly questions: Awaited<ReturnType<typeof questionsOnPage>>;
  /**
   * True if the fitter would now send another quotation, so that this one cannot be accepted (rule
   * T17).
   */
  readonly isChanged: boolean;
}

export function quotationPage(shared: Shared, parts: PageParts): string {
  const { token, logo, ticked: asked, isRecounted, isChanged, questions } = parts;
  const { snapshot, link, state } = shared;
  const { from, customer, terms } = snapshot;
  const here = `/r/${token}`;
  const isOpen = state === "open";
  const isAccepted = state === "accepted";
  const ticked = isOpen ? asked : new Set(link.acceptedExtras);
  const figures = linesOf(snapshot, ticked);
  const leadTime = leadTimeWords(snapshot);
  const facts = [
    from.vatNumber ? "including VAT" : "no VAT is charged",
    isOpen && `valid until ${validWords(snapshot)}`,
    leadTime && `ready in ${leadTime.toLowerCase()}`,
  ].filter(Boolean);
  const call = from.phone
    ? `<a class="button" href="${telLink(from.phone)}" aria-label="Call ${text(from.name)}">Call <span class="whom">${text(from.name)}</span></a>`
    : "";
  return document(
    `Quotation from ${text(from.name)}`,
    from.accent,
    `<header class="top">${logo ? `<img src="${here}/logo" alt="${text(from.name)}" width="${logo.width}" height="${logo.height}">` : `<p class="name">${text(from.name)}</p>`}</header>
<main data-here="${here}" data-hash="${link.snapshotHash}" data-state="${state}">
<section class="head"><p class="muted">Quotation${customer.name ? ` for ${text(customer.name)}` : ""}, ${text(formatDay(startOfDay(snapshot.madeOn)))}${snapshot.revision > 1 ? `, revision ${snapshot.revision}` : ""}</p>
<h1 id="head-total">${inPounds(figures.total)}</h1><p class="muted">${text(facts.join(" · "))}</p>${customer.address ? `<p class="muted">${lines(customer.address)}</p>` : ""}
${answerCard(shared, figures)}${isChanged ? `<section class="standing" id="changed" role="status"><strong>${text(changedWords(snapshot))}</strong></section>` : ""}
<p class="links"><a class="button" href="${here}/quotation.pdf?download=1">Download PDF</a>${call}</p></section>
${rooms(snapshot, figures)}
${isOpen ? optionalExtras(snapshot, ticked, figures, isChanged) : ""}
${sums(snapshot, ticked, figures, isAccepted)}
${payment(snapshot, figures, referenceOf(link), isAccepted)}
${terms ? `<section aria-labelledby="terms"><h2 id="terms">Terms</h2><p>${lines(terms)}</p></section>` : ""}
<section><p class="muted">${text(LAW)}</p></section>
${thread(questions, from.name)}
${isOpen ? decisions(shared, { here, figures, isRecounted, isChanged }) : ""}${isAccepted ? `<section class="act">${questionForm(from.name, here)}</section>` : ""}
</main>
<footer><p><strong>${text(from.name)}</strong></p>${[
      lines(from.address),
      contact(from),
      from.vatNumber && `VAT ${text(from.vatNumber)}`,
      lines(from.footer),
    ]
      .filter(Boolean)
      .map((words) => `<p>${words}</p>`)
      .join("")}</footer>
${isOpen && !isChanged ? `<div class="bar needs-script" hidden><p><span class="muted">Total</span> <strong id="bar-total">${inPounds(figures.total)}</strong></p><a class="primary" href="#accept">Accept</a></div>` : ""}
<script src="/r/page.js" defer></script>`,
  );
}

const contact = ({ phone, email, website }: Snapshot["from"]): string =>
  [
    phone && `<a href="${telLink(phone)}">${text(phone)}</a>`,
    email && `<a href="mailto:${text(email)}">${text(email)}</a>`,
    website && `<a href="${text(website)}" rel="noreferrer noopener">${text(website.replace(/^https?:\/\//, "").replace(/\/$/, ""))}</a>`,
  ]
    .filter(Boolean)
    .join(" · ");

/** The page for every address that leads to no quotation; it does not reveal the reason. */
export const refusalPage = ({ status, message }: Refusal): string =>
  status === 410
    ? document("There is a newer quotation", null, `<main class="gone"><h1>${text(message)}</h1></main>`)
    : document(
        "This quotation is not here",
        null,
        `<main class="gone"><h1>This quotation is not here</h1><p>It may have ended or been taken back. Please ask whoever sent it to you.</p></main>`,
      );

/** The reply to a form that was sent without the script and is refused. */
export const formRefusalPage = ({ message }: Refusal, here: string): string =>
  document("Quotation", null, `<main class="gone"><h1>${text(message)}</h1><p><a href="${here}">Back to the quotation</a></p></main>`);
