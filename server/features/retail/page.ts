import { createHash } from "node:crypto";
import type { Refusal } from "#server/http/errors.ts";
import { escapeHtml } from "#server/http/web.ts";
import { formatPounds } from "#shared/domain/money.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import { acceptanceSentence } from "#shared/domain/trade/retail.ts";
import type { Shape } from "#shared/domain/window/drawing.ts";
import type { Logo } from "./business.ts";
import { PAGE_STYLE } from "./page-style.ts";
import type { Shared } from "./shared-link.ts";
import { LAW, leadTimeWords, paymentWords, type ShownWindow, type Snapshot, validWords } from "./shown.ts";

/**
 * The page of a quotation (rule T7): all of it is in the first reply and can be read without its
 * script. It names nobody but the fitter and his customer.
 */

const styleFor = (accent: string | null): string => `:root{--accent:${accent ?? "#3a3a38"}}${PAGE_STYLE}`;

/**
 * Its one style stands in it, so that it is seen at once: the policy names that style by its hash.
 */
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

const text = escapeHtml;
const lines = (words: string): string => text(words).replace(/\r\n?|\n/g, "<br>");
const inPounds = (amount: number): string => text(formatPounds(amount));

function shapeInSvg(shape: Shape): string {
  const { fill = "none", stroke, strokeWidth, dash } = shape;
  const paint = [
    `fill="${text(fill)}"`,
    stroke && `stroke="${text(stroke)}"`,
    strokeWidth !== undefined && `stroke-width="${strokeWidth}"`,
    dash && `stroke-dasharray="${dash.join(" ")}"`,
  ]
    .filter(Boolean)
    .join(" ");
  switch (shape.kind) {
    case "rect":
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" ${paint}/>`;
    case "line":
      return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" ${paint}/>`;
    case "path":
      return `<path d="${text(shape.d)}" ${paint}/>`;
    case "text": {
      const turn = shape.turn === 0 ? "" : ` transform="rotate(${shape.turn} ${shape.x} ${shape.y})"`;
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" text-anchor="middle"${turn} ${paint}>${text(shape.text)}</text>`;
    }
  }
}

const drawing = ({ width, height, inWords, shapes }: ShownWindow["drawing"]): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${Math.round(width)}" height="${Math.round(height)}" role="img" aria-label="${text(inWords)}">${shapes.map(shapeInSvg).join("")}</svg>`;

const room = (window: ShownWindow): string => `<li class="room">
<div class="drawing">${drawing(window.drawing)}</div>
<div class="about"><h3>${text(window.name)}</h3><p class="muted">${text(window.words)}</p>${window.quantity > 1 ? `<p>${window.quantity} of these</p>` : ""}</div>
<p class="price">${inPounds(window.price)}</p>
</li>`;

function optionalExtras({ extras, from }: Snapshot, ticked: ReadonlySet<number>, isOpen: boolean): string {
  const offered = extras.flatMap((extra, place) => (extra.optional ? [{ ...extra, place }] : []));
  if (offered.length === 0) return "";
  const one = ({ text: words, price, place }: (typeof offered)[number]) =>
    `<li><label class="extra"><input type="checkbox" name="extra" value="${place}" data-pence="${Math.round(price * 100)}"${ticked.has(place) ? " checked" : ""}${isOpen ? "" : " disabled"}><span>${text(words)}</span><span class="price">${inPounds(price)}</span></label></li>`;
  return `<section aria-labelledby="extras"><h2 id="extras">If you would like them</h2><p class="muted">Tick what you want: the total below follows.${from.vatNumber ? " Prices of single lines are without VAT." : ""}</p><ul class="extras">${offered.map(one).join("")}</ul></section>`;
}

