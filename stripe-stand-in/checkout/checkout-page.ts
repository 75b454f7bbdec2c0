import { DEFAULT_CARD } from "#stripe-stand-in/payments.ts";
import type { StoredSession } from "#stripe-stand-in/state.ts";
import { successAddress } from "./checkout-sessions.ts";

interface Typed {
  card: string;
  email: string;
  error?: string;
}

export function openPage(stored: StoredSession, typed: Typed = { card: DEFAULT_CARD, email: "" }): string {
  const { session } = stored;
  const total = money(session.amount_total ?? 0, session.currency);
  return layout(
    `${typed.error ? "Error: " : ""}Pay ${total}`,
    `<h1>Pay ${escapeHtml(total)}</h1>
    ${itemsTable(stored, total)}
    <form method="post" action="/c/pay/${session.id}" novalidate>
      ${emailField(session.customer_email, typed.email)}
      ${cardField(typed)}
      <button type="submit">Pay ${escapeHtml(total)}</button>
    </form>
    ${backLink(session.cancel_url)}`,
  );
}

export function closedPage(stored: StoredSession): string {
  if (stored.session.status === "complete") {
    return layout(
      "Payment complete",
      `<h1>Payment complete</h1><p>This has been paid. Nothing more will be taken.</p>
      <p><a class="back" href="${escapeHtml(successAddress(stored))}">Continue</a></p>`,
    );
  }
  return layout(
    "Checkout expired",
    `<h1>This checkout has expired</h1><p>Nothing was paid. Go back to begin again.</p>${backLink(stored.session.cancel_url)}`,
  );
}

export function unknownPage(): string {
  return layout("Page not found", "<h1>Page not found</h1><p>There is no checkout at this address.</p>");
}

function itemsTable({ items, itemDetails = [] }: StoredSession, total: string): string {
  const details = itemDetails.map((text) => (text ? `<p class="hint">${escapeHtml(text)}</p>` : ""));
  const rows = items.map(
    (
      item,
      at,
    ) => `<tr><th scope="row">${escapeHtml(item.description ?? "")}${details[at] ?? ""}</th><td class="quantity">${item.quantity}</td>
      <td class="amount">${escapeHtml(money(item.amount_total, item.currency))}</td></tr>`,
  );
  return `<table>
      <caption>What you are paying for</caption>
      <thead><tr><th scope="col">Item</th><th scope="col" class="quantity">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
      <tbody>${rows.join("\n")}</tbody>
      <tfoot><tr><th scope="row" colspan="2">Total</th><td class="amount">${escapeHtml(total)}</td></tr></tfoot>
    </table>`;
}

function emailField(known: string | null, typed: string): string {
  if (known) return `<dl><dt>Email</dt><dd>${escapeHtml(known)}</dd></dl>`;
  return `<div class="field"><label for="email">Email (optional)</label>
      <input id="email" name="email" type="email" autocomplete="email" value="${escapeHtml(typed)}"></div>`;
}

/** Autocompletion is off, because a browser must not offer a real card here. */
function cardField({ card, error }: Typed): string {
  const described = error ? "card-error card-hint" : "card-hint";
  return `<div class="field"><label for="card">Card number</label>
      ${error ? `<p id="card-error" class="error" role="alert">${escapeHtml(error)}</p>` : ""}
      <input id="card" name="card" inputmode="numeric" autocomplete="off" spellcheck="false" required value="${escapeHtml(card)}"
        aria-describedby="${described}"${error ? ' aria-invalid="true" autofocus' : ""}>
      <p id="card-hint" class="hint">Accepted: <span>4242 4242 4242 4242</span>. Declined: <span>4000 0000 0000 0002</span>.</p></div>`;
}

const backLink = (address: string | null) => (address ? `<p><a class="back" href="${escapeHtml(address)}">Back</a></p>` : "");

function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)} – test payment</title>
  <link rel="icon" href="/c/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/c/checkout.css">
</head>
<body>
  <header><p class="notice">Test payment — no card is charged</p></header>
  <main>
    ${content}
  </main>
</body>
</html>
`;
}

/** Formats minor units. Some currencies have no decimals, some have three. */
export function money(amount: number, currency: string | null): string {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: currency ?? "gbp" });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** The style is in the code instead of a file, so that the bundle is one file. */
export const CHECKOUT_STYLE = `
*, *::before, *::after { box-sizing: border-box; }
:root { color-scheme: light; --ink: #1f2933; --quiet: #52606d; --line: #d9dee4; --edge: #7b8794; --action: #1d4f91; --wrong: #a61b1b; }
body { margin: 0; background: #f5f6f8; color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
.notice { margin: 0; padding: 0.5rem 1rem; background: #fff3cd; color: #5c4400; text-align: center; font-size: 0.9375rem; font-weight: 600; }
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
p { margin: 0 0 1rem; }
table { width: 100%; margin: 0 0 1.75rem; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding-bottom: 0.5rem; text-align: left; color: var(--quiet); font-size: 0.9375rem; }
th, td { padding: 0.625rem 0; text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-size: 0.875rem; }
thead th, tbody th, tbody td { border-bottom: 1px solid var(--line); }
tfoot th, tfoot td { font-weight: 600; font-size: 1.125rem; }
.quantity, .amount { padding-left: 1rem; text-align: right; white-space: nowrap; }
dl { margin: 0 0 1.25rem; }
dt, label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.field { margin-bottom: 1.5rem; }
input { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: #fff; color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--wrong); border-width: 2px; }
.hint { margin: 0.375rem 0 0; color: var(--quiet); font-size: 0.875rem; }
.hint span { white-space: nowrap; }
.error { margin: 0 0 0.375rem; color: var(--wrong); font-weight: 600; }
button { width: 100%; min-height: 3rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.375rem; background: var(--action); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: #163d70; }
.back { display: inline-block; padding: 0.75rem 0; color: var(--action); }
form + p { margin: 1rem 0 0; text-align: center; }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
@media (min-width: 48rem) { main { margin-top: 3rem; padding: 2.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: #fff; } }
`;

export const CHECKOUT_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="3" width="14" height="10" rx="2" fill="#1d4f91"/>' +
  '<rect x="1" y="5.5" width="14" height="2" fill="#fff"/></svg>';
