import { depositWords, type HomeownerWindow, type linesOf, payeeWords, type Snapshot } from "#server/features/retail/quotation-snapshot.ts";
import { poundsToPence } from "#shared/domain/money.ts";
import { countOf } from "#shared/domain/text.ts";
import { TAX_PERCENT } from "#shared/domain/trade/pricing.ts";
import type { Shape } from "#shared/domain/window/drawing/shapes.ts";
import { inPounds, text } from "./page-markup.ts";
import { sharedWords } from "./shared-words.ts";

/** The windows, extras and sums of the homeowner's page (rule T7). */

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

type Drawing = HomeownerWindow["drawing"];
const isWords = ({ kind }: Shape): boolean => kind === "text";
const svg = ({ width, height }: Drawing, attributes: string, shapes: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${Math.round(width)}" height="${Math.round(height)}" ${attributes}>${shapes}</svg>`;

/** The row's small drawing has no measures. The large drawing uses its shapes, so that they are sent once. */
const smallDrawing = (drawing: Drawing, place: number): string =>
  svg(
    drawing,
    `class="small" aria-hidden="true"`,
    `<g id="drawing-${place}">${drawing.shapes
      .filter((shape) => !isWords(shape))
      .map(shapeInSvg)
      .join("")}</g>`,
  );
const largeDrawing = (drawing: Drawing, place: number): string =>
  svg(
    drawing,
    `role="img" aria-label="${text(drawing.inWords)}"`,
    `<use href="#drawing-${place}"/>${drawing.shapes.filter(isWords).map(shapeInSvg).join("")}`,
  );

export type Lines = ReturnType<typeof linesOf>;

/**
 * The page's script adjusts the line that absorbs the remainder of rounding when an extra is
 * ticked.
 */
const absorbs = ({ absorbing }: Lines, place: number): string => (absorbing === place ? " data-absorbs" : "");

/** Up to this many windows are open at first. */
const MOST_OPEN = 3;

/** The closed row's shorter form of a window's size and panels. */
const inShort = (fact: string): string =>
  fact.replace(/^([\d,.]+) mm wide × ([\d,.]+ mm) high$/, "$1 × $2").replace(/^(\d+ panels?) opening on hinges$/, "$1");

/** A row for each window. It opens to the large drawing and the snapshot's whole words. */
export function rooms({ windows }: Snapshot, lines: Lines): string {
  const isOpen = windows.length <= MOST_OPEN;
  const { usual, own } = sharedWords(isOpen ? [] : windows);
  const row = (window: HomeownerWindow, place: number) => {
    const many = window.quantity > 1 ? `${window.quantity} of these` : "";
    const facts = [many, ...(own[place] ?? []).map(inShort)].filter(Boolean);
    return `<li class="room"><details${isOpen ? " open" : ""}><summary>${smallDrawing(window.drawing, place)}<h3>${text(window.name)}</h3><span class="price"${absorbs(lines, place)}>${inPounds(lines.windows[place] ?? 0)}</span><span class="facts${facts.length > 2 ? " several" : ""}">${text(facts.join(", "))}</span></summary>
<div class="about">${largeDrawing(window.drawing, place)}<div><p>${text(window.words)}</p>${many && `<p>${many}</p>`}</div></div></details></li>`;
  };
  return `<section aria-labelledby="rooms"><h2 id="rooms">Room by room</h2>${usual.map((words) => `<p class="usual muted">${text(words)}</p>`).join("")}<ul class="rooms">${windows.map(row).join("\n")}</ul></section>`;
}

/**
 * The checkboxes belong to the accepting form, so that a browser without script sends them with it.
 */
export const ACCEPTING = "accepting";

export function optionalExtras({ extras }: Snapshot, ticked: ReadonlySet<number>, lines: Lines, isChanged: boolean): string {
  const offered = extras.flatMap((extra, place) => (extra.optional ? [{ ...extra, place }] : []));
  if (offered.length === 0) return "";
  const one = ({ text: words, price, place }: (typeof offered)[number]) =>
    `<li><label class="extra"><input type="checkbox" name="extra" value="${place}" form="${ACCEPTING}" autocomplete="off" data-net="${poundsToPence(price)}" data-pence="${poundsToPence(lines.extras[place] ?? 0)}"${ticked.has(place) ? " checked" : ""}${isChanged ? " disabled" : ""}><span>${text(words)}</span><span class="price">${inPounds(lines.extras[place] ?? 0)}</span></label></li>`;
  return `<section aria-labelledby="extras"><h2 id="extras">If you would like them</h2>${isChanged ? "" : `<p class="muted">Tick what you want. The total below includes it.</p>`}<ul class="extras">${offered.map(one).join("")}</ul>
${isChanged ? "" : `<noscript><p><button type="submit" form="${ACCEPTING}" name="update" value="1" formnovalidate>Update the total</button></p></noscript>`}</section>`;
}

export function sums(snapshot: Snapshot, ticked: ReadonlySet<number>, lines: Lines, isAccepted: boolean): string {
  const { windows, extras, depositPercent, from } = snapshot;
  const row = (label: string, amount: string, attributes = "", kind = "") =>
    `<div class="sum ${kind}"><dt>${label}</dt><dd${attributes}>${amount}</dd></div>`;
  const counted = extras.flatMap((extra, place) => (extra.optional ? [] : [{ ...extra, place }]));
  const chosen = extras.flatMap((extra, place) => (extra.optional && ticked.has(place) ? [{ ...extra, place }] : []));
  const inPence = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + poundsToPence(amount), 0);
  const fixed = [...lines.windows, lines.fitting, ...counted.map(({ place }) => lines.extras[place] ?? 0)];
  const others = (amounts: readonly number[]) => inPence(amounts.filter((_, place) => place !== lines.absorbing));
  const net = poundsToPence(lines.subtotal) - inPence(chosen.map(({ price }) => price));
  const data = [
    ["subtotal", net],
    ["vat", from.vatNumber ? TAX_PERCENT : 0],
    ["deposit", Math.round(depositPercent * 100)],
    ["rest", others(fixed)],
    ...(lines.absorbing < windows.length ? [["windows-rest", others(lines.windows)] as const] : []),
  ].map(([name, value]) => ` data-${name}="${value}"`);
  const extraRow = ({ text: words, place }: { readonly text: string; readonly place: number }, attributes = "", kind = "") =>
    row(text(words), inPounds(lines.extras[place] ?? 0), attributes, kind);
  return `<section aria-labelledby="sums"><h2 id="sums">What it comes to</h2><dl class="sums"${data.join("")}>
${windows.length > 0 ? row(countOf(windows.length, "window"), inPounds(lines.windowsTotal), ' id="windows-total"') : ""}
${lines.fitting === 0 ? "" : row("Fitting", inPounds(lines.fitting), absorbs(lines, windows.length))}
${counted.map((extra, nth) => extraRow(extra, absorbs(lines, windows.length + 1 + nth))).join("")}
${chosen.map((extra) => extraRow(extra, "", "ticked")).join("")}<template id="ticked"></template>
${row("Total", inPounds(lines.total), ' id="total"', "grand")}
<div class="sum muted"><dt>${from.vatNumber ? `including VAT of <span id="vat">${inPounds(lines.vat)}</span>` : "No VAT is charged"}</dt><dd></dd></div>
${lines.deposit > 0 ? row(`Deposit of ${depositPercent} %, ${isAccepted ? "due now" : "when you accept"}`, inPounds(lines.deposit), ' id="deposit"', "muted") : ""}
</dl></section>`;
}

/** The payment instructions for the total on screen. */
export function payment(snapshot: Snapshot, lines: Lines, reference: string | null, isAccepted: boolean): string {
  const payee = payeeWords(snapshot, reference);
  const words = [
    lines.deposit > 0 && depositWords(`<span id="pay-deposit">${inPounds(lines.deposit)}</span>`, snapshot, isAccepted),
    payee && text(payee),
  ].filter(Boolean);
  if (words.length === 0) return "";
  return `<section aria-labelledby="pay"><h2 id="pay">How to pay</h2>${words.map((sentence) => `<p>${sentence}</p>`).join("")}</section>`;
}
