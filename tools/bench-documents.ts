import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { linesOf } from "#server/features/documents/document-lines.ts";
import { loadFonts } from "#server/features/documents/fonts.ts";
import { invoice } from "#server/features/documents/invoice.ts";
import { jobCard } from "#server/features/documents/job-card.ts";
import type { Printable } from "#server/features/documents/paper.ts";
import { quotation } from "#server/features/documents/quotation.ts";
import type { DocumentItem } from "#server/features/documents/window-words.ts";
import { areaOf, type TenthMm } from "#shared/domain/length.ts";
import { pence } from "#shared/domain/money.ts";
import { priceItem, priceQuote } from "#shared/domain/pricing.ts";
import { eachOption, valuesOf, type WindowOptions } from "#shared/domain/window-options.ts";

/**
 * How long the documents take, how much memory, and how long anybody else waits meanwhile: `npx tsx tools/bench-documents.ts [folder]`
 * (with a folder, the PDFs are kept there).
 */
const [folder] = process.argv.slice(2);
if (folder) mkdirSync(folder, { recursive: true });

const pick = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];
const pricePerM2 = pence(18_950);

function windowOf(index: number): DocumentItem {
  const [widthM, heightM] = [(6000 + ((index * 1370) % 22_000)) as TenthMm, (7000 + ((index * 2110) % 16_000)) as TenthMm];
  const quantity = 1 + (index % 3);
  return {
    id: index,
    name: pick(["Bay, left", "Kitchen", "Żółta łazienka", "Спальня", "Μπάνιο", "Landing above the stairs, facing the garden"], index),
    shutterTypeId: 1,
    shutterType: pick(["Basswood", "Hardwood Elite", "Waterproof ABS"], index),
    widthM,
    heightM,
    areaM2: areaOf(widthM, heightM),
    louverSize: pick([64, 76, 89], index),
    ...(eachOption((option) => (option.kind === "choice" ? pick(valuesOf(option), index) : option.usual)) as WindowOptions),
    numberOfMidRails: heightM > 18_000 ? (index % 2) + (index % 5 === 0 ? 0 : 1) : 0,
    colorSelection: pick(["Pure White", "Silk White", "Charcoal"], index),
    quantity,
    overriddenChecks: index % 7 === 3 ? ["needs-mid-rail", "panel-too-wide"] : [],
    widestPanelMm: 950,
    pricePerM2,
    itemTotalPrice: priceItem({ width: widthM, height: heightM, quantity, pricePerM2 }).total,
  };
}

const seller = {
  name: "Ashdown Shutters Ltd",
  address: "Unit 3, Weald Works\nStation Road\nUckfield TN22 5DL",
  vatNumber: "GB 123 4567 89",
  companyNumber: "01234567",
  email: "accounts@ashdown.example",
  phone: "01825 000000",
};
const customer = { companyName: "Łukasz & Žofia Ωmega Ltd", contactName: "Жанна Đorđević", address: "12 Ny Østergade\n1101 København" };
const when = new Date("2026-11-20T10:00:00Z");

async function make(
  name: string,
  windows: number,
  build: (items: DocumentItem[], fonts: Awaited<ReturnType<typeof loadFonts>>) => Promise<Printable>,
) {
  const items = Array.from({ length: windows }, (_, index) => windowOf(index + 1));
  const fonts = await loadFonts();
  globalThis.gc?.();
  const before = process.memoryUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  let [bytes, most, chunks] = [0, 0, 0];
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Not at each: asking takes longer than printing.
      if (++chunks % 64 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before.heapUsed);
      done();
    },
  });
  const { paper, print } = await build(items, fonts);
  const measured = performance.now() - started;
  const target = folder ? createWriteStream(join(folder, `${name}.pdf`)) : count;
  await Promise.all([pipeline(paper.doc, target), print()]);
  const took = performance.now() - started;
  delay.disable();
  const longest = delay.max / 1e6;
  const cpu = process.cpuUsage(cpuBefore);
  console.log(
    `${name.padEnd(16)} ${String(windows).padStart(3)} windows: ${took.toFixed(0)} ms (processor ${((cpu.user + cpu.system) / 1000).toFixed(0)}), measuring ${measured.toFixed(0)} ms, longest stall ${longest.toFixed(0)} ms, ` +
      `${(bytes / 1024).toFixed(0)} kB, heap + ${(most / 1048576).toFixed(0)} MB, rss ${(process.memoryUsage().rss / 1048576).toFixed(0)} MB`,
  );
}

for (const windows of [3, 12, 200, 200]) {
  const totalsOf = (items: DocumentItem[]) => priceQuote(items.map(({ itemTotalPrice }) => itemTotalPrice));
  const parties = { seller, customer };
  await make(`quotation-${windows}`, windows, (items, fonts) =>
    quotation(fonts, {
      ...parties,
      ...totalsOf(items),
      id: 1042,
      createdAt: when,
      validUntil: new Date("2026-12-20T23:59:59Z"),
      lines: linesOf(items),
    }),
  );
  await make(`invoice-${windows}`, windows, (items, fonts) => {
    const snapshot = {
      version: 1,
      ...parties,
      ...totalsOf(items),
      quoteId: 1042,
      orderId: 788,
      deliveredTo: "Dock 4\nEast Quay\nNewhaven BN9 0ER",
      lines: linesOf(items),
    } as const;
    return invoice(fonts, { number: 31, issuedAt: when, taxPoint: "2026-11-20", snapshot });
  });
  await make(`job-card-${windows}`, windows, (items, fonts) =>
    jobCard(fonts, {
      orderId: 788,
      productName: "Tiltrod",
      companyName: customer.companyName,
      contactName: customer.contactName,
      shippingAddress: "Dock 4\nEast Quay\nNewhaven BN9 0ER",
      createdAt: when,
      shippingDate: "2026-12-04",
      remakeId: null,
      remake: null,
      orderUrl: "https://portal.example/orders?order=788",
      items,
    }),
  );
}