function sums(snapshot: Snapshot, ticked: ReadonlySet<number>, accepted: number | null): string {
  const { extras, fitting, subtotal, vat, total, deposit, depositPercent, from } = snapshot;
  const row = (label: string, amount: string, id = "", kind = "") =>
    `<div class="sum ${kind}"><dt>${label}</dt><dd${id && ` id="${id}"`}>${amount}</dd></div>`;
  const chosen = extras.flatMap((extra, place) => (ticked.has(place) ? [extra] : []));
  const shownSubtotal = Math.round(subtotal * 100 + chosen.reduce((sum, extra) => sum + extra.price * 100, 0)) / 100;
  const shownTotal = accepted ?? total;
  const shownVat = accepted === null ? vat : Math.round((shownTotal - shownSubtotal) * 100) / 100;
  return `<section aria-labelledby="sums"><h2 id="sums">What it comes to</h2><dl class="sums" data-subtotal="${Math.round(subtotal * 100)}" data-vat="${from.vatNumber ? TAX_PERCENT : 0}" data-deposit="${Math.round(depositPercent * 100)}">
${snapshot.windows.length > 0 ? row(snapshot.windows.length === 1 ? "1 window" : `${snapshot.windows.length} windows`, inPounds(windowsSum(snapshot))) : ""}
${fitting > 0 ? row("Fitting", inPounds(fitting)) : ""}
${extras.map((extra) => (extra.optional ? "" : row(text(extra.text), inPounds(extra.price)))).join("")}
${chosen.map((extra) => row(text(extra.text), inPounds(extra.price))).join("")}
<div id="ticked" class="ticked"></div>
${row("Subtotal", inPounds(shownSubtotal), "subtotal")}
${from.vatNumber ? row(`VAT at ${TAX_PERCENT} %`, inPounds(shownVat), "vat") : `<div class="sum"><dt>No VAT is charged</dt><dd></dd></div>`}
${row("Total", inPounds(shownTotal), "total", "grand")}
${deposit > 0 ? row(`Deposit of ${depositPercent} %, when you accept`, inPounds(accepted === null ? deposit : Math.round(shownTotal * depositPercent) / 100), "deposit", "muted") : ""}
</dl></section>`;
}

const windowsSum = ({ windows }: Snapshot): number => Math.round(windows.reduce((sum, { price }) => sum + price * 100, 0)) / 100;

const field = (label: string, name: string, attributes: string, hint = "") =>
  `<label class="field"><span>${label}</span><input name="${name}" ${attributes}>${hint && `<small>${hint}</small>`}</label>`;

function decisions({ from, customer, total }: Snapshot): string {
  const name = text(from.name);
  return `<section class="act" aria-labelledby="act"><h2 id="act">Your answer</h2>
<noscript><p class="note">To accept or to ask here your browser has to run this page's script. You can always ring or write to ${name}.</p></noscript>
<div class="needs-script" hidden>
<details id="accept" open><summary>Accept</summary><form data-does="accept" novalidate>
${field("Your name", "name", `autocomplete="name" maxlength="100" value="${text(customer.name)}" required`)}
${field("Your email", "email", `type="email" inputmode="email" autocomplete="email" maxlength="254" value="${text(customer.email)}"`, "For your copy. You may leave it out.")}
<label class="agree"><input type="checkbox" name="agree" required><span id="sentence">${text(acceptanceSentence(formatPounds(total)))}</span></label>
<p class="error" role="alert" hidden></p>
<button class="primary" type="submit">Accept<span id="accept-total">${inPounds(total)}</span></button></form></details>
<details id="question"><summary>Ask a question</summary><form data-does="question" novalidate>
<label class="field"><span>Your question to ${name}</span><textarea name="text" rows="4" maxlength="2000" required></textarea></label>
<p class="error" role="alert" hidden></p>
<button type="submit">Send the question</button></form></details>
<details id="decline"><summary>Decline</summary><form data-does="decline" novalidate>
<label class="field"><span>Why, if you like to say</span><textarea name="reason" rows="3" maxlength="500"></textarea></label>
<p class="error" role="alert" hidden></p>
<button type="submit">Decline this quotation</button></form></details>
</div></section>`;
}

/** `Accepted on 3 Dec 2026`; empty while it is open. */
function standing({ link, state, snapshot }: Shared): string {
  const day = link.acceptedAt ?? link.declinedAt;
  if (!day || (state !== "accepted" && state !== "declined")) return "";
  const total = link.acceptedTotalPence === null ? "" : ` at ${inPounds(link.acceptedTotalPence / 100)}`;
  const next =
    state === "accepted"
      ? `${text(snapshot.from.name)} was told and will be in touch.`
      : `If you change your mind, ask ${text(snapshot.from.name)} for a new one.`;
  return `<div class="standing ${state}" role="status"><strong>${state === "accepted" ? "Accepted" : "Declined"} on ${text(formatDay(day))}${total}.</strong> ${next}</div>`;
}

