import { successAddress } from "./session-lifecycle.ts";
import type { StoredSession } from "./state.ts";
import type { LineItem } from "./stripe-types.ts";
import { DEFAULT_CARD } from "./test-cards.ts";

interface Typed {
  card: string;
  email: string;
  error?: string;
}

export function openPage(stored: StoredSession, typed: Typed = { card: DEFAULT_CARD, email: "" }): string {
  const { session, items } = stored;
  const total = money(session.amount_total ?? 0, session.currency);
  return layout(
    `${typed.error ? "Error: " : ""}Pay ${total}`,
    `<h1>Pay ${escaped(total)}</h1>
    ${itemsTable(items, total)}
    <form method="post" action="/c/pay/${session.id}" novalidate>
      ${emailField(session.customer_email, typed.email)}
      ${cardField(typed)}
      <button type="submit">Pay ${escaped(total)}</button>
    </form>
    ${backLink(session.cancel_url)}`,
  );
}

export function closedPage(stored: StoredSession): string {
  if (stored.session.status === "complete") {
    return layout(
      "Payment complete",
      `<h1>Payment complete</h1><p>This has been paid. Nothing more will be taken.</p>
      <p><a class="back" href="${escaped(successAddress(stored))}">Continue</a></p>`,
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

function itemsTable(items: LineItem[], total: string): string {
  const rows = items.map(
    (item) => `<tr><th scope="row">${escaped(item.description ?? "")}</th><td class="quantity">${item.quantity}</td>
      <td class="amount">${escaped(money(item.amount_total, item.currency))}</td></tr>`,
  );
  return `<table>
      <caption>What you are paying for</caption>
      <thead><tr><th scope="col">Item</th><th scope="col" class="quantity">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
      <tbody>${rows.join("\n")}</tbody>
      <tfoot><tr><th scope="row" colspan="2">Total</th><td class="amount">${escaped(total)}</td></tr></tfoot>
    </table>`;
}

function emailField(known: string | null, typed: string): string {
  if (known) return `<dl><dt>Email</dt><dd>${escaped(known)}</dd></dl>`;
  return `<div class="field"><label for="email">Email (optional)</label>
      <input id="email" name="email" type="email" autocomplete="email" value="${escaped(typed)}"></div>`;
}

/** No autocompletion: a browser must not offer a real card here. */
function cardField({ card, error }: Typed): string {
  const described = error ? "card-error card-hint" : "card-hint";
  return `<div class="field"><label for="card">Card number</label>
      ${error ? `<p id="card-error" class="error" role="alert">${escaped(error)}</p>` : ""}
      <input id="card" name="card" inputmode="numeric" autocomplete="off" spellcheck="false" required value="${escaped(card)}"
        aria-describedby="${described}"${error ? ' aria-invalid="true" autofocus' : ""}>
      <p id="card-hint" class="hint">Accepted: <span>4242 4242 4242 4242</span>. Declined: <span>4000 0000 0000 0002</span>.</p></div>`;
}

const backLink = (address: string | null) => (address ? `<p><a class="back" href="${escaped(address)}">Back</a></p>` : "");

function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)} – test payment</title>
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

/** Minor units as people write them. Some currencies have no decimals, some have three. */
export function money(amount: number, currency: string | null): string {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency: currency ?? "gbp" });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