const document = (title: string, accent: string | null, body: string): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><title>${title}</title><link rel="icon" href="data:,"><style>${styleFor(accent)}</style></head>
<body>${body}</body></html>`;

export function quotationPage(shared: Shared, token: string, logo: Logo | null): string {
  const { snapshot, link, state } = shared;
  const { from, customer, total, terms } = snapshot;
  const here = `/r/${token}`;
  const ticked = new Set(link.acceptedExtras ?? []);
  const accepted = link.acceptedTotalPence === null ? null : link.acceptedTotalPence / 100;
  const isOpen = state === "open";
  const leadTime = leadTimeWords(snapshot);
  const facts = [
    from.vatNumber ? "including VAT" : "no VAT is charged",
    isOpen && `valid until ${validWords(snapshot)}`,
    leadTime && `ready in ${leadTime.toLowerCase()}`,
  ].filter(Boolean);
  const call = from.phone ? `<a class="button" href="tel:${text(from.phone.replace(/[^\d+]/g, ""))}">Call ${text(from.name)}</a>` : "";
  const pay = paymentWords(snapshot, formatPounds);
  return document(
    `Quotation from ${text(from.name)}`,
    from.accent,
    `<header class="top">${logo ? `<img src="${here}/logo" alt="${text(from.name)}" width="${logo.width}" height="${logo.height}">` : `<p class="name">${text(from.name)}</p>`}</header>
<main data-here="${here}" data-hash="${link.snapshotHash}" data-state="${state}">
<section class="head"><p class="muted">Quotation${customer.name ? ` for ${text(customer.name)}` : ""}, ${text(formatDay(startOfDay(snapshot.madeOn)))}${snapshot.revision > 1 ? `, revision ${snapshot.revision}` : ""}</p>
<h1 id="head-total">${inPounds(accepted ?? total)}</h1><p class="muted">${text(facts.join(" · "))}</p>${customer.address ? `<p class="muted">${lines(customer.address)}</p>` : ""}
${standing(shared)}
<p class="links"><a class="button" href="${here}/quotation.pdf?download=1">Download PDF</a>${call}</p></section>
<section aria-labelledby="rooms"><h2 id="rooms">Room by room</h2><ul class="rooms">${snapshot.windows.map(room).join("\n")}</ul></section>
${optionalExtras(snapshot, ticked, isOpen)}
${sums(snapshot, ticked, accepted)}
${pay.length > 0 ? `<section aria-labelledby="pay"><h2 id="pay">How to pay</h2>${pay.map((words) => `<p>${text(words)}</p>`).join("")}</section>` : ""}
${terms ? `<section aria-labelledby="terms"><h2 id="terms">Terms</h2><p>${lines(terms)}</p></section>` : ""}
<section><p class="muted">${text(LAW)}</p></section>
${isOpen ? decisions(snapshot) : ""}
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
${isOpen ? `<div class="bar needs-script" hidden><p><span class="muted">Total</span> <strong id="bar-total">${inPounds(total)}</strong></p><a class="primary" href="#accept">Accept</a></div>` : ""}
<script src="/r/page.js" defer></script>`,
  );
}

const contact = ({ phone, email, website }: Snapshot["from"]): string =>
  [
    phone && `<a href="tel:${text(phone.replace(/[^\d+]/g, ""))}">${text(phone)}</a>`,
    email && `<a href="mailto:${text(email)}">${text(email)}</a>`,
    website && `<a href="${text(website)}" rel="noreferrer noopener">${text(website.replace(/^https?:\/\//, "").replace(/\/$/, ""))}</a>`,
  ]
    .filter(Boolean)
    .join(" · ");

/** Leads nowhere, and is the same for all that lead nowhere. */
export const refusalPage = ({ status, message }: Refusal): string =>
  status === 410
    ? document("There is a newer quotation", null, `<main class="gone"><h1>${text(message)}</h1></main>`)
    : document(
        "This quotation is not here",
        null,
        `<main class="gone"><h1>This quotation is not here</h1><p>It may have ended or been taken back. Please ask whoever sent it to you.</p></main>`,
      );
